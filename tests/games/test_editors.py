"""What the editors of the games tell those who ask them directly: sizes, gifts, items, and where in an army a unit is."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.games.common.editor import Editor, Gift, Text
from listbuilder.games.common.tree import Row, complete_outline, sum_changed_items
from listbuilder.games.registry import get_game
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Carried
from listbuilder.model.edit import Edit
from listbuilder.roster.position import Position
from tests.rules.test_cases import LIBRARY, as_document

Roster = dict[str, Any]

NECRONS: Roster = {
    "system": "warhammer-40k-10e", "faction": "necrons", "battle_size": "incursion", "detachment": "awakened-dynasty",
    "units": [
        {"id": "lord", "datasheet": "overlord", "models": 1, "warlord": True},
        {"id": "guard", "datasheet": "immortals", "models": 5, "notes": "the old ones"},
        {"id": "more", "datasheet": "immortals", "models": 10},
        {"id": "ark", "datasheet": "ghost-ark", "models": 1},
        {"id": "scarabs", "datasheet": "canoptek-scarab-swarms", "models": 3},
    ],
}  # fmt: skip
DECLARED = {"attached": {"lord": "more"}, "strategic_reserves": ["scarabs"]}
GITZ: Roster = {
    "system": "age-of-sigmar-4e", "faction": "gloomspite-gitz", "points_limit": 2000, "battle_formation": "troggherd",
    "regiments": [
        {"hero": {"unit": "skragrott-the-loonking", "general": True}, "units": [{"unit": "squig-herd"}]},
        {"hero": {"unit": "loonboss"}, "units": [{"unit": "moonclan-stabbas"}]},
    ],
    "auxiliary": [{"unit": "mangler-squigs"}],
    "regiment_of_renown": "big-grikks-kruleshots",
}  # fmt: skip
GUARD: Roster = {"system": "combat-patrol", "patrol": "amonhotekhs-guard"}
HEROES: Roster = {"system": "space-marine-heroes", "heroes": []}


def opened(roster: Roster) -> Position:
    position = Position(as_document(roster), LIBRARY)
    assert position.problems == [], position.problems
    return position


def army_of(roster: Roster) -> Army:
    army = opened(roster).army
    assert army is not None
    return army


def sizes(roster: Roster, offer: str) -> tuple[int, ...]:
    position = opened(roster)
    assert position.army is not None
    return position.editor.list_sizes(position.army, offer)


@pytest.mark.parametrize(
    ("roster", "offer", "found"),
    [
        (NECRONS, "necron-warriors", (10, 20)),
        (NECRONS, "immortals", (5, 10)),
        (NECRONS, "lokhust-heavy-destroyers", (1, 2, 3)),
        (NECRONS, "overlord", (1,)),
        (NECRONS, "orks/boyz", (10, 20)),
        (NECRONS, "boyz", ()),
        (GITZ, "squig-herd", (12, 24)),
        (GITZ, "loonboss", (1,)),
        (GITZ, "necron-warriors", ()),
        (GUARD, "necron-warriors", ()),
    ],
    ids=str,
)
def test_sizes_to_buy(roster: Roster, offer: str, found: tuple[int, ...]) -> None:
    """Each bracket of the price list, and for a warscroll that may be reinforced twice its number."""
    assert sizes(roster, offer) == found


def gifts(roster: Roster) -> list[Gift]:
    position = opened(roster)
    assert position.army is not None
    return position.editor.list_gifts(position.army)


def test_gifts_begin_with_those_of_the_armys_own_detachment() -> None:
    found = gifts(NECRONS)
    assert found[0] == Gift(
        id="veil-of-darkness",
        name="Veil of Darkness",
        key="enhancement",
        home="Awakened Dynasty",
        points=20,
    )
    assert [each.home for each in found[:5]] == ["Awakened Dynasty"] * 4 + ["Annihilation Legion"]
    assert len({each.id for each in found}) == len(found)


def test_gifts_of_regiments_are_those_of_the_faction_and_of_its_armies_of_renown() -> None:
    found = {each.id: each for each in gifts(GITZ)}
    loontouched = Gift(
        id="loontouched", name="Loontouched", key="enhancement", home="Heroic Traits", points=20
    )
    assert found["loontouched"] == loontouched and next(iter(found.values())) == loontouched
    assert "da-kings-adjutant" in found
    renown = gifts({**GITZ, "army_of_renown": "da-kings-gitz", "battle_formation": "troggherd"})
    assert renown[0].id == "da-kings-adjutant" and "loontouched" in {each.id for each in renown}


def given(roster: Roster, unit_id: str, gift: Gift) -> list[Roster]:
    position = opened(roster)
    assert position.army is not None
    unit = next(each for each in position.army.units if each.id == unit_id)
    return [
        edit.apply_to_copy(roster)
        for edit in position.editor.give_gift(roster, position.army, unit, gift)
    ]


def test_a_gift_is_given_beside_what_there_is() -> None:
    veil = gifts(NECRONS)[0]
    (once,) = given(NECRONS, "lord", veil)
    assert once["units"][0]["enhancement"] == "veil-of-darkness"
    (twice,) = given(once, "lord", gifts(NECRONS)[1])
    assert twice["units"][0]["enhancement"] == ["veil-of-darkness", "nether-realm-casket"]
    (thrice,) = given(twice, "lord", gifts(NECRONS)[2])
    assert thrice["units"][0]["enhancement"] == [
        "veil-of-darkness",
        "nether-realm-casket",
        "phasal-subjugator",
    ]
    (gitz,) = given(GITZ, "loonboss", gifts(GITZ)[0])
    assert gitz["regiments"][1]["hero"]["enhancements"] == ["loontouched"]
    (more,) = given(gitz, "loonboss", gifts(GITZ)[1])
    assert more["regiments"][1]["hero"]["enhancements"] == ["loontouched", "the-clammy-hand"]


def test_items_of_the_army_are_what_its_units_carry_or_may() -> None:
    position = opened({**NECRONS, "units": [NECRONS["units"][0], NECRONS["units"][1]]})
    assert position.army is not None
    assert position.editor.list_items(position.army) == [
        "tachyon arrow", "Overlord's blade", "resurrection orb", "staff of light", "voidscythe",
        "gauss blaster", "close combat weapon", "tesla carbine",
    ]  # fmt: skip


def equipped(roster: Roster, unit_id: str, item: str) -> list[Any]:
    position = opened(roster)
    assert position.army is not None
    unit = next(each for each in position.army.units if each.id == unit_id)
    place = unit.path[1]
    return [
        edit.apply_to_copy(roster)["units"][place]["models"]
        for edit in position.editor.give_item(roster, position.army, unit, item)
    ]


def test_equipping_adds_one_to_what_each_group_carries() -> None:
    plain = {"gauss blaster": 5, "close combat weapon": 5}
    assert equipped(NECRONS, "guard", "tesla carbine") == [
        [{"model": "Immortal", "count": 5, "wargear": {**plain, "tesla carbine": 1}}]
    ]
    assert equipped(NECRONS, "guard", "Gauss Blaster") == [
        [{"model": "Immortal", "count": 5, "wargear": {**plain, "gauss blaster": 6}}]
    ]
    two: list[Roster] = [
        {"model": "Canoptek Wraith", "count": count, "wargear": {"vicious claws": count}}
        for count in (1, 2)
    ]
    wraiths = {
        **NECRONS,
        "units": [{"id": "wraiths", "datasheet": "canoptek-wraiths", "models": two}],
    }
    first, second = ({**each, "wargear": {**each["wargear"], "whip coils": 1}} for each in two)
    assert equipped(wraiths, "wraiths", "whip coils") == [[first, two[1]], [two[0], second]]


def test_where_units_are_joined() -> None:
    assert opened(NECRONS).editor.list_joins() == [
        ("attached", ("formations", "attached")),
        ("embarked", ("formations", "embarked")),
    ]
    later = {
        "system": "warhammer-40k-11e",
        "faction": "necrons",
        "detachments": ["awakened-dynasty"],
        "units": [],
    }
    assert opened(later).editor.list_joins() == [
        ("attached", ("attached",)),
        ("embarked", ("formations", "embarked")),
    ]
    assert opened(GUARD).editor.list_joins() == [
        ("attached", ("formations", "attached")),
        ("embarked", ("formations", "embarked")),
    ]
    assert opened(GITZ).editor.list_joins() == []


def test_an_editor_of_a_game_without_choices() -> None:
    """What a game does not say otherwise: no fields but the roster's own, nothing to add, to give or to equip."""
    editor, army = Editor(get_game("space-marine-heroes"), LIBRARY), army_of(HEROES)
    anyone = Unit(id="a", path=("units", 0), name="A", datasheet_id="a")
    assert [each.key for each in editor.list_fields({}, army, ())] == ["name", "player", "notes"]
    assert editor.list_fields({}, army, ("units", 0)) == []
    assert editor.list_sizes(army, "a") == ()
    assert (
        editor.list_offers(army),
        editor.list_foreign_offers(army),
        editor.get_other_names(army),
    ) == ([], [], {})
    assert (editor.list_gifts(army), editor.list_items(army), editor.list_joins()) == ([], [], [])
    assert editor.add_offer({}, army, "a") == []
    assert editor.give_item({}, army, anyone, "a") == []
    assert (
        editor.give_gift({}, army, anyone, Gift(id="g", name="G", key="k", home="", points=0)) == []
    )
    assert editor.list_search_words("a") == ()
    assert editor.make_blank_roster("cards") == {
        "system": "space-marine-heroes",
        "faction": "cards",
    }


