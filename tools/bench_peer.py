"""Beside wh40kdc, in the same run: load of the data, one roster read and judged, memory. No budget: it is there to be seen.

Each reads the roster in its own form. Both are asked as a process of its own, as a command or a script uses them, and again
with everything loaded.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools import peer
from tools.bench_process import ENVIRONMENT, peak_of, seconds_of

if TYPE_CHECKING:
    from listbuilder.games.wh40k.army import Muster

ROUNDS = 7
_START = (
    "from wh40kdc import Dataset, try_import_roster\nfrom wh40kdc.data.roster import check_roster\n"
)
_THEIR_LOAD = "from wh40kdc import Dataset\nDataset.embedded()"
_THEIR_CHECK = _START + (
    "import sys\ndata = Dataset.embedded()\n"
    "check_roster(try_import_roster(open(sys.argv[1], encoding='utf-8').read(), data)['roster'], data)"
)
_THEIR_WARM = _START + (
    "import sys, time\ndata = Dataset.embedded()\ntext = open(sys.argv[1], encoding='utf-8').read()\ntimes = []\n"
    "for _ in range(30):\n"
    "    start = time.perf_counter()\n"
    "    check_roster(try_import_roster(text, data)['roster'], data)\n"
    "    times.append(time.perf_counter() - start)\n"
    "print(sorted(times)[15])"
)
_OUR_LOAD = (
    "from listbuilder.games.wh40k.catalog import Shelf\n"
    "from listbuilder.data.library import Library\n"
    "shelf = Shelf('warhammer-40k-11e', Library())\nshelf.load_rulebook()\n"
    "for name in {which}:\n    shelf.load_faction(name).list_datasheets()"
)
_OUR_WARM = (
    "import sys, time\nfrom listbuilder.roster.position import Position\nfrom listbuilder.data.library import Library\n"
    "library, raw, times = Library(), open(sys.argv[1], 'rb').read(), []\n"
    "for _ in range(30):\n"
    "    start = time.perf_counter()\n"
    "    Position.read(raw, sys.argv[1], library).compute_verdict()\n"
    "    times.append(time.perf_counter() - start)\n"
    "print(sorted(times)[15])"
)


def show(roster: Path) -> None:
    try:
        python = str(peer.python())
    except peer.NotThere as error:
        print(f"(beside {peer.NAME}: {error})")
        return
    with tempfile.TemporaryDirectory() as folder:
        theirs = Path(folder) / "roster.json"
        theirs.write_text(json.dumps(_canonical(roster)), encoding="utf-8")
        _table(python, roster, theirs)


def _table(python: str, roster: Path, theirs: Path) -> None:
    one = [sys.executable, "-c", _OUR_LOAD.format(which=f"[{_faction(roster)!r}]")]
    every = [sys.executable, "-c", _OUR_LOAD.format(which="shelf.list_ids()")]
    check = [sys.executable, "-m", "listbuilder", "check", str(roster)]
    load, judge = [python, "-c", _THEIR_LOAD], [python, "-c", _THEIR_CHECK, str(theirs)]
    seconds = seconds_of(one, every, load, check, judge, rounds=ROUNDS)
    warm = [
        _said([sys.executable, "-c", _OUR_WARM, str(roster)]),
        _said([python, "-c", _THEIR_WARM, str(theirs)]),
    ]
    print(f"\n{f'beside {peer.NAME} {peer.VERSION}':<66}{'ours':>14}{'theirs':>14}")
    for what, ours, other, unit in (
        (
            "process that loads one faction (theirs: all, it has no less)",
            seconds[0] * 1000,
            seconds[2] * 1000,
            "ms",
        ),
        ("process that loads all factions", seconds[1] * 1000, seconds[2] * 1000, "ms"),
        ("process that reads and judges one roster", seconds[3] * 1000, seconds[4] * 1000, "ms"),
        ("one roster read and judged, all loaded", warm[0] * 1000, warm[1] * 1000, "ms"),
        ("memory of the process that judges", peak_of(check), peak_of(judge), "MB"),
        ("memory with all factions loaded", peak_of(every), peak_of(load), "MB"),
    ):
        print(f"{what:<66}{ours:>11.2f} {unit}{other:>11.2f} {unit}")


def _said(command: list[str]) -> float:
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=ENVIRONMENT)
    return float(done.stdout)


def _army(roster: Path) -> Muster:
    from listbuilder.data.library import Library
    from listbuilder.games.wh40k.army import Muster
    from listbuilder.roster.position import Position

    army = Position.read(roster.read_bytes(), str(roster), Library()).army
    assert isinstance(army, Muster)
    return army


def _faction(roster: Path) -> str:
    return _army(roster).faction.id


def _canonical(roster: Path) -> dict[str, Any]:
    from tools.differential.canonical import canonical

    return canonical(_army(roster))
