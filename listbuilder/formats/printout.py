"""The printout: a roster as its readers see it, in their language, with cards and verdict.

All its names are resolved. All writers start here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from listbuilder.formats import export_wording
from listbuilder.formats.link import make_sealed_link
from listbuilder.games.game import Game
from listbuilder.i18n.messages import Lang
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Carried
from listbuilder.roster.position import Position

Audience = Literal["opponent", "me"]


class Wish(msgspec.Struct, frozen=True):
    """The settings of an export: its form, language, audience, and what is to be shown."""

    form: str
    lang: Lang = "en"
    audience: Audience = "opponent"
    formations: bool = False
    as_of: str | None = None
    player: str = ""  # whose it is, where the roster does not say
    asked: tuple[tuple[str, str], ...] = ()  # what an event has against it: severity and sentence
    page: str = ""  # address of the page that opens the list from a QR code or link


class PrintedItem(msgspec.Struct, frozen=True):
    """An item of wargear in the reader's language, and how many there are of it."""

    name: str
    count: int


class PrintedGroup(msgspec.Struct, frozen=True):
    """The models of one kind and what they carry over all.

    `changed` is what of it is not the default.
    """

    model: str
    count: int
    items: tuple[PrintedItem, ...]
    changed: tuple[PrintedItem, ...]


def join_title(name: str, number: str, custom: str) -> str:
    """Return the title of a unit: `name`, `number` and the player's own name, `custom`.

    The number tells it from other units of that name. The player's name is put in brackets. Empty
    parts are left out.
    """
    return " ".join(part for part in (name, number, f"({custom})" if custom else "") if part)


class PrintedUnit(msgspec.Struct, kw_only=True):
    """A unit as it is printed."""

    id: str
    name: str
    english: str  # "" where it is the same
    custom: str
    number: str  # tells it from others like it where formations speak of it
    size: int
    points: int | None
    remarks: list[str]
    ties: list[str]  # whom it leads, what it rides in; only when formations are asked for
    notes: str
    groups: list[PrintedGroup]
    unit: Unit
    carried: tuple[Carried, ...]
    wrong: list[str]  # the errors that it is part of
    under: bool = False  # it stands below the unit that it is attached to

    @property
    def title(self) -> str:
        """Return the title of the unit: name, number among units of that name, custom name."""
        return join_title(self.name, self.number, export_wording.wrap_right_to_left(self.custom))

    @property
    def changes(self) -> list[PrintedItem]:
        """Return the items of the whole unit that are not default wargear, with their counts."""
        return _sum_items(item for group in self.groups for item in group.changed)

    @property
    def defaults(self) -> list[PrintedItem]:
        """Return the items of the whole unit that are default wargear, with their counts."""
        left = {item.name: -item.count for item in self.changes}
        for group in self.groups:
            for item in group.items:
                left[item.name] = left.get(item.name, 0) + item.count
        return [PrintedItem(name, count) for name, count in left.items() if count > 0]


def _sum_items(items: Iterable[PrintedItem]) -> list[PrintedItem]:
    """Return one item for each name in `items`, with the sum of its counts."""
    counts: dict[str, int] = {}
    for item in items:
        counts[item.name] = counts.get(item.name, 0) + item.count
    return [PrintedItem(name, count) for name, count in counts.items()]


class PrintedSection(msgspec.Struct, kw_only=True):
    """A section of the roster, with its units and what else is in it."""

    key: str
    title: str
    points: int
    lines: list[PrintedUnit]
    extras: list[tuple[str, str, int]]  # name, kind, points


class GridRow(msgspec.Struct, frozen=True):
    """A row of a card's table."""

    name: str
    values: tuple[str, ...]
    keywords: tuple[str, ...]


class Grid(msgspec.Struct, frozen=True):
    """A table of a card."""

    key: str
    title: str
    head: tuple[str, ...]
    rows: tuple[GridRow, ...]


