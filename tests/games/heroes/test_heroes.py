"""Five heroes, their slots, the collection, and the cards a player writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.cli.data import check_file
from listbuilder.data.library import Library
from listbuilder.roster.position import Position
from listbuilder.rules import messages

LIBRARY = Library()
FIVE = ["morslug", "scabos", "pustus", "cholerus", "clotticus"]


def text_of(heroes: list[tuple[str, Any]], more: str = "") -> str:
    rows = [f"  - {{hero: {hero}, slot: {slot}}}\n" for hero, slot in heroes]
    return f"system: space-marine-heroes\nheroes:\n{''.join(rows)}{more}"


def judged(text: str, library: Library = LIBRARY) -> Position:
    return Position.read(text.encode(), "list.yaml", library)


def shown(done: Position) -> list[tuple[str, str]]:
    assert not done.problems, done.problems
    return [(f.code, messages.say_finding(f, "en")) for f in done.findings if f.severity != "info"]


def test_every_hero_may_stand_in_every_slot() -> None:
    for turn in range(5):
        done = judged(text_of([(hero, (n + turn) % 5 + 1) for n, hero in enumerate(FIVE)]))
        assert (done.verdict, shown(done)) == ("legal", [])


def test_a_sixth_who_is_also_not_owned_is_one_finding() -> None:
    collection = "collection: {morslug: 1, scabos: 1, pustus: 1, cholerus: 1, clotticus: 1}\n"
    heroes = [*((hero, n + 1) for n, hero in enumerate(FIVE)), ("gangrus", 3)]
    assert shown(judged(text_of(heroes, collection))) == [
        ("SMH-01", "6 heroes; you need exactly 5")
    ]


def test_two_without_a_place_are_given_different_ones() -> None:
    done = judged(
        text_of([("morslug", 1), ("scabos", 6), ("pustus", 1), ("cholerus", 2), ("clotticus", 3)])
    )
    titles = [
        messages.say_fix_title(f, f.fixes[0], "en") for f in done.findings if f.code == "SMH-03"
    ]
    assert titles == ["Put Scabos in slot 4", "Put Pustus in slot 5"]


@pytest.mark.parametrize(
    ("text", "key", "line", "near"),
    [
        (text_of([("scabos", "six")]), "wrong_type", 3, None),
        (text_of([("scabos", 1)], "collection: {scabos: -1}\n"), "too_small", 4, None),
        ("system: space-marine-heroes\nheros: []\n", "unknown_key", 2, "heroes"),
    ],
)
def test_bad_input(text: str, key: str, line: int, near: str | None) -> None:
    done = judged(text)
    assert done.verdict == "unread"
    assert [(p.key, p.line, p.args.get("near")) for p in done.problems] == [(key, line, near)]


def test_a_hero_whose_card_is_not_known_counts_and_is_named() -> None:
    done = judged(
        text_of([*((hero, n + 1) for n, hero in enumerate(FIVE[:4])), ("brother-baxus", 5)])
    )
    assert (done.verdict, shown(done)) == ("legal", [])
    assert done.army is not None
    assert len(done.army.units) == 5
    assert [messages.say_finding(f, "en") for f in done.findings if f.code == "SMH-02"] == [
        "no card known for brother-baxus"
    ]


def test_of_those_who_stay_at_home_nothing_is_said_but_of_what_is_written_nearly_right() -> None:
    heroes = [(hero, n + 1) for n, hero in enumerate(FIVE)]
    owned = ", ".join(f"{hero}: 1" for hero in FIVE)
    done = judged(text_of(heroes, f"collection: {{{owned}, brother-baxus: 1, gangruss: 2}}\n"))
    assert done.verdict == "legal"
    said = [(f.key, f.path) for f in done.findings if f.code == "SMH-02"]
    assert said == [("unknown_card_near", ("collection", "gangruss"))]


CARDS = """system: space-marine-heroes
id: mine
name: My cards
heroes:
  - id: scabos
    name: Scabos
    armour: 4
    symbols:
      - {action: shoot, roll: ダブルシックス, range: long}
      - {action: インスパイア}
  - id: brother-anders
    name: Brother Anders
    symbols: [{action: cut down, roll: straight, range: 近战}]
"""


def own(tmp_path: Path, text: str = CARDS) -> tuple[Library, Path]:
    folder = tmp_path / "space-marine-heroes"
    folder.mkdir()
    file = folder / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    return Library([tmp_path]), file


def problems(tmp_path: Path, text: str) -> list[tuple[str, int | None, Any]]:
    library, file = own(tmp_path, text)
    return [(p.key, p.line, p.args.get("near")) for p in check_file(file, library)]


def test_own_cards_are_played_and_add_to_those_of_the_book(tmp_path: Path) -> None:
    library, _ = own(tmp_path)
    done = judged(
        text_of(
            [("scabos", 1), ("brother-anders", 2), ("pustus", 3), ("cholerus", 4), ("morslug", 5)]
        ),
        library,
    )
    assert done.verdict == "legal"
    infos = {f.key: f for f in done.findings}
    assert infos["blank"].args["heroes"] == ["Pustus", "Cholerus", "Morslug"]
    assert infos["infection_and_bloated"].args["units"] == [
        "Scabos",
        "Pustus",
        "Cholerus",
        "Morslug",
    ]


def test_cards_in_every_spelling_of_the_terms_are_clean(tmp_path: Path) -> None:
    assert problems(tmp_path, CARDS) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("action: shoot", "action: shooot", ("data_unknown_action", 9, "shoot")),
        ("roll: ダブルシックス", "roll: double-sixx", ("data_unknown_roll", 9, "double-six")),
        ("range: long", "range: far", ("data_unknown_range", 9, None)),
        ("armour: 4", "armour: thick", ("data_bad_armour", 7, None)),
        ("armour: 4", "armour: 0", ("data_bad_armour", 7, None)),
        ("armour: 4", "armour: 4+", None),
        ("shoot, roll: ダブルシックス", "shoot", ("data_roll_missing", 9, None)),
        (
            "{action: インスパイア}",
            "{action: inspire, roll: lucky-six}",
            ("data_roll_not_needed", 10, None),
        ),
        ("id: brother-anders", "id: scabos", ("data_id_twice", 11, None)),
        ("id: mine", "id: yours", ("data_id_is_not_file", 2, None)),
    ],
)
def test_cards_are_checked_against_the_terms(
    tmp_path: Path, old: str, new: str, expected: Any
) -> None:
    assert old in CARDS
    assert problems(tmp_path, CARDS.replace(old, new, 1)) == ([expected] if expected else [])


def test_a_card_with_an_unknown_key_is_left_out_and_named(tmp_path: Path) -> None:
    library, _ = own(tmp_path, CARDS.replace("armour", "armor"))
    assert (
        judged(text_of([(hero, n + 1) for n, hero in enumerate(FIVE)]), library).verdict == "legal"
    )
    assert [problem.key for problem in library.problems] == ["unknown_key", "own_data_left_out"]
