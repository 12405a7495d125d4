"""What the table of `make corpus` counts as right, wrong, undecided and open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tools.corpus_truth import (
    find_verdict_of_person,
    get_form,
    get_language,
    judge_verdict,
    load_reviewed_verdicts,
)


@pytest.mark.parametrize(
    ("given", "person", "is_total_met", "expected"),
    [
        ("legal", "legal", None, "right"),
        ("illegal", "illegal", None, "right"),
        ("illegal", "legal", True, "wrong"),
        ("legal", "illegal", True, "wrong"),
        ("unread", "legal", True, "undecided"),
        ("unread", None, None, "undecided"),
        ("legal", None, True, "right"),
        ("legal", None, False, "open"),
        ("legal", None, None, "open"),
        ("illegal", None, True, "open"),
    ],
)
def test_a_verdict_is_compared_with_that_of_a_person(
    given: str, person: str | None, is_total_met: bool | None, expected: str
) -> None:
    assert judge_verdict(given, person, is_total_met) == expected


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        ({"truth": {"verdict": "illegal"}, "seen": {"class": "right LEGAL"}}, "illegal"),
        ({"truth": {}, "seen": {"class": "wrong ILLEGAL"}}, "legal"),
        ({"truth": {}, "seen": {"class": "right ILLEGAL"}}, "illegal"),
        ({"truth": {}, "seen": {"class": "unread though readable"}}, None),
        ({"truth": {}}, "legal"),
    ],
)
def test_what_a_person_would_say(row: dict[str, Any], verdict: str | None) -> None:
    reviewed = {} if "seen" in row else {"a.txt": "legal"}
    assert find_verdict_of_person({"file": "a.txt", **row}, reviewed) == verdict


def test_only_verdicts_beyond_doubt_are_taken(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.yaml"
    file.write_text(
        "- {list: a.txt, verdict: legal}\n"
        "- {list: b.txt, verdict: illegal, errors: [{code: X, reason: 'doubtful: why'}]}\n"
        "- {list: c.txt, verdict: illegal, errors: [{code: X, reason: 'true: why'},"
        " {code: Y, reason: 'doubtful: why'}]}\n"
        "- {list: d.txt, verdict: unread, unread: [{problem: p, reason: 'true: why'}]}\n"
    )
    assert load_reviewed_verdicts(file) == {"a.txt": "legal", "c.txt": "illegal"}
    assert load_reviewed_verdicts(tmp_path / "none.yaml") == {}


@pytest.mark.parametrize(
    ("row", "form", "language"),
    [
        ({"format": "bracket-fr-text"}, "bracket-fr-text", "fr"),
        ({"format": "gw-app-text"}, "gw-app-text", "en"),
        ({"form": "gw-app-text 2.x, edited", "language": "fr"}, "gw-app-text 2.x", "fr"),
        ({"form": "a form (with a remark)", "language": "pl"}, "a form", "pl"),
    ],
)
def test_form_and_language(row: dict[str, Any], form: str, language: str) -> None:
    assert (get_form(row), get_language(row)) == (form, language)
