"""Undo what a mail, a page or a chat made of a list's text, before any reader looks at it."""

from __future__ import annotations

import html
import re
import string
from functools import cache, lru_cache

from listbuilder.data.decoding import mend_text
from listbuilder.formats.clean.lines import add_brackets, rewrite_lines
from listbuilder.formats.clean.markup import strip_markup
from listbuilder.matching import phrases
from listbuilder.matching.numbers import ROUND_WORD, SQUARE, split_count
from listbuilder.model.base import fold

_BLOCKS = "p|div|br|li|ul|ol|tr|table|pre|h[1-6]|section|article|hr"
_PAGE = re.compile(
    rf"\s*<(?:!doctype html|html|head|body|meta|span|font|b|strong|{_BLOCKS})\b", re.IGNORECASE
)
_BROKEN = re.compile(r"<br ?/?>|</(?:p|li|div)>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{2,6}|#x[0-9a-f]{2,5}|[a-z]{2,8});", re.IGNORECASE)
_UNSEEN = (
    ("<script", "</script"),
    ("<style", "</style"),
    ("<head", "</head"),
    ("<title", "</title"),
    ("<!--", "--"),
)
_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)\b[^<>]*>|<![a-z][^<>]*>", re.IGNORECASE)
_BREAKS = re.compile(_BLOCKS)
_NUMBERED = re.compile(r"^([ \t]*)(\d{1,3})[.)][ \t]+(?=\S)", re.MULTILINE)
_LOST = re.compile(r"^([ \t]*)[?\ufffd] {1,3}(?=\S)", re.MULTILINE)
_LOST_COUNTED = re.compile(rf"{_LOST.pattern}\d{{1,3}} ?[x×]", re.MULTILINE)
_CALLED = re.compile(
    r"[^\W\d][\w' ]{2,30}? ?\d{1,2} ?: |\d{1,2} with "
)  # Char1: , Personnages 1 : , 3 with
# The manner of a text: where two lines are of it, _DASHED takes commas, colons, dots and tabs for
# joints as well. A text that has those alone is for typed.py, which puts its total right too.
_DASHES = re.compile(r"[-–—=|…] {0,3}\[?\d[\d,.]{0,6} {0,2}(?:pts?|points?)\b", re.IGNORECASE)
_DASHED = re.compile(
    r"([^+•◦▪\s].{0,120}?\S) {0,3}(?:[-–—=|…,:]{1,3}|\.{2,80}|\t) {0,3}"
    r"\[?(\d[\d,.]{0,6}) {0,2}(?:pts?|points?)\b\.?\]?(.*)",
    re.IGNORECASE,
)
_ESCAPED = re.compile(
    r"\\([-\\`*_{}\[\]()#+.!|>~=<&])|\\$", re.MULTILINE
)  # as an editor of Markdown writes them
_WIDE = str.maketrans("０１２３４５６７８９（）［］：，＋", "0123456789()[]:,+")
_IS_WIDE = re.compile(f"[{''.join(map(chr, _WIDE))}]")
_SHORT = re.compile(r"(?<=\d) ?p(?=[)\]])", re.IGNORECASE)
_CELLS = re.compile(r"(?:[ \t]*\|)+[ \t]*$", re.MULTILINE)
_BRACKETS = (("(", ")"), ("[", "]"))
# `lower` makes two letters of some, and moves the rest.
_SMALL = {ord(letter): letter.lower() for letter in string.ascii_uppercase}
_PRICE_WIDTH = 40  # characters; more than `_PRICED` can be long
_PRICED = re.compile(r"[(\[]\d[\d,.]{0,6} ?(?:pts?|points?)[)\]]$", re.IGNORECASE)
_NARROW, _USUAL, _BROAD = 28, 40, 132  # where something breaks lines
_WIDTHS = 4
_FEW = 2  # it takes as many lines to tell a manner from a chance


def is_page(head: bytes) -> bool:
    """Return whether a file that begins with `<` is a web page with text, not a roster file.

    `head` are the first bytes of the file.
    """
    return bool(_PAGE.match(head.decode("latin-1")))


