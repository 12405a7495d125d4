"""Pure functions that lead a faction back from today's state to that of another day.

They make datasheets, prices, detachments and enhancements. What the history does not know of a day
is left as it is today, and named as unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

import msgspec

from listbuilder.games.wh40k.faction import Detachment, Enhancement, ParentDetachment
from listbuilder.games.wh40k.history_records import (
    Brackets,
    PastDatasheet,
    PastDetachment,
    PastEnhancement,
    SheetChange,
    SheetState,
)
from listbuilder.games.wh40k.price import CONDITIONAL, IN_DETACHMENT, IN_SOME_ARMIES
from listbuilder.games.wh40k.sizes import list_legal_totals
from listbuilder.history.state_on_date import (
    collect_past_values,
    find_state_on,
    yield_changes_since,
)
from listbuilder.matching.requirements import Requires
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet, Price, When
from listbuilder.model.wargear import get_item_name
from listbuilder.model.windows import (
    GRACE,
    get_points_on,
    has_come_and_gone,
    was_in_force,
)

COMPOSITION = ("models", "compositions", "size", "composition_rules")
WARGEAR = ("default_wargear", "options", *COMPOSITION)
LEADS = ("leads", "leads_keywords", "leads_if")
LEADER = "Leader"  # the core ability
ALL_KEYS = frozenset(SheetState.__struct_fields__)
_BARE_ENHANCEMENT = Enhancement(id="", name="", points=0)  # what a key is that isn't there
_FIELDS = {field.name: field for field in msgspec.structs.fields(Datasheet)}


class DaySheet(NamedTuple):
    """A datasheet as it was on a date.

    The values of the keys in `unknown` are not known for that date; they are of another date,
    usually today.
    """

    sheet: Datasheet
    unknown: frozenset[str]


class DayDetachments(NamedTuple):
    """The detachments as they were on a date.

    `unknown` holds ids of detachments of which only the name and the enhancements are known for
    that date.
    """

    detachments: tuple[Detachment, ...]
    unknown: frozenset[str]


# --- datasheets ---


def build_datasheet_on_date(
    today: Datasheet | None, past: PastDatasheet | None, day: str, as_printed: bool = False
) -> DaySheet:
    """Return the datasheet as it was on `day`, with the keys whose values then are unknown.

    `today` is today's datasheet, None if it no longer exists; `past` is its history, None if there
    is none. One of the two must be given. Without a history, today's datasheet is returned and all
    keys are unknown. A past state that can't be right, such as a leader who leads nothing, is
    replaced by the last state. `as_printed`: no price has changed since `day` in the book that
    `today` is from, so prices that only some armies pay count as known.
    """
    if past is None:
        assert today is not None
        return DaySheet(today, ALL_KEYS)
    if today is not None:
        today, past = start_from_next_price_list(today, past, day)
    last, unknown = today, set[str]()
    if last is None:
        last, unknown = build_last_state(past), set(past.unread)
    values = _collect_past_values(past.changes, day, unknown)
    points = _collect_prices_on(last, past, day)
    sheet = msgspec.structs.replace(
        last, **values, points=last.points if points is None else points
    )
    for keys, believed in BELIEVED.items():
        if any(key in values for key in keys) and not believed(sheet):
            kept = {key: getattr(last, key) for key in keys}
            with_last_state = msgspec.structs.replace(sheet, **kept)
            if keys == COMPOSITION and _count_unpaid_sizes(sheet) < _count_unpaid_sizes(
                with_last_state
            ):
                continue  # the last state fits the prices of the day even less
            sheet = with_last_state
            unknown |= kept.keys()
    half_read = today is None and not _has_credible_wargear(sheet)
    has_past_wargear = today is None or any(key in values for key in WARGEAR)
    if half_read or (has_past_wargear and _has_unknown_references(sheet)):
        sheet = msgspec.structs.replace(sheet, options_incomplete=True)
        unknown |= {"default_wargear", "options"}
    elif today is not None and _has_untraced_wargear(sheet, past, day):
        unknown |= {"default_wargear", "options"}  # it was had by an option that no source tells
    if today is None and not _is_composition_credible(sheet):
        unknown |= set(COMPOSITION)
    priced = _fit_single_price(_apply_prices(sheet, today, past, day, unknown))
    return DaySheet(priced, frozenset(unknown - IN_SOME_ARMIES if as_printed else unknown))


def build_last_state(past: PastDatasheet) -> Datasheet:
    """Return a datasheet that no longer exists, as it was on its last day."""
    assert past.sheet is not None, f"{past.id}: neither in today's data nor with a last state"
    stated = {
        "keywords": (),
        "faction_keywords": (),
        **_replace_nulls(past.sheet.get_stated_values()),
    }
    return Datasheet(id=past.id, name=past.name, **({"legends": past.legends} | stated))


def _collect_past_values(
    changes: Iterable[SheetChange], day: str, unknown: set[str]
) -> dict[str, Any]:
    """Return the keys of the datasheet that had other values on `day`, with those values.

    If several changes since `day` concern a key, the oldest counts. Changes `unknown`: keys whose
    value on `day` is found are taken out; keys that were different in an unknown way are added.
    """
    values: dict[str, Any] = {}
    for change in yield_changes_since(changes, day):
        stated = _replace_nulls(change.was.get_stated_values())
        values |= stated
        unknown.difference_update(stated)
        unknown.update(change.unread)
    return values


def _replace_nulls(stated: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values with each None replaced by the datasheet's default for the key.

    None means that the datasheet did not have the key.
    """
    return {
        key: _get_default_value(key) if value is None else value for key, value in stated.items()
    }


