"""The factions of a game of regiments as they were on a past date.

The resolver uses them instead of today's.

Dates choose between candidates and forbid nothing: what the roster names by its id is found on any
date, in the state nearest to it, and `away` says since when or until when it was there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TypeVar

import msgspec

from listbuilder.data import compiled
from listbuilder.games.aos.catalog import FactionData, RenownData, Shelf, Warscrolls, entry
from listbuilder.games.aos.faction import (
    ArmyOfRenown,
    BattleFormation,
    Lore,
    ManifestationLore,
    RegimentOfRenown,
)
from listbuilder.games.aos.history_catalog import PastAllegiance, RegimentsPast, make_hero_test
from listbuilder.games.aos.state_on_date import (
    ALL_KEYS,
    DayWarscroll,
    find_price_on_date,
    restore_army_of_renown,
    restore_choices,
    restore_regiment_of_renown,
    restore_tables,
    restore_terrain,
    restore_warscroll,
    was_reinforceable,
)
from listbuilder.games.aos.warscroll import Warscroll, WarscrollCopy
from listbuilder.games.common.sheets_on_date import SheetsOnDate
from listbuilder.games.game import Findable
from listbuilder.matching import aliases
from listbuilder.matching.names import Names
from listbuilder.matching.spellings import find_candidates
from listbuilder.model.base import fold
from listbuilder.model.windows import (
    get_last_known_date,
    has_come_and_gone,
    limit_to_window,
    was_in_force,
)

GENERIC = "generic"
OwnWarscroll = TypeVar("OwnWarscroll", Warscroll, WarscrollCopy)
_BY_THE_MODEL = (" models)", " model)")


class _WarscrollsOnDate(SheetsOnDate[Warscroll, PastAllegiance], Warscrolls):
    """The warscrolls of one file as they were on a date."""

    sheet_kind = "warscrolls"
    sheet_keys = ALL_KEYS

    def lead_back(self, today: Warscrolls, shelf: DayShelf) -> None:
        """Lead the warscrolls of the file `today` back to the date of `shelf`.

        Each warscroll is worked out when it is first asked for. Their names are read as the history
        spells them, or by a table of aliases that no rule of spelling explains.
        """
        past, day = shelf.past.load_faction(today.id), shelf.day
        self.set_date(past, day, shelf.grace)
        self.today = today
        self._spellings = shelf.past.get_spellings(today.id, "warscrolls")
        unit_aliases = aliases.collect_aliases(shelf.system, "units", (today.id,))
        self._aliases = {fold(name): target for name, target in unit_aliases.items()}
        self._found: dict[str, tuple[Warscroll, frozenset[str]] | None] = {}
        self._names = Names([(name, name) for name in today.index.values()])
        self._singly: dict[str, list[str]] = {}  # warscrolls that are sold by the model, too
        for name in today.index.values():
            whole, _, number = name.partition(" (")
            if number.endswith(_BY_THE_MODEL):
                self._singly.setdefault(fold(whole), []).append(name)
        self._is_hero = make_hero_test(today, past, day)
        self._tells: bool | None = None

    def get_sheet(self, sheet_id: str) -> Warscroll | None:
        """Return the warscroll as it was on the date, or None if no source has it."""
        restored = self._restore_sheet(sheet_id)
        return restored[0] if restored else None

    def list_unknown_keys(self, thing_id: str) -> frozenset[str]:
        """Return the keys of a warscroll that was there whose values then aren't known."""
        restored = self._restore_sheet(thing_id)
        return restored[1] if restored else frozenset()

    def find_first_day(self, kind: str, thing_id: str) -> str | None:
        """Return the first date on which the thing has a price, or None."""
        key = thing_id if kind == self.sheet_kind else f"{kind}:{thing_id}"
        line = self.past.prices.get(key) if self.past else None
        return min(line.points, default=None) if line else None

    def _restore_sheet(self, warscroll_id: str) -> tuple[Warscroll, frozenset[str]] | None:
        """Return the warscroll as on the date and its unknown keys, or None if no source has it.

        If no unit at all could be reinforced on the date, the sources hadn't yet written down which
        units can. Then a unit that can be reinforced today can be reinforced on the date too, and
        its key `can_be_reinforced` counts as unknown.
        """
        if warscroll_id not in self._found:
            former = self.past.get_sheet_record(warscroll_id) if self.past else None
            current = self.today.get_sheet(warscroll_id)
            if not current and former and former.renamed_to:
                current = self.today.get_sheet(former.renamed_to)
            day = get_last_known_date(former, self.day) if former else self.day
            restored = restore_warscroll(current, former, day, self._is_hero)
            lost_reinforcing = (
                current is not None
                and restored is not None
                and current.can_be_reinforced
                and not restored.warscroll.can_be_reinforced
            )
            if restored and lost_reinforcing and not self._has_reinforcement_data():
                as_now = msgspec.structs.replace(restored.warscroll, can_be_reinforced=True)
                restored = DayWarscroll(as_now, restored.unknown | {"can_be_reinforced"})
            self._found[warscroll_id] = None
            if restored:
                sheet = self._normalize_option_names(restored.warscroll)
                self._found[warscroll_id] = (sheet, restored.unknown)
        return self._found[warscroll_id]

    def _has_reinforcement_data(self) -> bool:
        """Return whether the sources already said on the date which units can be reinforced.

        False if by the sources no unit of today's file could be reinforced on that date.
        """
        if self._tells is None:
            self._tells = False
            for warscroll_id in self.today.index:
                current = self.today.get_sheet(warscroll_id)
                former = self.past.get_sheet_record(warscroll_id) if self.past else None
                if current is not None and was_reinforceable(current, former, self.day):
                    self._tells = True
                    break
        return self._tells

    def _normalize_option_names(self, sheet: Warscroll) -> Warscroll:
        """Return `sheet` with all names that the units in its options have in this file.

        Why: the sources changed their spellings over time.
        """
        if not any(option.units for option in sheet.regiment.options):
            return sheet
        options = []
        for option in sheet.regiment.options:
            names = chain.from_iterable(map(self._yield_possible_names, option.units))
            options.append(msgspec.structs.replace(option, units=tuple(dict.fromkeys(names))))
        profile = msgspec.structs.replace(sheet.regiment, options=tuple(options))
        return msgspec.structs.replace(sheet, regiment=profile)

    def _yield_possible_names(self, name: str) -> Iterator[str]:
        """Yield the names that the unit `name` of an option can have in this file.

        The first is `name` itself. The others are: the name of the same unit sold by the model; the
        name that an alias stands for; and the name by the history of spellings or, if this file has
        no such name at all, the nearest name.
        """
        yield name
        yield from self._singly.get(fold(name), ())
        title = self.today.index.get(self._aliases.get(fold(name)) or "")
        if title:
            yield title
        possible = find_candidates(self._spellings, name, self.day)
        if possible:
            yield self.today.index.get(possible[0].id) or possible[0].written
        elif fold(name) not in map(fold, self.today.index.values()):
            nearest = self._names.guess(name)
            if nearest and nearest.target:
                yield nearest.target


