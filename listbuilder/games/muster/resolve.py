"""From a roster document to a mustered army: every id looked up, every unit placed and priced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from listbuilder.games.base import Reading
from listbuilder.games.muster import detachment as detachments
from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.data import FactionData, Shelf, home_of
from listbuilder.games.muster.days import note_day, note_gone, price_units
from listbuilder.games.muster.faction import Enhancement, Faction, Include
from listbuilder.games.muster.gone import gone_enhancement, gone_sheet, gone_today
from listbuilder.games.muster.guests import bound_guests
from listbuilder.games.muster.known import KnownUnits
from listbuilder.games.muster.roster import BearingUnit, MusterRoster, RosterUnit
from listbuilder.games.muster.sizes import default_groups
from listbuilder.games.muster.standing import place_units, take_as_stated
from listbuilder.games.shared.resolving import NewIds, factions, main_faction, past_day
from listbuilder.games.shared.roster import RosterGroup
from listbuilder.games.shared.values import Table, items, mission, one
from listbuilder.games.shared.wargear.kit import kit_of
from listbuilder.model.army import Group
from listbuilder.model.base import Path, fold, kebab
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.finding import Note
from listbuilder.model.problem import Problem
from listbuilder.store.nearest import nearest, seeking
from listbuilder.store.reader import Document
from listbuilder.store.truths import meant

if TYPE_CHECKING:
    from listbuilder.model.past import Gone


class Resolver:
    """Resolves one roster. Problems are collected; what can be read is read."""

    def __init__(
        self, document: Document, roster: MusterRoster, shelf: Shelf, as_of: str | None = None, known: KnownUnits | None = None
    ) -> None:
        self.document = document
        self.roster = roster
        self.problems: list[Problem] = []
        today = main_faction(document, roster.faction, shelf)
        self.day = past_day(as_of, roster.points_as_of, today.head.as_of, shelf.releases, self._fail)
        self.today = shelf
        self.shelf = shelf.on(self.day) if self.day else shelf
        self.main = main_faction(document, roster.faction, self.shelf)
        self.parent = self.shelf.faction(self.main.head.parent) if self.main.head.parent else None
        self.new_ids = NewIds(unit.id for unit in roster.units if unit.id)
        self._places = [data for data in (self.main, self.parent) if data]
        self.used: dict[str, FactionData] = {data.head.id: data for data in self._places}
        self._known = known if known is not None and known.shelf is self.shelf else None
        self._settled: set[Path] = set()  # places of units of which is known what they are in an army of these terms

    def reading(self) -> Reading:
        roster = self.roster
        book = self.shelf.book()
        size_given = self._one(
            None if roster.battle_size is None else str(roster.battle_size),
            ("battle_size",),
            [{each.id: each.name for each in book.battle_sizes}],
        )
        size = book.size_on(size_given, self.day)
        army = Muster(
            book=book,
            name=roster.name or "",
            faction_id=self.main.head.id,
            faction_name=self.main.head.name,
            units=[],
            limit=size.points if size else None,
            size_id=size.id if size else None,
            faction=self.main.head,
            parent=self.parent.head if self.parent else None,
            size_given=size_given,
            size=size,
            mission=mission(roster.mission, book),
            battle_ready=roster.battle_ready,
            detachments_path=roster.DETACHMENTS,
            disposition=self._one(
                roster.disposition_given(), ("disposition",), [{kebab(each): each for each in book.dispositions}]
            ),
            priced_on=self.day or self.main.head.as_of,
            past_day=self.day is not None,
            assumed_keys=roster.assumed,
        )
        army.chapter = self._chapter()
        if size and "battle_size" in army.assumed_keys:
            army.assumed.append(Note(key="size_assumed", args={"size": size.name}, path=("battle_size",)))
        self._check_ids()
        detachments.settle(army, roster.detachments_given(), self.shelf, self.today, self._fail)
        army.units.extend(unit for place, entry in enumerate(roster.units) if (unit := self._unit(army, place, entry)))
        place_units(army, self.head_of, self._settled)
        for unit in army.muster_units:
            self._give_enhancements(army, unit)
        known = self._kept(army)
        take_as_stated(army)
        if self.day:
            note_day(army, self.shelf)
        else:
            note_gone(army, self.shelf)
        bound_guests(army)
        price_units(army, self.shelf)
        self._note_unknown(army)
        declared = roster.declared()
        if declared is not None or any(wants_company(unit.datasheet) for unit in army.muster_units):
            from listbuilder.games.muster.declarations import declare_formations  # only rosters that need them pay for it

            declare_formations(army, roster, declared, self.document, self.shelf, self.problems)
        used = [data.compiled for data in self.used.values()]
        files = [*used, *self.shelf.law_files(), *self.shelf.past_files(self.used)]
        return Reading(army, self.problems, files, known=known)

    def _unit(self, army: Muster, place: int, entry: RosterUnit) -> MusterUnit | None:
        """As it was read before, where it is."""
        known = self._known.unit(self.document, place) if self._known else None
        if known is None:
            return self.unit(army, place, entry)
        unit, home = known
        self.used[home.head.id] = home
        unit.id = entry.id or self.new_ids.of(unit.datasheet.id)
        if unit.standing in ("own", "included"):
            self._settled.add(unit.path)
        return unit

    def _kept(self, army: Muster) -> KnownUnits | None:
        if self.problems:
            return None
        known = self._known or KnownUnits(self.document, self.shelf)
        for unit in army.muster_units:
            known.keep(self.document, unit, self.used[unit.home])
        return known

    def _fail(self, key: str, path: Path, **args: Any) -> None:
        self.problems.append(self.document.problem(key, path, **args))

    def _one(self, given: str | None, path: Path, tables: Iterable[Table]) -> str | None:
        return None if given is None else one(given, path, tables, self._fail)

    def head_of(self, faction_id: str) -> Faction | None:
        data = self.shelf.faction(faction_id)
        return data.head if data else None

    def _chapter(self) -> str | None:
        """The chapter the army is of: the faction itself where it has a parent, or the one the roster names."""
        head = self.main.head
        given = self.roster.chapter
        if head.parent:
            return head.faction_keyword
        if given is None:
            return None
        wanted = self._one(given, ("chapter",), [{chapter.id: chapter.name for chapter in head.chapters}])
        if wanted is None:
            return None
        for chapter in head.chapters:
            if wanted == chapter.id:
                return chapter.name
        known = [chapter.id for chapter in head.chapters]
        self._fail("unknown_chapter", ("chapter",), given=given, faction=head.name, known=known, near=nearest(given, known))
        return None

    def _check_ids(self) -> None:
        seen: set[str] = set()
        for place, unit in enumerate(self.roster.units):
            if unit.id is None:
                continue
            if unit.id in seen:
                self._fail("duplicate_id", ("units", place, "id"), given=unit.id)
            seen.add(unit.id)

    def unit(self, army: Muster, place: int, entry: RosterUnit) -> MusterUnit | None:
        path: Path = ("units", place)
        found = self._datasheet(entry.datasheet, (*path, "datasheet"))
        if found is None:
            return None
        sheet, home = found
        own = home.head.id == self.main.head.id or "/" not in entry.datasheet
        groups = self._groups(sheet, entry, path)
        if groups is None:
            return None
        warlord, model = self._warlord(sheet, entry, path)
        return MusterUnit(
            id=entry.id or self.new_ids.of(sheet.id),
            path=path,
            name=sheet.name,
            datasheet_id=sheet.id if own else f"{home.head.id}/{sheet.id}",
            groups=groups,
            tags=sheet.tags,
            custom_name=entry.name,
            legends=sheet.legends,
            own_max=_own_max(sheet, army),
            own_id=entry.id is not None,
            datasheet=sheet,
            home=home.head.id,
            home_name=home.head.name,
            stated_size=entry.models is not None,
            size_as_number=isinstance(entry.models, int),
            warlord=warlord,
            warlord_model=model,
            chosen_keyword=self._one(entry.keyword, (*path, "keyword"), self._keywords(army, sheet)),
            stated_keywords=entry.keywords,
            bearer=self._bearer(sheet, entry, path),
        )

    def _datasheet(self, given: str, path: Path) -> tuple[Datasheet, FactionData] | None:
        written, slash, called = given.rpartition("/")
        places = self._places
        if slash:
            faction_id = self._one(written, path, factions(self.shelf))
            if faction_id is None:
                return None
            data = self.shelf.faction(faction_id)
            if data is None:
                near = nearest(faction_id, self.shelf.ids())
                self._fail("unknown_faction", path, given=faction_id, near=near, begin=self.shelf.system)
                return None
            places = [data]
        sheet_id = self._one(called, path, (data.index for data in places))
        if sheet_id is None:
            return None
        home = home_of(sheet_id, places)
        sheet = home.sheet(sheet_id) if home is not None else None
        if home is not None and sheet is not None:
            self.used[home.head.id] = home
            return sheet, home
        if (went := gone_sheet(self.today, places, sheet_id)) is not None:
            self.used[went[1].head.id] = went[1]
            return went
        self._unknown_datasheet(given, sheet_id, places, path)
        return None

    def _unknown_datasheet(self, given: str, sheet_id: str, places: list[FactionData], path: Path) -> None:
        known = [each for data in places for each in data.index]
        elsewhere = [
            f"{faction_id}/{sheet_id}"
            for faction_id in self.shelf.ids()
            if (data := self.shelf.faction(faction_id)) and sheet_id in data.index
        ]
        if elsewhere:
            self._fail("datasheet_elsewhere", path, given=given, faction=places[0].head.name, other=elsewhere)
        else:
            near = nearest(sheet_id, known)
            more = {} if near else {"seek": seeking(given, self.shelf.system)}
            self._fail("unknown_datasheet", path, given=given, faction=places[0].head.name, near=near, **more)

    def _groups(self, sheet: Datasheet, entry: RosterUnit, path: Path) -> tuple[Group, ...] | None:
        models = entry.models
        if models is None or isinstance(models, int):
            if models is not None and models < 1:
                self._fail("count_below_one", (*path, "models"), given=models)
                return None
            return default_groups(sheet, models)
        groups = [self._group(sheet, group, (*path, "models", place)) for place, group in enumerate(models)]
        if not groups:
            self._fail("count_below_one", (*path, "models"), given=0)
        known = tuple(group for group in groups if group)
        return known if known and len(known) == len(groups) else None

    def _group(self, sheet: Datasheet, group: RosterGroup, path: Path) -> Group | None:
        name = self._model(sheet, group.model, (*path, "model"))
        if name is None:
            return None
        for item, count in (group.wargear or {}).items():
            if count < 1:
                self._fail("count_below_one", (*path, "wargear", item), given=count)
                return None
        if group.count < 1:
            self._fail("count_below_one", (*path, "count"), given=group.count)
            return None
        wargear = items(group.wargear, (*path, "wargear"), _item_names(sheet), self._fail)
        return Group(name, group.count, wargear)

    def _warlord(self, sheet: Datasheet, entry: RosterUnit, path: Path) -> tuple[bool, str | None]:
        """Return whether the unit is the warlord, and which kind of its models, where the roster says that."""
        given = entry.warlord
        if not isinstance(given, str):
            return given, None
        if fold(given) not in sheet.model_names and (said := meant(given)) is not None:
            return said, None
        return True, self._model(sheet, given, (*path, "warlord"))

    def _bearer(self, sheet: Datasheet, entry: RosterUnit, path: Path) -> str | None:
        if not isinstance(entry, BearingUnit) or entry.bearer is None:
            return None
        return self._model(sheet, entry.bearer, (*path, "bearer"))

    def _model(self, sheet: Datasheet, given: str, path: Path) -> str | None:
        """The data's name of a kind of model."""
        name = sheet.model_names.get(fold(given))
        if name is None:
            wanted = self._one(given, path, [{each: each for each in sheet.model_names.values()}])
            if wanted is None or (name := sheet.model_names.get(fold(wanted))) is not None:
                return name
            known = list(sheet.model_names.values())
            self._fail("unknown_model", path, given=given, datasheet=sheet.name, known=known, near=nearest(given, known))
        return name

    def _give_enhancements(self, army: Muster, unit: MusterUnit) -> None:
        place = unit.path[1]
        assert isinstance(place, int)
        given = self.roster.units[place].enhancement
        if not given:
            return
        base = (*unit.path, "enhancement")
        listed = [(given, base)] if isinstance(given, str) else [(e, (*base, i)) for i, e in enumerate(given or ())]
        found: list[tuple[Enhancement, Path]] = []
        for written, path in listed:
            enhancement_id = self._one(written, path, detachments.enhancement_names(army))
            if enhancement_id is None:
                continue
            enhancement = detachments.find_enhancement(army, enhancement_id) or self._enhancement_of_other_day(
                army, unit, enhancement_id, path
            )
            enhancement = enhancement or self._gone_enhancement(army, unit, enhancement_id, path)
            if enhancement is None:
                known = detachments.enhancement_ids(army)
                near = nearest(enhancement_id, known)
                choose = [each.id for detachment in army.detachments for each in detachment.enhancements]
                more = {"choose": choose} if choose and near is None else {}
                self._fail("unknown_enhancement", path, given=enhancement_id, faction=army.faction_name, near=near, **more)
            else:
                found.append((enhancement, path))
            if enhancement and enhancement.bearer_unknown:
                args = {"enhancement": enhancement.name, "unit": unit.name}
                army.not_checked.append(Note(key="bearer_unknown", args=args, path=path))
        unit.enhancements = tuple(enhancement for enhancement, _ in found)
        unit.enhancement_paths = tuple(path for _, path in found)

    def _keywords(self, army: Muster, sheet: Datasheet) -> Iterator[Table]:
        """Those that some unit may choose of, then all there are."""
        choices = [each.choose_keyword.of for each in army.detachments if each.choose_keyword]
        yield {each: each for offered in (sheet.army.choose_keyword or (), *choices) for each in offered}
        yield {each: each for data in self._places for entry in data.entries() for each in entry.keywords}

    def _enhancement_of_other_day(self, army: Muster, unit: MusterUnit, enhancement_id: str, path: Path) -> Enhancement | None:
        for data in (self.main, self.parent) if self.day else ():
            found = data.enhancement(enhancement_id) if data else None
            if data and found:
                self._note_enhancement(army, data.away("enhancements", found[1]), found[1], unit, path)
                return found[0]
        return None

    def _gone_enhancement(self, army: Muster, unit: MusterUnit, given: str, path: Path) -> Enhancement | None:
        """Return an enhancement that no data of the day has, as it was on its last day, and record that."""
        found = gone_enhancement(self.today, self._places, given)
        if found is None:
            return None
        enhancement, history_id, home = found
        self._note_enhancement(army, gone_today(self.today, home, "enhancements", history_id), history_id, unit, path)
        return enhancement

    @staticmethod
    def _note_enhancement(army: Muster, gone: Gone | None, history_id: str, unit: MusterUnit, path: Path) -> None:
        """Record that an enhancement was not available that day. Of one that went with its detachment that one speaks."""
        home = history_id.rpartition("/")[0]
        chosen = (each for each in army.chosen if each.detachment and each.detachment.id == home)
        army.note_away("enhancement", gone, path, unit=unit, silent=any(army.is_away(each.path) for each in chosen))

    def _note_unknown(self, army: Muster) -> None:
        self._note_caps(army)
        for unit in army.muster_units:
            if not unit.stated_size and len({row.models for row in unit.datasheet.points if row.models}) > 1:
                args = {"unit": unit.name, "count": unit.models}
                army.assumed.append(Note(key="smallest_size", args=args, path=unit.path))
            stated = any(group.wargear is not None for group in unit.groups)
            if stated and (unit.datasheet.options_incomplete or any(option.unparsed for option in unit.datasheet.options)):
                army.not_checked.append(Note(key="wargear_options", args={"unit": unit.name}, path=unit.path))

    @staticmethod
    def _note_caps(army: Muster) -> None:
        """Units let in up to a limit that no source prints: how many points of them there may be cannot be judged."""
        rules = [unit.rule for unit in army.muster_units if isinstance(unit.rule, Include) and unit.rule.points_unknown]
        for place, rule in enumerate(rules):
            if any(rule is earlier for earlier in rules[:place]):
                continue
            guests = [unit for unit in army.muster_units if unit.rule is rule]
            points = sum(unit.cost for unit in guests)
            by = next((each.name for each in army.detachments if each.include is rule), army.faction_name)
            args = {"homes": list(dict.fromkeys(unit.home_name for unit in guests)), "points": points, "rule": by}
            army.not_checked.append(Note(key="cap_unknown", args=args, path=guests[0].path))


def _item_names(sheet: Datasheet) -> Iterator[Table]:
    yield {name: name for name in kit_of(sheet).names}


def wants_company(sheet: Datasheet) -> bool:
    """It has to be attached, or led: whether that can be is asked even where nothing is declared."""
    return sheet.must_attach or bool(sheet.needs_leader) or (sheet.joins is not None and sheet.joins.must)


def _own_max(sheet: Datasheet, army: Muster) -> int | None:
    """The datasheet's own limit, unless a detachment sets another."""
    for each in army.detachments:
        if sheet.name in each.max_per_datasheet:
            return each.max_per_datasheet[sheet.name]
    return sheet.army.max
