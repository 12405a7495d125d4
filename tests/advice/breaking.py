"""Legal rosters of every game, and ways to break them, by number: the same number gives the same list every time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from listbuilder.advice.fix import find_fixes
from listbuilder.advice.fix_moves import TERMS as AGREED
from listbuilder.advice.fix_search import TERMS
from listbuilder.advice.fix_state import Cost
from listbuilder.data.library import Library
from listbuilder.model.edit import Edit
from listbuilder.model.path_moves import Moves
from listbuilder.roster.position import Position
from listbuilder.yamlio.writer import write_new_text
from tests.rules.edits import edit_of

ROOT = Path(__file__).resolve().parent.parent.parent
LIBRARY = Library()
LEGAL = sorted((ROOT / "examples").glob("*/legal/*.yaml"))
DEEDS = ("add", "duplicate", "remove", "field", "field", "formation")


def broken(number: int) -> tuple[Position, Position, Edit | None]:
    """A legal list, what became of it after one to four edits, and the edit where it was one."""
    chance = Random(number)
    file = LEGAL[number % len(LEGAL)]
    legal = Position.read(file.read_bytes(), file.name, LIBRARY)
    for _ in range(chance.randrange(4)):
        for after, _edit in _tries(legal, chance, 10):
            if after.verdict == "legal":
                legal = after
                break
    times = 1 + number // len(LEGAL) % 4
    position, first = legal, None
    for done in range(times):
        for after, edit in _tries(position, chance, 60):
            if after.verdict == "illegal" and (
                done == 0 or len(_errors(after)) > len(_errors(position))
            ):
                position, first = after, edit
                break
    return legal, position, first if times == 1 else None


def _errors(position: Position) -> list[object]:
    return [finding for finding in position.findings if finding.severity == "error"]


def _tries(position: Position, chance: Random, times: int) -> Iterator[tuple[Position, Edit]]:
    for _ in range(times):
        edit = edit_of(position, chance.choice(DEEDS), chance.randrange(10_000))
        if edit is None or not edit.steps:
            continue
        after = position.apply(edit)
        if after.army is not None and not after.problems:
            yield after, edit


def read_again(position: Position) -> Position:
    """The roster as a file of its own."""
    return Position.read(write_new_text(position.data).encode(), "again.yaml", LIBRARY)


def undoing(legal: Position, broken: Position, edit: Edit) -> Cost:
    """What it costs to take the edit back: what is there because of it goes again, and what went with it comes back. So does
    what comes with a choice that it made otherwise: another regiment of renown is other units.
    """
    assert legal.army is not None and broken.army is not None
    moves = Moves(edit, legal.data)
    stayed = [moves(unit.path) for unit in legal.army.units if unit.path]
    chosen = [step.path for step in edit.steps if step.op == "set" and isinstance(step.value, str)]
    lost = sum(
        unit.path not in stayed or unit.path in chosen for unit in broken.army.units if unit.path
    )
    parts = len({step.path[:2] for step in edit.steps}) if None in stayed else 1
    terms = TERMS * any(step.path[0] in AGREED for step in edit.steps)
    return (0, lost + terms, max(parts, lost), max(0, (broken.points or 0) - (legal.points or 0)))


def faults(legal: Position, position: Position, edit: Edit | None) -> Iterator[str]:
    """What is wrong with what is offered for a broken list."""
    answers = find_fixes(position).answers
    if not answers:
        yield "nothing is offered"
    for number, answer in enumerate(answers):
        if position.apply(answer.edit).data != answer.after.data:
            yield f"offer {number}: the edit leads elsewhere"
        if read_again(answer.after).verdict != "legal":
            yield f"offer {number}: not legal"
    if answers and edit is not None and answers[0].cost > undoing(legal, position, edit):
        yield f"the first offer costs {answers[0].cost}; undoing costs {undoing(legal, position, edit)}"
