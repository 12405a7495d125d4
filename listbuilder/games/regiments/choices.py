"""What a player can change in an army of regiments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from listbuilder.games.regiments import fields as all_fields
from listbuilder.games.regiments.army import Regiment, RegimentArmy
from listbuilder.games.regiments.data import FactionData, RenownData, Shelf
from listbuilder.games.regiments.gone import GENERIC
from listbuilder.games.regiments.lookup import KINDS, FoundWarscroll, Lookup, history_kind
from listbuilder.games.shared.choices import (
    Added,
    Branch,
    DatedEditor,
    Field,
    Gift,
    Grid,
    Offer,
    SheetView,
    appending,
    setting,
    view_of,
)
from listbuilder.games.shared.day_entries import written
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path, at
from listbuilder.model.edit import Edit, Step

if TYPE_CHECKING:
    from listbuilder.model.past import Gone

_NOT_COPIED = ("id", "general", "enhancements", "name")


class RegimentEditor(DatedEditor[Shelf]):
    """For every game whose armies are made of regiments."""

    size_key = "reinforced"
    gift_keys: tuple[str, ...] = ("enhancement_of",)
    asks: tuple[str, ...] = ("points_limit", "season", "army_of_renown", "battle_formation")
    hands_on: tuple[str, ...] = ("general",)

    def lookup(self, army: RegimentArmy) -> Lookup:
        shelf = self.shelf_of(army)
        main = shelf.faction(army.faction_id)
        assert isinstance(main, FactionData)
        return Lookup(shelf, main, army.renown)

    def outline(self, army: Army) -> list[Branch]:
        """A regiment can be chosen as such: what is added there goes into it."""
        assert isinstance(army, RegimentArmy)
        found = super().outline(army)
        for place, regiment in enumerate(army.regiments):
            branch = found[place]
            leaves = [self.leaf(army, unit, depth=0 if unit.post == "leader" else 1) for unit in regiment.units]
            found[place] = Branch(title=branch.title, leaves=leaves, points=branch.points, path=regiment.path)
        return found

    def part(self, path: Path) -> Path:
        if path[:1] == ("regiments",):
            if len(path) > 2 and path[2] == "hero":
                return path[:3]
            return path[:4] if len(path) > 3 else path[:2]
        return super().part(path) if path[:1] == ("auxiliary",) else path[:1]

    def fields(self, data: Any, army: Army, path: Path) -> list[Field]:
        assert isinstance(army, RegimentArmy)
        unit = next((unit for unit in army.regiment_units if path and unit.path == path), None)
        if unit is not None:
            return list(all_fields.of_unit(data, army, unit, self.lookup(army)))
        if path[:1] == ("regiments",):
            return list(all_fields.of_regiment(data, path))
        return list(all_fields.of_roster(data, army, self.lookup(army), self.shelf_of(army)))

    def offers(self, army: Army) -> list[Offer]:
        assert isinstance(army, RegimentArmy)
        lookup = self.lookup(army)
        found = [_offer(each, there) for each in lookup.warscroll_ids() if (there := lookup.warscroll(each))]
        return sorted(found, key=lambda offer: (offer.role != "heroes", offer.legends, offer.name))

    def strangers(self, army: Army) -> list[Offer]:
        from listbuilder.games.regiments.strangers import regiments_with, strangers  # every file of the game is opened

        assert isinstance(army, RegimentArmy)
        lookup, shelf = self.lookup(army), self.shelf_of(army)
        bring = regiments_with(army, shelf)
        known = ((each, there) for each in strangers(lookup, shelf) if (there := lookup.warscroll(each)))
        return [
            _offer(each, there, there.home_name, bring.get(f"{there.home}/{there.warscroll.id}", ())) for each, there in known
        ]

    def went(self, army: Army, name: str) -> Gone | None:
        kinds = map(history_kind, ("unit", "enhancement", *KINDS, "army_of_renown", "regiment_of_renown"))
        return self.went_from(army, [army.faction_id, GENERIC, RenownData.ID], list(kinds), name)

    def other_names(self, army: Army) -> Mapping[str, Sequence[str]]:
        return written(self.shelf, army.faction_id, "warscrolls")

    def sizes(self, army: Army, offer: str) -> tuple[int, ...]:
        assert isinstance(army, RegimentArmy)
        found = self.lookup(army).warscroll(offer)
        if found is None:
            return ()
        models = found.warscroll.models
        return (models, 2 * models) if found.warscroll.can_be_reinforced else (models,)

    def add(self, data: Any, army: Army, offer: str, models: int | None = None, at: Path | None = None) -> list[Added]:
        """A hero begins a regiment or joins one; the others join the regiment at the cursor, another, or none."""
        assert isinstance(army, RegimentArmy)
        found = self.lookup(army).warscroll(offer)
        if found is None:
            return []
        entry: dict[str, Any] = {"unit": offer}
        if models is not None and found.warscroll.can_be_reinforced and models > found.warscroll.models:
            entry["reinforced"] = True
        here = at[1] if at and at[:1] == ("regiments",) and len(at) > 1 else None
        order = sorted(
            army.regiments, key=lambda regiment: (regiment.place != here, -regiment.place if here is None else regiment.place)
        )
        joining = [appending(data, (*regiment.path, "units"), entry) for regiment in order if regiment.leader]
        apart = appending(data, ("auxiliary",), entry)
        if "hero" not in found.warscroll.tags:
            return [*joining, apart]
        general = army.general is None
        lead = entry | {"general": True} if general else entry
        headless = [_heading(regiment, lead) for regiment in order if regiment.leader is None]
        begun = appending(data, ("regiments",), {"hero": lead, "units": []})
        return [*headless, Added(begun.edit, (*begun.path, "hero")), *joining, apart]

    def gifts(self, army: Army) -> list[Gift]:
        """Of the army's own tables, then of those that it has not because of an army of renown, or is none of."""
        assert isinstance(army, RegimentArmy)
        main = self.lookup(army).main
        others = [renown for each in main.armies if (renown := main.army(each)) is not None]
        holders = (army.renown or army.faction, army.faction, *others)
        found: dict[str, Gift] = {}
        for table in (table for holder in holders for table in holder.enhancement_tables):
            for each in table.choices:
                gift = Gift(id=each.id, name=each.name, key="enhancement", home=table.name, points=each.points)
                found.setdefault(each.id, gift)
        return list(found.values())

    def give(self, data: Any, army: Army, unit: Unit, gift: Gift) -> list[Edit]:
        path: Path = (*unit.path, "enhancements")
        given = at(data, path)
        has = given if isinstance(given, list) else [given] if given else []
        return [setting(data, path, [*has, gift.id])]

    def duplicate(self, data: Any, army: Army, path: Path) -> Added | None:
        assert isinstance(army, RegimentArmy)
        entry = at(data, path)
        unit = next((unit for unit in army.own_units if unit.path == path), None)
        if unit is None or not isinstance(entry, dict):
            return None
        copy = {key: deepcopy(value) for key, value in entry.items() if key not in _NOT_COPIED}
        if unit.post == "leader":
            begun = appending(data, ("regiments",), {"hero": copy, "units": []})
            return Added(begun.edit, (*begun.path, "hero"))
        return appending(data, path[:-1], copy)

    def move(self, data: Any, army: Army, path: Path, by: int) -> Added | None:
        """Among the units of its regiment; a leader moves with the regiment."""
        whole = path[:2] if len(path) == 3 and path[2] == "hero" else path
        last = whole[-1] if whole else None
        like = at(data, whole[:-1])
        if not isinstance(last, int) or not isinstance(like, list) or not 0 <= last + by < len(like):
            return None
        target: Path = (*whole[:-1], last + by)
        edit = Edit((Step("remove", whole), Step("insert", target, deepcopy(like[last]))))
        return Added(edit, (*target, *path[len(whole) :]))

    def sheet(self, army: Army, path: Path | None = None, offer: str | None = None) -> SheetView | None:
        if offer is None:
            return super().sheet(army, path)
        assert isinstance(army, RegimentArmy)
        found = self.lookup(army).warscroll(offer)
        if found is None:
            return None
        from listbuilder.games.regiments.cards import card_of

        sheet = view_of(card_of(found.warscroll, []))
        rows = [(str(found.warscroll.models), str(found.warscroll.points))]
        grid = Grid(key="sheet.prices", heads=("sheet.models", "sheet.points"), rows=rows)
        return SheetView(name=sheet.name, grids=[*sheet.grids, grid], lists=sheet.lists, facts=sheet.facts)

    def blank(self, faction: str, day: str | None = None) -> dict[str, Any]:
        """Of the season in force, where the data reaches it."""
        shelf = self.shelf_on(day)
        book, now = shelf.book(), day or shelf.as_of(faction)
        begun = [(season.from_, key) for key, season in book.seasons.items() if (season.from_ or "") <= now]
        season = {"season": max(begun)[1]} if begun else {}
        limit = {"points_limit": book.points_limits[-1]} if book.points_limits else {}
        return {"system": self.system.id, "faction": faction, **limit, **season, "regiments": []}


def _offer(warscroll_id: str, there: FoundWarscroll, home: str | None = None, brought_by: Sequence[str] = ()) -> Offer:
    sheet = there.warscroll
    return Offer(
        id=warscroll_id,
        name=sheet.name,
        role="heroes" if "hero" in sheet.tags else "units",
        words=(sheet.name, *sheet.keywords),
        sizes=(str(sheet.models), str(2 * sheet.models)) if sheet.can_be_reinforced else (str(sheet.models),),
        points=sheet.points,
        home=home,
        legends=sheet.legends,
        source=there.home,
        brought_by=tuple(brought_by),
    )


def _heading(regiment: Regiment, lead: dict[str, Any]) -> Added:
    path: Path = (*regiment.path, "hero")
    return Added(Edit((Step("set", path, lead),)), path)
