"""What a mail, a page or a chat made of a list's text, undone before any reader looks at it."""

from __future__ import annotations

import html
import re
import string
from functools import cache, lru_cache

from listbuilder.exchange.markup import plain
from listbuilder.exchange.reflow import reflowed, with_brackets
from listbuilder.games.shared import phrases
from listbuilder.games.shared.numbers import ROUND_WORD, SQUARE, counted
from listbuilder.model.base import fold
from listbuilder.store.decoding import mended

_BLOCKS = "p|div|br|li|ul|ol|tr|table|pre|h[1-6]|section|article|hr"
_PAGE = re.compile(rf"\s*<(?:!doctype html|html|head|body|meta|span|font|b|strong|{_BLOCKS})\b", re.IGNORECASE)
_BROKEN = re.compile(r"<br ?/?>|</(?:p|li|div)>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{2,6}|#x[0-9a-f]{2,5}|[a-z]{2,8});", re.IGNORECASE)
_UNSEEN = (("<script", "</script"), ("<style", "</style"), ("<head", "</head"), ("<title", "</title"), ("<!--", "--"))
_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)\b[^<>]*>|<![a-z][^<>]*>", re.IGNORECASE)
_BREAKS = re.compile(_BLOCKS)
_NUMBERED = re.compile(r"^([ \t]*)(\d{1,3})[.)][ \t]+(?=\S)", re.MULTILINE)
_LOST = re.compile(r"^([ \t]*)[?\ufffd] {1,3}(?=\S)", re.MULTILINE)
_LOST_COUNTED = re.compile(rf"{_LOST.pattern}\d{{1,3}} ?[x×]", re.MULTILINE)
_CALLED = re.compile(r"[^\W\d][\w' ]{2,30}? ?\d{1,2} ?: |\d{1,2} with ")  # Char1: , Personnages 1 : , 3 with
# The manner of a text: where two lines are of it, _DASHED takes commas, colons, dots and tabs for joints as well. A text that
# has those alone is for typed.py, which puts its total right too.
_DASHES = re.compile(r"[-–—=|…] {0,3}\[?\d[\d,.]{0,6} {0,2}(?:pts?|points?)\b", re.IGNORECASE)
_DASHED = re.compile(
    r"([^+•◦▪\s].{0,120}?\S) {0,3}(?:[-–—=|…,:]{1,3}|\.{2,80}|\t) {0,3}\[?(\d[\d,.]{0,6}) {0,2}(?:pts?|points?)\b\.?\]?(.*)",
    re.IGNORECASE,
)
_ESCAPED = re.compile(r"\\([-\\`*_{}\[\]()#+.!|>~=<&])|\\$", re.MULTILINE)  # as an editor of Markdown writes them
_WIDE = str.maketrans("０１２３４５６７８９（）［］：，＋", "0123456789()[]:,+")
_IS_WIDE = re.compile(f"[{''.join(map(chr, _WIDE))}]")
_SHORT = re.compile(r"(?<=\d) ?p(?=[)\]])", re.IGNORECASE)
_CELLS = re.compile(r"(?:[ \t]*\|)+[ \t]*$", re.MULTILINE)
_BRACKETS = (("(", ")"), ("[", "]"))
_SMALL = {ord(each): each.lower() for each in string.ascii_uppercase}  # `lower` makes two letters of some, and moves the rest
_PRICE_WIDTH = 40  # characters; more than `_PRICED` can be long
_PRICED = re.compile(r"[(\[]\d[\d,.]{0,6} ?(?:pts?|points?)[)\]]$", re.IGNORECASE)
_NARROW, _USUAL, _BROAD = 28, 40, 132  # where something breaks lines
_WIDTHS = 4
_FEW = 2  # it takes as many lines to tell a manner from a chance


def is_page(head: bytes) -> bool:
    """Whether a file that begins with `<` is a page of text, and no roster."""
    return bool(_PAGE.match(head.decode("latin-1")))


@lru_cache(maxsize=4)  # of one list it is asked whether there are several, then what it is, then what else
def restored(text: str) -> str:
    """The text as its program wrote it, as far as that can be told."""
    if not text.isascii():
        text = mended(text)
        text = text.translate(_WIDE) if _IS_WIDE.search(text) else text
    if "<" in text and (_PAGE.match(text) or len(_BROKEN.findall(text)) >= _FEW):
        text = _of_page(text)
    elif "&" in text and _ENTITY.search(text):
        text = html.unescape(text)
    if any(each in text for each in ("p)", "p]", "P)", "P]")):
        text = _SHORT.sub(" pts", text)
    if "\\" in text:
        text = _ESCAPED.sub(r"\1", text)
    return with_brackets(_dashed(reflowed(_numbered(_asked(plain(text))))))


def unwrapped(text: str) -> list[str]:
    """The text with its lines whole, where something broke them at one width; each stays on the line it begins on.

    The width is that of the longest line, or of one of the next if words that cannot be broken stand further out.
    """
    lines = [line.rstrip() for line in text.splitlines()]
    widths = sorted({len(line) for line in lines if any(map(str.isalnum, line))}, reverse=True)
    made = [_joined(lines, width) for width in widths[:_WIDTHS] if _NARROW <= width <= _BROAD]
    return [each for each in dict.fromkeys(made) if each != "\n".join(lines)]


