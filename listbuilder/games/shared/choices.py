"""What a player can change in a roster, game by game: the half of a system that only the builder loads.

A screen knows branches, fields and offers, and nothing of any game. Wording is added in the reader's language: a `Text`
names a template of the game's words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, Self, TypeVar

import msgspec

from listbuilder.games.base import Game, Section
from listbuilder.games.shared.resolving import day_asked
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path, at, kebab
from listbuilder.model.card import Card
from listbuilder.model.edit import Edit, Step
from listbuilder.store.library import Library

if TYPE_CHECKING:
    from listbuilder.games.shared.past_shelf import PastShelf
    from listbuilder.model.past import Gone

NOWHERE = "·"


class Text(msgspec.Struct, frozen=True):
    """A text of the game's words; `name` is the template that shows a name of the data in the reader's language."""

    key: str
    args: dict[str, Any] = {}


def named(name: str) -> Text:
    return Text("name", {"name": name})


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One thing a field can be, and the edit that makes it so."""

    label: Text
    edit: Edit
    chosen: bool = False
    to: str = ""  # of a declaration: id of the unit it goes with


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One thing about the roster or a part of it that can be changed: `field.<key>` in the words.

    A `choice` is one of several options, worked out only when asked for; a `text` is whatever the player types.
    """

    key: str
    value: Text
    kind: Literal["choice", "text"] = "choice"
    args: dict[str, Any] = {}
    path: Path = ()  # of a text: where it stands
    options: Callable[[], list[Option]] = list
    group: Text | None = None  # fields of one group stand under one heading
    of: str = ""  # of a declaration: id of the unit


class Leaf(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the army tree."""

    path: Path
    label: Text
    unit: Unit | None = None
    points: int | None = None
    notes: tuple[Text, ...] = ()
    depth: int = 0


class Branch(msgspec.Struct, frozen=True, kw_only=True):
    title: Text
    leaves: list[Leaf]
    points: int | None = None
    path: Path | None = None  # a branch that is itself a part of the roster


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """Something that could be added. `words` is everything it can be found by."""

    id: str
    name: str
    role: str  # `section.<role>` in the words
    words: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()
    points: int | None = None
    home: str | None = None  # name of the faction it is from, where that is another
    source: str = ""  # id of the faction whose data it is from
    legends: bool = False
    brought_by: tuple[str, ...] = ()  # names of what this army could choose that has it, where it is not to be had alone


