"""`make corpus`: how well lists of other programs are read, by format, on a collection with known truth.

    python -m tools.corpus [FOLDER] [--open]

FOLDER holds index.jsonl and the files it names; the default is ../shared/corpus. `--open` names what was not found.
Each list is judged by its own day, as a player would see it. Below the table: the verdicts, the totals reproduced on that
day by game, the cause of every line that was not read, and how many lists rest on a hand-written alias that no other needs.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.exchange.differences import with_gone
from listbuilder.exchange.imports import judge_list
from listbuilder.games.shared.names import Match, Names
from listbuilder.games.shared.phrases import data_file
from listbuilder.law.position import Position
from listbuilder.model.base import fold
from listbuilder.store import problems
from listbuilder.store.library import Library

DEFAULT = Path(__file__).resolve().parents[2] / "shared" / "corpus"
CAUSES = {"unread_line": "shape of the text", "unread_gone": "gone", "unread_replaced": "gone", "unread_past": "gone"}
UNEXPLAINED = {"points_differ", "total_differs"}


class Score(msgspec.Struct):
    """One row of the table."""

    files: int = 0
    detected: int = 0
    read: int = 0
    units: int = 0
    found: int = 0
    dated: int = 0
    reproduced: int = 0
    other_day: int = 0
    explained: int = 0
    open: int = 0
    legal: int = 0
    illegal: int = 0
    unread: int = 0
    wrongly_legal: int = 0
    seconds: float = 0.0


def main() -> int:
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    folder = Path(words[0]) if words else DEFAULT
    index = folder / "index.jsonl"
    if not index.is_file():
        print(f"no corpus at {folder}: name the folder that holds index.jsonl")
        return 2
    library = Library()
    lone = _Aliases()
    unread: list[str] = []
    scores: dict[str, Score] = {}
    for line in index.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        score = scores.setdefault(f"{row['system'][:3]} {row['format']}", Score())
        lone.now = row["file"]
        unread += _measure(row, folder, library, score, say="--open" in sys.argv)
    _print(scores)
    total = _sum(scores)
    _say_verdicts(scores, unread, lone)
    return 0 if total.detected == total.read == total.files and not total.wrongly_legal else 1


class _Aliases:
    """Which hand-written names each list needed: gathered where names are found."""

    def __init__(self) -> None:
        self.now = ""
        self.used: dict[str, set[str]] = {}
        kinds = [kinds for game in data_file("aliases.yaml").values() for kinds in game.values()]
        self.known = {fold(name) for each in kinds for names in each.values() for name in names or ()}
        plain = Names.find

        def find(names: Names, written: str) -> Match | None:
            found = plain(names, written)
            if found is not None and found.how == "alias" and fold(written) in self.known:
                self.used.setdefault(fold(written), set()).add(self.now)
            return found

        setattr(Names, "find", find)  # noqa: B010 - a method of the program, watched

    def lists(self) -> set[str]:
        return {next(iter(files)) for files in self.used.values() if len(files) == 1}


def _cause(key: str) -> str:
    """Why a line was not read: the thing or its spelling is unknown, it is gone, or the text has another shape."""
    if key.startswith("contradiction"):
        return "contradiction in the list"
    return CAUSES.get(key, "unknown thing or spelling")


def _say_verdicts(scores: dict[str, Score], unread: list[str], lone: _Aliases) -> None:
    total = _sum(scores)
    judged = total.legal + total.illegal
    print(f"\nverdicts: {judged} of {total.files} ({100 * judged / total.files:.1f} %): ", end="")
    print(f"{total.legal} legal, {total.illegal} illegal; {total.unread} unread")
    for game in sorted({name[:3] for name in scores}):
        own = _sum({name: score for name, score in scores.items() if name.startswith(game)})
        print(
            f"total reproduced on its own day, {game}: {own.reproduced} of {own.dated} ({100 * own.reproduced / own.dated:.1f} %)"
        )
    for line in unread:
        print(line)
    share = 100 * len(lone.lists()) / total.files
    print(f"lists that rest on an alias no other list needs: {len(lone.lists())} ({share:.1f} %)")


def _measure(row: dict[str, Any], folder: Path, library: Library, score: Score, say: bool) -> list[str]:
    """Counts one list, and returns what is to be said of its unread lines."""
    raw = (folder / row["file"]).read_bytes()
    score.files += 1
    start = time.perf_counter()
    done = judge_list(raw, row["file"], library)
    score.seconds += time.perf_counter() - start
    score.detected += done.format == row["format"]
    score.read += done.imported is not None
    setattr(score, done.verdict, getattr(score, done.verdict) + 1)
    score.wrongly_legal += done.verdict == "legal" and bool(done.imported and done.imported.unread)
    _units(row, raw, library, score, say)
    if row["date"] and row["truth"]["stated_total"] is not None:
        score.dated += 1
        kind = _total(done, row["truth"]["stated_total"])
        setattr(score, kind, getattr(score, kind) + 1)
        if say and kind != "reproduced":
            print(f"{kind}: {row['file']}")
    return [f"unread, {_cause(each.key)}: {problems.placed(each, 'en')}" for each in done.problems]


def _units(row: dict[str, Any], raw: bytes, library: Library, score: Score, say: bool) -> None:
    """Names and points as written, against those of the truth."""
    from listbuilder.exchange.imports import import_list

    wanted = Counter((fold(unit["name"] or ""), unit["points"] or 0) for unit in row["truth"]["units"])
    parsed = import_list(raw, row["file"], library).parsed
    given = Counter((fold(unit.name), unit.points or 0) for unit in parsed.units)
    found = wanted & given
    score.units += wanted.total()
    score.found += found.total()
    if say and found.total() < wanted.total():
        print(f"units: {row['file']}: {dict(wanted - given)}")


def _total(done: Position, stated: int) -> str:
    """reproduced on the list's own day; by the prices of another; each difference explained; or open."""
    if done.army is None or done.imported is None:
        return "open"
    if with_gone(done.army, done.imported.gone) == stated:
        return "reproduced"
    keys = {note.key for note in done.imported.differences}
    if "total_of_other_day" in keys:
        return "other_day"
    return "open" if keys & UNEXPLAINED or not keys else "explained"


