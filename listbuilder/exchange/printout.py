"""A roster as its readers see it: resolved, in their language, with its cards and its verdict. All writers start here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from listbuilder.exchange import wording
from listbuilder.games.base import Game
from listbuilder.law.position import Position
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Carried
from listbuilder.store.words import Lang

Audience = Literal["opponent", "me"]


class Wish(msgspec.Struct, frozen=True):
    """What an export is to be."""

    form: str
    lang: Lang = "en"
    audience: Audience = "opponent"
    formations: bool = False
    as_of: str | None = None


class PrintedItem(msgspec.Struct, frozen=True):
    name: str
    count: int


class PrintedGroup(msgspec.Struct, frozen=True):
    """Models of one kind and what they carry over all; `changed` is what of it is not the default."""

    model: str
    count: int
    items: tuple[PrintedItem, ...]
    changed: tuple[PrintedItem, ...]


def titled(name: str, number: str, custom: str) -> str:
    """How a unit is called, wherever one reads of it: what it is, which of several, the player's own name for it."""
    return " ".join(part for part in (name, number, f"({custom})" if custom else "") if part)


class PrintedUnit(msgspec.Struct, kw_only=True):
    """One unit."""

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
        return titled(self.name, self.number, wording.isolated(self.custom))

    @property
    def changes(self) -> list[PrintedItem]:
        """Wargear that is not the default, over the whole unit."""
        return _added(item for group in self.groups for item in group.changed)

    @property
    def defaults(self) -> list[PrintedItem]:
        """The wargear that it has beside that."""
        left = {item.name: -item.count for item in self.changes}
        for group in self.groups:
            for item in group.items:
                left[item.name] = left.get(item.name, 0) + item.count
        return [PrintedItem(name, count) for name, count in left.items() if count > 0]


def _added(items: Iterable[PrintedItem]) -> list[PrintedItem]:
    counts: dict[str, int] = {}
    for item in items:
        counts[item.name] = counts.get(item.name, 0) + item.count
    return [PrintedItem(name, count) for name, count in counts.items()]


class PrintedSection(msgspec.Struct, kw_only=True):
    key: str
    title: str
    points: int
    lines: list[PrintedUnit]
    extras: list[tuple[str, str, int]]  # name, kind, points


class Number(msgspec.Struct, frozen=True):
    """A row of a card's table."""

    name: str
    values: tuple[str, ...]
    keywords: tuple[str, ...]


class Grid(msgspec.Struct, frozen=True):
    key: str
    title: str
    head: tuple[str, ...]
    rows: tuple[Number, ...]


class Outline(msgspec.Struct, kw_only=True):
    """What the roster is and what stands on it."""

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
    def beside(self) -> list[PrintedSection]:
        """The sections with each attached unit below the one it is attached to, wherever it would stand alone."""
        lines = {line.id: line for section in self.sections for line in section.lines}
        guests: dict[str, list[PrintedUnit]] = {}
        for guest, host in self.hosts.items():
            if guest in lines and host in lines and host not in self.hosts:
                guests.setdefault(host, []).append(msgspec.structs.replace(lines[guest], under=True))
        moved = {guest.id for several in guests.values() for guest in several}
        found = []
        for section in self.sections:
            stay = [line for line in section.lines if line.id not in moved]
            shown = [each for line in stay for each in (line, *guests.get(line.id, ()))]
            if shown or section.extras or not section.lines:
                points = sum(line.points or 0 for line in shown) + sum(points for _, _, points in section.extras)
                found.append(msgspec.structs.replace(section, lines=shown, points=points))
        return found


class Printout(Outline, kw_only=True):
    """Everything that an export says."""

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
        return self.wish.lang

    @property
    def reminder_lines(self) -> list[str]:
        return [wording.pair(name, wording.join(units, self.lang), self.lang) for name, units in self.reminders]

    @property
    def note_lines(self) -> list[str]:
        return [line for each in self.notes.splitlines() if (line := wording.isolated(wording.one_line(each)))]

    def say(self, key: str, **args: Any) -> str:
        return wording.say(key, self.lang, **args)


class PrintedCard(msgspec.Struct, kw_only=True):
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
    """What each export that a person reads ends with."""

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
        """Why it is illegal: what stands below the head of a page."""
        return [found for found in self.found if found.severity == "error"]

    def lines(self) -> list[str]:
        """Everything as plain lines, the verdict first."""
        first = " · ".join(part for part in (self.word, self.points) if part)
        findings = [f"• {found.label} {found.code}: {found.message}" for found in self.found]
        return [first, *findings, *self.footing()]

    def footing(self) -> list[str]:
        first = " · ".join(part for part in (self.game, self.prices) if part)
        return [first, *self.assumed, *self.not_checked, self.hashes, self.made]