class DayFaction(_WarscrollsOnDate, FactionData):
    """A faction as it was on a date.

    What the history doesn't know of it is as today; `unknown` tells for which keys that is so.
    """

    def __init__(self, today: FactionData, shelf: DayShelf) -> None:
        """Lead the faction `today` back to the date of `shelf`.

        Formations, tables, terrain and lores are those of the date; everything else stays. Without
        a history, everything is as today.
        """
        super().__init__(today.compiled)
        self.lead_back(today, shelf)
        past, day, grace = self.past, self.day, self.grace
        if past is not None:
            head = self.head
            self.head = msgspec.structs.replace(
                head,
                battle_formations=restore_choices(
                    BattleFormation,
                    head.battle_formations,
                    past.load_choices("battle_formations"),
                    day,
                    grace,
                ),
                enhancement_tables=restore_tables(
                    head.enhancement_tables, past.load_enhancements(), day, grace
                ),
                faction_terrain=restore_terrain(
                    head.faction_terrain, past.load_choices("faction_terrain"), day
                ),
                spell_lores=restore_choices(
                    Lore, head.spell_lores, past.load_choices("spell_lores"), day, grace
                ),
                prayer_lores=restore_choices(
                    Lore, head.prayer_lores, past.load_choices("prayer_lores"), day, grace
                ),
                manifestation_lores=restore_choices(
                    ManifestationLore,
                    head.manifestation_lores,
                    past.load_choices("manifestation_lores"),
                    day,
                    grace,
                ),
            )

    def list_entries(self) -> list[Findable]:
        """Return the warscrolls that were available on the date, as search results."""
        sheets = map(self.get_sheet, self.list_available_ids())
        return [entry(sheet) for sheet in sheets if sheet]

    def load_army_of_renown(self, army_id: str) -> ArmyOfRenown | None:
        """Return the army of renown as on the date, or on the nearest date when it was there.

        The warscrolls that only this army has get the prices of the date. Without a history, the
        army is as today. None if there is no such army today.
        """
        today = super().load_army_of_renown(army_id)
        past = self.past.load_army_of_renown(army_id) if self.past else None
        if today is None or past is None:
            return today
        restored = restore_army_of_renown(today, past, limit_to_window(past, self.day), self.grace)
        assert restored is not None, "clamped into its window"
        prices = {warscroll.id: warscroll.prices for warscroll in past.warscrolls}

        def set_price(warscroll: OwnWarscroll) -> OwnWarscroll:
            """Return `warscroll`, which only this army has, at its price on the date.

            If the history has no prices of its own for a copy, and the copy costs as much today as
            its original does, it gets the original's price of that date. If no price is known,
            today's price stays.
            """
            own = prices.get(warscroll.id, {})
            original = self.today.get_sheet(getattr(warscroll, "same_as", warscroll.id))
            if not own and original is not None and original.points == warscroll.points:
                sheet = self.get_sheet(original.id)
                points = sheet.points if sheet else None
            else:
                points = find_price_on_date(own, self.day, warscroll.points)
            if points is None:
                return warscroll
            return msgspec.structs.replace(warscroll, points=points)

        return msgspec.structs.replace(
            restored,
            extra_warscrolls=tuple(map(set_price, restored.extra_warscrolls)),
            copied_warscrolls=tuple(map(set_price, restored.copied_warscrolls)),
        )


