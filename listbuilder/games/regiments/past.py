"""A faction as it was on a day: warscrolls, prices, formations, enhancements, lores and armies of renown.

Pure functions. What the history does not know of a day is left as it is today, and named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from listbuilder.games.regiments.allegiance import (
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
from listbuilder.games.regiments.past_model import (
    PastArmyOfRenown,
    PastEnhancement,
    PastExtra,
    PastProfile,
    PastRegimentOfRenown,
    PastWarscroll,
    WarscrollState,
)
from listbuilder.games.regiments.warscroll import RegimentOption, RegimentProfile, Warscroll
from listbuilder.model.base import fold
from listbuilder.model.past import GRACE, DayPoints, Thing, came_and_went, held, points_on

HERO = "Hero"
ALL_KEYS = frozenset(WarscrollState.__struct_fields__)
IsHero = Callable[[str], bool]
"""Whether the unit of that name was a hero on the day in question."""


class DayWarscroll(NamedTuple):
    """A warscroll of a day. Of the keys in `unknown` it has another day's state, as a rule today's."""

    warscroll: Warscroll
    unknown: frozenset[str]


# --- warscrolls -------------------------------------------------------------------------------------------------------


def warscroll_of_day(today: Warscroll | None, past: PastWarscroll | None, day: str, is_hero: IsHero) -> DayWarscroll | None:
    """Today's warscroll, or one that is gone, as it was that day. None where no source says what it was.

    `today` may be the warscroll of today's name, for one that is gone because it was renamed.
    """
    if past is None:
        return None if today is None else DayWarscroll(today, ALL_KEYS)
    base, unknown = _base(today, past, is_hero)
    if base is None:
        return None
    values: dict[str, Any] = {}
    for change in past.changes:
        if day < change.until:
            values |= change.was.said()
    price = price_of_day(past.prices, day, base.points if past.today or not past.prices else None)
    if price is None:
        unknown.add("points")
    keywords: tuple[str, ...] = values.get("keywords", base.keywords)
    if "regiment" in values:
        values["regiment"] = _profile(base.regiment, values["regiment"], keywords, is_hero)
    return DayWarscroll(
        msgspec.structs.replace(base, **values, points=base.points if price is None else price), frozenset(unknown)
    )


def keywords_of_day(today: Warscroll | None, past: PastWarscroll | None, day: str) -> tuple[str, ...]:
    """What is needed to know whether a unit was a hero, without its regiment options."""
    last = past.warscroll.said() if past is not None and past.warscroll is not None else {}
    keywords: tuple[str, ...] = last.get("keywords", today.keywords if today else ())
    for change in past.changes if past else ():
        if day < change.until:
            keywords = change.was.said().get("keywords", keywords)
    return keywords


def reinforced_on(today: Warscroll, past: PastWarscroll | None, day: str) -> bool:
    """Whether the sources have a unit of today's as one that could be reinforced that day."""
    could = today.can_be_reinforced
    for change in past.changes if past else ():
        if day < change.until:
            could = change.was.said().get("can_be_reinforced", could)
    return could


def _base(today: Warscroll | None, past: PastWarscroll, is_hero: IsHero) -> tuple[Warscroll | None, set[str]]:
    """The state to lead back from, and what is not known of it."""
    if past.warscroll is not None and not past.today:
        said = past.warscroll.said()
        profile = said.pop("regiment", None)
        keywords = said["keywords"]
        regiment = _profile(RegimentProfile(), profile, keywords, is_hero) if profile else RegimentProfile()
        return Warscroll(id=past.id, name=past.name, **said, regiment=regiment), set()
    if today is None:
        return None, set()
    if past.today:
        return today, set()
    return msgspec.structs.replace(today, id=past.id, name=past.name), set(ALL_KEYS)


def _profile(today: RegimentProfile, past: PastProfile, keywords: Iterable[str], is_hero: IsHero) -> RegimentProfile:
    """The sources tell of these keys alone; whose companion a unit is, and the like, is as today."""
    hero = HERO in keywords
    return msgspec.structs.replace(
        today,
        can_lead=past.can_lead if hero else RegimentProfile().can_lead,
        options=past.options if past.members is None else _by_name(past, is_hero),
        joins_as=past.joins_as,
    )


def _by_name(past: PastProfile, is_hero: IsHero) -> tuple[RegimentOption, ...]:
    """Options of the days when the units a hero could lead were listed by name."""
    named = [(name, None) for name in past.members or ()] + [(name, 1) for name in past.one_of_each]
    return tuple(RegimentOption(units=(name,), hero=is_hero(name), max=most) for name, most in named)


def price_of_day(past: DayPoints, day: str, today: int | None) -> int | None:
    """The price of the day; today's while the newest is in force. None where the history does not say."""
    points = points_on(past, day)
    if points is None:
        return today if not past and not today else None
    newest = next(reversed(past.values()))
    return today if today is not None and points == newest else points


# --- what an army is given --------------------------------------------------------------------------------------------


P = TypeVar("P", BattleFormation, Lore, ManifestationLore, Enhancement)


def _kept(today: Iterable[P], past: dict[str, Any], day: str, grace: int = GRACE) -> list[P]:
    """Today's things that there were already, at the prices of the day. One the history leaves out was always there."""
    kept = []
    named = _only_names(past.values())
    for each in today:
        record = past.get(each.id) or named.get(fold(each.name))
        if record is None:
            kept.append(each)
        elif held(record, day, grace):
            points = price_of_day(record.points, day, each.points)
            kept.append(msgspec.structs.replace(each, points=each.points if points is None else points))
    return kept


