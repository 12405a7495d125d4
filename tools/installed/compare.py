"""Run the commands of the matrix on the installed program and on the checkout, and compare every byte."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.cli.commands import COMMANDS
from tools.installed import install
from tools.installed.lists import Listed, choose_lists
from tools.installed.matrix import Step, general_steps, list_steps, write_general_folder

BUG = 3  # exit code
DIFFERENT_BY_RIGHT = (
    "state.json",
)  # what `event` knows of its last run, with a hash over the program's own files
TALKATIVE = ("data",)  # commands that warn on stderr although all went well
_DRIVER = Path(__file__).with_name("driver.py")


class Side(msgspec.Struct, frozen=True):
    """One installation. `own`: paths that are different on each side by right, as they are written in both."""

    name: str
    folder: Path
    python: Path
    own: dict[str, str]
    settings: dict[str, str]


Result = dict[str, Any]


def compare_commands(place: Path, python: Path, jobs: int) -> list[str]:
    """Run the matrix on both sides and return everything that went wrong or differs."""
    listed = choose_lists()
    steps = [step for each in listed for step in list_steps(each)]
    steps += general_steps(listed, COMMANDS)
    sides = _make_sides(place, python)
    parts = [(side, part) for side in sides for part in deal(steps, jobs)]
    for side in sides:
        for chain in {step.chain for step in steps}:
            _lay_out(side.folder / chain, chain, listed)
    with ThreadPoolExecutor(jobs) as pool:
        runs = list(
            pool.map(lambda numbered: run_steps(*numbered[1], number=numbered[0]), enumerate(parts))
        )
    results: dict[str, dict[str, Result]] = {side.name: {} for side in sides}
    for (side, _), found in zip(parts, runs, strict=True):
        results[side.name].update(found)
    print(f"{len(steps)} commands were run on both sides", flush=True)
    wheel, checkout = (results[side.name] for side in sides)
    problems = [
        problem for step in steps for problem in _judge(step, wheel[step.key], checkout[step.key])
    ]
    return problems + _judge_doctor(sides[0])


def _make_sides(place: Path, python: Path) -> tuple[Side, Side]:
    """Return the installed program, whose cache cannot be written, and the checkout."""
    blocked = place / "a-file"
    blocked.write_text("a cache below a file cannot be written\n", encoding="utf-8")
    package = install.find_package(place)
    wheel = Side(
        "wheel",
        place / "wheel",
        python,
        {
            str(package / "_data"): "<data>",
            str(package): "<package>",
            str(python): "<python>",
            str(place / "wheel"): "<place>",
        },
        {"LISTBUILDER_CACHE": str(blocked / "cache")},
    )
    checkout = Side(
        "checkout",
        place / "checkout",
        Path(sys.executable),
        {
            str(install.ROOT / "listbuilder"): "<package>",
            sys.executable: "<python>",
            str(place / "checkout"): "<place>",
            str(install.ROOT): "<data>",
        },
        {"LISTBUILDER_CACHE": str(place / "cache")},
    )
    return wheel, checkout


def deal(steps: Iterable[Step], jobs: int) -> list[list[Step]]:
    """Return the steps in as many parts, each chain whole and in order."""
    chains: dict[str, list[Step]] = {}
    for step in steps:
        chains.setdefault(step.chain, []).append(step)
    parts: list[list[Step]] = [[] for _ in range(jobs)]
    for chain in sorted(chains.values(), key=len, reverse=True):
        min(parts, key=len).extend(chain)
    return parts


def _lay_out(folder: Path, chain: str, listed: list[Listed]) -> None:
    """Make the folder in which the commands of a chain run."""
    install.remove_tree(folder)
    (folder / "out").mkdir(parents=True)
    write_general_folder(folder, listed)
    for each in listed:
        if chain.startswith(each.key):
            shutil.copyfile(each.file, folder / "list.yaml")
            shutil.copyfile(each.other, folder / "other.yaml")


def run_steps(side: Side, steps: list[Step], *, number: int) -> dict[str, Result]:
    """Run some steps in one process of the side's Python and return what each did, by its key."""
    home = side.folder / f"home-{number}"
    home.mkdir(parents=True, exist_ok=True)
    plan, results, driver = home / "plan.json", home / "results.jsonl", home / "driver.py"
    shutil.copyfile(_DRIVER, driver)
    rows = [
        {"key": step.key, "argv": step.argv, "folder": str(side.folder / step.chain)}
        for step in steps
    ]
    plan.write_text(json.dumps(rows), encoding="utf-8")
    settings = {
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "COLUMNS": "100",
        "LISTBUILDER_STATE": str(home / "state"),
        **side.settings,
    }
    done = subprocess.run(
        [str(side.python), str(driver), str(plan), str(results)],
        cwd=home,
        env=install.clean_environment(**settings),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"the driver failed in the {side.name}:\n{done.stdout}\n{done.stderr}")
    lines = results.read_text(encoding="utf-8").splitlines()
    return {row["key"]: _decode(row, side) for row in map(json.loads, lines)}


