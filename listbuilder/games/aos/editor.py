"""The changes that a player can make in an army of regiments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from listbuilder.games.aos import fields as all_fields
from listbuilder.games.aos.army import RegimentArmy, RegimentUnit
from listbuilder.games.aos.catalog import FactionData, RenownData, Shelf
from listbuilder.games.aos.lookup import KINDS, FoundWarscroll, Lookup, name_history_kind
from listbuilder.games.aos.removed_things import GENERIC
from listbuilder.games.aos.warscroll import Warscroll
from listbuilder.games.common.editor import (
    Added,
    Branch,
    DatedEditor,
    Field,
    Gift,
    Grid,
    Offer,
    PriceStep,
    SheetView,
    append_to_list,
    join_edits,
    make_card_view,
    set_or_remove,
)
from listbuilder.games.common.entries_on_date import collect_spellings
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path, get_at_path
from listbuilder.model.edit import Edit, Step
from listbuilder.model.roster_data import RosterData

if TYPE_CHECKING:
    from listbuilder.model.windows import Gone

_NOT_COPIED = ("id", "general", "enhancements", "name")


class RegimentEditor(DatedEditor[Shelf]):
    """The editor of rosters for every game whose armies are made of regiments."""

    size_key = "reinforced"
    gift_keys: tuple[str, ...] = ("enhancement_of",)
    asks: tuple[str, ...] = ("points_limit", "season", "army_of_renown", "battle_formation")
    hands_on: tuple[str, ...] = ("general",)

    def make_lookup(self, army: RegimentArmy) -> Lookup:
        """Return the object that finds things by id for `army`, on the army's date."""
        shelf = self.get_shelf_of_army(army)
        main = shelf.load_faction(army.faction_id)
        assert isinstance(main, FactionData)
        return Lookup(shelf, main, army.renown)

    def build_outline(self, army: Army) -> list[Branch]:
        """Return the army as a tree of branches with its units as leaves.

        A regiment can be selected as a whole, so that a unit added at the cursor goes into that
        regiment. The units of a regiment are indented below their leader.
        """
        assert isinstance(army, RegimentArmy)
        branches = super().build_outline(army)
        for place, regiment in enumerate(army.regiments):
            branch = branches[place]
            leaves = [
                self.make_leaf(army, unit, depth=0 if unit.post == "leader" else 1)
                for unit in regiment.units
            ]
            branches[place] = Branch(
                title=branch.title, leaves=leaves, points=branch.points, path=regiment.path
            )
        return branches

    def find_part(self, path: Path) -> Path:
        """Return the path of the unit, regiment or roster key that contains `path`."""
        if path[:1] == ("regiments",):
            if len(path) > 2 and path[2] == "hero":
                return path[:3]
            return path[:4] if len(path) > 3 else path[:2]
        return super().find_part(path) if path[:1] == ("auxiliary",) else path[:1]

    def list_fields(self, data: RosterData, army: Army, path: Path) -> list[Field]:
        """Return the fields of the unit or regiment at `path`, otherwise those of the roster."""
        assert isinstance(army, RegimentArmy)
        unit = next((unit for unit in army.regiment_units if path and unit.path == path), None)
        if unit is not None:
            return list(all_fields.yield_unit_fields(data, army, unit, self.make_lookup(army)))
        if path[:1] == ("regiments",):
            return list(all_fields.yield_regiment_fields(data, path))
        return list(
            all_fields.yield_roster_fields(
                data, army, self.make_lookup(army), self.get_shelf_of_army(army)
            )
        )

    def list_offers(self, army: Army) -> list[Offer]:
        """Return the warscrolls that the army can add: heroes first, Legends last, sorted by
        name.
        """
        assert isinstance(army, RegimentArmy)
        lookup = self.make_lookup(army)
        options = [
            _make_option(unit_id, found_warscroll)
            for unit_id in lookup.list_warscroll_ids()
            if (found_warscroll := lookup.find_warscroll(unit_id))
        ]
        return sorted(
            options, key=lambda offer: (offer.role != "heroes", offer.legends, offer.name)
        )

    def list_foreign_offers(self, army: Army) -> list[Offer]:
        """Return the warscrolls of the game that this army can't add.

        Each has the names of the regiments of renown that include it and that this army can have.
        """
        from listbuilder.games.aos.foreign_warscrolls import (  # every file of the game is opened
            map_regiments_by_unit,
            yield_foreign_warscrolls,
        )

        assert isinstance(army, RegimentArmy)
        lookup, shelf = self.make_lookup(army), self.get_shelf_of_army(army)
        brought_by = map_regiments_by_unit(army, shelf)
        found = (
            (unit_id, found_warscroll)
            for unit_id in yield_foreign_warscrolls(lookup, shelf)
            if (found_warscroll := lookup.find_warscroll(unit_id))
        )
        return [
            _make_option(
                unit_id,
                found_warscroll,
                found_warscroll.home_name,
                brought_by.get(f"{found_warscroll.home}/{found_warscroll.warscroll.id}", ()),
            )
            for unit_id, found_warscroll in found
        ]

    def find_former_thing(self, army: Army, name: str) -> Gone | None:
        """Return the record of the thing called `name` that the game has removed, or None.

        Units, enhancements, formations, lores, terrain, armies of renown and regiments of renown
        are looked through.
        """
        kinds = map(
            name_history_kind,
            ("unit", "enhancement", *KINDS, "army_of_renown", "regiment_of_renown"),
        )
        return self.find_former_thing_in(
            army, [army.faction_id, GENERIC, RenownData.ID], list(kinds), name
        )

    def get_other_names(self, army: Army) -> Mapping[str, Sequence[str]]:
        """Return the former names and the foreign spellings of the faction's warscrolls, by id."""
        return collect_spellings(self.shelf, army.faction_id, "warscrolls")

    def list_sizes(self, army: Army, offer: str) -> tuple[int, ...]:
        """Return the numbers of models that the warscroll `offer` can have.

        This is one number, or two if it can be reinforced. Empty if the warscroll is unknown.
        """
        assert isinstance(army, RegimentArmy)
        sheet = self.make_lookup(army).find_warscroll(offer)
        if sheet is None:
            return ()
        return _list_sizes(sheet.warscroll)

    def list_price_steps(self, army: Army, unit: Unit) -> list[PriceStep]:
        """Return what the unit costs at its usual size and reinforced; empty if it has one size.

        Units that come with a regiment of renown have no price of their own.
        """
        assert isinstance(unit, RegimentUnit)
        warscroll = unit.warscroll
        if unit.post == "renown" or not warscroll.can_be_reinforced:
            return []
        models, points = warscroll.models, warscroll.points
        return [PriceStep(models, models, points), PriceStep(2 * models, 2 * models, 2 * points)]

    def add_offer(
        self,
        data: RosterData,
        army: Army,
        offer: str,
        models: int | None = None,
        at: Path | None = None,
    ) -> list[Added]:
        """Return the possible edits that add the unit `offer`, the likeliest place first.

        A hero fills a regiment without a leader, begins a new regiment or joins another hero's, and
        becomes the general if there is none. Any other unit joins the regiment at the cursor `at`,
        joins another regiment, or becomes auxiliary. `models` larger than the usual size makes it
        reinforced. Empty if the warscroll is unknown.
        """
        assert isinstance(army, RegimentArmy)
        sheet = self.make_lookup(army).find_warscroll(offer)
        if sheet is None:
            return []
        entry: dict[str, Any] = {"unit": offer}
        if (
            models is not None
            and sheet.warscroll.can_be_reinforced
            and models > sheet.warscroll.models
        ):
            entry["reinforced"] = True
        cursor_place = at[1] if at and at[:1] == ("regiments",) and len(at) > 1 else None
        order = sorted(
            army.regiments,
            key=lambda regiment: (
                regiment.place != cursor_place,
                -regiment.place if cursor_place is None else regiment.place,
            ),
        )
        joining = [
            append_to_list(data, (*regiment.path, "units"), entry)
            for regiment in order
            if regiment.leader
        ]
        auxiliary = append_to_list(data, ("auxiliary",), entry)
        if "hero" not in sheet.warscroll.tags:
            return [*joining, auxiliary]
        general = army.general is None
        lead = entry | {"general": True} if general else entry
        headless = []
        for regiment in order:
            if regiment.leader is None:
                place: Path = (*regiment.path, "hero")
                headless.append(Added(Edit((Step("set", place, lead),)), place))
        new_regiment = append_to_list(data, ("regiments",), {"hero": lead, "units": []})
        return [
            *headless,
            Added(new_regiment.edit, (*new_regiment.path, "hero")),
            *joining,
            auxiliary,
        ]

    def list_gifts(self, army: Army) -> list[Gift]:
        """Return the enhancements that units can be given, those of the army's own tables first.

        They are followed by those of the faction and of all its armies of renown. Each id is listed
        once.
        """
        assert isinstance(army, RegimentArmy)
        main = self.make_lookup(army).main
        others = [
            renown
            for army_id in main.armies
            if (renown := main.load_army_of_renown(army_id)) is not None
        ]
        holders = (army.renown or army.faction, army.faction, *others)
        gifts_by_id: dict[str, Gift] = {}
        tables = [table for holder in holders for table in holder.enhancement_tables]
        for table in tables:
            for enhancement in table.choices:
                gift = Gift(
                    id=enhancement.id,
                    name=enhancement.name,
                    key="enhancement",
                    home=table.name,
                    points=enhancement.points,
                )
                gifts_by_id.setdefault(enhancement.id, gift)
        return list(gifts_by_id.values())

    def give_gift(self, data: RosterData, army: Army, unit: Unit, gift: Gift) -> list[Edit]:
        """Return the one edit that adds the enhancement `gift` to those that `unit` has."""
        path: Path = (*unit.path, "enhancements")
        current = get_at_path(data, path) or []
        ids = current if isinstance(current, list) else [current]
        return [set_or_remove(data, path, [*ids, gift.id])]

    def copy_part(self, data: RosterData, army: Army, path: Path) -> Added | None:
        """Return the edit that adds a copy of the unit at `path`. None if no unit is there.

        A copied leader begins a regiment of its own. The unit's id, name and enhancements aren't
        copied, nor that it is the general.
        """
        assert isinstance(army, RegimentArmy)
        entry = get_at_path(data, path)
        unit = next((unit for unit in army.own_units if unit.path == path), None)
        if unit is None or not isinstance(entry, dict):
            return None
        copy = {key: deepcopy(value) for key, value in entry.items() if key not in _NOT_COPIED}
        if unit.post == "leader":
            new_regiment = append_to_list(data, ("regiments",), {"hero": copy, "units": []})
            return Added(new_regiment.edit, (*new_regiment.path, "hero"))
        return append_to_list(data, path[:-1], copy)

    def move_part(self, data: RosterData, army: Army, path: Path, by: int) -> Added | None:
        """Return the edit that moves the unit at `path` within its regiment, or None.

        It moves by `by` places, forward if that is positive. A leader moves with the whole
        regiment. None if the unit would move beyond either end of the list.
        """
        moved_path = path[:2] if len(path) == 3 and path[2] == "hero" else path
        position = moved_path[-1] if moved_path else None
        siblings = get_at_path(data, moved_path[:-1])
        if (
            not isinstance(position, int)
            or not isinstance(siblings, list)
            or not 0 <= position + by < len(siblings)
        ):
            return None
        target: Path = (*moved_path[:-1], position + by)
        edit = Edit(
            (Step("remove", moved_path), Step("insert", target, deepcopy(siblings[position])))
        )
        return Added(edit, (*target, *path[len(moved_path) :]))

    def move_part_across(self, data: RosterData, army: Army, path: Path, by: int) -> Added | None:
        """Return the edit that moves the unit at `path` into the next regiment, or None.

        After the last regiment come the auxiliary units. Forward (`by` > 0), the unit becomes the
        first there; backward, the last. None if there is no further one, and for a leader.
        """
        regiments = get_at_path(data, ("regiments",)) or []
        places: list[Path] = [("regiments", place, "units") for place in range(len(regiments))]
        places.append(("auxiliary",))
        if path[:-1] not in places:
            return None
        place = places.index(path[:-1]) + (1 if by > 0 else -1)
        if not 0 <= place < len(places):
            return None
        target, entry = places[place], deepcopy(get_at_path(data, path))
        leave = Edit((Step("remove", path),))
        if by < 0 or not isinstance(get_at_path(data, target), list):
            added = append_to_list(data, target, entry)
            return Added(join_edits(leave, added.edit), added.path)
        enter = Edit((Step("insert", (*target, 0), entry),))
        return Added(join_edits(leave, enter), (*target, 0))

    def make_sheet_view(
        self, army: Army, path: Path | None = None, offer: str | None = None
    ) -> SheetView | None:
        """Return the warscroll of the unit at `path` or, if given, of `offer`, as it is shown.

        The warscroll of `offer` has its size and points too. None if there is no such warscroll.
        """
        if offer is None:
            return super().make_sheet_view(army, path)
        assert isinstance(army, RegimentArmy)
        found_warscroll = self.make_lookup(army).find_warscroll(offer)
        if found_warscroll is None:
            return None
        from listbuilder.games.aos.cards import make_card

        sheet = make_card_view(make_card(found_warscroll.warscroll, []))
        rows = [(str(found_warscroll.warscroll.models), str(found_warscroll.warscroll.points))]
        grid = Grid(key="sheet.prices", heads=("sheet.models", "sheet.points"), rows=rows)
        return SheetView(
            name=sheet.name, grids=[*sheet.grids, grid], lists=sheet.lists, facts=sheet.facts
        )

    def make_blank_roster(self, faction: str, day: str | None = None) -> RosterData:
        """Return a new roster of `faction` with a usual points limit and no regiments.

        The limit is the last of the usual ones. It is for the season in force on `day` (None: the
        date of the data), if the rules have one. Without usual limits, it has no points limit.
        """
        shelf = self.get_shelf_on_date(day)
        book, date = shelf.load_rulebook(), day or shelf.as_of(faction)
        started = [
            (season.from_, key)
            for key, season in book.seasons.items()
            if (season.from_ or "") <= date
        ]
        season = {"season": max(started)[1]} if started else {}
        limit = {"points_limit": book.points_limits[-1]} if book.points_limits else {}
        return {"system": self.system.id, "faction": faction, **limit, **season, "regiments": []}


def _list_sizes(warscroll: Warscroll) -> tuple[int, ...]:
    """Return the numbers of models that a unit can have: one, or two if it can be reinforced."""
    models = warscroll.models
    return (models, 2 * models) if warscroll.can_be_reinforced else (models,)


def _make_option(
    warscroll_id: str,
    found: FoundWarscroll,
    home: str | None = None,
    brought_by: Sequence[str] = (),
) -> Offer:
    """Return a warscroll as an offer with the role "heroes" or "units".

    `home` is the name of its faction if it isn't the army's own. `brought_by` are the names of the
    regiments of renown that include it.
    """
    sheet = found.warscroll
    return Offer(
        id=warscroll_id,
        name=sheet.name,
        role="heroes" if "hero" in sheet.tags else "units",
        words=(sheet.name, *sheet.keywords),
        sizes=tuple(map(str, _list_sizes(sheet))),
        points=sheet.points,
        home=home,
        legends=sheet.legends,
        source=found.home,
        brought_by=tuple(brought_by),
    )
