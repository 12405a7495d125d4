"""Cards of datasheets and what models carry, read against the data by hand."""

from __future__ import annotations

import msgspec
import pytest

from listbuilder.data import paths
from listbuilder.data.library import Library
from listbuilder.model.card import Card, Carried, Load
from listbuilder.roster.position import Position
from listbuilder.yamlio import reader
from tests.formats.write.made import EXAMPLES, ROSTERS, judged


def cards(done: Position) -> dict[str, Card]:
    assert done.system is not None and done.army is not None
    return {card.name: card for card in done.system.make_cards(done.army)}


def carried(done: Position, unit_id: str) -> tuple[Carried, ...]:
    assert done.system is not None and done.army is not None
    return done.system.list_carried_wargear(
        done.army, next(unit for unit in done.army.units if unit.id == unit_id)
    )


@pytest.mark.parametrize(
    ("game", "unit", "stats", "weapon", "numbers"),
    [
        (
            "warhammer-40k-10e",
            "Overlord",
            ('5"', "5", "2+", "6", "6+", "1", "4+"),
            "tachyon arrow",
            ('72"', "1", "2+", "16", "-5", "D6+2"),
        ),
        (
            "age-of-sigmar-4e",
            "Saurus Warriors",
            ('5"', "2", "4+", "1"),
            "Celestite Weapon",
            ("2", "3+", "3+", "1", "1"),
        ),
        (
            "combat-patrol",
            "Deff Dread",
            ('8"', "9", "2+", "8", "7+", "3", "6+"),
            "Dread klaw",
            ("4", "3+", "10", "-2", "3"),
        ),
        (
            "spearhead",
            "Liberators",
            ('5"', "2", "3+", "1"),
            "Grandhammer",
            ("2", "3+", "3+", "1", "2"),
        ),
    ],
)
def test_numbers(
    game: str, unit: str, stats: tuple[str, ...], weapon: str, numbers: tuple[str, ...]
) -> None:
    card = cards(judged(ROSTERS / f"{game}.yaml"))[unit]
    assert card.tables[0].rows[0].values == stats
    assert [row.values for table in card.tables for row in table.rows if row.name == weapon] == [
        numbers
    ]
    assert all(len(row.values) == len(table.head) for table in card.tables for row in table.rows)


MODELS = ("movement", "toughness", "save", "wounds", "leadership", "objective_control")
SHOOTING = ("range", "attacks", "ballistic_skill", "strength", "armour_penetration", "damage")
FIGHTING = ("attacks", "weapon_skill", "strength", "armour_penetration", "damage")
WARSCROLL = [
    ("stats", ("move", "health", "save", "control")),
    ("melee", ("attacks", "hit", "wound", "rend", "damage")),
]


@pytest.mark.parametrize(
    ("game", "unit", "heads"),
    [
        (
            "warhammer-40k-10e",
            "Overlord",
            [("stats", (*MODELS, "invulnerable")), ("ranged", SHOOTING), ("melee", FIGHTING)],
        ),
        (
            "warhammer-40k-10e",
            "Necron Warriors",
            [("stats", MODELS), ("ranged", SHOOTING), ("melee", FIGHTING)],
        ),
        (
            "combat-patrol",
            "Deff Dread",
            [("stats", (*MODELS, "invulnerable")), ("ranged", SHOOTING), ("melee", FIGHTING)],
        ),
        ("age-of-sigmar-4e", "Saurus Warriors", WARSCROLL),
        ("spearhead", "Liberators", WARSCROLL),
    ],
)
def test_what_the_numbers_are_called(
    game: str, unit: str, heads: list[tuple[str, tuple[str, ...]]]
) -> None:
    card = cards(judged(ROSTERS / f"{game}.yaml"))[unit]
    assert [(table.key, table.head) for table in card.tables] == heads


@pytest.mark.parametrize(
    ("roster", "stranger"),
    [
        (
            {"system": "spearhead", "box": "vigilant-brotherhood", "units": [{"unit": "clanrats"}]},
            "Clanrats",
        ),
        (
            {"system": "combat-patrol", "patrol": "amonhotekhs-guard", "units": [{"unit": "boyz"}]},
            "Boyz",
        ),
    ],
)
def test_of_a_unit_of_another_box_the_card_has_the_name_alone(
    roster: dict[str, object], stranger: str
) -> None:
    done = Position.read(msgspec.json.encode(roster), "list.yaml", Library())
    assert cards(done)[stranger] == Card(name=stranger, units=(stranger.lower(),))


def test_only_what_is_carried_is_on_the_card() -> None:
    """Ten warriors with reapers: no flayer. Of the wraiths' four weapons, the particle caster is left at home."""
    found = cards(judged(ROSTERS / "warhammer-40k-10e.yaml"))
    named = {row.name for table in found["Necron Warriors"].tables[1:] for row in table.rows}
    assert named == {"gauss reaper", "close combat weapon"}
    named = {row.name for table in found["Canoptek Wraiths"].tables[1:] for row in table.rows}
    assert named == {"transdimensional beamer", "vicious claws", "whip coils"}


