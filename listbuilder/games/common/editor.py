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
    """Return a text that shows the name `name` of the data in the reader's language."""
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
    player types; of `several` each option is chosen or not.
    """

    key: str
    value: Text
    kind: Literal["choice", "text", "several"] = "choice"
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


class PriceStep(msgspec.Struct, frozen=True):
    """The sizes of a unit, from `least` to `most` models, that cost the same `points`."""

    least: int
    most: int
    points: int


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
        """Return the branch of the army tree for `section`: a line for each unit and extra.

        The branch's points are the sum of its lines, or None if the army counts no points.
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
        """Return the fields of the part at `path` that can be changed; () is the roster itself.

        Here these are the roster's name, the player and the notes. A part has no fields here;
        editors of single games add them.
        """
        if path:
            return []
        return [make_text_field(data, (key,)) for key in ("name", "player", "notes")]

    def list_deployment_fields(
        self, data: RosterData, army: Army, about: Unit | None = None
    ) -> list[Field]:
        """Return the fields for what is declared before the battle and kept secret until then.

        With `about`, those of the other units may be left out that can't go with this unit. Empty
        here; editors of games with declarations override this.
        """
        return []

    def find_part(self, path: Path) -> Path:
        """Return the path of the unit, or other whole part, that contains the place at `path`.

        It is the first two elements of `path` if they are a place in a list; otherwise (), the
        roster itself.
        """
        return path[:2] if len(path) > 1 and isinstance(path[1], int) else ()

    def make_sheet_view(
        self, army: Army, path: Path | None = None, offer: str | None = None
    ) -> SheetView | None:
        """Return the datasheet of the unit at `path`, or None if no unit is at that path.

        `offer` is the id of something that could be added; editors of single games show its
        datasheet, and here it is ignored.
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
        """Return everything that could be added to `army`, legal or not. Empty here."""
        return []

    def list_foreign_offers(self, army: Army) -> list[Offer]:
        """Return what other armies of the game could add, but no army like `army` can.

        Empty here. A player who asks for one of these is told why it can't be taken.
        """
        return []

    def list_former_offers(self, army: Army) -> list[Offer]:
        """Return what an army like `army` could add once, and cannot any more.

        Empty here. A player who asks for one of these is told since when it is gone.
        """
        return []

    def find_former_thing(self, army: Army, name: str) -> Gone | None:
        """Return when the thing called `name` left the game and what took its place, or None.

        The thing may be of any kind. None: nothing called `name` is gone. Here it is always None.
        """
        return None

    def get_other_names(self, army: Army) -> Mapping[str, Sequence[str]]:
        """Return each offer's former names and names in other programs, by the offer's id.

        Empty here.
        """
        return {}

    def list_sizes(self, army: Army, offer: str) -> tuple[int, ...]:
        """Return the numbers of models of `offer` worth asking for: the largest of each price.

        Empty if there is no choice of size, and always empty here.
        """
        return ()

    def list_price_steps(self, army: Army, unit: Unit) -> list[PriceStep]:
        """Return what `unit` costs at each size, in steps of the same price, the smallest first.

        Choices that cost extra don't count. Empty here, for games whose units have no sizes.
        """
        return []

    def add_offer(
        self,
        data: RosterData,
        army: Army,
        offer: str,
        models: int | None = None,
        at: Path | None = None,
    ) -> list[Added]:
        """Return the edits that add `offer`, one for each place it could go, the likeliest first.

        `models` is the number of models (None: the usual number). `at` is the path of the part of
        the roster under the cursor. Empty here.
        """
        return []

    # what a unit could be given, and where it could go

    def list_gifts(self, army: Army) -> list[Gift]:
        """Return the things that units could be given, such as enhancements, legal or not.

        Empty here.
        """
        return []

    def give_gift(self, data: RosterData, army: Army, unit: Unit, gift: Gift) -> list[Edit]:
        """Return the edits that give `gift` to `unit` and keep what it has, likeliest first.

        A gift is something a unit can be given, such as an enhancement. Empty here.
        """
        return []

    def list_items(self, army: Army) -> list[str]:
        """Return the names of the wargear that the army's models carry or may carry. Empty here."""
        return []

    def give_item(self, data: RosterData, army: Army, unit: Unit, item: str) -> list[Edit]:
        """Return the edits that give `unit` one more of the wargear `item`, legal or not.

        There is one edit for each kind of its models. Empty here.
        """
        return []

    def list_joins(self) -> list[tuple[str, Path]]:
        """Return the ways in which a unit can go with another, such as attached or riding.

        Each is a pair: the key of the field, and the path at which the roster states it. Empty
        here.
        """
        return []

    def copy_part(self, data: RosterData, army: Army, path: Path) -> Added | None:
        """Return the edit that adds a copy of the part at `path`, or None if it can't be copied.

        Here it is always None.
        """
        return None

    def move_part(self, data: RosterData, army: Army, path: Path, by: int) -> Added | None:
        """Return the edit that moves the part at `path` by `by` places in its list, or None.

        A negative `by` moves it up. None: it cannot be moved that far. Here it is always None.
        """
        return None

    def move_part_across(self, data: RosterData, army: Army, path: Path, by: int) -> Added | None:
        """Return the edit that moves the part at `path` into the next group of parts, or None.

        A negative `by` means the group before. None: there is no such group, as here.
        """
        return None

    # a new roster

    def make_blank_roster(self, faction: str, day: str | None = None) -> RosterData:
        """Return the data of an empty roster of `faction` with the usual choices, as on `day`.

        `day` None is today. Here the roster has only its game and its faction.
        """
        return {"system": self.system.id, "faction": faction}

    def list_search_words(self, faction: str) -> tuple[str, ...]:
        """Return the words by which `faction` (a faction or a box) can be found, beside its name.

        Empty here.
        """
        return ()

    def resolve_past_date(self, faction: str, as_of: str | None) -> str | None:
        """Return the past date that `as_of` asks for in a new roster, or None for today.

        Here it is always None: a game without a history has no past date.

        Raises Unreadable where the history does not reach back to the date.
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
        """The data of the game, in which the editor looks things up."""
        return cast(S, self.system.shelf(self.library))


class DatedEditor(ShelfEditor[D]):
    """An editor for games with a history."""

    def resolve_past_date(self, faction: str, as_of: str | None) -> str | None:
        """Return the past date that `as_of` asks for in a new roster, or None for today.

        Raises Unreadable if the history does not reach back to that date.
        """
        return resolve_asked_date(as_of, self.shelf.as_of(faction), self.shelf.list_release_dates)

    def get_shelf_on_date(self, day: str | None) -> D:
        """Return the data as it was on `day`, or today's if `day` is None."""
        return self.shelf.get_shelf_on_date(day) if day else self.shelf

    def get_shelf_of_army(self, army: Army) -> D:
        """Return the data as it was on the date of `army`, or today's if that is no past date."""
        return self.get_shelf_on_date(army.priced_on if army.past_day else None)

    def find_former_thing_in(
        self, army: Army, homes: Iterable[str], kinds: Iterable[str], name: str
    ) -> Gone | None:
        """Return when the thing called `name` left the game, or None if no such thing has left.

        The histories of the factions `homes` are searched for things of `kinds`. A thing counts as
        gone if it left by the army's date.
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

    A unit that comes with its box is nowhere in the roster file; its path is NOWHERE and its own
    id.
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
    """Return the text that names `unit`; the player's own name for it is shown if it has one."""
    if unit.custom_name:
        return Text("custom_name", {"custom": unit.custom_name, "name": unit.name})
    return make_name_text(unit.name)


