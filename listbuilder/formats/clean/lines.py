"""Put lines that a page or a form cut or ran together as a program writes them.

What stands on a line of its own there does so here.
"""

from __future__ import annotations

import re
from functools import cache

from listbuilder.matching import phrases
from listbuilder.matching.numbers import POINTS_WORD, has_price, split_count
from listbuilder.model.base import fold

_POINTS = r"(\d[\d,.]{0,6}) {0,2}(?:pts?|points?)\.?"
_ALONE = re.compile(rf"[ \t]*[(\[]? ?{_POINTS} ?[)\]]?[ \t]*", re.IGNORECASE)
_GLUED = re.compile(rf"([^\W\d][^()\[\]:/]{{1,80}}?)(?<![\d.,-]) {{0,3}}{_POINTS}", re.IGNORECASE)
_INNER = re.compile(r"(?<=[:\w)\]!?.'’])[ \t]*(?=[•◦▪●■] ?\w)")
_FIRST = re.compile(r"[(\[]\d[\d,.]{0,6} {0,2}(?:pts?|points?)?[)\]]", re.IGNORECASE)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_BUDGET = re.compile(r"(\(\d{1,2} detachment points?\)),?[ \t]+(?=\S)", re.IGNORECASE)
_SPACED = re.compile(r"[ \t]{2,}(?=\d{1,3} ?[x×] ?[^\W\d])", re.IGNORECASE)
_BULLET = re.compile(r"[ \t]*[•◦▪●■*-][ \t]*(?=\d{1,3} ?[x×] ?[^\W\d])", re.IGNORECASE)
_SIGN = r"^([ \t]*[-–—*•◦▪●■][ \t]*)"
_BARE = re.compile(rf"{_SIGN}(\d{{1,3}}) (?!with\b)(?=[^\W\d])", re.MULTILINE | re.IGNORECASE)
_USUAL = re.compile(rf"{_SIGN}\d{{1,3}} ?[x×] ?[^\W\d]", re.MULTILINE | re.IGNORECASE)
_FEW = 2  # it takes as many lines to tell a manner from a chance


def rewrite_lines(text: str) -> str:
    """Return `text` with prices behind names; bullets and battle sizes on their own lines.

    Prices that stand on lines of their own are moved to the names above if there are more than two
    such lines.
    """
    if _INNER.search(text):
        text = _split_at_bullets(text)
    if "  " in text or "\t" in text:
        text = "\n".join(map(_split_spaced_items, text.split("\n")))
    text = _BUDGET.sub(r"\1\n", text)
    lines = _split_battle_size(text.split("\n"))
    price_lines = [place for place in range(1, len(lines)) if _is_price_below_name(lines, place)]
    if len(price_lines) > _FEW:
        for place in price_lines:
            price = _ALONE.fullmatch(lines[place])
            assert price is not None, "that is what tells these lines"
            name_line = _find_line_above(lines, place)
            lines[name_line] = f"{lines[name_line].rstrip()} ({price[1]} points)"
            lines[place] = ""
    return "\n".join(lines)


def _split_at_bullets(text: str) -> str:
    """Return `text` with a line break before each bullet that stands within a line.

    Bullets above the first price stay, because they may separate words of the header. All
    indentation below it is removed, because some lines have lost it. At least two such bullets are
    needed; otherwise the text stays as it is.
    """
    first = _FIRST.search(text)
    if first is None or len(_INNER.findall(text, first.end())) < _FEW:
        return text
    body = _INNER.sub("\n", text[first.start() :])
    return _INDENT.sub("", text[: first.start()] + body)


def _split_spaced_items(line: str) -> str:
    """Return `line` with a line for each counted item behind its bullet, if spaces part them.

    `• 1x Flip Belt    1x Miststave` is an example. Each line gets the bullet.
    """
    bullet = _BULLET.match(line)
    if bullet is None:
        return line
    items = _SPACED.split(line[bullet.end() :].rstrip())
    return bullet[0] + f"\n{bullet[0]}".join(items)


