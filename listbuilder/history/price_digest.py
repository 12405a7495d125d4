"""A digest of all prices of a game, which identifies a release.

Why: two points documents may have the same title. It is computed from today's books, not from their
histories, and only from prices: names, profiles and the order of things don't matter.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping

_PRICES = ("points", "dp", "unit_price_changes")
_LENGTH = 12  # hex digits: enough to tell the releases of one game apart


def compute_price_digest(books: Mapping[str, object]) -> str:
    """Return the digest of every price in `books`, the data of a game's files by their stem."""
    prices: list[str] = []
    for book, data in books.items():
        for ids, key, value in _yield_prices(data, (book,)):
            price = json.dumps([*ids, key, _sort_rows(value)], sort_keys=True, ensure_ascii=False)
            prices.append(price)
    return hashlib.sha256("\n".join(sorted(prices)).encode()).hexdigest()[:_LENGTH]


def _yield_prices(
    value: object, ids: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], str, object]]:
    """Yield (ids, key, price) for every price below `value`.

    `ids` are those of what the price belongs to, the book's first.
    """
    if isinstance(value, Mapping):
        if isinstance(value.get("id"), str):
            ids = (*ids, value["id"])
        for key, item in value.items():
            if key in _PRICES and item is not None:
                yield ids, str(key), item
            elif isinstance(item, (Mapping, list)):
                yield from _yield_prices(item, ids)
    elif isinstance(value, list):
        for item in value:
            yield from _yield_prices(item, ids)


def _sort_rows(value: object) -> object:
    """Return the rows of a price list in an order that doesn't depend on the file's."""
    if isinstance(value, list):
        return sorted(json.dumps(row, sort_keys=True, ensure_ascii=False) for row in value)
    return value
