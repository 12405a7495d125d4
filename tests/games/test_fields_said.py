"""Every field that an editor has for a roster or a unit: its options, which is chosen, and what each makes of the roster."""

from __future__ import annotations

from typing import Any

from listbuilder.games.common.editor import Field, Option, Text
from listbuilder.roster.position import Position
from tests.games.test_editors import GITZ, NECRONS, Roster, opened
from tests.rules.test_cases import LIBRARY, as_document

LATER: Roster = {
    "system": "warhammer-40k-11e", "faction": "necrons", "battle_size": "strike-force",
    "detachments": ["annihilation-legion", "war-horde"], "disposition": "purge-the-foe", "units": [],
}  # fmt: skip
ANGELS: Roster = {
    "system": "warhammer-40k-10e", "faction": "space-marines", "battle_size": "strike-force", "chapter": "imperial-fists",
    "detachment": "gladius-task-force", "units": [{"datasheet": "captain", "models": 1, "warlord": True}],
}  # fmt: skip


def words(text: Text) -> str:
    """A label as a test can write it: what is named, with numbers behind it."""
    args = [str(each) for key, each in text.args.items() if key not in ("name", "text")]
    name = str(text.args.get("name", text.args.get("text", text.key)))
    return " ".join([name, *args])


def fields(position: Position, path: tuple[Any, ...] = ()) -> list[Field]:
    assert position.army is not None
    return position.editor.list_fields(position.data, position.army, path)


def shown(found: list[Field]) -> list[tuple[str, str]]:
    """The key of each field, or the whole path of a text; and what it is now."""
    return [
        ("/".join(map(str, each.path)) if each.kind == "text" else each.key, words(each.value))
        for each in found
    ]


def field(position: Position, key: str, path: tuple[Any, ...] = (), number: int = 0) -> Field:
    return [each for each in fields(position, path) if each.key == key][number]


def options(found: Field) -> list[tuple[str, bool]]:
    return [(words(each.label), each.chosen) for each in found.options()]


def taken(position: Position, found: Field, label: str) -> Any:
    """The roster after taking the option of that label."""
    (option,) = [each for each in found.options() if words(each.label) == label]
    return after(position, option)


def after(position: Position, option: Option) -> Any:
    return option.edit.apply_to_copy(position.data)


# --- Warhammer 40,000 ---


def test_fields_of_a_mustered_roster() -> None:
    position = opened(NECRONS)
    assert shown(fields(position)) == [
        ("name", "none"),
        ("battle_size", "Incursion 1000"),
        ("detachment", "Awakened Dynasty"),
        ("mission", "none"),
        ("battle_ready", "no"),
        ("player", "none"),
        ("notes", "none"),
        ("points_as_of", "none"),
    ]
    sizes = field(position, "battle_size")
    assert options(sizes) == [
        ("Incursion 1000", True),
        ("Strike Force 2000", False),
        ("Onslaught 3000", False),
    ]
    assert taken(position, sizes, "Onslaught 3000") == {**NECRONS, "battle_size": "onslaught"}
    detachments = field(position, "detachment")
    assert options(detachments)[:3] == [
        ("Annihilation Legion", False),
        ("Awakened Dynasty", True),
        ("Canoptek Court", False),
    ]
    assert taken(position, detachments, "Canoptek Court") == {
        **NECRONS,
        "detachment": "canoptek-court",
    }
    named = opened(
        {**NECRONS, "name": "Sleepers", "player": "A", "notes": "B", "battle_size": None}
    )
    assert [words(each.value) for each in fields(named)] == [
        "Sleepers",
        "none",
        "Awakened Dynasty",
        "none",
        "no",
        "A",
        "B",
        "none",
    ]


def test_fields_of_a_chapter() -> None:
    position = opened(ANGELS)
    chapter = field(position, "chapter")
    assert words(chapter.value) == "Imperial Fists" and options(chapter)[0] == ("none", False)
    assert [label for label, chosen in options(chapter) if chosen] == ["Imperial Fists"]
    assert "chapter" not in taken(position, chapter, "none")
    other = next(label for label, chosen in options(chapter)[1:] if not chosen)
    assert taken(position, chapter, other)["chapter"] != "imperial-fists"
    by_name = field(opened({**ANGELS, "chapter": "Imperial Fists"}), "chapter")
    assert [label for label, chosen in options(by_name) if chosen] == ["Imperial Fists"]
    without = {key: each for key, each in ANGELS.items() if key != "chapter"}
    assert options(field(opened(without), "chapter"))[0] == ("none", True)


