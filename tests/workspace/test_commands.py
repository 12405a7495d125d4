"""What a player wants, as edits. Prices and sizes are those the example's comments and the books state."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.games.common.editor import Field, Option
from listbuilder.model.base import Path as Place
from listbuilder.roster import commands
from listbuilder.workspace.session import Session
from tests.own_state import ROOT

OVERLORD, TECHNOMANCER, PHALANX, REAPERS, IMMORTALS, WRAITHS = (
    ("units", place) for place in (0, 1, 4, 5, 6, 7)
)


def _field(session: Session, path: Place, key: str, **args: object) -> Field:
    found = [
        f
        for f in commands.list_fields(session.position, path)
        if f.key == key and all(f.args.get(k) == v for k, v in args.items())
    ]
    assert len(found) == 1, [f.key for f in commands.list_fields(session.position, path)]
    return found[0]


def _option(field: Field, **args: object) -> Option:
    return next(
        o
        for o in field.options()
        if all(o.label.args.get(key) == value for key, value in args.items())
    )


def _counts(field: Field) -> list[int]:
    return [option.label.args["count"] for option in field.options()]


def test_sizes_with_their_prices(session: Session) -> None:
    field = _field(session, PHALANX, "models")
    assert _counts(field) == list(range(10, 21))
    assert (
        session.position.predict_effect(_option(field, count=10).edit).change == -110
    )  # 200 to 90
    session.apply(_option(field, count=11).edit)
    assert session.position.points == 1990


def test_wargear_all_or_none(session: Session) -> None:
    field = _field(session, IMMORTALS, "swap", come=["tesla carbine"])
    assert _counts(field) == [0, 10]  # all of them change their gun, or none
    session.apply(_option(field, count=0).edit)
    [group] = session.data["units"][6]["models"]
    assert group["wargear"] == {"gauss blaster": 10, "close combat weapon": 10}
    assert session.position.verdict == "legal"


def test_wargear_of_some(session: Session) -> None:
    field = _field(session, REAPERS, "swap", come=["gauss reaper"])
    session.apply(_option(field, count=4).edit)
    [group] = session.data["units"][5]["models"]
    assert group["wargear"] == {"gauss reaper": 4, "gauss flayer": 6, "close combat weapon": 10}
    back = _field(session, REAPERS, "default_wargear").options()[0]
    session.apply(back.edit)
    assert [group["count"] for group in session.data["units"][5]["models"]] == [10]
    assert "wargear" not in session.data["units"][5]["models"][0]


def test_wargear_of_one_model(session: Session) -> None:
    field = _field(session, OVERLORD, "instead_of")
    assert [option.label.args["items"] for option in field.options()] == [
        ["tachyon arrow", "Overlord's blade"],
        ["staff of light"],
        ["voidscythe"],
    ]
    session.apply(_option(field, items=["voidscythe"]).edit)
    assert session.data["units"][0]["models"] == [
        {"model": "Overlord", "count": 1, "wargear": {"voidscythe": 1}}
    ]
    # Without the arrow it may have the orb, and then may not take the arrow back.
    orb = next(
        o
        for o in _field(session, OVERLORD, "extra").options()
        if o.label.args.get("items") == ["resurrection orb"]
    )
    session.apply(orb.edit)
    labels = [
        option.label.args.get("items")
        for option in _field(session, OVERLORD, "instead_of").options()
    ]
    assert ["tachyon arrow", "Overlord's blade"] not in labels


def test_a_size_keeps_what_all_carry(session: Session) -> None:
    session.apply(_option(_field(session, IMMORTALS, "models"), count=5).edit)
    [group] = session.data["units"][6]["models"]
    assert (group["count"], group["wargear"]) == (5, {"tesla carbine": 5, "close combat weapon": 5})


def test_there_is_one_warlord(session: Session) -> None:
    yes = next(o for o in _field(session, TECHNOMANCER, "warlord").options() if not o.chosen)
    session.apply(yes.edit)
    assert [unit.get("warlord", False) for unit in session.data["units"][:2]] == [False, True]
    assert session.position.verdict == "legal"


def test_enhancements_show_what_stands_against_them(session: Session) -> None:
    field = _field(session, TECHNOMANCER, "enhancement")
    assert [o.label.args.get("name") for o in field.options() if o.chosen] == [
        "Enaegic Dermal Bond"
    ]
    effect = session.position.predict_effect(
        _option(field, name="Veil of Darkness").edit
    )  # the Overlord has it
    assert [finding.code for finding in effect.caused] == ["40K-10"]
    assert not effect.allowed
    free = session.position.predict_effect(field.options()[0].edit)
    assert (free.change, free.allowed) == (-30, True)


def test_removing_takes_every_mention_along(session: Session) -> None:
    session.apply(commands.remove_part(session.position, OVERLORD))
    assert "overlord" not in session.data["formations"]["attached"]
    assert len(session.data["units"]) == 14


def test_a_copy_is_another_unit(session: Session) -> None:
    added = commands.copy_unit(session.position, OVERLORD)
    assert added is not None
    session.apply(added.edit)
    assert session.data["units"][1] == {"datasheet": "overlord", "models": 1}
    assert session.data["formations"]["attached"]["overlord"] == "phalanx"


def test_reordering_stays_under_the_heading(session: Session) -> None:
    added = commands.move_unit(session.position, PHALANX, 1)
    assert added is not None
    session.apply(added.edit)
    assert [unit["id"] for unit in session.data["units"][4:6]] == ["reapers", "phalanx"]
    assert commands.move_unit(session.position, OVERLORD, -1) is None


def test_adding_with_a_number(session: Session) -> None:
    for wanted, given in ((None, 10), (20, 20), (17, 17), (99, 20), (1, 10)):
        added = commands.place_addition(session.position, "necron-warriors", wanted)
        assert added is not None
        session.apply(added.edit)
        assert session.data["units"][15] == {"datasheet": "necron-warriors", "models": given}
        session.undo()


def test_text_is_put_and_taken_out(session: Session) -> None:
    field = _field(session, OVERLORD, "name")
    session.apply(commands.write_text_field(session.position, field, "  Imotekh  "))
    assert session.data["units"][0]["name"] == "Imotekh"
    session.apply(commands.write_text_field(session.position, field, " "))
    assert "name" not in session.data["units"][0]


def test_formations(session: Session) -> None:
    fields = {
        (f.key, str(f.group.args["name"] if f.group else "")): f
        for f in commands.list_deployment_fields(session.position)
    }
    reserves = fields["deployment", "Tomb Blades"]
    assert [option.label.key for option in reserves.options() if option.chosen] == [
        "strategic_reserves"
    ]
    session.apply(next(o for o in reserves.options() if o.label.key == "on_the_table").edit)
    assert session.data["formations"]["strategic_reserves"] == []
    leads = fields["attached", "Zahndrekh the Younger"]
    chosen = [option.label.args for option in leads.options() if option.chosen]
    assert chosen == [{"count": 20, "name": "Necron Warriors"}]
    names = {option.label.args.get("name") for option in leads.options()}
    assert names == {
        None,
        "Necron Warriors",
        "Immortals",
    }  # whom an Overlord leads, and who is there


def test_formations_give_a_name_to_what_had_none(library: Library) -> None:
    raw = b"system: warhammer-40k-10e\nfaction: necrons\nunits:\n  - datasheet: overlord\n  - datasheet: immortals\n"
    session = Session(raw, library)
    field = next(
        f for f in commands.list_deployment_fields(session.position) if f.key == "attached"
    )
    session.apply(next(o for o in field.options() if not o.chosen).edit)
    assert session.data["formations"] == {"attached": {"overlord": "immortals"}}
    assert [unit["id"] for unit in session.data["units"]] == ["overlord", "immortals"]


# --- other games ---


def _example(game: str, name: str, library: Library) -> Session:
    path = ROOT / "examples" / game / "legal" / f"{name}.yaml"
    return Session(path.read_bytes(), library, Path(path))


def test_regiments_begin_with_heroes_and_fill_by_their_options(library: Library) -> None:
    raw = b"system: age-of-sigmar-4e\nfaction: stormcast-eternals\npoints_limit: 2000\nregiments: []\n"
    session = Session(raw, library)
    for unit in ("lord-vigilant-on-gryph-stalker", "liberators", "prosecutors"):
        added = commands.place_addition(session.position, unit)
        assert added is not None
        session.apply(added.edit)
    assert session.data["regiments"] == [
        {
            "hero": {"unit": "lord-vigilant-on-gryph-stalker", "general": True},
            "units": [{"unit": "liberators"}, {"unit": "prosecutors"}],
        }
    ]
    liberators = ("regiments", 0, "units", 0)
    groups = _field(session, liberators, "group")
    session.apply(next(o for o in groups.options() if o.label.key == "auxiliary_units").edit)
    assert session.data["auxiliary"] == [{"unit": "liberators"}]
    assert session.data["regiments"][0]["units"] == [{"unit": "prosecutors"}]
    reinforced = next(
        o for o in _field(session, ("auxiliary", 0), "reinforced").options() if not o.chosen
    )
    before = session.position.points or 0
    assert session.position.predict_effect(reinforced.edit).change > 0
    session.apply(reinforced.edit)
    assert session.data["auxiliary"] == [{"unit": "liberators", "reinforced": True}]
    assert (session.position.points or 0) > before


def test_a_box_is_chosen_from(library: Library) -> None:
    session = Session(b"system: spearhead\nbox: vigilant-brotherhood\n", library)
    assert session.army is not None
    abilities = _field(session, (), "regiment_ability").options()
    assert len(abilities) == 2
    session.apply(abilities[1].edit)
    assert session.data["regiment_ability"] == abilities[1].edit.steps[0].value
    assert session.position.editor.list_offers(session.army) == []


def test_heroes_change_places(library: Library) -> None:
    session = Session(b"system: space-marine-heroes\nheroes: []\n", library)
    assert session.army is not None
    offers = [offer.id for offer in session.position.editor.list_offers(session.army)]
    for offer in offers[:5]:
        added = commands.place_addition(session.position, offer)
        assert added is not None
        session.apply(added.edit)
    assert [hero["slot"] for hero in session.data["heroes"]] == [1, 2, 3, 4, 5]
    moved = commands.move_unit(session.position, ("heroes", 0), 1)
    assert moved is not None
    session.apply(moved.edit)
    assert [hero["slot"] for hero in session.data["heroes"]] == [2, 1, 3, 4, 5]


@pytest.mark.parametrize(
    "game", ["aos", "combat-patrol", "combat-patrol-11e", "spearhead", "space-marine-heroes"]
)
def test_every_option_of_every_field_fits(game: str, library: Library) -> None:
    """Whatever is offered can be made, and leaves a roster that can be read."""
    tried = 0
    for file in sorted((ROOT / "examples" / game / "legal").glob("*.yaml"))[:4]:
        session = Session(file.read_bytes(), library, file)
        assert session.army is not None
        paths: list[Place] = [
            (),
            *(
                leaf.path
                for branch in session.position.editor.build_outline(session.army)
                for leaf in branch.leaves
            ),
        ]
        fields = [field for path in paths for field in commands.list_fields(session.position, path)]
        for field in [*fields, *commands.list_deployment_fields(session.position)]:
            for option in field.options():
                tried += 1
                assert (
                    not option.edit.steps or session.position.predict_effect(option.edit).possible
                ), (
                    file.name,
                    field.key,
                    option.label,
                )
    assert tried > 20


def test_a_unit_that_moves_is_still_the_one_that_others_name(library: Library) -> None:
    """Ids that nobody wrote go by the order: before it changes, those that are named are written down."""
    raw = (
        b"system: warhammer-40k-10e\nfaction: necrons\nunits:\n"
        b"  - {datasheet: lychguard, models: 5}\n  - {datasheet: lychguard, models: 10}\n  - {datasheet: immortals}\n"
        b"formations: {strategic_reserves: [lychguard-2]}\n"
    )
    session = Session(raw, library)
    added = commands.move_unit(session.position, ("units", 1), -1)
    assert added is not None
    session.apply(added.edit)
    assert session.data["units"][0] == {"datasheet": "lychguard", "models": 10, "id": "lychguard-2"}
    assert session.army is not None
    assert session.army.declarations is not None
    assert session.army.declarations.strategic_reserves == {
        "lychguard-2": ("formations", "strategic_reserves", 0)
    }
    assert [unit.models for unit in session.army.units if unit.id == "lychguard-2"] == [10]
