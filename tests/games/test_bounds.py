"""How much of a roster is read: what is beyond it is one sentence with the number and what is allowed, at once."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from listbuilder.cli.context import Context
from listbuilder.data.library import Library
from listbuilder.i18n.messages import LANGS
from listbuilder.model import limits
from listbuilder.roster.position import Position

LIBRARY = Library()
MUSTER = {
    "system": "warhammer-40k-10e",
    "faction": "necrons",
    "battle_size": "incursion",
    "detachment": "awakened-dynasty",
}
REGIMENTS = {"system": "age-of-sigmar-4e", "faction": "stormcast-eternals"}
PATROL = {"system": "combat-patrol", "patrol": "amonhotekhs-guard"}
SPEARHEAD = {"system": "spearhead", "box": "vigilant-brotherhood"}
HEROES = {"system": "space-marine-heroes"}


def judged(roster: dict[str, Any]) -> Position:
    return Position.read(json.dumps(roster, indent=1).encode(), "a.yaml", LIBRARY)


def sentences(done: Position, lang: Any = "en") -> list[str]:
    context = Context(lang, "text", None, LIBRARY, False)
    return [context.format_problem(problem) for problem in done.problems]


def immortals(**more: Any) -> dict[str, Any]:
    return {"datasheet": "immortals", "models": [{"model": "Immortal", "count": 5, **more}]}


def units(key: str, name: str, count: int) -> list[dict[str, str]]:
    return [{key: name} for _ in range(count)]


BEYOND = [
    (
        {**MUSTER, "units": [immortals(count=10_000_000)]},
        '"10000000" is too large; the maximum is 1000',
    ),
    (
        {**MUSTER, "units": [{"datasheet": "immortals", "models": 10_000_000}]},
        '"10000000" is too large; the maximum is 1000',
    ),
    (
        {**MUSTER, "units": [immortals(wargear={"tesla carbine": 10_000_000})]},
        '"10000000" is too large; the maximum is 10000',
    ),
    (
        {**MUSTER, "units": [immortals(wargear={f"item {n}": 1 for n in range(101)})]},
        "too many entries: 101 (the limit is 100)",
    ),
    (
        {
            **MUSTER,
            "units": [
                {"datasheet": "immortals", "models": [{"model": "Immortal", "count": 1}] * 101}
            ],
        },
        "too many entries: 101 (the limit is 100)",
    ),
    (
        {**MUSTER, "units": units("datasheet", "immortals", 1001)},
        "too many entries: 1001 (the limit is 1000)",
    ),
    (
        {**MUSTER, "units": units("datasheet", "immortals", 5000)},
        "too many entries: 5000 (the limit is 1000)",
    ),
    (
        {**MUSTER, "name": "x" * 4001},
        f"text too long: 4001 characters (the limit is 4000): {'x' * 57}...",
    ),
    (
        {**MUSTER, "notes": "x" * 20_001},
        f"text too long: 20001 characters (the limit is 20000): {'x' * 57}...",
    ),
    ({**MUSTER, "units": [{"datasheet": "x" * 4001}]}, "text too long: 4001 characters"),
    (
        {**MUSTER, "formations": {"reserves": ["x"] * 1001}},
        "too many entries: 1001 (the limit is 1000)",
    ),
    (
        {**MUSTER, "formations": {"attached": {f"u{n}": "x" for n in range(1001)}}},
        "too many entries: 1001",
    ),
    (
        {**REGIMENTS, "regiments": [{"units": units("unit", "liberators", 1001)}]},
        "too many entries: 1001 (the limit is 1000)",
    ),
    (
        {**REGIMENTS, "regiments": [{"units": units("unit", "liberators", 501)}] * 2},
        "too many units: 1002 (the limit is 1000)",
    ),
    (
        {
            **REGIMENTS,
            "auxiliary": units("unit", "liberators", 600),
            "regiments": [{"units": units("unit", "liberators", 401)}],
        },
        "too many units: 1001 (the limit is 1000)",
    ),
    (
        {
            **REGIMENTS,
            "regiment_of_renown": [
                {"regiment": "the-sons-of-behemat", "units": units("unit", "x", 501)}
            ]
            * 2,
        },
        "too many units: 1002 (the limit is 1000)",
    ),
    (
        {**PATROL, "units": units("unit", "immortals", 1001)},
        "too many entries: 1001 (the limit is 1000)",
    ),
    (
        {**PATROL, "units": [{"unit": "immortals", "models": 10_000_000}]},
        '"10000000" is too large; the maximum is 1000',
    ),
    (
        {**PATROL, "formations": {"split": [{"unit": "x", "into": [10_000_000]}]}},
        '"10000000" is too large; the maximum is 1000',
    ),
    (
        {**SPEARHEAD, "units": [{"unit": "liberators", "models": 10_000_000}]},
        '"10000000" is too large; the maximum is 1000',
    ),
    (
        {**HEROES, "heroes": units("hero", "scabos", 1001)},
        "too many entries: 1001 (the limit is 1000)",
    ),
    (
        {**HEROES, "heroes": [], "collection": {f"h{n}": 1 for n in range(1001)}},
        "too many entries: 1001 (the limit is 1000)",
    ),
]


@pytest.mark.parametrize(
    ("roster", "sentence"), BEYOND, ids=[str(place) for place in range(len(BEYOND))]
)
@pytest.mark.slow_but(5)
def test_beyond_a_bound_is_one_sentence_with_its_place(
    roster: dict[str, Any], sentence: str
) -> None:
    done = judged(roster)
    assert done.verdict == "unread"
    (said,) = sentences(done)
    place, _, words = said.partition(": ")
    assert words.startswith(sentence)
    assert place.startswith("a.yaml:") and place.count(":") == 2
    for lang in LANGS[1:]:
        (translated,) = sentences(done, lang)
        assert all(
            number in translated for number in [word for word in sentence.split() if word.isdigit()]
        )


def test_nesting_beyond_a_bound_is_a_sentence() -> None:
    deep: Any = "x"
    for _ in range(40):
        deep = [deep]
    (said,) = sentences(judged({**MUSTER, "x-own": deep}))
    assert said.endswith("nested deeper than 30 levels")


@pytest.mark.parametrize(
    "roster", [MUSTER, REGIMENTS, PATROL, SPEARHEAD, HEROES], ids=lambda roster: roster["system"]
)
def test_what_stands_at_a_bound_is_read(roster: dict[str, Any]) -> None:
    full = {
        **roster,
        "name": "n" * limits.MAX_WORD,
        "notes": "x" * limits.MAX_NOTES,
        "x-own": list(range(5000)),
    }
    most = {
        "warhammer-40k-10e": {"units": units("datasheet", "immortals", limits.MAX_UNITS)},
        "age-of-sigmar-4e": {"auxiliary": units("unit", "liberators", limits.MAX_UNITS)},
        "combat-patrol": {"units": units("unit", "immortals", limits.MAX_UNITS)},
        "spearhead": {"units": units("unit", "liberators", limits.MAX_UNITS)},
        "space-marine-heroes": {"heroes": units("hero", "scabos", limits.MAX_UNITS)},
    }[roster["system"]]
    done = judged({**full, **most})
    assert done.problems == []
    assert done.army is not None
    assert len(done.army.units) == limits.MAX_UNITS
    assert done.army.name == "n" * limits.MAX_WORD


def test_every_count_at_its_bound_is_read() -> None:
    group = {
        "model": "Immortal",
        "count": limits.MAX_COUNT,
        "wargear": {"gauss blaster": limits.MAX_ITEMS},
    }
    done = judged(
        {**MUSTER, "units": [{"datasheet": "immortals", "models": [group] * limits.MAX_GROUPS}]}
    )
    assert (done.problems, done.verdict) == ([], "illegal")


def test_units_of_one_name_are_numbered_in_turn() -> None:
    ids = [{"id": "immortals-2", "datasheet": "immortals"}, *units("datasheet", "immortals", 3)]
    done = judged({**MUSTER, "units": ids})
    assert done.army is not None
    assert [unit.id for unit in done.army.units] == [
        "immortals-2",
        "immortals",
        "immortals-3",
        "immortals-4",
    ]


@pytest.mark.parametrize("count", [1_000, 10_000_000, 10**18])
@pytest.mark.parametrize("command", ["check", "show", "export --to text", "export --to ros"])
@pytest.mark.slow_but(2)
def test_no_count_takes_the_machines_memory(tmp_path: Path, count: int, command: str) -> None:
    """In a process that may take 600 MB; before there were bounds, ten million models took 3.9 GB."""
    file = tmp_path / "list.yaml"
    file.write_text(json.dumps({**MUSTER, "units": [immortals(count=count)]}))

    def little() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (600_000_000, 600_000_000))

    call = [sys.executable, "-m", "listbuilder", *command.split(), str(file)]
    done = subprocess.run(call, capture_output=True, text=True, preexec_fn=little, timeout=120)
    assert done.returncode == (1 if count == 1_000 else 2), done.stderr
    assert count == 1_000 or f'"{count}" is too large; the maximum is 1000' in " ".join(
        (done.stdout + done.stderr).split()
    )
