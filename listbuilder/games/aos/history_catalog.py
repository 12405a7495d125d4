"""The histories and foreign names of factions with warscrolls, as they are loaded."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.data import compiled
from listbuilder.data.library import DataFileKind, Library, get_decoder
from listbuilder.games.aos.catalog import Warscrolls
from listbuilder.games.aos.history_records import (
    PastArmyOfRenown,
    PastEnhancement,
    PastExtra,
    PastRegimentOfRenown,
    PastWarscroll,
    WarscrollHistory,
)
from listbuilder.games.aos.state_on_date import HERO, IsHero, restore_keywords
from listbuilder.history.best_date import Part, Timeline
from listbuilder.history.catalog import (
    PastData,
    PastShelf,
    encode_names,
    encode_things,
    encode_unit_items,
    make_history_kinds,
)
from listbuilder.model.aliases import WarscrollAliases
from listbuilder.model.base import Model, fold
from listbuilder.model.windows import DayPoints, Former, Thing, get_points_on

_WRITTEN = (
    "battle_formations",
    "enhancements",
    "spell_lores",
    "prayer_lores",
    "manifestation_lores",
)
EXTRAS = (*_WRITTEN, "faction_terrain")
TABLES = (*_WRITTEN, "lores", "warscrolls", "armies_of_renown")


class PriceLine(Model):
    """The prices of one thing by date. `until` is set if it is gone."""

    points: DayPoints
    until: str | None = None
    formerly: tuple[Former, ...] = ()


Prices = dict[str, PriceLine]
"""A warscroll or regiment of renown by its id, everything else by `kind:id`, an army of renown's by
`army:kind:id`.
"""


def _yield_choice_prices(
    file: WarscrollHistory | PastArmyOfRenown, prefix: str
) -> Iterable[tuple[str, PriceLine]]:
    """Yield the price key and the prices of each formation, enhancement, lore and terrain.

    `prefix` is put before each key; it is the army's id for an army of renown.
    """
    for kind in EXTRAS:
        things: tuple[PastExtra | PastEnhancement, ...] = getattr(file, kind, ())
        for choice in things:
            yield f"{prefix}{kind}:{choice.id}", PriceLine(points=choice.points, until=choice.until)


def _collect_prices(file: WarscrollHistory) -> Prices:
    """Return the prices of everything in a history, by the key of each thing.

    A thing without prices is left out.
    """
    units: list[PastWarscroll | PastRegimentOfRenown] = [*file.warscrolls, *file.regiments]
    lines = {
        unit.id: PriceLine(points=unit.prices, until=unit.until, formerly=unit.formerly)
        for unit in units
    }
    lines.update(_yield_choice_prices(file, ""))
    for army in file.armies_of_renown:
        lines.update(_yield_choice_prices(army, f"{army.id}:"))
        for own_warscroll in army.warscrolls:
            lines[f"{army.id}:{own_warscroll.id}"] = PriceLine(
                points=own_warscroll.prices, until=own_warscroll.until
            )
    return {key: line for key, line in lines.items() if line.points}


def _cut_history(file: WarscrollHistory) -> compiled.Sections:
    """Return the parts of a compiled history file, each of which can be loaded by itself."""
    things: dict[str, tuple[Thing, ...]] = {
        "warscrolls": file.warscrolls,
        "regiments": file.regiments,
        "armies_of_renown": file.armies_of_renown,
        **{kind: getattr(file, kind) for kind in EXTRAS},
    }
    sections = dict(encode_things(things))
    sections["prices"] = compiled.encode_section(_collect_prices(file))
    for kind in EXTRAS:
        sections[kind] = compiled.encode_section(getattr(file, kind))
    for army in file.armies_of_renown:
        sections[f"army:{army.id}"] = compiled.encode_section(army)
    for regiment in file.regiments:
        sections[f"regiment:{regiment.id}"] = compiled.encode_section(regiment)
    for warscroll in file.warscrolls:
        sections[f"sheet:{warscroll.id}"] = compiled.encode_section(warscroll)
    return sections


def _cut_aliases(file: WarscrollAliases) -> compiled.Sections:
    """Return the parts of a compiled file of foreign names.

    They are the names by kind, the texts that other programs print with units, and abbreviations.
    """
    names = encode_names({kind: getattr(file, kind) for kind in TABLES})
    sections = {**names, **encode_unit_items(file.unit_options)}
    if file.abbreviations:
        sections["abbreviations"] = compiled.encode_section(file.abbreviations)
    return sections


HISTORY: DataFileKind[WarscrollHistory] = DataFileKind(
    "warscroll-history", WarscrollHistory, _cut_history, always=("prices", *EXTRAS)
)
ALIASES: DataFileKind[WarscrollAliases] = DataFileKind(
    "warscroll-aliases", WarscrollAliases, _cut_aliases, always=()
)

PAST_KINDS = make_history_kinds(HISTORY, ALIASES)


class PastAllegiance(PastData[PastWarscroll]):
    """The history of one faction, of the generic file, or of the regiments of renown."""

    record_type = PastWarscroll

    def __init__(self, opened: compiled.Compiled) -> None:
        """Open a compiled history and decode its prices."""
        super().__init__(opened)
        self.prices: Prices = get_decoder(Prices).decode(opened.get_section("prices"))

    def get_prices_on_date(self, day: str) -> dict[str, int | None]:
        """Return the points of everything on `day`, by price key.

        A thing without a price on that date has None.
        """
        return {key: get_points_on(line.points, day) for key, line in self.prices.items()}

    def load_army_of_renown(self, army_id: str) -> PastArmyOfRenown | None:
        """Return the history of an army of renown. None if it has none."""
        return self.decode_section(f"army:{army_id}", PastArmyOfRenown)

    def load_regiment(self, regiment_id: str) -> PastRegimentOfRenown | None:
        """Return the history of a regiment of renown. None if it has none."""
        return self.decode_section(f"regiment:{regiment_id}", PastRegimentOfRenown)

    def load_choices(self, kind: str) -> tuple[PastExtra, ...]:
        """Return the history records of all choices of `kind`: formations, lores or terrain."""
        return self.decode_section(kind, tuple[PastExtra, ...]) or ()

    def load_enhancements(self) -> tuple[PastEnhancement, ...]:
        """Return the histories of the enhancements."""
        return self.decode_section("enhancements", tuple[PastEnhancement, ...]) or ()


class RegimentsPast(PastShelf[PastAllegiance]):
    """The histories of one game of regiments."""

    def __init__(self, system: str, library: Library) -> None:
        """Open no history yet; each is loaded when it is first asked for."""
        super().__init__(system, library, PastAllegiance, HISTORY, ALIASES)

    def timeline(self, part: Part) -> Timeline:
        """Return the dates from which the thing `part` had a new price, each with the price.

        Prices under its former names are included. A price of None means that it was removed on
        that date. If `part.size` is 2, as for a reinforced unit, the points are doubled. Empty if
        no prices are known.
        """
        past = self.load_faction(part.faction)
        line = past.prices.get(part.thing) if past else None
        if past is None or line is None:
            return ()
        first = next(iter(line.points), "9999")
        points_by_day = dict(line.points)
        for former in past.get_things("warscrolls").values() if line.formerly else ():
            if former.renamed_to == part.thing and former.id in past.prices:
                earlier = past.prices[former.id].points
                points_by_day |= {day: earlier[day] for day in earlier if day < first}
        until = line.until
        if until is not None:
            points_by_day = {day: points_by_day[day] for day in points_by_day if day < until}
            points_by_day[until] = None
        timeline = []
        for day, points in sorted(points_by_day.items()):
            timeline.append((day, None if points is None else points * part.size))
        return timeline


def make_hero_test(today: Warscrolls, past: PastAllegiance | None, day: str) -> IsHero:
    """Return a function that tells by name whether a unit of the faction was a hero on `day`.

    Each name is looked up when it is first asked for.
    """
    records = past.get_things("warscrolls").values() if past else ()
    ids = {fold(record.name): record.id for record in records}
    ids |= {fold(name): warscroll_id for warscroll_id, name in today.index.items()}
    known: dict[str, bool] = {}

    def is_hero(name: str) -> bool:
        """Return whether the unit called `name` was a hero on the date.

        False for an unknown name.
        """
        key = fold(name)
        if key not in known:
            found_id = ids.get(key)
            keywords: tuple[str, ...] = ()
            if found_id:
                former = past.get_sheet_record(found_id) if past else None
                keywords = restore_keywords(today.get_sheet(found_id), former, day)
            known[key] = HERO in keywords
        return known[key]

    return is_hero
