"""What the builder offers for an army of regiments, field by field; expected values are read from the data files by hand."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.games.common.editor import Text, make_name_text
from listbuilder.model.base import Path as Place
from listbuilder.roster import commands
from listbuilder.workspace.draft import Draft
from listbuilder.workspace.session import Session
from tests.raw import raw, stems
from tests.workspace.choosing import chosen, field, keys, labels, pick

GAME = "age-of-sigmar-4e"
HOME = "stormcast-eternals"
SEASON = "2026-27"
NOT_FACTIONS = ("rules", "generic", "regiments-of-renown")
VIGILANT, CELESTANT, YNDRASTA = (
    "lord-vigilant-on-gryph-stalker",
    "lord-celestant-on-dracoth",
    "yndrasta-the-celestial-spear",
)


def opened(library: Library, *regiments: Any, faction: str = HOME, **more: Any) -> Session:
    return Session.create(
        {
            "system": GAME,
            "faction": faction,
            "points_limit": 2000,
            **more,
            "regiments": list(regiments),
        },
        library,
    )


def led(hero: str, *units: str, **more: Any) -> dict[str, Any]:
    return {"hero": {"unit": hero, **more}, "units": [{"unit": unit} for unit in units]}


def take(session: Session, place: Place, key: str, label: Text, **args: Any) -> None:
    pick(session, field(session, place, key, **args), label)


def thing(each: dict[str, Any], of_season: bool = False) -> Text:
    points = each.get("points")
    return (
        Text("name_points", {"name": each["name"], "points": points})
        if points
        else make_name_text(each["name"])
    )


# --- the roster ---


def test_the_fields_of_a_roster(library: Library) -> None:
    session = opened(library, name="Thunder", battle_formation="thunderhead-host")
    assert keys(session, ()) == [
        "name", "points_limit", "battle_formation", "spell_lore", "prayer_lore", "manifestation_lore", "faction_terrain",
        "regiment_of_renown", "army_of_renown", "season", "player", "notes", "points_as_of",
    ]  # fmt: skip
    home, generic = raw(GAME, HOME), raw(GAME, "generic")
    wanted = {
        "battle_formation": home["battle_formations"],
        "spell_lore": home["spell_lores"],
        "prayer_lore": home["prayer_lores"],
        "manifestation_lore": [*home["manifestation_lores"], *generic["manifestation_lores"]],
        "faction_terrain": home["faction_terrain"],
    }
    for key, things in wanted.items():
        assert labels(field(session, (), key)) == [
            Text("none"),
            *(make_name_text(each["name"]) for each in things),
        ], key
    assert chosen(field(session, (), "battle_formation")) == [make_name_text("Thunderhead Host")]
    assert chosen(field(session, (), "spell_lore")) == [Text("none")]
    seasons = raw(GAME, "rules")["seasons"]
    assert labels(field(session, (), "season")) == [
        Text("none"),
        *(make_name_text(each["name"]) for each in seasons.values()),
    ]
    assert [each.path for each in commands.list_fields(session.position, ()) if each.kind == "text"] == [
        ("name",), ("player",), ("notes",), ("points_as_of",)
    ]  # fmt: skip
    take(session, (), "season", make_name_text("General's Handbook 2026-27"))
    take(session, (), "faction_terrain", thing(home["faction_terrain"][0]))
    assert (session.data["season"], session.data["faction_terrain"]) == (
        SEASON,
        "stormreach-portal",
    )
    take(session, (), "faction_terrain", Text("none"))
    assert "faction_terrain" not in session.data


def test_points_limits_are_the_usual_ones_and_the_rosters_own(library: Library) -> None:
    usual = field(opened(library), (), "points_limit")
    assert labels(usual) == [Text("points_number", {"points": points}) for points in (1000, 2000)]
    assert chosen(usual) == [Text("points_number", {"points": 2000})]
    session = opened(library, points_limit=1500)
    assert [each.args["points"] for each in labels(field(session, (), "points_limit"))] == [
        1000,
        1500,
        2000,
    ]
    assert chosen(field(session, (), "points_limit")) == [Text("points_number", {"points": 1500})]
    take(session, (), "points_limit", Text("points_number", {"points": 1000}))
    assert session.data["points_limit"] == 1000


def test_regiments_and_armies_of_renown(library: Library) -> None:
    session = opened(library, regiment_of_renown="the-twisted-branch")
    home, renown = raw(GAME, HOME), raw(GAME, "regiments-of-renown")
    by_id = {each["id"]: each for each in renown["regiments"]}
    found = field(session, (), "regiment_of_renown")
    assert labels(found) == [
        Text("none"),
        *(thing(by_id[each]) for each in home["regiments_of_renown"]),
    ]
    assert chosen(found) == [thing(by_id["the-twisted-branch"])]
    whole = opened(library, regiment_of_renown=[{"regiment": "the-twisted-branch"}])
    assert chosen(field(whole, (), "regiment_of_renown")) == [thing(by_id["the-twisted-branch"])]
    armies = home["armies_of_renown"]
    assert labels(field(session, (), "army_of_renown")) == [
        Text("none"),
        *(make_name_text(each["name"]) for each in armies),
    ]
    joined = opened(library, army_of_renown=armies[0]["id"])
    assert chosen(field(joined, (), "army_of_renown")) == [make_name_text(armies[0]["name"])]
    assert "regiment_of_renown" not in keys(joined, ())  # Astral Templars welcome none
    astray = opened(
        library, army_of_renown=armies[0]["id"], regiment_of_renown="the-twisted-branch"
    )
    assert "regiment_of_renown" in keys(
        astray, ()
    )  # one that is there all the same can be taken out
    legion = "legion-of-the-first-prince"
    [welcoming] = [
        each for each in raw(GAME, "slaves-to-darkness")["armies_of_renown"] if each["id"] == legion
    ]
    found = field(
        opened(library, faction="slaves-to-darkness", army_of_renown=legion),
        (),
        "regiment_of_renown",
    )
    assert labels(found) == [
        Text("none"),
        *(thing(by_id[each]) for each in welcoming["regiments_of_renown"]),
    ]


def test_what_is_of_another_faction_stays_to_be_seen(library: Library) -> None:
    session = opened(library, spell_lore="lore-of-undeath", battle_formation="legion-of-shyish")
    for key, called in (
        ("spell_lore", "Lore of Undeath"),
        ("battle_formation", "Legion of Shyish"),
    ):
        last = field(session, (), key).options()[-1]
        assert (last.label, last.chosen, last.edit.steps) == (
            Text("name", {"name": called}),
            True,
            (),
        )
        assert chosen(field(session, (), key)) == [last.label]
    take(session, (), "spell_lore", make_name_text("Lore of the Storm"))
    assert labels(field(session, (), "spell_lore")) == [
        Text("none"),
        make_name_text("Lore of the Storm"),
    ]


def test_battle_tactics_are_two_cards_of_the_season(library: Library) -> None:
    assert "battle_tactics" not in keys(opened(library), ())
    session = opened(library, season=SEASON, battle_tactics=["siege-of-ashes"])
    cards = next(
        each for each in raw(GAME, "generic")["battlepacks"] if each["id"] == "ghb-2026-27"
    )["battle_tactics_cards"]
    assert keys(session, ()).count("battle_tactics") == 2
    first, second = (field(session, (), "battle_tactics", number=number) for number in (1, 2))
    for each in (first, second):
        assert labels(each) == [Text("none"), *(make_name_text(card["name"]) for card in cards)]
    assert (chosen(first), chosen(second)) == ([make_name_text("Siege of Ashes")], [Text("none")])
    take(session, (), "battle_tactics", make_name_text("Smokescreen"), number=2)
    assert session.data["battle_tactics"] == ["siege-of-ashes", "smokescreen"]
    take(session, (), "battle_tactics", make_name_text("Blazing Onslaught"), number=1)
    assert session.data["battle_tactics"] == ["blazing-onslaught", "smokescreen"]
    take(session, (), "battle_tactics", Text("none"), number=1)
    assert session.data["battle_tactics"] == ["smokescreen"]
    take(session, (), "battle_tactics", Text("none"), number=1)
    assert "battle_tactics" not in session.data
    one = opened(library, season=SEASON, battle_tactics="smokescreen")
    assert chosen(field(one, (), "battle_tactics", number=1)) == [make_name_text("Smokescreen")]
    take(one, (), "battle_tactics", make_name_text("Siege of Ashes"), number=2)
    assert one.data["battle_tactics"] == ["smokescreen", "siege-of-ashes"]


# --- a unit ---


def test_the_fields_of_units(library: Library) -> None:
    session = opened(
        library,
        led(VIGILANT, "liberators", "gryph-hounds"),
        auxiliary=[{"unit": "stormstrike-chariot"}],
    )
    named_and_noted = ["name", "notes"]
    hero, liberators, hounds = (
        ("regiments", 0, "hero"),
        ("regiments", 0, "units", 0),
        ("regiments", 0, "units", 1),
    )
    # Artefacts and traits are for heroes, scars of the season for the others.
    assert keys(session, hero) == [
        "general",
        "enhancement_of",
        "enhancement_of",
        "group",
        *named_and_noted,
    ]
    assert [each.args for each in commands.list_fields(session.position, hero) if each.args] == [
        {"kind": "Artefacts of Power"}, {"kind": "Heroic Traits"}
    ]  # fmt: skip
    assert keys(session, liberators) == ["reinforced", "group", *named_and_noted]
    assert keys(session, hounds)[:1] == ["reinforced"] and "general" not in keys(session, hounds)
    assert keys(session, ("auxiliary", 0)) == ["group", *named_and_noted]
    of_season = opened(library, led(VIGILANT, "liberators"), season=SEASON)
    assert keys(of_season, liberators) == [
        "reinforced",
        "enhancement_of",
        "group",
        *named_and_noted,
    ]
    assert field(of_season, liberators, "enhancement_of").args == {"kind": "Scars of War"}
    assert keys(session, ("regiments", 0)) == named_and_noted
    for place in (hero, liberators, ("auxiliary", 0), ("regiments", 0)):
        assert [each.path for each in commands.list_fields(session.position, place)[-2:]] == [
            (*place, "name"),
            (*place, "notes"),
        ]
    assert [each.path for each in commands.list_fields(session.position, ("regiments", 0, "units"))] == [
        ("regiments", 0, "name"), ("regiments", 0, "notes")
    ]  # fmt: skip


def test_yes_and_no(library: Library) -> None:
    session = opened(library, led(VIGILANT, "liberators"), led(CELESTANT, general=True))
    liberators = ("regiments", 0, "units", 0)
    assert (labels(field(session, liberators, "reinforced")), chosen(field(session, liberators, "reinforced"))) == (
        [Text("no"), Text("yes")], [Text("no")]
    )  # fmt: skip
    take(session, liberators, "reinforced", Text("yes"))
    assert session.data["regiments"][0]["units"] == [{"unit": "liberators", "reinforced": True}]
    take(session, liberators, "reinforced", Text("no"))
    assert session.data["regiments"][0]["units"] == [{"unit": "liberators"}]
    assert chosen(field(session, ("regiments", 0, "hero"), "general")) == [Text("no")]
    take(session, ("regiments", 0, "hero"), "general", Text("yes"))
    assert [each["hero"] for each in session.data["regiments"]] == [
        {"unit": VIGILANT, "general": True},
        {"unit": CELESTANT},
    ]
    take(session, ("regiments", 0, "hero"), "general", Text("no"))
    assert session.data["regiments"][0]["hero"] == {"unit": VIGILANT}


def test_what_should_not_be_can_be_taken_back(library: Library) -> None:
    """A chariot that is reinforced, liberators that are the general: the law speaks of it, and the field is there."""
    session = opened(library, led(VIGILANT, "stormstrike-chariot", "liberators"))
    chariot, liberators = (("regiments", 0, "units", place) for place in (0, 1))
    assert "reinforced" not in keys(session, chariot) and "general" not in keys(session, liberators)
    session.data["regiments"][0]["units"] = [
        {"unit": "stormstrike-chariot", "reinforced": True}, {"unit": "liberators", "general": True}
    ]  # fmt: skip
    again = Session.create(session.data, library)
    assert chosen(field(again, chariot, "reinforced")) == [Text("yes")]
    assert chosen(field(again, liberators, "general")) == [Text("yes")]


def test_enhancements_one_of_each_table(library: Library) -> None:
    session = opened(library, led(VIGILANT, "liberators", general=True))
    hero: Place = ("regiments", 0, "hero")
    tables = {each["name"]: each["choices"] for each in raw(GAME, HOME)["enhancement_tables"]}
    for table in ("Artefacts of Power", "Heroic Traits"):
        plain = [each for each in tables[table] if "battlepacks" not in each]
        expected = [
            Text("none"),
            *(make_name_text(each["name"]) for each in plain),
        ]  # by the base book they cost nothing
        assert labels(field(session, hero, "enhancement_of", kind=table)) == expected
        assert chosen(field(session, hero, "enhancement_of", kind=table)) == [Text("none")]
    take(session, hero, "enhancement_of", make_name_text("Mirrorshield"), kind="Artefacts of Power")
    take(
        session,
        hero,
        "enhancement_of",
        make_name_text("Envoy of the Heavens"),
        kind="Heroic Traits",
    )
    assert session.data["regiments"][0]["hero"]["enhancements"] == [
        "mirrorshield",
        "envoy-of-the-heavens",
    ]
    take(session, hero, "enhancement_of", make_name_text("Null Pendant"), kind="Artefacts of Power")
    assert session.data["regiments"][0]["hero"]["enhancements"] == [
        "envoy-of-the-heavens",
        "null-pendant",
    ]
    assert chosen(field(session, hero, "enhancement_of", kind="Artefacts of Power")) == [
        make_name_text("Null Pendant")
    ]
    take(session, hero, "enhancement_of", Text("none"), kind="Heroic Traits")
    take(session, hero, "enhancement_of", Text("none"), kind="Artefacts of Power")
    assert session.data["regiments"][0]["hero"] == {"unit": VIGILANT, "general": True}


def test_enhancements_of_a_season_and_those_that_are_worn_all_the_same(library: Library) -> None:
    session = opened(library, led(VIGILANT), season=SEASON)
    hero: Place = ("regiments", 0, "hero")
    artefacts = next(
        each
        for each in raw(GAME, HOME)["enhancement_tables"]
        if each["name"] == "Artefacts of Power"
    )["choices"]
    wanted = [
        each for each in artefacts if "ghb-2026-27" in each.get("battlepacks", ["ghb-2026-27"])
    ]
    assert labels(field(session, hero, "enhancement_of", kind="Artefacts of Power"))[1:] == [
        thing(each) for each in wanted
    ]
    worn = opened(library, led(VIGILANT, enhancements=["beacon-of-azyr"]))
    found = field(worn, hero, "enhancement_of", kind="Artefacts of Power")
    assert chosen(found) == [make_name_text("Beacon of Azyr")] and make_name_text(
        "Sigil of Morrda"
    ) not in labels(found)


def test_who_may_bear_nothing_is_asked_nothing(library: Library) -> None:
    """Yndrasta is unique; what she wears nonetheless can be taken off."""
    assert "enhancement_of" not in keys(opened(library, led(YNDRASTA)), ("regiments", 0, "hero"))
    worn = opened(library, led(YNDRASTA, enhancements=["mirrorshield"]))
    found = field(worn, ("regiments", 0, "hero"), "enhancement_of")
    assert (found.args, chosen(found)) == (
        {"kind": "Artefacts of Power"},
        [make_name_text("Mirrorshield")],
    )
    take(worn, ("regiments", 0, "hero"), "enhancement_of", Text("none"))
    assert worn.data["regiments"][0]["hero"] == {"unit": YNDRASTA}


# --- where units stand ---


def _group(number: int, name: str) -> Text:
    return Text("regiment_number", {"number": number, "name": name})


def test_a_unit_changes_its_regiment(library: Library) -> None:
    session = opened(library, led(VIGILANT, "liberators", "prosecutors"), led(CELESTANT))
    liberators: Place = ("regiments", 0, "units", 0)
    groups = field(session, liberators, "group")
    first, second = (
        _group(1, "Lord-Vigilant on Gryph-Stalker"),
        _group(2, "Lord-Celestant on Dracoth"),
    )
    assert (labels(groups), chosen(groups)) == ([first, second, Text("auxiliary_units")], [first])
    assert groups.options()[0].edit.steps == ()
    take(session, liberators, "group", second)
    assert [each["units"] for each in session.data["regiments"]] == [
        [{"unit": "prosecutors"}],
        [{"unit": "liberators"}],
    ]
    take(session, ("regiments", 1, "units", 0), "group", Text("auxiliary_units"))
    assert (
        session.data["auxiliary"] == [{"unit": "liberators"}]
        and session.data["regiments"][1]["units"] == []
    )
    apart = field(session, ("auxiliary", 0), "group")
    assert chosen(apart) == [Text("auxiliary_units")] and apart.options()[-1].edit.steps == ()
    take(session, ("auxiliary", 0), "group", first)
    assert session.data["regiments"][0]["units"] == [
        {"unit": "prosecutors"},
        {"unit": "liberators"},
    ]
    assert not session.data["auxiliary"]


def test_a_hero_may_begin_a_regiment(library: Library) -> None:
    session = opened(library, led(VIGILANT, "liberators"), led(CELESTANT))
    alone = field(session, ("regiments", 1, "hero"), "group")
    assert Text("new_regiment") not in labels(alone)  # that would be the same again
    leading = field(session, ("regiments", 0, "hero"), "group")
    assert labels(leading)[2:] == [Text("new_regiment"), Text("auxiliary_units")]
    take(session, ("regiments", 1, "hero"), "group", _group(1, "Lord-Vigilant on Gryph-Stalker"))
    assert session.data["regiments"] == [
        {"hero": {"unit": VIGILANT}, "units": [{"unit": "liberators"}, {"unit": CELESTANT}]}
    ]  # fmt: skip
    assert Text("new_regiment") in labels(field(session, ("regiments", 0, "units", 1), "group"))
    take(session, ("regiments", 0, "units", 1), "group", Text("new_regiment"))
    assert session.data["regiments"] == [
        {"hero": {"unit": VIGILANT}, "units": [{"unit": "liberators"}]}, {"hero": {"unit": CELESTANT}, "units": []}
    ]  # fmt: skip


def test_a_regiment_without_a_hero_has_no_name(library: Library) -> None:
    session = opened(library, {"units": [{"unit": "liberators"}]}, led(CELESTANT))
    assert labels(field(session, ("regiments", 0, "units", 0), "group"))[0] == _group(1, "")


def test_units_of_a_regiment_of_renown_stay_there(library: Library) -> None:
    session = opened(library, regiment_of_renown="the-twisted-branch")
    army = session.army
    assert army is not None
    for unit in army.units:
        assert commands.list_fields(
            session.position, unit.path or ("nowhere",)
        ) == [] or "group" not in keys(session, unit.path)


@pytest.mark.parametrize(
    ("place", "part"),
    [
        ((), ()),
        (("name",), ("name",)),
        (("regiments",), ("regiments",)),
        (("regiments", 1), ("regiments", 1)),
        (("regiments", 1, "units"), ("regiments", 1)),
        (("regiments", 1, "hero"), ("regiments", 1, "hero")),
        (("regiments", 1, "hero", "enhancements", 0), ("regiments", 1, "hero")),
        (("regiments", 1, "units", 2), ("regiments", 1, "units", 2)),
        (("regiments", 1, "units", 2, "unit"), ("regiments", 1, "units", 2)),
        (("auxiliary", 0), ("auxiliary", 0)),
        (("auxiliary", 0, "unit"), ("auxiliary", 0)),
        (("auxiliary",), ()),
        (("regiment_of_renown", "units", 0), ("regiment_of_renown",)),
    ],
)
def test_the_part_a_place_belongs_to(library: Library, place: Place, part: Place) -> None:
    assert opened(library).position.editor.find_part(place) == part


# --- adding, copying, moving ---


@pytest.mark.parametrize("faction", [HOME, "gloomspite-gitz", "seraphon"])
def test_offers_are_the_warscrolls_of_the_faction(library: Library, faction: str) -> None:
    session = opened(library, faction=faction)
    assert session.army is not None
    offers = {offer.id: offer for offer in session.position.editor.list_offers(session.army)}
    sheets = {each["id"]: each for each in raw(GAME, faction)["warscrolls"]}
    assert set(offers) == set(sheets)
    for key, sheet in sheets.items():
        offer, models = offers[key], sheet.get("models", 1)
        hero = any(each.casefold() == "hero" for each in sheet["keywords"])
        assert (offer.name, offer.role, offer.points) == (
            sheet["name"],
            "heroes" if hero else "units",
            sheet["points"],
        )
        reinforced = sheet.get("can_be_reinforced", False)
        assert offer.sizes == ((str(models), str(2 * models)) if reinforced else (str(models),))
        assert offer.words == (sheet["name"], *sheet["keywords"])
        assert offer.legends == sheet.get("legends", False)
    order = [
        (offer.role == "units", offer.legends, offer.name)
        for offer in session.position.editor.list_offers(session.army)
    ]
    assert order == sorted(order)


def test_an_army_of_renown_offers_its_own(library: Library) -> None:
    renown = raw(GAME, HOME)["armies_of_renown"][0]
    session = opened(library, army_of_renown=renown["id"])
    assert session.army is not None
    assert sorted(
        offer.id for offer in session.position.editor.list_offers(session.army)
    ) == sorted(renown["units"])


def added(
    session: Session, unit: str, models: int | None = None, at: Place | None = None
) -> list[tuple[Place, Any]]:
    """Where it could go, the likeliest first, and the roster's regiments and auxiliaries after that."""
    found = []
    assert session.army is not None
    for each in session.position.editor.add_offer(session.data, session.army, unit, models, at):
        session.apply(each.edit)
        found.append(
            (each.path, deepcopy([session.data["regiments"], session.data.get("auxiliary")]))
        )
        session.undo()
    return found


