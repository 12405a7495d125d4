"""Runs the cases of every rule: tests/rules/<system>/<code>.yaml.

A case is a roster (the file's `base` with the case's own keys over it) and the exact findings of the whole law over it:
nothing missing, nothing beside. Where a finding offers fixes, the case says each title and the exact roster after it
(`after`: the top-level keys that change; a key that is gone is null).
"""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.law import engine, words
from listbuilder.law.catalog import CHECKS
from listbuilder.model.finding import Finding
from listbuilder.model.rule import Mission
from listbuilder.store import reader
from listbuilder.store.library import Library
from listbuilder.store.words import LANGS

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*/*.yaml"))
LIBRARY = Library()


def load(file: Path) -> Any:
    return reader.read_text(file.read_bytes(), str(file), reader.DATA_BYTES).data


def cases() -> list[Any]:
    found = []
    for file in FILES:
        data = load(file)
        for case in data["cases"]:
            found.append(pytest.param(file, data, case, id=f"{file.stem}: {case['name']}"))
    return found


def roster_of(data: dict[str, Any], case: dict[str, Any], over: dict[str, Any] | None = None) -> dict[str, Any]:
    merged = {**data.get("base", {}), **case.get("roster", {}), **(over or {})}
    return {key: copy.deepcopy(value) for key, value in merged.items() if value is not None}


def as_document(roster: dict[str, Any]) -> reader.Document:
    raw = msgspec.json.encode(roster)  # JSON is YAML
    return reader.read_text(raw, "case")


def shown(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "key": finding.key,
        "severity": finding.severity,
        "path": list(finding.path),
        "units": list(finding.units),
        "message": words.message(finding, "en"),
        "fixes": [words.fix_title(finding, fix, "en") for fix in finding.fixes],
    }


def expected(entry: dict[str, Any]) -> dict[str, Any]:
    return {
        "code": entry["code"],
        "key": entry["key"],
        "severity": entry.get("severity", "error"),
        "path": entry["path"],
        "units": entry.get("units", []),
        "message": entry["message"],
        "fixes": [fix["title"] for fix in entry.get("fixes", [])],
    }


@pytest.mark.parametrize(("file", "data", "case"), cases())
def test_case(file: Path, data: dict[str, Any], case: dict[str, Any]) -> None:
    roster = roster_of(data, case)
    game = system(file.parent.name)
    reading = game.read(as_document(roster), LIBRARY, case.get("as_of"))
    assert not reading.problems, f"{file.name}, {case['name']}: the roster could not be read: {reading.problems}"
    assert reading.army is not None
    if "missions" in case:  # the book prints one, without limits
        missions = msgspec.convert(case["missions"], tuple[Mission, ...])
        reading.army.book = msgspec.structs.replace(reading.army.book, missions=missions)
    findings = engine.check(reading.army)
    assert [shown(f) for f in findings] == [expected(e) for e in case["findings"]], f"{file.name}: {case['name']}"
    if "points" in case:
        assert reading.army.points == case["points"]
    for finding, entry in zip(findings, case["findings"], strict=True):
        for fix, wanted in zip(finding.fixes, entry.get("fixes", []), strict=True):
            after = copy.deepcopy(roster)
            back = fix.edit.apply(after)
            assert after == roster_of(data, case, wanted["after"]), f"{file.name}: {case['name']}: {wanted['title']}"
            game.read(as_document(after), LIBRARY)  # what a fix leaves behind can still be read
            back.apply(after)
            assert after == roster, f"{file.name}: {case['name']}: {wanted['title']} cannot be taken back"
        for lang in LANGS:
            texts = [words.message(finding, lang), *(words.fix_title(finding, fix, lang) for fix in finding.fixes)]
            assert all(text and "{" not in text for text in texts), f"{lang}: {texts}"


@pytest.mark.parametrize("system_id", SYSTEMS)
def test_every_rule_has_a_legal_and_an_illegal_case(system_id: str) -> None:
    for rule in system(system_id).book(LIBRARY).rules:
        file = FOLDER / system_id / f"{rule.code}.yaml"
        assert file.is_file(), f"{rule.code} has no cases: {file}"
        found = [any(f["code"] == rule.code for f in case["findings"]) for case in load(file)["cases"]]
        assert True in found, f"no case of {file.name} breaks {rule.code}"
        assert False in found, f"no case of {file.name} keeps {rule.code}"


def test_every_check_has_its_words() -> None:
    folder = Path(words.__file__).parent / "checks"
    modules = {file.stem for file in folder.glob("*.py")} - {"__init__"}
    assert modules == set(CHECKS), "law/catalog.py and law/checks/ name different checks"
    assert {file.stem for file in folder.glob("*.yaml")} == modules, "every check has its words beside it, and no more"
