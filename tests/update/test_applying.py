"""Decided changes become the right lines of the data files and their histories, or nothing at all."""

from __future__ import annotations

import difflib
import re
from pathlib import Path
from typing import Any

import pytest

from listbuilder.data import transaction
from listbuilder.update.apply import Outcome, compute_update
from listbuilder.update.changes import Change, FieldChange, NewBook, NewEntry, Removed, Renamed
from listbuilder.yamlio import reader
from tests.data.faults import killed

DAY = "2026-12-01"
FILE = Path(__file__).with_name("applying.yaml")
DATA = reader.read_yaml(FILE.read_bytes(), FILE.name, limit=1_000_000).data
KINDS: dict[str, type] = {
    "set": FieldChange,
    "new": NewEntry,
    "gone": Removed,
    "name": Renamed,
    "book": NewBook,
}
Case = dict[str, Any]


def lay_out(case: Case, folder: Path) -> str:
    """Write the books of a case into `folder` and return the game."""
    books = DATA["books"][case["books"]]
    for place, text in books["files"].items():
        path = folder / books["system"] / f"{place}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    system: str = books["system"]
    return system


def make_changes(case: Case) -> list[Change]:
    made: list[Change] = []
    for number in range(case.get("repeat", 1)):
        for row in case["changes"]:
            ((kind, keys),) = row.items()
            keys = {
                key: value.replace("-N", f"-{number}") if isinstance(value, str) else value
                for key, value in keys.items()
            }
            made.append(KINDS[kind](**keys))
    return made


def compute(case: Case, folder: Path, system: str) -> Outcome:
    document = case.get("document", "Points 3")
    return compute_update(folder, system, make_changes(case), case.get("day", DAY), document)


def name_files(system: str, outcome: Outcome) -> dict[str, bytes]:
    return {f"{system}/{place}.yaml": raw for place, raw in outcome.files.items()}


def find_changed_lines(old: str, new: str) -> list[str]:
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=0)
    kept = [line for line in lines if not line.startswith(("---", "+++", "@@"))]
    return [re.sub(r"digest: \w+", "digest: DIGEST", line) for line in kept]


@pytest.mark.parametrize("case", DATA["cases"], ids=lambda case: str(case["name"]))
def test_the_lines_that_change(case: Case, tmp_path: Path) -> None:
    system = lay_out(case, tmp_path)
    outcome = compute(case, tmp_path, system)
    assert outcome.problems == []
    assert [getattr(one, "entry_id", "") for one in outcome.unrecorded] == case.get(
        "unrecorded", []
    )
    files = DATA["books"][case["books"]]["files"]
    for place, expected in case["lines"].items():
        old = files.get(place, "")
        lines = find_changed_lines(old, outcome.files.get(place, old.encode()).decode())
        if not any("as_of" in line for line in expected):
            lines = [line for line in lines if not line[1:].startswith("as_of") or not old]
        assert sorted(lines) == sorted(expected), place

    with transaction.lock_folder(tmp_path):
        transaction.write_or_refuse(tmp_path, name_files(system, outcome), "update")
    again = compute(case, tmp_path, system)
    assert (again.files, again.problems, again.written) == ({}, [], [])
    assert len(again.same) == len(case["changes"])


@pytest.mark.parametrize("case", DATA["refused"], ids=lambda case: str(case["name"]))
def test_what_is_refused(case: Case, tmp_path: Path) -> None:
    system = lay_out(case, tmp_path)
    outcome = compute(case, tmp_path, system)
    assert sorted(problem.key for problem in outcome.problems) == sorted(case["problems"])
    assert (outcome.files, outcome.written) == ({}, [])


def test_the_digest_is_of_prices_alone(tmp_path: Path) -> None:
    digests = {}
    for name in (
        "keys of a datasheet lead back, two on one day together",
        "profiles decide about no list and leave no trace",
        "a price changes in its row, and the comment beside it stays",
        "a detachment gets one state a day",
    ):
        case = next(case for case in DATA["cases"] if case["name"] == name)
        system = lay_out(case, tmp_path / name)
        versions = compute(case, tmp_path / name, system).files["history/versions"].decode()
        digests[name] = re.findall(r"digest: (\w+)", versions)[-1]
    keys, profiles, price, dp = digests.values()
    assert keys == profiles
    assert len({keys, price, dp}) == 3


@pytest.mark.slow
def test_killed_at_any_step_all_files_are_old_or_new(tmp_path: Path) -> None:
    case = next(case for case in DATA["cases"] if case["name"].startswith("another id ends"))
    step, ended = 0, False
    seen = set()
    while not ended:
        step += 1
        folder = tmp_path / str(step)
        system = lay_out(case, folder)
        old = {path: path.read_bytes() for path in sorted(folder.rglob("*.yaml"))}
        outcome = compute(case, folder, system)
        new = old | {folder / system / f"{place}.yaml": raw for place, raw in outcome.files.items()}

        def update(folder: Path = folder, system: str = system, outcome: Outcome = outcome) -> None:
            with transaction.lock_folder(folder):
                transaction.write_or_refuse(folder, name_files(system, outcome), "update")

        ended = not killed(update, step)
        transaction.settle_folder(folder)
        now = {path: path.read_bytes() for path in sorted(folder.rglob("*.yaml"))}
        assert now in (old, new), step
        seen.add("new" if now == new else "old")
    assert seen == {"old", "new"}
    assert step > 10
