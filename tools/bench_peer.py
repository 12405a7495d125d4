"""Beside wh40kdc, in the same run: load of the data, lists read and judged, memory.

Each reads one roster in its own form, as a process of its own, as a command or a script uses them, and
again with everything loaded. Then both parse and judge the same texts. We want to be five times as fast
with a third of the memory; a line says where we aren't. No budget: what it does is less than what we do.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools import peer
from tools.bench_process import ENVIRONMENT, peak_of, processor_seconds_of

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
    "    start = time.process_time()\n"
    "    check_roster(try_import_roster(text, data)['roster'], data)\n"
    "    times.append(time.process_time() - start)\n"
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
    "    start = time.process_time()\n"
    "    Position.read(raw, sys.argv[1], library).compute_verdict()\n"
    "    times.append(time.process_time() - start)\n"
    "print(sorted(times)[15])"
)


_THEIR_TEXTS = _START + (
    "import sys, time\ndata = Dataset.embedded()\n"
    "texts = [open(name, encoding='utf-8').read() for name in sys.argv[1:]]\ntimes = []\n"
    "for _ in range(6):\n"
    "    start = time.process_time()\n"
    "    for text in texts:\n"
    "        check_roster(try_import_roster(text, data)['roster'], data)\n"
    "    times.append(time.process_time() - start)\n"
    "print(sorted(times[1:])[2] / len(texts))"
)
_OUR_TEXTS = (
    "import sys, time\nfrom listbuilder.formats.import_list import judge_list\n"
    "from listbuilder.data.library import Library\n"
    "library, texts, times = Library(), [(name, open(name, 'rb').read()) for name in sys.argv[1:]], []\n"
    "for _ in range(6):\n"
    "    start = time.process_time()\n"
    "    for name, text in texts:\n"
    "        judge_list(text, name, library).compute_verdict()\n"
    "    times.append(time.process_time() - start)\n"
    "print(sorted(times[1:])[2] / len(texts))"
)
FORMS = ("gw", "newrecruit-json", "nr-simple", "wtc")  # that both read
EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "40k-11e"
FASTER, SMALLER = 5.0, 3.0  # times that we want to be faster, and to need less memory


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
        for form in FORMS:
            _compare_texts(python, form, write_texts(Path(folder), form))


def _table(python: str, roster: Path, theirs: Path) -> None:
    one = [sys.executable, "-c", _OUR_LOAD.format(which=f"[{_faction(roster)!r}]")]
    every = [sys.executable, "-c", _OUR_LOAD.format(which="shelf.list_ids()")]
    check = [sys.executable, "-m", "listbuilder", "check", str(roster)]
    load, judge = [python, "-c", _THEIR_LOAD], [python, "-c", _THEIR_CHECK, str(theirs)]
    seconds = processor_seconds_of(one, every, load, check, judge, rounds=ROUNDS)
    warm = [
        _said([sys.executable, "-c", _OUR_WARM, str(roster)]),
        _said([python, "-c", _THEIR_WARM, str(theirs)]),
    ]
    print(f"\n{f'beside {peer.NAME} {peer.VERSION}':<66}{'ours':>14}{'theirs':>14}{'less':>9}")
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
        _line(what, ours, other, unit)


def _line(what: str, ours: float, other: float, unit: str) -> None:
    """A line of the table, with a mark where we aren't as much better as we want to be."""
    wanted = SMALLER if unit == "MB" else FASTER
    mark = "" if other / ours >= wanted else f"  (wanted: {wanted:.0f})"
    print(f"{what:<66}{ours:>11.2f} {unit}{other:>11.2f} {unit}{other / ours:>7.1f} x{mark}")


def _compare_texts(python: str, form: str, texts: list[Path]) -> None:
    """A line for the lists of the 11th edition in one form, which both parse and judge."""
    names = [*map(str, texts)]
    ours = _said([sys.executable, "-c", _OUR_TEXTS, *names]) * 1000
    theirs = _said([python, "-c", _THEIR_TEXTS, *names]) * 1000
    _line(f"the same {len(texts)} lists as {form}, parsed and judged, each", ours, theirs, "ms")


def write_texts(folder: Path, form: str) -> list[Path]:
    """The examples of the 11th edition, legal and illegal, as files of that form."""
    from listbuilder.data.library import Library
    from listbuilder.formats.make_printout import make_printout
    from listbuilder.formats.printout import Wish
    from listbuilder.formats.registry import WRITERS, export_printout
    from listbuilder.roster.position import Position

    library, files = Library(), []
    for roster in sorted(EXAMPLES.rglob("*.yaml")):
        position = Position.read(roster.read_bytes(), roster.name, library)
        sheet = make_printout(position, library, Wish(form, "en"))
        if sheet is not None:
            file = folder / f"{roster.stem}.{form}{WRITERS[form].ending}"
            file.write_bytes(export_printout(sheet))
            files.append(file)
    return files


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