def _get_default_value(key: str) -> Any:
    """Return the value that a datasheet has for a key that is left out."""
    field = _FIELDS[key]
    return field.default if field.default is not msgspec.NODEFAULT else field.default_factory()


def _is_composition_credible(sheet: Datasheet) -> bool:
    """Return whether the composition of the datasheet can be right.

    It can't if a kind of model stands twice in one composition, or a price is for a size that no
    unit has. A single price for another size is accepted: the source may have counted other models.
    """
    unpaid = _count_unpaid_sizes(sheet)
    return not unpaid or (len(_index_plain_prices(sheet)) == 1 and unpaid == 1)


def _index_plain_prices(sheet: Datasheet) -> dict[int, Price]:
    """Return the prices that hold for every army and every mix, by number of models."""
    return {
        row.models: row
        for row in sheet.points
        if row.models is not None and row.when is None and not row.of
    }


def _count_unpaid_sizes(sheet: Datasheet) -> float:
    """Return how many prices are for a size that no unit can have.

    Infinity if the composition allows no unit at all, or has the same kind of model twice.
    """
    for lines in sheet.alternatives:
        names = [fold(line.name) for line in lines]
        if not lines or len(set(names)) != len(names):
            return inf
    totals = list_legal_totals(sheet)
    brackets = sorted(_index_plain_prices(sheet))
    paid = {next((most for most in brackets if total <= most), None) for total in totals}
    return sum(most not in paid for most in brackets) if totals else inf


def _has_credible_leads(sheet: Datasheet) -> bool:
    """Return whether the datasheet has no Leader ability, or names units that it can lead.

    The state of a leader who leads nothing is not believed.
    """
    return LEADER not in sheet.core_abilities or any(getattr(sheet, key) for key in LEADS)


def _has_credible_wargear(sheet: Datasheet) -> bool:
    """Return whether every kind of model of the datasheet has default wargear.

    A past state with models that carry nothing is not believed: of 1,200 datasheets of today, only
    one has such models, and it is marked as incomplete.
    """
    armed = {fold(row.model) for row in sheet.default_wargear}
    return bool(armed) and (
        "*" in armed or armed >= {fold(name) for name in sheet.model_names.values()}
    )


# Keys of a past state that hang together, and whether they can be as the source had them. If not,
# the last state's count.
BELIEVED: dict[tuple[str, ...], Callable[[Datasheet], bool]] = {
    COMPOSITION: _is_composition_credible,
    LEADS: _has_credible_leads,
    ("default_wargear",): _has_credible_wargear,
}


