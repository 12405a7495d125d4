"""The factions of a game of regiments as they were on a past date.

The resolver uses them instead of today's.

Dates choose between candidates and forbid nothing: what the roster names by its id is found on any
date, in the state nearest to it, and `away` says since when or until when it was there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple, TypeVar

import msgspec

from listbuilder.data import compiled
from listbuilder.games.aos.catalog import FactionData, RenownData, Shelf, entry
from listbuilder.games.aos.faction import ArmyOfRenown, ManifestationLore, RegimentOfRenown
from listbuilder.games.aos.history_catalog import PastAllegiance, RegimentsPast, make_hero_test
from listbuilder.games.aos.state_on_date import (
    ALL_KEYS,
    DayWarscroll,
    find_price_on_date,
    restore_army_of_renown,
    restore_formations,
    restore_lores,
    restore_manifestation_lores,
    restore_regiment_of_renown,
    restore_tables,
    restore_terrain,
    restore_warscroll,
    was_reinforceable,
)
from listbuilder.games.aos.warscroll import Warscroll, WarscrollCopy
from listbuilder.games.game import Findable
from listbuilder.matching import aliases
from listbuilder.matching.names import Names
from listbuilder.matching.spellings import Index, find_candidates
from listbuilder.model.base import fold
from listbuilder.model.windows import (
    GRACE,
    Gone,
    Thing,
    describe_absence,
    get_last_known_date,
    has_come_and_gone,
    limit_to_window,
    list_available_on,
    was_in_force,
)

GENERIC = "generic"
OwnWarscroll = TypeVar("OwnWarscroll", Warscroll, WarscrollCopy)
_BY_THE_MODEL = (" models)", " model)")


class WarscrollSpellings(NamedTuple):
    """The ways to write the warscrolls of one file: those of the history, and a table of aliases.

    The table contains the names that no rule of spelling explains.
    """

    names: Index
    aliases: dict[str, str | None]


class _DatedWarscrolls:
    """The warscrolls of one file as they were on a date."""

    def __init__(
        self,
        today: FactionData | RenownData,
        past: PastAllegiance | None,
        day: str,
        spellings: WarscrollSpellings,
        grace: int = GRACE,
    ) -> None:
        """Prepare the warscrolls of the file `today` for `day`.

        Each warscroll is worked out when it is first asked for. `past` is the history of the file,
        None if it has none. `spellings` are the ways in which their names are written. `grace` is
        the number of days around a change that still count as the same date.
        """
        self.today, self.past, self.day, self.grace = today, past, day, grace
        self._spellings = spellings.names
        self._found: dict[str, tuple[Warscroll, frozenset[str]] | None] = {}
        self._names = Names([(name, name) for name in today.index.values()])
        self._aliases = spellings.aliases
        self._singly: dict[str, list[str]] = {}  # warscrolls that are sold by the model, too
        for name in today.index.values():
            whole, _, number = name.partition(" (")
            if number.endswith(_BY_THE_MODEL):
                self._singly.setdefault(fold(whole), []).append(name)
        self._is_hero = make_hero_test(today, past, day)
        self._tells: bool | None = None

    def restore_sheet(self, warscroll_id: str) -> tuple[Warscroll, frozenset[str]] | None:
        """Return the warscroll as on the date and its unknown keys, or None if no source has it.

        If no unit at all could be reinforced on the date, the sources hadn't yet written down which
        units can. Then a unit that can be reinforced today can be reinforced on the date too, and
        its key `can_be_reinforced` counts as unknown.
        """
        if warscroll_id not in self._found:
            former = self.past.load_warscroll(warscroll_id) if self.past else None
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
                former = self.past.load_warscroll(warscroll_id) if self.past else None
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

    def list_unknown_keys(self, warscroll_id: str) -> frozenset[str]:
        """Return the keys of a warscroll whose values on the date aren't known.

        All keys are unknown for a warscroll that wasn't there on the date, because its values are
        those of another date.
        """
        restored = self.restore_sheet(warscroll_id)
        keys = restored[1] if restored else frozenset()
        return keys | ALL_KEYS if self.describe_absence("warscrolls", warscroll_id) else keys

    def get_history_record(self, kind: str, thing_id: str) -> Thing | None:
        """Return the history record of the thing of `kind` with the id `thing_id`, or None."""
        return self.past.get_things(kind).get(thing_id) if self.past else None

    def describe_absence(self, kind: str, thing_id: str) -> Gone | None:
        """Return since when or until when the thing was there, if it wasn't there on the date.

        None if it was there on the date, or if the history has no record of it.
        """
        record = self.get_history_record(kind, thing_id)
        if record is None or self.past is None:
            return None
        names = self.today.index if kind == "warscrolls" else {}
        line = self.past.prices.get(thing_id if kind == "warscrolls" else f"{kind}:{thing_id}")
        first = min(line.points, default=None) if line else None
        return describe_absence(
            record, self.day, names, self.past.get_things(kind).values(), first, self.grace
        )


class DayFaction(FactionData):
    """A faction as it was on a date.

    What the history doesn't know of it is as today; `unknown` tells for which keys that is so.
    """

    def __init__(
        self,
        today: FactionData,
        past: PastAllegiance | None,
        day: str,
        spellings: WarscrollSpellings,
        grace: int = GRACE,
    ) -> None:
        """Set up the faction as it was on `day`.

        Formations, tables, terrain and lores are those of `day`; everything else in `today` stays.
        `past` is the history of the faction; if it is None, everything is as today. `spellings` are
        the ways to write its warscrolls. `grace` is the number of days around a change that still
        count as the same date.
        """
        super().__init__(today.compiled)
        self.past, self.day, self.grace = past, day, grace
        self._of = _DatedWarscrolls(today, past, day, spellings, grace)
        if past is not None:
            head = self.head
            self.head = msgspec.structs.replace(
                head,
                battle_formations=restore_formations(
                    head.battle_formations, past.load_choices("battle_formations"), day, grace
                ),
                enhancement_tables=restore_tables(
                    head.enhancement_tables, past.load_enhancements(), day, grace
                ),
                faction_terrain=restore_terrain(
                    head.faction_terrain, past.load_choices("faction_terrain"), day
                ),
                spell_lores=restore_lores(
                    head.spell_lores, past.load_choices("spell_lores"), day, grace
                ),
                prayer_lores=restore_lores(
                    head.prayer_lores, past.load_choices("prayer_lores"), day, grace
                ),
                manifestation_lores=restore_manifestation_lores(
                    head.manifestation_lores, past.load_choices("manifestation_lores"), day, grace
                ),
            )

    def get_sheet(self, warscroll_id: str) -> Warscroll | None:
        """Return the warscroll as it was on the date of this faction. None if no source has it."""
        restored = self._of.restore_sheet(warscroll_id)
        return restored[0] if restored else None

    def get_unknown_keys(self, warscroll_id: str) -> frozenset[str]:
        """Return the keys of a warscroll whose values on the date aren't known."""
        return self._of.list_unknown_keys(warscroll_id)

    def describe_absence(self, kind: str, thing_id: str) -> Gone | None:
        """Return since or until when the thing was there; None if it was there on the date.

        `kind` is its kind.
        """
        return self._of.describe_absence(kind, thing_id)

    def list_available_ids(self) -> list[str]:
        """Return the ids of the warscrolls that were available on the date."""
        records = self.past.get_things("warscrolls") if self.past else {}
        return list_available_on(self.index, records, self.day, self.grace)

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
            original = self._of.today.get_sheet(getattr(warscroll, "same_as", warscroll.id))
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