def test_fields_of_several_detachments() -> None:
    position = Position(as_document(LATER), LIBRARY)
    assert [key for key, _ in shown(fields(position))] == [
        "name", "battle_size", "detachment", "detachment", "further_detachment", "disposition", "mission", "battle_ready",
        "player", "notes", "points_as_of",
    ]  # fmt: skip
    own, foreign = field(position, "detachment"), field(position, "detachment", number=1)
    assert words(own.value) == "Annihilation Legion 2" and words(foreign.value) == "War Horde"
    assert options(own)[:3] == [
        ("none", False),
        ("Annihilation Legion 2", True),
        ("Awakened Dynasty 3", False),
    ]
    assert options(foreign)[:3] == [
        ("none", False),
        ("War Horde", True),
        ("Annihilation Legion 2", False),
    ]
    assert taken(position, own, "none")["detachments"] == ["war-horde"]
    assert taken(position, own, "Awakened Dynasty 3")["detachments"] == [
        "awakened-dynasty",
        "war-horde",
    ]
    assert taken(position, foreign, "War Horde") == LATER
    assert taken(position, foreign, "Awakened Dynasty 3")["detachments"] == [
        "annihilation-legion",
        "awakened-dynasty",
    ]
    further = field(position, "further_detachment")
    assert options(further)[:2] == [("none", True), ("Awakened Dynasty 3", False)]
    assert taken(position, further, "none") == LATER
    assert taken(position, further, "Awakened Dynasty 3")["detachments"] == [
        *LATER["detachments"],
        "awakened-dynasty",
    ]
    disposition = field(position, "disposition")
    assert options(disposition) == [("none", False), ("Purge the Foe", True)]
    assert "disposition" not in taken(position, disposition, "none")


def test_dispositions_to_choose() -> None:
    both = {
        **LATER,
        "detachments": ["annihilation-legion", "awakened-dynasty"],
        "disposition": None,
    }
    position = opened({key: each for key, each in both.items() if each is not None})
    disposition = field(position, "disposition")
    labels = ["none", "Purge the Foe", "Take and Hold", "Priority Assets"]
    assert options(disposition) == [(label, label == "none") for label in labels]
    assert taken(position, disposition, "Priority Assets")["disposition"] == "priority-assets"
    none = opened(
        {
            "system": "warhammer-40k-11e",
            "faction": "necrons",
            "battle_size": "strike-force",
            "units": [],
        }
    )
    assert [key for key, _ in shown(fields(none))] == [
        "name", "battle_size", "detachment", "mission", "battle_ready", "player", "notes", "points_as_of",
    ]  # fmt: skip
    assert options(field(none, "detachment"))[:2] == [
        ("none", True),
        ("Annihilation Legion 2", False),
    ]


def test_fields_of_a_leader() -> None:
    position = opened(
        {
            **NECRONS,
            "units": [*NECRONS["units"], {"id": "tech", "datasheet": "technomancer", "models": 1}],
        }
    )
    lord, tech = ("units", 0), ("units", 5)
    assert [key for key, _ in shown(fields(position, lord))] == [
        "warlord", "enhancement", *[key for key, _ in shown(fields(position, lord))[2:-2]], "units/0/name", "units/0/notes",
    ]  # fmt: skip
    assert options(field(position, "warlord", lord)) == [("no", False), ("yes", True)]
    assert options(field(position, "warlord", tech)) == [("no", True), ("yes", False)]
    made = taken(position, field(position, "warlord", tech), "yes")["units"]
    assert ("warlord" in made[0], made[5]["warlord"]) == (False, True)
    assert "warlord" not in taken(position, field(position, "warlord", lord), "no")["units"][0]
    gift = field(position, "enhancement", lord)
    assert options(gift) == [
        ("none", True), ("Veil of Darkness 20", False), ("Nether-realm Casket 20", False), ("Phasal Subjugator 35", False),
        ("Enaegic Dermal Bond 30", False),
    ]  # fmt: skip
    assert (
        taken(position, gift, "Phasal Subjugator 35")["units"][0]["enhancement"]
        == "phasal-subjugator"
    )


def test_an_enhancement_of_another_detachment_stays_until_it_is_taken_off() -> None:
    units = [{**NECRONS["units"][0], "enhancement": "autodivinator"}]
    position = Position(as_document({**NECRONS, "units": units}), LIBRARY)
    gift = field(position, "enhancement", ("units", 0))
    assert options(gift)[0] == ("none", False) and options(gift)[-1] == ("Autodivinator 15", True)
    assert taken(position, gift, "Autodivinator 15")["units"] == units
    assert "enhancement" not in taken(position, gift, "none")["units"][0]


