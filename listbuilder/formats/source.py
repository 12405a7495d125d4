"""The lines of a source, made comparable, and what became of each of them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

import msgspec

from listbuilder.matching.numbers import has_price
from listbuilder.model.base import split_lines

Fate = Literal["mapped", "noise", "unread"]

MAX_LINES = 10_000
MAX_TEXT = 1_048_576
MAX_WIDTH = 4_000  # a line longer than that is not looked into
BULLETS = "•◦▪▫▸►▹‣⁃●○■□∙·*-–—➤➢~"

_SPACES = dict.fromkeys(map(ord, "\u00a0\u202f\u2007\u2009\u200a\u3000\t\u2002\u2003"), " ")
_NOTHING = dict.fromkeys(map(ord, "\u200b\u200c\u200d\ufeff\u2060\ufe0f\u00ad"), None)
_SAME = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "ʼ": "'",
        "´": "'",
        "`": "'",
        "‐": "-",
        "‑": "-",
        "）": ")",
        "（": "(",
        "：": ":",
    }
)
_CLEAN = {**_NOTHING, **_SPACES, **_SAME}
_ESCAPES = re.compile(r"\x1b\[[0-9;]{0,20}m")
# numbers, and that it is not so
_SAYING = "\u2610\u2612\u2715-\u2718\u274c\u274e\u2776-\u2793\u26d4\U0001f5f4-\U0001f5f7\U0001f6ab"
_PICTURES = re.compile(
    f"(?:(?![{_SAYING}])[\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff])+"
)
_QUOTED = re.compile(r"(?:> ?){1,5}")
_RULE = re.compile(r"[-=_+*~#·.─━—–]{3,}")
_COUNTED = re.compile(r"\d{1,3} ?[x×] ?[^\W\d]", re.IGNORECASE)
_FEW_PRICES = 2  # that a code block must hold to be taken for the list
_FENCES = ("```", "'''")  # of a code block; the second is what the first is made of when cleaned


class SourceLine(msgspec.Struct):
    """One line of a source; `words` is what it says.

    That is without bullet and indentation, and with one kind of space and apostrophe.
    """

    number: int
    text: str
    words: str
    indent: int = 0
    bullet: str = ""
    column: int = 0  # where the words begin: how deep the line stands
    heading: int = 0  # leading '#'
    fate: Fate | None = None
    rule: bool = False  # it says nothing: a rule, a fence, signs

    @property
    def is_blank(self) -> bool:
        """Return whether the line has neither words nor a bullet."""
        return not self.words and not self.bullet


class Source:
    """A text cut into lines. Readers mark what they understood; what nobody marks is unread."""

    def __init__(self, text: str, tree: bool = False) -> None:
        """Cut `text` into lines, none of them marked yet except that too long ones are unread.

        `tree` says that the lines are the selections of a roster file written out, so that each
        belongs to the list.
        """
        self.tree = tree
        self.lines = [
            SourceLine(number, *_read_line(raw))
            for number, raw in enumerate(split_lines(text), start=1)
        ]
        self._full = [line for line in self.lines if line.words or line.bullet]
        if not tree:
            self._mark_around_code_block()
        self.text = text

    def _mark_around_code_block(self) -> None:
        """Mark what stands around the only code block as noise, if all prices are inside it.

        People paste a list between two rows of backticks, and talk above and below.
        """
        fences = [
            line.number for line in self._full if line.rule and line.words.startswith(_FENCES)
        ]
        if len(fences) != 2:
            return
        outside = [line for line in self._full if not fences[0] <= line.number <= fences[1]]
        prices = sum(has_price(line.words) for line in self._full)
        if prices >= _FEW_PRICES and not any(has_price(line.words) for line in outside):
            for line in outside:
                line.rule, line.fate = True, "noise"

    def __getitem__(self, number: int) -> SourceLine:
        """Return the line with the number `number`; the first line is 1."""
        return self.lines[number - 1]

    @property
    def written_lines(self) -> list[SourceLine]:
        """Return the lines with words or a bullet; rules and fences are marked as noise.

        A rule is a line of dashes and the like. A rule that a reader has marked as something else
        than noise is returned.
        """
        lines = []
        for line in self._full:
            if not line.rule:
                lines.append(line)
            elif line.fate is None:
                line.fate = "noise"
            elif line.fate != "noise":
                lines.append(line)
        return lines

    def mark_mapped(self, *numbers: int | None) -> None:
        """Mark the lines with these numbers as understood, except lines already marked as unread.

        None is skipped. Why the exception: a line of which a part could not be read counts as not
        read.
        """
        for number in numbers:
            if number is not None:
                line = self.lines[number - 1]
                if line.fate != "unread":
                    line.fate = "mapped"

    def mark_noise(self, *numbers: int | None) -> None:
        """Mark the lines with these numbers as no part of the list, if they have no mark yet.

        None is skipped.
        """
        for number in numbers:
            if number is not None and self[number].fate is None:
                self[number].fate = "noise"

    def mark_unread(self, *numbers: int | None) -> None:
        """Mark the lines with these numbers as unread, whatever mark they had; skip None."""
        for number in numbers:
            if number is not None:
                self[number].fate = "unread"

    def mark_rest_unread(self) -> list[SourceLine]:
        """Mark every line that has no mark as unread, and return all unread lines."""
        for line in self.written_lines:
            if line.fate is None:
                line.fate = "unread"
        return [line for line in self.lines if line.fate == "unread"]


def clean_text(text: str) -> str:
    """Return `text` with single plain spaces, and with one kind of apostrophe and hyphen.

    Invisible characters are removed. The length of the text may change.
    """
    return " ".join(text.translate(_CLEAN).split())


def _is_without_words(words: str, bullet: str) -> bool:
    """Return whether a line is a rule, or has neither letters nor digits."""
    return is_rule(words or bullet) or not any(map(str.isalnum, words))


def is_rule(words: str) -> bool:
    """Return whether a line is only dashes, pluses and the like, or a code block's fence."""
    return (words.startswith(_FENCES) and len(words) < 12) or bool(
        _RULE.fullmatch(words.replace(" ", ""))
    )


