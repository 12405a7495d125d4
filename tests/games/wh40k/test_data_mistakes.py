"""What `data check` says of a faction file that fits its schema and is wrong all the same: one
mistake, told once, in place.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.cli.data import check_file
from listbuilder.data.library import Library
from tests.games.paths import is_there

GAME = "warhammer-40k-10e"

# Nobody's faction: everything that a file can refer to is referred to once, and stands there.
CLEAN = """\
system: warhammer-40k-10e
id: clockworks
name: Clockworks
parent: necrons
faction_keyword: Clockwork
as_of: "2026-05-20"
include: {from: orks, units: [Gretchin]}
gain_keyword: [{keyword: Wound Up, all: [Clockwork]}]
detachments:
  - id: springs
    name: Springs
    battleline: [Ticker]
    must_include_any: [Winder]
    warlord_one_of: [Winder]
    warlord_allowed: [Grand Winder]
    max_per_datasheet: {Ticker: 2}
    gain_keyword: [{keyword: Oiled, all: [Clockwork]}]
    enhancements:
      - {id: key, name: Key, points: 10, requires: {all: [Clockwork]}}
      - {id: oil, name: Oil, points: 10, requires: {all: [Oiled, Wound Up]}}
      - {id: cog, name: Cog, points: 10, requires: {all: [Ticker]}, bearer: unit}
      - {id: lost, name: Lost, points: 10, requires: {all: [Nobody Knows]}, bearer_unknown: true}
      - {id: gift, name: Gift, points: 10, requires: {all: [Gretchin]}, bearer: unit}
      - {id: loan, name: Loan, points: 10, requires: {all: [Overlord]}}
  - id: weights
    name: Weights
    gain_character: {units: [Cart]}
    enhancements:
      - {id: load, name: Load, points: 10, requires: {all: [Cart]}}
datasheets:
  - id: winder
    name: Winder
    keywords: [Infantry, Character, Grand Winder]
    faction_keywords: [Clockwork]
    models: [{name: Winder, min: 1, max: 1}]
    size: {min: 1, max: 1}
    points: [{models: 1, points: 50}, {models: 1, points: 60, when: {detachment: Springs}}]
    default_wargear: [{model: "*", items: [key]}]
    leads: [Tickers]
    led_with: [Winder]
    leader_as: {unit: Cart}
  - id: tickers
    name: Tickers
    keywords: [Infantry, Ticker]
    faction_keywords: [Clockwork]
    models: [{name: Chief, min: 1, max: 1}, {name: Ticker, min: 4, max: 9}, \
{name: Cuckoo, min: 0, max: 2}]
    size: {min: 5, max: 12}
    points: [{models: 5, points: 60}, {models: 10, points: 120}, \
{points: 5, add_model: Cuckoo}, {points: 5, add_item: horn}]
    composition_rules: [{model: Cuckoo, count: 1, needs: {model: Ticker, min: 5}}]
    default_wargear: [{model: "*", items: [hammer, bell]}, {model: Chief, items: [key]}]
    options:
      - {models: {which: Ticker, count: 1, per: 5}, replace: [hammer], \
with: [[saw], [{item: pin, count: 2}]]}
      - {models: {which: Ticker, per_model: Chief, lacks: [saw]}, \
replace_any: [[bell], [hammer]], with: [[gong]]}
      - {models: {which: Chief, count: 1, has: [key], has_any: [bell, gong]}, \
with: [[horn]], locks: [key]}
      - {models: {which: unit, count: 1, per_item: gong}, with: [[drum], [flag]], \
no_duplicates: [drum], model_max: {drum: 1}}
      - {unparsed: true, items: [whistle]}
    led_by: [Winder]
    needs_leader: [Winder]
    army: {max_of_units: {units: [Tickers, Cart], max: 4}}
  - id: cart
    name: Cart
    keywords: [Vehicle, Transport]
    faction_keywords: [Clockwork]
    models: [{name: Cart, min: 1, max: 1}]
    size: {min: 1, max: 1}
    points: [{models: 1, points: 70}]
    default_wargear: [{model: "*", items: [wheel]}]
    joins: {units: [Tickers], keywords: [Infantry]}
    transport: {capacity: 6, units: [Winder]}