def test_fields_of_a_unit_without_a_name() -> None:
    position = opened(NECRONS)
    guard = fields(position, ("units", 1))
    assert next(key for key, _ in shown(guard)) == "models" and "warlord" not in dict(shown(guard))
    assert "enhancement" not in dict(shown(guard))
    assert options(guard[0]) == [(f"models {count}", count == 5) for count in range(5, 11)]
    ark = shown(fields(position, ("units", 3)))
    assert ("models", "models 1") not in ark and ark[-2:] == [
        ("units/3/name", "none"),
        ("units/3/notes", "none"),
    ]
    wrong = opened({**NECRONS, "units": [{"datasheet": "ghost-ark", "models": 2}]})
    assert shown(fields(wrong, ("units", 0)))[0] == ("models", "models 2")
    assert fields(position, ("units", 9)) == []


# --- Age of Sigmar ---


def test_fields_of_an_army_of_regiments() -> None:
    position = opened(GITZ)
    found = dict(shown(fields(position)))
    assert list(found)[:3] == ["name", "points_limit", "battle_formation"]
    assert list(found)[-3:] == ["player", "notes", "points_as_of"]
    assert {
        "spell_lore",
        "manifestation_lore",
        "faction_terrain",
        "regiment_of_renown",
        "army_of_renown",
        "season",
    } <= found.keys()
    limit = field(position, "points_limit")
    assert ("points_number 2000", True) in options(limit) and taken(
        position, limit, "points_number 1000"
    )["points_limit"] == 1000
    odd = opened({**GITZ, "points_limit": 1750})
    labels = [label for label, _ in options(field(odd, "points_limit"))]
    assert labels == ["points_number 1000", "points_number 1750", "points_number 2000"]
    formation = field(position, "battle_formation")
    assert options(formation)[0] == ("none", False) and [
        label for label, chosen in options(formation) if chosen
    ] == ["Troggherd"]
    assert "battle_formation" not in taken(position, formation, "none")
    assert taken(position, formation, "Squigalanche")["battle_formation"] == "squigalanche"
    renown = field(position, "regiment_of_renown")
    assert [label for label, chosen in options(renown) if chosen] == ["Big Grikk's Kruleshots 320"]
    listed = {"regiment": "big-grikks-kruleshots", "units": []}
    assert [
        c
        for _, c in options(
            field(opened({**GITZ, "regiment_of_renown": listed}), "regiment_of_renown")
        )
    ].count(True) == 1
    assert field(position, "army_of_renown").options()[0].chosen


def test_what_the_army_may_not_have_stays_until_it_is_taken_off() -> None:
    strange = Position(
        as_document({**GITZ, "battle_formation": "ironjawz-brawl", "regiment_of_renown": "nobody"}),
        LIBRARY,
    )
    formation = field(strange, "battle_formation")
    assert [label for label, chosen in options(formation) if chosen] == ["Ironjawz Brawl"]
    assert taken(strange, formation, "Ironjawz Brawl") == strange.data
    assert options(field(strange, "regiment_of_renown"))[-1] == ("nobody", True)


def test_fields_of_units_of_regiments() -> None:
    position = opened(GITZ)
    hero, herd, boss, aside = (
        ("regiments", 0, "hero"),
        ("regiments", 0, "units", 0),
        ("regiments", 1, "hero"),
        ("auxiliary", 0),
    )
    assert next(key for key, _ in shown(fields(position, herd))) == "reinforced"
    assert options(field(position, "reinforced", herd)) == [("no", True), ("yes", False)]
    assert (
        taken(position, field(position, "reinforced", herd), "yes")["regiments"][0]["units"][0][
            "reinforced"
        ]
        is True
    )
    assert "reinforced" not in dict(shown(fields(position, hero))) and "general" not in dict(
        shown(fields(position, herd))
    )
    general = field(position, "general", boss)
    assert options(general) == [("no", True), ("yes", False)]
    made = taken(position, general, "yes")["regiments"]
    assert made[1]["hero"]["general"] is True and "general" not in made[0]["hero"]
    assert (
        "general"
        not in taken(position, field(position, "general", hero), "no")["regiments"][0]["hero"]
    )
    group = field(position, "group", herd)
    assert options(group) == [
        ("Skragrott, the Loonking 1", True), ("Loonboss 2", False), ("auxiliary_units", False),
    ]  # fmt: skip
    moved = taken(position, group, "Loonboss 2")["regiments"]
    assert (moved[0]["units"], moved[1]["units"]) == (
        [],
        [{"unit": "moonclan-stabbas"}, {"unit": "squig-herd"}],
    )
    assert taken(position, group, "auxiliary_units")["auxiliary"] == [
        {"unit": "mangler-squigs"},
        {"unit": "squig-herd"},
    ]
    assert taken(position, group, "Skragrott, the Loonking 1") == GITZ
    assert options(field(position, "group", aside))[-1] == ("auxiliary_units", True)
    lead = [label for label, _ in options(field(position, "group", boss))]
    assert lead == ["Skragrott, the Loonking 1", "Loonboss 2", "new_regiment", "auxiliary_units"]
    texts = shown(fields(position, boss))[-2:]
    assert texts == [("regiments/1/hero/name", "none"), ("regiments/1/hero/notes", "none")]
    assert shown(fields(position, ("regiments", 1))) == [
        ("regiments/1/name", "none"),
        ("regiments/1/notes", "none"),
    ]