class DayRenown(_WarscrollsOnDate, RenownData):
    """The regiments of renown at the prices and for the factions of a date.

    Their units are as today.
    """

    def __init__(self, today: RenownData, shelf: DayShelf) -> None:
        """Lead the regiments of renown of `today` back to the date of `shelf`.

        They are today's and those of the date that have since been removed.
        """
        super().__init__(today.compiled)
        self.lead_back(today, shelf)
        records = self.past.get_things("regiments").values() if self.past else ()
        removed = {
            regiment.id: regiment.name
            for regiment in records
            if has_come_and_gone(regiment, self.day, self.grace)
        }
        self.regiments = {**self.regiments, **removed}

    def load_regiment(self, regiment_id: str) -> RegimentOfRenown | None:
        """Return the regiment of renown with its price and factions on the date.

        None if it wasn't there on the date, or if there is no such regiment.
        """
        past = self.past.load_regiment(regiment_id) if self.past else None
        today = None
        if f"regiment:{regiment_id}" in self.compiled:
            today = super().load_regiment(regiment_id)
        return restore_regiment_of_renown(today, past, self.day, self.grace)


class DayShelf(Shelf):
    """The data files of a game on a date: today's files, led back through the histories."""

    def __init__(self, today: Shelf, past: RegimentsPast, day: str) -> None:
        """Prepare the data files of `today` for `day`.

        Each file is worked out when it is first asked for. `past` are the histories of the game.
        """
        super().__init__(today.system, today.library)
        self.today, self._past, self.day = today, past, day
        self.grace = past.load_versions().get_grace_on(day)

    def open_faction(self, faction_id: str) -> FactionData | None:
        """Return the faction as it was on the date. None if there is no such faction today."""
        current = self.today.load_faction(faction_id)
        return DayFaction(current, self) if current else None

    def load_regiments_of_renown(self) -> RenownData | None:
        """Return the regiments of renown as they were on the date. None if the game has none."""
        current = self.today.load_regiments_of_renown() if self._renown is None else None
        if current:
            self._renown = DayRenown(current, self)
        return self._renown

    def load_generic_lores(self) -> tuple[ManifestationLore, ...]:
        """Return the manifestation lores for all factions as they were on the date."""
        if self._lores is None:
            self._lores = self.today.load_generic_lores()
            past = self.past.load_faction(GENERIC)
            if past:
                records = past.load_choices("manifestation_lores")
                self._lores = restore_choices(
                    ManifestationLore, self._lores, records, self.day, self.grace
                )
        return self._lores

    def yield_shelves_with_thing(
        self, faction_id: str, kind: str, thing_id: str
    ) -> Iterator[Shelf]:
        """Yield the data files of other dates on which the thing was there, and last today's.

        `faction_id`, `kind` and `thing_id` say which thing is meant. For each of its history
        records, the date nearest to this catalog's date is taken. This is for a thing that isn't
        there on this catalog's date.
        """
        past = self.past.load_faction(faction_id)
        for thing in past.get_things(kind).values() if past else ():
            if thing.id.rpartition("/")[2] != thing_id:
                continue
            if not thing.today or not was_in_force(thing, self.day, self.grace):
                yield self.today.get_shelf_on_date(limit_to_window(thing, self.day))
        yield self.today

    def load_history_files(self, ids: Iterable[str]) -> list[compiled.Compiled]:
        """Return the compiled history files of the factions `ids` and of the generic file."""
        return self.past.list_files([*ids, GENERIC])
