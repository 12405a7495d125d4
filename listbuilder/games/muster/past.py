"""A faction as it was on a day: datasheets, prices, detachments and enhancements, led back from today's.

Pure functions. What the history does not know of a day is left as it is today, and named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

import msgspec

from listbuilder.games.muster.faction import Detachment, Enhancement, ParentDetachment
from listbuilder.games.muster.past_model import (
    Brackets,
    DetachmentState,
    PastDatasheet,
    PastDetachment,
    PastEnhancement,
    SheetChange,
    SheetState,
)
from listbuilder.games.muster.price import CONDITIONAL, IN_DETACHMENT, IN_SOME_ARMIES
from listbuilder.games.muster.sizes import legal_totals
from listbuilder.games.shared.match import Requires
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet, Price, When
from listbuilder.model.past import GRACE, came_and_went, held, points_on, shifted
from listbuilder.model.wargear import item_name

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


def datasheet_of_day(today: Datasheet | None, past: PastDatasheet | None, day: str, as_printed: bool = False) -> DaySheet:
    """Today's datasheet, or one that is gone, as it was that day. One of the two must be given.

    `as_printed`: no price has changed since in the book that `today` is of.
    """
    if past is None:
        assert today is not None
        return DaySheet(today, ALL_KEYS)
    if today is not None:
        today, past = at_the_next_list(today, past, day)
    last, unknown = (today, set[str]()) if today is not None else (last_state(past), set(past.unread))
    values = _values(past.changes, day, unknown)
    points = _points(last, past, day)
    sheet = msgspec.structs.replace(last, **values, points=last.points if points is None else points)
    for keys, believed in BELIEVED.items():
        if any(key in values for key in keys) and not believed(sheet):
            kept = {key: getattr(last, key) for key in keys}
            other = msgspec.structs.replace(sheet, **kept)
            if keys == COMPOSITION and _unpaid(sheet) < _unpaid(other):
                continue  # the last state fits the prices of the day even less
            sheet = other
            unknown |= kept.keys()
    half_read = not _equipped(sheet) if today is None else False
    if half_read or ((today is None or any(key in values for key in WARGEAR)) and _loose_ends(sheet)):
        sheet = msgspec.structs.replace(sheet, options_incomplete=True)
        unknown |= {"default_wargear", "options"}
    elif today is not None and _had_more(sheet, past, day):
        unknown |= {"default_wargear", "options"}  # it was had by an option that no source tells
    if today is None and not _composed(sheet):
        unknown |= set(COMPOSITION)
    priced = _payable(_priced(sheet, today, past, day, unknown))
    return DaySheet(priced, frozenset(unknown - IN_SOME_ARMIES if as_printed else unknown))


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
    unpaid = _unpaid(sheet)
    return not unpaid or (len(_plain_prices(sheet)) == 1 and unpaid == 1)


def _plain_prices(sheet: Datasheet) -> dict[int, Price]:
    """Return its prices for a number of models, whatever army it is in and whichever models they are."""
    return {row.models: row for row in sheet.points if row.models is not None and row.when is None and not row.of}


def _unpaid(sheet: Datasheet) -> float:
    """Return how many of its prices are for a size that no unit has; more than any if there can be no unit."""
    for lines in sheet.alternatives:
        names = [fold(line.name) for line in lines]
        if not lines or len(set(names)) != len(names):
            return inf
    totals = legal_totals(sheet)
    brackets = sorted(_plain_prices(sheet))
    paid = {next((most for most in brackets if total <= most), None) for total in totals}
    return sum(most not in paid for most in brackets) if totals else inf


def _leads(sheet: Datasheet) -> bool:
    """Not believed where a leader leads nothing."""
    return LEADER not in sheet.core_abilities or any(getattr(sheet, key) for key in LEADS)


def _equipped(sheet: Datasheet) -> bool:
    """Not believed where models carry nothing: one sheet of 1,200 has such models today, and it is named as incomplete."""
    armed = {fold(row.model) for row in sheet.default_wargear}
    return bool(armed) and ("*" in armed or armed >= {fold(name) for name in sheet.model_names.values()})


# Keys of a past state that hang together, and whether they can be as the source had them. If not, the last state's count.
BELIEVED: dict[tuple[str, ...], Callable[[Datasheet], bool]] = {
    COMPOSITION: _composed,
    LEADS: _leads,
    ("default_wargear",): _equipped,
}


def _loose_ends(sheet: Datasheet) -> bool:
    """Wargear options that speak of models or items the datasheet does not have: it was not read whole."""
    from listbuilder.games.muster.consistency import items_had, items_named

    models = {*sheet.model_names, "*", "rest", "this", "unit"}
    named = [row.model for row in sheet.default_wargear]
    named += [
        name for option in sheet.options if option.models for name in (option.models.which, option.models.per_model) if name
    ]
    if any(fold(name) not in models for name in named):
        return True
    had = {fold(item if isinstance(item, str) else item.item) for item in items_had(sheet)}
    return any(fold(item) not in had for option in sheet.options if not option.unparsed for item, _ in items_named(option))


def _had_more(sheet: Datasheet, past: PastDatasheet, day: str) -> bool:
    """Whether it had wargear that day which nothing of the sheet gives, under no newer name either."""
    then = [each for each in past.items_gone if not each.renamed_to and held(each, day, grace=0)]
    if not then:
        return False
    from listbuilder.games.muster.consistency import items_had

    had = {fold(item_name(item)) for item in items_had(sheet)}
    return any(fold(each.name) not in had for each in then)


# --- prices -----------------------------------------------------------------------------------------------------------


def brackets_on(prices: Sequence[Brackets], day: str) -> Brackets | None:
    """The prices of that day. A list a few days ahead of the first release has the prices of that release."""
    current = next((each for each in reversed(prices) if each.from_ <= day), None)
    if current is None and prices and prices[0].from_ <= shifted(day, GRACE):
        return prices[0]
    return current


def at_the_next_list(today: Datasheet, past: PastDatasheet, day: str) -> tuple[Datasheet, PastDatasheet]:
    """Both as they were when a whole price list was last kept after that day: the day is led back from that one."""
    now = brackets_on(past.prices, day)
    for place, state in enumerate(past.prices):
        if state.whole is not None and (now is None or state.from_ >= now.from_):
            then = msgspec.structs.replace(today, points=state.whole)
            return then, _until(past, past.prices[: place + 1], past.prices[place + 1 :])
    return today, past


def _until(past: PastDatasheet, prices: tuple[Brackets, ...], later: tuple[Brackets, ...]) -> PastDatasheet:
    ally = past.as_ally
    if ally is not None and later:
        first = min(each.from_ for each in later)
        ally = msgspec.structs.replace(ally, prices=tuple(each for each in ally.prices if each.from_ < first))
    return msgspec.structs.replace(past, prices=prices, as_ally=ally)


def _is_newest(past: PastDatasheet, now: Brackets, day: str) -> bool:
    """Whether all prices of that day are the newest, those as an ally too."""
    ally = past.as_ally.prices if past.as_ally else ()
    return now is past.prices[-1] and (not ally or brackets_on(ally, day) is ally[-1])


def _points(last: Datasheet, past: PastDatasheet, day: str) -> tuple[Price, ...] | None:
    """The brackets of the day, with what the last state adds to them. None where the history knows none."""
    now = brackets_on(past.prices, day)
    if now is None:
        return None
    ally = past.as_ally and brackets_on(past.as_ally.prices, day)
    rows = [*now.price_list(), *(ally.price_list(past.as_ally.keyword) if ally and past.as_ally else ())]
    return (*rows, *(row for row in last.points if (row.models is None or row.when) and not _spoken_of(row, past)))


def _spoken_of(row: Price, past: PastDatasheet) -> bool:
    """Whether the history says what became of such a row: then a day on which it does not have one had none."""
    when = row.when or When()
    if when.army == "ally":
        return past.as_ally is not None
    others = when.detachment or when.army_faction
    if row.of or row.models is None:
        return not others and any(each.add or each.add_model or each.rows for each in past.prices)
    return not others and when.copy_from is not None and any(each.repeat or each.rows for each in past.prices)


def _priced(sheet: Datasheet, today: Datasheet | None, past: PastDatasheet, day: str, unknown: set[str]) -> Datasheet:
    """With today's own price list while the newest prices are in force: it knows mixes and conditions."""
    now = brackets_on(past.prices, day)
    if now is None:
        if sheet.points or past.prices:
            unknown.add("points")
        return sheet
    same = today is not None and all(getattr(sheet, key) == getattr(today, key) for key in COMPOSITION)
    if today is not None and same and _is_newest(past, now, day):
        known = now.whole is not None and now.whole_on <= day
        if not known:
            unknown |= _in_some_armies(row for row in today.points if not _spoken_of(row, past))
        return msgspec.structs.replace(sheet, points=today.points)
    silent = [row for row in (today.points if today is not None else ()) if not _spoken_of(row, past)]
    if any(row.models is None or row.of or (row.when and not (row.when.army or row.when.detachment)) for row in silent):
        unknown.add("points")
    unknown |= _in_some_armies(silent)
    return sheet