def test_a_lone_hero_joins_another_regiment_and_takes_its_own_along() -> None:
    lone = {
        **GITZ,
        "regiments": [GITZ["regiments"][0], {"hero": {"unit": "loonboss"}, "units": []}],
    }
    position = opened(lone)
    group = field(position, "group", ("regiments", 1, "hero"))
    assert [label for label, _ in options(group)] == [
        "Skragrott, the Loonking 1",
        "Loonboss 2",
        "auxiliary_units",
    ]
    moved = taken(position, group, "Skragrott, the Loonking 1")["regiments"]
    assert [each["units"] for each in moved] == [[{"unit": "squig-herd"}, {"unit": "loonboss"}]]
    headless = opened(
        {**GITZ, "regiments": [{"units": [{"unit": "squig-herd"}]}, *lone["regiments"][1:]]}
    )
    led = taken(headless, field(headless, "group", ("regiments", 1, "hero")), " 1")
    assert [each["hero"] for each in led["regiments"]] == [{"unit": "loonboss"}]


def test_enhancements_of_each_table() -> None:
    position = opened(GITZ)
    boss = ("regiments", 1, "hero")
    tables = [each for each in fields(position, boss) if each.key == "enhancement_of"]
    assert [each.args["kind"] for each in tables] == ["Heroic Traits", "Artefacts of Power"]
    assert options(tables[0])[:2] == [("none", True), ("Loontouched", False)]
    one = taken(position, tables[0], "The Clammy Hand")
    assert one["regiments"][1]["hero"]["enhancements"] == ["the-clammy-hand"]
    again = opened(one)
    trait, artefact = [each for each in fields(again, boss) if each.key == "enhancement_of"]
    assert [label for label, chosen in options(trait) if chosen] == ["The Clammy Hand"]
    assert "enhancements" not in taken(again, trait, "none")["regiments"][1]["hero"]
    two = taken(again, artefact, "Backstabber's Blade")["regiments"][1]["hero"]["enhancements"]
    assert two == ["the-clammy-hand", "backstabbers-blade"]
    assert taken(again, trait, "Fight Another Day")["regiments"][1]["hero"]["enhancements"] == [
        "fight-another-day"
    ]
    assert [
        each for each in fields(position, ("regiments", 0, "hero")) if each.key == "enhancement_of"
    ] == []  # unique


def test_fields_of_a_season() -> None:
    """What is for one season only, and prices that are paid in it."""
    season = opened({**GITZ, "season": "2026-27", "battle_formation": "squigalanche"})
    assert [label for label, chosen in options(field(season, "season")) if chosen] == [
        "General's Handbook 2026-27"
    ]
    assert "season" not in taken(season, field(season, "season"), "none")
    trait = field(season, "enhancement_of", ("regiments", 1, "hero"))
    assert options(trait)[1] == ("Loontouched 20", False)
    knacks = field(season, "enhancement_of", ("regiments", 0, "units", 0))
    assert (knacks.args["kind"], [label for label, _ in options(knacks)]) == (
        "Special Knick-knacks", ["none", "Fizzcap 10", "Glitzy Bitz Rolla 10", "Spoofshrooms 10"]
    )  # fmt: skip
    assert "enhancement_of" not in {
        each.key for each in fields(opened(GITZ), ("regiments", 0, "units", 0))
    }
    cards = [each for each in fields(season) if each.key == "battle_tactics"]
    assert [each.args for each in cards] == [
        {"number": number + 1} for number in range(len(cards))
    ] and len(cards) == 2
    first = cards[0].options()[1]
    assert options(cards[0])[0] == ("none", True)
    one = after(season, first)
    (name,) = one["battle_tactics"]
    again = [each for each in fields(opened(one)) if each.key == "battle_tactics"]
    assert [words(each.value) for each in again] == [words(first.label), "none"]
    assert "battle_tactics" not in after(opened(one), again[0].options()[0])
    other = again[1].options()[2]
    assert after(opened(one), other)["battle_tactics"] == [
        name,
        after(season, cards[0].options()[2])["battle_tactics"][0],
    ]
