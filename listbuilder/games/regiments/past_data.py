"""Histories and foreign names of factions with warscrolls, as they are loaded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from listbuilder.games.regiments.data import FactionData
from listbuilder.games.regiments.past import HERO, IsHero, keywords_of_day
from listbuilder.games.regiments.past_model import (
    PastArmyOfRenown,
    PastEnhancement,
    PastExtra,
    PastRegimentOfRenown,
    PastWarscroll,
    WarscrollHistory,
)
from listbuilder.games.shared.best_day import Part, Timeline
from listbuilder.games.shared.past_shelf import ALIASES as ALIASES_FOLDER
from listbuilder.games.shared.past_shelf import FOLDER, PastData, PastShelf, cut_names, cut_things, cut_under
from listbuilder.games.shared.versions import PLACE, VERSIONS
from listbuilder.model.base import Model, fold
from listbuilder.model.past import DayPoints, Former, Thing, points_on
from listbuilder.model.written import WarscrollAliases
from listbuilder.store import compiled
from listbuilder.store.library import Kind, Library, decoder

_WRITTEN = ("battle_formations", "enhancements", "spell_lores", "prayer_lores", "manifestation_lores")
EXTRAS = (*_WRITTEN, "faction_terrain")
TABLES = (*_WRITTEN, "lores", "warscrolls", "armies_of_renown")


class PriceLine(Model):
    """The prices of one thing; `until` where it is gone."""

    points: DayPoints
    until: str | None = None
    formerly: tuple[Former, ...] = ()


Prices = dict[str, PriceLine]
"""A warscroll or regiment of renown by its id, everything else by `kind:id`, an army of renown's by `army:kind:id`."""


def _extras(file: WarscrollHistory | PastArmyOfRenown, prefix: str) -> Iterable[tuple[str, PriceLine]]:
    for kind in EXTRAS:
        things: tuple[PastExtra | PastEnhancement, ...] = getattr(file, kind, ())
        for each in things:
            yield f"{prefix}{kind}:{each.id}", PriceLine(points=each.points, until=each.until)


def _prices(file: WarscrollHistory) -> Prices:
    units: list[PastWarscroll | PastRegimentOfRenown] = [*file.warscrolls, *file.regiments]
    found = {each.id: PriceLine(points=each.prices, until=each.until, formerly=each.formerly) for each in units}
    found.update(_extras(file, ""))
    for army in file.armies_of_renown:
        found.update(_extras(army, f"{army.id}:"))
        for each in army.warscrolls:
            found[f"{army.id}:{each.id}"] = PriceLine(points=each.prices, until=each.until)
    return {key: line for key, line in found.items() if line.points}


def _cut_history(file: WarscrollHistory) -> compiled.Sections:
    things: dict[str, tuple[Thing, ...]] = {
        "warscrolls": file.warscrolls,
        "regiments": file.regiments,
        "armies_of_renown": file.armies_of_renown,
        **{kind: getattr(file, kind) for kind in EXTRAS},
    }
    return {
        **cut_things(things),
        "prices": compiled.encode(_prices(file)),
        **{kind: compiled.encode(getattr(file, kind)) for kind in EXTRAS},
        **{f"army:{each.id}": compiled.encode(each) for each in file.armies_of_renown},
        **{f"regiment:{each.id}": compiled.encode(each) for each in file.regiments},
        **{f"sheet:{each.id}": compiled.encode(each) for each in file.warscrolls},
    }


def _cut_aliases(file: WarscrollAliases) -> compiled.Sections:
    names = cut_names({kind: getattr(file, kind) for kind in TABLES})
    spoken = {"abbreviations": compiled.encode(file.abbreviations)} if file.abbreviations else {}
    return {**names, **cut_under(file.unit_options), **spoken}


HISTORY: Kind[WarscrollHistory] = Kind("warscroll-history", WarscrollHistory, _cut_history, always=("prices", *EXTRAS))
ALIASES: Kind[WarscrollAliases] = Kind("warscroll-aliases", WarscrollAliases, _cut_aliases, always=())

# Kinds of data file by folder and stem, as data_kinds() of a game has them.
PAST_KINDS: dict[str, Kind[Any]] = {f"{FOLDER}/*": HISTORY, f"{ALIASES_FOLDER}/*": ALIASES, PLACE: VERSIONS}


class PastAllegiance(PastData):
    """The history of one faction, of the generic file, or of the regiments of renown."""

    def __init__(self, opened: compiled.Compiled) -> None:
        super().__init__(opened)
        self.prices: Prices = decoder(Prices).decode(opened.section("prices"))

    def prices_on(self, day: str) -> dict[str, Any]:
        return {each: points_on(line.points, day) for each, line in self.prices.items()}

    def warscroll(self, warscroll_id: str) -> PastWarscroll | None:
        section = f"sheet:{warscroll_id}"
        return decoder(PastWarscroll).decode(self.compiled.section(section)) if section in self.compiled else None

    def changed(self, warscroll_id: str) -> list[str]:
        """The days on which something but its price did."""
        found = self.warscroll(warscroll_id)
        return [each.until for each in found.changes] if found else []

    def army_of_renown(self, army_id: str) -> PastArmyOfRenown | None:
        section = f"army:{army_id}"
        return decoder(PastArmyOfRenown).decode(self.compiled.section(section)) if section in self.compiled else None

    def regiment(self, regiment_id: str) -> PastRegimentOfRenown | None:
        section = f"regiment:{regiment_id}"
        return decoder(PastRegimentOfRenown).decode(self.compiled.section(section)) if section in self.compiled else None

    def extras(self, kind: str) -> tuple[PastExtra, ...]:
        """Battle formations, lores or terrain."""
        return decoder(tuple[PastExtra, ...]).decode(self.compiled.section(kind))

    def enhancements(self) -> tuple[PastEnhancement, ...]:
        return decoder(tuple[PastEnhancement, ...]).decode(self.compiled.section("enhancements"))


class RegimentsPast(PastShelf[PastAllegiance]):
    def __init__(self, system: str, library: Library) -> None:
        super().__init__(system, library, PastAllegiance, HISTORY, ALIASES)

    def timeline(self, part: Part) -> Timeline:
        """What the thing cost over time, under its former names too. `size` is 2 for a reinforced unit."""
        past = self.faction(part.faction)
        line = past.prices.get(part.thing) if past else None
        if past is None or line is None:
            return ()
        first = next(iter(line.points), "9999")
        states = dict(line.points)
        for former in past.things("warscrolls").values() if line.formerly else ():
            if former.renamed_to == part.thing and former.id in past.prices:
                states |= {day: points for day, points in past.prices[former.id].points.items() if day < first}
        if line.until is not None:
            states = {day: points for day, points in states.items() if day < (line.until or "")} | {line.until: None}
        return [(day, None if points is None else points * part.size) for day, points in sorted(states.items())]


def heroes_of_day(today: FactionData, past: PastAllegiance | None, day: str) -> IsHero:
    """Which units of a faction were heroes, by name, looked up as they are asked for."""
    ids = {fold(each.name): each.id for each in (past.things("warscrolls").values() if past else ())}
    ids |= {fold(name): each for each, name in today.index.items()}
    known: dict[str, bool] = {}

    def is_hero(name: str) -> bool:
        key = fold(name)
        if key not in known:
            own = ids.get(key)
            keywords = keywords_of_day(today.sheet(own), past.warscroll(own) if past else None, day) if own else ()
            known[key] = HERO in keywords
        return known[key]

    return is_hero
