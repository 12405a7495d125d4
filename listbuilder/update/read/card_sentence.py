"""A sentence of a card split into its parts: its text, its bullets, the marks on both, its notes.

A star is a mark on a word, the beginning of a note, or emphasis. Exports of older editions have
lost some stars; there, only the space before a note shows where it begins.
"""

from __future__ import annotations

import re
from functools import cache

import msgspec

from listbuilder.update.read.card_text import BULLETS, clean_text, get_words
from listbuilder.update.read.unit_sentences import Row

_LONGEST = 4000  # characters of a sentence; the longest list of a card has some 900
_STARS = re.compile(r"\*+")
_MARK = "\ue000"  # stands for each star of a mark behind a word
_NOTE = "\ue001"  # stands before a note, followed by the marks of the note
_NOTE_START = re.compile(f"{_NOTE}({_MARK}*)")
_MARKS = re.compile(f"{_MARK}+")
_BULLET = re.compile(f"[{BULLETS}]")
_BRACKETS = re.compile(r"\(([^()]*(?:\([^()]*\)[^()]*)*)\)?")
_OPEN_END = re.compile(r"\bwith ?:$")
_GAP = re.compile(r"\S\s{3,}\S")
_NEXT_UNMARKED = re.compile(r"(?<!\band)(?<!,)\s+(?=\d+ )")


class Note(msgspec.Struct):
    """A note on options: its text, its mark ("" if none), and the bullet that it follows.

    `is_aside`: it is in brackets, and therefore not what a mark refers to.
    """

    text: str
    mark: str = ""
    bullet: int | None = None
    is_aside: bool = False


class Sentence(msgspec.Struct):
    """One sentence of a card with its bullets, the marks on both, and its notes."""

    raw: str
    text: str
    bullets: list[str]
    marks: set[str]
    bullet_marks: list[set[str]]
    notes: list[Note]
    options: list[Row] = []
    is_read: bool = False
    is_garbled: bool = False  # columns of a page that ran into each other, or far too long


@cache
def _compile_next_note() -> re.Pattern[str]:
    """Return the pattern of the places at which a note begins."""
    beginnings = "|".join(get_words("note_beginnings"))
    return re.compile(
        f"(?={_NOTE})|(?<=[a-z{_MARK})])\\.\\s+(?=[A-Z])|\\s{{3,}}(?=[A-Z])"
        f"|(?:(?<=[a-z])|(?<=[a-z]{_MARK}))\\s+(?=(?:{beginnings}))"
    )


def split_sentence(raw: str) -> Sentence:
    """Return the sentence `raw` split into its text, its bullets, its marks, and its notes.

    Without bullets, a list after a colon is split into its rows, which then count as bullets.
    """
    text = _mark_stars(clean_text(raw).strip())
    segments = _BULLET.split(text) if _BULLET.search(text) else _split_list(text)
    if len(segments) > 1 and not segments[0].strip():
        segments = segments[1:]  # a bullet before the sentence itself
    notes: list[Note] = []
    last, *tail = _compile_next_note().split(segments[-1])
    segments[-1] = last
    for part in tail:
        found = _NOTE_START.match(part)
        body = part[found.end() :] if found else part
        body = body.replace(_MARK, "").strip()
        if body:
            notes.append(Note(body, found[1] if found else ""))
    segments = [_take_brackets(segment, i, notes) for i, segment in enumerate(segments)]
    marks = [set(_MARKS.findall(segment)) for segment in segments]
    plain = [" ".join(segment.replace(_MARK, "").split()) for segment in segments]
    plain = [re.sub(r"\s+([.,:;])", r"\1", segment) for segment in plain]
    plain[0] = _OPEN_END.sub("with the following:", plain[0].rstrip("."))
    is_garbled = any(_GAP.search(segment.strip()) for segment in segments)
    is_garbled = is_garbled or len(raw) > _LONGEST
    return Sentence(raw, plain[0], plain[1:], marks[0], marks[1:], notes, is_garbled=is_garbled)


def _mark_stars(text: str) -> str:
    """Return `text` with each star replaced by `_MARK` after a word, or `_NOTE` before a note.

    A star after two spaces begins a note, and so does one between a space and a capital letter.
    Stars within a note are its emphasis.
    """
    pieces: list[str] = []
    end = 0
    in_note = False
    for found in _STARS.finditer(text):
        before, after = text[end : found.start()], text[found.end() :]
        gap = text[: found.start()]
        is_apart = not gap.strip() or gap[-2:].isspace()
        begins = re.match(r"[\s*]*[A-Z]", after) is not None
        is_near = gap[-1:].isspace() and re.match(r"\s*[A-Z]", after) is not None
        pieces.append(before)
        if begins and (is_apart or (is_near and not in_note)):
            pieces.append(_NOTE + _MARK * len(found.group()))
            in_note = True
        elif not in_note:
            pieces[-1] = before.rstrip()
            pieces.append(_MARK * len(found.group()) + " ")
        end = found.end()
    pieces.append(text[end:])
    return "".join(pieces)


def _split_list(text: str) -> list[str]:
    """Return the heading and the rows of a list without bullets; [`text`] if it isn't a list.

    Its rows are lines of their own, or follow each other, each beginning with a number.
    """
    head, colon, tail = text.partition(":")
    if not colon or not tail.strip():
        return [text]
    if "\n" in tail:
        return [head + colon, *(line for line in tail.split("\n") if line.strip())]
    rows = _NEXT_UNMARKED.split(" " + tail.strip())
    rows = [row for row in rows if row.strip()]
    if len(rows) > 1 and all(row[0].isdigit() for row in rows):
        return [head + colon, *rows]
    return [text]


def _take_brackets(segment: str, index: int, notes: list[Note]) -> str:
    """Return `segment` without what is in brackets, which is added to `notes` instead.

    `index`: 0 for the sentence itself, and from 1 on for its bullets.
    """
    for found in _BRACKETS.finditer(segment):
        bullet = index - 1 if index else None
        notes.append(Note(found[1].replace(_MARK, "").strip(), "", bullet, True))
    return _BRACKETS.sub("", segment)
