"""What `data check` says of a faction of regiments that fits its schema and is wrong all the same:
one mistake, told once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.cli.data import check_file
from listbuilder.data.library import Library
from tests.games.paths import is_there

GAME = "age-of-sigmar-4e"

# Nobody's faction: everything that a file can refer to is referred to once, and stands there.
CLEAN = """\
system: age-of-sigmar-4e
id: clockworks
name: Clockworks
grand_alliance: Order
faction_keyword: Clockwork
as_of: "2026-06-30"
sub_hero_categories: [Tinker]
regiments_of_renown: [gotrek-gurnisson]
battle_formations:
  - {id: springs, name: Springs, battlepacks: [ghb-2025-26]}
  - {id: weights, name: Weights}
spell_lores:
  - {id: ticking, name: Ticking, contents: [Tick], battlepacks: [ghb-2026-27]}
prayer_lores:
  - {id: chiming, name: Chiming, contents: [Chime], battlepacks: [ghb-2025-26]}
manifestation_lores:
  - {id: golems, name: Golems, manifestations: [Golem]}
faction_terrain:
  - {id: belfry, name: Belfry}
enhancement_tables:
  - id: keys
    name: Keys
    applies_to: {all: [Hero], none: [Unique], none_of_units: [tinker]}
    choices:
      - {id: brass, name: Brass, battlepacks: [ghb-2025-26]}
      - {id: steel, name: Steel, requires: {units: [winder]}}
  - id: oils
    name: Oils
    applies_to: {any: [Infantry, Cavalry], units: [tickers]}
    choices:
      - {id: thin, name: Thin}
armies_of_renown:
  - id: guild
    name: Guild
    adds_keywords: [Guild]
    restrictions:
      required_units: [[winder]]
      required_general: [winder]
      limits: [{units: [tinker], max: 1}]
      ratios: [{allow: {units: [tickers]}, count: 1, per: {units: [guild-cart]}}]
    faction_terrain: [belfry]
    units: [winder, tinker, tickers, guild-cart, guild-guard, seraphon/kroxigor]
    regiments:
      winder: {options: [{keywords: [Guild]}]}
    extra_warscrolls:
      - {id: guild-guard, name: Guild Guard, points: 90, models: 5,
         keywords: [Infantry, Clockwork], weapons: []}
    copied_warscrolls:
      - {id: guild-cart, name: Guild Cart, same_as: cart, points: 75, adds_keywords: [Gilded]}
    enhancement_tables:
      - id: seals
        name: Seals
        applies_to: {all: [Guild, Hero], units: [winder]}
        choices:
          - {id: wax, name: Wax}
warscrolls:
  - id: winder
    name: Winder
    points: 100
    models: 1
    keywords: [Hero, Infantry, Clockwork]
    regiment:
      options:
        - {keywords: [Infantry]}
        - {units: [Cart], max: 1, none_of_units: [Mouse]}
        - {sub_heroes: [Tinker]}
    weapons: []
  - id: tinker
    name: Tinker
    points: 80
    models: 1
    keywords: [Hero, Cavalry, Clockwork]
    regiment: {joins_as: [Tinker], joins_leaders: [Winder]}
    weapons: []
  - id: tickers
    name: Tickers
    points: 120
    models: 10
    keywords: [Infantry, Clockwork]
    regiment: {only_in_regiment_of: [Winder], requires_in_regiment: [Cart]}
    weapons: []
  - id: new-tickers
    name: New Tickers
    points: 130
    models: 10
    keywords: [Infantry]
    variant_of: tickers
    battlepack: ghb-2026-27
    weapons: []
  - id: few-tickers
    name: Few Tickers
    points: 60
    models: 5
    keywords: [Infantry]
    max_per: {unit: winder, count: 1}
    weapons: []
  - {id: cart, name: Cart, points: 70, models: 1, keywords: [War Machine, Clockwork],
     exclusive_with: [mouse], weapons: []}
  - {id: mouse, name: Mouse, points: 10, models: 1, keywords: [Beast, Clockwork],
     exclusive_with: [cart], weapons: []}
"""

RENOWN = """\
system: age-of-sigmar-4e
id: regiments-of-renown
as_of: "2026-06-30"
regiments:
  - id: band
    name: Band
    points: 100
    units: [{unit: seraphon/kroxigor, models: 3}, {unit: regiments-of-renown/drummer, models: 1}]
    factions: [skaven, seraphon]
  - id: choice
    name: Choice
    units: [{unit: skaven/clanrats, models: 20, optional: true}]
    factions: [skaven]
