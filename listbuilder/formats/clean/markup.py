"""Take off what a chat or an editor of Markdown writes around the words of a list.

Signs that stand for others are replaced, too.
"""

from __future__ import annotations

import re
from itertools import pairwise

from listbuilder.formats.clean.columns import convert_table
from listbuilder.matching.numbers import has_price

_BREAK = re.compile("[\u2028\u2029\x0b\x0c\x85]")
_WRITTEN_OUT = re.compile(r"\\r?\\n|\\n")
_EMOJI = re.compile(
    r"(?<![\w:]):[a-z][a-z0-9_+-]{1,31}:(?!\w)|<a?:\w{2,32}:\d{5,25}>"
    r"|<(?:t:\d{5,12}(?::[a-z])?|[@#][!&]?\d{5,25})>",
    re.IGNORECASE,
)
_CALLED = re.compile(
    r":[a-z][a-z0-9_+-]{1,31}:", re.IGNORECASE
)  # found at once where it is not: this begins with its sign
_STAMP = re.compile(
    r"^[\[(]?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? {1,2}\d{1,2}[:.]\d{2}(?:[:.]\d{2})?"
    r"(?: ?[ap]\.?m\.?)?[\])]? ?(?:[-–] )?[^:\n]{1,40}: ?",
    re.MULTILINE | re.IGNORECASE,
)
_EMPHASIS = [
    re.compile(
        rf"(?<![\w{sign}])({sign}{{1,2}})(?=[^\s{sign}])([^{sign}\n]{{1,200}}?) ?\1(?![\w{sign}])"
    )
    for sign in ("\\*", "_", "`")
]
_CODE = re.compile(r"^`([^`\n]*)`$", re.MULTILINE)
_RANKED = re.compile(
    r"^([ \t]*(?:> ?)*)([ivx]{1,6}|[a-z])[.)][ \t]+(?=\S)", re.MULTILINE | re.IGNORECASE
)
_MISTAKEN = re.compile(r"(?<![\w'’.-])(?=[0-9]?[lIO]|[lI])([lIO0-9]{1,3})(?=x [A-Za-z])")
_MAYBE_MISTAKEN = re.compile(r"[lIO][lIO0-9]{0,2}x [A-Za-z]")  # likewise
_LETTERS = str.maketrans("lIO", "110")
_PAIRED = re.compile(r"(?<=\S) [–—−](?= \S| *$)", re.MULTILINE)
_FEW = 2  # it takes as many lines to tell a manner from a chance
_ROW = re.compile(r"^[ \t]*\|(?!\|)", re.MULTILINE)
_SPOILER = re.compile(r"^[ \t]*\|\|(?=[^|\n])|(?<=[^|\n])\|\|[ \t]*$", re.MULTILINE)
_ROMAN = {"i": 1, "v": 5, "x": 10}


def _strip_spoilers(text: str) -> str:
    """Return `text` without the bars that a chat puts around what is to be hidden.

    A table has single bars at the beginnings of lines, and is returned unchanged.
    """
    return text if _ROW.search(text) else _SPOILER.sub("", text)


def strip_markup(text: str) -> str:
    """Return `text` without signs that chats and Markdown add, and with tables as lines.

    Emojis, time stamps, emphasis and code signs are removed. Letters that stand for digits in
    counts (`lx`) are corrected.
    """
    text = _normalize_line_breaks(text)
    if "<" in text or _CALLED.search(text):
        text = _EMOJI.sub(" ", text)
    text = _STAMP.sub("", text)
    if "||" in text:
        text = _strip_spoilers(text)
    if "`" in text:
        text = _CODE.sub(r"\1", text)
    for sign, emphasis in zip("*_`", _EMPHASIS, strict=True):
        if sign in text:
            text = emphasis.sub(r"\2", text)
    if _MAYBE_MISTAKEN.search(text):
        text = _MISTAKEN.sub(lambda count: count[1].translate(_LETTERS), text)
    if any(dash in text for dash in "–—−"):
        text = _PAIRED.sub(" -", text)
    return _mark_ranked_lines(convert_table(text))


def _normalize_line_breaks(text: str) -> str:
    """Return `text` with newlines for other line breaks, if those are the usual ones in it.

    Line breaks of other kinds must outnumber newlines. Line breaks that a program wrote out as two
    characters, a backslash and an n, must be far more than real ones.
    """
    if len(_BREAK.findall(text)) > text.count("\n"):
        text = _BREAK.sub("\n", text)
    if "\\n" in text and len(_WRITTEN_OUT.findall(text)) > _FEW * (1 + text.strip().count("\n")):
        text = _WRITTEN_OUT.sub("\n", text).replace("\\t", "    ").replace('\\"', '"')
    return text


def _mark_ranked_lines(text: str) -> str:
    """Return `text` with bullets for ranks that count up, such as `i.`, `ii.` or `a)`, `b)`.

    On a line with points the rank numbers a unit, so it is removed without a bullet. The text is
    unchanged if the ranks don't count up.
    """
    rank_matches = list(_RANKED.finditer(text))
    if len(rank_matches) < _FEW:
        return text
    ranks = [_read_rank(rank_match[2]) for rank_match in rank_matches]
    if 1 not in ranks[0] or not all(ranks):
        return text
    counts_up = any({rank + 1 for rank in above} & below for above, below in pairwise(ranks))
    if not counts_up and not all(1 in rank for rank in ranks):
        return text

    def replace_rank(rank_match: re.Match[str]) -> str:
        """Return what replaces a rank: the line's indent, with a bullet if the line has no
        points.
        """
        end = text.find("\n", rank_match.end())
        line = text[rank_match.end() : end if end >= 0 else len(text)]
        return rank_match[1] if has_price(line) else f"{rank_match[1]}• "

    return _RANKED.sub(replace_rank, text)


def _read_rank(sign: str) -> set[int]:
    """Return the numbers that a letter or a Roman numeral may mean, such as 1 and 9 for `i`."""
    folded = sign.lower()
    ranks = {ord(folded) - ord("a") + 1} if len(folded) == 1 else set()
    if set(folded) <= set(_ROMAN):
        values = [_ROMAN[letter] for letter in folded]
        number = 0
        for value, next_value in zip(values, [*values[1:], 0], strict=True):
            number += -value if value < next_value else value
        ranks.add(number)
    return ranks
