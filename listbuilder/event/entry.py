"""What a desk keeps of one list: plain values, which travel between processes and into the state of the event."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

import msgspec

from listbuilder.law import words
from listbuilder.law.position import Position
from listbuilder.model.army import Army
from listbuilder.model.finding import Note
from listbuilder.model.problem import Problem
from listbuilder.model.visible import visible
from listbuilder.store import problems
from listbuilder.store.words import Lang, local, of_game

Group = Literal["ask", "look", "warned", "legal"]
GROUPS: tuple[Group, ...] = ("ask", "look", "warned", "legal")
MOST_SAID = 12  # things said of one list; whoever has mended these sees the others
MOST_SOURCE = 100_000  # characters of a list as it was handed in that its page shows
_DOUBTS = ("points_differ", "total_differs")  # stated against computed points, and nothing explains it
_WITH_UNITS = "total_differs_with_units"  # which speaks of what was said of units before it
_NAMELESS = ("name", "player", "notes", "id", "points_as_of", "formations", "attached", "assumed")
_ID = re.compile("[0-9a-f]{16}")
_STEM = re.compile(r"[\w-]{0,120}")


class Said(msgspec.Struct, frozen=True):
    """One sentence: `code` of the rule, `line` of the list where it has one."""

    text: str
    code: str = ""
    line: int | None = None


class Taken(msgspec.Struct, frozen=True):
    """A unit on the list."""

    name: str
    models: int
    points: int | None


class Beside(msgspec.Struct, frozen=True):
    """More lists of the same player: how many there are, and what the first of them are called."""

    count: int
    files: tuple[str, ...]


class Entry(msgspec.Struct, kw_only=True):
    """One list that was handed in."""

    id: str  # made of its content, never of its name
    file: str  # as it is shown
    stem: str = ""  # what its files are called, once all lists of the event are known; until then by its id
    sha256: str
    whole: str = ""  # of a list in a paste of several: the id of the paste
    part: int = 0  # and which of them it is, from 1
    said_player: list[str] = []  # names that came with it, as written
    sender: str = ""  # who wrote the mail that it is in
    handed_in: str = ""  # 2026-05-30 20:05, where that is known
    format: str = ""
    game: str = ""
    short_game: str = ""
    faction: str = ""
    labels: list[str] = []  # detachments and the like
    name: str = ""
    points: int | None = None
    limit: int | None = None
    stated_points: int | None = None
    as_of: str = ""
    verdict: str = "unread"
    otherwise: str | None = None  # of an unread list: what it would be but for what is unread, where that can be said
    errors: list[Said] = []
    warnings: list[Said] = []
    unread: list[Said] = []
    doubts: list[Said] = []
    fix: list[str] = []  # the smallest changes that make it legal
    fix_phrases: list[str] = []  # the same as the middle of a line
    repeats: str = ""  # of the doubts, what only sums up the others
    units: list[Taken] = []
    likeness: str = ""  # the same of two lists with the same things on them
    told: list[str] = []  # the parts of the message to a player of the roster, and ...
    told_beside: Beside | None = None  # ... the other lists of theirs that it speaks of
    clean: bool = False  # whether there is a clean page of it
    own_page: bool = False
    our_bug: bool = False
    passed_over: bool = False  # no list at all: a note that lies in the folder


def id_of(name: str, raw: bytes) -> str:
    """`name`: what the list is read by, within the event; so two players' equal lists are two."""
    return hashlib.sha256(os.fsencode(name) + b"\0" + raw).hexdigest()[:16]


def is_id(text: str) -> bool:
    """Whether it may name a file: states are read from the disk, where anybody may have written them."""
    return _ID.fullmatch(text) is not None


def is_stem(text: str) -> bool:
    """Return whether files may be called so: letters, digits, - and _, which lead to no other folder."""
    return _STEM.fullmatch(text) is not None


def entry_of(done: Position, given: Entry, lang: Lang) -> Entry:
    """`given`: with what is known of it before it is read."""
    army, imported = done.army, done.imported
    lang = of_game(lang, done.system.id) if done.system else lang
    given.format, given.verdict = done.format if army or imported else "", done.verdict
    given.otherwise = done.otherwise
    given.unread = [_unread(problem, lang) for problem in done.problems[:MOST_SAID]]
    given.our_bug = any(problem.key == "our_bug" for problem in done.problems)
    given.said_player = [*given.said_player, *_players(done), *([given.sender] if given.sender else [])]
    if imported is not None:
        given.stated_points = imported.stated_total
        doubts = _unexplained(imported.differences)
        given.doubts = [Said(words.note(note, lang)) for note in doubts][:MOST_SAID]
        given.repeats = next((words.note(note, lang) for note in doubts if note.key == _WITH_UNITS and len(doubts) > 1), "")
    if army is None:
        return given
    given.game, given.short_game = words.game(army.book, lang), words.short_game(army.book, lang)
    given.faction, given.name = local(army.faction_name, lang), visible(army.name or "")
    given.labels = [local(label, lang) for label in _mustered(army)]
    given.points, given.limit = (army.points, army.limit) if army.counts_points else (None, None)
    given.as_of = army.priced_on
    given.errors = list(_found(done, "error", lang))[:MOST_SAID]
    given.warnings = list(_found(done, "warning", lang))[:MOST_SAID]
    given.units = [Taken(local(unit.name, lang), unit.models, unit.points if army.counts_points else None) for unit in army.units]
    given.likeness = likeness(done.data)
    return given


def _unexplained(differences: Sequence[Note]) -> list[Note]:
    """With what the total is said to come of, however likely the reason that is given for it."""
    of_units = any(note.key == _WITH_UNITS for note in differences)
    return [note for note in differences if note.key.startswith(_DOUBTS) or (of_units and note.path)]


def likeness(data: Any) -> str:
    """Of what is on a list, in whatever order and under whatever names."""
    return hashlib.sha256(msgspec.json.encode(_plain(data))).hexdigest()[:16]


def _plain(data: Any) -> Any:
    if isinstance(data, dict):
        kept = {str(key): _plain(value) for key, value in data.items() if key not in _NAMELESS and not str(key).startswith("x-")}
        return dict(sorted(kept.items()))
    if isinstance(data, list):
        return sorted((_plain(each) for each in data), key=msgspec.json.encode)
    return data


def _players(done: Position) -> Iterator[str]:
    if done.imported is not None and done.imported.player:
        yield visible(done.imported.player)
    if isinstance(done.data, dict) and isinstance(told := done.data.get("player"), str) and told.strip():
        yield visible(told.strip())


def _mustered(army: Army) -> Iterable[str]:
    """What it is mustered under: not its faction, and not its size nor its season, which at an event are everybody's."""
    everybodys = {size.name for size in army.book.battle_sizes} | {season.name for season in army.book.seasons.values()}
    return (label for label in army.labels()[1:] if label and label not in everybodys)


def _found(done: Position, severity: str, lang: Lang) -> Iterator[Said]:
    for breach in done.breaches:
        if breach.severity == severity:
            yield Said(words.note(breach, lang), "EVENT")
    for finding in done.findings:
        told = severity == "error" or not finding.secret  # who rides and who waits is declared at the table
        if finding.severity == severity and told:
            mark = done.document.mark(finding.path) if done.document else None
            yield Said(words.message(finding, lang), finding.code, mark[0] if mark and mark[0] else None)


def _unread(problem: Problem, lang: Lang) -> Said:
    """Without the file, which has a column of its own."""
    bare = msgspec.structs.replace(problem, file="", line=None, column=None)
    return Said(problems.placed(bare, lang), line=problem.line)