def _in_some_armies(silent: Iterable[Price]) -> set[str]:
    """Return what isn't known of a day when the history doesn't speak of these rows, which a plain price doesn't tell."""
    conditions = [row.when for row in silent if row.when]
    if any(when.army or not when.detachment for when in conditions):
        return {CONDITIONAL}
    return {IN_DETACHMENT} if conditions else set()


def _payable(sheet: Datasheet) -> Datasheet:
    """The one price of a unit of one size, which the source may have counted in other models."""
    plain, totals = _plain_prices(sheet), legal_totals(sheet)
    if len(plain) != 1 or len(totals) != 1:
        return sheet
    ((models, price),), (total,) = plain.items(), totals
    wide = msgspec.structs.replace(price, models=max(models, total))
    return msgspec.structs.replace(sheet, points=tuple(wide if row is price else row for row in sheet.points))


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
    in_force = today.points if points is None or max(past.points) <= day else points
    return msgspec.structs.replace(today, points=in_force, requires=requires or Requires())


def detachments_of_day(
    today: Sequence[Detachment],
    past: Sequence[PastDetachment],
    enhancements: Sequence[PastEnhancement],
    day: str,
    grace: int = GRACE,
) -> DayDetachments:
    """The detachments that there were, with the enhancements that they had, at the prices of the day."""
    known = {each.id: each for each in past}
    found = {each.id: each for each in today if each.id not in known or held(known[each.id], day, grace)}
    unknown: set[str] = set()
    now: dict[str | None, Detachment] = {each.id: each for each in today}
    for old in past:
        if old.id not in found and not old.of_parent and old.matched_play and came_and_went(old, day, grace):
            bare = Detachment(id=old.id, name=old.name)
            successor = now.get(old.renamed_to, bare)
            found[old.id] = msgspec.structs.replace(successor, id=old.id, name=old.name)
            unknown.add(old.id)
    if not found:  # a detachment came no later than the first of its enhancements
        first = {each.id.partition("/")[0] for each in enhancements if each.today and held(each, day, grace)}
        found = {each.id: each for each in today if each.id in first}
    had = _enhancements_by_home(today, found, enhancements, day, grace)
    made = tuple(
        msgspec.structs.replace(_bought_on(each, known.get(each.id), day), enhancements=tuple(had.get(each.id, ())))
        for each in found.values()
    )
    return DayDetachments(made, frozenset(unknown))