def _is_price_below_name(lines: list[str], place: int) -> bool:
    """Return whether line `place` has only points and stands below a name.

    One blank line may be between them.
    """
    if not _ALONE.fullmatch(lines[place]):
        return False
    above = lines[_find_line_above(lines, place)].strip()
    if not any(map(str.isalpha, above)) or above[0] in "•◦▪●■+" or above.endswith(":"):
        return False
    return not (_ALONE.fullmatch(above) or has_price(above) or phrases.is_section(above))


def _find_line_above(lines: list[str], place: int) -> int:
    """Return the index of the line above `place`, or of the line before that if it is blank."""
    if lines[place - 1].strip() or place < 2:
        return place - 1
    return place - 2


def mark_bare_counts(text: str) -> str:
    """Return `text` with the sign of a count behind bare numbers: `• 5 Orks` is `• 5x Orks`.

    At least three lines with a bullet must have a bare number, and no line may have a count with
    its sign: there a bare number means something else, such as a choice of several items.
    """
    if _USUAL.search(text) or len(_BARE.findall(text)) <= _FEW:
        return text
    return _BARE.sub(r"\1\2x ", text)


def add_brackets(text: str) -> str:
    """Return `text` with brackets around points that have none, as in `Patriarch105 Points`.

    The text stays as it is if any unit's price has brackets already, or if no more than two lines
    are of this kind. `Patriarch 105 pts` is of this kind as well. Where the number touches the
    name, two lines are enough, and the title may have its points in brackets.
    """
    lines = text.split("\n")
    in_brackets = sum(has_price(line) and not _is_battle_size(line) for line in lines)
    if in_brackets > 1:
        return text
    matches = [_GLUED.fullmatch(line.strip()) if _may_be_unit(line) else None for line in lines]
    touching = sum(bool(match and match[1][-1].isalpha() and _touches(match)) for match in matches)
    if touching < _FEW and (in_brackets or sum(map(bool, matches)) <= _FEW):
        return text
    return "\n".join(
        f"{match[1]} ({match[2]} points)" if match else line
        for line, match in zip(lines, matches, strict=True)
    )


def _touches(glued: re.Match[str]) -> bool:
    """Return whether the number of a line that `_GLUED` matched touches the name before it."""
    return glued.end(1) == glued.start(2)


def _is_battle_size(line: str) -> bool:
    """Return whether `line` is a battle size with its points: `Strike Force (2,000 Points)`."""
    name = fold(line.partition("(")[0]).strip(" :-")
    return name in phrases.get_group_by_word("sizes")


def _may_be_unit(line: str) -> bool:
    """Return whether a line may be a unit: it is short and begins with a letter or a count."""
    words = line.strip()
    if len(words) >= 120 or not words[:1].isalnum():
        return False
    return words[0].isalpha() or split_count(words)[0] is not None


def _split_battle_size(lines: list[str]) -> list[str]:
    """Return `lines` with a battle size at the end of a line moved to a line of its own.

    `Purge the Foe Strike Force (2000 points)` becomes two lines. Labelled lines and lines with
    bullets stay.
    """
    result: list[str] = []
    for line in lines:
        size = _get_size_pattern().search(line) if "(" in line and len(line) < 200 else None
        has_sign = line.lstrip().startswith(("+", "•", "-", "#"))
        if size and size.start() and not phrases.split_label(line) and not has_sign:
            result += [line[: size.start()].rstrip(), size[0].strip()]
        else:
            result.append(line)
    return result


@cache
def _get_size_pattern() -> re.Pattern[str]:
    """Return the pattern of a battle size with its points at the end of a line."""
    sizes = phrases.load_phrases()["sizes"]  # in all languages, by size
    patterns = [re.escape(fold(name)) for names in sizes.values() for name in names]
    names = "|".join(sorted(patterns, key=len, reverse=True))
    return re.compile(
        rf"(?<=[\w)!?]) (?:{names}) ?\(\d[\d,.]{{0,6}} ?{POINTS_WORD}(?: limit)?\)$", re.IGNORECASE
    )
