"""The base class of a game's editor: everything a player can change in a roster.

It is the half of a game that only the builder loads.

A screen knows branches, fields and offers, and nothing of any game. Wording is added in the
reader's language: a `Text` names a template of the game's words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, Self, TypeVar, cast

import msgspec

from listbuilder.data.library import Library
from listbuilder.games.common.resolve import resolve_asked_date
from listbuilder.games.game import Game, Section
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path, get_at_path, make_id_from_name
from listbuilder.model.card import Card
from listbuilder.model.edit import Edit, Step
from listbuilder.model.roster_data import RosterData

if TYPE_CHECKING:
    from listbuilder.history.catalog import PastShelf
    from listbuilder.model.windows import Gone

NOWHERE = "·"


class Text(msgspec.Struct, frozen=True):
    """A text of the game's words; `name` is the template that shows a name of the data.

    The name is shown in the reader's language.
    """

    key: str
    args: dict[str, Any] = {}


def make_name_text(name: str) -> Text:
    """Return the text that shows the data's name `name` in the reader's language."""
    return Text("name", {"name": name})


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One thing a field can be, and the edit that makes it so."""

    label: Text
    edit: Edit
    chosen: bool = False
    to: str = ""  # of a declaration: id of the unit it goes with


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One thing about the roster or a part of it that can be changed: `field.<key>` in the words.

    A `choice` is one of several options, worked out only when asked for; a `text` is whatever the
    player types.
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
    """A heading of the army tree with the lines under it."""

    title: Text
    leaves: list[Leaf]
    points: int | None = None
    path: Path | None = None  # a branch that is itself a part of the roster


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """Something that could be added to the roster. `words` is everything it can be found by."""

    id: str
    name: str
    role: str  # `section.<role>` in the words
    words: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()
    points: int | None = None
    home: str | None = None  # name of the faction it is from, where that is another
    source: str = ""  # id of the faction whose data it is from
    legends: bool = False
    # names of what this army could choose that has it, where it is not to be had alone
    brought_by: tuple[str, ...] = ()


