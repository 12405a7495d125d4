"""The rosters under examples/: each legal one is legal, each illegal one for one reason, and the others cannot be read.

What is expected was written from the facts and the catalogue by hand; the additions stand at the head of the files.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.games.wh40k.army import Muster
from listbuilder.model.finding import Stamped
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.rules import engine
from listbuilder.yamlio import reader
from tests.cli.conftest import Call, call  # noqa: F401

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
KINDS = {
    "legal": EXAMPLES / "40k-10e" / "legal",
    "illegal": EXAMPLES / "40k-10e" / "illegal",
    "unreadable": EXAMPLES / "unreadable",
}
LIBRARY = Library()

LEGAL = {  # points, units
    "astra-militarum-with-armigers": (1990, 16),
    "blood-angels-liberator-assault-group": (1995, 16),
    "chaos-space-marines-pactbound-zealots": (1990, 16),
    "death-guard-tallyband-summoners": (1990, 17),
    "genestealer-cults-brood-brothers": (1995, 16),
    "necrons-awakened-dynasty": (1990, 15),
    "orks-war-horde": (1990, 19),
    "tau-empire-kauyon": (1995, 17),
    "tyranids-invasion-fleet": (1995, 17),
    "ultramarines-blade-of-ultramar": (1995, 16),
}

ILLEGAL = {  # the one thing that is wrong: the finding's key, and where it stands in the roster
    "40K-01-battle-size-missing": ("missing", "battle_size"),
    "40K-01-battle-size-unknown": ("unknown", "battle_size"),
    "40K-02-points-limit": ("over", "units.5"),
    "40K-03-army-faction-no-rule-for-it": ("outsider", "units.2"),
    "40K-03-army-faction-of-another": ("outsider", "units.2"),
    "40K-03-army-faction-without-keyword": ("without_keyword", "units.2"),
    "40K-04-detachment-keyword-epic-hero": ("no_keyword_for", "units.0.keyword"),
    "40K-04-detachment-keyword-forbidden": ("forbidden_keyword", "units.1.keyword"),
    "40K-04-detachment-keyword-unknown": ("not_a_keyword", "units.0.keyword"),
    "40K-04-detachment-missing": ("missing", "detachment"),
    "40K-04-detachment-not-for-the-chapter": ("of_another", "detachment"),
    "40K-04-detachment-of-another-chapter": ("of_another", "detachment"),
    "40K-04-detachment-of-another-faction": ("of_another", "detachment"),
    "40K-04-detachment-too-few": ("too_few", "detachment"),
    "40K-04-detachment-too-many-characters": ("too_many_characters", "units.3"),
    "40K-05-character-required": ("too_few", "units"),
    "40K-06-rule-of-three": ("too_many", "units.4"),
    "40K-06-rule-of-three-battleline": ("too_many_with", "units.7"),
    "40K-07-epic-hero-unique": ("too_many_unique", "units.1"),
    "40K-08-enhancement-cap": ("too_many", "units.3.enhancement"),
    "40K-09-enhancement-bearer-ability": ("needs", "units.0.enhancement"),
    "40K-09-enhancement-bearer-datasheet": ("datasheet_never", "units.2.enhancement"),
    "40K-09-enhancement-bearer-epic-hero": ("never", "units.0.enhancement"),
    "40K-09-enhancement-bearer-excluded": ("excluded", "units.0.enhancement"),
    "40K-09-enhancement-bearer-keyword": ("needs", "units.0.enhancement"),
    "40K-09-enhancement-bearer-not-a-character": ("not_bearer", "units.1.enhancement"),
    "40K-09-enhancement-bearer-one-of": ("needs_one", "units.1.enhancement"),
    "40K-09-enhancement-bearer-two-on-one": ("several", "units.0.enhancement.1"),
    "40K-10-enhancement-once": ("too_often", "units.1.enhancement"),
    "40K-11-enhancement-of-detachment": ("of_another", "units.0.enhancement"),
    "40K-12-warlord-detachment-wants-keyword": ("detachment_wants", "units.2.warlord"),
    "40K-12-warlord-detachment-wants-one-of": ("detachment_wants", "units.1.warlord"),
    "40K-12-warlord-missing": ("missing", "units"),
    "40K-12-warlord-must-be-another": ("must_be", "units.1.warlord"),
    "40K-12-warlord-never": ("never", "units.2.warlord"),
    "40K-12-warlord-not-a-character": ("not_character", "units.1.warlord"),
    "40K-12-warlord-two": ("several", "units.1.warlord"),
    "40K-13-unit-size-alternatives": ("total", "units.1.models"),
    "40K-13-unit-size-composition": ("composition", "units.1.models"),
    "40K-13-unit-size-needs": ("needs", "units.1.models"),
    "40K-13-unit-size-no-price": ("no_price", "units.2.models"),
    "40K-13-unit-size-total": ("total", "units.1.models"),
    "40K-16-allies-battleline": ("battleline", "units.2"),
    "40K-16-allies-either": ("either", "units.3"),
    "40K-16-allies-enhancement": ("enhancement", "units.3.enhancement"),
    "40K-16-allies-included-points": ("points", "units.4"),
    "40K-16-allies-included-warlord": ("warlord", "units.2.warlord"),
    "40K-16-allies-points": ("points", "units.4"),
    "40K-16-allies-slots": ("slots", "units.3"),
    "40K-16-allies-too-many": ("too_many", "units.5"),
    "40K-16-allies-warlord": ("warlord", "units.2.warlord"),
    "40K-18-one-chapter-keywords": ("keywords_not_for_chapter", "units.2"),
    "40K-18-one-chapter-not-for-it": ("not_for_chapter", "units.2"),
    "40K-18-one-chapter-of-another": ("another", "units.1"),
    "40K-18-one-chapter-own-datasheet": ("not_for_chapter", "units.2"),
    "40K-18-one-chapter-two": ("another", "units.1"),
    "40K-19-datasheet-limits-excludes": ("excludes", "units.1"),
    "40K-19-datasheet-limits-excludes-unless": ("excludes_unless", "units.1"),
    "40K-19-datasheet-limits-keyword-not-offered": ("not_a_choice", "units.0.keyword"),
    "40K-19-datasheet-limits-no-keyword-to-choose": ("no_choice", "units.0.keyword"),
    "40K-19-datasheet-limits-one-of-several": ("at_most", "units.3"),
    "40K-19-datasheet-limits-own-max": ("own_max", "units.3"),
}
CODES = {f"40K-{number:02}" for number in (*range(1, 14), 16, 18, 19)}

UNREADABLE = {  # the problem, its line and column
    "a-list": ("wrong_type", 1, 1),
    "datasheet-of-another-faction": ("datasheet_elsewhere", 7, 17),
    "duplicate-id": ("duplicate_id", 8, 10),
    "duplicate-key": ("duplicate_key", 7, 5),
    "empty": ("empty", 1, 1),
    "no-faction": ("missing_key", 1, 1),
    "no-models": ("count_below_one", 7, 42),
    "not-utf-8": ("not_utf8", 3, 8),
    "not-yaml": ("not_yaml", 3, 8),
    "tab": ("tab", 4, 1),
    "two-documents": ("two_documents", 4, 1),
    "unknown-chapter": ("unknown_chapter", 3, 10),
    "unknown-datasheet": ("unknown_datasheet", 7, 17),
    "unknown-detachment": ("unknown_detachment", 4, 13),
    "unknown-enhancement": ("unknown_enhancement", 9, 18),
    "unknown-faction": ("unknown_faction", 2, 10),
    "unknown-key": ("unknown_key", 3, 1),
    "unknown-model": ("unknown_model", 9, 17),
    "wrong-type": ("wrong_type", 6, 42),
}


def load(file: Path) -> Any:
    return reader.read_yaml_file(file).data


def read(kind: str, name: str) -> tuple[Muster | None, list[Problem]]:
    file = KINDS[kind] / f"{name}.yaml"
    try:
        document = reader.read_yaml_file(file)
        given = document.data.get("system") if isinstance(document.data, dict) else None
        reading = get_game(given or "warhammer-40k-10e").read_roster(document, LIBRARY)
    except Unreadable as error:
        return None, list(error.problems)
    assert isinstance(reading.army, Muster)
    return reading.army, reading.problems


def findings(kind: str, name: str) -> tuple[Muster, list[Stamped]]:
    army, problems = read(kind, name)
    assert army is not None and not problems, problems
    return army, engine.check_army(army)


@pytest.mark.parametrize(
    ("kind", "table"), [("legal", LEGAL), ("illegal", ILLEGAL), ("unreadable", UNREADABLE)]
)
def test_every_file_is_spoken_of(kind: str, table: dict[str, object]) -> None:
    assert sorted(file.name for file in KINDS[kind].iterdir()) == sorted(
        f"{name}.yaml" for name in table
    )


@pytest.mark.parametrize("name", LEGAL)
def test_legal(name: str) -> None:
    army, found = findings("legal", name)
    assert [(f.code, f.key, f.args) for f in found if f.severity != "info"] == []
    points, units = LEGAL[name]
    assert 1985 <= points <= 2000
    assert (army.points, len(army.units), army.limit) == (points, units, 2000)
    assert not army.assumed, "an example leaves nothing to be assumed"


@pytest.mark.parametrize("name", LEGAL)
def test_the_addition_in_the_file_is_right(name: str) -> None:
    """The head of the file adds the units up, in any order; a sum of their prices, done by hand."""
    army, _ = findings("legal", name)
    lines = (KINDS["legal"] / f"{name}.yaml").read_text(encoding="utf-8").splitlines()
    total = f" = {LEGAL[name][0]}"
    (addition,) = (
        line.removeprefix("# ") for line in lines if line.startswith("# ") and line.endswith(total)
    )
    terms = [int(term) for term in addition.removesuffix(total).split(" + ")]
    assert sum(terms) == LEGAL[name][0]
    assert sorted(terms) == sorted(unit.points or 0 for unit in army.units)


@pytest.mark.parametrize("name", ILLEGAL)
def test_illegal(name: str) -> None:
    _, found = findings("illegal", name)
    key, path = ILLEGAL[name]
    code = name[: len("40K-00")]
    wrong = [
        (f.code, f.severity, f.key, ".".join(map(str, f.path)))
        for f in found
        if f.severity != "info"
    ]
    assert wrong == [(code, "error", key, path)]
    first = (KINDS["illegal"] / f"{name}.yaml").read_text(encoding="utf-8").split("\n", 1)[0]
    assert first.startswith("# ") and first.endswith(f" ({code}).")


def test_every_rule_of_mustering_is_broken_by_an_example() -> None:
    assert {name[: len("40K-00")] for name in ILLEGAL} == CODES


@pytest.mark.parametrize("name", UNREADABLE)
def test_unreadable(name: str) -> None:
    _, problems = read("unreadable", name)
    assert [(p.key, p.line, p.column) for p in problems] == [UNREADABLE[name]]
    assert problems[0].file.endswith(f"{name}.yaml")


def test_every_game_has_its_folder_and_the_first_places_still_lead_there(call: Call) -> None:
    """`examples/legal` and `examples/illegal` were those of the first game; scripts of others name them."""
    of_game = {
        load(file)["system"]
        for folder in EXAMPLES.iterdir()
        if (folder / "legal").is_dir() and (folder / "illegal").is_dir()
        for kind in ("legal", "illegal")
        for file in (folder / kind).iterdir()
    }
    assert of_game == set(SYSTEMS)
    for kind in (
        ("legal", "illegal") if (EXAMPLES.parent / ".git").exists() else ()
    ):  # archives of the source have no links
        old = EXAMPLES / kind
        assert (
            old.is_symlink() and not os.path.isabs(os.readlink(old)) and old.samefile(KINDS[kind])
        )
    found = [
        row["file"]
        for row in json.loads(call("check", str(EXAMPLES), "--format", "json").out)["rosters"]
    ]
    assert len(found) == len({Path(file).resolve() for file in found})
    assert str(EXAMPLES / "40k-10e" / "legal" / "orks-war-horde.yaml") in found
