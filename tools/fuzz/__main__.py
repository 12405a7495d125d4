"""`make fuzz`: damaged and hostile input for every reader of the program, and what has to hold whatever comes.

    python -m tools.fuzz [--seconds 60] [--seed N] [--jobs N] [--only READER] [--out FOLDER]
    python -m tools.fuzz --again FOLDER

Without a seed it is that of the day, which is printed. The same seed makes the same cases, in the same order. Oracles: it
ends with 0, 1 or 2 and never with a traceback; in bounded time and memory; nothing it prints acts on a terminal; a list has one
verdict, whether checked, imported or exported; its own exports hold, and forged ones do not; a name that is in no book is named
as unread; every line is accounted for; good lists beside bad ones are judged; nothing unsaved is lost.

What breaks an oracle is made smaller, written into a folder, and told with the command that repeats it. Exit 1 then.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import sys
import time
from collections import Counter, defaultdict
from datetime import date
from pathlib import Path

import msgspec

from tools.fuzz import seeds, work
from tools.fuzz.case import Asking, Case, write
from tools.fuzz.shrink import smaller
from tools.fuzz.work import Fault

_EXAMPLES = 3  # of one kind of fault
_TO_SHRINK = 8.0  # seconds for one fault


def main() -> int:
    args = _arguments()
    os.chdir(seeds.ROOT)
    _settle(args.out)
    if args.again:
        return _again(Path(args.again))
    start = time.monotonic()
    if args.only:
        work.only(args.only)
    for name in work.SHARES:
        work.reader_of(name)
    _prepare()
    print(
        f"prepared in {time.monotonic() - start:.0f} s; seed {args.seed}, {args.seconds:.0f} s, {args.jobs} processes",
        flush=True,
    )
    kinds: dict[tuple[str, ...], list[Fault]] = defaultdict(list)

    def tell(fault: Fault) -> None:
        kinds[fault.kind].append(fault)
        if len(kinds[fault.kind]) == 1:
            print(f"found: {fault.case.reader}, {fault.oracle}: {_first_line(fault)}", flush=True)

    done = work.run(args.seed, args.seconds, args.jobs, tell)
    print(_table(done))
    for found in kinds.values():
        _report(found, Path(args.out))
    print(
        f"{len(done.faults)} cases broke an oracle, of {len(kinds)} kinds"
        if kinds
        else "every oracle held"
    )
    return 1 if kinds else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument(
        "--seed",
        type=int,
        default=int(date.today().strftime("%Y%m%d")),
        help="default: today, as in 20261119",
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", choices=("", *work.SHARES), help="one reader")
    parser.add_argument("--out", default="build/fuzz", help="folder for what breaks an oracle")
    parser.add_argument("--again", metavar="FOLDER", help="repeat what a run wrote there")
    return parser.parse_args()


def _settle(out: str) -> None:
    """The program has a home of its own here, and says where it broke."""
    home = Path(out).resolve() / "home"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    os.environ.update(
        LISTBUILDER_DEBUG="1",
        XDG_DATA_HOME=str(home),
        LISTBUILDER_STATE=str(home / "state"),
        LC_ALL="C",
        COLUMNS="120",
        NO_COLOR="1",
    )
    os.environ.setdefault("LISTBUILDER_CACHE", str(Path(out).resolve() / "cache"))


def _prepare() -> None:
    """What every case begins as, made once; and what is imported on the way is imported before the processes part."""
    for make in (seeds.rosters, seeds.texts, seeds.trees, seeds.data_files):
        make()
    for form in seeds.SEALED:
        seeds.exports(form)
    for number in range(60):
        _, case = work.make(0, number)
        assert isinstance(case, Case)


def _first_line(fault: Fault) -> str:
    lines = [line for line in fault.what.strip().split("\n") if line.strip()]
    return (fault.where + " " if fault.where else "") + ascii(lines[-1] if lines else "")[1:-1][
        :200
    ]


def _table(done: work.Run) -> str:
    lines = []
    oracles: dict[str, Counter[str]] = defaultdict(Counter)
    for key, count in done.asked.items():
        reader, _, oracle = key.partition(" ")
        oracles[reader][oracle] += count
    for reader in work.SHARES:
        asked = ", ".join(f"{oracle} {count}" for oracle, count in sorted(oracles[reader].items()))
        lines.append(f"{reader:<8}{done.cases[reader]:>7} cases   {asked}")
    lines.append(
        f"{'all':<8}{sum(done.cases.values()):>7} cases   {sum(done.asked.values())} questions"
    )
    return "\n".join(lines)


def _report(found: list[Fault], out: Path) -> None:
    for number, fault in enumerate(found[:_EXAMPLES]):
        module = _module_of(fault.case)
        small = smaller(module, fault, _TO_SHRINK) if number == 0 else fault
        place = _keep(small, module, out)
        if number == 0:
            print(
                f"\n{small.oracle}: {small.case.reader} ({len(found)} times)\n{ascii_only(small.what)}"
            )
            if small.command:
                print(f"  {ascii_only(small.command)}")
        print(f"  python -m tools.fuzz --again {place}")


def ascii_only(text: str) -> str:
    return "\n".join(ascii(line)[1:-1] for line in text.split("\n"))


def _module_of(case: Case) -> str:
    return next(name for name in work.SHARES if case.reader == work.reader_of(name).NAME)


def _keep(fault: Fault, module: str, out: Path) -> Path:
    case = fault.case
    mark = hashlib.sha256(msgspec.json.encode(case)).hexdigest()[:8]
    place = out / f"{case.reader}-{fault.oracle.replace(' ', '-')}-{mark}"
    shutil.rmtree(place, ignore_errors=True)
    (place / "files").mkdir(parents=True)
    write(case, place / "files")
    (place / "case.msgpack").write_bytes(msgspec.msgpack.encode(case))
    (place / "told.txt").write_text(
        f"{module}\n{fault.command}\n{fault.what}\n", encoding="utf-8", errors="backslashreplace"
    )
    return place


def _again(place: Path) -> int:
    case = msgspec.msgpack.decode((place / "case.msgpack").read_bytes(), type=Case)
    fault = work.ask(_module_of(case), case, Asking())
    if fault is None:
        print("every oracle held")
        return 0
    print(f"{fault.oracle}: {ascii_only(fault.what)}\n  {ascii_only(fault.command)}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