warscrolls:
  - {id: drummer, name: Drummer, points: 50, models: 1, keywords: [Infantry], weapons: []}
"""


def found(
    tmp_path: Path, text: str, stem: str = "clockworks"
) -> list[tuple[str, str, str, dict[str, Any]]]:
    """Key, severity, line and what is said of each problem, in the order they are told."""
    folder = tmp_path / GAME
    folder.mkdir(exist_ok=True)
    file = folder / f"{stem}.yaml"
    file.write_text(text, encoding="utf-8")
    told = list(check_file(file, Library([tmp_path])))
    assert all(is_there(text, problem) for problem in told), told
    lines = text.splitlines()
    return [
        (each.key, each.severity, lines[(each.line or 0) - 1].strip(), each.args) for each in told
    ]


def test_nothing_is_wrong_with_files_in_which_nothing_is_wrong(tmp_path: Path) -> None:
    assert found(tmp_path, CLEAN) == []
    assert found(tmp_path, RENOWN, "regiments-of-renown") == []


# What is changed, into what, the key, and what is given and near (as far as the sentence has it).
ERRORS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("id: clockworks", "id: clockwork", "data_id_is_not_file",
     {"given": "clockwork", "file": "clockworks"}),
    ("[gotrek-gurnisson]", "[gotrek-gurnison]", "data_unknown_id",
     {"given": "gotrek-gurnison", "near": "gotrek-gurnisson"}),
    ("name: Springs, battlepacks: [ghb-2025-26]", "name: Springs, battlepacks: [ghb-2052-26]",
     "data_unknown_id",
     {"near": "ghb-2025-26"}),
    ("contents: [Tick], battlepacks: [ghb-2026-27]", "contents: [Tick], battlepacks: [x]",
     "data_unknown_id", {"given": "x"}),
    ("contents: [Chime], battlepacks: [ghb-2025-26]", "contents: [Chime], battlepacks: [y]",
     "data_unknown_id", {"given": "y"}),
    ("name: Brass, battlepacks: [ghb-2025-26]", "name: Brass, battlepacks: [z]", "data_unknown_id",
     {"given": "z"}),
    ("battlepack: ghb-2026-27", "battlepack: ghb-2026-72", "data_unknown_id",
     {"near": "ghb-2026-27"}),
    ("id: weights", "id: springs", "data_id_twice", {"given": "springs"}),
    ("id: steel", "id: brass", "data_id_twice", {"given": "brass"}),
    ("id: thin", "id: brass", "data_id_twice", {"given": "brass"}),
    ("none_of_units: [tinker]", "none_of_units: [tinkar]", "data_unknown_id",
     {"given": "tinkar", "near": "tinker"}),
    ("requires: {units: [winder]}", "requires: {units: [wonder]}", "data_unknown_id",
     {"given": "wonder", "near": "winder"}),
    ("required_units: [[winder]]", "required_units: [[wonder]]", "data_unknown_id",
     {"given": "wonder", "near": "winder"}),
    ("required_general: [winder]", "required_general: [wonder]", "data_unknown_id",
     {"given": "wonder", "near": "winder"}),
    ("limits: [{units: [tinker]", "limits: [{units: [tinkar]", "data_unknown_id",
     {"given": "tinkar", "near": "tinker"}),
    ("allow: {units: [tickers]}", "allow: {units: [tickerz]}", "data_unknown_id",
     {"given": "tickerz", "near": "tickers"}),
    ("per: {units: [guild-cart]}", "per: {units: [guild-card]}", "data_unknown_id",
     {"near": "guild-cart"}),
    ("    faction_terrain: [belfry]", "    faction_terrain: [belfri]", "data_unknown_id",
     {"given": "belfri", "near": "belfry"}),
    ("guild-guard, seraphon/kroxigor]", "guild-guard, seraphon/kroxogor]", "data_unknown_id",
     {"given": "seraphon/kroxogor"}),
    ("guild-guard, seraphon/kroxigor]", "guild-guard, serafon/kroxigor]", "data_unknown_id",
     {"given": "serafon/kroxigor"}),
    ("      winder: {options", "      wonder: {options", "data_unknown_id",
     {"given": "wonder", "near": "winder"}),
    ("variant_of: tickers", "variant_of: tickerz", "data_unknown_id",
     {"given": "tickerz", "near": "tickers"}),
    ("max_per: {unit: winder", "max_per: {unit: wonder", "data_unknown_id",
     {"given": "wonder", "near": "winder"}),
    ("exclusive_with: [mouse]", "exclusive_with: [mouse, muose]", "data_unknown_id",
     {"given": "muose", "near": "mouse"}),
    ("exclusive_with: [mouse]", "exclusive_with: [mouse, tickers]", "data_one_sided",
     {"unit": "Cart", "other": "Tickers"}),
]  # fmt: skip
WARNINGS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("joins_leaders: [Winder]", "joins_leaders: [Wonder]", "data_unknown_name",
     {"given": "Wonder", "near": "Winder"}),
    ("only_in_regiment_of: [Winder]", "only_in_regiment_of: [Wonder]", "data_unknown_name",
     {"given": "Wonder"}),
    ("requires_in_regiment: [Cart]", "requires_in_regiment: [Card]", "data_unknown_name",
     {"given": "Card", "near": "Cart"}),
    ("none_of_units: [Mouse]", "none_of_units: [Moose]", "data_unknown_name",
     {"given": "Moose", "near": "Mouse"}),
    ("{units: [Cart], max", "{units: [Cart, Card], max", "data_unknown_name",
     {"given": "Card", "near": "Cart"}),
    ("- {keywords: [Infantry]}", "- {keywords: [Infantry, Beast]}", "data_option_empty",
     {"unit": "Winder"}),
    ("- {sub_heroes: [Tinker]}", "- {sub_heroes: [Tinkar]}", "data_option_empty",
     {"unit": "Winder"}),
    ("joins_as: [Tinker]", "joins_as: [Tinker, Tinkar]", "data_unknown_title",
     {"given": "Tinkar", "near": "Tinker"}),
    ("applies_to: {any: [Infantry, Cavalry], units", "applies_to: {any: [Cavalry], units",
     "data_table_empty", {"table": "Oils"}),
    ("{all: [Guild, Hero], units: [winder]}", "{all: [Guild, Beast], units: [winder]}",
     "data_table_empty", {"table": "Seals"}),
    ("{all: [Guild, Hero], units: [winder]}", "{all: [Guild], none: [Hero], units: [winder]}",
     "data_table_empty", {}),
    ("required_general: [winder]", "required_general: [mouse]", "data_not_in_army",
     {"unit": "Mouse", "army": "Guild"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after", "key", "said"), ERRORS + WARNINGS, ids=lambda value: str(value)[:40]
)
def test_a_mistake_is_told_once_and_in_place(
    tmp_path: Path, before: str, after: str, key: str, said: dict[str, Any]
) -> None:
    assert CLEAN.count(before) == 1, before
    text = CLEAN.replace(before, after)
    line = text.splitlines()[CLEAN[: CLEAN.index(before)].count("\n")].strip()
    ((told, severity, place, args),) = found(tmp_path, text)
    assert (told, severity) == (key, "error" if (before, after, key, said) in ERRORS else "warning")
    assert {name: args.get(name) for name in said} == said
    if line.startswith(
        ("required_general", "limits", "ratios")
    ):  # told of the restrictions as a whole
        line = "required_units: [[winder]]"
    if key == "data_table_empty":
        line = {"Oils": "- id: oils"}.get(args["table"], "- id: seals")
    assert place == line


RENOWN_ERRORS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("id: choice", "id: band", "data_id_twice", {"given": "band"}),
    (
        "seraphon/kroxigor",
        "seraphon/kroxogor",
        "data_unknown_id",
        {"given": "kroxogor", "near": "kroxigor"},
    ),
    (
        "seraphon/kroxigor",
        "serafon/kroxigor",
        "data_unknown_id",
        {"given": "serafon", "near": "seraphon"},
    ),
    (
        "regiments-of-renown/drummer",
        "regiments-of-renown/drumer",
        "data_unknown_id",
        {"given": "drumer", "near": "drummer"},
    ),
    (
        "factions: [skaven, seraphon]",
        "factions: [skaven, serafon]",
        "data_unknown_id",
        {"given": "serafon", "near": "seraphon"},
    ),
    ("    points: 100\n", "", "data_renown_no_price", {"regiment": "Band"}),
    ("models: 20, optional: true", "models: 20", "data_renown_no_price", {"regiment": "Choice"}),
]


@pytest.mark.parametrize(
    ("before", "after", "key", "said"), RENOWN_ERRORS, ids=lambda value: str(value)[:40]
)
def test_a_mistake_in_the_regiments_of_renown(
    tmp_path: Path, before: str, after: str, key: str, said: dict[str, Any]
) -> None:
    assert RENOWN.count(before) == 1, before
    ((told, severity, _, args),) = found(
        tmp_path, RENOWN.replace(before, after), "regiments-of-renown"
    )
    assert (told, severity) == (key, "error")
    assert {name: args.get(name) for name in said} == said