def test_a_card_speaks_of_all_units_of_its_datasheet() -> None:
    done = judged(EXAMPLES / "40k-10e" / "legal" / "ultramarines-blade-of-ultramar.yaml")
    card = cards(done)["Intercessor Squad"]
    assert len(card.units) == 2 and len(cards(done)) == 15
    assert "power fist" in {row.item for table in card.tables for row in table.rows}
    assert cards(done)["Victrix Honour Guard"].wargear == ("banner of Macragge",)
    assert (
        cards(done)["Lieutenant"].wargear == ()
    )  # the storm shield is in a table: it has a number
    assert ("storm shield", ("4+",)) in {
        (row.item, row.values) for table in cards(done)["Lieutenant"].tables for row in table.rows
    }


def test_who_carries_what() -> None:
    done = judged(EXAMPLES / "40k-10e" / "legal" / "ultramarines-blade-of-ultramar.yaml")
    sergeant, others = carried(done, "intercessors")
    assert sergeant.changed == {"power fist": 1}
    assert sergeant.each == (Load(1, {"bolt pistol": 1, "bolt rifle": 1, "power fist": 1}),)
    plain = {"bolt pistol": 1, "bolt rifle": 1, "close combat weapon": 1}
    assert others.changed == {"Astartes grenade launcher": 1}
    assert others.each == (Load(3, plain), Load(1, {**plain, "Astartes grenade launcher": 1}))
    _, eradicators = carried(done, "eradicators")
    assert sorted(eradicators.each, key=str) == sorted(
        [
            Load(1, {"bolt pistol": 1, "melta rifle": 1, "close combat weapon": 1}),
            Load(1, {"bolt pistol": 1, "multi-melta": 1, "close combat weapon": 1}),
        ],
        key=str,
    )


def test_a_group_without_wargear_has_the_default() -> None:
    done = judged(EXAMPLES / "40k-10e" / "legal" / "ultramarines-blade-of-ultramar.yaml")
    ancient, champion, guard = carried(done, "victrix")
    assert (
        ancient.items == {"banner of Macragge": 1, "master-crafted power weapon": 1}
        and ancient.changed == {}
    )
    assert champion.items == {"blades of honour": 1}
    assert guard.items == {"master-crafted bolt carbine": 1, "master-crafted power weapon": 1}


def test_what_the_unit_carries_together_is_there_once() -> None:
    """The Plasmacyte of the Skorpekh Destroyers is of no model and of the unit: one, beside what the three carry."""
    done = Position.read(
        b"{system: combat-patrol, patrol: amonhotekhs-guard}", "list.yaml", Library()
    )
    models, unit = carried(done, "skorpekh-destroyers")
    assert (models.model, models.count, models.items) == (
        "Skorpekh Destroyer",
        3,
        {"Skorpekh hyperphase weapons": 3},
    )
    assert unit == Carried(model=None, count=1, items={"Plasmacyte": 1})


def test_boxes_with_two_units_of_a_name_tell_them_apart() -> None:
    done = judged(ROSTERS / "combat-patrol.yaml")
    assert done.army is not None
    boyz = [unit.id for unit in done.army.units if unit.name == "Boyz"]
    changed = [{name for group in carried(done, unit) for name in group.changed} for unit in boyz]
    assert changed == [{"Power klaw", "Rokkit launcha"}, {"Big choppa", "Big shoota"}]


def test_models_of_an_illegal_loadout_are_dealt_what_there_is() -> None:
    """No option gives five gauss blasters to ten models with close combat weapons for four; nothing is lost of it."""
    from listbuilder.wargear.loadout import Group
    from listbuilder.wargear.per_model import split_by_model

    army = judged(ROSTERS / "warhammer-40k-10e.yaml").army
    assert army is not None
    sheet = next(unit.datasheet for unit in army.units if unit.name == "Necron Warriors")  # type: ignore[attr-defined]
    (models,) = split_by_model(
        sheet,
        [
            Group(
                "Necron Warrior",
                10,
                {"gauss reaper": 13, "gauss flayer": 7, "close combat weapon": 4},
            )
        ],
    )
    assert len(models) == 10
    total: dict[str, int] = {}
    for model in models:
        for name, count in model.items():
            total[name] = total.get(name, 0) + count
    assert total == {"gauss reaper": 13, "gauss flayer": 7, "close combat weapon": 4}


@pytest.mark.parametrize("key", ["sheet", "card", "formation", "verdict"])
def test_words_are_there_in_three_languages(key: str) -> None:
    import string

    file = paths.PACKAGE / "formats" / "write" / "words.yaml"
    table = reader.read_yaml(file.read_bytes(), str(file)).data[key]
    for name, texts in table.items():
        assert set(texts) == {"en", "ja", "zh"}, name
        fields = {
            lang: {field for _, field, _, _ in string.Formatter().parse(text) if field}
            for lang, text in texts.items()
        }
        assert fields["en"] == fields["ja"] == fields["zh"], name
