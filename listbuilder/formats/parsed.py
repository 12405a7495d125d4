"""A list as its text has it: names as written, nothing looked up yet.

Every reader makes it, and resolvers take it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from listbuilder.matching.list_language import ListLanguage

Shape = Literal["wh40k", "aos"]
"""The kind of army: datasheets under a detachment, or heroes with their regiments."""

TYPED = "typed-text"
"""The form of lists that people type without points: what their lines are, only the data tells."""

Post = Literal["regiment", "auxiliary", "renown", "terrain", "lore"]


class Words(msgspec.Struct):
    """Something written, and the line it stands on."""

    text: str
    line: int
    points: int | None = None
    under: str = ""  # the models under which it stands
    number: int | None = None  # which of the units of that name


class Listed(msgspec.Struct):
    """One thing under a unit: models, an item, or a choice. What it is, the datasheet decides."""

    name: str
    line: int
    count: int = 1
    counted: bool = False  # the count was written
    points: int | None = None
    loadout: bool = (
        False  # "3 with a, b": models without a name; `children` are what each of them carries
    )
    token: bool = False  # one of several on its line
    models: bool | None = None  # the source itself says that these are models, or that they are not
    remark: bool = False  # it stands behind the unit's name: if no item, the player's name for it
    heading: bool = False  # the name of a choice alone: what was chosen has lines of its own
    children: list[Listed] = []

    def iter_lines_below(self) -> Iterator[int]:
        """Yield the line numbers of everything below this entry."""
        return (descendant.line for descendant in self.iter_descendants())

    def iter_descendants(self) -> Iterator[Listed]:
        """Yield every entry below this one, in the order of the text."""
        left = self.children[::-1]
        while left:
            child = left.pop()
            yield child
            left += reversed(child.children)


class ParsedUnit(msgspec.Struct):
    """A unit as its text has it, with the lines that say something of it."""

    name: str
    line: int
    points: int | None = None
    section: str = ""
    models: int | None = None  # as stated, where the format states it
    entries: list[Listed] = []
    enhancements: list[Words] = []
    warlord: int | None = None  # the line that says so; also the general
    warlord_under: str = ""  # the models under which it says so
    labels: list[Words] = []  # "Mark of Chaos: Nurgle"
    categories: list[str] = []  # keywords, as a form lists them with every unit
    leads: list[Words] = []  # units it is attached to
    led: list[Words] = []  # units said to be attached to it
    ref: str = ""  # what the text calls it beside its name: Char1
    title: Words | None = None  # a line right above it that may be what the player calls it
    block: int = (
        0  # the line of the title over those that are attached to each other, itself among them
    )
    role: Words | None = None  # what it is said to be among them
    partial: bool = False  # the format leaves out what is usual: wargear named is not all there is
    counts_alone: bool = False  # a count is of the item behind it, not of those behind its comma
    flat: bool = False  # the source lost its indentation: the datasheet says what is under what

    depth: int = 0  # how far in its line stands: of typed lists, where that is not decided yet

    reinforced: int | None = None
    post: Post = "regiment"
    regiment: int | None = None
    members: list[Words] = []  # units of a regiment of renown

    def iter_entries(self) -> Iterator[Listed]:
        """Yield every entry of the unit, each before what stands below it."""
        for entry in self.entries:
            yield entry
            yield from entry.iter_descendants()

    def iter_lines_below(self) -> Iterator[int]:
        """Yield the numbers of the lines that say something about the unit, without its own
        line.
        """
        yield from (entry.line for entry in self.iter_entries())
        for words in (*self.enhancements, *self.labels, *self.leads, *self.led, *self.members):
            yield words.line
        yield from (
            line
            for line in (self.warlord, self.reinforced, self.role.line if self.role else None)
            if line
        )


class ParsedList(msgspec.Struct):
    """A list as its text has it: its header, its units and what it says of the whole army."""

    shape: Shape
    format: str
    units: list[ParsedUnit] = []
    language: ListLanguage | None = None
    """The language that the list is written in; None for English."""
    name: Words | None = None
    total: int | None = None
    total_line: int | None = None
    limit: int | None = None
    size: Words | None = None
    heads: list[
        Words
    ] = []  # lines of which one or another is the faction, the detachment or a name
    beside: list[Words] = []  # what stands on a line of the head with the faction
    faction: list[Words] = []  # where the format says which it is
    detachment: Words | None = None
    more_detachments: list[Words] = []  # where each has a line of its own
    dispositions: list[Words] = []
    enhancements: list[Words] = []  # named in a head rather than at their bearer: a cross-check
    unit_count: int | None = None
    unit_count_line: int | None = None
    attached: int = 0  # units that the list attaches to another one
    warlord: Words | None = None
    player: str | None = None  # as written
    date: str | None = None
    data_version: str | None = None
    documents: list[str] = []  # lines that may name a points document
    revisions: list[
        tuple[str, int]
    ] = []  # catalogues of other programs' data, with the revision of each
    read_by_ids: dict[str, str] = {}  # names in a roster file, and those of their ids
    adds_enhancements: bool = False  # prices of enhancements are not in the unit's bracket

    season: Words | None = None
    lores: list[tuple[str, Words]] = []
    tactics: list[Words] = []
    terrain: list[Words] = []
    chosen: list[Words] = []  # things of the whole army whose kind is not stated
    fee: int = 0  # for auxiliary units
    army_of_renown: bool = False  # the source says that it is one
