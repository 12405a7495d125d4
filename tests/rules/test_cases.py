"""Runs the cases of every rule: tests/rules/<system>/<code>.yaml.

A case is a roster (the file's `base` with the case's own keys over it) and the exact findings of the whole law over it:
nothing missing, nothing beside. Where a finding offers fixes, the case says each title and the exact roster after it
(`after`: the top-level keys that change; a key that is gone is null). `stated`, by the place of a unit: what another
program's list says it costs, where no day and no order of units explains it.

A rule that several games share has its cases once: `systems: [a, b]` at the head names them, and `of` says what is
another's own (`of: {b: {code: B-02, base: {...}}}`): the rule's code there, and keys laid over the base.
"""

from __future__ import annotations

import copy
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n.messages import LANGS
from listbuilder.model.finding import Stamped
from listbuilder.roster import commands
from listbuilder.roster.position import Position
from listbuilder.rules import messages
from listbuilder.rules.registry import CHECKS
from tests.rules.case import (
    FILES as FILES,
)
from tests.rules.case import (
    FOLDER as FOLDER,
)
from tests.rules.case import (
    LIBRARY as LIBRARY,
)
from tests.rules.case import (
    Case as Case,
)
from tests.rules.case import (
    as_document as as_document,
)
from tests.rules.case import (
    cases as cases,
)
from tests.rules.case import (
    changes as changes,
)
from tests.rules.case import (
    games_of as games_of,
)
from tests.rules.case import (
    load as load,
)
from tests.rules.case import (
    roster_of as roster_of,
)
from tests.rules.excess import assert_excess, assert_named_as_in_roster
from tests.rules.options import assert_offers_can_be_done
from tests.rules.order import assert_order_does_not_matter, named, turned
from tests.rules.shown import assert_can_be_said
from tests.usage import USAGE


def shown(finding: Stamped) -> dict[str, Any]:
    return {
        "code": finding.code,
        "key": finding.key,
        "severity": finding.severity,
        "path": list(finding.path),
        "units": list(finding.units),
        "message": messages.say_finding(finding, "en"),
        "fixes": [messages.say_fix_title(finding, fix, "en") for fix in finding.fixes],
    }


def expected(entry: dict[str, Any], code: tuple[str, str]) -> dict[str, Any]:
    """`code`: what the rule is called in the file, and in this game."""
    return {
        "code": code[1] if entry["code"] == code[0] else entry["code"],
        "key": entry["key"],
        "severity": entry.get("severity", "error"),
        "path": entry["path"],
        "units": entry.get("units", []),
        "message": entry["message"],
        "fixes": [fix["title"] for fix in entry.get("fixes", [])],
    }


@pytest.mark.parametrize(("system_id", "code", "data", "case"), cases())
def test_case(
    system_id: str, code: tuple[str, str], data: dict[str, Any], case: dict[str, Any]
) -> None:
    """All that is asked of a case. One test, for it is dear to read and judge a roster."""
    one = Case(system_id, code, data, case)
    assert_found_and_fixed(one)
    if "stated" in case:  # of units at their places: what follows is asked of the roster itself
        one = Case(
            system_id, code, data, {key: value for key, value in case.items() if key != "stated"}
        )
    assert_excess(one)
    assert_named_as_in_roster(one)
    assert_cause_is_found_once(one)
    assert_can_be_said(one)
    assert_order_does_not_matter(one)
    assert_offers_can_be_done(one)
    broken = any(finding["code"] == code[0] for finding in case["findings"])
    USAGE.add("broken" if broken else "kept", f"{system_id} {code[1]}")


def assert_found_and_fixed(one: Case) -> None:
    """Assert that the findings and what each fix makes are those of the case, neither more nor fewer."""
    game, roster, code, case = get_game(one.game), one.roster, one.code, one.case
    findings = one.findings
    assert [shown(f) for f in findings] == [expected(e, code) for e in case["findings"]], one.name
    if "points" in case:
        assert one.army.points == case["points"]
    for finding, entry in zip(findings, case["findings"], strict=True):
        for fix, wanted in zip(finding.fixes, entry.get("fixes", []), strict=True):
            after = copy.deepcopy(roster)
            assert all(changes(step, after) for step in fix.edit.steps), (
                f"{one.name}: {wanted['title']}"
            )
            after = copy.deepcopy(roster)
            back = fix.edit.apply_in_place(after)
            assert after == roster_of(one.data, case, wanted["after"]), (
                f"{one.name}: {wanted['title']}"
            )
            game.read_roster(
                as_document(after), LIBRARY
            )  # what a fix leaves behind can still be read
            back.apply_in_place(after)
            assert after == roster, f"{one.name}: {wanted['title']} cannot be taken back"
        for lang in LANGS:
            texts = [
                messages.say_finding(finding, lang),
                *(messages.say_fix_title(finding, fix, lang) for fix in finding.fixes),
            ]
            assert all(text and "{" not in text for text in texts), f"{lang}: {texts}"


