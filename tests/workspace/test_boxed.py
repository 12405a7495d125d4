"""What the builder offers for boxes and heroes, field by field; expected values are read from the data files by hand."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.games.common.editor import NOWHERE, Field, Option, Text, make_name_text
from listbuilder.roster import commands
from listbuilder.workspace.draft import Draft
from listbuilder.workspace.session import Session
from tests.raw import raw, stems
from tests.workspace.choosing import chosen, field, keys, labels, pick

PATROLS, SPEARHEADS, HEROES = "combat-patrol", "spearhead", "space-marine-heroes"
NOT_BOXES = ("rules", "sources")


def patrol(library: Library, box: str, **more: Any) -> Session:
    return Session.create({"system": PATROLS, "patrol": box, **more}, library)


def spearhead(library: Library, box: str = "vigilant-brotherhood", **more: Any) -> Session:
    return Session.create({"system": SPEARHEADS, "box": box, **more}, library)


def heroes(library: Library, *entries: dict[str, Any], **more: Any) -> Session:
    return Session.create({"system": HEROES, "heroes": list(entries), **more}, library)


# --- boxes ---


def test_the_fields_of_a_patrol(library: Library) -> None:
    session = patrol(library, "amonhotekhs-guard")
    assert keys(session) == [
        "name",
        "enhancement",
        "warlord",
        "mission",
        "battle_ready",
        "player",
        "notes",
    ]
    box, book = raw(PATROLS, "amonhotekhs-guard"), raw(PATROLS, "rules")
    enhancements = field(session, (), "enhancement")
    assert labels(enhancements) == [make_name_text(each["name"]) for each in box["enhancements"]]
    assert chosen(enhancements) == [make_name_text("Overriding Control")]  # the default one
    pick(session, enhancements, make_name_text("Protocol of Resonant Focus"))
    assert session.data["enhancement"] == "protocol-of-resonant-focus"
    warlord = field(session, (), "warlord")
    others = [each["name"] for each in box["units"] if each["id"] != "overlord-amonhotekh"]
    assert labels(warlord) == [
        Text("default_of", {"name": "Overlord Amonhotekh"}),
        *map(make_name_text, others),
    ]
    assert chosen(warlord) == labels(warlord)[:1]
    pick(session, warlord, make_name_text("Necron Warriors"))
    assert (session.data["warlord"], chosen(field(session, (), "warlord"))) == (
        "necron-warriors",
        [make_name_text("Necron Warriors")],
    )
    pick(session, field(session, (), "warlord"), labels(warlord)[0])
    assert "warlord" not in session.data
    said = patrol(library, "amonhotekhs-guard", warlord="overlord-amonhotekh")
    assert chosen(field(said, (), "warlord")) == [
        Text("default_of", {"name": "Overlord Amonhotekh"})
    ]
    missions = field(session, (), "mission")
    assert labels(missions) == [
        Text("none"),
        *(make_name_text(each["name"]) for each in book["missions"]),
    ]
    assert chosen(missions) == [Text("none")]
    pick(session, missions, make_name_text("Sweeping Raid"))
    assert (
        chosen(field(session, (), "mission")) == [make_name_text("Sweeping Raid")]
        and session.data["mission"] == "sweeping-raid"
    )
    pick(session, field(session, (), "battle_ready"), Text("yes"))
    assert session.data["battle_ready"] is True and chosen(field(session, (), "battle_ready")) == [
        Text("yes")
    ]
    pick(session, field(session, (), "battle_ready"), Text("no"))
    assert "battle_ready" not in session.data and chosen(field(session, (), "battle_ready")) == [
        Text("no")
    ]
    texts = [
        each.path for each in commands.list_fields(session.position, ()) if each.kind == "text"
    ]
    assert texts == [("name",), ("player",), ("notes",)]


def test_the_fields_of_a_spearhead(library: Library) -> None:
    session = spearhead(library)
    box = raw(SPEARHEADS, "vigilant-brotherhood")
    assert keys(session) == [
        "name",
        "regiment_ability",
        "enhancement",
        "general",
        "player",
        "notes",
    ]
    for key, many in (("regiment_ability", "regiment_abilities"), ("enhancement", "enhancements")):
        assert labels(field(session, (), key)) == [
            make_name_text(each["name"]) for each in box[many]
        ]
        assert chosen(field(session, (), key)) == []
        assert field(session, (), key).value == Text("none")
        pick(session, field(session, (), key), make_name_text(box[many][1]["name"]))
        assert session.data[key] == box[many][1]["id"]
        assert chosen(field(session, (), key)) == [make_name_text(box[many][1]["name"])]
    assert labels(field(session, (), "general"))[0] == Text(
        "default_of", {"name": "Lord-Vigilant on Gryph-Stalker"}
    )
    assert session.army is not None
    assert commands.list_deployment_fields(session.position) == []
    assert (
        session.position.editor.list_offers(session.army) == []
        and session.position.editor.asks_faction
    )


def test_one_of_two_units(library: Library) -> None:
    """The Guardians of the Throne bring Vertus Praetors or Custodian Guard."""
    session = patrol(library, "guardians-of-the-throne")
    box = raw(PATROLS, "guardians-of-the-throne")
    [(slot, ids)] = box["choices"].items()
    names = {each["id"]: each["name"] for each in box["units"]}
    found = field(session, (), "choice")
    assert found.args == {"slot": " / ".join(names[each] for each in ids)}
    assert (labels(found), chosen(found)) == ([make_name_text(names[each]) for each in ids], [])
    pick(session, found, make_name_text(names[ids[1]]))
    assert session.data["choices"] == {slot: ids[1]}
    assert chosen(field(session, (), "choice")) == [make_name_text(names[ids[1]])]
    pick(session, field(session, (), "choice"), make_name_text(names[ids[0]]))
    assert session.data["choices"] == {slot: ids[0]}


def test_units_of_a_box(library: Library) -> None:
    bare = patrol(library, "amonhotekhs-guard")
    assert keys(bare, (NOWHERE, "overlord-amonhotekh")) == []
    written = patrol(library, "amonhotekhs-guard", units=[{"unit": "overlord-amonhotekh"}])
    assert keys(written, ("units", 0)) == ["name", "notes"]
    assert [each.path for each in commands.list_fields(written.position, ("units", 0))] == [
        ("units", 0, "name"),
        ("units", 0, "notes"),
    ]
    assert written.army is not None and bare.army is not None
    assert written.position.editor.build_outline(written.army)[0].leaves[0].path == ("units", 0)
    tree = bare.position.editor.build_outline(bare.army)
    assert [
        (branch.title, [leaf.path for leaf in branch.leaves], branch.points) for branch in tree
    ] == [
        (Text("section.commander"), [(NOWHERE, "overlord-amonhotekh")], None),
        (
            Text("section.others"),
            [(NOWHERE, each["id"]) for each in raw(PATROLS, "amonhotekhs-guard")["units"][1:]],
            None,
        ),
    ]
    assert [leaf.points for branch in tree for leaf in branch.leaves] == [0, 0, 0, 0, 0]
    sheet = bare.position.editor.make_sheet_view(bare.army, (NOWHERE, "necron-warriors"))
    assert sheet is not None and sheet.name == "Necron Warriors"
    for edit in (
        bare.position.editor.copy_part(bare.data, bare.army, ("units", 0)),
        bare.position.editor.move_part(bare.data, bare.army, ("units", 0), 1),
    ):
        assert edit is None
    assert bare.position.editor.add_offer(bare.data, bare.army, "necron-warriors") == []


def test_formations_of_a_patrol(library: Library) -> None:
    session = patrol(library, "amonhotekhs-guard")
    found = {
        (each.key, str(each.group.args["name"] if each.group else "")): each
        for each in commands.list_deployment_fields(session.position)
    }
    units = [each["name"] for each in raw(PATROLS, "amonhotekhs-guard")["units"]]
    assert set(found) == {("attached", units[0]), *(("deployment", unit) for unit in units)}
    leads = found["attached", units[0]]
    assert labels(leads) == [
        Text("none"),
        Text("models_of", {"count": 10, "name": "Necron Warriors"}),
    ]
    pick(session, leads, labels(leads)[1])
    assert session.data["formations"] == {"attached": {"overlord-amonhotekh": "necron-warriors"}}
    waits = found["deployment", "Skorpekh Destroyers"]
    assert labels(waits) == [Text("on_the_table"), Text("reserves")]
    pick(session, waits, Text("reserves"))
    assert session.data["formations"]["reserves"] == ["skorpekh-destroyers"]


def test_squads_that_are_split(library: Library) -> None:
    session = patrol(library, "siguards-crusaders")
    assert session.army is not None

    def declared() -> dict[tuple[str, str], Field]:
        return {
            (each.key, str(each.group.args["name"] if each.group else "")): each
            for each in commands.list_deployment_fields(session.position)
        }

    squad = "Primaris Crusader Squad"
    split = declared()["split", squad]
    assert (labels(split), chosen(split)) == ([Text("no"), Text("yes")], [Text("no")])
    pick(session, split, Text("yes"))
    assert session.data["formations"] == {"split": ["primaris-crusader-squad"]}
    parts = [
        group
        for key, group in declared()
        if key == "deployment" and group.startswith(squad) and group != squad
    ]
    squads = next(
        each for each in raw(PATROLS, "siguards-crusaders")["units"] if each["name"] == squad
    )["patrol_squads"]
    assert len(parts) == len(squads)
    # Chosen again, it is still there once; taken back, what was said of the parts goes with it.
    [yes] = [
        option for option in declared()["split", squad].options() if option.label == Text("yes")
    ]
    assert not session.apply(yes.edit)
    assert session.data["formations"]["split"] == ["primaris-crusader-squad"]
    leader = declared()["attached", "Marshal Siguard"]
    pick(
        session,
        leader,
        next(each for each in labels(leader) if str(each.args.get("name", "")).startswith(squad)),
    )
    assert session.data["formations"]["attached"]["marshal-siguard"].startswith(
        "primaris-crusader-squad/"
    )
    pick(session, declared()["split", squad], Text("no"))
    assert session.data["formations"] == {"split": [], "attached": {}}


@pytest.mark.parametrize(("game", "key"), [(PATROLS, "patrol"), (SPEARHEADS, "box")])
def test_what_a_new_box_asks_for(library: Library, game: str, key: str) -> None:
    editor = (
        patrol(library, "amonhotekhs-guard") if game == PATROLS else spearhead(library)
    ).position.editor
    for stem in stems(game):
        if stem in NOT_BOXES:
            continue
        box = raw(game, stem)
        wanted = []
        for step, many in (
            ("regiment_ability", "regiment_abilities"),
            ("enhancement", "enhancements"),
        ):
            offered = box.get(many, [])
            if offered:
                default = [place for place, each in enumerate(offered) if each.get("default")] or [
                    0
                ]
                wanted.append(
                    (
                        step,
                        [(each["id"], make_name_text(each["name"])) for each in offered],
                        default[0],
                    )
                )
        draft = Draft(library)
        draft.choose_game(game)
        draft.choose_faction(stem)
        found = [
            (each.key, [(_id(option), option.label) for option in each.options()])
            for each in draft.fields
        ]
        assert found == [(step, answers) for step, answers, _ in wanted], stem
        assert {box.get("faction"), box.get("alliance"), box.get("subfaction")} - {None} == set(
            editor.list_search_words(stem)
        )
    assert editor.make_blank_roster("a-box") == {"system": game, key: "a-box"}


def _id(option: Option) -> str:
    return str(option.edit.steps[-1].value)


# --- heroes ---

CARDS = {each["id"]: each for each in raw(HEROES, "plague-marines")["heroes"]}


def test_the_fields_of_heroes(library: Library) -> None:
    session = heroes(library, {"hero": "scabos", "slot": 2}, {"hero": "morslug"}, name="Rot")
    assert keys(session) == ["name", "player", "notes", *["pick"] * len(CARDS)]
    assert keys(session, ("heroes", 0)) == ["slot", "name", "notes"]
    assert [each.path for each in commands.list_fields(session.position, ("heroes", 1))[1:]] == [
        ("heroes", 1, "name"),
        ("heroes", 1, "notes"),
    ]
    slots = field(session, ("heroes", 1), "slot")
    assert labels(slots) == [
        Text("none"), Text("slot", {"slot": 1}), Text("slot_of", {"slot": 2, "name": "Scabos"}),
        *(Text("slot", {"slot": slot}) for slot in (3, 4, 5)),
    ]  # fmt: skip
    assert chosen(slots) == [Text("none")]
    assert labels(field(session, ("heroes", 0), "slot"))[2] == Text("slot", {"slot": 2})
    pick(session, slots, Text("slot_of", {"slot": 2, "name": "Scabos"}))
    assert session.data["heroes"] == [{"hero": "scabos"}, {"hero": "morslug", "slot": 2}]
    pick(session, field(session, ("heroes", 0), "slot"), Text("slot", {"slot": 4}))
    pick(
        session,
        field(session, ("heroes", 0), "slot"),
        Text("slot_of", {"slot": 2, "name": "Morslug"}),
    )
    assert session.data["heroes"] == [{"hero": "scabos", "slot": 2}, {"hero": "morslug", "slot": 4}]
    pick(session, field(session, ("heroes", 0), "slot"), Text("none"))
    assert session.data["heroes"][0] == {"hero": "scabos"}


def test_the_collection(library: Library) -> None:
    session = heroes(library)
    owned = [each for each in commands.list_fields(session.position, ()) if each.key == "pick"]
    assert [each.args for each in owned] == [{"name": card["name"]} for card in CARDS.values()]
    assert all(each.group == Text("field.owned") for each in owned)
    assert labels(owned[0]) == [Text("plain", {"text": str(count)}) for count in range(4)]
    assert [chosen(each) for each in owned] == [[]] * len(CARDS)  # it is not said who is owned
    first, second = list(CARDS)[:2]
    session.apply(owned[0].options()[2].edit)
    assert session.data["collection"] == {first: 2}
    again = [each for each in commands.list_fields(session.position, ()) if each.key == "pick"]
    assert [chosen(each) for each in again[:2]] == [
        [Text("plain", {"text": "2"})],
        [Text("plain", {"text": "0"})],
    ]
    session.apply(again[1].options()[1].edit)
    assert session.data["collection"] == {first: 2, second: 1}


def test_heroes_come_into_the_first_free_slot(library: Library) -> None:
    session = heroes(library, {"hero": "scabos", "slot": 1}, {"hero": "morslug", "slot": 3})
    army = session.army
    assert army is not None
    [added] = session.position.editor.add_offer(session.data, army, "pustus")
    session.apply(added.edit)
    assert added.path == ("heroes", 2) and session.data["heroes"][2] == {
        "hero": "pustus",
        "slot": 2,
    }
    copy = session.position.editor.copy_part(session.data, army, ("heroes", 0, "slot"))
    assert copy is not None and copy.path == ("heroes", 3)
    for place in ((), ("collection",), ("heroes", 9), ("name", 0)):
        assert session.position.editor.copy_part(session.data, army, place) is None
    full = heroes(library, *({"hero": "scabos", "slot": slot} for slot in range(1, 6)))
    assert full.army is not None
    [added] = full.position.editor.add_offer(full.data, full.army, "pustus")
    assert added.edit.steps[0].value == {"hero": "pustus"}


def test_heroes_move_from_slot_to_slot(library: Library) -> None:
    session = heroes(
        library,
        {"hero": "scabos", "slot": 1},
        {"hero": "morslug"},
        {"hero": "pustus", "slot": 5},
        {"hero": "gangrus", "slot": 9},
    )
    army = session.army
    assert army is not None
    move = session.position.editor.move_part
    for place, by in ((0, -1), (1, 1), (2, 1), (3, -1), (7, 1)):
        assert move(session.data, army, ("heroes", place), by) is None, place
    added = move(session.data, army, ("heroes", 2), -1)
    assert added is not None and added.path == ("heroes", 2)
    session.apply(added.edit)
    assert session.data["heroes"][2] == {"hero": "pustus", "slot": 4}


def test_what_heroes_there_are(library: Library) -> None:
    session = heroes(library)
    assert session.army is not None
    offers = session.position.editor.list_offers(session.army)
    assert [(offer.id, offer.name, offer.role) for offer in offers] == [
        (key, card["name"], "heroes") for key, card in CARDS.items()
    ]
    for offer in offers:
        card = CARDS[offer.id]
        assert offer.words == (card["name"], *card.get("epithet", {}).values(), "Plague Marines")
    assert not session.position.editor.asks_faction
    assert session.position.editor.make_blank_roster("") == {"system": HEROES, "heroes": []}