"""


def found(tmp_path: Path, text: str, stem: str = "clockworks") -> list[tuple[str, str, str]]:
    """Key, severity and the line of each problem, in the order they are told."""
    folder = tmp_path / GAME
    folder.mkdir(exist_ok=True)
    file = folder / f"{stem}.yaml"
    file.write_text(text, encoding="utf-8")
    lines = text.splitlines()
    told = list(check_file(file, Library([tmp_path])))
    assert all(problem.line is not None and problem.file == str(file) for problem in told)
    assert all(is_there(text, problem) for problem in told), told
    return [
        (problem.key, problem.severity, lines[(problem.line or 1) - 1].strip()) for problem in told
    ]


def args(tmp_path: Path, text: str) -> list[dict[str, Any]]:
    folder = tmp_path / GAME
    folder.mkdir(exist_ok=True)
    file = folder / "clockworks.yaml"
    file.write_text(text, encoding="utf-8")
    return [problem.args for problem in check_file(file, Library([tmp_path]))]


def changed(before: str, after: str) -> str:
    assert CLEAN.count(before) >= 1, before
    return CLEAN.replace(before, after, 1)


def test_nothing_is_wrong_with_a_file_in_which_nothing_is_wrong(tmp_path: Path) -> None:
    assert found(tmp_path, CLEAN) == []


ERRORS = [
    # what is changed, into what, the key, what is given, what is nearest
    ("parent: necrons", "parent: necron", "unknown_faction", "necron", "necrons"),
    ("model: Chief, items: [key]}", "model: Chef, items: [key]}", "unknown_model", "Chef", "Chief"),
    ("{which: Ticker, count: 1", "{which: Tickr, count: 1", "unknown_model", "Tickr", "Ticker"),
    ("per_model: Chief", "per_model: Cheif", "unknown_model", "Cheif", "Chief"),
    ("add_model: Cuckoo", "add_model: Cucko", "unknown_model", "Cucko", "Cuckoo"),
    ("{model: Cuckoo, count: 1", "{model: Cukoo, count: 1", "unknown_model", "Cukoo", "Cuckoo"),
    ("needs: {model: Ticker", "needs: {model: Tiker", "unknown_model", "Tiker", "Ticker"),
    ("replace: [hammer]", "replace: [hamer]", "data_unknown_item", "hamer", "hammer"),
    (
        "replace_any: [[bell], [hammer]]",
        "replace_any: [[bell], [hamer]]",
        "data_unknown_item",
        "hamer",
        "hammer",
    ),
    ("lacks: [saw]", "lacks: [sow]", "data_unknown_item", "sow", "saw"),
    ("has: [key]", "has: [keys]", "data_unknown_item", "keys", "key"),
    ("has_any: [bell, gong]", "has_any: [bell, gongs]", "data_unknown_item", "gongs", "gong"),
    ("per_item: gong", "per_item: going", "data_unknown_item", "going", "gong"),
    ("locks: [key]", "locks: [kee]", "data_unknown_item", "kee", "key"),
    ("no_duplicates: [drum]", "no_duplicates: [drums]", "data_unknown_item", "drums", "drum"),
    ("model_max: {drum: 1}", "model_max: {drums: 1}", "data_unknown_item", "drums", "drum"),
    ("add_item: horn", "add_item: horns", "data_unknown_item", "horns", "horn"),
    (
        "when: {detachment: Springs}",
        "when: {detachment: Sprigs}",
        "unknown_detachment",
        "Sprigs",
        "Springs",
    ),
    ("id: cart", "id: tickers", "data_id_twice", "tickers", None),
    ("id: weights", "id: springs", "data_id_twice", "springs", None),
    ("id: load", "id: key", "data_id_twice", "key", None),
]


@pytest.mark.parametrize(
    ("before", "after", "key", "given", "near"), ERRORS, ids=[each[1] for each in ERRORS]
)
@pytest.mark.slow_but(8)
def test_an_error_is_told_once_at_its_place(
    tmp_path: Path, before: str, after: str, key: str, given: str, near: str | None
) -> None:
    text = changed(before, after)
    line = next(
        line.strip() for line in reversed(text.splitlines()) if after.split("\n")[0] in line
    )
    told = found(tmp_path, text)
    assert [each for each in told if each[1] == "error"] == [(key, "error", line)]
    assert {each[0] for each in told[1:]} <= {
        "data_no_bearer",
        "data_no_price",
    }  # what the mistake brings with it
    first = args(tmp_path, text)[0]
    assert (first["given"], first.get("near")) == (given, near)


WARNINGS = [
    ("battleline: [Ticker]", "battleline: [Tickr]", "Tickr", "Ticker"),
    ("must_include_any: [Winder]", "must_include_any: [Windr]", "Windr", "Winder"),
    ("warlord_one_of: [Winder]", "warlord_one_of: [Windr]", "Windr", "Winder"),
    (
        "warlord_allowed: [Grand Winder]",
        "warlord_allowed: [Grand Windr]",
        "Grand Windr",
        "Grand Winder",
    ),
    ("max_per_datasheet: {Ticker: 2}", "max_per_datasheet: {Tickr: 2}", "Tickr", "Ticker"),
    ("leads: [Tickers]", "leads: [Tickerz]", "Tickerz", "Ticker"),
    ("led_with: [Winder]", "led_with: [Windr]", "Windr", "Winder"),
    ("leader_as: {unit: Cart}", "leader_as: {unit: Crat}", "Crat", None),
    ("led_by: [Winder]", "led_by: [Windr]", "Windr", "Winder"),
    ("needs_leader: [Winder]", "needs_leader: [Windr]", "Windr", "Winder"),
    ("units: [Tickers, Cart], max", "units: [Tickers, Clockwark], max", "Clockwark", "Clockwork"),
    ("joins: {units: [Tickers]", "joins: {units: [Tickerz]", "Tickerz", "Ticker"),
    ("capacity: 6, units: [Winder]", "capacity: 6, units: [Windr]", "Windr", "Winder"),
]


@pytest.mark.parametrize(
    ("before", "after", "given", "near"), WARNINGS, ids=[each[1] for each in WARNINGS]
)
@pytest.mark.slow_but(5)
def test_a_name_that_nothing_has_is_warned_of(
    tmp_path: Path, before: str, after: str, given: str, near: str | None
) -> None:
    text = changed(before, after)
    line = next(line.strip() for line in text.splitlines() if after in line)
    assert found(tmp_path, text) == [("data_unknown_name", "warning", line)]
    [told] = args(tmp_path, text)
    assert told["given"] == given
    if near is not None:
        assert told["near"] == near


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        # Nobody in the faction, its parent or among its guests fits these.
        (
            "requires: {all: [Clockwork]}",
            "requires: {all: [Clockwork, Vehicle, Character]}",
            "id: key",
        ),
        ("requires: {all: [Oiled, Wound Up]}", "requires: {all: [Oiled, Rusty]}", "id: oil"),
        (
            "requires: {all: [Ticker]}, bearer: unit",
            "requires: {all: [Ticker]}",
            "id: cog",
        ),  # no Ticker is a Character
        (
            "requires: {all: [Nobody Knows]}, bearer_unknown: true",
            "requires: {all: [Nobody Knows]}",
            "id: lost",
        ),
        (
            "include: {from: orks, units: [Gretchin]}",
            "include: {from: orks, units: [Boyz]}",
            "id: gift",
        ),
        ("parent: necrons\n", "", "id: loan"),
        ("gain_character: {units: [Cart]}", "gain_character: {units: [Tickers]}", "id: load"),
    ],
)
def test_an_enhancement_that_nobody_may_bear_is_warned_of(
    tmp_path: Path, before: str, after: str, line: str
) -> None:
    text = changed(before, after)
    [(key, severity, where)] = found(tmp_path, text)
    assert (key, severity, f"{{{line}," in where) == ("data_no_bearer", "warning", True)


def test_an_epic_hero_bears_none(tmp_path: Path) -> None:
    text = changed(
        "[Infantry, Character, Grand Winder]", "[Infantry, Character, Epic Hero, Grand Winder]"
    )
    # The Overlord of the parent still bears the loan; what asks for the faction's own keyword finds
    # nobody.
    told = [(key, where.split(",")[0]) for key, _, where in found(tmp_path, text)]
    assert told == [("data_no_bearer", "- {id: key"), ("data_no_bearer", "- {id: oil")]


def test_the_detachment_of_another_file_lends_no_keyword(tmp_path: Path) -> None:
    text = CLEAN.replace("    gain_keyword: [{keyword: Oiled, all: [Clockwork]}]\n", "")
    assert [(key, where.split(",")[0]) for key, _, where in found(tmp_path, text)] == [
        ("data_no_bearer", "- {id: oil")
    ]


@pytest.mark.parametrize(
    ("before", "after", "sizes"),
    [
        (
            "{models: 10, points: 120}, {points: 5, add_model: Cuckoo}",
            "{models: 10, points: 120}",
            ["11-12"],
        ),
        (
            "{models: 10, points: 120}, ",
            "",
            ["8-12"],
        ),  # the price of five, and of two cuckoos beside
        ("points: [{models: 1, points: 70}]", "points: []", ["1"]),
        (
            "{models: 10, points: 120}",
            "{models: 10, points: 120, when: {detachment: Springs}}",
            ["8-12"],
        ),
    ],
)
def test_sizes_without_a_price_are_warned_of(
    tmp_path: Path, before: str, after: str, sizes: list[str]
) -> None:
    text = changed(before, after)
    [(key, severity, _)] = found(tmp_path, text)
    assert (key, severity) == ("data_no_price", "warning")
    assert args(tmp_path, text)[0]["sizes"] == sizes


def test_a_file_is_called_as_its_faction(tmp_path: Path) -> None:
    assert found(tmp_path, CLEAN, stem="clocks") == [
        ("data_id_is_not_file", "error", "id: clockworks")
    ]


def test_a_datasheet_needs_models(tmp_path: Path) -> None:
    text = changed("    models: [{name: Cart, min: 1, max: 1}]\n", "")
    told = found(tmp_path, text)
    assert ("data_no_models", "error") in [(key, severity) for key, severity, _ in told]


def test_words_of_chapters_and_of_detachments_elsewhere_are_known(tmp_path: Path) -> None:
    """The name of a chapter in the Space Marines' file, and a keyword a detachment grants."""
    for name in ("Ultramarines", "Wound Up", "Oiled", "Gretchin", "Necrons", "*"):
        assert found(tmp_path, changed("leads: [Tickers]", f'leads: [Tickers, "{name}"]')) == [], (
            name
        )
