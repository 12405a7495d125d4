"""Two lists in one paste."""

from __future__ import annotations

from listbuilder.exchange.source import Source, SourceLine
from listbuilder.games.shared import phrases
from listbuilder.model.base import fold


def second_list(source: Source) -> int | None:
    """The line on which a second list begins, by what stands in a list only once."""
    for is_sign in (_general, _fence, _signature):
        lines = [line.number for line in source.lines if line.words and is_sign(line)]
        if len(lines) > 1:
            return lines[1]
    return None


def _general(line: SourceLine) -> bool:
    kinds = phrases.group("regiments")
    return kinds.get(fold(line.words).strip(":. -")) == "general"


def _fence(line: SourceLine) -> bool:
    return fold(line.words).lstrip("+ ").startswith("faction keyword")


_SIGNED: tuple[str, ...] = ("exported with app version", "exported with battlebase", "created with warhammer age of sigmar")


def _signature(line: SourceLine) -> bool:
    return fold(line.words).startswith(_SIGNED)