def test_a_unit_joins_the_regiment_at_the_cursor_or_the_last(library: Library) -> None:
    session = opened(
        library, led(VIGILANT, general=True), led(CELESTANT), {"units": []}, led("knight-arcanum")
    )
    where = [path for path, _ in added(session, "liberators")]
    assert where == [("regiments", place, "units", 0) for place in (3, 1, 0)] + [("auxiliary", 0)]
    at_second = [path for path, _ in added(session, "liberators", at=("regiments", 1, "units", 3))]
    assert at_second == [("regiments", place, "units", 0) for place in (1, 0, 3)] + [
        ("auxiliary", 0)
    ]
    assert [path for path, _ in added(session, "liberators", at=("auxiliary", 0))] == where
    assert [path for path, _ in added(session, "liberators", at=("regiments",))] == where
    assert added(session, "nobody") == []


@pytest.mark.parametrize(("models", "entry"), [
    (None, {"unit": "liberators"}), (5, {"unit": "liberators"}), (6, {"unit": "liberators", "reinforced": True}),
    (10, {"unit": "liberators", "reinforced": True}),
])  # fmt: skip
def test_more_models_are_a_reinforced_unit(
    library: Library, models: int | None, entry: dict[str, Any]
) -> None:
    assert added(opened(library), "liberators", models) == [(("auxiliary", 0), [[], [entry]])]
    assert added(opened(library), "stormstrike-chariot", 2) == [
        (("auxiliary", 0), [[], [{"unit": "stormstrike-chariot"}]])
    ]