def _joined(lines: list[str], width: int) -> str:
    """A line goes on where its next word would not have fitted, and what stands on the next line begins nothing of its own."""
    made: list[list[str]] = []
    joints = 0
    whole = _Whole(lines[0] if lines else "")
    for place, raw in enumerate(lines):
        above, line = lines[place - 1] if place else "", raw.strip()
        if above.strip() and line and len(above) + 1 + len(line.split(maxsplit=1)[0]) > width and whole.goes_on_with(line):
            made[-1 - whole.joints].append(line)
            made.append([])
            whole.join(line)
            joints += 1
        else:
            made.append([raw])
            whole = _Whole(raw)
    return "\n".join(map(" ".join, made) if width >= _USUAL or joints >= _FEW else lines)


class _Whole:
    """A line and what was joined to it, as far as the next line asks: counted once, however many are joined."""

    def __init__(self, line: str) -> None:
        self.joints = 0
        self._end = ""
        self._open = [0, 0]
        self._count(line)

    def _count(self, line: str) -> None:
        self._open = [now + line.count(a) - line.count(b) for now, (a, b) in zip(self._open, _BRACKETS, strict=True)]
        self._end = line[-_PRICE_WIDTH:] if len(line) >= _PRICE_WIDTH else f"{self._end} {line}"[-_PRICE_WIDTH:]

    def join(self, line: str) -> None:
        self.joints += 1
        self._count(line)

    def goes_on_with(self, line: str) -> bool:
        """A bracket is closed on the next line, or below; behind a price nothing goes on."""
        return any(count > 0 for count in self._open) or (_goes_on(line) and not _PRICED.search(self._end))


def _goes_on(line: str) -> bool:
    if line[0] in "•◦▪●■+&*#=>|" or line[:2] in ("- ", "--", "– ") or _CALLED.match(line) or _says_whose(line):
        return False
    return not phrases.is_section(line) and not (counted(line)[0] is not None and ROUND_WORD.search(line))


def _says_whose(line: str) -> bool:
    """`Enhancement: X`, `Attached to Captain`."""
    return _labelled(line) or fold(line).startswith(tuple(f"{word} " for word in phrases.among("leads")))


def _of_page(text: str) -> str:
    """What a page shows, a line for each of its blocks."""
    depth = 0

    def shown(found: re.Match[str]) -> str:
        nonlocal depth
        closing, tag = bool(found[1]), (found[2] or "").lower()
        if tag in ("ul", "ol"):
            depth = max(0, depth - 1) if closing else depth + 1
        if tag == "li" and not closing:
            return "\n" + "  " * depth + "• "
        if tag in ("td", "th") and closing:
            return " | "
        return "\n" if _BREAKS.fullmatch(tag) and (tag != "li" or not closing) else ""

    plain = html.unescape(_TAG.sub(shown, _seen(text)))
    return _CELLS.sub("", re.sub(r"• {1,3}[•◦] ?", "• ", plain))


def _seen(text: str) -> str:
    """Without scripts, styles and remarks; what is opened and never closed is shown."""
    for opening, closing in _UNSEEN:
        folded, kept, start = text.translate(_SMALL), [], 0
        while (at := folded.find(opening, start)) >= 0 and (end := folded.find(closing, at)) >= 0:
            kept.append(text[start:at])
            start = folded.find(">", end) + 1 or len(text)
        text = "".join([*kept, text[start:]])
    return text


def _asked(text: str) -> str:
    """Bullets for which an old alphabet had no letter: `? 1x Axe`."""
    return _LOST.sub(r"\1◦ ", text) if len(_LOST_COUNTED.findall(text)) >= _FEW else text


def _numbered(text: str) -> str:
    """`1. Captain`, `2. Intercessors`: units that are counted through, not how many there are of them."""
    found = [int(each[2]) for each in _NUMBERED.finditer(text)]
    if len(found) < _FEW or not all(number in (1, before + 1) for before, number in zip([0, *found], found, strict=False)):
        return text
    return _NUMBERED.sub(r"\1", text)


def _dashed(text: str) -> str:
    """Points typed as `Captain - 80 pts`, put into the usual brackets. Lines stay where they are."""
    if len(_DASHES.findall(text)) < _FEW:
        return text
    bracketed = bool(ROUND_WORD.search(text) or SQUARE.search(text))
    lines = text.splitlines()
    dashed = [_DASHED.fullmatch(line.strip()) if _may_be_unit(line, bracketed) else None for line in lines]
    if sum(map(bool, dashed)) < _FEW:
        return text
    return "\n".join(_bracketed(line, found) if found else line for line, found in zip(lines, dashed, strict=True))


def _may_be_unit(line: str, bracketed: bool) -> bool:
    words = line.strip()
    if not re.search(r"\d {0,2}(?:pts?|points?)\b", words, re.IGNORECASE) or ROUND_WORD.search(words) or SQUARE.search(words):
        return False
    return not _labelled(words) and (not bracketed or not line[:1].isspace())


def _labelled(words: str) -> bool:
    found = phrases.label(words)
    return found is not None and found[0].lstrip("-* ") in _keys()


@cache
def _keys() -> frozenset[str]:
    """Labels of the head, and of what is said under a unit."""
    heads = {fold(key) for each in phrases.phrases()["fence"].values() for key in each}
    return frozenset(heads).union(*(phrases.among(each) for each in ("enhancement", "leads", "led", "attached_as", "warlord")))


def _bracketed(line: str, found: re.Match[str]) -> str:
    indent = line[: len(line) - len(line.lstrip())]
    return f"{indent}{found[1]} ({found[2]} pts){found[3]}"
