"""Decide what a typed list leaves open, once its army is known: size, Warlord, guesses."""

from __future__ import annotations

import msgspec

from listbuilder.formats.parsed import ParsedList
from listbuilder.formats.resolve.assume_warlord import MARKS, add_assumption
from listbuilder.formats.resolve.typed_units import UNCHECKED, UNSURE
from listbuilder.model.finding import Note
from listbuilder.model.imported import Imported
from listbuilder.model.message_args import MessageArgs
from listbuilder.model.problem import Problem
from listbuilder.roster.position import Position
from listbuilder.yamlio.reader import YamlDocument

FEWEST = 2  # units of a text that is taken for a list


def is_army(units: int, candidates: int) -> bool:
    """Return whether a text is a list: enough of its `candidates` lines are known `units`."""
    return units >= FEWEST and units * 2 >= candidates


def settle_open_questions(
    position: Position,
    document: YamlDocument,
    parsed: ParsedList,
    accounting: Imported,
    has_sign: bool,
) -> YamlDocument:
    """Return the roster of a typed list with what it leaves open decided or assumed.

    If the total is right by today's prices, guesses about units count as certain; prices of other
    days might give that total by chance. A total that isn't right is reported. Without a limit and
    a total, the battle size is the smallest that the army fits. `has_sign`: something in the list
    tells its game; otherwise a note says that the game is assumed.
    """
    if position.army is None:
        return document
    accounting.not_checked += [note for note in accounting.notes if note.key == UNCHECKED]
    accounting.notes = [note for note in accounting.notes if note.key != UNCHECKED]
    if not has_sign:
        book = position.army.book
        names: MessageArgs = {"game": book.name, "edition": book.edition}
        accounting.notes.append(Note(key="import_game_assumed", args=names))
    if parsed.total is not None and position.points != parsed.total:
        args: MessageArgs = {"stated": parsed.total, "computed": position.points or 0}
        line = parsed.total_line
        problem = Problem(key="typed_total_differs", args=args, file=document.file, line=line)
        accounting.unread = [*accounting.unread, problem]
    elif parsed.total is not None and accounting.day and accounting.day.how == "today":
        accounting.unread = [problem for problem in accounting.unread if problem.key not in UNSURE]
    if parsed.total is None and parsed.limit is None and parsed.size is None:
        return _fit_battle_size(position, document, accounting)
    return document


def _fit_battle_size(
    position: Position, document: YamlDocument, accounting: Imported
) -> YamlDocument:
    """Return the roster with the smallest battle size that its points fit, and note the size."""
    assert position.army is not None
    points = position.points or 0
    sizes = position.army.book.battle_sizes
    if not sizes:
        return document
    size = next((size for size in sizes if size.points >= points), sizes[-1])
    if "battle_size" not in document.data.get("assumed", ()):
        return document
    args = {"size": size.name, "points": points}
    accounting.warned = [
        Note(key=note.key, args=args, path=note.path)
        if note.key == "import_size_by_points"
        else note
        for note in accounting.warned
    ]
    data = {**document.data, "battle_size": size.id}
    return msgspec.structs.replace(document, data=data)


def assume_unnamed_warlord(position: Position, document: YamlDocument) -> YamlDocument:
    """Return the roster with its Warlord marked as left open, if the list names none.

    Why: a list that somebody types in a chat rarely names it, and so is not illegal.
    """
    is_missing = any(
        finding.check in MARKS and finding.key == "missing" for finding in position.findings
    )
    if not is_missing:
        return document
    return msgspec.structs.replace(document, data=add_assumption(document.data, "warlord"))