class DayRenown(RenownData):
    """The regiments of renown at the prices and for the factions of a date.

    Their units are as today.
    """

    def __init__(
        self,
        today: RenownData,
        past: PastAllegiance | None,
        day: str,
        spellings: WarscrollSpellings,
        grace: int = GRACE,
    ) -> None:
        """Set up the regiments of renown as they were on `day`.

        They are today's and those of `day` that have since been removed. `past` is their history,
        None if there is none. `spellings` are the ways to write their warscrolls. `grace` is the
        number of days around a change that still count as the same date.
        """
        super().__init__(today.compiled)
        self.past, self.day, self.grace = past, day, grace
        self._of = _DatedWarscrolls(today, past, day, spellings, grace)
        records = past.get_things("regiments").values() if past else ()
        removed = {
            regiment.id: regiment.name
            for regiment in records
            if has_come_and_gone(regiment, day, grace)
        }
        self.regiments = {**self.regiments, **removed}

    def get_sheet(self, warscroll_id: str) -> Warscroll | None:
        """Return the warscroll as it was on the date. None if no source has it."""
        restored = self._of.restore_sheet(warscroll_id)
        return restored[0] if restored else None

    def get_unknown_keys(self, warscroll_id: str) -> frozenset[str]:
        """Return the keys of a warscroll whose values on the date aren't known."""
        return self._of.list_unknown_keys(warscroll_id)

    def describe_absence(self, kind: str, thing_id: str) -> Gone | None:
        """Return since or until when the thing was there; None if it was there on the date.

        `kind` is its kind.
        """
        return self._of.describe_absence(kind, thing_id)

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

    def _list_spellings(self, place: str) -> WarscrollSpellings:
        """Return the ways to write the names of the warscrolls of the file `place`.

        They are the spellings of the history, and the aliases by folded name.
        """
        unit_aliases = aliases.collect_aliases(self.system, "units", (place,))
        return WarscrollSpellings(
            self.past.get_spellings(place, "warscrolls"),
            {fold(name): target for name, target in unit_aliases.items()},
        )

    def load_faction(self, faction_id: str) -> FactionData | None:
        """Return the faction as it was on the date. None if there is no such faction today."""
        if faction_id not in self._factions:
            current = self.today.load_faction(faction_id)
            history = (
                self.past.load_faction(faction_id),
                self.day,
                self._list_spellings(faction_id),
                self.grace,
            )
            self._factions[faction_id] = DayFaction(current, *history) if current else None
        return self._factions[faction_id]

    def load_regiments_of_renown(self) -> RenownData | None:
        """Return the regiments of renown as they were on the date. None if the game has none."""
        current = self.today.load_regiments_of_renown() if self._renown is None else None
        if current:
            history = (
                self.past.load_faction(RenownData.ID),
                self.day,
                self._list_spellings(RenownData.ID),
                self.grace,
            )
            self._renown = DayRenown(current, *history)
        return self._renown

    def load_generic_lores(self) -> tuple[ManifestationLore, ...]:
        """Return the manifestation lores for all factions as they were on the date."""
        if self._lores is None:
            self._lores = self.today.load_generic_lores()
            past = self.past.load_faction(GENERIC)
            if past:
                records = past.load_choices("manifestation_lores")
                self._lores = restore_manifestation_lores(
                    self._lores, records, self.day, self.grace
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
