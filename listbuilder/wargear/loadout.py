"""The loadout that is asked about, the verdict on it, and what models carry by default.

A loadout is groups of models and what they carry.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from listbuilder.model.army import Group as Group
from listbuilder.model.base import fold
from listbuilder.model.cache import Memo
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.wargear import DefaultWargear, get_item_count, get_item_name

_KEPT = "dealt defaults"  # no name of a field
_MOST_KEPT = 64  # sizes of one datasheet

Reason = Literal[
    "unknown_item",  # no model of the datasheet ever carries it; `nearest` may name what was meant
    "wrong_model",  # another kind of model of the datasheet may carry it, this one may not
    "too_many",
    "too_few",
    "not_together",  # each is allowed, but not together
    # every model takes the option or none does: `allowed_min` or `allowed_max`, nothing between
    "all_or_none",
    "team",  # the alternatives of the option are handed out together, one each
    "required",  # an option that must be taken is not
    "unit_size",  # the option that gives it exists only at another unit size
]


class Violation(msgspec.Struct, frozen=True, kw_only=True):
    """One cause for which the loadout is not legal.

    `given` counts `items` (nearly always one) over `groups`. With `rest` false, no legal loadout of
    these models carries fewer than `allowed_min` or more than `allowed_max`, whatever else it
    carries. With `rest` true, the counts from `allowed_min` to `allowed_max` are the nearest ones
    that fit everything else as it is given (where more than one thing is wrong: as it is in a legal
    loadout close to the one given).
    """

    groups: tuple[int, ...]
    model: str
    items: tuple[str, ...]
    given: int
    allowed_min: int
    allowed_max: int
    reason: Reason
    rest: bool = False
    option: int | None = None
    nearest: str | None = None
    args: dict[str, int | str] = {}

    @property
    def group(self) -> int:
        """The place of the first group that the violation is about."""
        return self.groups[0]

    @property
    def item(self) -> str:
        """The first item that the violation is about."""
        return self.items[0]


class Verdict(msgspec.Struct, frozen=True):
    """The answer on a loadout: `not_checked` carries the reason, `illegal` the violations."""

    status: Literal["legal", "illegal", "not_checked"]
    reason: str | None = None
    violations: tuple[Violation, ...] = ()

    @property
    def legal(self) -> bool:
        """True if the loadout is legal."""
        return self.status == "legal"


LEGAL = Verdict("legal")

Bag = tuple[tuple[str, int], ...]  # folded item, count; sorted


def make_bag(rows: Iterable[DefaultWargear]) -> Bag:
    """Return the items of all `rows` with their counts, folded and sorted."""
    items: dict[str, int] = {}
    for row in rows:
        for item in row.items:
            name = fold(get_item_name(item))
            items[name] = items.get(name, 0) + get_item_count(item)
    return tuple(sorted(items.items()))


class Starts(msgspec.Struct, frozen=True):
    """The rows of default wargear that speak of one kind of model, sorted by what they do."""

    counted: tuple[DefaultWargear, ...]
    others: DefaultWargear | None
    added: tuple[DefaultWargear, ...]

    def make_bag(self, row: DefaultWargear | None) -> Bag:
        """Return what a model starts with if `row` covers it, with the items other rows add.

        `row` None: no row covers the model, so it has the added items alone.
        """
        return make_bag((*((row,) if row else ()), *self.added))


def sort_default_rows(sheet: Datasheet, model: str, size: int | None) -> Starts:
    """Return the rows of default wargear for `model`, as counted, other and adding rows.

    `model` is folded. Only rows for a unit of `size` models are taken; `size` None: all rows. A row
    that names the model comes before one for `rest`, and that before one for `*`. Models that no
    counted row covers get the first row without a count.
    """
    named, rest, star = [], [], []
    for row in sheet.default_wargear:
        sizes = row.unit_size
        if size is not None and sizes and not (sizes.min or 0) <= size <= (sizes.max or size):
            continue
        name = fold(row.model)
        if name == model:
            named.append(row)
        elif name == "rest":
            rest.append(row)
        elif name == "*":
            star.append(row)
    rows = (*named, *rest, *star)
    plain = [row for row in rows if row.count is None and not row.adds]
    return Starts(
        counted=tuple(row for row in rows if row.count is not None and not row.adds),
        others=plain[0] if plain else None,
        added=tuple(row for row in rows if row.adds),
    )


def deal_default_bags(sheet: Datasheet, model: str, count: int, size: int) -> list[tuple[Bag, int]]:
    """Return what `count` models of one kind carry by default: (items, number of models).

    `size` is the number of models in the whole unit.
    """
    rows = sort_default_rows(sheet, model, size)
    dealt: list[tuple[Bag, int]] = []
    left = count
    for row in rows.counted:
        assert row.count is not None
        dealt_count = min(left, row.count * (size // row.per if row.per else 1))
        if dealt_count:
            dealt.append((rows.make_bag(row), dealt_count))
            left -= dealt_count
    if left:
        dealt.append((rows.make_bag(rows.others), left))
    return dealt


def get_default_wargear(sheet: Datasheet, groups: Iterable[Group]) -> list[dict[str, int]]:
    """Return the default items of each group with their counts, worked out once and copied.

    Items are named as in the data. If models of a kind start with different items, these are dealt
    to the groups in their order.
    """
    key = tuple([(group.model, group.count) for group in groups])
    known: Memo[tuple[tuple[str, int], ...], list[dict[str, int]]] = sheet.__dict__.setdefault(
        _KEPT, Memo(_MOST_KEPT)
    )
    if key not in known:
        known[key] = _deal_default_wargear(sheet, key)
    return [dict(items) for items in known[key]]


def _deal_default_wargear(
    sheet: Datasheet, groups: tuple[tuple[str, int], ...]
) -> list[dict[str, int]]:
    """Return the default items of each group, a pair of model and count, worked out anew.

    Items are named as in the data. A group of an unknown model gets none.
    """
    spelled = {
        fold(get_item_name(i)): get_item_name(i)
        for row in reversed(sheet.default_wargear)
        for i in row.items
    }
    size = sum(count for _, count in groups)
    counts: dict[str, int] = {}
    for name, count in groups:
        counts[fold(name)] = counts.get(fold(name), 0) + count
    piles = {
        model: deal_default_bags(sheet, model, n, size)
        for model, n in counts.items()
        if model in sheet.model_names
    }
    result: list[dict[str, int]] = []
    for name, left in groups:
        items: dict[str, int] = {}
        pile = piles.get(fold(name), [])
        while left > 0 and pile:
            bag, available = pile[0]
            dealt = min(left, available)
            left -= dealt
            pile[:1] = [(bag, available - dealt)] if available > dealt else []
            for item, count in bag:
                items[spelled[item]] = items.get(spelled[item], 0) + count * dealt
        result.append(items)
    return result
