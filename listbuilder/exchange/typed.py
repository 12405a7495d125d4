"""A list as people type it: prices where each of them likes it, two units on a line. Put as programs write it, line for line."""

from __future__ import annotations

import re

from listbuilder.games.shared import phrases
from listbuilder.games.shared.numbers import ROUND_WORD
from listbuilder.model.base import fold

_WORD = r"(?:points?|pts?\.?|p)"
_AMOUNT = r"(\d{1,2}[,.]?\d{3}|\d{2,3})"
_NAME = r"((?:\d{1,3} ?[x×]? ?)?[^\W\d_][^\[\]\t:]{2,70}?(?: ?[x×] ?\d{1,2})?(?: ?\(\d{1,2}\))?)"
_BEHIND = re.compile(
    rf"{_NAME}(?: ?\[ ?{_AMOUNT} {{0,2}}{_WORD}?\]| ?\( ?{_AMOUNT} {{0,2}}{_WORD}?\)"
    rf"|(?: {{0,3}}(?:[-–—=|:,@]{{1,3}}|\.{{2,80}}|\t) {{0,3}}| {{1,4}}){_AMOUNT} {{0,2}}{_WORD}?)(?P<rest> ?[:(,;–-].*)?",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"(?:\[{_AMOUNT} {{0,2}}{_WORD}?\]|\({_AMOUNT} {{0,2}}{_WORD}?\)|{_AMOUNT} {{0,2}}{_WORD}) ?[-–:]? {_NAME}", re.IGNORECASE
)
_TOTAL = re.compile(
    rf"(?:\W{{0,3}})(total|points|army points|total points)\b\W{{0,3}}{_AMOUNT} {{0,2}}{_WORD}?\.?", re.IGNORECASE
)
_INDENT = re.compile(r"([ \t]*)(?:[-–—*•] )?([A-Za-z]{3,6} ?\d{1,2} ?: ?)?")
_NEXT = re.compile(
    r"(?<=[)\]])(?: ?[,;/+|&] ?| {2,}| and | - )(?=(?:\d{1,3} ?[x×] )?[^\W\d_][^()\[\]]{2,60} ?[(\[]\d{2,4} ?(?:pt|point|\)|\]))",
    re.I,
)
_AFTER = re.compile(
    r"^([ \t]*[-–—*•◦▪●] ?|[ \t]+)([^\W\d][^\n:,()\[\]]{1,60}?) ?\(?[x×] ?(\d{1,3})\)?$", re.MULTILINE | re.IGNORECASE
)
_BARE = re.compile(r"^([ \t]*[-–—*•◦▪●] ?|[ \t]+)(\d{1,3}) (?!with\b)(?=[^\W\d])", re.MULTILINE | re.IGNORECASE)
_USUAL = re.compile(r"^[ \t]*[-–—*•◦▪●] ?\d{1,3} ?[x×] ", re.MULTILINE | re.IGNORECASE)
_STEP = 5  # all prices are multiples of it
_FEW = 3  # it takes as many lines to tell a manner from a chance


def retyped(text: str) -> str:
    """The same text where nothing of this is in it."""
    text = _counted(text)
    lines = text.split("\n")
    broken = [part for line in lines for part in (_NEXT.split(line) if ROUND_WORD.search(line) or "(" in line else [line])]
    found = [_priced(line) for line in broken]
    usual = sum(bool(each and ROUND_WORD.search(line)) for each, line in zip(found, broken, strict=True))
    if len(broken) == len(lines) and sum(map(bool, found)) - usual < _FEW:
        return text
    margin = min((len(each[0]) for each in found if each), default=0)
    made = []
    for line, each in zip(broken, found, strict=True):
        if each is None:
            made.append(_other(line))
        elif len(each[0]) > margin and usual:
            made.append(line)  # stands under a unit
        else:
            made.append(f"{each[1]} ({each[2]} points){each[3]}")
    return "\n".join(made)


def _counted(text: str) -> str:
    """`• 5 Immortal` or `• Immortal x5`, where nothing is counted as `5x Immortal`."""
    if len(_AFTER.findall(text)) >= _FEW:
        text = _AFTER.sub(r"\1\3x \2", text)
    if len(_BARE.findall(text)) >= _FEW and not _USUAL.search(text):
        text = _BARE.sub(r"\1\2x ", text)
    return text


def _priced(line: str) -> tuple[str, str, str, str] | None:
    """(what it is indented by, name, points, what stands behind them) of a line that could be a unit."""
    start = _INDENT.match(line)
    words = line[start.end() :].strip() if start else line.strip()
    if not words or len(words) > 400 or words[0] in "+&#=>" or _labelled(words):
        return None
    if found := _BEHIND.fullmatch(words):
        name, amount, rest = found[1], found[2] or found[3] or found[4], found["rest"] or ""
    elif found := _BEFORE.fullmatch(words):
        name, amount, rest = found[4], found[1] or found[2] or found[3], ""
    else:
        return None
    points = int(re.sub(r"\D", "", amount))
    if points % _STEP or phrases.is_section(name) or fold(name) in phrases.among("sizes"):
        return None
    return (start[1] if start else ""), (start[2] or "" if start else "") + name.strip(" -–,"), str(points), rest


def _labelled(words: str) -> bool:
    found = phrases.label(words)
    known = phrases.group("fence")
    return (found is not None and found[0].strip("-* ") in known) or bool(_TOTAL.fullmatch(words))


def _other(line: str) -> str:
    """A title with the points of all below it, and the total without its colon."""
    words = line.strip()
    if found := _TOTAL.fullmatch(words):
        return f"{found[1]}: {found[2]}"
    title = _BEHIND.fullmatch(words)
    return title[1] if title and phrases.is_section(title[1].strip()) else line
