"""Loadouts read by hand: legal, or refused with exactly these words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from listbuilder.wargear.check import check_wargear
from listbuilder.wargear.loadout import Group, Violation
from tests.wargear.sheets import sheet

CASES: list[dict[str, Any]] = YAML(typ="safe").load(
    Path(__file__).with_name("cases.yaml").read_text(encoding="utf-8")
)


def violation(given: dict[str, Any]) -> Violation:
    low, high = given["allowed"]
    rest = {key: value for key, value in given.items() if key not in ("allowed", "groups", "items")}
    return Violation(
        groups=tuple(given["groups"]),
        items=tuple(given["items"]),
        allowed_min=low,
        allowed_max=high,
        **rest,
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case: dict[str, Any]) -> None:
    groups = [Group(model, count, *wargear) for model, count, *wargear in case["groups"]]
    verdict = check_wargear(sheet(case["datasheet"]), groups)
    assert list(verdict.violations) == [violation(given) for given in case.get("violations", ())]
    if "not_checked" in case:
        assert (verdict.status, verdict.reason) == ("not_checked", case["not_checked"])
    else:
        assert verdict.status == ("legal" if case.get("legal") else "illegal")


def test_names_are_unique() -> None:
    names = [case["name"] for case in CASES]
    assert len(names) == len(set(names))
