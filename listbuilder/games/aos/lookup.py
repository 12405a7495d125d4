"""The search for what a roster names by id: in the army of renown, the faction, or elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

import msgspec

from listbuilder.games.aos.army import Standing
from listbuilder.games.aos.catalog import FactionData, Shelf, Warscrolls
from listbuilder.games.aos.faction import (
    ArmyOfRenown,
    Enhancement,
    EnhancementTable,
    WarscrollFaction,
)
from listbuilder.games.aos.warscroll import Warscroll
from listbuilder.games.common.roster_values import Table

Holder = WarscrollFaction | ArmyOfRenown
Things = Callable[[Holder], Iterable[Any]]
FoundEnhancement = tuple[Enhancement, EnhancementTable, Standing, str]
"""An enhancement, its table, whether the army can have it, and the name of what it is from."""

KINDS: dict[str, Things] = {
    "battle_formation": lambda holder: getattr(holder, "battle_formations", ()),
    "spell_lore": lambda holder: holder.spell_lores,
    "prayer_lore": lambda holder: holder.prayer_lores,
    "manifestation_lore": lambda holder: holder.manifestation_lores,
    # An army of renown only lists ids of its faction's terrain.
    "faction_terrain": lambda holder: (
        () if isinstance(holder, ArmyOfRenown) else holder.faction_terrain
    ),
}

_IN_HISTORY = {
    "unit": "warscrolls",
    "faction_terrain": "faction_terrain",
    "army_of_renown": "armies_of_renown",
    "regiment_of_renown": "regiments",
}


def name_history_kind(kind: str) -> str:
    """Return the key of the history files under which things of `kind` are listed."""
    return _IN_HISTORY.get(kind, f"{kind}s")


class FoundChoice(msgspec.Struct):
    """A formation, lore or terrain that was found, and whether the army can have it."""

    thing: Any
    standing: Standing
    home: str  # name of what it is from


class FoundWarscroll(msgspec.Struct):
    """A warscroll that was found, whether the army can have it, and the file it is from."""

    warscroll: Warscroll
    standing: Standing
    home: str  # id of the file
    home_name: str


class Lookup:
    """The places in which one army's ids are looked up, the nearest first."""

    def __init__(self, shelf: Shelf, main: FactionData, renown: ArmyOfRenown | None) -> None:
        """Prepare to look up ids for an army of the faction `main`.

        If `renown` is given, it is for that army of renown of the faction. `shelf` has the data
        files of all factions.
        """
        self.shelf = shelf
        self.main = main
        self.renown = renown

    def find_choice(self, kind: str, wanted: str) -> FoundChoice | None:
        """Return the choice of `kind` (formation, lore or terrain) with the id `wanted`, or None.

        The places are searched in this order: the army's own choices; its own choices on other
        dates; the lores that all factions share; and last all other factions and armies of renown.
        """
        key = (self.main.id, self.renown.id if self.renown else "", kind, wanted)
        known = self.shelf.found_choices
        if key not in known:
            known[key] = self._search_choice(kind, wanted)
        return known[key]

    def _search_choice(self, kind: str, wanted: str) -> FoundChoice | None:
        """Return what `find_choice` returns, searched for in all places."""
        found = self._find_choice_in(self._yield_near_holders(), kind, wanted)
        if found is None:
            found = self._find_choice_on_other_dates(kind, wanted)
        if found is None and kind == "manifestation_lore":
            for lore in self.shelf.load_generic_lores():
                if lore.id == wanted:
                    standing: Standing = "own" if self._has_universal_lores else "replaced"
                    return FoundChoice(lore, standing, self.main.name)
        return found or self._find_choice_in(self._yield_far_holders(), kind, wanted)

    def _find_choice_in(
        self, holders: Iterable[tuple[Holder, Standing]], kind: str, wanted: str
    ) -> FoundChoice | None:
        """Return the first choice of `kind` with the id `wanted` in `holders`, or None.

        `holders` are factions and armies of renown, each with the standing of what it has. A
        terrain of the faction counts as the army's own if its army of renown lists it.
        """
        for holder, standing in holders:
            for choice in KINDS[kind](holder):
                if choice.id != wanted:
                    continue
                is_listed_terrain = (
                    kind == "faction_terrain"
                    and self.renown is not None
                    and wanted in self.renown.faction_terrain
                )
                if is_listed_terrain and standing == "replaced":
                    standing = "own"
                return FoundChoice(choice, standing, holder.name)
        return None

    def _find_choice_on_other_dates(self, kind: str, wanted: str) -> FoundChoice | None:
        """Return the choice of this army that had the id `wanted` on another date, or None.

        It is returned as it was on a date when it was there, or as it is today. `kind` is its kind.
        """
        history_kind = name_history_kind(kind)
        for shelf in self.shelf.yield_shelves_with_thing(self.main.id, history_kind, wanted):
            main = shelf.load_faction(self.main.id)
            if main is None:
                continue
            renown = main.load_army_of_renown(self.renown.id) if self.renown else None
            lookup = Lookup(shelf, main, renown)
            found = lookup._find_choice_in(lookup._yield_near_holders(), kind, wanted)
            if found:
                return found
        return None

    def list_choice_ids(self, kind: str) -> list[str]:
        """Return the ids of the choices of `kind` that this army can have.

        `kind` is a formation, lore or terrain.
        """
        own = [choice.id for holder in self._list_own_holders() for choice in KINDS[kind](holder)]
        if kind == "faction_terrain" and self.renown:
            return list(self.renown.faction_terrain)
        if kind == "manifestation_lore" and self._has_universal_lores:
            own += [lore.id for lore in self.shelf.load_generic_lores()]
        return own

    def yield_choice_names(self, kind: str) -> Iterator[Table]:
        """Yield for each place a table of the choices of `kind`, name by id; nearest first.

        The places are the army of renown, the faction, all others, and last the lores for all
        factions.
        """
        for holder, _ in chain(self._yield_near_holders(), self._yield_far_holders()):
            yield {choice.id: choice.name for choice in KINDS[kind](holder)}
        if kind == "manifestation_lore":
            yield {lore.id: lore.name for lore in self.shelf.load_generic_lores()}

    def yield_enhancement_names(self) -> Iterator[Table]:
        """Yield for each place a table of the enhancements there, name by id; nearest place first.

        The places are the army of renown, the faction, and all other factions and armies of renown.
        """
        for holder, _ in chain(self._yield_near_holders(), self._yield_far_holders()):
            yield {
                enhancement.id: enhancement.name
                for table in holder.enhancement_tables
                for enhancement in table.choices
            }

    def yield_warscroll_names(self) -> Iterator[Table]:
        """Yield tables of warscrolls, name by id: those of the army of renown, then the
        faction's.
        """
        if self.renown:
            names = {sheet.id: sheet.name for sheet in self.renown.extra_warscrolls}
            names |= {copy.id: copy.name for copy in self.renown.copied_warscrolls}
            index = self.main.index
            names |= {own_id: index[own_id] for own_id in self.renown.units if own_id in index}
            yield names
        yield self.main.index

    def find_enhancement(self, wanted: str) -> FoundEnhancement | None:
        """Return the enhancement `wanted`, its table, standing and holder's name, or None.

        The holder is the faction or army of renown that has it. `wanted` is its id. The army's own
        enhancements come first, then those of other dates, then those of all other factions. None
        if no file of the game has it.
        """
        key = (self.main.id, self.renown.id if self.renown else "", "enhancement", wanted)
        known = self.shelf.found_enhancements
        if key not in known:
            known[key] = self._search_enhancement(wanted)
        return known[key]

    def _search_enhancement(self, wanted: str) -> FoundEnhancement | None:
        """Return what `find_enhancement` returns, searched for in all places."""
        for holder, standing in chain(
            self._yield_near_holders(),
            self._yield_near_holders_on_other_dates(wanted),
            self._yield_far_holders(),
        ):
            for table in holder.enhancement_tables:
                for enhancement in table.choices:
                    if enhancement.id == wanted:
                        return enhancement, table, standing, holder.name
        return None

    def list_enhancement_ids(self) -> list[str]:
        """Return the ids of the enhancements of the army's own tables.

        These are the tables of its army of renown if it is one, otherwise those of the faction.
        """
        return [
            enhancement.id
            for holder in self._list_own_holders()
            for table in holder.enhancement_tables
            for enhancement in table.choices
        ]

    def find_warscroll(self, given: str) -> FoundWarscroll | None:
        """Return the warscroll with the id `given`, or None if there is none.

        `given` is a plain id of the faction or of its armies of renown, or `faction/id` for another
        faction. The result says whether the army can have it.
        """
        home, slash, warscroll_id = given.rpartition("/")
        place: Warscrolls | None = self.shelf.load_warscrolls(home) if slash else self.main
        if place is None:
            return None
        if place is self.main and self.renown:
            own_sheet = self._find_in_army_of_renown(self.renown, warscroll_id)
            if own_sheet:
                return FoundWarscroll(own_sheet, "own", self.main.id, self.main.name)
        sheet = place.get_sheet(warscroll_id)
        if sheet is None:
            return self._find_in_other_armies(warscroll_id) if place is self.main else None
        standing = self._determine_standing(place, warscroll_id)
        return FoundWarscroll(sheet, standing, place.id, place.name)

    def find_warscroll_name(self, warscroll_id: str) -> str:
        """Return the name of the warscroll with that id, or the id itself if it is unknown."""
        sheet = self.find_warscroll(warscroll_id)
        return sheet.warscroll.name if sheet else warscroll_id

    def list_warscroll_ids(self) -> list[str]:
        """Return the ids of the warscrolls that this army can have, on its date."""
        return list(self.renown.units) if self.renown else self.main.list_available_ids()

    def _determine_standing(self, place: Warscrolls, warscroll_id: str) -> Standing:
        """Return whether the army can have a warscroll of the file `place`, as a standing.

        "own" means that it can, "replaced" that its army of renown doesn't have it, and "foreign"
        that it is of another faction.
        """
        is_own_file = place is self.main
        if self.renown is None:
            return "own" if is_own_file else "foreign"
        if (warscroll_id if is_own_file else f"{place.id}/{warscroll_id}") in self.renown.units:
            return "own"
        return "replaced" if is_own_file else "foreign"

    def _find_in_other_armies(self, warscroll_id: str) -> FoundWarscroll | None:
        """Return a warscroll that only another army of renown of the faction has, or None."""
        for army_id in self.main.armies:
            army = self.main.load_army_of_renown(army_id)
            sheet = self._find_in_army_of_renown(army, warscroll_id) if army else None
            if army and sheet:
                return FoundWarscroll(sheet, "elsewhere", self.main.id, army.name)
        return None

    def _find_in_army_of_renown(self, army: ArmyOfRenown, warscroll_id: str) -> Warscroll | None:
        """Return the warscroll with that id that only the army of renown `army` has, or None.

        A copy is made from its original, with the id, name, points and profile of the copy and the
        keywords of both. None if there is no such warscroll, or if the original of a copy is
        missing.
        """
        for extra in army.extra_warscrolls:
            if extra.id == warscroll_id:
                return extra
        for copy in army.copied_warscrolls:
            if copy.id == warscroll_id:
                original = self.main.get_sheet(copy.same_as)
                if original is None:
                    return None
                return msgspec.structs.replace(
                    original,
                    id=copy.id,
                    name=copy.name,
                    points=copy.points,
                    keywords=(*original.keywords, *copy.adds_keywords),
                    regiment=copy.regiment,
                )
        return None

    def _list_own_holders(self) -> tuple[Holder, ...]:
        """Return the army of renown if there is one, otherwise the faction."""
        return (self.renown,) if self.renown else (self.main.head,)

    def _yield_near_holders(self) -> Iterator[tuple[Holder, Standing]]:
        """Yield the army of renown (if there is one) and the faction, each with its standing.

        The army of renown is "own". The faction is "own" too, but "replaced" if there is an army of
        renown.
        """
        if self.renown:
            yield self.renown, "own"
        yield self.main.head, "replaced" if self.renown else "own"

    def _yield_near_holders_on_other_dates(
        self, enhancement: str
    ) -> Iterator[tuple[Holder, Standing]]:
        """Yield army of renown and faction of other dates that had the enhancement.

        Each comes with its standing. `enhancement` is its id. The last date is today.
        """
        for shelf in self.shelf.yield_shelves_with_thing(self.main.id, "enhancements", enhancement):
            main = shelf.load_faction(self.main.id)
            if main is not None:
                renown = main.load_army_of_renown(self.renown.id) if self.renown else None
                yield from Lookup(shelf, main, renown)._yield_near_holders()

    def _yield_far_holders(self) -> Iterator[tuple[Holder, Standing]]:
        """Yield the faction's other armies of renown and all of other factions, with standings.

        The former are "elsewhere", the latter "foreign". This is only for what isn't found near,
        because every file of the game is opened.
        """
        for army in map(self.main.load_army_of_renown, self.main.armies):
            if army and army is not self.renown:
                yield army, "elsewhere"
        for other in self.shelf.load_other_factions(self.main.id):
            yield other.head, "foreign"
            for army in map(other.load_army_of_renown, other.armies):
                if army:
                    yield army, "foreign"

    @property
    def _has_universal_lores(self) -> bool:
        """Return whether the army can use the manifestation lores for all factions."""
        return self.main.head.universal_manifestations and (
            self.renown is None or self.renown.universal_manifestations
        )