def assert_cause_is_found_once(one: Case) -> None:
    """By its rule, its way and what it is about a cause is known again after an edit, so no two may look the same."""
    found = Counter((finding.what, finding.whom) for finding in one.judged)
    assert [cause for cause, count in found.items() if count > 1] == [], one.name


@pytest.mark.parametrize("system_id", SYSTEMS)
def test_every_rule_has_a_legal_and_an_illegal_case(system_id: str) -> None:
    covered: dict[str, list[bool]] = {}
    for file in FILES:
        for game, code, data in games_of(file, load(file)):
            if game == system_id:
                broken = [
                    any(finding["code"] == file.stem for finding in case["findings"])
                    for case in data["cases"]
                ]
                covered.setdefault(code, []).extend(broken)
    for rule in get_game(system_id).load_rulebook(LIBRARY).rules:
        found = covered.get(rule.code, [])
        assert True in found, (
            f"no case breaks {rule.code}: tests/rules/{system_id}/{rule.code}.yaml"
        )
        assert False in found, (
            f"no case keeps {rule.code}: tests/rules/{system_id}/{rule.code}.yaml"
        )


def test_cases_of_several_games() -> None:
    """The head of a shared file, as the games see it."""
    data = {
        "systems": ["one", "two"],
        "base": {"faction": "x", "detachment": "d"},
        "of": {"two": {"code": "TWO-07", "base": {"detachment": None, "detachments": ["d"]}}},
        "cases": [],
    }
    (one, one_code, first), (two, two_code, second) = games_of(Path("one") / "ONE-06.yaml", data)
    assert (one, one_code, two, two_code) == ("one", "ONE-06", "two", "TWO-07")
    assert roster_of(first, {}) == {"system": "one", "faction": "x", "detachment": "d"}
    assert roster_of(second, {}) == {"system": "two", "faction": "x", "detachments": ["d"]}
    assert (
        expected({"code": "ONE-06", "key": "k", "path": [], "message": "m"}, ("ONE-06", two_code))[
            "code"
        ]
        == "TWO-07"
    )


def test_every_check_has_its_words() -> None:
    folder = Path(messages.__file__).parent / "checks"
    modules = {file.stem for file in folder.glob("*.py")} - {"__init__"}
    assert modules == set(CHECKS), "rules/registry.py and law/checks/ name different checks"
    assert {file.stem for file in folder.glob("*.yaml")} == modules, (
        "every check has its words beside it, and no more"
    )


# The first unit decides of which chapter the army is; heroes who change places change their slots.
ORDER_COUNTS = {
    ("40K-18", "another"),
    ("11E-23", "another"),
    ("SMH-03", "doubled"),
    ("40K-34", "one_each"),
    ("11E-50", "one_each"),
}


def test_the_order_of_units_causes_and_cures_nothing() -> None:
    """What a finding is about is no matter of which of several units stands last, so that it points there."""
    moved = 0
    for game, (_, code), data, case in (each.values for each in cases()):
        position = Position(as_document(roster_of(data, case)), LIBRARY, as_of=case.get("as_of"))
        assert position.army is not None
        leaves = [
            leaf
            for branch in position.editor.build_outline(position.army)
            for leaf in branch.leaves
            if leaf.path
        ]
        for added in (commands.move_unit(position, leaf.path, 1) for leaf in leaves):
            if added is None:
                continue
            moved += 1
            effect = position.predict_effect(added.edit)
            changed = [
                (f.code, f.key)
                for f in (*effect.against, *effect.cured)
                if (f.code, f.key) not in ORDER_COUNTS
            ]
            assert changed == [], f"{game} {code}: {case['name']}: {added.edit}"
    assert moved > 500


def test_cases_that_can_be_turned_round() -> None:
    """Else the order of units would be tried in none."""
    assert (
        sum(
            str(turned(roster := named(roster_of(*each.values[2:])))) != str(roster)
            for each in cases()
        )
        > 500
    )
