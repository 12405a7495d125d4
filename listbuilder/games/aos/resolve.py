"""The way from a roster document to an army of regiments: look up ids, place and price units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from listbuilder.data.compiled import Compiled
from listbuilder.games.aos import price, renown
from listbuilder.games.aos.army import (
    ArmyChoice,
    BorneEnhancement,
    Post,
    Regiment,
    RegimentArmy,
    RegimentUnit,
)
from listbuilder.games.aos.catalog import RenownData, Shelf, Warscrolls
from listbuilder.games.aos.faction import ArmyOfRenown, Battlepack
from listbuilder.games.aos.lookup import FoundWarscroll, Lookup, name_history_kind
from listbuilder.games.aos.removed_things import (
    RemovedThing,
    find_removed_warscroll,
    list_choices_today,
    record_removed_thing,
    record_removed_things,
)
from listbuilder.games.aos.roster import (
    Ids,
    RegimentRoster,
    RosterRegiment,
    RosterRenown,
    RosterUnit,
)
from listbuilder.games.common.resolve import (
    NewIds,
    load_main_faction,
    make_faction_tables,
    resolve_past_date,
)
from listbuilder.games.common.roster_values import Table, resolve_one
from listbuilder.games.game import Reading
from listbuilder.i18n.nearest_word import find_nearest, make_search_command
from listbuilder.model.army import Group
from listbuilder.model.base import Path, fold, get_at_path
from listbuilder.model.limits import MAX_UNITS
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rulebook import RuleBook
from listbuilder.yamlio.reader import YamlDocument


class Resolver:
    """Reads one roster into an army of regiments.

    Problems are collected and reading goes on, so that as much as possible is read.
    """

    def __init__(
        self, document: YamlDocument, roster: RegimentRoster, shelf: Shelf, as_of: str | None = None
    ) -> None:
        """Prepare to read `roster`: find its faction, date and army of renown in `shelf`.

        `document` is the YAML file from which `roster` was made. `as_of` is a date asked for; it
        replaces the date that the roster states.

        Raises Unreadable if one of them is unknown or the roster has too many units.
        """
        self.document = document
        self.roster = roster
        self.problems: list[Problem] = []
        today = load_main_faction(document, roster.faction, shelf)
        self.day = resolve_past_date(
            as_of,
            roster.points_as_of,
            today.head.as_of,
            shelf.list_release_dates,
            self.report_problem,
        )
        self.today = shelf
        self.away: list[RemovedThing] = []  # what the roster names that no data of the day has
        self.shelf = shelf.get_shelf_on_date(self.day) if self.day else shelf
        self.main = load_main_faction(document, roster.faction, self.shelf)
        self.renown = self._find_army_of_renown()
        self.lookup = Lookup(self.shelf, self.main, self.renown)
        self._refuse_too_many_units()
        self.new_ids = NewIds(unit.id for unit, _ in self._yield_roster_units() if unit.id)
        self.used: dict[str, Compiled] = {self.main.id: self.main.compiled}

    def reading(self) -> Reading:
        """Return the army that the roster describes, the problems found and the data files used."""
        roster = self.roster
        book = self._load_rules()
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
        self._set_season(army)
        if roster.points_limit is not None and roster.points_limit < 1:
            given = str(roster.points_limit)
            self.report_problem("too_small", ("points_limit",), given=given, allowed=1)
        else:
            army.limit = roster.points_limit
        self._report_duplicate_ids()
        self._add_units(army)
        renown.add_regiments_of_renown(army, self)
        self._add_choices(army)
        record_removed_things(army, self)
        if self.day:
            self._note_date_gaps(army)
        price.set_prices(army)
        self._add_battlepack_names(army)
        files = [*self.used.values(), *self.shelf.load_rule_files()]
        files += self.shelf.load_history_files(self.used)
        return Reading(army, self.problems, files)

    def _note_date_gaps(self, army: RegimentArmy) -> None:
        """Record in `army` what wasn't available on its date, and what is taken from today's data.

        Unless the data of that date is complete, today's data is used for season rules, the army of
        renown and the units of regiments of renown.
        """
        complete = self.shelf.past.load_versions().is_complete_on(self.day or army.priced_on)
        if not complete:
            army.by_today[()] = frozenset({"battlepack"})
        if self.renown:
            if not complete:
                army.by_today[("army_of_renown",)] = frozenset({"army_of_renown"})
            army.note_unavailable(
                "army_of_renown",
                self.main.describe_absence("armies_of_renown", self.renown.id),
                ("army_of_renown",),
            )
        for unit in army.regiment_units:
            home = self.shelf.load_warscrolls(unit.home)
            if home is None:
                continue
            unknown = frozenset() if complete else home.get_unknown_keys(unit.warscroll.id)
            if unknown:
                army.by_today[unit.path] = unknown
            army.note_unavailable(
                "unit",
                home.describe_absence("warscrolls", unit.warscroll.id),
                unit.path,
                at=(*unit.path, "unit"),
                unit=unit,
            )
            for borne in unit.borne:
                if borne.standing in ("own", "replaced"):
                    absence = self.main.describe_absence(
                        "enhancements", f"{borne.table.id}/{borne.enhancement.id}"
                    )
                    army.note_unavailable(
                        "enhancement", absence, borne.path, at=borne.path, unit=unit
                    )
        for kind, chosen in army.list_choices_with_keys():
            if chosen.standing in ("own", "replaced"):
                absence = self.main.describe_absence(name_history_kind(kind), chosen.id)
                army.note_unavailable(
                    kind,
                    absence,
                    chosen.path,
                    at=chosen.path,
                    known=list_choices_today(army, self, kind, absence),
                )
        for regiment in army.renown_taken:
            if not complete:
                unknown = army.by_today.get(regiment.path, frozenset())
                army.by_today[regiment.path] = unknown | {"regiment_of_renown"}
            data = self.shelf.load_regiments_of_renown()
            if data is not None:
                army.note_unavailable(
                    "regiment_of_renown",
                    data.describe_absence("regiments", regiment.regiment.id),
                    regiment.path,
                )

    def _find_army_of_renown(self) -> ArmyOfRenown | None:
        """Return the army of renown that the roster names, or None.

        None if the roster names no army of renown. None also if that army was removed from the
        game; the removal is then recorded. Raises Unreadable if the name is unknown or could mean
        several armies.
        """
        given = self.roster.army_of_renown
        if given is None:
            return None
        path: Path = ("army_of_renown",)
        wanted = self.resolve_id(given, path, [self.main.armies])
        if wanted is not None:
            army = self.main.load_army_of_renown(wanted)
            if army is not None:
                return army
            if record_removed_thing(self, "army_of_renown", wanted, path):
                return None
        known = list(self.main.armies)
        problem = self.document.make_problem(
            "unknown_army_of_renown",
            path,
            given=given,
            faction=self.main.name,
            known=known,
            near=find_nearest(given, known),
        )
        raise Unreadable([problem])

    def _load_rules(self) -> RuleBook:
        """Return the rules of the season that the roster names, or the base rules.

        The season's id is kept in `self.season`. The base rules are returned if the roster names no
        season or an unknown one. An unknown id is kept in `self.season` too, so that it can be
        reported later.
        """
        book = self.shelf.load_rulebook()
        seasons = {season_id: season.name for season_id, season in book.seasons.items()}
        self.season: str | None = None
        if self.roster.season is not None:
            self.season = self.resolve_id(str(self.roster.season), ("season",), [seasons])
        return self.shelf.load_rulebook(self.season) if self.season in book.seasons else book

    def _set_season(self, army: RegimentArmy) -> None:
        """Set the season of `army` to the season that the roster names.

        A season that the rules don't have is reported instead. Nothing happens if the roster names
        no season.
        """
        given, seasons = self.season, army.book.seasons
        if given is None:
            return
        if given not in seasons:
            args = {"given": given, "known": list(seasons), "near": find_nearest(given, seasons)}
            self.report_problem("unknown_season", ("season",), **args)
            return
        army.season = seasons[given]

    def record_used_file(self, data: Warscrolls) -> None:
        """Add the data file `data` to the files on which the verdict about this roster rests."""
        self.used[data.id] = data.compiled

    def resolve_id(self, given: str, path: Path, tables: Iterable[Table]) -> str | None:
        """Return the id that `given` means in `tables`, or `given` itself if no name matches.

        `given` can be a name or an id. None if it could mean several things, which is reported at
        `path`. `tables` are only read if `given` doesn't have the form of an id.
        """
        return resolve_one(given, path, tables, self.report_problem)

    def report_problem(self, key: str, path: Path, **args: object) -> None:
        """Add a problem with the message `key` at `path` of the roster to `self.problems`."""
        self.problems.append(self.document.make_problem(key, path, **args))

    def _yield_roster_units(self) -> Iterator[tuple[RosterUnit, Path]]:
        """Yield each unit of the roster with its path: those of regiments, then auxiliary units.

        The units of regiments of renown are not among them.
        """
        for place, regiment in enumerate(self.roster.regiments or ()):
            if regiment.hero:
                yield regiment.hero, ("regiments", place, "hero")
            for inside, unit in enumerate(regiment.units or ()):
                yield unit, ("regiments", place, "units", inside)
        for place, unit in enumerate(self.roster.auxiliary or ()):
            yield unit, ("auxiliary", place)

    def _refuse_too_many_units(self) -> None:
        """Raise Unreadable if the whole roster lists more units than the maximum.

        Each regiment alone can contain that many, so the parts are added up here.
        """
        renown = self.roster.regiment_of_renown
        count = sum(1 for _ in self._yield_roster_units())
        for regiment in renown if isinstance(renown, tuple) else (renown,):
            if isinstance(regiment, RosterRenown):
                count += len(regiment.units or ())
        if count > MAX_UNITS:
            problem = self.document.make_problem("too_many_units", count=count, limit=MAX_UNITS)
            raise Unreadable([problem])

    def _report_duplicate_ids(self) -> None:
        """Report each unit id of the roster that an earlier unit already has."""
        seen: set[str] = set()
        for unit, path in self._yield_roster_units():
            if unit.id is None:
                continue
            if unit.id in seen:
                self.report_problem("duplicate_id", (*path, "id"), given=unit.id)
            seen.add(unit.id)

    def _add_units(self, army: RegimentArmy) -> None:
        """Add the roster's regiments and auxiliary units to `army`, and the names that rules need.

        These names are: the companions that heroes must bring, the warscrolls that limits and the
        army of renown mention, and the faction keyword of each unit's faction.
        """
        for place, entry in enumerate(self.roster.regiments or ()):
            army.regiments.append(self._read_regiment(place, entry))
        for place, unit in enumerate(self.roster.auxiliary or ()):
            auxiliary = self.read_unit(unit, ("auxiliary", place), "auxiliary")
            if auxiliary:
                army.auxiliaries.append(auxiliary)
        for regiment in army.regiments:
            army.units.extend(regiment.units)
        army.units.extend(army.auxiliaries)
        for army_unit in army.regiment_units:
            for option in army_unit.profile.options if army_unit.post == "leader" else ():
                if option.min:
                    army.companions.update(self.map_companions(option.units))
            home = army_unit.home
            limit = army_unit.warscroll.max_per
            if limit is not None:
                reference = limit.unit if home == self.main.id else f"{home}/{limit.unit}"
                army.names[limit.unit] = self.lookup.find_warscroll_name(reference)
            if home not in army.keywords_of_homes:
                data = self.shelf.load_faction(home)
                if data is not None:
                    army.keywords_of_homes[home] = data.head.faction_keyword
        if self.renown:
            for unit_id in self.renown.restrictions.list_units():
                army.names[unit_id] = self.lookup.find_warscroll_name(unit_id)

    def map_companions(self, names: tuple[str, ...]) -> dict[str, str]:
        """Return the ids of the faction's warscrolls that have one of `names`, by folded name."""
        wanted = {fold(name) for name in names}
        ids_by_name = {fold(name): sheet_id for sheet_id, name in self.main.index.items()}
        return {name: sheet_id for name, sheet_id in ids_by_name.items() if name in wanted}

    def _read_regiment(self, place: int, entry: RosterRegiment) -> Regiment:
        """Return the regiment that `entry` describes, with its hero and units.

        `place` is its position among the regiments of the roster. Units that can't be read are
        reported and left out.
        """
        path: Path = ("regiments", place)
        leader = self.read_unit(entry.hero, (*path, "hero"), "leader") if entry.hero else None
        members = []
        for inside, unit in enumerate(entry.units or ()):
            member = self.read_unit(unit, (*path, "units", inside), "member")
            if member:
                members.append(member)
        if leader:
            leader.alone = not entry.units
        listed = entry.units is not None
        regiment = Regiment(place=place, path=path, leader=leader, members=members, listed=listed)
        for regiment_unit in regiment.units:
            regiment_unit.regiment = place
        return regiment

    def read_unit(self, entry: RosterUnit, path: Path, post: Post) -> RegimentUnit | None:
        """Return the unit that `entry` describes, or None if it can't be read.

        The unit has its enhancements. `path` is its place in the roster, `post` its post in the
        army (leader, member, ...). None if the warscroll is unknown or the name unclear, which is
        reported. A warscroll that was removed from the game is read as it was on its last day, and
        recorded as removed.
        """
        wanted = self._resolve_warscroll_id(entry.unit, (*path, "unit"))
        if wanted is None:
            return None
        entry = msgspec.structs.replace(entry, unit=wanted)
        warscroll = self.lookup.find_warscroll(wanted) or find_removed_warscroll(self, wanted, path)
        if warscroll is None:
            self._report_unknown_warscroll(wanted, (*path, "unit"))
            return None
        used = self.shelf.load_warscrolls(warscroll.home)
        if used is not None:
            self.record_used_file(used)
        unit = self.build_unit(warscroll, entry, path, post)
        unit.borne = list(self._read_enhancements(entry, path))
        return unit

    def _resolve_warscroll_id(self, given: str, path: Path) -> str | None:
        """Return the warscroll id that `given` means, as `faction/id` if `given` names a faction.

        `given` can contain names instead of ids. None if a name could mean several things, which is
        reported at `path`.
        """
        written, slash, name = given.rpartition("/")
        if not slash:
            return self.resolve_id(name, path, self.lookup.yield_warscroll_names())
        home = self.resolve_id(written, path, make_faction_tables(self.shelf))
        place = self.shelf.load_warscrolls(home) if home is not None else None
        wanted = self.resolve_id(name, path, [place.index] if place else [])
        return f"{home}/{wanted}" if home is not None and wanted is not None else None

    def build_unit(
        self, found: FoundWarscroll, entry: RosterUnit, path: Path, post: Post
    ) -> RegimentUnit:
        """Return the unit for the warscroll `found`, without its enhancements.

        `entry` is its roster entry at `path`, `post` its post in the army (leader, member, ...). A
        unit that belongs to the army of renown also gets the keywords that this army adds, and the
        army's own regiment profile for it if there is one.
        """
        sheet = found.warscroll
        tags = sheet.tags
        profile = sheet.regiment
        if self.renown and found.standing == "own":
            profile = self.renown.regiments.get(entry.unit, profile)
        if self.renown and found.standing == "own" and post != "renown":
            tags = tags | {fold(keyword) for keyword in self.renown.adds_keywords}
        count = 2 * sheet.models if entry.reinforced else sheet.models
        return RegimentUnit(
            id=entry.id or self.new_ids.make_id(sheet.id),
            path=path,
            name=sheet.name,
            datasheet_id=entry.unit,
            groups=(Group(sheet.name, count),),
            tags=tags,
            custom_name=entry.name,
            legends=sheet.legends,
            own_id=entry.id is not None,
            warscroll=sheet,
            profile=profile,
            home=found.home,
            home_name=found.home_name,
            standing=found.standing,
            post=post,
            general=entry.general,
            reinforced=entry.reinforced,
            entry=get_at_path(self.document.data, path),
        )

    def _report_unknown_warscroll(self, given: str, path: Path) -> None:
        """Report that no warscroll has the id `given`.

        If `given` names an unknown faction, that faction is reported instead. Otherwise the message
        names other factions that have the warscroll or, if there are none, the nearest id.
        """
        home, slash, warscroll_id = given.rpartition("/")
        known = self.shelf.list_ids()
        if slash and self.shelf.load_warscrolls(home) is None:
            args = {"given": home, "near": find_nearest(home, known), "begin": self.shelf.system}
            self.report_problem("unknown_faction", path, **args)
            return
        elsewhere = []
        for faction_id in (*known, RenownData.ID):
            if faction_id == self.main.id:
                continue
            data = self.shelf.load_warscrolls(faction_id)
            if data and warscroll_id in data.index:
                elsewhere.append(f"{data.id}/{warscroll_id}")
        if elsewhere:
            self.report_problem(
                "warscroll_elsewhere", path, given=given, faction=self.main.name, other=elsewhere
            )
            return
        near = find_nearest(warscroll_id, self.lookup.list_warscroll_ids())
        more = {} if near else {"seek": make_search_command(given, self.shelf.system)}
        self.report_problem(
            "unknown_warscroll", path, given=given, faction=self.main.name, near=near, **more
        )

    def _read_enhancements(self, entry: RosterUnit, path: Path) -> Iterator[BorneEnhancement]:
        """Yield the enhancements that the unit described by `entry` has.

        Unknown and unclear names are reported and left out. Enhancements that were removed from the
        game are read as they were on their last day, and recorded as removed.
        """
        for written, place in _list_ids_with_paths(entry.enhancements, (*path, "enhancements")):
            enhancement_id = self.resolve_id(written, place, self.lookup.yield_enhancement_names())
            if enhancement_id is None:
                continue
            located = self.lookup.find_enhancement(enhancement_id)
            if located is None:
                last_state = record_removed_thing(
                    self, "enhancement", enhancement_id, place, at=place
                )
                if last_state is None:
                    known = self.lookup.list_enhancement_ids()
                    self._report_unknown_choice(enhancement_id, place, known)
                    continue
                located = last_state.find_enhancement(enhancement_id)
            if located is None:
                continue
            enhancement, table, standing, home = located
            yield BorneEnhancement(
                enhancement=enhancement,
                table=table,
                path=place,
                points=enhancement.points,
                standing=standing,
                home=home,
            )

    def _add_choices(self, army: RegimentArmy) -> None:
        """Add the roster's choices for the whole army to `army`.

        These are its formation, terrain, lores and battle tactics.
        """
        roster = self.roster
        army.formations_chosen = list(
            self._read_choices("battle_formation", roster.battle_formation)
        )
        army.terrain = list(self._read_choices("faction_terrain", roster.faction_terrain))
        lores = {
            "spell": roster.spell_lore,
            "prayer": roster.prayer_lore,
            "manifestation": roster.manifestation_lore,
        }
        army.lores = {
            kind: list(self._read_choices(f"{kind}_lore", given)) for kind, given in lores.items()
        }
        if roster.battle_tactics:
            army.tactics = list(self._read_battle_tactics(roster.battle_tactics))

    def _read_battle_tactics(self, given: Ids) -> Iterator[ArmyChoice]:
        """Yield the battle tactics cards that `given` names.

        Unknown cards are reported and left out.
        """
        packs: dict[str, Battlepack] = {}
        names: dict[str, str] = {}
        for pack in self.shelf.load_battlepacks():
            for card in pack.battle_tactics_cards:
                packs[card.id], names[card.id] = pack, card.name
        for written, path in _list_ids_with_paths(given, ("battle_tactics",)):
            card_id = self.resolve_id(written, path, [names])
            if card_id is None:
                continue
            if card_id not in names:
                near = find_nearest(card_id, names)
                self.report_problem(
                    "not_allowed", path, given=card_id, allowed=list(names), near=near
                )
                continue
            pack = packs[card_id]
            yield ArmyChoice(
                id=card_id,
                name=names[card_id],
                path=path,
                standing="own",
                home=pack.name,
                battlepacks=(pack.id,),
            )

    def _read_choices(self, kind: str, given: Ids | None) -> Iterator[ArmyChoice]:
        """Yield the choices of `kind` (formation, lore or terrain) that `given` names.

        Unknown and unclear names are reported and left out. Choices that were removed from the game
        are read as they were on their last day, and recorded as removed.
        """
        for written, path in _list_ids_with_paths(given, (kind,)):
            wanted = self.resolve_id(written, path, self.lookup.yield_choice_names(kind))
            if wanted is None:
                continue
            choice = self.lookup.find_choice(kind, wanted)
            if choice is None:
                last_state = record_removed_thing(self, kind, wanted, path, at=path)
                if last_state is None:
                    self._report_unknown_choice(wanted, path, self.lookup.list_choice_ids(kind))
                    continue
                choice = last_state.find_choice(kind, wanted)
            if choice is None:
                continue
            yield ArmyChoice(
                id=wanted,
                name=choice.thing.name,
                path=path,
                standing=choice.standing,
                home=choice.home,
                points=choice.thing.points,
                legends=getattr(choice.thing, "legends", False),
                battlepacks=getattr(choice.thing, "battlepacks", ()),
            )

    def _report_unknown_choice(self, given: str, path: Path, known: list[str]) -> None:
        """Report that `given` is an unknown id, with the nearest of `known` or else all of them."""
        near = find_nearest(given, known)
        more = {"choose": list(dict.fromkeys(known))} if known and near is None else {}
        self.report_problem(
            "unknown_choice", path, given=given, faction=self.main.name, near=near, **more
        )

    def _add_battlepack_names(self, army: RegimentArmy) -> None:
        """Add the names of all seasons to `army`, if any part of it is for certain seasons only."""
        is_bound = any(choice.battlepacks for choice in army.list_choices())
        for unit in army.regiment_units:
            borne_packs = [borne.enhancement.battlepacks for borne in unit.borne]
            if unit.warscroll.battlepack or any(borne_packs):
                is_bound = True
        if is_bound:
            army.battlepack_names = {pack.id: pack.name for pack in self.shelf.load_battlepacks()}


def _list_ids_with_paths(given: Ids | None, path: Path) -> list[tuple[str, Path]]:
    """Return each id in `given` with its path in the roster; empty if `given` is None.

    A single id has the path `path`. The ids of a list have `path` with their position added.
    """
    if given is None:
        return []
    if isinstance(given, str):
        return [(given, path)]
    return [(written, (*path, place)) for place, written in enumerate(given)]