class Gift(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a unit can be given, by the books of the army's factions: `field.<key>` in the words."""

    id: str
    name: str
    key: str
    home: str = ""  # what it belongs to: a detachment, a table
    points: int = 0


class Added(msgspec.Struct, frozen=True):
    edit: Edit
    path: Path  # where it will be


class Grid(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a datasheet; its title and heads are words."""

    key: str
    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


class SheetView(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers and keywords of a unit. Names are shown in the reader's language."""

    name: str
    grids: list[Grid] = []
    lists: list[tuple[str, tuple[str, ...]]] = []  # a word, and the names under it
    facts: list[Text] = []


class Editor(Protocol):
    """The player's intentions as edits, for one game."""

    def outline(self, army: Army) -> list[Branch]:
        """The army as a tree."""

    def fields(self, data: Any, army: Army, path: Path) -> list[Field]:
        """What can be changed about the part at `path`; () is the roster itself."""

    def offers(self, army: Army) -> list[Offer]:
        """Everything that could be added, legal or not."""

    def strangers(self, army: Army) -> list[Offer]:
        """What no army like this one could add, and others of the game could: whoever asks for it is told why."""

    def gone(self, army: Army) -> list[Offer]:
        """What an army like this one could add once and cannot any more: whoever asks for it is told since when."""

    def went(self, army: Army, name: str) -> Gone | None:
        """What is called so, of any kind, and is there no more: since when, and what took its place."""

    def other_names(self, army: Army) -> Mapping[str, Sequence[str]]:
        """By offer: what it was called once, and what other programs call it."""

    def sizes(self, army: Army, offer: str) -> tuple[int, ...]:
        """How many models of it are worth asking for: of each price the most. None where there is nothing to choose."""

    def add(self, data: Any, army: Army, offer: str, models: int | None = None, at: Path | None = None) -> list[Added]:
        """The places it could go to, the likeliest first. `at` is the part of the roster under the cursor."""

    def gifts(self, army: Army) -> list[Gift]:
        """What its units could be given, legal or not."""

    def give(self, data: Any, army: Army, unit: Unit, gift: Gift) -> list[Edit]:
        """Beside what it has; the likeliest first."""

    def items(self, army: Army) -> list[str]:
        """Wargear that models of its units carry or may carry."""

    def equip(self, data: Any, army: Army, unit: Unit, item: str) -> list[Edit]:
        """One more of an item, legal or not: for each kind of the unit's models."""

    def joins(self) -> list[tuple[str, Path]]:
        """How a unit can go with another: `field.<key>`, and where the roster says so."""

    def duplicate(self, data: Any, army: Army, path: Path) -> Added | None: ...

    def move(self, data: Any, army: Army, path: Path, by: int) -> Added | None:
        """Up or down among its like."""

    def part(self, path: Path) -> Path:
        """The unit (or other whole) that a place in the roster belongs to; () where it is the roster itself."""

    def formations(self, data: Any, army: Army) -> list[Field]:
        """What is declared before the battle and secret until then."""

    def sheet(self, army: Army, path: Path | None = None, offer: str | None = None) -> SheetView | None:
        """The datasheet of a unit of the army, or of an offer."""

    size_key: str  # the field by which a unit gets larger or smaller
    gift_keys: tuple[str, ...]  # fields of what a unit can be given
    leader_keys: tuple[str, ...]  # the field that names who leads the army
    hands_on: tuple[str, ...]  # what `add` says of the first that may be it, and of another where the law wants that one

    asks_faction: bool  # whether a new roster begins with a faction or box

    def day_of(self, faction: str, as_of: str | None) -> str | None:
        """The past day that a new roster is asked to be of, if it is one. Raises Unreadable where it is too early."""

    asks: tuple[str, ...]  # fields of the roster that a new one asks for, what governs the others first

    def found_by(self, faction: str) -> tuple[str, ...]:
        """What a faction or box is found by beside its name."""

    def blank(self, faction: str, day: str | None = None) -> dict[str, Any]:
        """A roster with nothing in it yet, and the usual answers; as it was on that day."""


class DatedShelf(Protocol):
    @property
    def past(self) -> PastShelf[Any]: ...

    def on(self, day: str) -> Self:
        """As of that day."""
        ...

    def as_of(self, faction_id: str) -> str: ...

    def releases(self) -> list[str]: ...


S = TypeVar("S")  # the shelf of a kind of army
D = TypeVar("D", bound=DatedShelf)


class PlainEditor:
    """What holds for every game: names and notes of the roster, and units in the columns of `show`."""

    asks_faction = True
    asks: tuple[str, ...] = ()
    size_key = "models"
    gift_keys: tuple[str, ...] = ("enhancement",)
    leader_keys: tuple[str, ...] = ("warlord", "general")
    hands_on: tuple[str, ...] = ()

    def __init__(self, system: Game, library: Library) -> None:
        self.system = system
        self.library = library

    def outline(self, army: Army) -> list[Branch]:
        return [self._branch(army, column) for column in self.system.sections(army)]

    def _branch(self, army: Army, column: Section) -> Branch:
        leaves = [self.leaf(army, unit) for unit in column.units]
        leaves += [Leaf(path=extra.path, label=named(extra.name), points=extra.points) for extra in column.extras]
        points = sum(leaf.points or 0 for leaf in leaves) if army.counts_points else None
        return Branch(title=Text(f"section.{column.key}", column.args), leaves=leaves, points=points)

    def leaf(self, army: Army, unit: Unit, depth: int = 0) -> Leaf:
        notes = tuple(Text(key, args) for key, args in self.system.remarks(army, unit))
        points = unit.points if army.counts_points else 0
        return Leaf(path=place_of(unit), label=unit_label(unit), unit=unit, points=points, notes=notes, depth=depth)

    def fields(self, data: Any, army: Army, path: Path) -> list[Field]:
        if path:
            return []
        return [text_field(data, (key,)) for key in ("name", "player", "notes")]

    def offers(self, army: Army) -> list[Offer]:
        return []

    def strangers(self, army: Army) -> list[Offer]:
        return []

    def gone(self, army: Army) -> list[Offer]:
        return []

    def went(self, army: Army, name: str) -> Gone | None:
        return None

    def other_names(self, army: Army) -> Mapping[str, Sequence[str]]:
        return {}

    def sizes(self, army: Army, offer: str) -> tuple[int, ...]:
        return ()

    def add(self, data: Any, army: Army, offer: str, models: int | None = None, at: Path | None = None) -> list[Added]:
        return []

    def gifts(self, army: Army) -> list[Gift]:
        return []

    def give(self, data: Any, army: Army, unit: Unit, gift: Gift) -> list[Edit]:
        return []

    def items(self, army: Army) -> list[str]:
        return []

    def equip(self, data: Any, army: Army, unit: Unit, item: str) -> list[Edit]:
        return []

    def joins(self) -> list[tuple[str, Path]]:
        return []

    def duplicate(self, data: Any, army: Army, path: Path) -> Added | None:
        return None

    def move(self, data: Any, army: Army, path: Path, by: int) -> Added | None:
        return None

    def part(self, path: Path) -> Path:
        return path[:2] if len(path) > 1 and isinstance(path[1], int) else ()

    def formations(self, data: Any, army: Army) -> list[Field]:
        return []

    def sheet(self, army: Army, path: Path | None = None, offer: str | None = None) -> SheetView | None:
        unit = next((unit for unit in army.units if path and place_of(unit) == path), None)
        card = next((card for card in self.system.cards(army) if unit and unit.id in card.units), None)
        return view_of(card) if card else None

    def day_of(self, faction: str, as_of: str | None) -> str | None:
        return None

    def found_by(self, faction: str) -> tuple[str, ...]:
        return ()

    def blank(self, faction: str, day: str | None = None) -> dict[str, Any]:
        return {"system": self.system.id, "faction": faction}


def place_of(unit: Unit) -> Path:
    """Where the unit stands in the roster; one that comes with its box stands nowhere and has only its own name."""
    return unit.path or (NOWHERE, unit.id)


def view_of(card: Card) -> SheetView:
    """A card as the builder shows it."""
    grids = []
    for table in card.tables:
        words = any(row.keywords for row in table.rows)
        rows = [
            (row.name + (f" – {row.mode}" if row.mode else ""), *row.values, *([", ".join(row.keywords)] if words else []))
            for row in table.rows
        ]
        heads = (f"table.{table.key}", *(f"stat.{head}" for head in table.head), *(["sheet.abilities"] if words else []))
        grids.append(Grid(key=f"table.{table.key}", heads=heads, rows=rows))
    lists = [
        ("sheet.wargear", card.wargear),
        ("sheet.abilities", card.abilities),
        ("sheet.keywords", card.keywords),
        ("sheet.faction_keywords", card.faction_keywords),
    ]
    facts = [Text(key, args) for key, args in card.facts]
    return SheetView(name=card.name, grids=grids, lists=[(key, words) for key, words in lists if words], facts=facts)


def unit_label(unit: Unit) -> Text:
    return Text("custom_name", {"custom": unit.custom_name, "name": unit.name}) if unit.custom_name else named(unit.name)


def setting(data: Any, path: Path, value: Any) -> Edit:
    """Puts a value, or takes the key out where the value is None."""
    if value is not None:
        return Edit((Step("set", path, value),))
    there = at(data, path[:-1])
    return Edit((Step("remove", path),)) if isinstance(there, dict) and path[-1] in there else Edit(())


def appending(data: Any, path: Path, value: Any) -> Added:
    """Adds to the end of a list, which is made where there is none."""
    there = at(data, path)
    if isinstance(there, list):
        return Added(Edit((Step("insert", (*path, len(there)), value),)), (*path, len(there)))
    return Added(Edit((Step("set", path, [value]),)), (*path, 0))


def joined(*edits: Edit) -> Edit:
    return Edit(tuple(step for edit in edits for step in edit.steps))


def text_field(data: Any, path: Path, **more: Any) -> Field:
    value = at(data, path)
    shown = Text("plain", {"text": str(value)}) if value is not None else Text("none")
    return Field(key=str(path[-1]), value=shown, kind="text", path=path, **more)


def choice(key: str, options: Sequence[Option], **more: Any) -> Field:
    """A field whose options are cheap enough to be made at once."""
    current = next((option.label for option in options if option.chosen), Text("none"))
    return Field(key=key, value=current, options=lambda: list(options), **more)


class ShelfEditor(PlainEditor, Generic[S]):
    """An editor that looks things up in the data of its game."""

    @property
    def shelf(self) -> S:
        return self.system.shelf(self.library)  # type: ignore[attr-defined,no-any-return]


class DatedEditor(ShelfEditor[D]):
    """An editor for games with a history."""

    def day_of(self, faction: str, as_of: str | None) -> str | None:
        return day_asked(as_of, self.shelf.as_of(faction), self.shelf.releases)

    def shelf_on(self, day: str | None) -> D:
        return self.shelf.on(day) if day else self.shelf

    def shelf_of(self, army: Army) -> D:
        """With what there was on the army's day."""
        return self.shelf_on(army.priced_on if army.past_day else None)

    def went_from(self, army: Army, homes: Iterable[str], kinds: Iterable[str], name: str) -> Gone | None:
        """Look for what is called so in the histories of these files."""
        from listbuilder.model.past import Gone  # only for what is gone

        found = (self.shelf.past.went(homes, kind, kebab(name)) for kind in kinds)
        thing = next((each for each in found if each and each.until and each.until <= army.priced_on), None)
        return Gone(name=thing.name, until=thing.until) if thing else None