def _has_unknown_references(sheet: Datasheet) -> bool:
    """Return whether wargear options name models or items that the datasheet does not have.

    If so, the source of the datasheet was not read completely.
    """
    from listbuilder.games.wh40k.check_data import yield_items_required, yield_possible_items

    models = {*sheet.model_names, "*", "rest", "this", "unit"}
    named: list[str | None] = [row.model for row in sheet.default_wargear]
    for option in sheet.options:
        if option.models:
            named += (option.models.which, option.models.per_model)
    if any(name and fold(name) not in models for name in named):
        return True
    had = {fold(get_item_name(item)) for item in yield_possible_items(sheet)}
    for option in sheet.options:
        if option.unparsed:
            continue
        if any(fold(item) not in had for item, _ in yield_items_required(option)):
            return True
    return False


def _has_untraced_wargear(sheet: Datasheet, past: PastDatasheet, day: str) -> bool:
    """Return whether the unit had wargear on `day` that this datasheet gives to no model.

    Items that were only renamed don't count.
    """
    items_then = [
        gone_item
        for gone_item in past.items_gone
        if not gone_item.renamed_to and was_in_force(gone_item, day, grace=0)
    ]
    if not items_then:
        return False
    from listbuilder.games.wh40k.check_data import yield_possible_items

    had = {fold(get_item_name(item)) for item in yield_possible_items(sheet)}
    return any(fold(gone_item.name) not in had for gone_item in items_then)


# --- prices ---


def start_from_next_price_list(
    today: Datasheet, past: PastDatasheet, day: str
) -> tuple[Datasheet, PastDatasheet]:
    """Return datasheet and history as of the next price list kept whole, from `day` on.

    A history keeps some price lists whole, with all their rows; the one in force on `day` counts
    too. The datasheet gets the prices of that list, and later prices are dropped from the history.
    Both are returned unchanged if no list from `day` on was kept whole.
    """
    now = find_state_on(past.prices, day)
    for place, state in enumerate(past.prices):
        if state.whole is not None and (now is None or state.from_ >= now.from_):
            then = msgspec.structs.replace(today, points=state.whole)
            return then, _keep_prices_until(
                past, past.prices[: place + 1], past.prices[place + 1 :]
            )
    return today, past


def _keep_prices_until(
    past: PastDatasheet, prices: tuple[Brackets, ...], later: tuple[Brackets, ...]
) -> PastDatasheet:
    """Return the history with only `prices`, and with ally prices from before `later` began."""
    ally = past.as_ally
    if ally is not None and later:
        first = min(state.from_ for state in later)
        ally = msgspec.structs.replace(
            ally, prices=tuple(state for state in ally.prices if state.from_ < first)
        )
    return msgspec.structs.replace(past, prices=prices, as_ally=ally)


def _has_newest_prices(past: PastDatasheet, now: Brackets, day: str) -> bool:
    """Return whether the prices of `day`, also those as an ally, are still the newest.

    `now` are the prices of `day`.
    """
    ally = past.as_ally.prices if past.as_ally else ()
    return now is past.prices[-1] and (not ally or find_state_on(ally, day) is ally[-1])


def _collect_prices_on(last: Datasheet, past: PastDatasheet, day: str) -> tuple[Price, ...] | None:
    """Return the price list of the datasheet on `day`, or None if the history knows none.

    A row of `last` with a condition, or for wargear or a kind of model, is added if the history
    never records rows like it.
    """
    now = find_state_on(past.prices, day)
    if now is None:
        return None
    ally = past.as_ally and find_state_on(past.as_ally.prices, day)
    rows = list(now.list_prices())
    if ally and past.as_ally:
        rows += ally.list_prices(past.as_ally.keyword)
    for row in last.points:
        if (row.models is None or row.when) and not _is_row_recorded(row, past):
            rows.append(row)
    return tuple(rows)


def _is_row_recorded(row: Price, past: PastDatasheet) -> bool:
    """Return whether the history records prices of the same sort as `row`.

    If it does and has no such price for a date, the datasheet had none on that date.
    """
    when = row.when or When()
    if when.army == "ally":
        return past.as_ally is not None
    others = when.detachment or when.army_faction
    if row.of or row.models is None:
        return not others and any(
            state.add or state.add_model or state.rows for state in past.prices
        )
    return (
        not others
        and when.copy_from is not None
        and any(state.repeat or state.rows for state in past.prices)
    )


