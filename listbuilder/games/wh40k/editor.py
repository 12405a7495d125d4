"""The editor of mustered armies.

A player can change units, sizes, enhancements, the warlord and more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from listbuilder.games.common.editor import (
    Added,
    DatedEditor,
    Field,
    Gift,
    Offer,
    Option,
    PriceStep,
    SheetView,
    Text,
    append_to_list,
    join_edits,
    make_choice_field,
    make_name_text,
    make_text_field,
    set_or_remove,
)
from listbuilder.games.common.entries_on_date import collect_spellings
from listbuilder.games.common.mission_fields import make_battle_ready_field, make_mission_field
from listbuilder.games.game import Findable
from listbuilder.games.wh40k import (
    attached_units,
    datasheet_tables,
    deployment_fields,
    detachment_fields,
    enhancements,
    possible_allies,
    wargear_fields,
)
from listbuilder.games.wh40k.ally_standing import list_keyword_choices
from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.catalog import FactionData, Shelf
from listbuilder.games.wh40k.price import compute_price_by_rows, list_rows_in_force
from listbuilder.games.wh40k.removed_things import find_removed_datasheet
from listbuilder.games.wh40k.roster import MusterRoster
from listbuilder.games.wh40k.show import SECTIONS, choose_section
from listbuilder.games.wh40k.sizes import list_legal_totals, make_default_groups
from listbuilder.matching.requirements import is_eligible
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path, fold, get_at_path
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.edit import Edit, Step
from listbuilder.model.roster_data import RosterData

if TYPE_CHECKING:
    from listbuilder.model.windows import Gone

# What a copy of a unit does not take along: there is one of each, or it is the player's own name
# for the other.
_NOT_COPIED = ("id", "warlord", "enhancement", "name")


class MusterEditor(DatedEditor[Shelf]):
    """The editor for every game whose armies are mustered from datasheets under a detachment."""

    asks: tuple[str, ...] = ("battle_size", "detachment", "further_detachment")
    hands_on: tuple[str, ...] = ("warlord",)

    @property
    def shape(self) -> type[MusterRoster]:
        """The model of the roster files of this game."""
        return self.system.roster

    def list_fields(self, data: RosterData, army: Army, path: Path) -> list[Field]:
        """Return the fields a player can change at `path`: of a unit, or of the roster for ().

        Empty if there is no unit at `path`.
        """
        assert isinstance(army, Muster)
        if not path:
            return list(self._yield_roster_fields(data, army))
        unit = _find_unit_at(army, path)
        return list(self._yield_unit_fields(data, army, unit)) if unit else []

    def _yield_roster_fields(self, data: RosterData, army: Muster) -> Iterator[Field]:
        """Yield the fields of the roster itself.

        These are its name, battle size, detachments, chapter, mission, whether the army is painted,
        player, notes and the date of its points.
        """
        yield make_text_field(data, ("name",))
        sizes = [
            Option(
                label=Text("size_points", {"name": size.name, "points": size.points}),
                edit=join_edits(
                    set_or_remove(data, ("battle_size",), size.id),
                    Edit(army.drop_assumed_key("battle_size")),
                ),
                chosen=size.id == army.size_given,
            )
            for size in army.book.battle_sizes
        ]
        yield make_choice_field("battle_size", sizes)
        yield from detachment_fields.yield_detachment_fields(data, army, self.shape)
        if army.faction.chapters:
            yield make_choice_field("chapter", list(_yield_chapter_options(data, army)))
        if army.book.missions:
            yield make_mission_field(data, army)
        yield make_battle_ready_field(data)
        yield make_text_field(data, ("player",))
        yield make_text_field(data, ("notes",))
        yield make_text_field(data, ("points_as_of",))

    def _yield_unit_fields(
        self, data: RosterData, army: Muster, unit: MusterUnit
    ) -> Iterator[Field]:
        """Yield the fields of a unit.

        These are its size, models of each kind, role in the army, wargear, name and notes.
        """
        sheet = unit.datasheet
        if len(list_legal_totals(sheet)) > 1 or unit.models not in list_legal_totals(sheet):
            yield Field(
                key="models",
                value=Text("models", {"count": unit.models}),
                options=lambda: wargear_fields.list_size_options(data, unit),
            )
        yield from wargear_fields.yield_model_count_fields(data, unit)
        yield from self._yield_role_fields(data, army, unit)
        yield from wargear_fields.yield_wargear_fields(data, unit)
        yield make_text_field(data, (*unit.path, "name"))
        yield make_text_field(data, (*unit.path, "notes"))

    def _yield_role_fields(
        self, data: RosterData, army: Muster, unit: MusterUnit
    ) -> Iterator[Field]:
        """Yield the fields for warlord, enhancement and chosen keyword of the unit.

        A field is left out if the unit has no choice there.
        """
        if unit.warlord or unit.has_keyword("Character"):
            others = [other for other in army.muster_units if other.warlord and other is not unit]
            stated = Edit(army.drop_assumed_key("warlord"))
            make = join_edits(
                *(set_or_remove(data, (*other.path, "warlord"), None) for other in others),
                _set_unit_key(unit, "warlord", True),
                stated,
            )
            yield make_choice_field(
                "warlord",
                [
                    Option(
                        label=Text("no"),
                        edit=join_edits(set_or_remove(data, (*unit.path, "warlord"), None), stated),
                        chosen=not unit.warlord,
                    ),
                    Option(label=Text("yes"), edit=make, chosen=unit.warlord),
                ],
            )
        if unit.warlord and (len(unit.warlord_kinds) > 1 or unit.warlord_model):
            yield make_choice_field("warlord_model", list(_yield_warlord_options(unit)))
        known = [
            enhancement
            for detachment in army.detachments
            for enhancement in detachment.enhancements
        ]
        hero = unit.has_keyword("Character") and not unit.has_keyword("Epic Hero")
        if unit.enhancements or any(
            hero or (enhancement.bearer == "unit" and is_eligible(unit.tags, enhancement.requires))
            for enhancement in known
        ):
            yield make_choice_field(
                "enhancement", list(_yield_enhancement_options(data, army, unit))
            )
        keywords = list_keyword_choices(army, unit)
        if keywords or unit.chosen_keyword:
            chosen = fold(unit.chosen_keyword or "")
            yield make_choice_field(
                "keyword",
                [
                    Option(
                        label=make_name_text(keyword),
                        edit=_set_unit_key(unit, "keyword", keyword),
                        chosen=fold(keyword) == chosen,
                    )
                    for keyword in keywords
                ],
            )

    def list_offers(self, army: Army) -> list[Offer]:
        """Return offers of every datasheet that could be added to the army, legal or not.

        Those of the army's faction come first, sorted by role, then allies. A chapter's own
        datasheet replaces the one of its parent with the same id.
        """
        assert isinstance(army, Muster)
        found: list[Offer] = []
        seen: set[str] = set()
        for data in self._yield_own_factions(army):
            for entry in data.list_entries():
                if entry.id not in seen:
                    seen.add(entry.id)
                    found.append(_make_offer(entry, entry.id, None, data.head.id))
        found.sort(key=lambda offer: SECTION_ORDER.get(offer.role, len(SECTION_ORDER)))
        return [
            *found,
            *_yield_foreign_offers(
                possible_allies.yield_possible_allies(self.get_shelf_of_army(army), army)
            ),
        ]

    def list_foreign_offers(self, army: Army) -> list[Offer]:
        """Return offers of other factions' datasheets that no army of this faction could take."""
        assert isinstance(army, Muster)
        return list(
            _yield_foreign_offers(
                possible_allies.yield_foreign_units(self.get_shelf_of_army(army), army)
            )
        )

    def list_former_offers(self, army: Army) -> list[Offer]:
        """Return offers of the army's datasheets that no longer exist on the army's date.

        They can't be added; they are listed so that a player can be told since when they are gone.
        """
        assert isinstance(army, Muster)
        found: dict[str, Offer] = {}
        for data in self._yield_own_factions(army):
            past = self.shelf.past.load_faction(data.head.id)
            for thing in past.get_things("datasheets").values() if past else ():
                if (
                    thing.until is not None
                    and thing.until <= army.priced_on
                    and not data.is_available(thing.id)
                ):
                    found.setdefault(thing.id, Offer(id=thing.id, name=thing.name, role="others"))
        return list(found.values())

    def find_former_thing(self, army: Army, name: str) -> Gone | None:
        """Return since when the datasheet, detachment or enhancement `name` is gone.

        The answer also names the successor. None if nothing of that name of the army's factions is
        gone.
        """
        assert isinstance(army, Muster)
        homes = [faction.id for faction in army.list_own_factions()]
        return self.find_former_thing_in(
            army, homes, ("datasheets", "detachments", "enhancements"), name
        )

    def get_other_names(self, army: Army) -> Mapping[str, Sequence[str]]:
        """Return, by the id of each offer, its former names and its names in other programs."""
        assert isinstance(army, Muster)
        found: dict[str, Sequence[str]] = {}
        for data in self._yield_own_factions(army):
            found = {**collect_spellings(self.shelf, data.head.id, "datasheets"), **found}
        for data, _ in possible_allies.yield_possible_allies(self.get_shelf_of_army(army), army):
            other_names = collect_spellings(self.shelf, data.head.id, "datasheets")
            found |= {
                f"{data.head.id}/{sheet_id}": names for sheet_id, names in other_names.items()
            }
        return found

    def _yield_own_factions(self, army: Muster) -> Iterator[FactionData]:
        """Yield the data of the army's faction and of its parent, as of the army's day."""
        shelf = self.get_shelf_of_army(army)
        for faction in army.list_own_factions():
            data = shelf.load_faction(faction.id)
            if data:
                yield data

    def add_offer(
        self,
        data: RosterData,
        army: Army,
        offer: str,
        models: int | None = None,
        at: Path | None = None,
    ) -> list[Added]:
        """Return the edits that could add the offered datasheet, the likeliest first.

        Empty if there is no such datasheet. The unit gets the legal size nearest to `models`, by
        default the smallest. The first Character of the army's own faction becomes the warlord. A
        unit that may not stand alone can also be added attached to each unit that can take it.
        """
        sheet = self.find_datasheet(army, offer)
        if sheet is None:
            return []
        totals = list_legal_totals(sheet) or [sheet.size.min]
        count = totals[0]
        if models is not None:
            count = min(totals, key=lambda total: (abs(total - models), -total))
        entry: dict[str, Any] = {"datasheet": offer, "models": count}
        assert isinstance(army, Muster)
        first = "character" in sheet.tags and "/" not in offer and sheet.army.warlord != "never"
        if first and not any(unit.warlord for unit in army.muster_units):
            entry["warlord"] = True
        return [
            append_to_list(data, ("units",), entry),
            *attached_units.yield_additions_with_hosts(data, army, sheet, entry),
        ]

    def list_sizes(self, army: Army, offer: str) -> tuple[int, ...]:
        """Return the unit sizes worth offering: for each price, the largest legal size it covers.

        Prices with a condition don't count. Empty if there is no such datasheet.
        """
        sheet = self.find_datasheet(army, offer)
        if sheet is None:
            return ()
        totals = list_legal_totals(sheet)
        brackets = {row.models for row in sheet.points if row.models is not None and not row.when}
        sizes = set()
        for bracket in brackets:
            fitting = [total for total in totals if total <= bracket]
            if fitting:
                sizes.add(max(fitting))
        return tuple(sorted(sizes))

    def list_price_steps(self, army: Army, unit: Unit) -> list[PriceStep]:
        """Return what the unit costs at each legal size, by the prices in force for it here."""
        assert isinstance(army, Muster) and isinstance(unit, MusterUnit)
        sheet, rows = unit.datasheet, list_rows_in_force(army, unit, unit.copy)
        steps: list[PriceStep] = []
        for total in list_legal_totals(sheet):
            points = compute_price_by_rows(sheet, make_default_groups(sheet, total), rows)
            if points is None:
                continue
            if steps and steps[-1].points == points:
                steps[-1] = PriceStep(steps[-1].least, total, points)
            else:
                steps.append(PriceStep(total, total, points))
        return steps

    def find_datasheet(self, army: Army, offer: str) -> Datasheet | None:
        """Return the datasheet `offer` (id or `faction/id`) as of the army's date, or None.

        A datasheet that no longer exists is returned as it was on its last day.
        """
        assert isinstance(army, Muster)
        home, slash, sheet_id = offer.rpartition("/")
        ally_data = self.get_shelf_of_army(army).load_faction(home) if slash else None
        places = [ally_data] if ally_data else list(self._yield_own_factions(army))
        for data in places:
            sheet = data.get_sheet(sheet_id)
            if sheet:
                return sheet
        removed = find_removed_datasheet(self.get_shelf_of_army(army), places, sheet_id)
        return removed[0] if removed else None

    def list_gifts(self, army: Army) -> list[Gift]:
        """Return the enhancements that could be given to the army's units, legal or not."""
        assert isinstance(army, Muster)
        return list(enhancements.yield_enhancement_gifts(army))

    def give_gift(self, data: RosterData, army: Army, unit: Unit, gift: Gift) -> list[Edit]:
        """Return the edit, as a list of one, that gives the unit the enhancement `gift`.

        The unit keeps the enhancements it has.
        """
        assert isinstance(unit, MusterUnit)
        return [enhancements.make_give_edit(data, unit, gift)]

    def list_items(self, army: Army) -> list[str]:
        """Return the names of the wargear that models of the army's units carry or may carry."""
        assert isinstance(army, Muster)
        return enhancements.list_possible_items(army)

    def give_item(self, data: RosterData, army: Army, unit: Unit, item: str) -> list[Edit]:
        """Return edits that give the unit one of the item, legal or not.

        There is one edit for each group of models in the unit.
        """
        assert isinstance(unit, MusterUnit)
        return list(enhancements.yield_item_edits(unit, item))

    def list_joins(self) -> list[tuple[str, Path]]:
        """Return the two ways in which units go together, each with its path in the roster.

        They are "attached" (a unit to another) and "embarked" (a unit in a transport).
        """
        return [("attached", self.shape.ATTACHED), ("embarked", ("formations", "embarked"))]

    def copy_part(self, data: RosterData, army: Army, path: Path) -> Added | None:
        """Return the edit that inserts a copy of the unit at `path` behind it; None without one.

        The copy leaves out what only one unit can have (id, warlord, enhancement) and the player's
        own name for the unit.
        """
        entry = get_at_path(data, path)
        if not isinstance(entry, dict) or len(path) != 2 or not isinstance(path[1], int):
            return None
        copy = {key: deepcopy(value) for key, value in entry.items() if key not in _NOT_COPIED}
        place: Path = (path[0], path[1] + 1)
        return Added(Edit((Step("insert", place, copy),)), place)

    def move_part(self, data: RosterData, army: Army, path: Path, by: int) -> Added | None:
        """Return the edit that moves the unit by `by` places among those under the same heading.

        None if there is no unit at `path`, or if the unit would move beyond the first or last
        place.
        """
        assert isinstance(army, Muster)
        unit = _find_unit_at(army, path)
        if unit is None:
            return None
        like = [
            other.path
            for other in army.muster_units
            if choose_section(other) == choose_section(unit)
        ]
        place = like.index(unit.path) + by
        if not 0 <= place < len(like):
            return None
        entry = deepcopy(get_at_path(data, path))
        return Added(Edit((Step("remove", path), Step("insert", like[place], entry))), like[place])

    def list_deployment_fields(
        self, data: RosterData, army: Army, about: Unit | None = None
    ) -> list[Field]:
        """Return the fields for the battle formations, which are secret until the battle.

        With `about`, only those of that unit and of the units that can join it or ride in it.
        """
        assert isinstance(army, Muster)
        assert about is None or isinstance(about, MusterUnit)
        return deployment_fields.list_deployment_fields(data, army, self.shape, about)

    def make_sheet_view(
        self, army: Army, path: Path | None = None, offer: str | None = None
    ) -> SheetView | None:
        """Return the tables and lists that show a datasheet: of `offer`, or of the unit at `path`.

        None if there is no such datasheet or unit.
        """
        if offer is not None:
            sheet = self.find_datasheet(army, offer)
            return datasheet_tables.make_sheet_view(sheet) if sheet else None
        assert isinstance(army, Muster)
        unit = _find_unit_at(army, path or ())
        return datasheet_tables.make_sheet_view(unit.datasheet) if unit else None

    def make_blank_roster(self, faction: str, day: str | None = None) -> RosterData:
        """Return a roster of `faction` without units, with the middle battle size of `day`.

        `day` None means today.
        """
        sizes = self.get_shelf_on_date(day).load_rulebook().battle_sizes
        size = {"battle_size": sizes[len(sizes) // 2].id} if sizes else {}
        return {"system": self.system.id, "faction": faction, **size, "units": []}


SECTION_ORDER = {key: place for place, (key, _) in enumerate(SECTIONS)} | {"others": len(SECTIONS)}


def _find_unit_at(army: Muster, path: Path) -> MusterUnit | None:
    """Return the unit at `path` of the roster, or with `path` inside it; None if there is none."""
    return next((unit for unit in army.muster_units if unit.path == path[:2]), None)


def _yield_warlord_options(unit: MusterUnit) -> Iterator[Option]:
    """Yield the options for which model of a warlord's unit is the warlord: none, or a kind.

    The kind that the roster names is among them even if it can't be the warlord.
    """
    kinds = list(unit.warlord_kinds)
    if unit.warlord_model and unit.warlord_model not in kinds:
        kinds.append(unit.warlord_model)
    open_yet = unit.warlord_model is None
    yield Option(
        label=Text("none"),
        edit=Edit(()) if open_yet else _set_unit_key(unit, "warlord", True),
        chosen=open_yet,
    )
    for kind in kinds:
        yield Option(
            label=make_name_text(kind),
            edit=_set_unit_key(unit, "warlord", kind),
            chosen=unit.warlord_model == kind,
        )


def _set_unit_key(unit: MusterUnit, key: str, value: Any) -> Edit:
    """Return the edit that sets `key` of the unit's roster entry to `value`."""
    return Edit((Step("set", (*unit.path, key), value),))


def _yield_foreign_offers(
    entries_by_faction: Iterable[tuple[FactionData, list[Findable]]],
) -> Iterator[Offer]:
    """Yield an offer for each of these datasheets of other factions; its id is `faction/id`."""
    for data, entries in entries_by_faction:
        for entry in entries:
            yield _make_offer(entry, f"{data.head.id}/{entry.id}", data.head.name, data.head.id)


def _make_offer(entry: Findable, offer_id: str, home: str | None, source: str) -> Offer:
    """Return the offer to add a datasheet, with the words it can be found by.

    `source` is the id of its faction. `home` is that faction's name if it isn't the army's own,
    otherwise None.
    """
    role = "allies" if home else choose_section_by_keywords({fold(word) for word in entry.keywords})
    return Offer(
        id=offer_id,
        name=entry.name,
        role=role,
        words=(entry.name, *entry.keywords, *((home,) if home else ())),
        sizes=entry.sizes,
        points=min(entry.points, default=None),
        home=home,
        source=source,
        legends=entry.legends,
    )


def choose_section_by_keywords(keywords: set[str]) -> str:
    """Return the key of the heading under which units with these folded keywords are listed.

    It is "others" if no heading fits.
    """
    return next((key for key, keyword in SECTIONS if fold(keyword) in keywords), "others")


def _yield_chapter_options(data: RosterData, army: Muster) -> Iterator[Option]:
    """Yield an option for no chapter and one for each chapter of the faction."""
    yield Option(
        label=Text("none"),
        edit=set_or_remove(data, ("chapter",), None),
        chosen=get_at_path(data, ("chapter",)) is None,
    )
    for chapter in army.faction.chapters:
        given = get_at_path(data, ("chapter",))
        chosen = isinstance(given, str) and fold(given) in (chapter.id, fold(chapter.name))
        yield Option(
            label=make_name_text(chapter.name),
            edit=set_or_remove(data, ("chapter",), chapter.id),
            chosen=chosen,
        )


def _yield_enhancement_options(
    data: RosterData, army: Muster, unit: MusterUnit
) -> Iterator[Option]:
    """Yield the options for the unit's enhancement: none, or one of the army's detachments.

    If the unit has an enhancement of another detachment, this is listed too, until the player takes
    it off.
    """
    path = (*unit.path, "enhancement")
    yield Option(
        label=Text("none"), edit=set_or_remove(data, path, None), chosen=not unit.enhancements
    )
    available = [
        enhancement for detachment in army.detachments for enhancement in detachment.enhancements
    ]
    for enhancement in available:
        label = Text("name_points", {"name": enhancement.name, "points": enhancement.points})
        yield Option(
            label=label,
            edit=_set_unit_key(unit, "enhancement", enhancement.id),
            chosen=enhancement in unit.enhancements,
        )
    for enhancement in unit.enhancements:
        # one of another detachment stays visible until the player takes it off
        if enhancement not in available:
            label = Text("name_points", {"name": enhancement.name, "points": enhancement.points})
            yield Option(label=label, edit=Edit(()), chosen=True)
