"""Sentences of cards, and the models, default wargear and options that they are read into."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.update.read.option_sentences import (
    read_composition,
    read_loadout,
    read_options,
    read_unit_fields,
)
from listbuilder.update.singular import make_name_key, make_singular_name
from listbuilder.update.tree import Place
from listbuilder.yamlio import reader

FILE = Path(__file__).with_name("option_sentences.yaml")
CASES = reader.read_yaml(FILE.read_bytes(), str(FILE)).data
PLACE = Place("reef.json", "Divers")


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_sentences_are_read_whole_or_named(case: dict[str, Any]) -> None:
    fields = read_unit_fields(
        case["composition"],
        case.get("loadout", ""),
        case.get("wargear", []),
        PLACE,
        items=case.get("items", []),
        gear=case.get("gear", []),
    )
    missed = {name: len(v.not_understood) for name, v in fields.items() if v.not_understood}
    assert missed == case.get("missed", {}), [v.not_understood for v in fields.values()]
    expected = case.get("reads", {})
    if "missed" not in case:
        expected = {"options": [], **expected}
    for name, data in expected.items():
        assert fields[name].data == data
        assert fields[name].place == PLACE


def test_what_was_not_understood_is_cut_to_a_few_words() -> None:
    sentence = "This model can " + "swim " * 40
    (piece,) = read_options([sentence], PLACE).not_understood
    assert len(piece.split()) <= 8 and len(piece) <= 60


def test_each_part_can_be_read_alone() -> None:
    fields = read_composition(["1 Captain", "3 Divers"], PLACE)
    assert set(fields) == {"models", "size"}
    value = read_loadout("Every model is equipped with: pike.", PLACE, models=["Diver"])
    assert value.data == [{"model": "*", "items": ["pike"]}] and not value.not_understood
    options = read_options(
        ["1 Diver's pike can be replaced with 1 net."],
        PLACE,
        models=["Diver"],
        default_wargear=[{"model": "*", "items": ["pike"]}],
    )
    assert options.data == [
        {"models": {"which": "Diver", "count": 1}, "replace": ["pike"], "with": [["net"]]}
    ]


def test_a_card_that_says_nothing_has_no_models() -> None:
    fields = read_unit_fields([], "", [], PLACE)
    assert set(fields) == {"options"} and fields["options"].data == []


@pytest.mark.parametrize(
    ("several", "one"),
    [
        ("Reef Guards", "Reef Guard"),
        ("Netmen", "Netman"),
        ("Adversaries", "Adversary"),
        ("Sea Witches", "Sea Witch"),
        ("Sisters Mournful", "Sister Mournful"),
        ("Wardens of the Deep", "Warden of the Deep"),
        ("Guards with sea horses", "Guard with sea horse"),
        ("Order of the Deep Spears", "Order of the Deep Spear"),
        ("Guards with Net, Saw and Gun Stocks", "Guard with Net, Saw and Gun Stocks"),
        ("Chaos Spawn", "Chaos Spawn"),
        ("Princess", "Princess"),
    ],
)
def test_names_lose_their_plural(several: str, one: str) -> None:
    assert make_singular_name(several) == one
    assert make_name_key(several) == make_name_key(one)
