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
    """The resolver of one roster.

    Problems are collected in `problems`; whatever can be read is read in spite of them.
    """

    def __init__(
        self,
        document: YamlDocument,
        roster: MusterRoster,
        shelf: Shelf,
        as_of: str | None = None,
        known: KnownUnits | None = None,
    ) -> None:
        """Find the day of a roster document, the catalog of that day and the faction in it.

        `as_of` is the day to read it as of instead of its own; `known` are units of an earlier
        reading, used if they are of the same catalog. Raises Unreadable if the faction is unknown.
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
        """Return the army that the roster describes, with problems and the files it rests on."""
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
        """Return the unit at position `place` of the roster, reused if its entry has not changed.

        It is then a copy of the unit of an earlier reading; one of the army's own, or let in by a
        rule, is put among the settled ones. None if the entry cannot be read.
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
        """Keep the placed units for later readings of edited rosters and return them.

        None, and nothing is kept, if there are problems.
        """
        if self.problems:
            return None
        known_units = self._known or KnownUnits(self.document, self.shelf)
        for unit in army.muster_units:
            known_units.keep_unit(self.document, unit, self.used[unit.home])
        return known_units

    def _add_problem(self, key: str, path: Path, **args: Any) -> None:
        """Add a problem at `path` of the document to the collected ones."""
        self.problems.append(self.document.make_problem(key, path, **args))

    def _resolve_name(self, given: str | None, path: Path, tables: Iterable[Table]) -> str | None:
        """Return the id that `given` means in the first of `tables` that has it.

        None if nothing is given or the name was refused with a problem.
        """
        return None if given is None else resolve_one(given, path, tables, self._add_problem)

    def get_faction(self, faction_id: str) -> Faction | None:
        """Return the faction as it was on the army's day, without its datasheets; or None."""
        data = self.shelf.load_faction(faction_id)
        return data.head if data else None

    def _resolve_chapter(self) -> str | None:
        """Return the chapter of the army, or None if it has none or names an unknown one.

        It is the faction itself if that has a parent, otherwise the one that the roster names. An
        unknown one becomes a problem.
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
        """Add a problem for every id in the roster that a unit before it has already."""
        seen: set[str] = set()
        for place, unit in enumerate(self.roster.units):
            if unit.id is None:
                continue
            if unit.id in seen:
                self._add_problem("duplicate_id", ("units", place, "id"), given=unit.id)
            seen.add(unit.id)

    def read_unit(self, army: Muster, place: int, entry: RosterUnit) -> MusterUnit | None:
        """Return the unit that `entry` at position `place` describes; None if it has problems."""
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
        """Return the datasheet that `given` names, and its faction, which is added to `used`.

        `given` is a name or id, with `faction/` before it for one of another faction. A datasheet
        that is gone comes as it was on its last day. None, with a problem, if there is none.
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
        """Add a problem for a datasheet that the factions in `places` do not have.

        It names the other factions that have it, otherwise the nearest id.
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
        """Return the models of the unit in groups; None, with a problem, if they cannot be right.

        A bare number, or none, stands for the default groups of that size.
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
        """Return one group of models with its wargear.

        None, with a problem, if its model is unknown or a count is below one.
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
        """Return whether the unit is the warlord, and the kind of its models that the roster names.

        A text that is no kind of model and means yes or no is read as that.
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
        """Return the kind of model that bears the enhancement, as the roster says.

        None if it does not say, or names an unknown kind.
        """
        if not isinstance(entry, BearingUnit) or entry.bearer is None:
            return None
        return self._find_model_name(sheet, entry.bearer, (*path, "bearer"))

    def _find_model_name(self, sheet: Datasheet, given: str, path: Path) -> str | None:
        """Return the data's name of the kind of model that `given` means.

        None, with a problem, if there is none.
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
        """Set the enhancements of the unit, and their places, to what its entry names.

        An enhancement that is not of the army's day is taken from another day and noted; an unknown
        one is a problem. One whose bearers no source tells is noted as not checked.
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
        """Add a problem for an enhancement that no data has.

        It names the nearest id, or if there is none, those of the chosen detachments.
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
        """Yield the tables in which a keyword of a unit is looked up.

        First those the unit may choose from, then all keywords.
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
        """Return an enhancement that was not there on the army's day, and note that.

        None if the army is of today, or neither its faction nor its parent has it.
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
        """Return an enhancement that is gone, as it was on its last day, and record that.

        None if it is unknown.
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
        """Record that an enhancement was not available on the army's day.

        If it went together with its detachment, only the message about the detachment is shown.
        """
        home = history_id.rpartition("/")[0]
        is_detachment_gone = False
        for choice in army.chosen:
            if choice.detachment and choice.detachment.id == home:
                is_detachment_gone = is_detachment_gone or army.is_unavailable(choice.path)
        army.note_unavailable("enhancement", gone, path, unit=unit, silent=is_detachment_gone)

    def _note_unjudged_parts(self, army: Muster) -> None:
        """Note what is assumed or not checked in the army.

        That is: unknown caps, sizes the roster leaves open, and wargear options that are not fully
        known.
        """
        self._note_unknown_caps(army)
        for unit in army.muster_units:
            sheet = unit.datasheet
            priced_sizes = {row.models for row in sheet.points if row.models}
            if not unit.stated_size and len(priced_sizes) > 1:
                args = {"unit": unit.name, "count": unit.models}
                army.assumed.append(Note(key="smallest_size", args=args, path=unit.path))
            if all(group.wargear is None for group in unit.groups):
                continue
            if sheet.options_incomplete or any(option.unparsed for option in sheet.options):
                args = {"unit": unit.name}
                army.not_checked.append(Note(key="wargear_options", args=args, path=unit.path))

    @staticmethod
    def _note_unknown_caps(army: Muster) -> None:
        """Note units that a rule lets in up to a limit that no source prints.

        How many points of them there may be cannot be judged.
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
    """Yield the table of the names of all items of the datasheet, made only if it is needed."""
    yield {name: name for name in get_kit(sheet).names}


def needs_attachment(sheet: Datasheet) -> bool:
    """Return whether a unit of the datasheet has to be attached to another, or led by one.

    Whether that is possible is checked even if the roster declares no attachments.
    """
    if sheet.must_attach or sheet.needs_leader:
        return True
    return sheet.joins is not None and sheet.joins.must


def _get_max_in_army(sheet: Datasheet, army: Muster) -> int | None:
    """Return how many units of the datasheet the army may have, or None for no own limit.

    The datasheet's own limit holds unless a detachment sets another.
    """
    for detachment in army.detachments:
        if sheet.name in detachment.max_per_datasheet:
            return detachment.max_per_datasheet[sheet.name]
    return sheet.army.max
