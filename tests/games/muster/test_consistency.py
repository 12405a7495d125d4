"""What `data check` says of faction files whose detachments are bought with points, and of who supports whom."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from listbuilder.cli.data import check_file
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import paths
from listbuilder.store.library import Library
from tests.games.paths import is_there

SYSTEM = "warhammer-40k-11e"
SHIPPED = paths.factions() / SYSTEM


@cache
def shipped(file: str) -> list[tuple[str, Any, dict[str, Any]]]:
    """What is said of the file as it is: warnings at most."""
    return [(each.key, each.path, each.args) for each in check_file(SHIPPED / file, Library())]


def problems(tmp_path: Path, file: str, before: str, after: str) -> list[Problem]:
    """The file with one thing changed in it, beside the shipped data."""
    text = (SHIPPED / file).read_text(encoding="utf-8")
    assert before in text
    folder = tmp_path / SYSTEM
    folder.mkdir()
    changed = folder / file
    changed.write_text(text.replace(before, after, 1), encoding="utf-8")
    told = list(check_file(changed, Library()))
    assert all(is_there(text.replace(before, after, 1), problem) for problem in told), told
    return told


ROWS = [
    ("necrons", "    dp: 3\n    dispositions: [Take and Hold, P", "    dispositions: [Take and Hold, P", "missing_key", None),
    ("necrons", "[Take and Hold, Priority Assets]", "[Take and Hold, Priority Asset]", "not_allowed", "Priority Assets"),
    ("necrons", "dispositions: [Take and Hold, Priority Assets]\n", "x-none: 1\n", "missing_key", None),
    ("necrons", "unit: Transcendent C'tan", "unit: Transcendental C'tan", "data_unknown_name", "Transcendent C'tan"),
    ("necrons", "support_to: [Skorpekh D", "support_to: [Skorpek D", "data_unknown_name", "Skorpekh Destroyers"),
    ("adepta-sororitas", "leader_to: [Repentia", "leader_to: [Repenta", "data_unknown_name", "Repentia Squad"),
    ("adepta-sororitas", "supports: [Battle Sisters", "supports: [Battle Sister", "data_unknown_name", "Battle Sisters Squad"),
    ("space-wolves", "id: phobos-shock-force", "id: phobos-shok-force", "unknown_detachment", "phobos-shock-force"),
    ("space-wolves", "excluded: [Apothecary, ", "excluded: [Apothekary, ", "data_unknown_name", "Apothecary"),
    ("orks", "when: {copy_from: 3}", "when: {army_faction: Orcs}", "data_unknown_name", "Orks"),
    ("orks", "counted: {keywords: [Orks, Aircraft]}", "counted: {keywords: [Orks, Aircrafts]}", "data_unknown_name", "Aircraft"),
]


@pytest.mark.parametrize(("file", "before", "after", "key", "near"), ROWS)
def test_a_mistake_is_found_and_placed(tmp_path: Path, file: str, before: str, after: str, key: str, near: str | None) -> None:
    found = problems(tmp_path, f"{file}.yaml", before, after)
    found = [each for each in found if (each.key, each.path, each.args) not in shipped(f"{file}.yaml")]
    assert [problem.key for problem in found] == [key]
    assert found[0].line is not None
    assert found[0].line > 1
    if near is not None:
        assert found[0].args["near"] == near


@pytest.mark.parametrize(
    ("before", "after", "key"),
    [
        ("{copy_from: 3}", "{copy_from: 1}", "too_small"),
        ("{copy_from: 3}", "{copy_form: 3}", "unknown_key"),
        ("dp: 2", "dp: two", "wrong_type"),
        ("upgrade: true", "upgrad: true", "unknown_key"),
    ],
)
def test_what_does_not_fit_is_named(tmp_path: Path, before: str, after: str, key: str) -> None:
    with pytest.raises(Unreadable) as raised:
        problems(tmp_path, "necrons.yaml", before, after)
    assert [problem.key for problem in raised.value.problems] == [key]
