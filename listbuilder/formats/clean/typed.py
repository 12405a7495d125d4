"""Rewrite a list as people type it the way programs write it, line for line.

People put prices where each of them likes it, and two units on a line.
"""

from __future__ import annotations

import re

from listbuilder.matching import phrases
from listbuilder.matching.numbers import ROUND_WORD
from listbuilder.model.base import fold

_WORD = r"(?:points?|pts?\.?|p)"
_AMOUNT = r"(\d{1,2}[,.]?\d{3}|\d{2,3})(?![-–/]\d)"  # and no season, such as 2025-26
_NAME = (  # with a mark such as [Warlord] before it, or of a few letters, and a number of models
    r"((?:\[[^\W\d_][^\[\]\d]{1,30}\] ?){0,2}(?:\d{1,3} ?[x×]? ?)?"
    r"[^\W\d_][^\[\]\t:]{2,70}?(?: \[[A-Za-z]{2,4}\])?"
    r"(?: ?[x×] ?\d{1,2})?(?: ?\(\d{1,2}\))?)"
)
_NO_PRICE_BEHIND = rf"(?! ?[(\[] ?\d{{2,4}} ?{_WORD}[)\]])"  # else it is a number of models
_BEHIND = re.compile(
    rf"{_NAME}(?: ?\[ ?{_AMOUNT} {{0,2}}{_WORD}?\]"
    rf"| ?\( ?{_AMOUNT} {{0,2}}{_WORD}?\){_NO_PRICE_BEHIND}"
    rf"|(?: {{0,3}}(?:[-–—=|:,@]{{1,3}}|\.{{2,80}}|\t) {{0,3}}| {{1,4}}){_AMOUNT} {{0,2}}{_WORD}?)"
    r"(?P<rest> ?[:(,;–-].*)?",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"(?:\[{_AMOUNT} {{0,2}}{_WORD}?\]|\({_AMOUNT} {{0,2}}{_WORD}?\)|{_AMOUNT} {{0,2}}{_WORD})"
    rf" ?[-–:]? {_NAME}",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    rf"(?:\W{{0,3}})(total|points|army points|total points)\b\W{{0,3}}{_AMOUNT} {{0,2}}{_WORD}?\.?",
    re.IGNORECASE,
)
_INDENT = re.compile(r"([ \t]*)(?:[-–—*•] )?([A-Za-z]{3,6} ?\d{1,2} ?: ?)?")
_NEXT = re.compile(
    r"(?<=[)\]])(?: ?[,;/+|&] ?| {2,}| and | - )"
    r"(?=(?:\d{1,3} ?[x×] )?[^\W\d_][^()\[\]]{2,60} ?[(\[]\d{2,4} ?(?:pt|point|\)|\]))",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"^([ \t]*[-–—*•◦▪●] ?|[ \t]+)([^\W\d][^\n:,()\[\]]{1,60}?) ?\(?[x×] ?(\d{1,3})\)?$",
    re.MULTILINE | re.IGNORECASE,
)
_BARE = re.compile(
    r"^([ \t]*[-–—*•◦▪●] ?|[ \t]+)(\d{1,3}) (?!with\b)(?=[^\W\d])", re.MULTILINE | re.IGNORECASE
)
_USUAL = re.compile(r"^[ \t]*[-–—*•◦▪●] ?\d{1,3} ?[x×] ", re.MULTILINE | re.IGNORECASE)
_STEP = 5  # all prices are multiples of it
_FEW = 3  # it takes as many lines to tell a manner from a chance


def rewrite_typed(text: str) -> str:
    """Return a list typed by a person, rewritten in the way programs write lists.

    Prices are put in brackets behind names, counts before names, and several units on a line are
    put on lines of their own. A text without at least three such lines, or two units on one line,
    is returned unchanged.
    """
    text = _move_counts(text)
    lines = text.split("\n")
    parts: list[str] = []
    for line in lines:
        has_bracket = ROUND_WORD.search(line) or "(" in line
        parts += _NEXT.split(line) if has_bracket else [line]
    priced_parts = [_parse_priced_line(line) for line in parts]
    usual = 0  # lines that are as programs write them
    for line, fields in zip(parts, priced_parts, strict=True):
        usual += bool(fields and ROUND_WORD.search(line))
    if len(parts) == len(lines) and sum(map(bool, priced_parts)) - usual < _FEW:
        return text
    margin = min((len(fields[0]) for fields in priced_parts if fields), default=0)
    rewritten = []
    for line, fields in zip(parts, priced_parts, strict=True):
        if fields is None:
            rewritten.append(_rewrite_other_line(line))
            continue
        indent, name, points, rest = fields
        if len(indent) > margin and usual:
            rewritten.append(line)  # stands under a unit
        else:
            rewritten.append(f"{name} ({points} points){rest}")
    return "\n".join(rewritten)


def _move_counts(text: str) -> str:
    """Return `text` with counts before names: `• Immortal x5` becomes `• 5x Immortal`.

    `• 5 Immortal` becomes `• 5x Immortal` as well. At least three lines of the same manner are
    needed. A bare number only counts if no line of the text has a count such as `5x Immortal`.
    """
    if len(_AFTER.findall(text)) >= _FEW:
        text = _AFTER.sub(r"\1\3x \2", text)
    if len(_BARE.findall(text)) >= _FEW and not _USUAL.search(text):
        text = _BARE.sub(r"\1\2x ", text)
    return text


def _parse_priced_line(line: str) -> tuple[str, str, str, str] | None:
    """Return (indent, name, points, text behind) of a line that may be a unit, or None.

    None for labelled lines, section titles, battle sizes, and points that are no multiple of 5.
    """
    start = _INDENT.match(line)
    assert start is not None, "all of the pattern is optional"
    indent, label = start[1], start[2] or ""
    words = line[start.end() :].strip()
    if not words or len(words) > 400 or words[0] in "+&#=>" or _is_labelled(words):
        return None
    if parsed := _BEHIND.fullmatch(words):
        name, amount, rest = parsed[1], parsed[2] or parsed[3] or parsed[4], parsed["rest"] or ""
    elif parsed := _BEFORE.fullmatch(words):
        name, amount, rest = parsed[4], parsed[1] or parsed[2] or parsed[3], ""
    else:
        return None
    points = int(re.sub(r"\D", "", amount))
    if points % _STEP or phrases.is_section(name) or fold(name) in phrases.get_words("sizes"):
        return None
    return indent, label + name.strip(" -–,"), str(points), rest


def _is_labelled(words: str) -> bool:
    """Return whether `words` begins with a label of a list's header, or is a total."""
    found = phrases.split_label(words)
    known = phrases.get_group_by_word("fence")
    return (found is not None and found[0].strip("-* ") in known) or bool(_TOTAL.fullmatch(words))


def _rewrite_other_line(line: str) -> str:
    """Return a section title without points, a total with a colon, any other line as it is.

    Why: the points of a section title are the sum of the units below it.
    """
    words = line.strip()
    if total := _TOTAL.fullmatch(words):
        return f"{total[1]}: {total[2]}"
    title = _BEHIND.fullmatch(words)
    return title[1] if title and phrases.is_section(title[1].strip()) else line