def set_or_remove(data: RosterData, path: Path, value: Any) -> Edit:
    """Return the edit that sets `value` at `path`, or removes the key if `value` is None.

    The edit is empty if the key that would be removed is not there.
    """
    if value is not None:
        return Edit((Step("set", path, value),))
    parent = get_at_path(data, path[:-1])
    if isinstance(parent, dict) and path[-1] in parent:
        return Edit((Step("remove", path),))
    return Edit(())


def append_to_list(data: RosterData, path: Path, value: Any) -> Added:
    """Return the edit that adds `value` to the end of the list at `path`, with its new path.

    If there is no list at `path`, the edit creates one.
    """
    entries = get_at_path(data, path)
    if isinstance(entries, list):
        return Added(Edit((Step("insert", (*path, len(entries)), value),)), (*path, len(entries)))
    return Added(Edit((Step("set", path, [value]),)), (*path, 0))


def join_edits(*edits: Edit) -> Edit:
    """Return one edit with the steps of all `edits`, in order."""
    return Edit(tuple(step for edit in edits for step in edit.steps))


def make_text_field(data: RosterData, path: Path, **more: Any) -> Field:
    """Return a field for the text at `path` of the roster; `path` ends in the field's key.

    It shows "none" where the roster has no text. `more` are further attributes of the field.
    """
    value = get_at_path(data, path)
    shown = Text("plain", {"text": str(value)}) if value is not None else Text("none")
    return Field(key=str(path[-1]), value=shown, kind="text", path=path, **more)


def make_choice_field(key: str, options: Sequence[Option], **more: Any) -> Field:
    """Return the field `key` in which one of `options` is chosen.

    It shows the label of the chosen option, or "none". `more` are further attributes of the field.
    It is for options that are cheap enough to be made at once.
    """
    current = next((option.label for option in options if option.chosen), Text("none"))
    return Field(key=key, value=current, options=lambda: list(options), **more)
