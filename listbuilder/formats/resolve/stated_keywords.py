"""Choose which of the keywords that a list states, and the data does not know, are taken.

No error rests on their absence. Only what clears an error is taken, goes into the roster, and is
said there; nothing is that would make another error. So whoever reads a list that states all
keywords of all units is told of those alone that matter.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from typing import Any

import msgspec

from listbuilder.formats.import_account import StatedKeyword
from listbuilder.games.wh40k.army import Muster
from listbuilder.model.base import Path, fold
from listbuilder.model.finding import Note
from listbuilder.roster.effect import compare_positions
from listbuilder.roster.position import Position
from listbuilder.yamlio.reader import YamlDocument

MOST = 40  # tries


def take_stated_keywords(
    position: Position, stated: Iterable[StatedKeyword]
) -> tuple[YamlDocument | None, list[Note]]:
    """Return the roster with the `stated` keywords that clear an error, and notes.

    The roster is None if no keyword clears an error. A note is only made for a choice whose line
    says nothing else. Keywords that the data knows are ignored.
    """
    army = position.army
    if not isinstance(army, Muster) or position.document is None:
        return None, []
    tags = {unit.path: unit.tags for unit in army.units}
    by_unit: dict[tuple[Path, str], StatedKeyword] = {}
    for keyword in stated:
        folded = fold(keyword.keyword)
        if keyword.path in tags and folded not in tags[keyword.path]:
            by_unit[keyword.path, folded] = keyword
    unknown = list(by_unit.values())
    chosen: list[StatedKeyword] = []
    if unknown and _collect_errors(position):
        chosen = _find_fewest_sufficient_keywords(position, unknown)
    left = {
        (keyword.line, keyword.path): keyword
        for keyword in unknown
        if keyword.given and keyword not in chosen
    }
    notes: list[Note] = []
    for choice in left.values():
        args = {"line": choice.line, "given": choice.given}
        notes.append(Note(key="import_choice_gone", args=args, path=choice.path))
    return (_add_keywords(position, chosen) if chosen else None), notes


def _find_fewest_sufficient_keywords(
    position: Position, stated: list[StatedKeyword]
) -> list[StatedKeyword]:
    """Return few keywords that clear as many errors as all acceptable ones together.

    Empty if none clears an error. The number of tries is limited; when they are used up, the
    smallest set found so far is returned.
    """
    tries = _Tries(position)
    chosen = stated
    if not tries.does_clear_errors(stated):
        chosen = _select_harmless_keywords(stated, tries)
    if not chosen:
        return []
    best = tries.find_errors(chosen)
    single = [[keyword] for keyword in chosen]
    for part in (*_group_by_keyword(chosen), *single):
        if not tries.left:
            break
        fewer = [keyword for keyword in chosen if keyword not in part]
        if len(fewer) < len(chosen) and tries.find_errors(fewer) == best:
            chosen = fewer
    return chosen


def _select_harmless_keywords(stated: list[StatedKeyword], tries: _Tries) -> list[StatedKeyword]:
    """Return the keywords that clear errors and cause none, tried one keyword at a time.

    It is used if all keywords together would cause an error. A keyword is taken for all units that
    it is stated for, or for none. Why: of four Epic Heroes of a kind, giving the keyword to one
    alone doesn't bring the others within their limit.
    """
    chosen: list[StatedKeyword] = []
    for kind in _group_by_keyword(stated):
        if tries.does_clear_errors([*chosen, *kind]):
            chosen += kind
    return chosen


def _group_by_keyword(stated: Iterable[StatedKeyword]) -> Iterator[list[StatedKeyword]]:
    """Yield the stated keywords in groups: all units' statements of one keyword together."""
    groups: dict[str, list[StatedKeyword]] = {}
    for keyword in stated:
        groups.setdefault(fold(keyword.keyword), []).append(keyword)
    for folded in sorted(groups):
        yield groups[folded]


class _Tries:
    """A limited number of tries of the roster with stated keywords."""

    def __init__(self, position: Position) -> None:
        """Prepare to try stated keywords on the roster of `position`, at most MOST times.

        The codes of the roster's errors are remembered, to tell new errors from old ones.
        """
        self.position = position
        self.codes = {finding.code for finding in position.causes if finding.severity == "error"}
        self.left = MOST

    def does_clear_errors(self, stated: Collection[StatedKeyword]) -> bool:
        """Return whether adding these keywords clears an error and causes no new or worse error.

        Uses up one try; False if no try is left.
        """
        tried = self._try_keywords(stated)
        if tried is None or tried.army is None:
            return False
        effect = compare_positions(self.position, tried, lambda path: path)
        for finding in effect.against:
            is_new = finding.code not in self.codes or finding in effect.worsened
            if finding.severity == "error" and is_new:
                return False
        clears_error = any(finding.severity == "error" for finding in effect.cured)
        return clears_error and not effect.problems

    def find_errors(self, stated: Collection[StatedKeyword]) -> set[Hashable] | None:
        """Return the errors that remain with these keywords, or None if no try is left.

        Uses up one try.
        """
        tried = self._try_keywords(stated)
        return _collect_errors(tried) if tried is not None else None

    def _try_keywords(self, stated: Collection[StatedKeyword]) -> Position | None:
        """Return the position with these keywords added, or None if no try is left.

        Uses up one try.
        """
        if not self.left:
            return None
        self.left -= 1
        return self.position.copy_with_document(_add_keywords(self.position, stated))


def _collect_errors(position: Position) -> set[Hashable]:
    """Return the errors of a position as comparable keys: what is wrong, and with which units."""
    return {
        (finding.what, finding.whom) for finding in position.findings if finding.severity == "error"
    }


def _add_keywords(position: Position, stated: Iterable[StatedKeyword]) -> YamlDocument:
    """Return the roster with the `stated` keywords written into the rows of their units."""
    assert position.document is not None
    units: list[Any] = list(position.data["units"])
    by_place: dict[Any, list[str]] = {}
    for keyword in stated:
        by_place.setdefault(keyword.path[1], []).append(keyword.keyword)
    for place, keywords in by_place.items():
        units[place] = {**units[place], "keywords": keywords}
    return msgspec.structs.replace(position.document, data={**position.data, "units": units})
