"""The boxes of one game, loaded one at a time, and the search for units in other boxes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from listbuilder.data import compiled
from listbuilder.data.library import DataFileKind, Library, get_decoder
from listbuilder.games.boxed.army import BoxPart
from listbuilder.games.boxed.comparable_unit import BoxContents
from listbuilder.games.boxed.patrol import Patrol, Sources
from listbuilder.games.boxed.spearhead import SpearheadBox
from listbuilder.games.common.faction_catalog import is_id
from listbuilder.games.game import Findable
from listbuilder.model.rulebook import RuleBook

Box = TypeVar("Box", bound=Patrol | SpearheadBox)

RULES: DataFileKind[RuleBook] = DataFileKind("rules", RuleBook)
SOURCES: DataFileKind[Sources] = DataFileKind("sources", Sources)


class BoxHead(msgspec.Struct):
    """The name of a box, and its entry in lists and searches."""

    name: str
    entry: Findable


def cut_box(box: Patrol | SpearheadBox, kinds: tuple[str, ...]) -> compiled.Sections:
    """Return the two parts of a compiled box: the whole box, and its head for searches.

    `kinds` are the names of what the box belongs to (faction and so on); searches find it by these
    too.
    """
    models = sorted(_list_possible_sizes(box))
    entry = Findable(
        id=box.id,
        name=box.name,
        keywords=kinds,
        sizes=tuple(map(str, models)),
        also=(*kinds, *dict.fromkeys(unit.name for unit in box.units)),
    )
    return {
        "": compiled.encode_section(box),
        "head": compiled.encode_section(BoxHead(box.name, entry)),
    }


def _list_possible_sizes(box: Patrol | SpearheadBox) -> set[int]:
    """Return each total number of models that the box can have, depending on the choices."""
    sizes = {}
    for unit in box.units:
        models = unit.models
        size = models if isinstance(models, int) else sum(group.count for group in models)
        sizes[unit.id] = unit.count * size
    optional = {unit_id for ids in box.choices.values() for unit_id in ids}
    totals = {sum(size for unit, size in sizes.items() if unit not in optional)}
    for ids in box.choices.values():
        totals = {total + sizes[unit_id] for total in totals for unit_id in ids}
    return totals


def _cut_patrol(patrol: Patrol) -> compiled.Sections:
    """Return the sections of a compiled Combat Patrol, found by its faction and subfaction."""
    return cut_box(patrol, tuple(filter(None, (patrol.faction, patrol.subfaction))))


def _cut_spearhead(box: SpearheadBox) -> compiled.Sections:
    """Return the sections of a compiled Spearhead, found by its faction and grand alliance."""
    return cut_box(box, (box.faction, box.alliance))


PATROL: DataFileKind[Patrol] = DataFileKind("patrol", Patrol, _cut_patrol, always=("", "head"))
SPEARHEAD: DataFileKind[SpearheadBox] = DataFileKind(
    "spearhead-box", SpearheadBox, _cut_spearhead, always=("", "head")
)


class BoxShelf(Generic[Box]):
    """The data files of a game of boxes, each loaded when it is first needed."""

    NOT_BOXES = frozenset({"rules", "sources"})

    def __init__(
        self,
        system: str,
        library: Library,
        kind: DataFileKind[Box],
        contents: Callable[[Box, Sources], BoxContents],
    ) -> None:
        """Prepare to load the data files of the game `system`; none is opened yet.

        `kind` is the kind of its box files. `contents` is a function that makes comparable contents
        from a box.
        """
        self.system = system
        self.library = library
        self.kind = kind
        self._contents = contents
        self._boxes: dict[str, Box] = {}
        self._opened: dict[str, compiled.Compiled] = {}
        self._sources: Sources | None = None
        self._book: RuleBook | None = None

    def list_ids(self) -> list[str]:
        """Return the ids of all boxes."""
        return [stem for stem in self.library.list_files(self.system) if stem not in self.NOT_BOXES]

    def open_box(self, box_id: str) -> compiled.Compiled | None:
        """Return the compiled file of the box with that id, or None if there is no such box."""
        if box_id not in self._opened and box_id not in self.NOT_BOXES and is_id(box_id):
            opened = self.library.get_compiled(self.system, box_id, self.kind)
            if opened is not None:
                self._opened[box_id] = opened
        return self._opened.get(box_id)

    def load_box(self, box_id: str) -> Box | None:
        """Return the box with that id, or None if there is no such box.

        Boxes are kept once loaded. Unknown ids aren't, because there could be any number of them.
        """
        if box_id not in self._boxes:
            opened = self.open_box(box_id)
            if opened is None:
                return None
            self._boxes[box_id] = get_decoder(self.kind.model).decode(opened.get_section(""))
        return self._boxes[box_id]

    def head(self, box_id: str) -> BoxHead | None:
        """Return the name of a box and its entry for searches. None if there is no such box."""
        opened = self.open_box(box_id)
        return get_decoder(BoxHead).decode(opened.get_section("head")) if opened else None

    def make_contents(self, box: Box) -> BoxContents:
        """Return the contents of a box in the form in which boxes of all games are compared."""
        return self._contents(box, self.load_sources())

    def load_sources(self) -> Sources:
        """Return the file that explains the marks for where data is from.

        Raises FileNotFoundError if the game has no such file.
        """
        if self._sources is None:
            sources = self.library.load_section(self.system, "sources", SOURCES, "", Sources)
            if sources is None:
                raise FileNotFoundError(f"sources of {self.system}")
            self._sources = sources
        return self._sources

    def load_rulebook(self) -> RuleBook:
        """Return the rules of the game. Raises FileNotFoundError if it has none."""
        if self._book is None:
            book = self.library.load_section(self.system, "rules", RULES, "", RuleBook)
            if book is None:
                raise FileNotFoundError(f"rules of {self.system}")
            self._book = book
        return self._book

    def load_other_boxes(self, box_id: str) -> list[Box]:
        """Return every box of the game except `box_id`.

        All of them are loaded, so this is only for a roster in which something is already wrong.
        """
        boxes = [self.load_box(other_id) for other_id in self.list_ids() if other_id != box_id]
        return [box for box in boxes if box is not None]

    def find_part_in_other_boxes(self, unit_id: str, box_id: str) -> BoxPart | None:
        """Return the unit `unit_id` from another box than `box_id`, or None if there is none."""
        for box in self.load_other_boxes(box_id):
            if any(unit.id == unit_id for unit in box.units):
                return self.make_contents(box).parts[unit_id]
        return None
