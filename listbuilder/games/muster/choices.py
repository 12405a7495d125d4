"""What a player can change in a mustered army: units, sizes, enhancements, the warlord."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from listbuilder.games.base import Findable
from listbuilder.games.muster import attached_tree, declaration_fields, detachment_fields, gifts, sheets, visitors, wargear_fields
from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.data import FactionData, Shelf
from listbuilder.games.muster.gone import gone_sheet
from listbuilder.games.muster.roster import MusterRoster
from listbuilder.games.muster.sections import SECTIONS, section_of
from listbuilder.games.muster.sizes import legal_totals
from listbuilder.games.muster.standing import keyword_choices
from listbuilder.games.shared.choices import (
    Added,
    DatedEditor,
    Field,
    Gift,
    Offer,
    Option,
    SheetView,
    Text,
    appending,
    choice,
    joined,
    named,
    setting,
    text_field,
)
from listbuilder.games.shared.day_entries import written
from listbuilder.games.shared.match import fits
from listbuilder.games.shared.terms_fields import battle_ready_field, mission_field
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path, at, fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.edit import Edit, Step

if TYPE_CHECKING:
    from listbuilder.model.past import Gone

# What a copy of a unit does not take along: there is one of each, or it is the player's own name for the other.
_NOT_COPIED = ("id", "warlord", "enhancement", "name")


class MusterEditor(DatedEditor[Shelf]):
    """For every game whose armies are mustered from datasheets under a detachment."""

    asks: tuple[str, ...] = ("battle_size", "detachment", "further_detachment")
    hands_on: tuple[str, ...] = ("warlord",)

    @property
    def shape(self) -> type[MusterRoster]:
        """How the rosters of this game are written."""
        return self.system.roster

    def fields(self, data: Any, army: Army, path: Path) -> list[Field]:
        assert isinstance(army, Muster)
        if not path:
            return list(self._roster_fields(data, army))
        unit = _unit_at(army, path)
        return list(self._unit_fields(data, army, unit)) if unit else []

    def _roster_fields(self, data: Any, army: Muster) -> Iterator[Field]:
        yield text_field(data, ("name",))
        sizes = [
            Option(
                label=Text("size_points", {"name": size.name, "points": size.points}),
                edit=joined(setting(data, ("battle_size",), size.id), Edit(army.stating("battle_size"))),
                chosen=size.id == army.size_given,
            )
            for size in army.book.battle_sizes
        ]
        yield choice("battle_size", sizes)
        yield from detachment_fields.fields(data, army, self.shape)
        if army.faction.chapters:
            yield choice("chapter", list(_chapters(data, army)))
        if army.book.missions:
            yield mission_field(data, army)
        yield battle_ready_field(data)
        yield text_field(data, ("player",))
        yield text_field(data, ("notes",))
        yield text_field(data, ("points_as_of",))

    def _unit_fields(self, data: Any, army: Muster, unit: MusterUnit) -> Iterator[Field]:
        sheet = unit.datasheet
        if len(legal_totals(sheet)) > 1 or unit.models not in legal_totals(sheet):
            yield Field(
                key="models",
                value=Text("models", {"count": unit.models}),
                options=lambda: wargear_fields.sizes(data, unit),
            )
        yield from wargear_fields.compositions(data, unit)
        yield from self._honours(data, army, unit)
        yield from wargear_fields.fields(data, unit)
        yield text_field(data, (*unit.path, "name"))
        yield text_field(data, (*unit.path, "notes"))

    def _honours(self, data: Any, army: Muster, unit: MusterUnit) -> Iterator[Field]:
        """What one unit has that others have not: warlord, enhancement, keyword."""
        if unit.warlord or unit.has("Character"):
            others = [other for other in army.muster_units if other.warlord and other is not unit]
            said = Edit(army.stating("warlord"))
            make = joined(*(setting(data, (*other.path, "warlord"), None) for other in others), _put(unit, "warlord", True), said)
            yield choice(
                "warlord",
                [
                    Option(
                        label=Text("no"), edit=joined(setting(data, (*unit.path, "warlord"), None), said), chosen=not unit.warlord
                    ),
                    Option(label=Text("yes"), edit=make, chosen=unit.warlord),
                ],
            )
        if unit.warlord and (len(unit.warlord_kinds) > 1 or unit.warlord_model):
            yield choice("warlord_model", list(_warlord_models(unit)))
        known = [each for detachment in army.detachments for each in detachment.enhancements]
        hero = unit.has("Character") and not unit.has("Epic Hero")
        if unit.enhancements or any(hero or (each.bearer == "unit" and fits(unit.tags, each.requires)) for each in known):
            yield choice("enhancement", list(_enhancements(data, army, unit)))
        keywords = keyword_choices(army, unit)
        if keywords or unit.chosen_keyword:
            chosen = fold(unit.chosen_keyword or "")
            yield choice(
                "keyword",
                [Option(label=named(each), edit=_put(unit, "keyword", each), chosen=fold(each) == chosen) for each in keywords],
            )

    def offers(self, army: Army) -> list[Offer]:
        assert isinstance(army, Muster)
        found: list[Offer] = []
        known: set[str] = set()
        for data in self._own(army):
            for entry in data.entries():
                if entry.id not in known:  # a chapter's own datasheet stands before that of its parent
                    known.add(entry.id)
                    found.append(_offer(entry, entry.id, None, data.head.id))
        found.sort(key=lambda offer: SECTION_ORDER.get(offer.role, len(SECTION_ORDER)))
        return [*found, *_of_others(visitors.visitors(self.shelf_of(army), army))]

    def strangers(self, army: Army) -> list[Offer]:
        assert isinstance(army, Muster)
        return list(_of_others(visitors.strangers(self.shelf_of(army), army)))

    def gone(self, army: Army) -> list[Offer]:
        assert isinstance(army, Muster)
        found: dict[str, Offer] = {}
        for data in self._own(army):
            past = self.shelf.past.faction(data.head.id)
            for thing in past.things("datasheets").values() if past else ():
                if thing.until is not None and thing.until <= army.priced_on and not data.had(thing.id):
                    found.setdefault(thing.id, Offer(id=thing.id, name=thing.name, role="others"))
        return list(found.values())

    def went(self, army: Army, name: str) -> Gone | None:
        assert isinstance(army, Muster)
        homes = [each.id for each in army.own_factions()]
        return self.went_from(army, homes, ("datasheets", "detachments", "enhancements"), name)

    def other_names(self, army: Army) -> Mapping[str, Sequence[str]]:
        assert isinstance(army, Muster)
        found: dict[str, Sequence[str]] = {}
        for data in self._own(army):
            found = {**written(self.shelf, data.head.id, "datasheets"), **found}
        for data, _ in visitors.visitors(self.shelf_of(army), army):
            named = written(self.shelf, data.head.id, "datasheets")
            found |= {f"{data.head.id}/{each}": names for each, names in named.items()}
        return found

    def _own(self, army: Muster) -> Iterator[FactionData]:
        shelf = self.shelf_of(army)
        for faction in army.own_factions():
            data = shelf.faction(faction.id)
            if data:
                yield data

    def add(self, data: Any, army: Army, offer: str, models: int | None = None, at: Path | None = None) -> list[Added]:
        sheet = self.find(army, offer)
        if sheet is None:
            return []
        totals = legal_totals(sheet) or [sheet.size.min]
        count = totals[0] if models is None else min(totals, key=lambda total: (abs(total - models), -total))
        entry: dict[str, Any] = {"datasheet": offer, "models": count}
        assert isinstance(army, Muster)
        first = "character" in sheet.tags and "/" not in offer and sheet.army.warlord != "never"
        if first and not any(unit.warlord for unit in army.muster_units):
            entry["warlord"] = True
        return [appending(data, ("units",), entry), *attached_tree.with_hosts(data, army, sheet, entry)]

    def sizes(self, army: Army, offer: str) -> tuple[int, ...]:
        sheet = self.find(army, offer)
        if sheet is None:
            return ()
        totals = legal_totals(sheet)
        brackets = {row.models for row in sheet.points if row.models is not None and not row.when}
        return tuple(sorted({max(fitting) for most in brackets if (fitting := [each for each in totals if each <= most])}))

    def find(self, army: Army, offer: str) -> Datasheet | None:
        """The datasheet as the roster names it."""
        assert isinstance(army, Muster)
        home, slash, sheet_id = offer.rpartition("/")
        other = self.shelf_of(army).faction(home) if slash else None
        places = [other] if other else list(self._own(army))
        found = next((sheet for data in places if (sheet := data.sheet(sheet_id))), None)
        if found is None and (then := gone_sheet(self.shelf_of(army), places, sheet_id)):
            return then[0]
        return found

    def gifts(self, army: Army) -> list[Gift]:
        assert isinstance(army, Muster)
        return list(gifts.enhancements(army))

    def give(self, data: Any, army: Army, unit: Unit, gift: Gift) -> list[Edit]:
        assert isinstance(unit, MusterUnit)
        return [gifts.give(data, unit, gift)]

    def items(self, army: Army) -> list[str]:
        assert isinstance(army, Muster)
        return gifts.items(army)

    def equip(self, data: Any, army: Army, unit: Unit, item: str) -> list[Edit]:
        assert isinstance(unit, MusterUnit)
        return list(gifts.with_item(unit, item))

    def joins(self) -> list[tuple[str, Path]]:
        return [("attached", self.shape.ATTACHED), ("embarked", ("formations", "embarked"))]

    def duplicate(self, data: Any, army: Army, path: Path) -> Added | None:
        entry = at(data, path)
        if not isinstance(entry, dict) or len(path) != 2 or not isinstance(path[1], int):
            return None
        copy = {key: deepcopy(value) for key, value in entry.items() if key not in _NOT_COPIED}
        place: Path = (path[0], path[1] + 1)
        return Added(Edit((Step("insert", place, copy),)), place)

    def move(self, data: Any, army: Army, path: Path, by: int) -> Added | None:
        """Past the next unit that stands under the same heading."""
        assert isinstance(army, Muster)
        unit = _unit_at(army, path)
        if unit is None:
            return None
        like = [other.path for other in army.muster_units if section_of(other) == section_of(unit)]
        place = like.index(unit.path) + by
        if not 0 <= place < len(like):
            return None
        entry = deepcopy(at(data, path))
        return Added(Edit((Step("remove", path), Step("insert", like[place], entry))), like[place])

    def formations(self, data: Any, army: Army) -> list[Field]:
        assert isinstance(army, Muster)
        return declaration_fields.fields(data, army, self.shape)

    def sheet(self, army: Army, path: Path | None = None, offer: str | None = None) -> SheetView | None:
        if offer is not None:
            sheet = self.find(army, offer)
            return sheets.view_of(sheet) if sheet else None
        assert isinstance(army, Muster)
        unit = _unit_at(army, path or ())
        return sheets.view_of(unit.datasheet) if unit else None

    def blank(self, faction: str, day: str | None = None) -> dict[str, Any]:
        sizes = self.shelf_on(day).book().battle_sizes
        size = {"battle_size": sizes[len(sizes) // 2].id} if sizes else {}
        return {"system": self.system.id, "faction": faction, **size, "units": []}


SECTION_ORDER = {key: place for place, (key, _) in enumerate(SECTIONS)} | {"others": len(SECTIONS)}


def _unit_at(army: Muster, path: Path) -> MusterUnit | None:
    return next((unit for unit in army.muster_units if unit.path == path[:2]), None)


def _warlord_models(unit: MusterUnit) -> Iterator[Option]:
    """Yield an option for each kind of model that can be the warlord, and for another that the roster names."""
    kinds = dict.fromkeys((*unit.warlord_kinds, *([unit.warlord_model] if unit.warlord_model else [])))
    open_yet = unit.warlord_model is None
    yield Option(label=Text("none"), edit=Edit(()) if open_yet else _put(unit, "warlord", True), chosen=open_yet)
    for kind in kinds:
        yield Option(label=named(kind), edit=_put(unit, "warlord", kind), chosen=unit.warlord_model == kind)


def _put(unit: MusterUnit, key: str, value: Any) -> Edit:
    return Edit((Step("set", (*unit.path, key), value),))


def _of_others(known: Iterable[tuple[FactionData, list[Findable]]]) -> Iterator[Offer]:
    for data, entries in known:
        for entry in entries:
            yield _offer(entry, f"{data.head.id}/{entry.id}", data.head.name, data.head.id)


def _offer(entry: Findable, offer_id: str, home: str | None, source: str) -> Offer:
    role = "allies" if home else section_of_words({fold(word) for word in entry.keywords})
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


def section_of_words(keywords: set[str]) -> str:
    return next((key for key, keyword in SECTIONS if fold(keyword) in keywords), "others")


def _chapters(data: Any, army: Muster) -> Iterator[Option]:
    yield Option(label=Text("none"), edit=setting(data, ("chapter",), None), chosen=at(data, ("chapter",)) is None)
    for each in army.faction.chapters:
        given = at(data, ("chapter",))
        chosen = isinstance(given, str) and fold(given) in (each.id, fold(each.name))
        yield Option(label=named(each.name), edit=setting(data, ("chapter",), each.id), chosen=chosen)


def _enhancements(data: Any, army: Muster, unit: MusterUnit) -> Iterator[Option]:
    path = (*unit.path, "enhancement")
    yield Option(label=Text("none"), edit=setting(data, path, None), chosen=not unit.enhancements)
    known = [each for detachment in army.detachments for each in detachment.enhancements]
    for each in known:
        label = Text("name_points", {"name": each.name, "points": each.points})
        yield Option(label=label, edit=_put(unit, "enhancement", each.id), chosen=each in unit.enhancements)
    for each in unit.enhancements:
        if each not in known:  # of another detachment: it stays visible until the player takes it off
            label = Text("name_points", {"name": each.name, "points": each.points})
            yield Option(label=label, edit=Edit(()), chosen=True)
