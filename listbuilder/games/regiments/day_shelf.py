"""The factions of a game of regiments as they were on a past day: what a resolver finds there instead of today's.

Windows choose between candidates and forbid nothing: what the roster names by its id is found on any day, in the state
nearest to the day, and `away` says of it since when or until when it was there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from listbuilder.games.base import Findable
from listbuilder.games.regiments.allegiance import ArmyOfRenown, ManifestationLore, RegimentOfRenown
from listbuilder.games.regiments.data import FactionData, RenownData, Shelf, entry
from listbuilder.games.regiments.past import (
    ALL_KEYS,
    DayWarscroll,
    army_of_renown_of_day,
    formations_of_day,
    lores_of_day,
    manifestation_lores_of_day,
    price_of_day,
    regiment_of_renown_of_day,
    reinforced_on,
    tables_of_day,
    terrain_of_day,
    warscroll_of_day,
)
from listbuilder.games.regiments.past_data import PastAllegiance, RegimentsPast, heroes_of_day
from listbuilder.games.regiments.warscroll import Warscroll
from listbuilder.games.shared import aliases
from listbuilder.games.shared.names import Names
from listbuilder.games.shared.spellings import Index, candidates
from listbuilder.model.base import fold
from listbuilder.model.past import GRACE, Gone, Thing, came_and_went, clamped, gone, held, known_on, there_on
from listbuilder.store import compiled

GENERIC = "generic"
_BY_THE_MODEL = (" models)", " model)")


class Spelled(NamedTuple):
    """How a file's warscrolls are written: by the history, and by the table of names that no rule of spelling explains."""

    names: Index
    aliases: dict[str, str | None]


class _Of:
    """Warscrolls of a day, of a file that has a history."""

    def __init__(self, today: Any, past: PastAllegiance | None, day: str, spellings: Spelled, grace: int = GRACE) -> None:
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
        self._is_hero = heroes_of_day(today, past, day)
        self._tells: bool | None = None

    def sheet(self, warscroll_id: str) -> tuple[Warscroll, frozenset[str]] | None:
        if warscroll_id not in self._found:
            then = self.past.warscroll(warscroll_id) if self.past else None
            now = self.today.sheet(warscroll_id) or (self.today.sheet(then.renamed_to) if then and then.renamed_to else None)
            day = known_on(then, self.day) if then else self.day
            found = warscroll_of_day(now, then, day, self._is_hero)
            known = now is not None and found is not None and now.can_be_reinforced and not found.warscroll.can_be_reinforced
            if found and known and not self._tells_who_is_reinforced():
                as_now = msgspec.structs.replace(found.warscroll, can_be_reinforced=True)
                found = DayWarscroll(as_now, found.unknown | {"can_be_reinforced"})
            self._found[warscroll_id] = (self._named(found.warscroll), found.unknown) if found else None
        return self._found[warscroll_id]

    def _tells_who_is_reinforced(self) -> bool:
        """Where nobody at all could be that day, though some can today, the sources had not written it down yet."""
        if self._tells is None:
            sheets = ((self.today.sheet(each), self.past.warscroll(each) if self.past else None) for each in self.today.index)
            self._tells = any(reinforced_on(now, then, self.day) for now, then in sheets if now is not None)
        return self._tells

    def _named(self, sheet: Warscroll) -> Warscroll:
        """With options that call units what they are called here: the sources changed spellings."""
        if not any(option.units for option in sheet.regiment.options):
            return sheet
        options = tuple(
            msgspec.structs.replace(
                option, units=tuple(dict.fromkeys(each for name in option.units for each in self._called(name)))
            )
            for option in sheet.regiment.options
        )
        return msgspec.structs.replace(sheet, regiment=msgspec.structs.replace(sheet.regiment, options=options))

    def _called(self, name: str) -> Iterator[str]:
        yield name
        yield from self._singly.get(fold(name), ())
        if title := self.today.index.get(self._aliases.get(fold(name)) or ""):
            yield title
        known = candidates(self._spellings, name, self.day)
        if known:
            yield self.today.index.get(known[0].id) or known[0].written
        elif fold(name) not in map(fold, self.today.index.values()) and (found := self._names.guess(name)) and found.target:
            yield found.target

    def unknown(self, warscroll_id: str) -> frozenset[str]:
        """All of what was not there that day: it is another day's."""
        found = self.sheet(warscroll_id)
        known = found[1] if found else frozenset()
        return known | ALL_KEYS if self.away("warscrolls", warscroll_id) else known

    def thing(self, kind: str, thing_id: str) -> Thing | None:
        return self.past.things(kind).get(thing_id) if self.past else None

    def away(self, kind: str, thing_id: str) -> Gone | None:
        found = self.thing(kind, thing_id)
        if found is None or self.past is None:
            return None
        names = self.today.index if kind == "warscrolls" else {}
        line = self.past.prices.get(thing_id if kind == "warscrolls" else f"{kind}:{thing_id}")
        first = min(line.points, default=None) if line else None
        return gone(found, self.day, names, self.past.things(kind).values(), first, self.grace)