def _apply_prices(
    sheet: Datasheet, today: Datasheet | None, past: PastDatasheet, day: str, unknown: set[str]
) -> Datasheet:
    """Return the datasheet with today's price list if the newest prices held on `day`.

    Otherwise `sheet` is returned as it is. Today's list has rows for mixes and conditions that a
    history lacks. Prices that are not known for `day` are added to `unknown`.
    """
    now = find_state_on(past.prices, day)
    if now is None:
        if sheet.points or past.prices:
            unknown.add("points")
        return sheet
    same = today is not None and all(
        getattr(sheet, key) == getattr(today, key) for key in COMPOSITION
    )
    if today is not None and same and _has_newest_prices(past, now, day):
        known = now.whole is not None and now.whole_on <= day
        if not known:
            unknown |= _list_unknown_conditions(
                row for row in today.points if not _is_row_recorded(row, past)
            )
        return msgspec.structs.replace(sheet, points=today.points)
    silent: list[Price] = []
    if today is not None:
        silent = [row for row in today.points if not _is_row_recorded(row, past)]
    for row in silent:
        is_for_some = row.when and not (row.when.army or row.when.detachment)
        if row.models is None or row.of or is_for_some:
            unknown.add("points")
    unknown |= _list_unknown_conditions(silent)
    return sheet


def _list_unknown_conditions(silent: Iterable[Price]) -> set[str]:
    """Return the keys of the conditional prices that are not known, given the rows `silent`.

    `silent` are today's rows of a sort that the history does not record; prices without a condition
    don't tell what these were. Empty if none of the rows has a condition.
    """
    conditions = [row.when for row in silent if row.when]
    if any(when.army or not when.detachment for when in conditions):
        return {CONDITIONAL}
    return {IN_DETACHMENT} if conditions else set()


def _fit_single_price(sheet: Datasheet) -> Datasheet:
    """Return the datasheet with its only price changed to cover its only size.

    Why: the source may have counted the models in another way. A datasheet with several prices or
    sizes is returned unchanged.
    """
    plain, totals = _index_plain_prices(sheet), list_legal_totals(sheet)
    if len(plain) != 1 or len(totals) != 1:
        return sheet
    ((models, price),), (total,) = plain.items(), totals
    wide = msgspec.structs.replace(price, models=max(models, total))
    return msgspec.structs.replace(
        sheet, points=tuple(wide if row is price else row for row in sheet.points)
    )


# --- detachments and enhancements ---


def build_enhancement_on_date(
    today: Enhancement | None, past: PastEnhancement, day: str
) -> Enhancement:
    """Return the enhancement as it was on `day`; `today` is None if it no longer exists."""
    last = today.requires if today is not None else past.requires
    stated = collect_past_values(past.changes, day)
    requires = stated.pop("requires") or Requires() if "requires" in stated else last
    values = {key: value for key, value in stated.items() if value is not None}
    for key in stated.keys() - values.keys():
        values[key] = getattr(_BARE_ENHANCEMENT, key)
    points = get_points_on(past.points, day)
    if today is None:
        newest = next(reversed(past.points.values()), 0)
        removed = Enhancement(
            id=past.id.rpartition("/")[2],
            name=past.name,
            points=(points if points is not None else newest) or 0,
            requires=requires or Requires(),
            bearer=past.bearer,
            bearer_unknown=requires is None,
        )
        return msgspec.structs.replace(removed, **values)
    in_force = today.points if points is None or max(past.points) <= day else points
    return msgspec.structs.replace(
        today, points=in_force, requires=requires or Requires(), **values
    )


