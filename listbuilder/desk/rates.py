"""Limits of how often one address may send requests: a bucket for each, which fills up with time.

The players of an event may all have one address, that of the venue's Wi-Fi. So checks are limited
generously, and only wrong codes strictly.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable

MOST_ADDRESSES = 20_000  # kept at once; the oldest is forgotten
_IPV6_NETWORK = 64  # bits of an address that one household has for itself


class Rate:
    """A limit of so many requests at once, and so many a second after that, for each address."""

    def __init__(
        self, burst: int, per_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Allow `burst` requests at once, and `per_second` in the long run; 0 means no limit."""
        self._burst, self._per_second, self._clock = burst, per_second, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, address: str) -> bool:
        """Return whether `address` may send a request now, and count it if so."""
        if self._burst <= 0:
            return True
        left = self._count_left(address)
        if left < 1:
            return False
        self._set_left(address, left - 1)
        return True

    def is_allowed(self, address: str) -> bool:
        """Return whether `address` may send a request now, without counting one."""
        return self._burst <= 0 or self._count_left(address) >= 1

    def _count_left(self, address: str) -> float:
        """Return how many requests `address` has left."""
        key = _shorten_address(address)
        left, since = self._buckets.get(key, (float(self._burst), self._clock()))
        return min(float(self._burst), left + (self._clock() - since) * self._per_second)

    def _set_left(self, address: str, left: float) -> None:
        """Store how many requests `address` has left now; the oldest address may be forgotten."""
        key = _shorten_address(address)
        self._buckets[key] = (left, self._clock())
        self._buckets.move_to_end(key)
        while len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)


def _shorten_address(address: str) -> str:
    """Return the part of `address` that a visitor can't change: for IPv6 only the network."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address[:100]
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is None:
        return str(ipaddress.ip_network((parsed, _IPV6_NETWORK), strict=False).network_address)
    return str(parsed)
