"""A cache with a largest number of entries."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(dict[K, V]):
    """A dictionary that remembers up to `most` answers; then it begins anew."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        """Keep `value` under `key`.

        If the cache is full and `key` is new, everything else is dropped first.
        """
        if len(self) >= self._most and key not in self:
            self.clear()
        super().__setitem__(key, value)
