"""What `data check` says of faction files whose detachments are bought with points, and of who
supports whom.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.data import paths
from listbuilder.model.problem import Unreadable
from tests.games.changed import of_the_change, problems

SYSTEM = "warhammer-40k-11e"
SHIPPED = paths.get_factions_folder() / SYSTEM


ROWS = [
    (
        "necrons",
        "    dp: 3\n    dispositions: [Take and Hold, P",
        "    dispositions: [Take and Hold, P",
        "missing_key",
        None,
    ),
    (
        "necrons",
        "[Take and Hold, Priority Assets]",
        "[Take and Hold, Priority Asset]",
        "not_allowed",
        "Priority Assets",
    ),
    (
        "necrons",
        "dispositions: [Take and Hold, Priority Assets]\n",
        "x-none: 1\n",
        "missing_key",
        None,
    ),
    (
        "necrons",
        "unit: Transcendent C'tan",
        "unit: Transcendental C'tan",
        "data_unknown_name",
        "Transcendent C'tan",
    ),
    (
        "necrons",
        "support_to: [Skorpekh D",
        "support_to: [Skorpek D",
        "data_unknown_name",
        "Skorpekh Destroyers",
    ),
    (
        "adepta-sororitas",
        "leader_to: [Repentia",
        "leader_to: [Repenta",
        "data_unknown_name",
        "Repentia Squad",
    ),
    (
        "adepta-sororitas",
        "supports: [Battle Sisters",
        "supports: [Battle Sister",
        "data_unknown_name",
        "Battle Sisters Squad",
    ),
    (
        "space-wolves",
        "id: phobos-shock-force",
        "id: phobos-shok-force",
        "unknown_detachment",
        "phobos-shock-force",
    ),
    (
        "space-wolves",
        "excluded: [Apothecary, ",
        "excluded: [Apothekary, ",
        "data_unknown_name",
        "Apothecary",
    ),
    ("orks", "when: {copy_from: 3}", "when: {army_faction: Orcs}", "data_unknown_name", "Orks"),
    (
        "orks",
        "counted: {keywords: [Orks, Aircraft]}",
        "counted: {keywords: [Orks, Aircrafts]}",
        "data_unknown_name",
        "Aircraft",
    ),
]


@pytest.mark.parametrize(("file", "before", "after", "key", "near"), ROWS)
def test_a_mistake_is_found_and_placed(
    tmp_path: Path, file: str, before: str, after: str, key: str, near: str | None
) -> None:
    found = of_the_change(tmp_path, SYSTEM, f"{file}.yaml", before, after)
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
        problems(tmp_path, SYSTEM, "necrons.yaml", before, after)
    assert [problem.key for problem in raised.value.problems] == [key]