def _only_names(past: Iterable[Any]) -> dict[str, Any]:
    """The record of each name that only one has: the sources tell two seasons' versions of a choice apart by nothing else."""
    found: dict[str, Any] = {}
    twice = set()
    for each in past:
        if found.setdefault(fold(each.name), each) is not each:
            twice.add(fold(each.name))
    return {name: each for name, each in found.items() if name not in twice}


def _came(past: Iterable[Thing], day: str, grace: int = GRACE) -> list[Any]:
    """What there was and is no longer."""
    return [each for each in past if came_and_went(each, day, grace)]


def _then(points: DayPoints, day: str) -> int:
    return points_on(points, day) or 0


def _by_id(past: Iterable[PastExtra]) -> dict[str, Any]:
    return {each.id: each for each in past}


def formations_of_day(
    today: Sequence[BattleFormation], past: Sequence[PastExtra], day: str, grace: int = GRACE
) -> tuple[BattleFormation, ...]:
    gone = [BattleFormation(id=each.id, name=each.name, points=_then(each.points, day)) for each in _came(past, day, grace)]
    return (*_kept(today, _by_id(past), day, grace), *gone)


def lores_of_day(today: Sequence[Lore], past: Sequence[PastExtra], day: str, grace: int = GRACE) -> tuple[Lore, ...]:
    """Spell lores or prayer lores."""
    gone = [
        Lore(id=each.id, name=each.name, points=_then(each.points, day), contents=each.contents)
        for each in _came(past, day, grace)
    ]
    return (*_kept(today, _by_id(past), day, grace), *gone)


def terrain_of_day(today: Sequence[FactionTerrain], past: Sequence[PastExtra], day: str) -> tuple[FactionTerrain, ...]:
    """At the prices of the day. When terrain came, no source tells: its prices are all there is of its history."""
    known = {each.id: each.points for each in past}
    made = []
    for each in today:
        points = points_on(known.get(each.id, {}), day)
        made.append(msgspec.structs.replace(each, points=each.points if points is None else points))
    return tuple(made)


def manifestation_lores_of_day(
    today: Sequence[ManifestationLore], past: Sequence[PastExtra], day: str, grace: int = GRACE
) -> tuple[ManifestationLore, ...]:
    gone = [
        ManifestationLore(id=each.id, name=each.name, points=_then(each.points, day), manifestations=each.manifestations)
        for each in _came(past, day, grace)
    ]
    return (*_kept(today, _by_id(past), day, grace), *gone)


def tables_of_day(
    today: Sequence[EnhancementTable], past: Sequence[PastEnhancement], day: str, grace: int = GRACE
) -> tuple[EnhancementTable, ...]:
    """The enhancement tables with what they held; a table that nothing stood in yet was not there."""
    known: dict[str, dict[str, PastEnhancement]] = {}
    for each in past:
        table, _, own = each.id.partition("/")
        known.setdefault(table, {})[own] = each
    result = []
    for shown in today:
        records = known.pop(shown.id, {})
        choices = (*_kept(shown.choices, records, day, grace), *_enhancements(records, day, grace))
        if choices or not shown.choices:
            result.append(msgspec.structs.replace(shown, choices=choices))
    for table, records in known.items():
        if choices := tuple(_enhancements(records, day, grace)):
            first = next(iter(records.values()))
            result.append(EnhancementTable(id=table, name=first.table, applies_to=first.applies_to or Bearer(), choices=choices))
    return tuple(result)


def _enhancements(past: dict[str, PastEnhancement], day: str, grace: int = GRACE) -> list[Enhancement]:
    return [
        Enhancement(id=own, name=each.name, points=_then(each.points, day), set=each.set)
        for own, each in past.items()
        if came_and_went(each, day, grace)
    ]


def army_of_renown_of_day(
    today: ArmyOfRenown, past: PastArmyOfRenown | None, day: str, grace: int = GRACE
) -> ArmyOfRenown | None:
    """The army of renown with what it was given, or None on a day when it was not there."""
    if past is None:
        return today
    if not held(past, day, grace):
        return None
    units = today.units
    for change in past.changes:
        if day < change.until:
            units = change.was.units
    return msgspec.structs.replace(
        today,
        units=units,
        enhancement_tables=tables_of_day(today.enhancement_tables, past.enhancements, day, grace),
        spell_lores=lores_of_day(today.spell_lores, past.spell_lores, day, grace),
        prayer_lores=lores_of_day(today.prayer_lores, past.prayer_lores, day, grace),
        manifestation_lores=manifestation_lores_of_day(today.manifestation_lores, past.manifestation_lores, day, grace),
    )


def regiment_of_renown_of_day(
    today: RegimentOfRenown | None, past: PastRegimentOfRenown | None, day: str, grace: int = GRACE
) -> RegimentOfRenown | None:
    """Return the regiment of renown with the price it had and the factions that could take it. None if it wasn't there."""
    if past is None:
        return today
    if today is None:
        if not came_and_went(past, day, grace) or not past.units:
            return None
        today = RegimentOfRenown(
            id=past.id, name=past.name, points=_then(past.prices, day), units=past.units, factions=past.factions
        )
    factions = today.factions
    for change in past.changes:
        if day < change.until:
            factions = change.was.factions
    points = price_of_day(past.prices, day, today.points) if today.points is not None and past.prices else today.points
    return msgspec.structs.replace(today, factions=factions, points=today.points if points is None else points)