class DayFaction(FactionData):
    """A faction of a day. What the history does not know of it is as today; `unknown` says of which keys that is so."""

    def __init__(self, today: FactionData, past: PastAllegiance | None, day: str, spellings: Spelled, grace: int = GRACE) -> None:
        super().__init__(today.compiled)
        self.past, self.day, self.grace = past, day, grace
        self._of = _Of(today, past, day, spellings, grace)
        if past is not None:
            head = self.head
            self.head = msgspec.structs.replace(
                head,
                battle_formations=formations_of_day(head.battle_formations, past.extras("battle_formations"), day, grace),
                enhancement_tables=tables_of_day(head.enhancement_tables, past.enhancements(), day, grace),
                faction_terrain=terrain_of_day(head.faction_terrain, past.extras("faction_terrain"), day),
                spell_lores=lores_of_day(head.spell_lores, past.extras("spell_lores"), day, grace),
                prayer_lores=lores_of_day(head.prayer_lores, past.extras("prayer_lores"), day, grace),
                manifestation_lores=manifestation_lores_of_day(
                    head.manifestation_lores, past.extras("manifestation_lores"), day, grace
                ),
            )

    def sheet(self, warscroll_id: str) -> Warscroll | None:
        found = self._of.sheet(warscroll_id)
        return found[0] if found else None

    def unknown(self, warscroll_id: str) -> frozenset[str]:
        return self._of.unknown(warscroll_id)

    def away(self, kind: str, thing_id: str) -> Gone | None:
        return self._of.away(kind, thing_id)

    def there(self) -> list[str]:
        return there_on(self.index, self.past.things("warscrolls") if self.past else {}, self.day, self.grace)

    def entries(self) -> list[Findable]:
        return [entry(sheet) for each in self.there() if (sheet := self.sheet(each))]

    def army(self, army_id: str) -> ArmyOfRenown | None:
        today = super().army(army_id)
        past = self.past.army_of_renown(army_id) if self.past else None
        if today is None or past is None:
            return today
        made = army_of_renown_of_day(today, past, clamped(past, self.day), self.grace)
        assert made is not None, "clamped into its window"
        prices = {each.id: each.prices for each in past.warscrolls}

        def priced(each: Any) -> Any:
            """By its own prices, else by those of the warscroll that it is a copy of and costs as much as."""
            own = prices.get(each.id, {})
            original = self._of.today.sheet(getattr(each, "same_as", each.id))
            if not own and original is not None and original.points == each.points:
                sheet = self.sheet(original.id)
                return msgspec.structs.replace(each, points=sheet.points) if sheet else each
            points = price_of_day(own, self.day, each.points)
            return msgspec.structs.replace(each, points=each.points if points is None else points)

        return msgspec.structs.replace(
            made,
            extra_warscrolls=tuple(map(priced, made.extra_warscrolls)),
            copied_warscrolls=tuple(map(priced, made.copied_warscrolls)),
        )


class DayRenown(RenownData):
    """The regiments of renown at the prices of a day, and for the factions of it; their units are as today."""

    def __init__(self, today: RenownData, past: PastAllegiance | None, day: str, spellings: Spelled, grace: int = GRACE) -> None:
        super().__init__(today.compiled)
        self.past, self.day, self.grace = past, day, grace
        self._of = _Of(today, past, day, spellings, grace)
        every = past.things("regiments").values() if past else ()
        went = {each.id: each.name for each in every if came_and_went(each, day, grace)}
        self.regiments = {**self.regiments, **went}

    def sheet(self, warscroll_id: str) -> Warscroll | None:
        found = self._of.sheet(warscroll_id)
        return found[0] if found else None

    def unknown(self, warscroll_id: str) -> frozenset[str]:
        return self._of.unknown(warscroll_id)

    def away(self, kind: str, thing_id: str) -> Gone | None:
        return self._of.away(kind, thing_id)

    def regiment(self, regiment_id: str) -> RegimentOfRenown | None:
        past = self.past.regiment(regiment_id) if self.past else None
        today = super().regiment(regiment_id) if f"regiment:{regiment_id}" in self.compiled else None
        return regiment_of_renown_of_day(today, past, self.day, self.grace)


class DayShelf(Shelf):
    """The shelf of a day: today's files, led back."""

    def __init__(self, today: Shelf, past: RegimentsPast, day: str) -> None:
        super().__init__(today.system, today.library)
        self.today, self._past, self.day = today, past, day
        self.grace = past.versions().grace_on(day)

    def _spelled(self, place: str) -> Spelled:
        known = aliases.of(self.system, "units", (place,))
        return Spelled(self.past.spellings(place, "warscrolls"), {fold(name): target for name, target in known.items()})

    def faction(self, faction_id: str) -> FactionData | None:
        if faction_id not in self._factions:
            now = self.today.faction(faction_id)
            known = self.past.faction(faction_id), self.day, self._spelled(faction_id), self.grace
            self._factions[faction_id] = DayFaction(now, *known) if now else None
        return self._factions[faction_id]

    def renown(self) -> RenownData | None:
        if self._renown is None and (now := self.today.renown()):
            known = self.past.faction(RenownData.ID), self.day, self._spelled(RenownData.ID), self.grace
            self._renown = DayRenown(now, *known)
        return self._renown

    def generic_lores(self) -> tuple[ManifestationLore, ...]:
        if self._lores is None:
            now, past = self.today.generic_lores(), self.past.faction(GENERIC)
            self._lores = (
                manifestation_lores_of_day(now, past.extras("manifestation_lores"), self.day, self.grace) if past else now
            )
        return self._lores

    def around(self, faction_id: str, kind: str, thing_id: str) -> Iterator[Shelf]:
        past = self.past.faction(faction_id)
        for thing in past.things(kind).values() if past else ():
            if thing.id.rpartition("/")[2] == thing_id and not (thing.today and held(thing, self.day, self.grace)):
                yield self.today.on(clamped(thing, self.day))
        yield self.today

    def past_files(self, ids: Iterable[str]) -> list[compiled.Compiled]:
        return self.past.files([*ids, GENERIC])
