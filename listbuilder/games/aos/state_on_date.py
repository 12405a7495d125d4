"""A faction as it was on a date: its warscrolls, prices and everything it can give an army.

Pure functions. What the history doesn't know of a date is left as it is today, and the result names
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

import msgspec

from listbuilder.games.aos.faction import (
    ArmyOfRenown,
    BattleFormation,
    Bearer,
    Enhancement,
    EnhancementTable,
    FactionTerrain,
    Lore,
    ManifestationLore,
    RegimentOfRenown,
)
from listbuilder.games.aos.history_records import (
    PastArmyOfRenown,
    PastEnhancement,
    PastExtra,
    PastProfile,
    PastRegimentOfRenown,
    PastWarscroll,
    WarscrollState,
)
from listbuilder.games.aos.warscroll import RegimentOption, RegimentProfile, Warscroll
from listbuilder.history.state_on_date import collect_past_values
from listbuilder.model.base import fold
from listbuilder.model.windows import (
    GRACE,
    DayPoints,
    get_points_on,
    has_come_and_gone,
    was_in_force,
)

HERO = "Hero"
ALL_KEYS = frozenset(WarscrollState.__struct_fields__)
IsHero = Callable[[str], bool]
"""A function that returns whether the unit of a name was a hero as of the date in question."""


class DayWarscroll(NamedTuple):
    """A warscroll as it was on a date.

    The keys in `unknown` have the state of another date, usually today's.
    """

    warscroll: Warscroll
    unknown: frozenset[str]


# --- warscrolls ---


def restore_warscroll(
    today: Warscroll | None, past: PastWarscroll | None, day: str, is_hero: IsHero
) -> DayWarscroll | None:
    """Return the warscroll as it was on `day`, with the keys that aren't known.

    None if no source has it. `today` is its state today, None if it is gone; for one that was
    renamed it can be the warscroll under its new name. `past` is its history; without a history, it
    is as today and all keys are unknown. `is_hero` tells by name which units were heroes on that
    date.
    """
    if past is None:
        return None if today is None else DayWarscroll(today, ALL_KEYS)
    base, unknown = _choose_starting_state(today, past, is_hero)
    if base is None:
        return None
    values = collect_past_values(past.changes, day)
    price_today = base.points if past.today or not past.prices else None
    price = find_price_on_date(past.prices, day, price_today)
    if price is None:
        unknown.add("points")
    keywords: tuple[str, ...] = values.get("keywords", base.keywords)
    if "regiment" in values:
        values["regiment"] = _restore_profile(base.regiment, values["regiment"], keywords, is_hero)
    points = base.points if price is None else price
    sheet = msgspec.structs.replace(base, **values, points=points)
    return DayWarscroll(sheet, frozenset(unknown))


def restore_keywords(
    today: Warscroll | None, past: PastWarscroll | None, day: str
) -> tuple[str, ...]:
    """Return the keywords that a unit had on `day`.

    Why: they tell whether it was a hero, and its regiment options needn't be worked out for this.
    `today` is its warscroll today, `past` its history; either can be None.
    """
    keywords: tuple[str, ...] = today.keywords if today else ()
    if past is not None and past.warscroll is not None:
        keywords = past.warscroll.get_stated_values().get("keywords", keywords)
    return collect_past_values(past.changes, day).get("keywords", keywords) if past else keywords


def was_reinforceable(today: Warscroll, past: PastWarscroll | None, day: str) -> bool:
    """Return whether the unit `today` could be reinforced on `day`.

    `past` is its history; it may not say everything.
    """
    values = collect_past_values(past.changes, day) if past else {}
    return bool(values.get("can_be_reinforced", today.can_be_reinforced))


def _choose_starting_state(
    today: Warscroll | None, past: PastWarscroll, is_hero: IsHero
) -> tuple[Warscroll | None, set[str]]:
    """Return the state from which the history leads back, and its unknown keys.

    For a warscroll that is gone, it is the last state in its history. Otherwise it is today's
    state; if that is today's state of a renamed warscroll, it gets the old id and name, and all
    keys are unknown. The state is None if neither is known.
    """
    if past.warscroll is not None and not past.today:
        values = past.warscroll.get_stated_values()
        profile = values.pop("regiment", None)
        regiment = RegimentProfile()
        if profile:
            regiment = _restore_profile(regiment, profile, values["keywords"], is_hero)
        return Warscroll(id=past.id, name=past.name, **values, regiment=regiment), set()
    if today is None:
        return None, set()
    if past.today:
        return today, set()
    return msgspec.structs.replace(today, id=past.id, name=past.name), set(ALL_KEYS)


def _restore_profile(
    today: RegimentProfile, past: PastProfile, keywords: Iterable[str], is_hero: IsHero
) -> RegimentProfile:
    """Return the regiment profile `today` with what the history `past` says changed.

    The history only tells whether a hero can lead, its options and how it joins. Everything else,
    such as whose companion a unit is, stays as it is today. `keywords` are those of the unit on the
    date. `is_hero` tells by name which units were heroes.
    """
    hero = HERO in keywords
    return msgspec.structs.replace(
        today,
        can_lead=past.can_lead if hero else RegimentProfile().can_lead,
        options=past.options if past.members is None else _make_options_by_name(past, is_hero),
        joins_as=past.joins_as,
    )


def _make_options_by_name(past: PastProfile, is_hero: IsHero) -> tuple[RegimentOption, ...]:
    """Return a regiment option for each unit that a hero could lead by name on the date.

    Units listed in `one_of_each` are limited to one, all others aren't limited. `is_hero` tells
    which of the names are heroes.
    """
    named = [(name, None) for name in past.members or ()] + [(name, 1) for name in past.one_of_each]
    return tuple(
        RegimentOption(units=(name,), hero=is_hero(name), max=limit) for name, limit in named
    )


def find_price_on_date(past: DayPoints, day: str, today: int | None) -> int | None:
    """Return the points on `day` by the prices `past`, or None if the history doesn't say.

    `today` is the price today; it is returned while the newest price in `past` is in force. A thing
    without any prices costs `today` if `today` is 0.
    """
    points = get_points_on(past, day)
    if points is None:
        return today if not past and not today else None
    newest = next(reversed(past.values()))
    return today if today is not None and points == newest else points


# --- formations, lores, terrain, enhancements and regiments of renown ---


Record = PastExtra | PastEnhancement
C = TypeVar("C", BattleFormation, Lore, ManifestationLore)
P = TypeVar("P", BattleFormation, Lore, ManifestationLore, Enhancement)


def _keep_things_of_date(
    today: Iterable[P], past: Mapping[str, Record], day: str, grace: int = GRACE
) -> list[P]:
    """Return today's things that were already there on `day`, at the prices of that date.

    `past` has their history records by id; a record can also be found by a name that no other
    record has. A thing without a record always was there, and keeps its price. `grace` is the
    number of days around a change that still count as the same date.
    """
    kept = []
    named = _index_unique_names(past.values())
    for thing in today:
        record = past.get(thing.id) or named.get(fold(thing.name))
        if record is None:
            kept.append(thing)
        elif was_in_force(record, day, grace):
            points = find_price_on_date(record.points, day, thing.points)
            if points is not None:
                thing = msgspec.structs.replace(thing, points=points)
            kept.append(thing)
    return kept


def _index_unique_names(past: Iterable[Record]) -> dict[str, Record]:
    """Return the records by folded name, leaving out every name that several records share.

    Why: the sources tell two seasons' versions of a choice apart by nothing but the name, so a
    shared name doesn't say which version is meant.
    """
    by_name: dict[str, Record] = {}
    repeated = set()
    for record in past:
        if by_name.setdefault(fold(record.name), record) is not record:
            repeated.add(fold(record.name))
    return {name: record for name, record in by_name.items() if name not in repeated}


def _get_points_or_zero(points: DayPoints, day: str) -> int:
    """Return the points on `day`, or 0 if the history has none."""
    return get_points_on(points, day) or 0


def restore_choices(
    model: type[C], today: Iterable[C], past: Sequence[PastExtra], day: str, grace: int = GRACE
) -> tuple[C, ...]:
    """Return the formations or lores that were available on `day`, at the prices of that date.

    `model` is the class of the choices, `today` are those of today, and `past` is their history.
    Choices since removed come last, as the history has them. `grace` is the number of days around a
    change that still count as the same date.
    """
    choices = _keep_things_of_date(today, {record.id: record for record in past}, day, grace)
    listed = [key for key in ("contents", "manifestations") if key in model.__struct_fields__]
    for record in past:
        if has_come_and_gone(record, day, grace):
            points = _get_points_or_zero(record.points, day)
            contents = {key: getattr(record, key) for key in listed}
            choices.append(model(id=record.id, name=record.name, points=points, **contents))
    return tuple(choices)


def restore_terrain(
    today: Sequence[FactionTerrain], past: Sequence[PastExtra], day: str
) -> tuple[FactionTerrain, ...]:
    """Return today's terrain at the prices of `day`.

    A terrain whose price on that date isn't known keeps today's price. Why all of today's terrain:
    no source tells since when a terrain was available, so its history has nothing but prices.
    """
    prices = {record.id: record.points for record in past}
    restored = []
    for terrain in today:
        points = get_points_on(prices.get(terrain.id, {}), day)
        if points is not None:
            terrain = msgspec.structs.replace(terrain, points=points)
        restored.append(terrain)
    return tuple(restored)


def restore_tables(
    today: Sequence[EnhancementTable], past: Sequence[PastEnhancement], day: str, grace: int = GRACE
) -> tuple[EnhancementTable, ...]:
    """Return the enhancement tables with the enhancements that they contained on `day`.

    A table of today is left out if none of its enhancements was there yet. A table that has since
    been removed is made again from the history.
    """
    by_table: dict[str, dict[str, PastEnhancement]] = {}
    for record in past:
        table, _, own = record.id.partition("/")
        by_table.setdefault(table, {})[own] = record
    result = []
    for current in today:
        records = by_table.pop(current.id, {})
        choices = (
            *_keep_things_of_date(current.choices, records, day, grace),
            *_list_removed_enhancements(records, day, grace),
        )
        if choices or not current.choices:
            result.append(msgspec.structs.replace(current, choices=choices))
    for table, records in by_table.items():
        choices = tuple(_list_removed_enhancements(records, day, grace))
        if choices:
            first = next(iter(records.values()))
            result.append(
                EnhancementTable(
                    id=table,
                    name=first.table,
                    applies_to=first.applies_to or Bearer(),
                    choices=choices,
                )
            )
    return tuple(result)


def _list_removed_enhancements(
    past: dict[str, PastEnhancement], day: str, grace: int = GRACE
) -> list[Enhancement]:
    """Return the enhancements of a table that were there on `day` and have since been removed.

    They have the prices of that date. `past` has the records of the table by enhancement id.
    """
    return [
        Enhancement(
            id=own, name=record.name, points=_get_points_or_zero(record.points, day), set=record.set
        )
        for own, record in past.items()
        if has_come_and_gone(record, day, grace)
    ]


def restore_army_of_renown(
    today: ArmyOfRenown, past: PastArmyOfRenown | None, day: str, grace: int = GRACE
) -> ArmyOfRenown | None:
    """Return the army of renown as on `day`, with the units, tables and lores of that date.

    None if it wasn't there on that date. Without a history (`past` is None) it is as today.
    """
    if past is None:
        return today
    if not was_in_force(past, day, grace):
        return None
    return msgspec.structs.replace(
        today,
        **collect_past_values(past.changes, day),
        enhancement_tables=restore_tables(today.enhancement_tables, past.enhancements, day, grace),
        spell_lores=restore_choices(Lore, today.spell_lores, past.spell_lores, day, grace),
        prayer_lores=restore_choices(Lore, today.prayer_lores, past.prayer_lores, day, grace),
        manifestation_lores=restore_choices(
            ManifestationLore, today.manifestation_lores, past.manifestation_lores, day, grace
        ),
    )


def restore_regiment_of_renown(
    today: RegimentOfRenown | None, past: PastRegimentOfRenown | None, day: str, grace: int = GRACE
) -> RegimentOfRenown | None:
    """Return the regiment of renown with its price and factions on `day`, or None.

    None if it wasn't there on that date. A regiment that is gone (`today` is None) is made from its
    history. Without a history (`past` is None) it is as today. If its price on that date isn't
    known, it has today's price.
    """
    if past is None:
        return today
    if today is None:
        if not has_come_and_gone(past, day, grace) or not past.units:
            return None
        today = RegimentOfRenown(
            id=past.id,
            name=past.name,
            points=_get_points_or_zero(past.prices, day),
            units=past.units,
            factions=past.factions,
        )
    points = None
    if today.points is not None and past.prices:
        points = find_price_on_date(past.prices, day, today.points)
    if points is None:
        points = today.points
    values = collect_past_values(past.changes, day)
    return msgspec.structs.replace(today, **values, points=points)