# Each way of reading a list begins with its lines, and lists have lines in common.
@lru_cache(maxsize=4096)
def _read_line(raw: str) -> tuple[str, str, int, str, int, int, Fate | None, bool]:
    """Return the fields of the line `raw` in the order of `SourceLine`, without its number.

    A line longer than `MAX_WIDTH` is cut and marked as unread. Pictures are removed, because they
    are mere decoration and say nothing about the list.
    """
    if len(raw) > MAX_WIDTH:
        return raw[:200], raw[:200], 0, "", 0, 0, "unread", _is_without_words(raw[:200], "")
    text = raw
    if "\x1b" in text:
        text = _ESCAPES.sub("", text)
    if "\t" in text:
        text = text.replace("\t", "    ")
    cleaned = text.translate(_CLEAN)
    for sign in ("**", "'''"):  # bold words, and a fence glued to a line that says something
        if sign in cleaned and not is_rule(cleaned.strip()):
            cleaned = cleaned.replace(sign, "")
    if cleaned.startswith(">"):  # a quotation in a mail or a chat
        cleaned = _QUOTED.sub("", cleaned, count=1)
    bare = cleaned.lstrip(" ")
    indent = len(cleaned) - len(bare)
    heading = 0
    if bare.startswith("#") and not is_rule(bare):
        heading = len(bare) - len(bare.lstrip("#"))
        bare = bare.lstrip("#").lstrip(" ")
    bullet, rest = _split_bullet(bare)
    column = indent + len(bare) - len(rest)
    if not rest.isascii():
        rest = _PICTURES.sub(" ", rest)  # decoration: nothing of the list's is said by it
    words = " ".join(rest.split())
    return raw, words, indent, bullet, column, heading, None, _is_without_words(words, bullet)


def _split_bullet(bare: str) -> tuple[str, str]:
    """Return the bullet at the start of a line, or an empty text, and the rest of the line.

    A bullet may be followed by a space. A hyphen, dash or tilde must be, because names and numbers
    may begin with hyphens too; a count such as `-2x` doesn't.
    """
    if not bare or bare[0] not in BULLETS or is_rule(bare):
        return "", bare
    mark, rest = bare[0], bare[1:]
    if mark in "-–—" and _COUNTED.match(rest):
        return mark, rest
    if mark in "-–—*~" and rest and not rest.startswith(" "):
        return ("*", rest) if mark == "*" and rest[0].isalnum() else ("", bare)
    return mark, rest.lstrip(" ")
