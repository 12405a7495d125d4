"""Lists in the manner of what people paste, each with what comes of it: `people_write.yaml`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from listbuilder.data.library import Library
from listbuilder.formats.import_list import import_list, judge_import
from listbuilder.model.problem import Unreadable
from listbuilder.rules import messages

CASES: list[dict[str, Any]] = YAML(typ="safe").load(Path(__file__).with_name("people_write.yaml"))


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES])
def test_what_comes_of_a_list(case: dict[str, Any], library: Library) -> None:
    raw = case["list"].encode()
    try:
        made = import_list(raw, "x", library)
    except Unreadable as error:
        assert case["verdict"] == "unread"
        assert [problem.key for problem in error.problems] == case.get("problems", [])
        return
    done = judge_import(made, "x", library, None)
    assert [problem.key for problem in done.problems] == case.get("problems", [])
    assert done.verdict == case["verdict"]
    if done.verdict != "unread":
        errors = {finding.code for finding in done.findings if finding.severity == "error"}
        assert sorted(errors) == case.get("findings", [])
    told = {messages.say_note(note, "en") for note in [*made.account.notes, *made.account.warned]}
    assert set(case.get("notes", [])) - told == set()
    assert made.document is not None or not case.get("units")
    for key in ("attached", "regiments"):
        if key in case:
            assert made.document is not None
            assert made.document.data[key] == case[key]
    for place, models in case.get("units", {}).items():
        assert made.document is not None
        assert made.document.data["units"][place].get("models") == models
