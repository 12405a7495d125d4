"""The resolver that makes an army of a roster document.

Every id is looked up, every unit is placed and priced.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

from listbuilder.games.common.resolve import (
    NewIds,
    load_main_faction,
    make_faction_tables,
    resolve_past_date,
)
from listbuilder.games.common.roster import RosterGroup
from listbuilder.games.common.roster_values import (
    Table,
    resolve_items,
    resolve_mission,
    resolve_one,
)
from listbuilder.games.game import Reading
from listbuilder.games.wh40k import detachments
from listbuilder.games.wh40k.ally_limits import set_ally_limits
from listbuilder.games.wh40k.ally_standing import place_units, take_stated_keywords
from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.catalog import FactionData, Shelf, find_home
from listbuilder.games.wh40k.faction import Enhancement, Faction, Include
from listbuilder.games.wh40k.known_units import KnownUnits
from listbuilder.games.wh40k.prices_on_date import note_day, note_removed_units, set_unit_prices
from listbuilder.games.wh40k.removed_things import (
    describe_removal,
    find_removed_datasheet,
    find_removed_enhancement,
)
from listbuilder.games.wh40k.roster import BearingUnit, MusterRoster, RosterUnit
from listbuilder.games.wh40k.sizes import make_default_groups
from listbuilder.i18n.nearest_word import find_nearest, make_search_command
from listbuilder.model.army import Group
from listbuilder.model.base import Path, fold, make_id_from_name
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.finding import Note
from listbuilder.model.problem import Problem
from listbuilder.wargear.encode import get_kit
from listbuilder.yamlio.booleans import parse_yes_or_no
from listbuilder.yamlio.reader import YamlDocument

if TYPE_CHECKING:
    from listbuilder.model.windows import Gone


class Resolver:
    """The reader of one roster, which makes an army of it.

    Problems are collected in `problems`. Parts of the roster without problems are read all the
    same.
    """

    def __init__(
        self,
        document: YamlDocument,
        roster: MusterRoster,
        shelf: Shelf,
        as_of: str | None = None,
        known: KnownUnits | None = None,
    ) -> None:
        """Choose the date by which to read the roster, and load its faction as of that date.

        `as_of` is a date to use instead of the roster's own. `known` holds units of an earlier
        reading; they are used if they were read from the same data. Raises Unreadable if the
        faction is unknown.
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
            self._add_problem,
        )
        self.today = shelf
        self.shelf = shelf.get_shelf_on_date(self.day) if self.day else shelf
        self.main = load_main_faction(document, roster.faction, self.shelf)
        parent_id = self.main.head.parent
        self.parent = self.shelf.load_faction(parent_id) if parent_id else None
        self.new_ids = NewIds(unit.id for unit in roster.units if unit.id)
        self._places = [data for data in (self.main, self.parent) if data]
        self.used: dict[str, FactionData] = {data.head.id: data for data in self._places}
        self._known = known if known is not None and known.shelf is self.shelf else None
        # Places of units of which is known what they are in an army of these terms.
        self._settled: set[Path] = set()

    def reading(self) -> Reading:
        """Return the army that the roster describes, the problems, and the data files used."""
        roster = self.roster
        book = self.shelf.load_rulebook()
        size_given = self._resolve_name(
            None if roster.battle_size is None else str(roster.battle_size),
            ("battle_size",),
            [{battle_size.id: battle_size.name for battle_size in book.battle_sizes}],
        )
        size = book.get_size_on(size_given, self.day)
        dispositions = {make_id_from_name(name): name for name in book.dispositions}
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
            mission=resolve_mission(roster.mission, book),
            battle_ready=roster.battle_ready,
            detachments_path=roster.DETACHMENTS,
            disposition=self._resolve_name(
                roster.get_disposition(), ("disposition",), [dispositions]
            ),
            priced_on=self.day or self.main.head.as_of,
            past_day=self.day is not None,
            assumed_keys=roster.assumed,
        )
        army.chapter = self._resolve_chapter()
        if size and "battle_size" in army.assumed_keys:
            army.assumed.append(
                Note(key="size_assumed", args={"size": size.name}, path=("battle_size",))
            )
        self._check_ids()
        detachments.resolve_detachments(
            army, roster.list_detachments(), self.shelf, self.today, self._add_problem
        )
        for place, entry in enumerate(roster.units):
            new_unit = self._get_unit(army, place, entry)
            if new_unit:
                army.units.append(new_unit)
        place_units(army, self.get_faction, self._settled)
        for unit in army.muster_units:
            self._give_enhancements(army, unit)
        known_units = self._keep_units(army)
        take_stated_keywords(army)
        if self.day:
            note_day(army, self.shelf)
        else:
            note_removed_units(army, self.shelf)
        set_ally_limits(army)
        set_unit_prices(army, self.shelf)
        self._note_unjudged_parts(army)
        declared = roster.get_declarations()
        if declared is not None or any(
            needs_attachment(unit.datasheet) for unit in army.muster_units
        ):
            # Only rosters that need them pay for it.
            from listbuilder.games.wh40k.deployment import declare_formations

            declare_formations(army, roster, declared, self.document, self.shelf, self.problems)
        used = [data.compiled for data in self.used.values()]
        files = [*used, *self.shelf.list_law_files(), *self.shelf.list_history_files(self.used)]
        return Reading(army, self.problems, files, known=known_units)

    def _get_unit(self, army: Muster, place: int, entry: RosterUnit) -> MusterUnit | None:
        """Return the unit at index `place` of the roster, or None if `entry` can't be read.

        If `entry` has not changed since an earlier reading, the unit is a copy of the unit read
        then. If that unit belongs to the army's faction, or a rule lets it into the army, it is
        added to `_settled`: its standing need not be worked out again.
        """
        known_unit = self._known.get_unit(self.document, place) if self._known else None
        if known_unit is None:
            return self.read_unit(army, place, entry)
        unit, home = known_unit
        self.used[home.head.id] = home
        unit.id = entry.id or self.new_ids.make_id(unit.datasheet.id)
        if unit.standing in ("own", "included"):
            self._settled.add(unit.path)
        return unit

    def _keep_units(self, army: Muster) -> KnownUnits | None:
        """Return the units kept for reading the roster after an edit, with this army's added.

        None, and no unit is kept, if the roster has problems.
        """
        if self.problems:
            return None
        known_units = self._known or KnownUnits(self.document, self.shelf)
        for unit in army.muster_units:
            known_units.keep_unit(self.document, unit, self.used[unit.home])
        return known_units

    def _add_problem(self, key: str, path: Path, **args: Any) -> None:
        """Add the problem `key`, at `path` of the document, to the problems collected."""
        self.problems.append(self.document.make_problem(key, path, **args))

    def _resolve_name(self, given: str | None, path: Path, tables: Iterable[Table]) -> str | None:
        """Return the id that the name `given` means, from the first of `tables` that has it.

        A name that no table has is returned as it is. None if `given` is None, or if the name was
        refused with a problem because it may mean several things.
        """
        return None if given is None else resolve_one(given, path, tables, self._add_problem)

    def get_faction(self, faction_id: str) -> Faction | None:
        """Return the faction as of the army's date, without its datasheets; None if it is
        unknown.
        """
        data = self.shelf.load_faction(faction_id)
        return data.head if data else None

    def _resolve_chapter(self) -> str | None:
        """Return the name of the army's chapter, or None if the army has no known chapter.

        If the faction has a parent, the faction itself is the chapter. Otherwise the roster names
        the chapter; a problem is added if the faction has no such chapter.
        """
        head = self.main.head
        given = self.roster.chapter
        if head.parent:
            return head.faction_keyword
        if given is None:
            return None
        chapter_id = self._resolve_name(
            given, ("chapter",), [{chapter.id: chapter.name for chapter in head.chapters}]
        )
        if chapter_id is None:
            return None
        for chapter in head.chapters:
            if chapter_id == chapter.id:
                return chapter.name
        known = [chapter.id for chapter in head.chapters]
        self._add_problem(
            "unknown_chapter",
            ("chapter",),
            given=given,
            faction=head.name,
            known=known,
            near=find_nearest(given, known),
        )
        return None

    def _check_ids(self) -> None:
        """Add a problem for each unit of the roster whose id an earlier unit has already."""
        seen: set[str] = set()
        for place, unit in enumerate(self.roster.units):
            if unit.id is None:
                continue
            if unit.id in seen:
                self._add_problem("duplicate_id", ("units", place, "id"), given=unit.id)
            seen.add(unit.id)

    def read_unit(self, army: Muster, place: int, entry: RosterUnit) -> MusterUnit | None:
        """Return the unit that `entry` describes, or None, with a problem, if it can't be made.

        `place` is the index of `entry` in the roster's units. None if the datasheet is unknown or
        the models are wrong. Other problems in `entry` are reported, and the unit is returned
        without those details.
        """
        path: Path = ("units", place)
        sheet_and_home = self._find_datasheet(entry.datasheet, (*path, "datasheet"))
        if sheet_and_home is None:
            return None
        sheet, home = sheet_and_home
        own = home.head.id == self.main.head.id or "/" not in entry.datasheet
        groups = self._read_groups(sheet, entry, path)
        if groups is None:
            return None
        warlord, model = self._read_warlord(sheet, entry, path)
        return MusterUnit(
            id=entry.id or self.new_ids.make_id(sheet.id),
            path=path,
            name=sheet.name,
            datasheet_id=sheet.id if own else f"{home.head.id}/{sheet.id}",
            groups=groups,
            tags=sheet.tags,
            custom_name=entry.name,
            legends=sheet.legends,
            own_max=_get_max_in_army(sheet, army),
            own_id=entry.id is not None,
            datasheet=sheet,
            home=home.head.id,
            home_name=home.head.name,
            stated_size=entry.models is not None,
            size_as_number=isinstance(entry.models, int),
            warlord=warlord,
            warlord_model=model,
            chosen_keyword=self._resolve_name(
                entry.keyword, (*path, "keyword"), self._yield_keyword_tables(army, sheet)
            ),
            stated_keywords=entry.keywords,
            bearer=self._read_bearer(sheet, entry, path),
        )

    def _find_datasheet(self, given: str, path: Path) -> tuple[Datasheet, FactionData] | None:
        """Return the datasheet that `given` names, and the data of its faction.

        `given` is a name or an id; a datasheet of another faction has `faction/` before it. A
        datasheet that no longer exists is returned as it was on its last day. The faction's data is
        added to `used`. None, with a problem at `path`, if the faction or the datasheet is unknown.
        """
        written, slash, sheet_name = given.rpartition("/")
        places = self._places
        if slash:
            faction_id = self._resolve_name(written, path, make_faction_tables(self.shelf))
            if faction_id is None:
                return None
            data = self.shelf.load_faction(faction_id)
            if data is None:
                near = find_nearest(faction_id, self.shelf.list_ids())
                self._add_problem(
                    "unknown_faction", path, given=faction_id, near=near, begin=self.shelf.system
                )
                return None
            places = [data]
        sheet_id = self._resolve_name(sheet_name, path, (data.index for data in places))
        if sheet_id is None:
            return None
        home = find_home(sheet_id, places)
        sheet = home.get_sheet(sheet_id) if home is not None else None
        if home is not None and sheet is not None:
            self.used[home.head.id] = home
            return sheet, home
        if (removed := find_removed_datasheet(self.today, places, sheet_id)) is not None:
            self.used[removed[1].head.id] = removed[1]
            return removed
        self._report_unknown_datasheet(given, sheet_id, places, path)
        return None

    def _report_unknown_datasheet(
        self, given: str, sheet_id: str, places: list[FactionData], path: Path
    ) -> None:
        """Add a problem at `path`: the factions in `places` do not have the datasheet `given`.

        If other factions have a datasheet with the id `sheet_id`, the problem names those.
        Otherwise it names the nearest id, or a search command if no id is near.
        """
        faction = places[0].head.name
        others: list[str] = []
        for faction_id in self.shelf.list_ids():
            data = self.shelf.load_faction(faction_id)
            if data and sheet_id in data.index:
                others.append(f"{faction_id}/{sheet_id}")
        if others:
            self._add_problem(
                "datasheet_elsewhere", path, given=given, faction=faction, other=others
            )
            return
        near = find_nearest(sheet_id, list(chain.from_iterable(data.index for data in places)))
        more = {} if near else {"seek": make_search_command(given, self.shelf.system)}
        self._add_problem(
            "unknown_datasheet", path, given=given, faction=faction, near=near, **more
        )

    def _read_groups(
        self, sheet: Datasheet, entry: RosterUnit, path: Path
    ) -> tuple[Group, ...] | None:
        """Return the unit's models in groups; None, with a problem, if a group or number is wrong.

        If `entry` gives only a number of models, or nothing, the groups are the default groups of a
        unit of that size.
        """
        models = entry.models
        if models is None or isinstance(models, int):
            if models is not None and models < 1:
                self._add_problem("count_below_one", (*path, "models"), given=models)
                return None
            return make_default_groups(sheet, models)
        if not models:
            self._add_problem("count_below_one", (*path, "models"), given=0)
            return None
        groups: list[Group] = []
        for place, stated in enumerate(models):
            group = self._read_group(sheet, stated, (*path, "models", place))
            if group:
                groups.append(group)
        return tuple(groups) if len(groups) == len(models) else None

    def _read_group(self, sheet: Datasheet, group: RosterGroup, path: Path) -> Group | None:
        """Return one group of models with its wargear, as written in the roster.

        None, with a problem below `path`, if the kind of model is unknown or a count is below one.
        """
        name = self._find_model_name(sheet, group.model, (*path, "model"))
        if name is None:
            return None
        for item, count in (group.wargear or {}).items():
            if count < 1:
                self._add_problem("count_below_one", (*path, "wargear", item), given=count)
                return None
        if group.count < 1:
            self._add_problem("count_below_one", (*path, "count"), given=group.count)
            return None
        wargear = resolve_items(
            group.wargear, (*path, "wargear"), _yield_item_table(sheet), self._add_problem
        )
        return Group(name, group.count, wargear)

    def _read_warlord(
        self, sheet: Datasheet, entry: RosterUnit, path: Path
    ) -> tuple[bool, str | None]:
        """Return whether the unit is the warlord, and the kind of model named for that, or None.

        `entry.warlord` is yes, no or the name of a kind of model. A text that is no kind of model
        but means yes or no is read as yes or no. Any other text means yes; if no model has that
        name, a problem is added.
        """
        given = entry.warlord
        if not isinstance(given, str):
            return given, None
        if fold(given) not in sheet.model_names:
            meant_bool = parse_yes_or_no(given)
            if meant_bool is not None:
                return meant_bool, None
        return True, self._find_model_name(sheet, given, (*path, "warlord"))

    def _read_bearer(self, sheet: Datasheet, entry: RosterUnit, path: Path) -> str | None:
        """Return the kind of model that, by the roster, bears the enhancement, or None.

        A problem is added if the datasheet has no such kind of model.
        """
        if not isinstance(entry, BearingUnit) or entry.bearer is None:
            return None
        return self._find_model_name(sheet, entry.bearer, (*path, "bearer"))

    def _find_model_name(self, sheet: Datasheet, given: str, path: Path) -> str | None:
        """Return the kind of model that the name `given` means, as the datasheet spells it.

        None, with a problem at `path`, if the datasheet has no such kind of model.
        """
        if fold(given) in sheet.model_names:
            return sheet.model_names[fold(given)]
        known = list(sheet.model_names.values())
        resolved = self._resolve_name(given, path, [dict(zip(known, known, strict=True))])
        if resolved is None:
            return None
        if fold(resolved) in sheet.model_names:
            return sheet.model_names[fold(resolved)]
        self._add_problem(
            "unknown_model",
            path,
            given=given,
            datasheet=sheet.name,
            known=known,
            near=find_nearest(given, known),
        )
        return None

    def _give_enhancements(self, army: Muster, unit: MusterUnit) -> None:
        """Set the unit's enhancements, and their paths in the roster, from its roster entry.

        An enhancement that did not exist on the army's date is taken from another date, and this is
        recorded. A problem is added for an unknown enhancement. If no source says which units can
        bear an enhancement, the army notes that this is not checked.
        """
        place = unit.path[1]
        assert isinstance(place, int)
        given = self.roster.units[place].enhancement
        if not given:
            return
        base = (*unit.path, "enhancement")
        listed: list[tuple[str, Path]]
        if isinstance(given, str):
            listed = [(given, base)]
        else:
            listed = [(written, (*base, number)) for number, written in enumerate(given)]
        found: list[Enhancement] = []
        paths: list[Path] = []
        for written, path in listed:
            tables = detachments.yield_enhancement_tables(army)
            enhancement_id = self._resolve_name(written, path, tables)
            if enhancement_id is None:
                continue
            enhancement = (
                detachments.find_enhancement(army, enhancement_id)
                or self._find_enhancement_of_other_date(army, unit, enhancement_id, path)
                or self._find_removed_enhancement(army, unit, enhancement_id, path)
            )
            if enhancement is None:
                self._report_unknown_enhancement(army, enhancement_id, path)
                continue
            found.append(enhancement)
            paths.append(path)
            if enhancement.bearer_unknown:
                args = {"enhancement": enhancement.name, "unit": unit.name}
                army.not_checked.append(Note(key="bearer_unknown", args=args, path=path))
        unit.enhancements = tuple(found)
        unit.enhancement_paths = tuple(paths)

    def _report_unknown_enhancement(self, army: Muster, given: str, path: Path) -> None:
        """Add a problem at `path`: no data has the enhancement `given`.

        The problem names the nearest id. If no id is near, it names the enhancements of the chosen
        detachments.
        """
        near = find_nearest(given, detachments.list_enhancement_ids(army))
        more: dict[str, list[str]] = {}
        if near is None:
            own = chain.from_iterable(chosen.enhancements for chosen in army.detachments)
            ids = [enhancement.id for enhancement in own]
            more = {"choose": ids} if ids else {}
        self._add_problem(
            "unknown_enhancement", path, given=given, faction=army.faction_name, near=near, **more
        )

    def _yield_keyword_tables(self, army: Muster, sheet: Datasheet) -> Iterator[Table]:
        """Yield the tables in which the keyword that the roster chooses for a unit is looked up.

        The first table has the keywords that the datasheet or the detachments let the player
        choose. The second has all keywords of the faction and its parent.
        """
        choices = list(sheet.army.choose_keyword or ())
        for detachment in army.detachments:
            if detachment.choose_keyword:
                choices += detachment.choose_keyword.of
        yield {keyword: keyword for keyword in choices}
        every: dict[str, str] = {}
        for data in self._places:
            for entry in data.list_entries():
                every |= {keyword: keyword for keyword in entry.keywords}
        yield every

    def _find_enhancement_of_other_date(
        self, army: Muster, unit: MusterUnit, enhancement_id: str, path: Path
    ) -> Enhancement | None:
        """Return an enhancement of another date than the army's, and record its absence.

        None if the army is of today, or if neither its faction nor the parent faction has the
        enhancement.
        """
        if self.day is None:
            return None
        for data in self._places:
            found = data.find_enhancement(enhancement_id)
            if found:
                enhancement, history_id = found
                gone = data.describe_absence("enhancements", history_id)
                self._note_unavailable_enhancement(army, gone, history_id, unit, path)
                return enhancement
        return None

    def _find_removed_enhancement(
        self, army: Muster, unit: MusterUnit, given: str, path: Path
    ) -> Enhancement | None:
        """Return an enhancement that no longer exists, as it was on its last day.

        It is recorded in `army` that the enhancement is not available. None if the history has no
        enhancement `given`.
        """
        removed = find_removed_enhancement(self.today, self._places, given)
        if removed is None:
            return None
        enhancement, history_id, home = removed
        gone = describe_removal(self.today, home, "enhancements", history_id)
        self._note_unavailable_enhancement(army, gone, history_id, unit, path)
        return enhancement

    @staticmethod
    def _note_unavailable_enhancement(
        army: Muster, gone: Gone | None, history_id: str, unit: MusterUnit, path: Path
    ) -> None:
        """Record in `army` that an enhancement was not available on the army's date.

        `gone` says since when or until when; `history_id` is the enhancement's
        `detachment/enhancement`. If the detachment was not available either, only the message about
        the detachment is shown.
        """
        home = history_id.rpartition("/")[0]
        is_detachment_gone = False
        for choice in army.chosen:
            if choice.detachment and choice.detachment.id == home:
                is_detachment_gone = is_detachment_gone or army.is_unavailable(choice.path)
        army.note_unavailable("enhancement", gone, path, unit=unit, silent=is_detachment_gone)

    def _note_unjudged_parts(self, army: Muster) -> None:
        """Add notes to `army` on what is assumed or not checked.

        Assumed: the size of a unit for which the roster gives no size. Not checked: limits on
        allies that no source gives, and wargear options that are not fully known.
        """
        self._note_unknown_caps(army)
        for unit in army.muster_units:
            sheet = unit.datasheet
            if not unit.stated_size and sheet.has_several_prices:
                args = {"unit": unit.name, "count": unit.models}
                army.assumed.append(Note(key="smallest_size", args=args, path=unit.path))
            if sheet.has_unknown_options and any(
                group.wargear is not None for group in unit.groups
            ):
                args = {"unit": unit.name}
                army.not_checked.append(Note(key="wargear_options", args=args, path=unit.path))

    @staticmethod
    def _note_unknown_caps(army: Muster) -> None:
        """Note in `army` each rule that limits the points of allies by an unknown number.

        No source gives the limit, so it can't be judged how many points of these units are allowed.
        The note says how many points the army has.
        """
        rules = [
            unit.rule
            for unit in army.muster_units
            if isinstance(unit.rule, Include) and unit.rule.points_unknown
        ]
        for place, rule in enumerate(rules):
            if any(rule is earlier for earlier in rules[:place]):
                continue
            allies = [unit for unit in army.muster_units if unit.rule is rule]
            points = sum(unit.cost for unit in allies)
            rule_name = army.faction_name
            for detachment in reversed(army.detachments):
                if detachment.include is rule:
                    rule_name = detachment.name
            args = {
                "homes": list(dict.fromkeys(unit.home_name for unit in allies)),
                "points": points,
                "rule": rule_name,
            }
            army.not_checked.append(Note(key="cap_unknown", args=args, path=allies[0].path))


def _yield_item_table(sheet: Datasheet) -> Iterator[Table]:
    """Yield one table with the names of all wargear of the datasheet.

    Why a generator: the table is made only if it is needed.
    """
    yield {name: name for name in get_kit(sheet).names}


def needs_attachment(sheet: Datasheet) -> bool:
    """Return whether a unit of the datasheet must be attached to another or have a leader.

    For such units it is checked that this is possible, even if the roster declares no attachments.
    """
    if sheet.must_attach or sheet.needs_leader:
        return True
    return sheet.joins is not None and sheet.joins.must


def _get_max_in_army(sheet: Datasheet, army: Muster) -> int | None:
    """Return how many units of the datasheet the army may have, or None without such a limit.

    A limit set by one of the army's detachments goes before the datasheet's own.
    """
    for detachment in army.detachments:
        if sheet.name in detachment.max_per_datasheet:
            return detachment.max_per_datasheet[sheet.name]
    return sheet.army.max
