"""The entry of one list at a desk: plain values only.

It travels between processes and into the state of the event.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from listbuilder.i18n import problem_text
from listbuilder.i18n.messages import Lang, make_game_language, translate_name
from listbuilder.model.finding import Note
from listbuilder.model.problem import Problem
from listbuilder.model.safe_text import escape_hidden
from listbuilder.roster.content_hash import hash_content
from listbuilder.roster.position import Position
from listbuilder.rules import messages

Group = Literal["ask", "look", "whose", "warned", "legal"]
GROUPS: tuple[Group, ...] = ("ask", "look", "whose", "warned", "legal")
MOST_SAID = 12  # remarks of a kind on one list; when these are fixed, the others are shown
MOST_SOURCE = 100_000  # characters of a list as it was handed in that its page shows
# Notes that the stated points aren't the computed ones, without an explanation.
_DOUBTS = ("points_differ", "total_differs")
_WITH_UNITS = "total_differs_with_units"  # this note refers to the notes on units before it
_ID = re.compile("[0-9a-f]{16}")
_STEM = re.compile(r"[\w-]{0,120}")


class Remark(msgspec.Struct, frozen=True):
    """One sentence about a list, with the code of the rule and the line of the list if known."""

    text: str
    code: str = ""
    line: int | None = None


class ListedUnit(msgspec.Struct, frozen=True):
    """A unit on the list."""

    name: str
    models: int
    points: int | None


class OtherLists(msgspec.Struct, frozen=True):
    """More lists of the same player: how many there are, and the names of the first of them."""

    count: int
    files: tuple[str, ...]


class Entry(msgspec.Struct, kw_only=True):
    """One list that was handed in."""

    id: str  # made of its content, never of its name
    file: str  # as it is shown
    # The name of its files, once all lists of the event are known; until then they have its id.
    stem: str = ""
    sha256: str
    whole: str = ""  # of a list in a paste of several: the id of the paste
    part: int = 0  # and which of them it is, from 1
    said_player: list[str] = []  # names that came with it, as written
    sender: str = ""  # who wrote the mail that it is in
    email: str = ""  # the address that it came from
    # for the first list of a paste: names that the paste gives as players without a list
    players_without: list[str] = []
    superseded: bool = False  # whether another list of the same player counts
    handed_in: str = ""  # 2026-05-30 20:05, if that is known
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
    # For an unread list: the verdict that it would have without its unread lines, if that is known.
    otherwise: str | None = None
    errors: list[Remark] = []
    warnings: list[Remark] = []
    unread: list[Remark] = []
    doubts: list[Remark] = []
    fix: list[str] = []  # the smallest changes that make it legal
    fix_phrases: list[str] = []  # the same as the middle of a line
    repeats: str = ""  # the doubt that only sums up the others
    units: list[ListedUnit] = []
    likeness: str = ""  # equal for two lists with the same content
    told: list[str] = []  # the parts of the message to a known player, and ...
    told_beside: OtherLists | None = None  # ... the player's other lists that it mentions
    clean: bool = False  # whether there is a clean page of it
    own_page: bool = False
    our_bug: bool = False
    passed_over: bool = False  # not a list at all, such as a note in the folder


def make_list_id(name: str, raw: bytes) -> str:
    """Return the id of a list: 16 hex digits made from its name and content.

    `name`: what the list is known by within the event. It is included so that equal lists of two
    players have different ids.
    """
    return hashlib.sha256(os.fsencode(name) + b"\0" + raw).hexdigest()[:16]


def is_id(text: str) -> bool:
    """Return whether `text` has the form of a list id, so that it is safe as a file name.

    Why: a saved state is read from the disk, where anybody may have changed it.
    """
    return _ID.fullmatch(text) is not None


def is_stem(text: str) -> bool:
    """Return whether `text` is safe as a file name: only letters, digits, - and _.

    With such a name no file can end up in another folder. An empty text is allowed.
    """
    return _STEM.fullmatch(text) is not None


def fill_entry(position: Position, entry: Entry, lang: Lang) -> Entry:
    """Fill in `entry` with what is known once the list is read; return the entry.

    `entry` already has what was known before that, such as its file. Its texts are in `lang`.
    """
    army, imported = position.army, position.imported
    if position.system:
        lang = make_game_language(lang, position.system.id)
    entry.format = position.format if army or imported else ""
    entry.verdict, entry.otherwise = position.verdict, position.otherwise
    entry.unread = [
        _make_problem_remark(problem, lang) for problem in position.problems[:MOST_SAID]
    ]
    entry.our_bug = any(problem.key == "our_bug" for problem in position.problems)
    entry.said_player = [*entry.said_player, *_yield_stated_players(position)]
    if entry.sender:
        entry.said_player.append(entry.sender)
    if imported is not None:
        entry.stated_points = imported.stated_total
        doubts = _select_doubts(imported.differences)
        entry.doubts = [Remark(messages.say_note(note, lang)) for note in doubts][:MOST_SAID]
        sums = [note for note in doubts if note.key == _WITH_UNITS]
        entry.repeats = messages.say_note(sums[0], lang) if sums and len(doubts) > 1 else ""
    if army is None:
        return entry
    entry.game = messages.say_game(army.book, lang)
    entry.short_game = messages.say_short_game(army.book, lang)
    entry.faction = translate_name(army.faction_name, lang)
    entry.name = escape_hidden(army.name or "")
    entry.labels = [translate_name(label, lang) for label in army.list_own_labels()]
    if army.counts_points:
        entry.points, entry.limit = army.points, army.limit
    else:
        entry.points = entry.limit = None
    entry.as_of = army.priced_on
    entry.errors = list(_yield_findings(position, "error", lang))[:MOST_SAID]
    entry.warnings = list(_yield_findings(position, "warning", lang))[:MOST_SAID]
    entry.units = [
        ListedUnit(
            translate_name(unit.name, lang),
            unit.models,
            unit.points if army.counts_points else None,
        )
        for unit in army.units
    ]
    entry.likeness = hash_content(position.data)
    return entry


def _select_doubts(differences: Sequence[Note]) -> list[Note]:
    """Return the differences between stated and computed points that nothing explains.

    If the list's total differs together with units, the differences of those units are included
    even if a reason for them is known.
    """
    unit_sums_differ = any(note.key == _WITH_UNITS for note in differences)
    return [
        note
        for note in differences
        if note.key.startswith(_DOUBTS) or (unit_sums_differ and note.path)
    ]


def _yield_stated_players(position: Position) -> Iterator[str]:
    """Yield the names of the player that the list itself states, at most two."""
    if position.imported is not None and position.imported.player:
        yield escape_hidden(position.imported.player)
    player = position.data.get("player") if isinstance(position.data, dict) else None
    if isinstance(player, str) and player.strip():
        yield escape_hidden(player.strip())


def _yield_findings(position: Position, severity: str, lang: Lang) -> Iterator[Remark]:
    """Yield remarks on breaches of the event and on rule findings of the given severity.

    Warnings about secret declarations are left out: who is embarked or in reserve is only declared
    at the table.
    """
    for breach in position.breaches:
        if breach.severity == severity:
            yield Remark(messages.say_note(breach, lang), "EVENT")
    for finding in position.findings:
        is_public = severity == "error" or not finding.secret
        if finding.severity == severity and is_public:
            mark = position.document.find_mark(finding.path) if position.document else None
            line = mark[0] if mark else None
            yield Remark(messages.say_finding(finding, lang), finding.code, line or None)


def _make_problem_remark(problem: Problem, lang: Lang) -> Remark:
    """Return `problem` as a remark without its file, which has a column of its own."""
    bare_problem = msgspec.structs.replace(problem, file="", line=None, column=None)
    return Remark(problem_text.say_problem_with_place(bare_problem, lang), line=problem.line)
