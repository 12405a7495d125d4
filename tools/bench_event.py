"""An organiser's evening: a thousand lists that no two players share, and a season of them.

Each is a real list (the corpus, where it lies beside the checkout, and the examples in the forms that players paste) under a
name of its own and, where that changes no verdict, without one of its units: no two texts are equal, though some armies are.
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from listbuilder.data.library import Library
from listbuilder.formats.import_list import judge_list
from listbuilder.formats.make_printout import make_printout
from listbuilder.formats.printout import Wish
from listbuilder.formats.registry import WRITERS, export_printout, get_export_forms
from listbuilder.model.base import Path as Place
from listbuilder.model.edit import make_remove_edit, make_set_edit
from listbuilder.model.problem import Unreadable
from listbuilder.roster.position import Position
from tools.bench_process import Cost, cost_of

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
CORPUS = ROOT.parent / "shared" / "corpus"
ROSTER = EXAMPLES / "40k-11e" / "legal" / "necrons-two-detachments.yaml"
LISTS = 1000
# Times the processor's time for as many rosters of ours: 32 when a thousand lists took 4.2 s on two
# idle cores, and 3 s are wanted. A time alone says nothing on a machine that others use.
BUDGET = 23.0
MEMORY = 400.0  # megabytes
FORMS = {
    "gw": 8,
    "aos-app": 8,
    "text": 1,
    "wtc": 3,
    "wtc-compact": 3,
    "nr-simple": 3,
    "rosz": 2,
    "newrecruit-json": 1,
}
LEGAL = 0.9  # of the rosters
FEW = 3  # units that a list has at the least
TRIES = 2  # units of a list, one of which is left out if that changes no verdict
SEASON = (
    28_000,
    7,
    4,
)  # hand-ins; how often a list comes under another name, and how often as it was


def rows() -> Iterator[tuple[str, float, float, str]]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder / "lists", LISTS, 1)
        cost, rosters = cost_of_desk(folder, folder / "lists"), _seconds_of_rosters()
        print(f"(event: {cost.wall:.1f} s, {cost.cpu:.1f} s of processor time in all)")
        yield (
            f"event: {LISTS} new lists, mixed games and forms, to as many rosters",
            cost.cpu / rosters,
            BUDGET,
            "x",
        )
        yield "memory of the largest process of an event", cost.megabytes, MEMORY, "MB"


def _seconds_of_rosters() -> float:
    """Of the processor, to judge one roster of ours as many times, in this process."""
    library, raw = Library(), ROSTER.read_bytes()
    Position.read(raw, ROSTER.name, library).compute_verdict()
    start = time.process_time()
    for _ in range(LISTS):
        Position.read(raw, ROSTER.name, library).compute_verdict()
    return time.process_time() - start


def season() -> None:
    """`python -m tools.bench_event`: what players hand in over a season at one desk.

    Most come again and again with one list, as it was or under a new name; there are a thousand different armies.
    """
    count, named, times = SEASON
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder / "armies", count // named // times, 1)
        lists = folder / "lists"
        lists.mkdir()
        for place, file in enumerate(sorted((folder / "armies").iterdir())):
            for number in range(named * times):
                raw = file.read_bytes()
                text = raw.replace(
                    f"List {place}".encode(), f"List {place}.{number % named}".encode()
                )
                (lists / f"{number:02d}-{file.name}").write_bytes(
                    text if file.suffix == ".txt" else raw
                )
        cost = cost_of_desk(folder, lists)
        print(
            f"a season of {count} lists: {cost.wall:.1f} s, {cost.cpu:.1f} s of processor time,"
            f" {cost.megabytes:.0f} MB in the largest process"
        )


def cost_of_desk(folder: Path, lists: Path) -> Cost:
    """Of a desk made from nothing."""
    rules = folder / "event.yaml"
    rules.write_text("event: bench\n", encoding="utf-8")
    out = folder / "out"
    desk = [sys.executable, "-m", "listbuilder", "event", str(lists), "--rules", str(rules)]
    return cost_of([*desk, "-o", str(out), "--anew"])


def write(folder: Path, count: int, seed: int) -> None:
    """So many lists into that folder, the same each time."""
    folder.mkdir(parents=True, exist_ok=True)
    dice, library = random.Random(seed), Library()
    texts = [files for game in sorted(CORPUS.glob("*/")) if (files := sorted(game.rglob("*.txt")))]
    rosters = {name: _rosters(name, library) for name in ("legal", "illegal")}
    made = 0
    while made < count:
        if texts and dice.random() < 0.5:
            found: tuple[bytes, str] | None = _of_text(
                dice.choice(dice.choice(texts)), made, dice, library
            )
        else:
            kind = "legal" if dice.random() < LEGAL else "illegal"
            found = _of_roster(dice.choice(rosters[kind]), made, dice, library)
        if found is not None:
            (folder / f"{made:05d}{found[1]}").write_bytes(found[0])
            made += 1


def _rosters(kind: str, library: Library) -> list[Position]:
    """Of games whose lists other programs write."""
    found = []
    for file in sorted(EXAMPLES.rglob(f"{kind}/*.yaml")):
        done = Position.read(file.read_bytes(), file.name, library)
        if (
            done.army is not None
            and done.army.units
            and done.system is not None
            and {"gw", "aos-app"} & set(get_export_forms(done.system))
        ):
            found.append(done)
    return found


def _of_text(file: Path, number: int, dice: random.Random, library: Library) -> tuple[bytes, str]:
    """A paste without the lines of one of its units; its total is less by as much."""
    text = file.read_text(encoding="utf-8-sig", errors="replace").replace("\r\n", "\n")
    done = judge_list(text.encode(), file.name, library)
    lines, total = text.split("\n"), done.imported.stated_total if done.imported else None
    document, units = (
        done.document,
        done.army.units if done.army is not None and not done.problems else [],
    )
    marks = (
        {unit.path: document.marks.get(unit.path, (0, 0))[0] for unit in units} if document else {}
    )
    starts = sorted(set(marks.values()) - {0})
    for place in (
        dice.sample(range(len(starts) - 1), min(TRIES, len(starts) - 1)) if len(starts) > 2 else ()
    ):
        gone = next(unit for unit in units if marks[unit.path] == starts[place])
        less = "\n".join([*lines[: starts[place] - 1], *lines[starts[place + 1] - 1 :]])
        less = re.sub(rf"\b{total}\b", str((total or 0) - (gone.points or 0)), less)
        if judge_list(less.encode(), file.name, library).verdict == done.verdict:
            text = less
            break
    text = re.sub("Player list|^Player$", f"List {number}", text, flags=re.MULTILINE)
    return f"{text.rstrip()}\n".encode() + b" " * (number % 97) + b"\n" * (number // 97), ".txt"


def _of_roster(
    done: Position, number: int, dice: random.Random, library: Library
) -> tuple[bytes, str] | None:
    system = done.system
    assert done.army is not None and system is not None
    for unit in dice.sample(done.army.units, min(TRIES, len(done.army.units) // FEW)):
        without = _without(done, unit.path)
        if without is not None and without.verdict == done.verdict:
            done = without
            break
    done = done.apply(make_set_edit(f"List {number}", "name"))
    forms = [form for form in FORMS if form in get_export_forms(system)]
    form = dice.choices(forms, [FORMS[each] for each in forms])[0]
    try:
        sheet = make_printout(
            done, library, Wish(form, dice.choice(("en", "ja", "zh")) if form == "text" else "en")
        )
        return (export_printout(sheet), WRITERS[form].ending) if sheet is not None else None
    except Unreadable:
        return None


def _without(done: Position, path: Place) -> Position | None:
    try:
        return done.apply(make_remove_edit(*path))
    except (KeyError, IndexError, TypeError):
        return None


if __name__ == "__main__":
    season()