@lru_cache(maxsize=4)
def restore_text(text: str) -> str:
    """Return `text` as the program that made the list wrote it, as far as that can be told.

    Markup, lost bullets, wide letters and other changes by mails, pages and chats are undone. The
    results for the last four texts are kept. Why: the same list is asked first whether it is
    several, then for its format, then for other ways to read it.
    """
    if not text.isascii():
        text = mend_text(text)
        text = text.translate(_WIDE) if _IS_WIDE.search(text) else text
    if "<" in text and (_PAGE.match(text) or len(_BROKEN.findall(text)) >= _FEW):
        text = _extract_page_text(text)
    elif "&" in text and _ENTITY.search(text):
        text = html.unescape(text)
    if any(bracket in text for bracket in ("p)", "p]", "P)", "P]")):
        text = _SHORT.sub(" pts", text)
    if "\\" in text:
        text = _ESCAPED.sub(r"\1", text)
    text = strip_markup(text)
    if len(_LOST_COUNTED.findall(text)) >= _FEW:  # bullets that an old alphabet made `?` of
        text = _LOST.sub(r"\1◦ ", text)
    text = _strip_numbering(text)
    text = rewrite_lines(text)
    text = _put_dashed_points_in_brackets(text)
    return add_brackets(text)


def join_broken_lines(text: str) -> list[str]:
    """Return variants of `text` with broken lines joined, one for each possible width.

    A joined line stays on the line where it begins. The width is that of the longest line, or of
    one of the next longest if words that can't be broken stand further out. Empty if no line was
    broken.
    """
    lines = [line.rstrip() for line in text.splitlines()]
    widths = sorted({len(line) for line in lines if any(map(str.isalnum, line))}, reverse=True)
    variants = [
        _join_lines(lines, width) for width in widths[:_WIDTHS] if _NARROW <= width <= _BROAD
    ]
    return [variant for variant in dict.fromkeys(variants) if variant != "\n".join(lines)]


def _join_lines(lines: list[str], width: int) -> str:
    """Return the text with those lines joined again that were broken at `width`.

    A line is joined to the next if its first word would not have fitted there and the next line
    begins nothing of its own. At an unusually narrow width, nothing is joined unless several lines
    are.
    """
    rows: list[list[str]] = []
    joints = 0
    whole = _JoinedLine(lines[0] if lines else "")
    for place, line_text in enumerate(lines):
        above, line = lines[place - 1] if place else "", line_text.strip()
        if (
            above.strip()
            and line
            and len(above) + 1 + len(line.split(maxsplit=1)[0]) > width
            and whole.may_continue_with(line)
        ):
            rows[-1 - whole.joints].append(line)
            rows.append([])
            whole.add_line(line)
            joints += 1
        else:
            rows.append([line_text])
            whole = _JoinedLine(line_text)
    if width < _USUAL and joints < _FEW:
        return "\n".join(lines)
    return "\n".join(map(" ".join, rows))


class _JoinedLine:
    """A line and what was joined to it, as far as the next line asks.

    Its brackets are counted once, however many lines are joined.
    """

    def __init__(self, line: str) -> None:
        self.joints = 0
        self._end = ""
        self._open = [0, 0]
        self._count_brackets(line)

    def _count_brackets(self, line: str) -> None:
        """Count the brackets that `line` leaves open, and remember the end of the joined text."""
        for place, (opening, closing) in enumerate(_BRACKETS):
            self._open[place] += line.count(opening) - line.count(closing)
        end = line if len(line) >= _PRICE_WIDTH else f"{self._end} {line}"
        self._end = end[-_PRICE_WIDTH:]

    def add_line(self, line: str) -> None:
        """Join `line` to the end of this line, and count its brackets."""
        self.joints += 1
        self._count_brackets(line)

    def may_continue_with(self, line: str) -> bool:
        """Return whether `line` may be the continuation of this joined line.

        True while a bracket is open. Otherwise not after a price, nor if `line` begins something of
        its own.
        """
        if any(count > 0 for count in self._open):
            return True
        return _may_be_rest(line) and not _PRICED.search(self._end)


def _may_be_rest(line: str) -> bool:
    """Return whether a line may continue the one above, because it begins nothing of its own.

    A bullet, a label (`Enhancement: X`), a section title, a counted unit with a price, and a line
    that says whom a unit leads (`Attached to Captain`) all begin something of their own.
    """
    if line[0] in "•◦▪●■+&*#=>|" or line[:2] in ("- ", "--", "– ") or _CALLED.match(line):
        return False
    leads = tuple(f"{word} " for word in phrases.get_words("leads"))
    if _is_labelled(line) or fold(line).startswith(leads) or phrases.is_section(line):
        return False
    return split_count(line)[0] is None or not ROUND_WORD.search(line)