class Gift(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a unit can be given, by the books of the army's factions.

    `field.<key>` names its kind in the words.
    """

    id: str
    name: str
    key: str
    home: str = ""  # what it belongs to: a detachment, a table
    points: int = 0


class Added(msgspec.Struct, frozen=True):
    """An edit that adds something, and the path at which that will then be."""

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


class Editor:
    """A turner of a player's intentions into edits, for one game.

    This one knows what every game shares: the names and notes of the roster, and units in the
    sections of `show`. What only some games have is empty here; their editors add it.
    """

    asks_faction: bool = True  # whether a new roster begins with a faction or box
    # fields of the roster that a new one asks for, what governs the others first
    asks: tuple[str, ...] = ()
    size_key: str = "models"  # the field by which a unit gets larger or smaller
    gift_keys: tuple[str, ...] = ("enhancement",)  # fields of what a unit can be given
    leader_keys: tuple[str, ...] = ("warlord", "general")  # the field that names who leads the army
    # what `add` says of the first that may be it, and of another where the law wants that one
    hands_on: tuple[str, ...] = ()

    def __init__(self, system: Game, library: Library) -> None:
        self.system = system
        self.library = library

    # the army as a tree, and the fields of its parts

    def build_outline(self, army: Army) -> list[Branch]:
        """Return `army` as a tree: a branch for each section of its units."""
        return [
            self._make_branch(army, section) for section in self.system.group_units_by_role(army)
        ]

    def _make_branch(self, army: Army, section: Section) -> Branch:
        """Return the branch of one section, with a line for each unit and each extra in it.

        Its points are their sum, or None if the army counts no points.
        """
        leaves = [self.make_leaf(army, unit) for unit in section.units]
        leaves += [
            Leaf(path=extra.path, label=make_name_text(extra.name), points=extra.points)
            for extra in section.extras
        ]
        points = sum(leaf.points or 0 for leaf in leaves) if army.counts_points else None
        return Branch(
            title=Text(f"section.{section.key}", section.args), leaves=leaves, points=points
        )

    def make_leaf(self, army: Army, unit: Unit, depth: int = 0) -> Leaf:
        """Return the line of the army tree for `unit`, `depth` levels below its branch."""
        notes = tuple(Text(key, args) for key, args in self.system.list_remarks(army, unit))
        points = unit.points if army.counts_points else 0
        return Leaf(
            path=get_unit_place(unit),
            label=label_unit(unit),
            unit=unit,
            points=points,
            notes=notes,
            depth=depth,
        )

    def list_fields(self, data: RosterData, army: Army, path: Path) -> list[Field]:
        """Return the fields that can be changed of the part at `path`; () is the roster itself.

        Those of the roster are its name, the player and the notes; a part has none here.
        """
        if path:
            return []
        return [make_text_field(data, (key,)) for key in ("name", "player", "notes")]

    def list_deployment_fields(self, data: RosterData, army: Army) -> list[Field]:
        """Return the fields of what is declared before the battle and secret until then."""
        return []

    def find_part(self, path: Path) -> Path:
        """Return the path of the unit (or other whole) that `path` belongs to.

        It is the first two parts of `path` where they are a place in a list, else (), the roster
        itself.
        """
        return path[:2] if len(path) > 1 and isinstance(path[1], int) else ()

    def make_sheet_view(
        self, army: Army, path: Path | None = None, offer: str | None = None
    ) -> SheetView | None:
        """Return the datasheet of the unit at `path` or of the offer with the id `offer`, or None.

        `offer` is not looked up here.
        """
        units = [unit for unit in army.units if path and get_unit_place(unit) == path]
        if not units:
            return None
        for card in self.system.make_cards(army):
            if units[0].id in card.units:
                return make_card_view(card)
        return None

    # what could be added

    def list_offers(self, army: Army) -> list[Offer]:
        """Return everything that could be added to `army`, legal or not."""
        return []

    def list_foreign_offers(self, army: Army) -> list[Offer]:
        """Return what no army like this one could add, but other armies of the game could.

        Whoever asks for one of these is told why it can't be taken.
        """
        return []

    def list_former_offers(self, army: Army) -> list[Offer]:
        """Return what an army like this one could add once and cannot any more.

        Whoever asks for one of these is told since when.
        """
        return []

    def find_former_thing(self, army: Army, name: str) -> Gone | None:
        """Return since when the thing called `name` is gone and what took its place, or None.

        It may be of any kind. None: nothing that is called so is gone.
        """
        return None

    def get_other_names(self, army: Army) -> Mapping[str, Sequence[str]]:
        """Return by the id of each offer its former names and the names that other programs use."""
        return {}

    def list_sizes(self, army: Army, offer: str) -> tuple[int, ...]:
        """Return the numbers of models of `offer` worth asking for: of each price the largest.

        Empty where there is nothing to choose.
        """
        return ()

    def add_offer(
        self,
        data: RosterData,
        army: Army,
        offer: str,
        models: int | None = None,
        at: Path | None = None,
    ) -> list[Added]:
        """Return an edit that adds `offer` for each place it could go to, the likeliest first.

        `models` is the number of models (None: the usual one). `at` is the part of the roster under
        the cursor.
        """
        return []

    # what a unit could be given, and where it could go

    def list_gifts(self, army: Army) -> list[Gift]:
        """Return what the units of `army` could be given, such as enhancements, legal or not."""
        return []

    def give_gift(self, data: RosterData, army: Army, unit: Unit, gift: Gift) -> list[Edit]:
        """Return the edits that give `gift` to `unit` beside what it has, the likeliest first."""
        return []

    def list_items(self, army: Army) -> list[str]:
        """Return the names of the wargear that models of the army's units carry or may carry."""
        return []

    def give_item(self, data: RosterData, army: Army, unit: Unit, item: str) -> list[Edit]:
        """Return the edits that give `unit` one more `item`, one for each kind of its models.

        They may be legal or not.
        """
        return []

    def list_joins(self) -> list[tuple[str, Path]]:
        """Return the ways a unit can go with another.

        Each is the key of the field, and the path at which the roster states it.
        """
        return []

    def copy_part(self, data: RosterData, army: Army, path: Path) -> Added | None:
        """Return the edit that adds a copy of the part at `path`, or None if there can be none."""
        return None

    def move_part(self, data: RosterData, army: Army, path: Path, by: int) -> Added | None:
        """Return the edit that moves the part at `path` by `by` places among its like, or None.

        `by` is negative for up. None: it cannot be moved that far.
        """
        return None

    # a new roster

    def make_blank_roster(self, faction: str, day: str | None = None) -> RosterData:
        """Return the data of a roster with nothing in it yet but the usual answers, as on `day`.

        `day` None is today. Here it has only its game and its faction.
        """
        return {"system": self.system.id, "faction": faction}

    def list_search_words(self, faction: str) -> tuple[str, ...]:
        """Return the words that a faction or box is found by beside its name."""
        return ()

    def resolve_past_date(self, faction: str, as_of: str | None) -> str | None:
        """Return the past date that a new roster is asked to be of, or None if it is of today.

        A game without a history has no past date.

        Raises Unreadable where the date is too early.
        """
        return None


class DatedShelf(Protocol):
    """The data of a game with a history, today's or that of a date."""

    @property
    def past(self) -> PastShelf[Any]:
        """The histories of the game's factions."""

    def get_shelf_on_date(self, day: str) -> Self:
        """Return the data as it was on `day`."""
        ...

    def as_of(self, faction_id: str) -> str:
        """Return the date of today's data of the faction `faction_id`."""

    def list_release_dates(self) -> list[str]:
        """Return the dates on which prices changed, oldest first."""


S = TypeVar("S")  # the shelf of a kind of army
D = TypeVar("D", bound=DatedShelf)


class ShelfEditor(Editor, Generic[S]):
    """An editor that looks things up in the data of its game."""

    @property
    def shelf(self) -> S:
        """The data of the game, which the editor looks things up in."""
        return cast(S, self.system.shelf(self.library))


class DatedEditor(ShelfEditor[D]):
    """An editor for games with a history."""

    def resolve_past_date(self, faction: str, as_of: str | None) -> str | None:
        """Return the past date that a new roster is asked to be of, or None if it is of today.

        Raises Unreadable where the history does not reach back to it.
        """
        return resolve_asked_date(as_of, self.shelf.as_of(faction), self.shelf.list_release_dates)

    def get_shelf_on_date(self, day: str | None) -> D:
        """Return the data as it was on `day`, or today's if `day` is None."""
        return self.shelf.get_shelf_on_date(day) if day else self.shelf

    def get_shelf_of_army(self, army: Army) -> D:
        """Return the data as it was on the army's date: with what there was on that date."""
        return self.get_shelf_on_date(army.priced_on if army.past_day else None)

    def find_former_thing_in(
        self, army: Army, homes: Iterable[str], kinds: Iterable[str], name: str
    ) -> Gone | None:
        """Return since when the thing called `name` is gone by the histories of `homes`, or None.

        `kinds` are the kinds of thing to look among. A thing counts as gone if it went by the
        army's date.
        """
        from listbuilder.model.windows import Gone  # only for what is gone

        thing_id = make_id_from_name(name)
        for kind in kinds:
            thing = self.shelf.past.find_former_thing(homes, kind, thing_id)
            if thing and thing.until and thing.until <= army.priced_on:
                return Gone(name=thing.name, until=thing.until)
        return None


def get_unit_place(unit: Unit) -> Path:
    """Return the path of `unit` in the roster.

    A unit that comes with its box stands nowhere in the roster; its path is NOWHERE and its own id.
    """
    return unit.path or (NOWHERE, unit.id)


def make_card_view(card: Card) -> SheetView:
    """Return `card` as the builder shows it: tables with titles, lists of names, and facts."""
    grids = []
    for table in card.tables:
        heads = [f"table.{table.key}", *(f"stat.{head}" for head in table.head)]
        has_keywords = any(row.keywords for row in table.rows)
        if has_keywords:
            heads.append("sheet.abilities")
        rows = []
        for row in table.rows:
            name = f"{row.name} – {row.mode}" if row.mode else row.name
            cells = [name, *row.values]
            if has_keywords:
                cells.append(", ".join(row.keywords))
            rows.append(tuple(cells))
        grids.append(Grid(key=f"table.{table.key}", heads=tuple(heads), rows=rows))
    lists = [
        ("sheet.wargear", card.wargear),
        ("sheet.abilities", card.abilities),
        ("sheet.keywords", card.keywords),
        ("sheet.faction_keywords", card.faction_keywords),
    ]
    facts = [Text(key, args) for key, args in card.facts]
    return SheetView(
        name=card.name,
        grids=grids,
        lists=[(key, names) for key, names in lists if names],
        facts=facts,
    )


def label_unit(unit: Unit) -> Text:
    """Return the text that names `unit`, with the player's own name for it where there is one."""
    if unit.custom_name:
        return Text("custom_name", {"custom": unit.custom_name, "name": unit.name})
    return make_name_text(unit.name)


def set_or_remove(data: RosterData, path: Path, value: Any) -> Edit:
    """Return the edit that sets `value` at `path`, or takes the key out where `value` is None.

    The edit is empty where there is nothing to take out.
    """
    if value is not None:
        return Edit((Step("set", path, value),))
    parent = get_at_path(data, path[:-1])
    if isinstance(parent, dict) and path[-1] in parent:
        return Edit((Step("remove", path),))
    return Edit(())


def append_to_list(data: RosterData, path: Path, value: Any) -> Added:
    """Return the edit that adds `value` to the end of the list at `path`.

    The list is made where there is none.
    """
    entries = get_at_path(data, path)
    if isinstance(entries, list):
        return Added(Edit((Step("insert", (*path, len(entries)), value),)), (*path, len(entries)))
    return Added(Edit((Step("set", path, [value]),)), (*path, 0))


def join_edits(*edits: Edit) -> Edit:
    """Return one edit with the steps of all `edits`, in order."""
    return Edit(tuple(step for edit in edits for step in edit.steps))


def make_text_field(data: RosterData, path: Path, **more: Any) -> Field:
    """Return a field for the text at `path` of the roster.

    `more` are further attributes of the field.
    """
    value = get_at_path(data, path)
    shown = Text("plain", {"text": str(value)}) if value is not None else Text("none")
    return Field(key=str(path[-1]), value=shown, kind="text", path=path, **more)


def make_choice_field(key: str, options: Sequence[Option], **more: Any) -> Field:
    """Return a field `key` whose options are cheap enough to be made at once.

    Its value is the label of the option that is chosen, or "none".
    """
    current = next((option.label for option in options if option.chosen), Text("none"))
    return Field(key=key, value=current, options=lambda: list(options), **more)
