"""The boxes of one game, loaded one at a time, and where else a unit or an offer is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from listbuilder.games.base import Findable
from listbuilder.games.boxes.army import Part
from listbuilder.games.boxes.parts import Contents
from listbuilder.games.boxes.patrol import Patrol, Sources
from listbuilder.games.boxes.spearhead import SpearheadBox
from listbuilder.games.shared.faction_shelf import is_id
from listbuilder.model.rule import RuleBook
from listbuilder.store import compiled
from listbuilder.store.library import Kind, Library, decoder

Box = TypeVar("Box", bound=Patrol | SpearheadBox)

RULES: Kind[RuleBook] = Kind("rules", RuleBook)
SOURCES: Kind[Sources] = Kind("sources", Sources)


class BoxHead(msgspec.Struct):
    """What lists of boxes show."""

    name: str
    entry: Findable


def cut_box(box: Patrol | SpearheadBox, kinds: tuple[str, ...]) -> compiled.Sections:
    models = sorted(_totals(box))
    entry = Findable(
        id=box.id,
        name=box.name,
        keywords=kinds,
        sizes=tuple(map(str, models)),
        also=(*kinds, *dict.fromkeys(unit.name for unit in box.units)),
    )
    return {"": compiled.encode(box), "head": compiled.encode(BoxHead(box.name, entry))}


def _totals(box: Patrol | SpearheadBox) -> set[int]:
    """How many models the box may have, whatever is chosen."""
    sizes = {
        unit.id: unit.count * (unit.models if isinstance(unit.models, int) else sum(group.count for group in unit.models))
        for unit in box.units
    }
    optional = {each for ids in box.choices.values() for each in ids}
    totals = {sum(size for unit, size in sizes.items() if unit not in optional)}
    for ids in box.choices.values():
        totals = {total + sizes[each] for total in totals for each in ids}
    return totals


def _cut_patrol(patrol: Patrol) -> compiled.Sections:
    return cut_box(patrol, tuple(each for each in (patrol.faction, patrol.subfaction) if each))


def _cut_spearhead(box: SpearheadBox) -> compiled.Sections:
    return cut_box(box, (box.faction, box.alliance))


PATROL: Kind[Patrol] = Kind("patrol", Patrol, _cut_patrol, always=("", "head"))
SPEARHEAD: Kind[SpearheadBox] = Kind("spearhead-box", SpearheadBox, _cut_spearhead, always=("", "head"))


class BoxShelf(Generic[Box]):
    NOT_BOXES = frozenset({"rules", "sources"})

    def __init__(self, system: str, library: Library, kind: Kind[Box], contents: Callable[[Box, Sources], Contents]) -> None:
        self.system = system
        self.library = library
        self.kind = kind
        self._contents = contents
        self._boxes: dict[str, Box] = {}
        self._opened: dict[str, compiled.Compiled] = {}
        self._sources: Sources | None = None
        self._book: RuleBook | None = None

    def ids(self) -> list[str]:
        return [stem for stem in self.library.files(self.system) if stem not in self.NOT_BOXES]

    def open(self, box_id: str) -> compiled.Compiled | None:
        if box_id not in self._opened and box_id not in self.NOT_BOXES and is_id(box_id):
            opened = self.library.open(self.system, box_id, self.kind)
            if opened is not None:
                self._opened[box_id] = opened
        return self._opened.get(box_id)

    def box(self, box_id: str) -> Box | None:
        if box_id not in self._boxes:
            opened = self.open(box_id)
            if opened is None:
                return None  # and not kept: of names that nobody knows there is no end
            self._boxes[box_id] = decoder(self.kind.model).decode(opened.section(""))
        return self._boxes[box_id]

    def head(self, box_id: str) -> BoxHead | None:
        opened = self.open(box_id)
        return decoder(BoxHead).decode(opened.section("head")) if opened else None

    def contents(self, box: Box) -> Contents:
        return self._contents(box, self.sources())

    def sources(self) -> Sources:
        if self._sources is None:
            found = self.library.section(self.system, "sources", SOURCES, "", Sources)
            if found is None:
                raise FileNotFoundError(f"sources of {self.system}")
            self._sources = found
        return self._sources

    def book(self) -> RuleBook:
        if self._book is None:
            found = self.library.section(self.system, "rules", RULES, "", RuleBook)
            if found is None:
                raise FileNotFoundError(f"rules of {self.system}")
            self._book = found
        return self._book

    def others(self, box_id: str) -> list[Box]:
        """Every other box. Only where something is already wrong: it loads all of them."""
        return [box for each in self.ids() if each != box_id and (box := self.box(each)) is not None]

    def part_elsewhere(self, unit_id: str, box_id: str) -> Part | None:
        """The unit of that id in another box."""
        for box in self.others(box_id):
            if any(unit.id == unit_id for unit in box.units):
                return self.contents(box).parts[unit_id]
        return None