# --- where in the army ---


def test_where_a_unit_of_regiments_is() -> None:
    army = army_of(GITZ)
    found = {unit.id: army.describe_place(unit) for unit in army.units}
    assert [army.describe_place(each) for each in army.units[-3:]] == [
        ("section.renown", {"name": "Big Grikk's Kruleshots"})
    ] * 3
    assert dict(list(found.items())[:5]) == {
        "skragrott-the-loonking": None,
        "squig-herd": ("regiment_of", {"name": "Skragrott, the Loonking"}),
        "loonboss": None,
        "moonclan-stabbas": ("regiment_of", {"name": "Loonboss"}),
        "mangler-squigs": ("section.auxiliary", {}),
    }


def test_a_regiment_without_a_hero_has_no_name() -> None:
    headless = army_of({**GITZ, "regiments": [{"units": [{"unit": "squig-herd"}]}]})
    assert (
        headless.units[0].name == "Squig Herd"
        and headless.describe_place(headless.units[0]) is None
    )


def test_where_a_hero_is() -> None:
    cards = army_of({**HEROES, "heroes": [{"hero": "morslug", "slot": 3}, {"hero": "scabos"}]})
    assert [cards.describe_place(unit) for unit in cards.units] == [
        ("section.slot", {"slot": 3}),
        None,
    ]
    assert [army_of(NECRONS).describe_place(unit) for unit in army_of(NECRONS).units] == [None] * 5