class Outline(msgspec.Struct, kw_only=True):
    """The short form of a roster: what it is and what stands on it."""

    wish: Wish
    done: Position
    army: Army
    system: Game
    labels: list[str]
    sections: list[PrintedSection]
    facts: list[str]
    hosts: dict[str, str]  # whom a unit is attached to, where that is told
    aids: list[str]  # what the books say that players need before the battle, each with its place

    @property
    def sections_with_attached(self) -> list[PrintedSection]:
        """Return the sections with each attached unit below the unit that it is attached to.

        An attached unit is moved out of its own section, but its points still count there. Why:
        each section then has the same sum in every form, and the sums make up the total.
        """
        lines = {line.id: line for section in self.sections for line in section.lines}
        guests: dict[str, list[PrintedUnit]] = {}
        moved: set[str] = set()
        for guest, host in self.hosts.items():
            if guest in lines and host in lines and host not in self.hosts:
                guest_line = msgspec.structs.replace(lines[guest], under=True)
                guests.setdefault(host, []).append(guest_line)
                moved.add(guest)
        sections = []
        for section in self.sections:
            shown: list[PrintedUnit] = []
            for line in section.lines:
                if line.id not in moved:
                    shown += (line, *guests.get(line.id, ()))
            if shown or section.extras or section.points or not section.lines:
                sections.append(msgspec.structs.replace(section, lines=shown))
        return sections


class Printout(Outline, kw_only=True):
    """The outline with everything else that an export says."""

    name: str
    player: str
    notes: str
    game: str
    points: str  # "" where the game has none
    cards: list[PrintedCard]
    formations: list[str]
    reminders: list[tuple[str, list[str]]]
    left: str
    verdict: Verdict
    roster_sha256: str  # of the list itself
    file_sha256: str  # its first digits, of the file it was made from
    sealed: str

    @property
    def lang(self) -> Lang:
        """Return the language of the export."""
        return self.wish.lang

    @property
    def reminder_lines(self) -> list[str]:
        """Return the reminders as lines, each with an ability and the units that have it."""
        return [
            export_wording.join_pair(name, export_wording.join_list(units, self.lang), self.lang)
            for name, units in self.reminders
        ]

    @property
    def note_lines(self) -> list[str]:
        """Return the player's notes as lines, with hidden characters written out."""
        lines = map(export_wording.make_one_line, self.notes.splitlines())
        return [line for line in map(export_wording.wrap_right_to_left, lines) if line]

    def say(self, key: str, **args: Any) -> str:
        """Return the message `key` in the language of the export."""
        return export_wording.say(key, self.lang, **args)

    @property
    def link(self) -> str:
        """Return the link that opens the roster in a browser; "" without a page's address."""
        return make_sealed_link(self.wish.page, self.sealed) if self.wish.page else ""

    def format_cost(self, points: int) -> str:
        """Return `points` as a text; empty if they are 0, or if the game has no points."""
        return str(points) if self.points and points else ""


class PrintedCard(msgspec.Struct, kw_only=True):
    """The card of a datasheet or warscroll, for all units of the army that have it."""

    name: str
    english: str
    count: int
    owners: list[str]  # the player's own names for these units
    grids: list[Grid]
    loads: list[str]  # which models carry what, where they differ
    abilities: list[str]
    wargear: list[str]
    keywords: list[str]
    faction_keywords: list[str]
    base_size: str
    facts: list[str]
    ties: list[str]


class PrintedFinding(msgspec.Struct, frozen=True):
    """A finding in words."""

    severity: str
    label: str
    code: str
    message: str
    units: tuple[str, ...] = ()


class Verdict(msgspec.Struct, kw_only=True):
    """The verdict in words, which each export that a person reads ends with."""

    kind: str
    word: str
    points: str
    found: list[PrintedFinding]
    assumed: list[str]
    not_checked: list[str]
    game: str
    prices: str
    hashes: str
    made: str

    @property
    def reasons(self) -> list[PrintedFinding]:
        """Return the findings that are errors: the reasons why the roster is illegal."""
        return [finding for finding in self.found if finding.severity == "error"]

    def list_lines(self) -> list[str]:
        """Return the whole verdict as plain lines: verdict, findings, then the footer."""
        first = " · ".join(part for part in (self.word, self.points) if part)
        findings = [
            f"• {finding.label} {finding.code}: {finding.message}" for finding in self.found
        ]
        return [first, *findings, *self.list_footer_lines()]

    def list_footer_lines(self) -> list[str]:
        """Return the lines below the findings: game, prices, assumptions, unchecked rules, hashes.

        The last line says which program made the export.
        """
        first = " · ".join(part for part in (self.game, self.prices) if part)
        return [first, *self.assumed, *self.not_checked, self.hashes, self.made]
