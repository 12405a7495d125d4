"""Our verdicts beside those of wh40kdc, on rosters made by dice: legal ones and broken ones, of six factions.

    python -m tools.differential [--seed 1] [--count 500] [--also FILE] [--record FILE]

Every disagreement has to fall under a cause of triage.yaml; those that do not are printed, and it exits with 1. The same
seed makes the same rosters. Where wh40kdc cannot be installed it says so and exits with 0.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from listbuilder.games.wh40k.army import Muster
from listbuilder.roster.position import Position
from tools import peer
from tools.differential import triage
from tools.differential.breaking import broken
from tools.differential.canonical import canonical
from tools.differential.compare import Disagreement, disagreements
from tools.differential.rosters import FACTIONS, Book, Roster, judged, legal

Answer = dict[str, Any]
_THEIRS = Path(__file__).with_name("theirs.py")


def rosters(seed: int, count: int) -> Iterator[Roster]:
    """Each faction in turn; of five rounds two are legal and three broken."""
    books = {faction: Book(faction) for faction in FACTIONS}
    for number in range(count):
        dice, book = Random(f"{seed} {number}"), books[FACTIONS[number % len(FACTIONS)]]
        made = legal(book, dice)
        yield broken(book, made, dice) if number // len(FACTIONS) % 5 >= 2 else made


def recorded(file: Path) -> list[dict[str, Any]]:
    """Rosters of an earlier run, each with the answer of wh40kdc."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def answers(python: Path, positions: Iterable[Position]) -> list[Answer]:
    """What wh40kdc says of them."""
    lines = []
    for position in positions:
        assert isinstance(position.army, Muster)
        lines.append(json.dumps(canonical(position.army)))
    done = subprocess.run(
        [str(python), str(_THEIRS)], input="\n".join(lines), capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def compared(positions: Sequence[Position], said: Sequence[Answer]) -> list[Disagreement]:
    found = enumerate(zip(positions, said, strict=True))
    return [
        each
        for number, (position, answer) in found
        for each in disagreements(number, position, answer)
    ]


def main() -> int:
    args = _arguments()
    try:
        python = peer.python()
    except peer.NotThere as error:
        print(f"nothing compared: {error}")
        return 0
    made = [
        *rosters(args.seed, args.count),
        *(each["roster"] for file in args.also for each in recorded(Path(file))),
    ]
    positions = [judged(roster) for roster in made]
    said = answers(python, positions)
    found = compared(positions, said)
    known = triage.load()
    done = triage.sort(found, known.causes)
    if args.record:
        kept = [{"roster": made[number], "answer": said[number]} for number in _few(done)]
        Path(args.record).write_text(
            "".join(json.dumps(each) + "\n" for each in kept), encoding="utf-8"
        )
    legal_here = sum(position.verdict == "legal" for position in positions)
    print(f"{len(made)} rosters, {legal_here} of them legal by our law; {len(found)} disagreements")
    return _report(known, done)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.differential")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument(
        "--also",
        metavar="FILE",
        action="append",
        default=[],
        help="rosters that were recorded before",
    )
    parser.add_argument(
        "--record",
        metavar="FILE",
        help="write a few rosters that show every cause, with the answers of wh40kdc",
    )
    return parser.parse_args()


def _few(done: triage.Sorted) -> list[int]:
    """Rosters that together show every cause: each time the one that shows most of what is not shown yet."""
    left = {cause for causes in done.by_roster.values() for cause in causes}
    chosen: list[int] = []
    while left:
        best = max(done.by_roster, key=lambda number: len(left & done.by_roster[number]))
        left -= done.by_roster[best]
        chosen.append(best)
    return sorted(chosen)


def _report(known: triage.Triage, done: triage.Sorted) -> int:
    for cause in known.causes:
        print(f"{done.by_cause[cause.id]:>5}  {cause.right:<7} {cause.id}")
    for each in done.untriaged:
        names, ours, theirs = (
            ", ".join(each.names),
            ", ".join(each.ours) or "-",
            ", ".join(each.theirs) or "-",
        )
        print(
            f"NOT TRIAGED roster {each.roster} ({each.faction}) {each.topic} {each.search}: {names}"
        )
        print(f"    ours: {ours}; theirs: {theirs}; {each.detail}")
    print(
        f"{len(done.untriaged)} fall under no cause"
        if done.untriaged
        else "every one falls under a cause"
    )
    return 1 if done.untriaged else 0


if __name__ == "__main__":
    sys.exit(main())