def test_the_first_hero_is_the_general(library: Library) -> None:
    begun = {"hero": {"unit": VIGILANT, "general": True}, "units": []}
    assert added(opened(library), VIGILANT) == [
        (("regiments", 0, "hero"), [[begun], None]), (("auxiliary", 0), [[], [{"unit": VIGILANT}]])
    ]  # fmt: skip
    session = opened(library, led(VIGILANT, general=True), {"units": [{"unit": "liberators"}]})
    where = added(session, CELESTANT)
    assert [path for path, _ in where] == [
        ("regiments", 1, "hero"), ("regiments", 2, "hero"), ("regiments", 0, "units", 0), ("auxiliary", 0)
    ]  # fmt: skip
    assert where[0][1][0][1]["hero"] == {"unit": CELESTANT}
    assert where[1][1][0][2] == {"hero": {"unit": CELESTANT}, "units": []}


def test_copies(library: Library) -> None:
    hero = {
        "unit": VIGILANT,
        "id": "v",
        "general": True,
        "enhancements": ["mirrorshield"],
        "name": "Zeus",
        "notes": "n",
    }
    session = opened(
        library, {"hero": hero, "units": [{"unit": "liberators", "reinforced": True, "id": "l"}]}
    )
    army = session.army
    assert army is not None
    copy = session.position.editor.copy_part(session.data, army, ("regiments", 0, "hero"))
    assert copy is not None and copy.path == ("regiments", 1, "hero")
    session.apply(copy.edit)
    assert session.data["regiments"][1] == {"hero": {"unit": VIGILANT, "notes": "n"}, "units": []}
    copy = session.position.editor.copy_part(session.data, army, ("regiments", 0, "units", 0))
    assert copy is not None and copy.path == ("regiments", 0, "units", 1)
    session.apply(copy.edit)
    assert session.data["regiments"][0]["units"][1] == {"unit": "liberators", "reinforced": True}
    for place in ((), ("regiments", 0), ("regiments", 0, "units", 7), ("name",)):
        assert session.position.editor.copy_part(session.data, army, place) is None


