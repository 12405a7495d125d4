"""The pieces that editors of all games are made of: edits, fields, sheets, and the rows of the army tree."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from listbuilder.games.common.editor import (
    NOWHERE,
    Added,
    Branch,
    Editor,
    Grid,
    Leaf,
    Option,
    SheetView,
    Text,
    append_to_list,
    get_unit_place,
    join_edits,
    label_unit,
    make_card_view,
    make_choice_field,
    make_name_text,
    make_text_field,
    set_or_remove,
)
from listbuilder.games.common.tree import Row, indent_attached_units, sum_changed_items
from listbuilder.games.game import Section
from listbuilder.model.army import Extra
from listbuilder.model.card import Card, Carried, Table
from listbuilder.model.card import Row as CardRow
from listbuilder.model.edit import Edit, Step


def unit(own: str, *path: Any, **more: Any) -> Any:
    head = {"id": own, "name": own.title(), "custom_name": None, "path": path, "points": None}
    return SimpleNamespace(**{**head, **more})


# --- edits ------------------------------------------------------------------------------------------------------------


def test_a_value_is_set_or_taken_out() -> None:
    data = {"units": [{"name": "Old"}], "notes": None}
    assert set_or_remove(data, ("units", 0, "name"), "New") == Edit(
        (Step("set", ("units", 0, "name"), "New"),)
    )
    assert set_or_remove(data, ("units", 0, "name"), False) == Edit(
        (Step("set", ("units", 0, "name"), False),)
    )
    assert set_or_remove(data, ("units", 0, "name"), None) == Edit(
        (Step("remove", ("units", 0, "name")),)
    )
    assert set_or_remove(data, ("notes",), None) == Edit((Step("remove", ("notes",)),))
    for path in (
        ("units", 0, "other"),
        ("units", 1, "name"),
        ("player", "name"),
        ("units", "name"),
    ):
        assert set_or_remove(data, path, None) == Edit(())


def test_a_value_is_added_to_a_list_or_begins_one() -> None:
    data = {"units": [1, 2], "empty": [], "word": "x"}
    assert append_to_list(data, ("units",), 3) == Added(
        Edit((Step("insert", ("units", 2), 3),)), ("units", 2)
    )
    assert append_to_list(data, ("empty",), 3) == Added(
        Edit((Step("insert", ("empty", 0), 3),)), ("empty", 0)
    )
    for key in ("none", "word"):
        assert append_to_list(data, (key,), 3) == Added(Edit((Step("set", (key,), [3]),)), (key, 0))


def test_edits_are_joined_in_their_order() -> None:
    one, two = Step("set", ("a",), 1), Step("remove", ("b",))
    assert join_edits(Edit((one,)), Edit(()), Edit((two, one))) == Edit((one, two, one))


# --- fields -----------------------------------------------------------------------------------------------------------


def test_a_text_shows_what_is_written() -> None:
    found = make_text_field({"units": [{"notes": 5}]}, ("units", 0, "notes"), group=Text("g"))
    assert (found.key, found.value, found.kind, found.path, found.group) == (
        "notes", Text("plain", {"text": "5"}), "text", ("units", 0, "notes"), Text("g"),
    )  # fmt: skip
    assert make_text_field({}, ("notes",)).value == Text("none")
    assert make_text_field({"notes": ""}, ("notes",)).value == Text("plain", {"text": ""})


def test_a_choice_shows_the_first_that_is_chosen() -> None:
    options = [
        Option(label=make_name_text(each), edit=Edit(()), chosen=each != "a") for each in "abc"
    ]
    found = make_choice_field("kind", options, of="b")
    assert (found.key, found.value, found.kind, found.options(), found.of) == (
        "kind",
        make_name_text("b"),
        "choice",
        options,
        "b",
    )
    assert make_choice_field("kind", options[:1]).value == Text("none")


def test_names_of_units() -> None:
    assert make_name_text("Guard") == Text("name", {"name": "Guard"})
    assert label_unit(unit("guard")) == make_name_text("Guard")
    assert label_unit(unit("guard", custom_name="Old ones")) == Text(
        "custom_name", {"custom": "Old ones", "name": "Guard"}
    )
    assert get_unit_place(unit("guard", "units", 3)) == ("units", 3)
    assert get_unit_place(unit("guard")) == (NOWHERE, "guard")


# --- what holds for every game ----------------------------------------------------------------------------------------


class Toy:
    id = "toy"

    def __init__(
        self, sections: list[Section] | None = None, cards: list[Card] | None = None
    ) -> None:
        self._sections, self._cards = sections or [], cards or []

    def group_units_by_role(self, army: Any) -> list[Section]:
        return self._sections

    def make_cards(self, army: Any) -> list[Card]:
        return self._cards

    def list_remarks(self, army: Any, unit: Any) -> list[tuple[str, dict[str, Any]]]:
        return [("show.note", {"of": unit.id})]


def editor(**more: Any) -> Editor:
    return Editor(Toy(**more), None)  # type: ignore[arg-type]


def test_a_game_without_more_to_say_has_nothing_to_offer() -> None:
    toy: Any = editor()
    army: Any = SimpleNamespace(units=[], counts_points=True)
    assert [
        toy.list_offers(army),
        toy.list_foreign_offers(army),
        toy.list_gifts(army),
        toy.list_items(army),
        toy.list_joins(),
    ] == [[]] * 5
    assert [
        toy.add_offer({}, army, "x"),
        toy.give_gift({}, army, None, None),
        toy.give_item({}, army, None, "x"),
    ] == [[]] * 3
    assert (
        toy.get_other_names(army),
        toy.list_sizes(army, "x"),
        toy.list_deployment_fields({}, army),
        toy.list_search_words("x"),
    ) == ({}, (), [], ())
    assert (
        toy.copy_part({}, army, ())
        is toy.move_part({}, army, (), 1)
        is toy.resolve_past_date("x", "2025-01-01")
        is None
    )
    assert toy.make_blank_roster("tin") == {"system": "toy", "faction": "tin"}
    assert [each.key for each in toy.list_fields({"name": "A"}, army, ())] == [
        "name",
        "player",
        "notes",
    ]
    assert toy.list_fields({"name": "A"}, army, ("units", 0)) == []
    assert (toy.asks_faction, toy.asks, toy.size_key, toy.gift_keys, toy.leader_keys, toy.hands_on) == (
        True, (), "models", ("enhancement",), ("warlord", "general"), (),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("path", "part"),
    [
        ((), ()),
        (("name",), ()),
        (("units", 2), ("units", 2)),
        (("units", 2, "wargear", "x"), ("units", 2)),
        (("a", "b"), ()),
    ],
)
def test_the_part_that_a_place_belongs_to(path: Any, part: Any) -> None:
    assert editor().find_part(path) == part


@pytest.mark.parametrize(("counts", "points"), [(True, [None, 40, 100]), (False, [0, 0, 100])])
def test_the_outline_of_an_army(counts: bool, points: list[int | None]) -> None:
    units = [unit("guard", "units", 0), unit("drummer", "units", 1, points=40)]
    section = Section(
        "others",
        units,
        {"n": 1},
        [Extra(kind="faction_terrain", name="Clock", points=100, path=("clock",))],
    )
    (branch,) = editor(sections=[section]).build_outline(
        SimpleNamespace(units=units, counts_points=counts)  # type: ignore[arg-type]
    )
    assert (branch.title, branch.points) == (
        Text("section.others", {"n": 1}),
        140 if counts else None,
    )
    assert [leaf.points for leaf in branch.leaves] == points
    assert [leaf.path for leaf in branch.leaves] == [("units", 0), ("units", 1), ("clock",)]
    assert [leaf.notes for leaf in branch.leaves] == [
        (Text("show.note", {"of": "guard"}),), (Text("show.note", {"of": "drummer"}),), (),
    ]  # fmt: skip
    assert branch.leaves[2].label == make_name_text("Clock") and branch.leaves[0].unit is units[0]


def test_the_sheet_of_a_unit_is_its_card() -> None:
    cards = [Card(name="Drummer", units=("drummer",)), Card(name="Guard", units=("more", "guard"))]
    army: Any = SimpleNamespace(units=[unit("guard", "units", 0), unit("nobody", "units", 1)])
    toy = editor(cards=cards)
    assert toy.make_sheet_view(army, ("units", 0)) == SheetView(name="Guard")
    assert (
        toy.make_sheet_view(army, ("units", 1))
        is toy.make_sheet_view(army, ("units", 2))
        is toy.make_sheet_view(army)
        is toy.make_sheet_view(army, ())
        is None
    )


def test_a_card_as_the_builder_shows_it() -> None:
    rows = (
        CardRow("Musket", ("24", "1"), ("Rapid",), "musket", "aimed"),
        CardRow("Pike", ("-", "2"), ()),
    )
    tables = (
        Table("ranged", ("range", "attacks"), rows),
        Table("stats", ("move",), (CardRow("", ("6",)),)),
    )
    card = Card(
        name="Guard",
        units=("guard",),
        tables=tables,
        wargear=("Pike",),
        keywords=("Infantry", "Tin"),
        facts=(("show.x", {"n": 1}),),
    )
    assert make_card_view(card) == SheetView(
        name="Guard",
        grids=[
            Grid(key="table.ranged", heads=("table.ranged", "stat.range", "stat.attacks", "sheet.abilities"),
                 rows=[("Musket – aimed", "24", "1", "Rapid"), ("Pike", "-", "2", "")]),
            Grid(key="table.stats", heads=("table.stats", "stat.move"), rows=[("", "6")]),
        ],
        lists=[("sheet.wargear", ("Pike",)), ("sheet.keywords", ("Infantry", "Tin"))],
        facts=[Text("show.x", {"n": 1})],
    )  # fmt: skip
    other = msgspec.structs.replace(
        card,
        tables=(),
        wargear=(),
        keywords=(),
        abilities=("Run",),
        faction_keywords=("Tin",),
        facts=(),
    )
    assert make_card_view(other).lists == [
        ("sheet.abilities", ("Run",)),
        ("sheet.faction_keywords", ("Tin",)),
    ]


# --- the tree ---------------------------------------------------------------------------------------------------------


def test_what_is_carried_by_choice_is_added_up() -> None:
    groups = [
        Carried(model="Guard", count=4, items={}, changed={"Pike": 2, "Horn": 1}),
        Carried(model=None, count=1, items={}, changed={"Pike": 1}),
    ]
    assert sum_changed_items(groups) == (("Pike", 3), ("Horn", 1))
    assert sum_changed_items([]) == ()


def tree(*branches: tuple[str, list[tuple[str | None, int | None]]]) -> list[Branch]:
    return [
        Branch(
            title=Text(title),
            leaves=[
                Row(path=(), label=Text(str(own)), unit=unit(own) if own else None, points=points)
                for own, points in leaves
            ],
            points=sum(points or 0 for _, points in leaves),
        )
        for title, leaves in branches
    ]


def shape(branches: list[Branch]) -> list[tuple[str, int | None, list[tuple[str | None, int]]]]:
    def line(leaf: Leaf) -> tuple[str | None, int]:
        return (leaf.unit.id if leaf.unit else None, leaf.depth)

    return [
        (each.title.key, each.points, [line(leaf) for leaf in each.leaves]) for each in branches
    ]


def hosts(**more: str) -> Any:
    return SimpleNamespace(hosts=more)


def test_who_is_attached_stands_under_the_bodyguard() -> None:
    army = tree(
        ("heroes", [("lord", 80), ("sage", 60)]),
        ("rest", [("guard", 100), (None, 30), ("ark", None)]),
    )
    assert indent_attached_units(army, hosts(), counts_points=True) is army
    assert (
        indent_attached_units(army, hosts(lord="nobody"), counts_points=True) is army
    )  # whom this tree does not show
    assert shape(indent_attached_units(army, hosts(lord="guard"), counts_points=True)) == [
        ("heroes", 60, [("sage", 0)]),
        ("rest", 210, [("guard", 0), ("lord", 1), (None, 0), ("ark", 0)]),
    ]
    assert shape(
        indent_attached_units(army, hosts(lord="guard", sage="guard"), counts_points=False)
    ) == [
        ("rest", None, [("guard", 0), ("lord", 1), ("sage", 1), (None, 0), ("ark", 0)]),
    ]