def _sum(scores: dict[str, Score]) -> Score:
    total = Score()
    for score in scores.values():
        for name in Score.__struct_fields__:
            setattr(total, name, getattr(total, name) + getattr(score, name))
    return total


_HEADS: tuple[str, ...] = (
    "format",
    "files",
    "detected",
    "read",
    "units",
    "dated",
    "total reproduced",
    "other day",
    "explained",
    "open",
    "legal",
)
_HEADS += ("illegal", "unread", "legal though unread", "ms each")


def _print(scores: dict[str, Score]) -> None:
    rows = [_HEADS, *(_cells(name, scores[name]) for name in sorted(scores)), _cells("all", _sum(scores))]
    widths = [max(len(row[place]) for row in rows) for place in range(len(_HEADS))]
    for row in rows:
        first, *rest = (cell.ljust(width) if place == 0 else cell.rjust(width) for place, (cell, width) in _numbered(row, widths))
        print("  ".join([first, *rest]))


def _numbered(row: tuple[str, ...], widths: list[int]) -> enumerate[tuple[str, int]]:
    return enumerate(zip(row, widths, strict=True))


def _cells(name: str, score: Score) -> tuple[str, ...]:
    units = f"{score.found}/{score.units} {100 * score.found / max(1, score.units):.2f}%"
    dated = f"{score.reproduced} {100 * score.reproduced / score.dated:.1f}%" if score.dated else "-"
    counts = (score.other_day, score.explained, score.open, score.legal, score.illegal, score.unread, score.wrongly_legal)
    numbers = (str(score.files), str(score.detected), str(score.read), units, str(score.dated), dated, *map(str, counts))
    return (name, *numbers, f"{1000 * score.seconds / max(1, score.files):.1f}")


if __name__ == "__main__":
    raise SystemExit(main())