def test_moves(library: Library) -> None:
    session = opened(
        library, led(VIGILANT, "liberators", "prosecutors", general=True), led(CELESTANT)
    )
    army = session.army
    assert army is not None
    move = session.position.editor.move_part
    down = move(session.data, army, ("regiments", 0, "units", 0), 1)
    assert down is not None and down.path == ("regiments", 0, "units", 1)
    session.apply(down.edit)
    assert session.data["regiments"][0]["units"] == [
        {"unit": "prosecutors"},
        {"unit": "liberators"},
    ]
    whole = move(session.data, army, ("regiments", 0, "hero"), 1)
    assert whole is not None and whole.path == ("regiments", 1, "hero")
    session.apply(whole.edit)
    assert [each["hero"]["unit"] for each in session.data["regiments"]] == [CELESTANT, VIGILANT]
    regiment = move(session.data, army, ("regiments", 1), -1)
    assert regiment is not None and regiment.path == ("regiments", 0)
    for place, by in (
        (("regiments", 0), -1),
        (("regiments", 1), 1),
        (("regiments", 1, "units", 1), 1),
        ((), 1),
        (("name",), 1),
    ):
        assert move(session.data, army, place, by) is None, place


# --- the tree, sheets, beginning ---


def test_the_tree_of_the_army(library: Library) -> None:
    session = opened(
        library,
        led(VIGILANT, "liberators"),
        led(CELESTANT, general=True),
        auxiliary=[{"unit": "gryph-hounds"}],
    )
    army = session.army
    assert army is not None
    points = {each["id"]: each["points"] for each in raw(GAME, HOME)["warscrolls"]}
    first, second, apart = session.position.editor.build_outline(army)
    assert (first.title, first.path) == (Text("section.regiment", {"number": 1}), ("regiments", 0))
    assert first.points == points[VIGILANT] + points["liberators"]
    assert [(leaf.path, leaf.depth) for leaf in first.leaves] == [
        (("regiments", 0, "hero"), 0),
        (("regiments", 0, "units", 0), 1),
    ]
    assert (second.title, second.path) == (
        Text("section.regiment_of_general", {"number": 2}),
        ("regiments", 1),
    )
    assert (second.points, second.leaves[0].notes) == (points[CELESTANT], (Text("show.general"),))
    assert (apart.title, apart.path, apart.points) == (
        Text("section.auxiliary"),
        None,
        points["gryph-hounds"],
    )
    assert [(leaf.path, leaf.depth) for leaf in apart.leaves] == [(("auxiliary", 0), 0)]


