"""Put lines that a page or a form cut or ran together as a program writes them.

What stands on a line of its own there does so here.
"""

from __future__ import annotations

import re
from functools import cache

from listbuilder.matching import phrases
from listbuilder.matching.numbers import has_price, split_count
from listbuilder.model.base import fold

_POINTS = r"(\d[\d,.]{0,6}) {0,2}(?:pts?|points?)\.?"
_ALONE = re.compile(rf"[ \t]*[(\[]? ?{_POINTS} ?[)\]]?[ \t]*", re.IGNORECASE)
_GLUED = re.compile(rf"([^\W\d][^()\[\]:/]{{1,80}}?)(?<![\d.,-]) {{0,3}}{_POINTS}", re.IGNORECASE)
_INNER = re.compile(r"(?<=[:\w)\]!?.'’])[ \t]+(?=[•◦▪●■] ?\w)")
_FIRST = re.compile(r"[(\[]\d[\d,.]{0,6} {0,2}(?:pts?|points?)?[)\]]", re.IGNORECASE)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_BUDGET = re.compile(r"(\(\d{1,2} detachment points?\)),?[ \t]+(?=\S)", re.IGNORECASE)
_FEW = 2  # it takes as many lines to tell a manner from a chance


def rewrite_lines(text: str) -> str:
    """Return the text with prices behind what they cost, and bullets and headers on lines of their
    own.
    """
    if _INNER.search(text):
        text = _split_at_bullets(text)
    text = _BUDGET.sub(r"\1\n", text)
    lines = _split_battle_size(text.split("\n"))
    price_lines = [place for place in range(1, len(lines)) if _is_price_below_name(lines, place)]
    if len(price_lines) > _FEW:
        for place in price_lines:
            name_line = _find_line_above(lines, place)
            lines[name_line] = f"{lines[name_line].rstrip()} ({_get_number(lines[place])} points)"
            lines[place] = ""
    return "\n".join(lines)


def _split_at_bullets(text: str) -> str:
    """Return the text with each bullet that runs on at the beginning of a line.

    Only behind the first price; above it they may be points between the words of a header. How deep
    a line stood is gone for some of them, so for all.
    """
    first = _FIRST.search(text)
    if first is None or len(_INNER.findall(text, first.end())) < _FEW:
        return text
    body = _INNER.sub("\n", text[first.start() :])
    return _INDENT.sub(
        "", text[: first.start()] + body
    )  # how deep a line stood is gone for some of them, so for all


def _is_price_below_name(lines: list[str], place: int) -> bool:
    """Return whether a line has points alone, right below a name or with one blank line between
    them.
    """
    if not _ALONE.fullmatch(lines[place]):
        return False
    above = lines[_find_line_above(lines, place)].strip()
    nothing = not any(map(str.isalpha, above)) or above[0] in "•◦▪●■+" or above.endswith(":")
    return not (nothing or _ALONE.fullmatch(above) or has_price(above) or phrases.is_section(above))


def _find_line_above(lines: list[str], place: int) -> int:
    """Return the place of the line above, or of the one before it where that is blank."""
    return place - 1 if lines[place - 1].strip() or place < 2 else place - 2


def _get_number(line: str) -> str:
    """Return the points on a line that has points alone, or an empty text."""
    found = _ALONE.fullmatch(line)
    return found[1] if found else ""


def add_brackets(text: str) -> str:
    """Return the text with points in brackets: `Patriarch105 Points`, `Patriarch 105 pts`.

    Only a text in which no price has brackets, and more than two lines are such.
    """
    if has_price(text):
        return text
    lines = text.split("\n")
    matches = [_GLUED.fullmatch(line.strip()) if _may_be_unit(line) else None for line in lines]
    if sum(map(bool, matches)) <= _FEW:
        return text
    return "\n".join(
        f"{match[1]} ({match[2]} points)" if match else line
        for line, match in zip(lines, matches, strict=True)
    )


def _may_be_unit(line: str) -> bool:
    """Return whether a line is short and begins with a letter or a count."""
    words = line.strip()
    return (
        len(words) < 120
        and words[:1].isalnum()
        and (words[0].isalpha() or split_count(words)[0] is not None)
    )


def _split_battle_size(lines: list[str]) -> list[str]:
    """Return the lines with the battle size on a line of its own.

    `Purge the Foe Strike Force (2000 points)` becomes two lines.
    """
    result: list[str] = []
    for line in lines:
        size_match = _get_size_pattern().search(line) if "(" in line and len(line) < 200 else None
        if (
            size_match
            and size_match.start()
            and not phrases.split_label(line)
            and not line.lstrip().startswith(("+", "•", "-", "#"))
        ):
            result += [line[: size_match.start()].rstrip(), size_match[0].strip()]
        else:
            result.append(line)
    return result


@cache
def _get_size_pattern() -> re.Pattern[str]:
    """Return the pattern of a battle size with its points at the end of a line."""
    names = "|".join(
        sorted((re.escape(name) for name in _list_size_names()), key=len, reverse=True)
    )
    return re.compile(
        rf"(?<=[\w)!?]) (?:{names}) ?\(\d[\d,.]{{0,6}} ?points?(?: limit)?\)$", re.IGNORECASE
    )


def _list_size_names() -> list[str]:
    """Return the names of all battle sizes, in all languages."""
    return [fold(name) for names in phrases.load_phrases()["sizes"].values() for name in names]
