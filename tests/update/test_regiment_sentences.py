"""Regiment options and unit notes of Age of Sigmar, case by case (`regiment_sentences.yaml`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from listbuilder.update.compare import normalise
from listbuilder.update.fields import get_entry_kinds
from listbuilder.update.read.regiment_sentences import (
    NameTable,
    Vocabulary,
    complete_profiles,
    read_regiment_options,
)
from listbuilder.update.read.unit_notes import read_unit_notes

CASES: dict[str, Any] = YAML(typ="safe").load(
    (Path(__file__).parent / "regiment_sentences.yaml").read_text("utf-8")
)


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    """Return the vocabulary that all cases are read with."""
    names = CASES["vocabulary"]
    return Vocabulary(
        faction=names["faction"],
        keywords=NameTable(names["keywords"]),
        sub_heroes=NameTable(names["sub_heroes"]),
        units=NameTable(names["units"]),
        heroes=frozenset(name.casefold() for name in names["heroes"]),
        variants={name: tuple(others) for name, others in names["variants"].items()},
        armies=NameTable(names["armies"]),
    )


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: case["text"][:40])
def test_options(case: dict[str, Any], vocabulary: Vocabulary) -> None:
    read = read_regiment_options(case["text"], vocabulary)
    assert read.options == case["options"]
    assert list(read.not_understood) == case.get("not_understood", [])


@pytest.mark.parametrize("case", CASES["notes"], ids=lambda case: case["text"][:40])
def test_notes(case: dict[str, Any], vocabulary: Vocabulary) -> None:
    notes = read_unit_notes(case["text"], vocabulary)
    assert notes.regiment == case.get("regiment", {})
    assert notes.fields == case.get("fields", {})
    assert notes.not_understood == case.get("not_understood", [])


def test_keys_are_in_the_order_of_our_files(vocabulary: Vocabulary) -> None:
    read = read_regiment_options("0-1 Orla or Tide Herald", vocabulary)
    assert list(read.options[0]) == ["sub_heroes", "units", "hero", "max", "label"]


def test_regiments_are_compared_by_meaning() -> None:
    regiment = get_entry_kinds("age-of-sigmar-4e")["warscroll"].fields["regiment"]
    ours: dict[str, Any] = {
        "options": [
            {"keywords": ["Court", "Infantry"]},
            {"units": ["Shade", "Season of Mud: Shade", "Shade (2 models)"], "max": 1},
        ],
        "joins_as": ["Fool", "Courtier"],
    }
    theirs: dict[str, Any] = {
        "options": [
            {"units": ["Shade"], "max": 1, "label": "a Shade"},
            {"keywords": ["infantry", "court"]},
        ],
        "joins_as": ["Courtier", "Fool"],
    }
    assert normalise(regiment, ours, {}) == normalise(regiment, theirs, {})
    theirs["options"][0]["max"] = 2
    assert normalise(regiment, ours, {}) != normalise(regiment, theirs, {})
    assert normalise(regiment, None, {}) == normalise(regiment, {}, {})


def test_what_the_options_of_one_hero_mean_for_others() -> None:
    profiles = complete_profiles(
        {
            "Queen": {
                "options": [
                    {"keywords": ["Court"]},
                    {"units": ["Shade"], "hero": True, "min": 1, "max": 1},
                    {"units": ["Fool"], "hero": True, "max": 1},
                    {"units": ["Dogs"], "max": 1},
                ]
            },
            "Shade": {"options": [], "only_in_regiment_of": ["Queen"]},
            "Fool": {"joins_as": ["Courtier"]},
            "Dogs": {},
        },
        frozenset(("queen", "shade", "fool")),
    )
    assert profiles["Queen"]["cannot_be_auxiliary"] is True
    assert profiles["Shade"] == {
        "can_lead": False,
        "joins_leaders": ["Queen"],
        "only_in_regiment_of": ["Queen"],
        "cannot_be_auxiliary": True,
    }
    assert profiles["Fool"] == {"joins_as": ["Courtier"], "joins_leaders": ["Queen"]}
    assert "Dogs" not in profiles