def state_on(past: PastDetachment, day: str) -> DetachmentState | None:
    """What the detachment was bought for that day. A list a few days ahead of the first release has what that says."""
    first = past.states[:1] if past.states and past.states[0].from_ <= shifted(day, GRACE) else ()
    return next((each for each in reversed(past.states) if each.from_ <= day), *first or (None,))


def _bought_on(detachment: Detachment, past: PastDetachment | None, day: str) -> Detachment:
    state = state_on(past, day) if past else None
    if state is None:
        return detachment
    return msgspec.structs.replace(detachment, dp=state.dp, dispositions=state.dispositions, unique=state.unique)


def parent_detachments_of_day(past: Iterable[PastDetachment], day: str) -> tuple[ParentDetachment, ...]:
    """Those of the parent that the faction could choose, at the price they had for it."""
    there = [(each.id, state_on(each, day)) for each in past if each.of_parent and held(each, day, grace=0)]
    return tuple(ParentDetachment(id=each, dp=state.dp) for each, state in there if state)


def _enhancements_by_home(
    today: Sequence[Detachment], found: Mapping[str, Detachment], past: Sequence[PastEnhancement], day: str, grace: int
) -> dict[str, list[Enhancement]]:
    """By detachment: today's that there were already, then those that are gone, each name once."""
    records = {each.id: each for each in past}
    there: list[tuple[str, Enhancement]] = []
    for detachment in today:
        for each in detachment.enhancements:
            record = records.get(f"{detachment.id}/{each.id}")
            if record is None or held(record, day, grace):
                there.append((detachment.id, enhancement_of_day(each, record, day) if record else each))
    named = {fold(each.name): each.id for each in found.values()}
    for record in past:
        if came_and_went(record, day, grace):
            own = named.get(fold(record.detachment), record.id.rpartition("/")[0]) if record.detachment else ""
            there.append((own, enhancement_of_day(None, record, day)))
    had: dict[str, list[Enhancement]] = {}
    for own, each in sorted(there, key=lambda row: row[0] not in found):
        home = had.setdefault(_home_of_day(own, found), [])
        if all(fold(each.name) != fold(other.name) for other in home):
            home.append(each)
    return had


def _home_of_day(own: str, found: Mapping[str, Detachment]) -> str:
    """The sources know some enhancements of an index by the detachment that has them today, or by none.

    A faction with one detachment had them there.
    """
    return next(iter(found)) if own not in found and len(found) == 1 else own
