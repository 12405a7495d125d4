"""Rewrite the plain text that BattleScribe prints as the simple style of New Recruit.

BattleScribe stands titles between plus signs, begins models with a dot, leaves out a count of one,
and counts items over all models of a line.
"""

from __future__ import annotations

import re

from listbuilder.formats.read.outline import split_list
from listbuilder.matching.numbers import split_count

# ++ Army Roster (Xenos - Necrons) [1,995pts] ++
_HEAD = re.compile(
    r"\+\+ ([^\[\]()]*?) ?\(([^()\[\]]+)\) \[(\d[\d,.]{0,6}) ?pts\] \+\+", re.IGNORECASE
)
_TOTAL = re.compile(r"\+\+ ?total:? ?\[[^\[\]]*\] ?\+\+", re.IGNORECASE)
_TITLE = re.compile(r"\+ ([^+\[\]]{3,40}?)(?: \[[^\[\]]*\])? \+")
_BELOW = re.compile(r"(?:\. ?){1,4}(?=[^\W_])")


def rewrite_battlescribe_text(text: str) -> str:
    """Return `text` in New Recruit's simple style if BattleScribe printed it, else unchanged."""
    lines = text.split("\n")
    heads = [head for line in lines if (head := _HEAD.fullmatch(line.strip()))]
    if len(heads) != 1:
        return text
    points = heads[0][3]
    rewritten: list[str] = []
    for line in lines:
        words = line.strip()
        if head := _HEAD.fullmatch(words):
            rewritten.append(f"{head[2]} - {head[1]} - [{head[3]} pts]")
        elif _TOTAL.fullmatch(words):
            rewritten.append("")
        elif title := _TITLE.fullmatch(words):
            is_first = title[1].casefold() == "configuration"
            rewritten.append(
                f"# ++ Army Roster ++ [{points} pts]" if is_first else f"## {title[1]}"
            )
        elif below := _BELOW.match(words):
            rewritten.append(_rewrite_models(words[below.end() :]))
        else:
            rewritten.append(line)
    return "\n".join(rewritten)


def _rewrite_models(words: str) -> str:
    """Return a line of models with its count, and with the items that each of them carries.

    `3x Trooper: 3x Rifle` becomes `• 3x Trooper: 1x Rifle`.
    """
    count, name = split_count(words)
    models, colon, listed = name.partition(": ")
    if not colon:
        return f"• {count or 1}x {name}"
    items: list[str] = []
    for item in split_list(listed):
        number, carried = split_count(item)
        if number is not None and count and number % count == 0:
            item = f"{number // count}x {carried}"
        items.append(item)
    return f"• {count or 1}x {models}: {', '.join(items)}"
