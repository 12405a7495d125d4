"""Edits: what they do, and that every one can be taken back."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.model.edit import Edit, Step, make_remove_edit, make_set_edit

leaf = st.one_of(st.none(), st.integers(), st.text(max_size=5))
tree = st.recursive(
    leaf,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=15,
)


def places(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    children = (
        node.items()
        if isinstance(node, dict)
        else enumerate(node)
        if isinstance(node, list)
        else ()
    )
    for key, child in children:
        found.extend(places(child, (*path, key)))
    return found


def test_set_insert_remove() -> None:
    document = {"units": ["a", "b"], "name": "x"}
    back = Edit(
        (
            Step("insert", ("units", 1), "new"),
            Step("set", ("name",), "y"),
            Step("remove", ("units", 0)),
        )
    ).apply_in_place(document)
    assert document == {"units": ["new", "b"], "name": "y"}
    back.apply_in_place(document)
    assert document == {"units": ["a", "b"], "name": "x"}


def test_what_a_step_does_is_one_of_three_things() -> None:
    document = {"units": ["a"]}
    for path in (("units", 0), ("name",)):
        with pytest.raises(ValueError, match="put"):
            Edit((Step("put", path, "b"),)).apply_in_place(document)  # type: ignore[arg-type]
    assert document == {"units": ["a"]}


def test_a_new_key_is_taken_back_entirely() -> None:
    document: dict[str, Any] = {"units": [{}]}
    back = make_set_edit(True, "units", 0, "warlord").apply_in_place(document)
    assert document == {"units": [{"warlord": True}]}
    back.apply_in_place(document)
    assert document == {"units": [{}]}


@pytest.mark.slow
@given(tree, st.data())
def test_a_changed_copy_is_what_the_edit_makes_and_leaves_the_document_alone(
    document: Any, data: st.DataObject
) -> None:
    steps = []
    for path in data.draw(st.lists(st.sampled_from(places(document) or [("none",)]), max_size=3)):
        steps.append(
            Step(data.draw(st.sampled_from(("set", "remove", "insert"))), path, {"new": [1]})
        )
    edit, before, wanted = Edit(tuple(steps)), copy.deepcopy(document), copy.deepcopy(document)
    try:
        copy.deepcopy(edit).apply_in_place(wanted)  # which may change its own values
    except (KeyError, IndexError, TypeError):
        with pytest.raises((KeyError, IndexError, TypeError)):
            edit.apply_to_copy(document)
    else:
        assert edit.apply_to_copy(document) == wanted
    assert document == before
    assert [step.value for step in edit.steps] == [{"new": [1]}] * len(steps)


def test_a_changed_copy_changes_one_of_two_places_that_share_a_value() -> None:
    shared = {"count": 5}
    assert make_set_edit(6, "units", 1, "count").apply_to_copy({"units": [shared, shared]}) == {
        "units": [{"count": 5}, {"count": 6}]
    }


@pytest.mark.parametrize(
    "step",
    [
        Step("remove", ("units", 5)),
        Step("remove", ("nothing",)),
        Step("set", ("units", -1), "x"),
        Step("insert", ("units", 9), "x"),
        Step("insert", ("name",), "x"),
        Step("set", ("name", "deeper"), "x"),
    ],
)
def test_an_edit_that_fails_half_way_changes_nothing(step: Step) -> None:
    document = {"units": ["a"], "name": "x"}
    with pytest.raises((KeyError, IndexError)):
        Edit(
            (Step("set", ("name",), "changed"), Step("remove", ("units", 0)), step)
        ).apply_in_place(document)
    assert document == {"units": ["a"], "name": "x"}


@given(st.dictionaries(st.text(max_size=3), tree, min_size=1, max_size=4), st.data())
def test_whatever_is_removed_or_set_comes_back(
    document: dict[str, Any], data: st.DataObject
) -> None:
    before = copy.deepcopy(document)
    backs = []
    for _ in range(data.draw(st.integers(1, 5))):
        known = places(document)
        if not known:
            break
        path = data.draw(st.sampled_from(known))
        edit = data.draw(
            st.sampled_from([make_remove_edit(*path), make_set_edit(data.draw(leaf), *path)])
        )
        backs.append(edit.apply_in_place(document))
    for back in reversed(backs):
        back.apply_in_place(document)
    assert document == before
