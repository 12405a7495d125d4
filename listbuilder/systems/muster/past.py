"""A faction as it was on a day: datasheets, prices, detachments and enhancements, led back from today's.

Pure functions. What the history does not know of a day is left as it is today, and named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet, Price
from listbuilder.model.faction import Detachment, Enhancement, Requires
from listbuilder.model.past import GRACE, came_and_went, held, points_on, shifted
from listbuilder.systems.muster.past_model import (
    Brackets,
    PastDatasheet,
    PastDetachment,
    PastEnhancement,
    SheetChange,
    SheetState,
)
from listbuilder.systems.muster.sizes import legal_totals

COMPOSITION = ("models", "compositions", "size", "composition_rules")
WARGEAR = ("default_wargear", "options", *COMPOSITION)
LEADS = ("leads", "leads_keywords", "leads_if")
LEADER = "Leader"  # the core ability
ALL_KEYS = frozenset(SheetState.__struct_fields__)
_FIELDS = {field.name: field for field in msgspec.structs.fields(Datasheet)}


class DaySheet(NamedTuple):
    """A datasheet of a day. Of the keys in `unknown` it has another day's state, as a rule today's."""

    sheet: Datasheet
    unknown: frozenset[str]


class DayDetachments(NamedTuple):
    """The detachments of a day; of those in `unknown` (ids) only names and enhancements are known."""

    detachments: tuple[Detachment, ...]
    unknown: frozenset[str]


# --- datasheets -------------------------------------------------------------------------------------------------------


def datasheet_of_day(today: Datasheet | None, past: PastDatasheet | None, day: str) -> DaySheet:
    """Today's datasheet, or one that is gone, as it was that day. One of the two must be given."""
    if past is None:
        assert today is not None
        return DaySheet(today, ALL_KEYS)
    last, unknown = (today, set[str]()) if today is not None else (last_state(past), set(past.unread))
    values = _values(past.changes, day, unknown)
    points = _points(today, past, day, unknown)
    sheet = msgspec.structs.replace(last, **values, **({} if points is None else {"points": points}))
    for keys, believed in BELIEVED.items():
        if any(key in values for key in keys) and not believed(sheet):
            kept = {key: getattr(last, key) for key in keys}
            sheet = msgspec.structs.replace(sheet, **kept)
            unknown |= kept.keys()
    half_read = not _equipped(sheet) if today is None else False
    if half_read or ((today is None or any(key in values for key in WARGEAR)) and _loose_ends(sheet)):
        sheet = msgspec.structs.replace(sheet, options_incomplete=True)
        unknown |= {"default_wargear", "options"}
    if today is None and not _composed(sheet):
        unknown |= set(COMPOSITION)
    return DaySheet(_payable(sheet), frozenset(unknown))


def last_state(past: PastDatasheet) -> Datasheet:
    """The datasheet of one that is gone, as it was at the end."""
    assert past.sheet is not None, f"{past.id}: neither in today's data nor with a last state"
    said = {"keywords": (), "faction_keywords": (), **_without_nulls(past.sheet.said())}
    return Datasheet(id=past.id, name=past.name, **({"legends": past.legends} | said))


def _values(changes: Iterable[SheetChange], day: str, unknown: set[str]) -> dict[str, Any]:
    """What was otherwise that day. The oldest change that reaches the day says it."""
    values: dict[str, Any] = {}
    for change in changes:
        if day < change.until:
            said = _without_nulls(change.was.said())
            values |= said
            unknown.difference_update(said)
            unknown.update(change.unread)
    return values


def _without_nulls(said: Mapping[str, Any]) -> dict[str, Any]:
    """Null: the datasheet did not have the key."""
    return {key: _absent(key) if value is None else value for key, value in said.items()}


def _absent(key: str) -> Any:
    field = _FIELDS[key]
    return field.default if field.default is not msgspec.NODEFAULT else field.default_factory()


def _composed(sheet: Datasheet) -> bool:
    """Not believed where a model stands twice in one composition, or a price is for a size that no unit has."""
    for lines in sheet.alternatives:
        names = [fold(line.name) for line in lines]
        if not lines or len(set(names)) != len(names):
            return False
    totals = legal_totals(sheet)
    brackets = sorted({row.models for row in sheet.points if row.models is not None and row.when is None and not row.of})
    below = [0, *brackets]
    paid = all(any(least < total <= most for total in totals) for least, most in zip(below, brackets, strict=False))
    return bool(totals) and (paid or len(brackets) == 1)


def _leads(sheet: Datasheet) -> bool:
    """Not believed where a leader leads nothing."""
    return LEADER not in sheet.core_abilities or any(getattr(sheet, key) for key in LEADS)


def _equipped(sheet: Datasheet) -> bool:
    """Not believed where models that carried something carry nothing."""
    return bool(sheet.default_wargear)


# Keys of a past state that hang together, and whether they can be as the source had them. If not, the last state's count.
BELIEVED: dict[tuple[str, ...], Callable[[Datasheet], bool]] = {
    COMPOSITION: _composed,
    LEADS: _leads,
    ("default_wargear",): _equipped,
}