def build_detachments_on_date(
    today: Sequence[Detachment],
    past: Sequence[PastDetachment],
    enhancements: Sequence[PastEnhancement],
    day: str,
    grace: int = GRACE,
) -> DayDetachments:
    """Return the detachments that existed on `day`, with their enhancements and costs of then.

    If none existed by its own record, those count that had an enhancement by then: a detachment
    came no later than its first enhancement. A detachment that no longer exists is listed in
    `unknown`, as only its name and enhancements are known. Dates may be off by `grace` days.
    """
    known = {record.id: record for record in past}
    found = {
        detachment.id: detachment
        for detachment in today
        if detachment.id not in known or was_in_force(known[detachment.id], day, grace)
    }
    unknown: set[str] = set()
    now: dict[str | None, Detachment] = {detachment.id: detachment for detachment in today}
    for old in past:
        if (
            old.id not in found
            and not old.of_parent
            and old.matched_play
            and has_come_and_gone(old, day, grace)
        ):
            bare = Detachment(id=old.id, name=old.name)
            successor = now.get(old.renamed_to, bare)
            found[old.id] = msgspec.structs.replace(successor, id=old.id, name=old.name)
            unknown.add(old.id)
    if not found:  # a detachment came no later than the first of its enhancements
        first = {
            enhancement.id.partition("/")[0]
            for enhancement in enhancements
            if enhancement.today and was_in_force(enhancement, day, grace)
        }
        found = {detachment.id: detachment for detachment in today if detachment.id in first}
    by_detachment = _group_enhancements_by_detachment(today, found, enhancements, day, grace)
    dated = tuple(
        msgspec.structs.replace(
            _apply_state_on(detachment, known.get(detachment.id), day),
            enhancements=tuple(by_detachment.get(detachment.id, ())),
        )
        for detachment in found.values()
    )
    return DayDetachments(dated, frozenset(unknown))


def _apply_state_on(detachment: Detachment, past: PastDetachment | None, day: str) -> Detachment:
    """Return the detachment with its cost, dispositions and unique tag of `day`.

    If these are not known, or `past` is None, the detachment is returned unchanged.
    """
    state = find_state_on(past.states, day) if past else None
    if state is None:
        return detachment
    return msgspec.structs.replace(
        detachment, dp=state.dp, dispositions=state.dispositions, unique=state.unique
    )


def list_parent_detachments_on(
    past: Iterable[PastDetachment], day: str
) -> tuple[ParentDetachment, ...]:
    """Return the parent's detachments that the faction could choose on `day`, with their cost.

    Detachments whose cost on `day` is unknown are left out.
    """
    choices: list[ParentDetachment] = []
    for detachment in past:
        if detachment.of_parent and was_in_force(detachment, day, grace=0):
            state = find_state_on(detachment.states, day)
            if state:
                choices.append(ParentDetachment(id=detachment.id, dp=state.dp))
    return tuple(choices)


def _group_enhancements_by_detachment(
    today: Sequence[Detachment],
    found: Mapping[str, Detachment],
    past: Sequence[PastEnhancement],
    day: str,
    grace: int,
) -> dict[str, list[Enhancement]]:
    """Return the enhancements that existed on `day`, by the id of their detachment.

    Those that still exist come first, then those removed since; each name is listed once in a
    detachment. `found` are the detachments of `day`.
    """
    records = {past_record.id: past_record for past_record in past}
    there: list[tuple[str, Enhancement]] = []
    for detachment in today:
        for enhancement in detachment.enhancements:
            record = records.get(f"{detachment.id}/{enhancement.id}")
            if record is None:
                there.append((detachment.id, enhancement))
            elif was_in_force(record, day, grace):
                dated = build_enhancement_on_date(enhancement, record, day)
                there.append((detachment.id, dated))
    named = {fold(home_detachment.name): home_detachment.id for home_detachment in found.values()}
    for record in past:
        if has_come_and_gone(record, day, grace):
            own_id = ""
            if record.detachment:
                own_id = named.get(fold(record.detachment), record.id.rpartition("/")[0])
            there.append((own_id, build_enhancement_on_date(None, record, day)))
    had: dict[str, list[Enhancement]] = {}
    for own_id, enhancement in sorted(there, key=lambda row: row[0] not in found):
        home = had.setdefault(_find_detachment_on_date(own_id, found), [])
        if all(fold(enhancement.name) != fold(listed.name) for listed in home):
            home.append(enhancement)
    return had


def _find_detachment_on_date(own: str, found: Mapping[str, Detachment]) -> str:
    """Return the id of the detachment that had an enhancement on the date.

    `own` is its detachment by the sources, `found` the detachments of the date. If `own` did not
    exist then and there was only one detachment, it is that one: for some old enhancements the
    sources give the detachment of today, or none.
    """
    if own not in found and len(found) == 1:
        return next(iter(found))
    return own
