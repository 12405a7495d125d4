"""What a paste does to a list, and whether its verdict survives it: `python -m tools.mutations [FOLDER] [LISTS] [--docs]`.

FOLDER holds the corpus (../shared/corpus by default). A sample of its texts, one to three of each form, and examples of ours in
each form that we write are damaged in every way of `ways.py` and `copying.py`; the verdict, the points and the units
(datasheet, models, points) must stay those of the undamaged list.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from listbuilder.data.library import Library
from listbuilder.formats.import_list import judge_list
from listbuilder.roster.position import Position
from tools.mutations.copying import COPYING, KEPT
from tools.mutations.sample import CORPUS, LISTS, ROOT, Sampled, ours, sample
from tools.mutations.ways import WAYS

EVERY = {**WAYS, **COPYING}


def outcome(done: Position) -> tuple[Any, ...]:
    units = (
        sorted((unit.datasheet_id, unit.models, unit.points or 0) for unit in done.army.units)
        if done.army
        else []
    )
    return done.verdict, done.points, done.army.book.system if done.army else None, units


def _is_whole(whole: Position, done: Position) -> bool:
    """What was cut off said nothing of the army; or a seal answers for it."""
    return outcome(done) == outcome(whole)


def _without_prices(done: Position) -> tuple[Any, ...]:
    *rest, units = outcome(done)
    return *rest, sorted((sheet, models) for sheet, models, _ in units)


def survives(way: str, whole: Position, done: Position) -> bool:
    """Half a list has lost units: where it still says its total, all it may not be is legal. In another order it is another
    copy of a unit that costs more."""
    if KEPT.get(way) == "not legal":
        return (
            done.verdict != "legal"
            or not (done.imported and done.imported.stated_total)
            or _is_whole(whole, done)
        )
    if KEPT.get(way) == "order":
        return _without_prices(whole) == _without_prices(done)
    return outcome(done) == outcome(whole)


def differs(listed: Sampled, library: Library) -> Iterator[tuple[str, str]]:
    """(way, what is otherwise) for each way that changes the outcome."""
    whole = listed.wanted or judge_list(listed.raw, listed.name, library)
    for way, mutate in EVERY.items():
        done = judge_list(mutate(listed.text), listed.name, library)
        if not survives(way, whole, done):
            yield way, _said(whole, done)


def _said(whole: Position, done: Position) -> str:
    parts = [f"{whole.verdict} {whole.points} -> {done.verdict} {done.points}"]
    if done.army and whole.army:
        parts.append(f"{len(whole.army.units)} -> {len(done.army.units)} units")
    parts += [
        f"line {each.line}: {each.key} {str(dict(each.args))[:100]}" for each in done.problems[:2]
    ]
    parts += [f"{each.code} {each.key}" for each in done.findings if each.severity == "error"][:2]
    return "; ".join(parts)


HEAD = """# What a paste does to a list

Real lists of each format, and examples of ours in each text format that we write, are damaged in each of these ways.
The table counts how many still give the same result: verdict, points and every unit (datasheet, models, points) are
those of the undamaged list. If a list ends early, it counts if it isn't legal. `python -m tools.mutations --docs`
writes this page.

"""


def _table_of(failed: dict[str, list[str]], counts: tuple[int, int]) -> str:
    real, own = counts
    rows = []
    for way, lost in failed.items():
        of_ours = sum(each.startswith("ours/") for each in lost)
        rows.append(
            f"| {way} | {real - len(lost) + of_ours} of {real} | {own - of_ours} of {own} |"
        )
    total = (real + own) * len(failed)
    same = total - sum(map(len, failed.values()))
    rows.append(f"| all | {same} of {total} ({100 * same / total:.1f} %) | |")
    return "\n".join([f"{HEAD}| way | real lists | ours |", "|---|---|---|", *rows, ""])


def main() -> int:
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    folder = Path(words[0]) if words else CORPUS
    most = int(words[1]) if len(words) > 1 else LISTS
    library = Library()
    real, own = sample(folder, most), list(ours(library))
    failed: dict[str, list[str]] = {way: [] for way in EVERY}
    for listed, kind in [*((each, "") for each in real), *((each, "ours/") for each in own)]:
        for way, said in differs(listed, library):
            failed[way].append(f"{kind}{listed.name}: {said}")
    count = len(real) + len(own)
    print(f"{'way':<32}{'same':>12}")
    for way, lost in failed.items():
        print(f"{way:<32}{count - len(lost):>6} of {count}", *lost, sep="\n    ")
    if "--docs" in sys.argv:
        (ROOT / "docs" / "mutations.md").write_text(
            _table_of(failed, (len(real), len(own))), encoding="utf-8"
        )
    total = count * len(EVERY)
    same = total - sum(map(len, failed.values()))
    print(
        f"all: {same} of {total} ({100 * same / total:.1f} %), {len(real)} real lists, {len(own)} of ours"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
