"""From a roster document to an army of regiments: every id looked up, every unit placed and priced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from listbuilder.games.base import Reading
from listbuilder.games.regiments import price, renown
from listbuilder.games.regiments.allegiance import ArmyOfRenown, Restrictions
from listbuilder.games.regiments.army import Borne, Chosen, Post, Regiment, RegimentArmy, RegimentUnit
from listbuilder.games.regiments.data import RenownData, Shelf, Warscrolls
from listbuilder.games.regiments.gone import WentAway, choices_now, gone_warscroll, note_gone, went
from listbuilder.games.regiments.lookup import FoundWarscroll, Lookup, history_kind
from listbuilder.games.regiments.roster import Ids, RegimentRoster, RosterRegiment, RosterRenown, RosterUnit
from listbuilder.games.regiments.warscroll import RegimentProfile
from listbuilder.games.shared.resolving import NewIds, factions, main_faction, past_day
from listbuilder.games.shared.values import Table, one
from listbuilder.model.army import Group
from listbuilder.model.base import Path, fold
from listbuilder.model.bounds import MAX_UNITS
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rule import RuleBook
from listbuilder.store.compiled import Compiled
from listbuilder.store.nearest import nearest, seeking
from listbuilder.store.reader import Document


class Resolver:
    """Resolves one roster. Problems are collected; what can be read is read."""

    def __init__(self, document: Document, roster: RegimentRoster, shelf: Shelf, as_of: str | None = None) -> None:
        self.document = document
        self.roster = roster
        self.problems: list[Problem] = []
        today = main_faction(document, roster.faction, shelf)
        self.day = past_day(as_of, roster.points_as_of, today.head.as_of, shelf.releases, self.fail)
        self.today = shelf
        self.away: list[WentAway] = []  # what the roster names that no data of the day has
        self.shelf = shelf.on(self.day) if self.day else shelf
        self.main = main_faction(document, roster.faction, self.shelf)
        self.renown = self._army_of_renown()
        self.lookup = Lookup(self.shelf, self.main, self.renown)
        self._refuse_too_many()
        self.new_ids = NewIds(unit.id for unit, _ in self._every_unit() if unit.id)
        self.used: dict[str, Compiled] = {self.main.id: self.main.compiled}

    def reading(self) -> Reading:
        roster = self.roster
        book = self._book()
        army = RegimentArmy(
            book=book,
            name=roster.name or "",
            faction_id=self.main.id,
            faction_name=self.main.name,
            units=[],
            faction=self.main.head,
            renown=self.renown,
            auxiliaries_listed=roster.auxiliary is not None,
            priced_on=self.day or self.main.head.as_of,
            assumed_keys=roster.assumed,
            past_day=self.day is not None,
        )
        self._settle_season(army)
        self._settle_limit(army)
        self._check_ids()
        self._units(army)
        renown.settle(army, self)
        self._choices(army)
        note_gone(army, self)
        if self.day:
            self._note_day(army)
        price.price(army)
        self._name_battlepacks(army)
        return Reading(army, self.problems, [*self.used.values(), *self.shelf.law_files(), *self.shelf.past_files(self.used)])

    def _note_day(self, army: RegimentArmy) -> None:
        """What of the army was not there that day, and what is taken from today."""
        complete = self.shelf.past.versions().complete_on(self.day or army.priced_on)
        if not complete:
            army.by_today[()] = frozenset({"battlepack"})  # what was for one season only: no day but today's is known
        if self.renown:
            if not complete:
                army.by_today[("army_of_renown",)] = frozenset({"army_of_renown"})  # whom it asks for and lets in
            army.note_away("army_of_renown", self.main.away("armies_of_renown", self.renown.id), ("army_of_renown",))
        for unit in army.regiment_units:
            home = self.shelf.warscrolls(unit.home)
            if home is None:
                continue
            if not complete and (unknown := home.unknown(unit.warscroll.id)):
                army.by_today[unit.path] = unknown
            army.note_away("unit", home.away("warscrolls", unit.warscroll.id), unit.path, at=(*unit.path, "unit"), unit=unit)
            for borne in unit.borne:
                if borne.standing in ("own", "replaced"):
                    gone = self.main.away("enhancements", f"{borne.table.id}/{borne.enhancement.id}")
                    army.note_away("enhancement", gone, borne.path, at=borne.path, unit=unit)
        for kind, chosen in army.choices():
            if chosen.standing in ("own", "replaced"):
                gone = self.main.away(history_kind(kind), chosen.id)
                army.note_away(kind, gone, chosen.path, at=chosen.path, known=choices_now(army, self, kind, gone))
        for taken in army.renown_taken:
            if not complete:  # who is in it
                army.by_today[taken.path] = army.by_today.get(taken.path, frozenset()) | {"regiment_of_renown"}
            if (data := self.shelf.renown()) is not None:
                army.note_away("regiment_of_renown", data.away("regiments", taken.regiment.id), taken.path)

    def _army_of_renown(self) -> ArmyOfRenown | None:
        given = self.roster.army_of_renown
        if given is None:
            return None
        wanted = self.one(given, ("army_of_renown",), [self.main.armies])
        found = self.main.army(wanted) if wanted is not None else None
        if found is None and wanted is not None and went(self, "army_of_renown", wanted, ("army_of_renown",)):
            return None
        if found is None:
            known = list(self.main.armies)
            args = {"given": given, "faction": self.main.name, "known": known, "near": nearest(given, known)}
            raise Unreadable([self.document.problem("unknown_army_of_renown", ("army_of_renown",), **args)])
        return found

    def _book(self) -> RuleBook:
        book = self.shelf.book()
        seasons = {each: season.name for each, season in book.seasons.items()}
        given = self.roster.season
        self.season = self.one(str(given), ("season",), [seasons]) if given is not None else None
        return self.shelf.book(self.season) if self.season in book.seasons else book

    def _settle_season(self, army: RegimentArmy) -> None:
        given, seasons = self.season, army.book.seasons
        if given is None:
            return
        if given not in seasons:
            args = {"given": given, "known": list(seasons), "near": nearest(given, seasons)}
            self.fail("unknown_season", ("season",), **args)
            return
        army.season = seasons[given]

    def _settle_limit(self, army: RegimentArmy) -> None:
        given = self.roster.points_limit
        if given is None:
            return
        if given < 1:
            self.fail("too_small", ("points_limit",), given=str(given), allowed=1)
        else:
            army.limit = given

    def use(self, data: Warscrolls) -> None:
        """Notes that the verdict rests on this file."""
        self.used[data.id] = data.compiled

    def one(self, given: str, path: Path, tables: Iterable[Table]) -> str | None:
        return one(given, path, tables, self.fail)

    def fail(self, key: str, path: Path, **args: Any) -> None:
        self.problems.append(self.document.problem(key, path, **args))

    def _every_unit(self) -> Iterator[tuple[RosterUnit, Path]]:
        for place, regiment in enumerate(self.roster.regiments or ()):
            if regiment.hero:
                yield regiment.hero, ("regiments", place, "hero")
            for inside, unit in enumerate(regiment.units or ()):
                yield unit, ("regiments", place, "units", inside)
        for place, unit in enumerate(self.roster.auxiliary or ()):
            yield unit, ("auxiliary", place)

    def _refuse_too_many(self) -> None:
        """Each regiment alone may hold as many; the army holds no more."""
        renown = self.roster.regiment_of_renown
        taken = renown if isinstance(renown, tuple) else (renown,)
        inside = sum(len(each.units or ()) for each in taken if isinstance(each, RosterRenown))
        count = sum(1 for _ in self._every_unit()) + inside
        if count > MAX_UNITS:
            raise Unreadable([self.document.problem("too_many_units", count=count, limit=MAX_UNITS)])

    def _check_ids(self) -> None:
        seen: set[str] = set()
        for unit, path in self._every_unit():
            if unit.id is None:
                continue
            if unit.id in seen:
                self.fail("duplicate_id", (*path, "id"), given=unit.id)
            seen.add(unit.id)

    def _units(self, army: RegimentArmy) -> None:
        for place, entry in enumerate(self.roster.regiments or ()):
            army.regiments.append(self._regiment(place, entry))
        for place, unit in enumerate(self.roster.auxiliary or ()):
            if found := self.unit(unit, ("auxiliary", place), "auxiliary"):
                army.auxiliaries.append(found)
        for regiment in army.regiments:
            army.units.extend(regiment.units)
        army.units.extend(army.auxiliaries)
        for each in army.regiment_units:
            for option in each.profile.options if each.post == "leader" else ():
                if option.min:
                    army.companions.update(self.companions(option.units))
            if (limit := each.warscroll.max_per) is not None:
                army.names[limit.unit] = self.lookup.name(
                    limit.unit if each.home == self.main.id else f"{each.home}/{limit.unit}"
                )
            if each.home not in army.keywords_of_homes and (data := self.shelf.faction(each.home)):
                army.keywords_of_homes[each.home] = data.head.faction_keyword
        if self.renown:
            army.names |= {each: self.lookup.name(each) for each in _named(self.renown.restrictions)}

    def companions(self, names: tuple[str, ...]) -> dict[str, str]:
        wanted = {fold(name) for name in names}
        return {fold(name): each for each, name in self.main.index.items() if fold(name) in wanted}

    def _regiment(self, place: int, entry: RosterRegiment) -> Regiment:
        path: Path = ("regiments", place)
        leader = self.unit(entry.hero, (*path, "hero"), "leader") if entry.hero else None
        members = [
            found
            for inside, unit in enumerate(entry.units or ())
            if (found := self.unit(unit, (*path, "units", inside), "member"))
        ]
        for each in [leader, *members] if leader else members:
            each.regiment = place
        if leader:
            leader.alone = not entry.units
        return Regiment(place=place, path=path, leader=leader, members=members, listed=entry.units is not None)

    def unit(self, entry: RosterUnit, path: Path, post: Post) -> RegimentUnit | None:
        wanted = self._wanted(entry.unit, (*path, "unit"))
        if wanted is None:
            return None
        entry = msgspec.structs.replace(entry, unit=wanted)
        found = self.lookup.warscroll(wanted) or gone_warscroll(self, wanted, path)
        if found is None:
            self._unknown_warscroll(wanted, (*path, "unit"))
            return None
        if (used := self.shelf.warscrolls(found.home)) is not None:
            self.use(used)
        unit = self.build(found, entry, path, post)
        unit.borne = list(self._enhancements(entry, path))
        return unit

    def _wanted(self, given: str, path: Path) -> str | None:
        """The id of the warscroll that is meant, with its faction where that is written."""
        written, slash, called = given.rpartition("/")
        if not slash:
            return self.one(called, path, self.lookup.warscroll_names())
        home = self.one(written, path, factions(self.shelf))
        place = self.shelf.warscrolls(home) if home is not None else None
        wanted = self.one(called, path, [place.index] if place else [])
        return f"{home}/{wanted}" if home is not None and wanted is not None else None

    def build(self, found: FoundWarscroll, entry: RosterUnit, path: Path, post: Post) -> RegimentUnit:
        sheet = found.warscroll
        tags = sheet.tags
        if self.renown and found.standing == "own" and post != "renown":
            tags = tags | {fold(keyword) for keyword in self.renown.adds_keywords}
        count = 2 * sheet.models if entry.reinforced else sheet.models
        return RegimentUnit(
            id=entry.id or self.new_ids.of(sheet.id),
            path=path,
            name=sheet.name,
            datasheet_id=entry.unit,
            groups=(Group(sheet.name, count),),
            tags=tags,
            custom_name=entry.name,
            legends=sheet.legends,
            own_id=entry.id is not None,
            warscroll=sheet,
            profile=self._profile(entry.unit, found),
            home=found.home,
            home_name=found.home_name,
            standing=found.standing,
            post=post,
            general=entry.general,
            reinforced=entry.reinforced,
            entry=_node(self.document.data, path),
        )

    def _profile(self, given: str, found: FoundWarscroll) -> RegimentProfile:
        if self.renown and found.standing == "own" and given in self.renown.regiments:
            return self.renown.regiments[given]
        return found.warscroll.regiment

    def _unknown_warscroll(self, given: str, path: Path) -> None:
        home, slash, warscroll_id = given.rpartition("/")
        known = self.shelf.ids()
        if slash and self.shelf.warscrolls(home) is None:
            self.fail("unknown_faction", path, given=home, near=nearest(home, known), begin=self.shelf.system)
            return
        places = [*(each for each in known if each != self.main.id), RenownData.ID]
        files = [data for each in places if (data := self.shelf.warscrolls(each))]
        elsewhere = [f"{data.id}/{warscroll_id}" for data in files if warscroll_id in data.index]
        if elsewhere:
            self.fail("warscroll_elsewhere", path, given=given, faction=self.main.name, other=elsewhere)
            return
        near = nearest(warscroll_id, self.lookup.warscroll_ids())
        more = {} if near else {"seek": seeking(given, self.shelf.system)}
        self.fail("unknown_warscroll", path, given=given, faction=self.main.name, near=near, **more)

    def _enhancements(self, entry: RosterUnit, path: Path) -> Iterator[Borne]:
        for written, place in _listed(entry.enhancements, (*path, "enhancements")):
            enhancement_id = self.one(written, place, self.lookup.enhancement_names())
            if enhancement_id is None:
                continue
            found = self.lookup.enhancement(enhancement_id)
            if found is None and (then := went(self, "enhancement", enhancement_id, place, at=place)):
                found = then.enhancement(enhancement_id)
                if found is None:
                    continue
            if found is None:
                self._unknown_choice(enhancement_id, place, self.lookup.enhancement_ids())
                continue
            enhancement, table, standing, home = found
            yield Borne(enhancement=enhancement, table=table, path=place, points=enhancement.points, standing=standing, home=home)

    def _choices(self, army: RegimentArmy) -> None:
        roster = self.roster
        army.formations_chosen = list(self._chosen("battle_formation", roster.battle_formation))
        army.terrain = list(self._chosen("faction_terrain", roster.faction_terrain))
        lores = {"spell": roster.spell_lore, "prayer": roster.prayer_lore, "manifestation": roster.manifestation_lore}
        army.lores = {kind: list(self._chosen(f"{kind}_lore", given)) for kind, given in lores.items()}
        if roster.battle_tactics:
            army.tactics = list(self._tactics(roster.battle_tactics))

    def _tactics(self, given: Ids) -> Iterator[Chosen]:
        cards = {card.id: (card.name, pack) for pack in self.shelf.battlepacks() for card in pack.battle_tactics_cards}
        for written, path in _listed(given, ("battle_tactics",)):
            card_id = self.one(written, path, [{each: name for each, (name, _) in cards.items()}])
            if card_id is None:
                continue
            if card_id not in cards:
                self.fail("not_allowed", path, given=card_id, allowed=list(cards), near=nearest(card_id, cards))
                continue
            name, pack = cards[card_id]
            yield Chosen(id=card_id, name=name, path=path, standing="own", home=pack.name, battlepacks=(pack.id,))

    def _chosen(self, kind: str, given: Ids | None) -> Iterator[Chosen]:
        for written, path in _listed(given, (kind,)):
            wanted = self.one(written, path, self.lookup.thing_names(kind))
            if wanted is None:
                continue
            found = self.lookup.thing(kind, wanted)
            if found is None and (then := went(self, kind, wanted, path, at=path)):
                found = then.thing(kind, wanted)
                if found is None:
                    continue
            if found is None:
                self._unknown_choice(wanted, path, self.lookup.known(kind))
                continue
            yield Chosen(
                id=wanted,
                name=found.thing.name,
                path=path,
                standing=found.standing,
                home=found.home,
                points=found.thing.points,
                legends=getattr(found.thing, "legends", False),
                battlepacks=getattr(found.thing, "battlepacks", ()),
            )

    def _unknown_choice(self, given: str, path: Path, known: list[str]) -> None:
        near = nearest(given, known)
        more = {"choose": list(dict.fromkeys(known))} if known and near is None else {}
        self.fail("unknown_choice", path, given=given, faction=self.main.name, near=near, **more)

    def _name_battlepacks(self, army: RegimentArmy) -> None:
        bound = any(unit.warscroll.battlepack for unit in army.regiment_units)
        bound = bound or any(each.battlepacks for each in army.chosen())
        if bound or any(each.enhancement.battlepacks for unit in army.regiment_units for each in unit.borne):
            army.battlepack_names = {pack.id: pack.name for pack in self.shelf.battlepacks()}


def _named(asks: Restrictions) -> set[str]:
    """Ids of the units an army of renown speaks of."""
    selections = [each for ratio in asks.ratios for each in (ratio.allow, ratio.per) if each]
    groups = [*asks.required_units, asks.required_general, *(limit.units for limit in asks.limits)]
    return {each for group in (*groups, *(selection.units for selection in selections)) for each in group}


def _listed(given: Ids | None, path: Path) -> list[tuple[str, Path]]:
    """Each id with its place: one alone stands under the key itself."""
    if given is None:
        return []
    if isinstance(given, str):
        return [(given, path)]
    return [(each, (*path, place)) for place, each in enumerate(given)]


def _node(data: Any, path: Path) -> Any:
    for part in path:
        data = data[part]
    return data
