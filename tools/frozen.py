"""Store what the program prints for everything, and compare it with what it prints after a change of the code.

    python -m tools.frozen store FILE [--share 1/8] [--jobs N]     run every command and write what each did
    python -m tools.frozen compare OLD NEW [--most 20]             list the commands that did something else

For work that changes the code and not the behaviour: store before, store after, and compare every byte. It runs every
example through every command, form of export and language, and `check` and `import` on every list of ../shared/corpus.
A share takes every eighth list, the same ones each time.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from listbuilder.cli.commands import COMMANDS
from tools.installed import install
from tools.installed.compare import DIFFERENT_BY_RIGHT, Result, Side, deal, run_steps
from tools.installed.lists import EXAMPLES, Listed, choose_lists, describe
from tools.installed.matrix import Step, general_steps, list_steps, write_general_folder

CORPUS = install.ROOT.parent / "shared" / "corpus"
HANDED_IN = (
    1_767_225_600  # every file has this time, 2026-01-01: `event` prints when a list was handed in
)


def main() -> int:
    args = _parse_arguments()
    if args.work == "store":
        return store(Path(args.file), _parse_share(args.share), args.jobs)
    return compare(Path(args.old), Path(args.new), args.most)


def store(file: Path, share: int, jobs: int) -> int:
    """Run every command, and write one line for each with its exit code, output and files."""
    place = Path(tempfile.mkdtemp(prefix="listbuilder-frozen-")).resolve()
    try:
        side, parts = _make_side(place), deal(_plan_steps(place, share), jobs)
        with ThreadPoolExecutor(jobs) as pool:
            runs = list(
                pool.map(lambda number: run_steps(side, parts[number], number=number), range(jobs))
            )
    finally:
        install.remove_tree(place)
    rows = [_as_row(key, result) for run in runs for key, result in run.items()]
    rows.sort(key=lambda row: str(row["key"]))
    with gzip.open(file, "wt", encoding="utf-8") as out:
        for row in rows:
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    print(f"{len(rows)} commands stored in {file}")
    return 0


def compare(old: Path, new: Path, most: int) -> int:
    """Print the commands whose exit code, output or files differ, and return 1 if there are any."""
    before, after = _read_rows(old), _read_rows(new)
    differences = 0
    for key in sorted({*before, *after}):
        if before.get(key) == after.get(key):
            continue
        differences += 1
        if differences <= most:
            print(f"{key}\n  {_describe_difference(before.get(key), after.get(key))}")
    print(f"{differences} of {len(before)} commands do something else")
    return 1 if differences else 0


def _plan_steps(place: Path, share: int) -> list[Step]:
    """Lay out a folder for each chain of commands, and return the commands of all."""
    chains: dict[str, list[Step]] = {}
    examples = [
        file
        for file in sorted(EXAMPLES.rglob("*.yaml"))
        if file.parent.name in ("legal", "illegal")
    ]
    for file in examples[::share]:
        listed = describe(file)
        for step in list_steps(listed):
            if step.chain not in chains:
                _lay_out(place / step.chain, listed)
            chains.setdefault(step.chain, []).append(step)
    matrix = choose_lists()
    for step in general_steps(matrix, COMMANDS):
        if step.argv[0] == "doctor":  # it says where things are on this machine
            continue
        if step.chain not in chains:
            (place / step.chain).mkdir(parents=True)
            write_general_folder(place / step.chain, matrix)
        chains.setdefault(step.chain, []).append(step)
    for number, file in enumerate(sorted(_find_corpus())[::share]):
        chain = f"corpus-{number}"
        (place / chain).mkdir()
        name = f"list{file.suffix}"
        shutil.copyfile(file, place / chain / name)
        chains[chain] = [
            Step(chain, ("check", name, "--format", "json"), ()),
            Step(chain, ("check", name), ()),
            Step(chain, ("import", name, "-o", "roster.yaml"), ()),
        ]
        (place / chain / "name.txt").write_text(str(file.relative_to(CORPUS)), encoding="utf-8")
    for file in place.rglob("*"):
        os.utime(file, (HANDED_IN, HANDED_IN))
    return [step for chain in chains.values() for step in chain]


def _lay_out(folder: Path, listed: Listed) -> None:
    (folder / "out").mkdir(parents=True)
    shutil.copyfile(listed.file, folder / "list.yaml")
    shutil.copyfile(listed.other, folder / "other.yaml")


def _find_corpus() -> Iterator[Path]:
    for file in CORPUS.rglob("*"):
        if (
            file.is_file()
            and file.suffix in (".txt", ".ros", ".rosz", ".json")
            and file.parent != CORPUS
        ):
            yield file


def _make_side(place: Path) -> Side:
    """Return this checkout as an installation, whose output has no paths of this run and of this machine."""
    cache = (
        Path(tempfile.gettempdir()) / "listbuilder-frozen-cache"
    )  # compiled data, kept for the next run
    own = {str(place): "<place>", str(install.ROOT): "<checkout>"}
    settings = {"LISTBUILDER_CACHE": str(cache), "PYTHONPATH": str(install.ROOT)}
    return Side("checkout", place, Path(sys.executable), own, settings)


def _as_row(key: str, result: Result) -> dict[str, Any]:
    """Return a result as it is stored: text where it is text."""

    def read(content: bytes) -> str:
        try:
            return content.decode()
        except UnicodeDecodeError:
            return base64.b64encode(content).decode("ascii")

    made = {
        name: read(content)
        for name, content in result["made"].items()
        if name.rpartition("/")[2] not in DIFFERENT_BY_RIGHT
    }
    return {
        "key": key,
        "code": result["code"],
        "out": read(result["out"]),
        "err": read(result["err"]),
        "made": made,
    }


def _read_rows(file: Path) -> dict[str, dict[str, Any]]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return {row["key"]: row for row in map(json.loads, lines)}


def _describe_difference(before: dict[str, Any] | None, after: dict[str, Any] | None) -> str:
    if before is None or after is None:
        return "only before" if after is None else "only after"
    if before["code"] != after["code"]:
        return f"exit code {after['code']}, before {before['code']}: {after['err'][-300:]}"
    for part in ("out", "err"):
        if before[part] != after[part]:
            return f"{part}: {_show_first_difference(before[part], after[part])}"
    for name in sorted({*before["made"], *after["made"]}):
        old, new = before["made"].get(name, ""), after["made"].get(name, "")
        if old != new:
            return f"file {name}: {_show_first_difference(old, new)}"
    return "nothing"


def _show_first_difference(before: str, after: str) -> str:
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    start = max(same - 40, 0)
    return f"{after[start : same + 80]!r}, before {before[start : same + 80]!r}"


def _parse_share(text: str) -> int:
    """Return 8 for "1/8"."""
    return int(text.rpartition("/")[2])


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.frozen")
    works = parser.add_subparsers(dest="work", required=True)
    storing = works.add_parser("store")
    storing.add_argument("file")
    storing.add_argument("--share", default="1/1", help="take every Nth list (default: 1/1, all)")
    storing.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    comparing = works.add_parser("compare")
    comparing.add_argument("old")
    comparing.add_argument("new")
    comparing.add_argument("--most", type=int, default=20, help="differences printed (default: 20)")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