def test_the_sheet_of_an_offer_has_its_price(library: Library) -> None:
    session = opened(library, led(VIGILANT, "liberators"))
    assert session.army is not None
    sheet = next(each for each in raw(GAME, HOME)["warscrolls"] if each["id"] == "liberators")
    found = session.position.editor.make_sheet_view(session.army, offer="liberators")
    assert found is not None and found.name == "Liberators"
    last = found.grids[-1]
    assert (last.key, last.heads) == ("sheet.prices", ("sheet.models", "sheet.points"))
    assert list(last.rows) == [(str(sheet["models"]), str(sheet["points"]))]
    assert session.position.editor.make_sheet_view(session.army, offer="nobody") is None
    there = session.position.editor.make_sheet_view(session.army, ("regiments", 0, "units", 0))
    assert there is not None and there.grids == found.grids[:-1] and there.lists == found.lists
    assert (
        session.position.editor.make_sheet_view(session.army, ("regiments", 0, "units", 9)) is None
    )
    assert session.position.editor.make_sheet_view(session.army) is None


@pytest.mark.parametrize("faction", [stem for stem in stems(GAME) if stem not in NOT_FACTIONS])
def test_what_a_new_roster_asks_for(library: Library, faction: str) -> None:
    editor = opened(library).position.editor
    draft = Draft(library)
    draft.choose_game(GAME)
    draft.choose_faction(faction)
    asked = {each.key: [option.label for option in each.options()] for each in draft.fields}
    assert list(asked)[:2] == ["points_limit", "season"]
    assert asked["points_limit"] == [
        Text("points_number", {"points": each}) for each in (1000, 2000)
    ]
    assert asked["season"][1:] == [
        make_name_text(season.name)
        for season in editor.shelf.load_rulebook().seasons.values()  # type: ignore[attr-defined]
    ]
    assert len(asked.get("army_of_renown", [None])) == 1 + len(
        raw(GAME, faction).get("armies_of_renown", [])
    )
    given = [each.args["name"] for each in asked.get("battle_formation", []) if each.key != "none"]
    assert given == [each["name"] for each in raw(GAME, faction).get("battle_formations", [])]


def test_a_new_roster_is_of_the_season_in_force(library: Library) -> None:
    editor = opened(library).position.editor
    whole = {
        "system": GAME,
        "faction": "skaven",
        "points_limit": 2000,
        "season": "2026-27",
        "regiments": [],
    }
    assert editor.make_blank_roster("skaven") == whole
    assert editor.make_blank_roster("skaven", "2025-07-01") == whole | {"season": "2025-26"}
