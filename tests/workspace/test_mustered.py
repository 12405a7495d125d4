"""What the builder offers for a mustered army, field by field; expected values are read from the data files by hand."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.games.common.editor import Text, make_name_text
from listbuilder.model.base import Path as Place
from listbuilder.roster import commands
from listbuilder.workspace.draft import Draft
from listbuilder.workspace.session import Session
from tests.raw import raw, stems
from tests.workspace.choosing import chosen, field, keys, labels

GAME = "warhammer-40k-10e"
NOT_FACTIONS = ("rules",)


def opened(library: Library, faction: str, units: list[dict[str, Any]], **more: Any) -> Session:
    return Session.create(
        {"system": GAME, "faction": faction, "battle_size": "incursion", **more, "units": units},
        library,
    )


def priced(name: str, points: int) -> Text:
    return Text("name_points", {"name": name, "points": points})


# --- the roster ---


def test_the_fields_of_a_roster(library: Library) -> None:
    session = opened(library, "necrons", [], name="Sleepers", detachment="canoptek-court")
    assert keys(session, ()) == [
        "name",
        "battle_size",
        "detachment",
        "mission",
        "battle_ready",
        "player",
        "notes",
        "points_as_of",
    ]
    assert [each.kind for each in commands.list_fields(session.position, ())] == [
        "text", "choice", "choice", "choice", "choice", "text", "text", "text"
    ]  # fmt: skip
    assert [each.path for each in commands.list_fields(session.position, ()) if each.kind == "text"] == [
        ("name",), ("player",), ("notes",), ("points_as_of",)
    ]  # fmt: skip
    assert field(session, (), "name").value == Text("plain", {"text": "Sleepers"})
    assert field(session, (), "player").value == Text("none")
    sizes = field(session, (), "battle_size")
    assert labels(sizes) == [
        Text("size_points", {"name": "Incursion", "points": 1000}),
        Text("size_points", {"name": "Strike Force", "points": 2000}),
        Text("size_points", {"name": "Onslaught", "points": 3000}),
    ]
    assert chosen(sizes) == [sizes.value] == labels(sizes)[:1]
    detachments = field(session, (), "detachment")
    assert labels(detachments) == [
        make_name_text(each["name"]) for each in raw(GAME, "necrons")["detachments"]
    ]
    assert chosen(detachments) == [detachments.value] == [make_name_text("Canoptek Court")]
    session.apply(sizes.options()[2].edit)
    session.apply(detachments.options()[0].edit)
    assert (session.data["battle_size"], session.data["detachment"]) == (
        "onslaught",
        "annihilation-legion",
    )


def test_a_chapter_with_its_own_file_musters_under_its_own_detachments_and_its_parents(
    library: Library,
) -> None:
    session = opened(library, "blood-angels", [])
    found = [*raw(GAME, "blood-angels")["detachments"], *raw(GAME, "space-marines")["detachments"]]
    # What is for one of the chapters that live in the parent's file is not for this one.
    wanted = [
        make_name_text(each["name"])
        for each in found
        if each.get("keyword") in (None, "Blood Angels")
    ]
    assert labels(field(session, (), "detachment")) == wanted
    assert "chapter" not in keys(session, ())


def test_chapters_that_live_in_the_file_of_the_space_marines(library: Library) -> None:
    session = opened(library, "space-marines", [])
    assert keys(session, ())[2:4] == ["detachment", "chapter"]
    chapters = field(session, (), "chapter")
    known = raw(GAME, "space-marines")["chapters"]
    assert labels(chapters) == [Text("none"), *(make_name_text(each["name"]) for each in known)]
    assert chosen(chapters) == [Text("none")]
    [first, *_] = chapters.options()[1:]
    session.apply(first.edit)
    assert session.data["chapter"] == known[0]["id"]
    by_name = opened(library, "space-marines", [], chapter=known[1]["name"].upper())
    assert chosen(field(by_name, (), "chapter")) == [make_name_text(known[1]["name"])]
    session.apply(field(session, (), "chapter").options()[0].edit)
    assert "chapter" not in session.data


# --- a unit ---

OVERLORD = {"datasheet": "overlord", "models": 1}
WARRIORS = {"datasheet": "necron-warriors", "models": 10}


def test_the_fields_of_units(library: Library) -> None:
    units: list[dict[str, Any]] = [
        OVERLORD,
        WARRIORS,
        {"datasheet": "ctan-shard-of-the-nightbringer"},
        {"datasheet": "ghost-ark"},
    ]
    session = opened(library, "necrons", units, detachment="awakened-dynasty")
    overlord = keys(session, ("units", 0))
    assert (overlord[:2], overlord[-2:]) == (["warlord", "enhancement"], ["name", "notes"])
    assert keys(session, ("units", 1)) == ["models", "swap", "name", "notes"]
    # An Epic Hero bears no enhancement and may be no warlord, which the law says, not the field.
    assert keys(session, ("units", 2)) == ["warlord", "name", "notes"]
    assert keys(session, ("units", 3)) == ["name", "notes"]
    assert keys(session, ("units", 4)) == []
    for place in range(4):
        [name, notes] = commands.list_fields(session.position, ("units", place))[-2:]
        assert (name.path, notes.path) == (("units", place, "name"), ("units", place, "notes"))


def test_without_a_detachment_there_is_no_enhancement(library: Library) -> None:
    assert "enhancement" not in keys(opened(library, "necrons", [OVERLORD]), ("units", 0))
    worn = opened(library, "necrons", [OVERLORD | {"enhancement": "veil-of-darkness"}])
    found = field(worn, ("units", 0), "enhancement")
    assert labels(found) == [Text("none"), priced("Veil of Darkness", 20)]
    assert chosen(found) == [priced("Veil of Darkness", 20)]
    assert not found.options()[1].edit.steps


def test_enhancements_of_the_detachment_and_what_is_worn_of_another(library: Library) -> None:
    session = opened(
        library,
        "necrons",
        [OVERLORD | {"enhancement": "veil-of-darkness"}],
        detachment="canoptek-court",
    )
    found = field(session, ("units", 0), "enhancement")
    assert labels(found) == [
        Text("none"), priced("Dimensional Sanctum", 20), priced("Hyperphasic Fulcrum", 15), priced("Autodivinator", 15),
        priced("Metalodermal Tesla Weave", 10), priced("Veil of Darkness", 20),
    ]  # fmt: skip
    assert chosen(found) == [priced("Veil of Darkness", 20)]
    session.apply(found.options()[3].edit)
    assert session.data["units"][0]["enhancement"] == "autodivinator"
    assert chosen(field(session, ("units", 0), "enhancement")) == [priced("Autodivinator", 15)]
    assert len(field(session, ("units", 0), "enhancement").options()) == 5
    session.apply(found.options()[0].edit)
    assert session.data["units"][0] == OVERLORD


def test_a_unit_that_is_warlord_and_may_not_can_be_relieved(library: Library) -> None:
    session = opened(library, "necrons", [OVERLORD, WARRIORS | {"warlord": True}])
    found = field(session, ("units", 1), "warlord")
    assert (labels(found), chosen(found)) == ([Text("no"), Text("yes")], [Text("yes")])
    session.apply(field(session, ("units", 0), "warlord").options()[1].edit)
    assert session.data["units"] == [OVERLORD | {"warlord": True}, WARRIORS]
    assert keys(session, ("units", 1)) == ["models", "swap", "name", "notes"]
    session.apply(field(session, ("units", 0), "warlord").options()[0].edit)
    assert session.data["units"] == [OVERLORD, WARRIORS]


def test_sizes_that_the_datasheet_does_not_know_can_be_left(library: Library) -> None:
    """Lychguard come in fives and tens; six are shown until the player takes another number."""
    session = opened(library, "necrons", [{"datasheet": "lychguard", "models": 6}])
    found = field(session, ("units", 0), "models")
    assert found.value == Text("models", {"count": 6})
    assert [each.args["count"] for each in labels(found)] == [5, 6, 7, 8, 9, 10]
    alone = opened(library, "necrons", [{"datasheet": "overlord", "models": 2}])
    found = field(alone, ("units", 0), "models")
    assert [each.args["count"] for each in labels(found)] == [1, 2]
    assert chosen(found) == [Text("models", {"count": 2})]
    alone.apply(found.options()[0].edit)
    assert "models" not in keys(alone, ("units", 0))


def test_keywords_of_the_players_choice(library: Library) -> None:
    """Pactbound Zealots give every unit one of five keywords, Epic Heroes aside."""
    units = [
        {"datasheet": "legionaries", "keyword": "nurgle"},
        {"datasheet": "abaddon-the-despoiler"},
    ]
    session = opened(library, "chaos-space-marines", units, detachment="pactbound-zealots")
    [detachment] = [
        each
        for each in raw(GAME, "chaos-space-marines")["detachments"]
        if each["id"] == "pactbound-zealots"
    ]
    found = field(session, ("units", 0), "keyword")
    assert labels(found) == [make_name_text(each) for each in detachment["choose_keyword"]["of"]]
    assert chosen(found) == [make_name_text("Nurgle")]
    session.apply(found.options()[0].edit)
    assert session.data["units"][0]["keyword"] == detachment["choose_keyword"]["of"][0]
    assert "keyword" not in keys(session, ("units", 1))
    elsewhere = opened(
        library, "chaos-space-marines", [units[0]], detachment="veterans-of-the-long-war"
    )
    assert (
        labels(field(elsewhere, ("units", 0), "keyword")),
        keys(elsewhere, ("units", 0))[0],
    ) == ([], "models")


# --- what can be added ---


def _own(faction: str) -> list[str]:
    return [each["id"] for each in raw(GAME, faction)["datasheets"]]


@pytest.mark.parametrize(
    ("faction", "guests"),
    [
        ("necrons", ["unaligned-forces"]),
        ("orks", ["unaligned-forces"]),
        ("adeptus-custodes", ["agents-of-the-imperium", "imperial-knights", "unaligned-forces"]),
        ("chaos-knights", ["chaos-daemons", "unaligned-forces"]),
    ],
)
@pytest.mark.slow_but(1)
def test_offers_are_the_factions_own_and_those_of_its_guests(
    library: Library, faction: str, guests: list[str]
) -> None:
    session = opened(library, faction, [])
    assert session.army is not None
    offers = session.position.editor.list_offers(session.army)
    includes = raw(GAME, faction).get("include", {}).get("from")
    homes = sorted({*guests, *([includes] if includes else [])})
    assert sorted(offer.id for offer in offers if offer.home is None) == sorted(_own(faction))
    assert sorted(offer.id for offer in offers if offer.home) == sorted(
        f"{home}/{each}" for home in homes for each in _own(home)
    )
    roles = [offer.role for offer in offers]
    assert len([role for role, _ in groupby(roles)]) == len(set(roles)), "each role stands once"
    for offer in offers:
        home, _, sheet_id = offer.id.rpartition("/")
        [sheet] = [
            each for each in raw(GAME, home or faction)["datasheets"] if each["id"] == sheet_id
        ]
        assert (offer.name, offer.legends) == (sheet["name"], sheet.get("legends", False))
        assert offer.home == (raw(GAME, home)["name"] if home else None)
        assert set(offer.words) >= {sheet["name"], *sheet["keywords"]} and (
            not home or offer.home in offer.words
        )
        prices = [row["points"] for row in sheet.get("points", []) if "when" not in row]
        assert offer.points == min(prices, default=None), offer.id
        assert offer.role == ("allies" if home else _role(sheet["keywords"]))


def _role(keywords: list[str]) -> str:
    for role, keyword in (
        ("characters", "Character"),
        ("battleline", "Battleline"),
        ("transports", "Dedicated Transport"),
    ):
        if keyword in keywords:
            return role
    return "others"


def test_a_datasheet_of_the_chapter_stands_for_that_of_its_parent(library: Library) -> None:
    session = opened(library, "space-wolves", [])
    assert session.army is not None
    own = [
        offer.id
        for offer in session.position.editor.list_offers(session.army)
        if offer.home is None
    ]
    twice = set(_own("space-wolves")) & set(_own("space-marines"))
    assert twice
    assert sorted(own) == sorted(
        [*_own("space-wolves"), *(each for each in _own("space-marines") if each not in twice)]
    )


def test_what_is_added_is_written_as_it_is_named(library: Library) -> None:
    session = opened(library, "adeptus-custodes", [])
    for offer, entry in (
        (
            "imperial-knights/armiger-helverin",
            {"datasheet": "imperial-knights/armiger-helverin", "models": 1},
        ),
        ("custodian-guard", {"datasheet": "custodian-guard", "models": 4}),
        ("shield-captain", {"datasheet": "shield-captain", "models": 1, "warlord": True}),
        ("shield-captain", {"datasheet": "shield-captain", "models": 1}),
    ):
        assert session.army is not None
        [added] = session.position.editor.add_offer(session.data, session.army, offer)
        assert added.path == ("units", len(session.data["units"]))
        session.apply(added.edit)
        assert session.data["units"][-1] == entry
    assert session.army is not None
    assert session.position.editor.add_offer(session.data, session.army, "nobody") == []
    assert session.position.editor.add_offer(session.data, session.army, "nowhere/overlord") == []


def test_who_may_never_be_warlord_is_not_made_one(library: Library) -> None:
    session = opened(library, "necrons", [])
    assert session.army is not None
    [added] = session.position.editor.add_offer(
        session.data, session.army, "ctan-shard-of-the-nightbringer"
    )
    assert added.edit.steps[0].value == {"datasheet": "ctan-shard-of-the-nightbringer", "models": 1}
    guests = opened(library, "adeptus-custodes", [])
    assert guests.army is not None
    [added] = guests.position.editor.add_offer(
        guests.data, guests.army, "agents-of-the-imperium/callidus-assassin"
    )
    assert "warlord" not in added.edit.steps[0].value


@pytest.mark.parametrize(
    ("wanted", "given"), [(None, 4), (1, 4), (4, 4), (5, 4), (6, 8), (7, 8), (8, 8), (99, 8)]
)
def test_the_nearest_size_is_taken_the_larger_of_two(
    library: Library, wanted: int | None, given: int
) -> None:
    """Squighog Boyz come as four or eight: one Nob and three, or two and six."""
    session = opened(library, "orks", [])
    assert session.army is not None
    [added] = session.position.editor.add_offer(session.data, session.army, "squighog-boyz", wanted)
    assert added.edit.steps[0].value == {"datasheet": "squighog-boyz", "models": given}


# --- moving and copying ---


def test_moving_needs_a_place_to_go_to(library: Library) -> None:
    units: list[dict[str, Any]] = [
        OVERLORD,
        WARRIORS,
        {"datasheet": "plasmancer"},
        {"datasheet": "immortals"},
    ]
    session = opened(library, "necrons", units)
    army = session.army
    assert army is not None
    move = session.position.editor.move_part
    added = move(session.data, army, ("units", 0), 1)
    assert added is not None and added.path == ("units", 2)
    session.apply(added.edit)
    assert [unit["datasheet"] for unit in session.data["units"]] == [
        "necron-warriors",
        "plasmancer",
        "overlord",
        "immortals",
    ]
    army = session.army
    assert army is not None
    assert (
        move(session.data, army, ("units", 2), 1) is None
        and move(session.data, army, ("units", 1), -1) is None
    )
    assert (
        move(session.data, army, ("units", 9), 1) is None
        and move(session.data, army, (), 1) is None
    )
    back = move(session.data, army, ("units", 3), -1)
    assert back is not None and back.path == ("units", 0)


def test_copies_leave_behind_what_there_is_one_of(library: Library) -> None:
    entry = OVERLORD | {
        "id": "o",
        "warlord": True,
        "enhancement": "veil-of-darkness",
        "name": "Imotekh",
        "notes": "first",
    }
    session = opened(library, "necrons", [entry, WARRIORS], detachment="awakened-dynasty")
    army = session.army
    assert army is not None
    added = session.position.editor.copy_part(session.data, army, ("units", 0))
    assert added is not None and added.path == ("units", 1)
    session.apply(added.edit)
    assert session.data["units"] == [entry, OVERLORD | {"notes": "first"}, WARRIORS]
    for place in (("units",), ("units", 9), (), ("units", 0, "name"), ("name",)):
        assert session.position.editor.copy_part(session.data, army, place) is None


@pytest.mark.parametrize(
    ("place", "part"),
    [
        ((), ()),
        (("units",), ()),
        (("units", 3), ("units", 3)),
        (("units", 3, "models", 0), ("units", 3)),
        (("name", "x"), ()),
    ],
)
def test_the_part_a_place_belongs_to(library: Library, place: Place, part: Place) -> None:
    assert opened(library, "necrons", []).position.editor.find_part(place) == part


# --- beginning ---


@pytest.mark.parametrize("faction", [stem for stem in stems(GAME) if stem not in NOT_FACTIONS])
def test_what_a_new_roster_asks_for(library: Library, faction: str) -> None:
    head = raw(GAME, faction)
    places = [head, *([raw(GAME, head["parent"])] if "parent" in head else [])]
    wanted = {
        each["id"]: make_name_text(each["name"])
        for place in places
        for each in place.get("detachments", [])
        if "parent" not in head or each.get("keyword") in (None, head["faction_keyword"])
    }
    for place in places:
        for chapter, limits in place.get("if_chapter", {}).items():
            if chapter == head.get("faction_keyword"):
                wanted = {
                    key: name
                    for key, name in wanted.items()
                    if key not in limits.get("forbid_detachments", ())
                }
    draft = Draft(library)
    draft.choose_game(GAME)
    draft.choose_faction(faction)
    sizes, *rest = draft.fields
    labels = [option.label for option in sizes.options()]
    assert sizes.key == "battle_size" and [option.chosen for option in sizes.options()] == [
        False,
        True,
        False,
    ]
    assert labels[1] == Text("size_points", {"name": "Strike Force", "points": 2000})
    asked = [("detachment", list(wanted.values()))] if wanted else []
    assert [(each.key, [option.label for option in each.options()]) for each in rest] == asked


def test_a_new_roster_has_the_usual_size(library: Library) -> None:
    editor = opened(library, "necrons", []).position.editor
    assert editor.asks_faction
    assert editor.make_blank_roster("orks") == {
        "system": GAME,
        "faction": "orks",
        "battle_size": "strike-force",
        "units": [],
    }


# --- the army as a tree ---


def test_the_tree_of_the_army(library: Library) -> None:
    lord = OVERLORD | {"name": "Zahndrekh", "warlord": True, "enhancement": "veil-of-darkness"}
    line = "aegis-defence-line-with-weapon-emplacement"
    guest = {"datasheet": f"unaligned-forces/{line}"}
    units: list[dict[str, Any]] = [
        WARRIORS,
        lord,
        {"datasheet": "ghost-ark"},
        guest,
        {"datasheet": "doomsday-ark"},
    ]
    session = opened(library, "necrons", units, detachment="awakened-dynasty")
    army = session.army
    assert army is not None
    tree = session.position.editor.build_outline(army)
    sheets = [*raw(GAME, "necrons")["datasheets"], *raw(GAME, "unaligned-forces")["datasheets"]]
    prices = {each["id"]: each["points"][0]["points"] for each in sheets if each.get("points")}
    assert [
        (branch.title, [leaf.path for leaf in branch.leaves], branch.points) for branch in tree
    ] == [
        (Text("section.characters"), [("units", 1)], prices["overlord"] + 20),
        (Text("section.battleline"), [("units", 0)], prices["necron-warriors"]),
        (Text("section.transports"), [("units", 2)], prices["ghost-ark"]),
        (Text("section.others"), [("units", 4)], prices["doomsday-ark"]),
        (Text("section.allies"), [("units", 3)], prices[line]),
    ]
    [overlord] = tree[0].leaves
    assert overlord.label == Text("custom_name", {"custom": "Zahndrekh", "name": "Overlord"})
    assert overlord.notes == (
        Text("show.warlord"),
        Text("show.enhancement", {"name": "Veil of Darkness", "points": 20}),
    )
    assert (overlord.points, overlord.depth, overlord.unit) == (
        prices["overlord"] + 20,
        0,
        army.units[1],
    )
    [ally] = tree[4].leaves
    assert ally.notes == (Text("show.ally", {"home": raw(GAME, "unaligned-forces")["name"]}),)
