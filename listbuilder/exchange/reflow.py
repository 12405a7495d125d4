"""Lines that a page or a form cut or ran together, put as a program writes them: what stands on a line of its own there."""

from __future__ import annotations

import re
from functools import cache

from listbuilder.games.shared import phrases
from listbuilder.games.shared.numbers import counted, priced
from listbuilder.model.base import fold

_POINTS = r"(\d[\d,.]{0,6}) {0,2}(?:pts?|points?)\.?"
_ALONE = re.compile(rf"[ \t]*[(\[]? ?{_POINTS} ?[)\]]?[ \t]*", re.IGNORECASE)
_GLUED = re.compile(rf"([^\W\d][^()\[\]:/]{{1,80}}?)(?<![\d.,-]) {{0,3}}{_POINTS}", re.IGNORECASE)
_INNER = re.compile(r"(?<=[:\w)\]!?.'’])[ \t]+(?=[•◦▪●■] ?\w)")
_FIRST = re.compile(r"[(\[]\d[\d,.]{0,6} {0,2}(?:pts?|points?)?[)\]]", re.IGNORECASE)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_BUDGET = re.compile(r"(\(\d{1,2} detachment points?\)),?[ \t]+(?=\S)", re.IGNORECASE)
_FEW = 2  # it takes as many lines to tell a manner from a chance


def reflowed(text: str) -> str:
    """The text with prices behind what they are the price of, and bullets and heads on lines of their own."""
    if _INNER.search(text):
        text = _parted(text)
    text = _BUDGET.sub(r"\1\n", text)
    lines = _sized(text.split("\n"))
    below = [place for place in range(1, len(lines)) if _is_price_of(lines, place)]
    if len(below) > _FEW:
        for place in below:
            name = _above(lines, place)
            lines[name] = f"{lines[name].rstrip()} ({_number(lines[place])} points)"
            lines[place] = ""
    return "\n".join(lines)


def _parted(text: str) -> str:
    """Bullets that run on begin lines, behind the first price; above it they may be points between the words of a head."""
    first = _FIRST.search(text)
    if first is None or len(_INNER.findall(text, first.end())) < _FEW:
        return text
    body = _INNER.sub("\n", text[first.start() :])
    return _INDENT.sub("", text[: first.start()] + body)  # how deep a line stood is gone for some of them, so for all


def _is_price_of(lines: list[str], place: int) -> bool:
    """A line with points alone, right below a name or with one blank line between them."""
    if not _ALONE.fullmatch(lines[place]):
        return False
    above = lines[_above(lines, place)].strip()
    nothing = not any(map(str.isalpha, above)) or above[0] in "•◦▪●■+" or above.endswith(":")
    return not (nothing or _ALONE.fullmatch(above) or priced(above) or phrases.is_section(above))


def _above(lines: list[str], place: int) -> int:
    return place - 1 if lines[place - 1].strip() or place < 2 else place - 2


def _number(line: str) -> str:
    found = _ALONE.fullmatch(line)
    return found[1] if found else ""


def with_brackets(text: str) -> str:
    """`Patriarch105 Points`, `Patriarch 105 pts`: in a text in which no price has brackets."""
    if priced(text):
        return text
    lines = text.split("\n")
    found = [_GLUED.fullmatch(line.strip()) if _may_be_unit(line) else None for line in lines]
    if sum(map(bool, found)) <= _FEW:
        return text
    return "\n".join(f"{each[1]} ({each[2]} points)" if each else line for line, each in zip(lines, found, strict=True))


def _may_be_unit(line: str) -> bool:
    words = line.strip()
    return len(words) < 120 and words[:1].isalnum() and (words[0].isalpha() or counted(words)[0] is not None)


def _sized(lines: list[str]) -> list[str]:
    """`Purge the Foe Strike Force (2000 points)`: the battle size on a line of its own."""
    made: list[str] = []
    for line in lines:
        found = _sizes().search(line) if "(" in line and len(line) < 200 else None
        if found and found.start() and not phrases.label(line) and not line.lstrip().startswith(("+", "•", "-", "#")):
            made += [line[: found.start()].rstrip(), found[0].strip()]
        else:
            made.append(line)
    return made


@cache
def _sizes() -> re.Pattern[str]:
    names = "|".join(sorted((re.escape(name) for name in _names()), key=len, reverse=True))
    return re.compile(rf"(?<=[\w)!?]) (?:{names}) ?\(\d[\d,.]{{0,6}} ?points?(?: limit)?\)$", re.IGNORECASE)


def _names() -> list[str]:
    return [fold(name) for names in phrases.phrases()["sizes"].values() for name in names]