def _decode(row: Result, side: Side) -> Result:
    """Return a result with its bytes, in which the side's own paths have names that are the same on both sides."""

    def content(text: str) -> bytes:
        raw = base64.b64decode(text)
        for path, name in side.own.items():
            raw = raw.replace(path.encode(), name.encode())
        return raw

    made = {name: content(text) for name, text in row["made"].items()}
    return {
        "code": row["code"],
        "out": content(row["out"]),
        "err": content(row["err"]),
        "made": made,
    }


def _judge(step: Step, wheel: Result, checkout: Result) -> Iterator[str]:
    """Yield what is wrong with a command: a bug, a wrong exit code, noise on stderr, or another answer than the checkout's."""
    what = f"[{step.chain}] listbuilder {' '.join(step.argv)}"
    complaint = wheel["err"].decode("utf-8", "replace").strip()
    if wheel["code"] == BUG or wheel["code"] < 0 or "Traceback" in complaint:
        yield f"{what}: exit {wheel['code']}: {complaint[-300:]}"
        return
    if wheel["code"] not in step.codes:
        yield f"{what}: exit {wheel['code']}, expected {' or '.join(map(str, step.codes))}: {complaint[-300:]}"
    if (
        complaint
        and wheel["code"] in (0, 1)
        and step.argv[0] not in TALKATIVE
        and not (step.writes and complaint.count("\n") == 0)
    ):
        yield f"{what}: unexpected on stderr: {complaint[-300:]}"
    if not wheel["out"] and not wheel["made"] and not complaint:
        yield f"{what}: said and wrote nothing"
    if step.argv[0] == "doctor":  # it tells what is different between the two
        return
    for part in ("code", "out", "err"):
        if wheel[part] != checkout[part]:
            yield f"{what}: {part} differs from the checkout's: {_first_difference(wheel[part], checkout[part])}"
    for name in sorted({*wheel["made"], *checkout["made"]}):
        if name.rpartition("/")[2] not in DIFFERENT_BY_RIGHT and wheel["made"].get(
            name
        ) != checkout["made"].get(name):
            found = _first_difference(wheel["made"].get(name), checkout["made"].get(name))
            yield f"{what}: the file {name} differs from the checkout's: {found}"


def _first_difference(wheel: Any, checkout: Any) -> str:
    if not isinstance(wheel, bytes) or not isinstance(checkout, bytes):
        return f"{wheel!r:.80}, not {checkout!r:.80}"
    size = min(len(wheel), len(checkout))
    place = next((at for at in range(size) if wheel[at] != checkout[at]), size)
    start = max(place - 40, 0)
    return f"{wheel[start : place + 60]!r}, not {checkout[start : place + 60]!r}"


def _judge_doctor(wheel: Side) -> list[str]:
    """Return what the installed doctor finds wrong, and what it had to compile although the wheel brings it compiled.

    It opens every faction, rule and word, so a compiled form that is missing or wrong leaves a new one in the cache.
    It is called as people call it: by the script that the installation made.
    """
    home, cache = wheel.folder / "doctor", wheel.folder / "doctor" / "cache"
    home.mkdir(exist_ok=True)
    settings = {
        "HOME": str(home),
        "LISTBUILDER_STATE": str(home / "state"),
        "LISTBUILDER_CACHE": str(cache),
    }
    done = subprocess.run(
        [str(wheel.python.with_name("listbuilder")), "doctor", "--format", "json"],
        cwd=home,
        env=install.clean_environment(**settings),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        return [f"doctor: exit {done.returncode}: {done.stdout[-500:]}{done.stderr[-500:]}"]
    return [f"{file.name} is not compiled in the wheel" for file in sorted(cache.rglob("*.lbc"))]