# --- the outline ---


def carried(changed: dict[str, int]) -> Carried:
    return Carried(model="Immortal", count=1, items=changed, changed=changed)


def test_what_is_carried_by_choice_is_added_up() -> None:
    assert sum_changed_items(
        [carried({"orb": 1, "blade": 2}), carried({"blade": 1}), carried({})]
    ) == (("orb", 1), ("blade", 3))
    assert sum_changed_items([]) == ()


def rows(roster: Roster) -> list[tuple[str, list[tuple[Any, ...]], int | None]]:
    """Each branch: its words, each leaf's label, depth, whom it leads, what it is in, where it begins, its note; its points."""
    position = opened(roster)
    army = position.army
    assert army is not None
    branches = complete_outline(
        position.editor.build_outline(army),
        army,
        roster,
        lambda unit: (("orb", 1),) if unit.id == "lord" else (),
    )
    return [
        (
            branch.title.key,
            [
                (said(leaf.label), leaf.depth, [said(each) for each in leaf.led], leaf.aboard and said(leaf.aboard),
                 leaf.begins, leaf.written, leaf.changed)
                for leaf in branch.leaves
                if isinstance(leaf, Row)
            ],
            branch.points,
        )
        for branch in branches
    ]  # fmt: skip


def said(text: Text) -> str:
    if text.key == "numbered":
        return f"{said(text.args['label'])} {text.args['number']}"
    return str(text.args.get("name", text.key))


def test_a_row_says_its_number_its_kit_and_its_note() -> None:
    assert rows(NECRONS) == [
        ("section.characters", [("Overlord", 0, [], None, "", "", (("orb", 1),))], 85),
        (
            "section.battleline",
            [("Immortals 1", 0, [], None, "", "the old ones", ()), ("Immortals 2", 0, [], None, "", "", ())],
            220,
        ),
        ("section.transports", [("Ghost Ark", 0, [], None, "", "", ())], 115),
        ("section.others", [("Canoptek Scarab Swarms", 0, [], None, "", "", ())], 40),
    ]  # fmt: skip


def test_who_is_attached_is_under_the_bodyguard_and_who_rides_names_the_transport() -> None:
    found = rows({**NECRONS, "formations": {**DECLARED, "embarked": {"more": "ark"}}})
    assert found == [
        (
            "section.battleline",
            [
                ("Immortals 1", 0, [], None, "", "the old ones", ()),
                ("Immortals 2", 0, ["Overlord"], "Ghost Ark", "", "", ()),
                ("Overlord", 1, [], "Ghost Ark", "", "", (("orb", 1),)),
            ],
            305,
        ),
        ("section.transports", [("Ghost Ark", 0, [], None, "", "", ())], 115),
        (
            "section.others",
            [("Canoptek Scarab Swarms", 0, [], None, "begins.strategic_reserves", "", ())],
            40,
        ),
    ]


def test_whoever_waits_waits_with_the_whole_attached_unit() -> None:
    found = rows(
        {**NECRONS, "formations": {"attached": {"lord": "more"}, "strategic_reserves": ["more"]}}
    )
    waiting = {name: begins for _, leaves, _ in found for name, _, _, _, begins, _, _ in leaves}
    assert waiting["Overlord"] == waiting["Immortals 2"] == "begins.strategic_reserves"
    assert waiting["Immortals 1"] == waiting["Ghost Ark"] == ""
    alone = rows({**NECRONS, "formations": {"strategic_reserves": ["scarabs"]}})
    assert [key for key, *_ in alone] == [
        "section.characters",
        "section.battleline",
        "section.transports",
        "section.others",
    ]


def test_edits_are_applied_to_what_they_were_made_of() -> None:
    """No question changes the roster."""
    before = repr(NECRONS)
    assert isinstance(
        opened(NECRONS).editor.give_gift(
            NECRONS, army_of(NECRONS), army_of(NECRONS).units[0], gifts(NECRONS)[0]
        )[0],
        Edit,
    )
    assert repr(NECRONS) == before