def _loose_ends(sheet: Datasheet) -> bool:
    """Wargear options that speak of models or items the datasheet does not have: it was not read whole."""
    from listbuilder.systems.muster.consistency import items_had, items_named

    models = {*sheet.model_names, "*", "rest", "this", "unit"}
    named = [row.model for row in sheet.default_wargear]
    named += [
        name for option in sheet.options if option.models for name in (option.models.which, option.models.per_model) if name
    ]
    if any(fold(name) not in models for name in named):
        return True
    had = {fold(item if isinstance(item, str) else item.item) for item in items_had(sheet)}
    return any(fold(item) not in had for option in sheet.options if not option.unparsed for item, _ in items_named(option))


# --- prices -----------------------------------------------------------------------------------------------------------


def brackets_on(prices: Sequence[Brackets], day: str) -> Brackets | None:
    """The prices of that day. A list a few days ahead of the first release has the prices of that release."""
    current = next((each for each in reversed(prices) if each.from_ <= day), None)
    if current is None and prices and prices[0].from_ <= shifted(day, GRACE):
        return prices[0]
    return current


def _points(today: Datasheet | None, past: PastDatasheet, day: str, unknown: set[str]) -> tuple[Price, ...] | None:
    """The price list of the day, or None where the last state's is right."""
    now = brackets_on(past.prices, day)
    if now is None:
        if today is None or today.points or past.prices:
            unknown.add("points")
        return None
    if today is not None and now is past.prices[-1]:
        return None
    rows = [Price(points=points, models=models) for models, points in sorted(now.points.items())]
    special = [row for row in (today.points if today else ()) if row.models is None or row.when]
    if special:
        unknown.add("points")
    return (*rows, *special)


def _payable(sheet: Datasheet) -> Datasheet:
    """The one price of a unit of one size, which the source may have counted in other models."""
    plain = [row for row in sheet.points if row.models is not None and row.when is None and not row.of]
    totals = legal_totals(sheet)
    if len(plain) != 1 or len(totals) != 1 or (plain[0].models or 0) >= totals[0]:
        return sheet
    wide = msgspec.structs.replace(plain[0], models=totals[0])
    return msgspec.structs.replace(sheet, points=tuple(wide if row is plain[0] else row for row in sheet.points))


# --- detachments and enhancements -------------------------------------------------------------------------------------


def enhancement_of_day(today: Enhancement | None, past: PastEnhancement, day: str) -> Enhancement:
    requires = today.requires if today is not None else past.requires
    for change in past.changes:
        if day < change.until:
            requires = change.was.requires
    points = points_on(past.points, day)
    if today is None:
        last = next(reversed(past.points.values()), 0)
        return Enhancement(
            id=past.id.rpartition("/")[2],
            name=past.name,
            points=(points if points is not None else last) or 0,
            requires=requires or Requires(),
            bearer=past.bearer,
            bearer_unknown=requires is None,
        )
    in_force = points if points is not None and points != next(reversed(past.points.values())) else today.points
    return msgspec.structs.replace(today, points=in_force, requires=requires or Requires())


def detachments_of_day(
    today: Sequence[Detachment], past: Sequence[PastDetachment], enhancements: Sequence[PastEnhancement], day: str
) -> DayDetachments:
    """The detachments that there were, with the enhancements that they had, at the prices of the day."""
    known = {each.id: each for each in past}
    now = {each.id: each for each in today}
    found: dict[str, Detachment] = {}
    unknown: set[str] = set()
    for each in today:
        if each.id not in known or held(known[each.id], day):
            found[each.id] = each
    for gone in past:
        if gone.matched_play and came_and_went(gone, day):
            successor = now.get(gone.renamed_to or "")
            bare = Detachment(id=gone.id, name=gone.name)
            found[gone.id] = msgspec.structs.replace(successor, id=gone.id, name=gone.name) if successor else bare
            unknown.add(gone.id)
    by_id = {each.id: each for each in enhancements}
    named = {fold(each.name): each.id for each in found.values()}
    result = []
    for detachment in found.values():
        kept = _kept(now.get(detachment.id), by_id, day)
        came = [each for each in enhancements if came_and_went(each, day) and _home(each, named) == detachment.id]
        result.append(
            msgspec.structs.replace(detachment, enhancements=(*kept, *(enhancement_of_day(None, each, day) for each in came)))
        )
    return DayDetachments(_with_homeless(result, enhancements, day), frozenset(unknown))


def _kept(today: Detachment | None, past: Mapping[str, PastEnhancement], day: str) -> list[Enhancement]:
    """Today's enhancements that there were already, as they were."""
    kept = []
    for each in today.enhancements if today else ():
        record = past.get(f"{today.id if today else ''}/{each.id}")
        if record is None:
            kept.append(each)
        elif held(record, day):
            kept.append(enhancement_of_day(each, record, day))
    return kept


def _home(past: PastEnhancement, named: Mapping[str, str]) -> str | None:
    """Id of its detachment: by the name the history gives, or by its own id."""
    return named.get(fold(past.detachment)) or past.id.rpartition("/")[0] if past.detachment else None


def _with_homeless(found: Iterable[Detachment], enhancements: Iterable[PastEnhancement], day: str) -> tuple[Detachment, ...]:
    """Enhancements of which no source names the detachment belong to those of which no source names enhancements."""
    homeless = [each for each in enhancements if each.detachment is None and came_and_went(each, day)]
    made = tuple(enhancement_of_day(None, each, day) for each in homeless)
    return tuple(msgspec.structs.replace(each, enhancements=made) if made and not each.enhancements else each for each in found)