def _extract_page_text(text: str) -> str:
    """Return the text that a web page shows, with a line for each of its blocks.

    List items get bullets with indents, and cells of tables are separated by bars.
    """
    depth = 0

    def replace_tag(tag_match: re.Match[str]) -> str:
        """Return the text in place of a tag: a line break, an indented bullet, a bar, or
        nothing.
        """
        nonlocal depth
        closing, tag = bool(tag_match[1]), (tag_match[2] or "").lower()
        if tag in ("ul", "ol"):
            depth = max(0, depth - 1) if closing else depth + 1
        if tag == "li" and not closing:
            return "\n" + "  " * depth + "• "
        if tag in ("td", "th") and closing:
            return " | "
        return "\n" if _BREAKS.fullmatch(tag) and (tag != "li" or not closing) else ""

    page_text = html.unescape(_TAG.sub(replace_tag, _strip_invisible(text)))
    return _CELLS.sub("", re.sub(r"• {1,3}[•◦] ?", "• ", page_text))


def _strip_invisible(text: str) -> str:
    """Return `text` without scripts, styles, the page's head and comments.

    A part that is never closed stays.
    """
    for opening, closing in _UNSEEN:
        folded = text.translate(_SMALL)
        kept: list[str] = []
        start = 0
        while True:
            position = folded.find(opening, start)
            end = folded.find(closing, position) if position >= 0 else -1
            if end < 0:
                break
            kept.append(text[start:position])
            start = folded.find(">", end) + 1 or len(text)
        text = "".join([*kept, text[start:]])
    return text


def _strip_numbering(text: str) -> str:
    """Return `text` without the numbers at the start of lines, if these numbers count up.

    `1. Captain`, `2. Intercessors`: such a number is not how many models there are. At least two
    numbered lines are needed.
    """
    numbers = [int(line_match[2]) for line_match in _NUMBERED.finditer(text)]
    if len(numbers) < _FEW:
        return text
    previous = 0
    for number in numbers:
        if number not in (1, previous + 1):
            return text
        previous = number
    return _NUMBERED.sub(r"\1", text)


def _put_dashed_points_in_brackets(text: str) -> str:
    """Return `text` with lines such as `Captain - 80 pts` changed to `Captain (80 pts)`.

    The number of lines stays the same. At least two such lines are needed; otherwise the text stays
    as it is.
    """
    if len(_DASHES.findall(text)) < _FEW:
        return text
    bracketed = bool(ROUND_WORD.search(text) or SQUARE.search(text))
    lines = text.splitlines()
    changed = 0
    for place, line in enumerate(lines):
        match = _DASHED.fullmatch(line.strip()) if _may_be_unit(line, bracketed) else None
        if match:
            indent = line[: len(line) - len(line.lstrip())]
            lines[place] = f"{indent}{match[1]} ({match[2]} pts){match[3]}"
            changed += 1
    return "\n".join(lines) if changed >= _FEW else text


def _may_be_unit(line: str, bracketed: bool) -> bool:
    """Return whether a line may be a unit whose points are not in brackets.

    It has points, but no brackets around them and no label. If the text has points in brackets
    elsewhere (`bracketed`), an indented line is no unit.
    """
    words = line.strip()
    if (
        not re.search(r"\d {0,2}(?:pts?|points?)\b", words, re.IGNORECASE)
        or ROUND_WORD.search(words)
        or SQUARE.search(words)
    ):
        return False
    return not _is_labelled(words) and (not bracketed or not line[:1].isspace())


def _is_labelled(words: str) -> bool:
    """Return whether `words` begins with a label of the list's header or of a line below a unit."""
    found = phrases.split_label(words)
    return found is not None and found[0].lstrip("-* ") in _get_labels()


@cache
def _get_labels() -> frozenset[str]:
    """Return the labels of lines in a list's header, and of lines below a unit."""
    groups = ("fence", "enhancement", "leads", "led", "attached_as", "warlord")
    return frozenset().union(*map(phrases.get_words, groups))
