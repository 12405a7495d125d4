"""What becomes of a player's own lines: each case is a file, an edit, and the file a careful hand would have made."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.model.edit import Edit, Step, make_remove_edit, make_set_edit
from listbuilder.yamlio import reader, writer

LIST = """\
# head
units:   # all of them
  # characters
  - id: a   # boss
    datasheet: overlord
    # painted

  # --- the line ---

  # the reapers
  -
    datasheet: warriors   # 90
    models:
      - {model: Warrior, count: 10}   # all alike
  - {id: c, datasheet: ark}   # 115
# tail
"""


def after(text: str, *edits: Edit) -> str:
    """The text after the edits, which must be the player's own and not one written anew."""
    manuscript = writer.Manuscript(text.encode())
    for edit in edits:
        manuscript.apply_edit(edit)
    written = manuscript.compose_written(manuscript.data)
    assert not written.anew
    assert reader.read_yaml(written.raw, "").data == manuscript.data
    return written.raw.decode()


def insert(value: Any, *path: str | int) -> Step:
    return Step("insert", path, value)


def moved(source: int, target: int, value: Any) -> Edit:
    return Edit((Step("remove", ("units", source)), insert(value, "units", target)))


WARRIORS = {"datasheet": "warriors", "models": [{"model": "Warrior", "count": 10}]}


def test_a_unit_goes_with_its_own_lines_alone() -> None:
    assert after(LIST, make_remove_edit("units", 0)) == LIST.replace(
        "  - id: a   # boss\n    datasheet: overlord\n    # painted\n", ""
    )
    gone = "  -\n    datasheet: warriors   # 90\n    models:\n      - {model: Warrior, count: 10}   # all alike\n"
    assert after(LIST, make_remove_edit("units", 1)) == LIST.replace(gone, "")
    assert after(LIST, make_remove_edit("units", 2)) == LIST.replace(
        "  - {id: c, datasheet: ark}   # 115\n", ""
    )


def test_whose_a_comment_between_units_is() -> None:
    """As far in as the keys, it is of the unit above; anywhere else it stays where it is when that unit goes."""
    text = "units:\n  -   id: a\n      # a: out of use\n    # odd\n # odder\n  # right\n  - id: b\n"
    assert (
        after(text, make_remove_edit("units", 0))
        == "units:\n    # odd\n # odder\n  # right\n  - id: b\n"
    )


def test_a_unit_moves_with_the_comment_right_above_it() -> None:
    assert (
        after(LIST, moved(2, 1, {"id": "c", "datasheet": "ark"}))
        == """\
# head
units:   # all of them
  # characters
  - id: a   # boss
    datasheet: overlord
    # painted
  - {id: c, datasheet: ark}   # 115

  # --- the line ---

  # the reapers
  -
    datasheet: warriors   # 90
    models:
      - {model: Warrior, count: 10}   # all alike
# tail
"""
    )
    assert (
        after(LIST, moved(1, 0, WARRIORS))
        == """\
# head
units:   # all of them
  # the reapers
  -
    datasheet: warriors   # 90
    models:
      - {model: Warrior, count: 10}   # all alike
  # characters
  - id: a   # boss
    datasheet: overlord
    # painted

  # --- the line ---

  - {id: c, datasheet: ark}   # 115
# tail
"""
    )


def test_a_unit_that_moves_and_is_named_by_the_same_edit_keeps_its_lines() -> None:
    edit = Edit((Step("set", ("units", 1, "id"), "w"), *moved(1, 2, WARRIORS).steps))
    assert "  # the reapers\n  -\n    datasheet: warriors   # 90\n" in after(LIST, edit)


def test_only_the_line_of_an_edit_changes() -> None:
    assert after(LIST, make_set_edit(5, "units", 1, "models", 0, "count")) == LIST.replace(
        "count: 10}", "count: 5}"
    )
    assert after(LIST, make_set_edit("king", "units", 0, "datasheet")) == LIST.replace(
        "overlord", "king"
    )
    assert after(LIST, make_set_edit(3, "units", 2, "models")) == LIST.replace(
        "ark}", "ark, models: 3}"
    )
    assert after(LIST, make_set_edit(True, "units", 0, "warlord")) == LIST.replace(
        "    # painted\n", "    warlord: true\n    # painted\n"
    )
    assert after(LIST, make_remove_edit("units", 0, "id")) == LIST.replace(
        "- id: a   # boss\n    datasheet", "- datasheet"
    )


def test_a_group_counted_anew_keeps_its_comment() -> None:
    groups = [{"model": "Warrior", "count": 9}, {"model": "Boss", "count": 1}]
    assert after(LIST, make_set_edit(groups, "units", 1, "models")) == LIST.replace(
        "count: 10}   # all alike\n",
        "count: 9}   # all alike\n      - model: Boss\n        count: 1\n",
    )


def test_a_new_unit_does_not_get_the_comments_of_one_that_went() -> None:
    new = {"datasheet": "warriors", "models": 20}
    text = after(LIST, make_remove_edit("units", 1), Edit((insert(new, "units", 1),)))
    assert "  # the reapers\n" in text  # a line of its own
    assert "# 90" not in text
    assert "  - datasheet: warriors\n    models: 20\n" in text


def test_a_new_unit_stands_behind_the_last_and_before_the_tail() -> None:
    assert after(
        LIST, Edit((insert({"datasheet": "blades", "models": 3}, "units", 3),))
    ) == LIST.replace("# tail", "  - datasheet: blades\n    models: 3\n# tail")


def test_the_last_unit_goes_and_another_comes() -> None:
    text = "units:   # mine\n  # one\n  - a   # two\n\n# end\n"
    assert after(text, make_remove_edit("units", 0)) == "units: []   # mine\n  # one\n\n# end\n"
    empty = "units: []   # mine\n# end\n"
    assert (
        after(empty, Edit((insert({"a": 1}, "units", 0),))) == "units:   # mine\n  - a: 1\n# end\n"
    )


def test_into_another_list() -> None:
    text = """\
regiments:
- units:
    # the best
    - unit: brutes   # 5
      # of them
      reinforced: true
auxiliary:
  - {unit: x}
"""
    edit = Edit(
        (
            Step("remove", ("regiments", 0, "units", 0)),
            insert({"unit": "brutes", "reinforced": True}, "auxiliary", 1),
        )
    )
    assert (
        after(text, edit)
        == """\
regiments:
- units: []
auxiliary:
  - {unit: x}
  # the best
  - unit: brutes   # 5
    # of them
    reinforced: true
"""
    )


def test_two_that_change_places() -> None:
    text = "hero:\n  unit: a   # the first\nunits:\n  - unit: b   # the second\n    general: true\n"
    edit = Edit(
        (
            make_set_edit({"unit": "b", "general": True}, "hero").steps[0],
            make_set_edit({"unit": "a"}, "units", 0).steps[0],
        )
    )
    assert (
        after(text, edit)
        == "hero:\n  unit: b   # the second\n  general: true\nunits:\n  - unit: a   # the first\n"
    )


ANCHORS = """\
units:
  - id: a
    models: &ten   # shared
      - {model: X, count: 10}
  - {id: b, models: *ten}   # as a
  - {id: c, models: *ten}   # as a too
"""


def test_an_edit_behind_an_alias_changes_that_place_alone() -> None:
    assert after(ANCHORS, make_set_edit(5, "units", 1, "models", 0, "count")) == ANCHORS.replace(
        "{id: b, models: *ten}", "{id: b, models: [{model: X, count: 5}]}"
    )


def test_where_an_anchor_changes_or_goes_its_aliases_are_written_out() -> None:
    whole = ANCHORS.replace("*ten", "[{model: X, count: 10}]")
    assert after(ANCHORS, make_set_edit(5, "units", 0, "models", 0, "count")) == whole.replace(
        "10}\n", "5}\n"
    )
    assert (
        after(ANCHORS, make_remove_edit("units", 0))
        == "units:\n" + whole[whole.index("  - {id: b") :]
    )
    last = Edit(
        (
            Step("remove", ("units", 0)),
            insert({"id": "a", "models": [{"model": "X", "count": 10}]}, "units", 2),
        )
    )
    assert "*ten" not in after(ANCHORS, last)
    assert after(ANCHORS, make_set_edit("z", "units", 0, "id")) == ANCHORS.replace("id: a", "id: z")


def test_aliases_of_another_anchor_stay() -> None:
    text = "a: &x [1, 2]\nb: &y {k: 1}\nc: *x\nd: *y\n"
    assert (
        after(text, make_set_edit(3, "a", 0))
        == "a: &x [3, 2]\nb: &y {k: 1}\nc:\n  - 1\n  - 2\nd: *y\n"
    )
    assert (
        after(text, make_set_edit(2, "b", "k")) == "a: &x [1, 2]\nb: &y {k: 2}\nc: *x\nd:\n  k: 1\n"
    )


@pytest.mark.parametrize(
    ("text", "edit", "expected"),
    [
        ("a: 'x'\nb: \"y\"\nc: z\n", make_set_edit("it's", "a"), "a: 'it''s'\nb: \"y\"\nc: z\n"),
        ("a: 'x'\nb: \"y\"\nc: z\n", make_set_edit("q", "b"), "a: 'x'\nb: \"q\"\nc: z\n"),
        ("a: 'x'\nb: \"y\"\nc: z\n", make_set_edit("# no", "c"), "a: 'x'\nb: \"y\"\nc: '# no'\n"),
        ("a: 1\r\nb: 2\r\n", make_set_edit(3, "c"), "a: 1\r\nb: 2\r\nc: 3\r\n"),
        ("a: 1   # x\r\nb: 2\n", make_set_edit(3, "a"), "a: 3   # x\r\nb: 2\n"),
        ("\ufeffa: 1\nb: 2\n", make_set_edit(3, "a"), "\ufeffa: 3\nb: 2\n"),
        ("a: 1\nb: 2", make_set_edit(3, "a"), "a: 3\nb: 2"),
        ("a: 1\nb: 2", make_set_edit(3, "c"), "a: 1\nb: 2\nc: 3\n"),
        ("---\n# x\na: 1\n...\n# y\n", make_set_edit(3, "b"), "---\n# x\na: 1\nb: 3\n...\n# y\n"),
        ("a:   # nothing\nb: 2\n", make_set_edit("x", "a"), "a: x   # nothing\nb: 2\n"),
        ("a:   # nothing\nb: 2\n", make_set_edit({"c": 1}, "a"), "a:   # nothing\n  c: 1\nb: 2\n"),
        ("a: |\n  one\n\n  two\nb: 2\n", make_set_edit(3, "b"), "a: |\n  one\n\n  two\nb: 3\n"),
        ("a: |\n  one\nb: 2\n", make_set_edit("x", "a"), "a: x\nb: 2\n"),
        ("b: 1\na: |\n  one", make_set_edit(1, "c"), "b: 1\na: |-\n  one\nc: 1\n"),
        ("a: [1, 2, 3]\n", make_remove_edit("a", 1), "a: [1, 3]\n"),
        ("a: [1, 2, 3]\n", make_remove_edit("a", 2), "a: [1, 2]\n"),
        ("a: [ x,y, ]\n", make_remove_edit("a", 0), "a: [ y, ]\n"),
        ("a: {x: 1, y: 2}   # c\n", make_remove_edit("a", "x"), "a: {y: 2}   # c\n"),
        (
            "a: [\n  x,   # one\n  # two is\n  y    # two\n]\n",
            make_remove_edit("a", 0),
            "a: [\n  # two is\n  y    # two\n]\n",
        ),
        (
            "a: [\n  x,   # one\n  y    # two\n]\n",
            Edit((insert("z", "a", 2),)),
            "a: [\n  x,   # one\n  y,    # two\n  z\n]\n",
        ),
        (
            '{"a": [{"b": 1}], "c": "d"}\n',
            make_set_edit("e", "a", 0, "f"),
            '{"a": [{"b": 1, "f": "e"}], "c": "d"}\n',
        ),
        ("- - 1   # x\n  - 2\n", make_remove_edit(0, 0), "- - 2\n"),
        ("a:\n- 1\n# c\n- 2\nb: 3\n", make_remove_edit("a", 0), "a:\n# c\n- 2\nb: 3\n"),
        ("a:\n  - x\n  - x\n  - x   # third\n", make_remove_edit("a", 2), "a:\n  - x\n  - x\n"),
        ("? a\n: 1   # c\nb: 2\n", make_set_edit(3, "a"), "? a\n: 3   # c\nb: 2\n"),
        ("a: !!str 5   # c\nb: 2\n", make_set_edit(3, "b"), "a: !!str 5   # c\nb: 3\n"),
        ("a: 'x'#c\n", make_set_edit(1, "a"), "a: 1 #c\n"),
    ],
)
def test_small_things(text: str, edit: Edit, expected: str) -> None:
    assert after(text, edit) == expected


def test_blank_lines_between_units_stay_between_units() -> None:
    text = "units:\n  - a: 1\n\n  - b: 1\n\n  - c: 1\n"
    assert after(text, make_remove_edit("units", 0)) == "units:\n  - b: 1\n\n  - c: 1\n"
    assert after(text, make_remove_edit("units", 2)) == "units:\n  - a: 1\n\n  - b: 1\n"
    assert after(text, moved(0, 1, {"a": 1})) == "units:\n  - b: 1\n\n  - a: 1\n\n  - c: 1\n"
    assert after(text, Edit((insert({"d": 1}, "units", 3),))) == text + "\n  - d: 1\n"


# --- where the layout cannot be kept ---


def test_what_fails_is_written_by_the_next_plainer_way(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> str:
        raise AssertionError("a bug of ours")

    manuscript = writer.Manuscript(LIST.encode())
    manuscript.apply_edit(make_set_edit("king", "units", 0, "datasheet"))
    monkeypatch.setattr(writer, "write_by_layout", broken)
    written = manuscript.compose_written(manuscript.data)
    assert written.anew
    assert reader.read_yaml(written.raw, "").data == manuscript.data
    assert all(
        comment in written.raw.decode() for comment in ("# head", "# boss", "# 90", "# tail")
    )
    monkeypatch.setattr(writer, "_write_by_ruamel", broken)
    written = manuscript.compose_written(manuscript.data)
    assert written.anew
    assert reader.read_yaml(written.raw, "").data == manuscript.data
    assert written.raw.decode().startswith("# head\nunits:\n")


def test_a_text_that_says_something_else_is_never_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Readable, and yet not what the roster holds: true is not 1, and a unit less is none."""
    for lie in ("units: true\n", "units: [1]\n", "units: [\n", "units: 1\nunits: 1\n"):
        manuscript = writer.Manuscript(b"units: 0 # mine\n")
        manuscript.apply_edit(make_set_edit(1, "units"))
        monkeypatch.setattr(writer, "write_by_layout", lambda *_, lie=lie, **__: lie)
        assert manuscript.compose_written({"units": 1}) == writer.SavedText(
            b"units: 1 # mine\n", anew=True
        )


def test_what_the_session_holds_counts_and_not_what_the_edits_say() -> None:
    manuscript = writer.Manuscript(b"# mine\nunits: 0\n")
    manuscript.apply_edit(make_set_edit(1, "units"))
    assert manuscript.compose_written({"units": 2}) == writer.SavedText(
        b"# mine\nunits: 2\n", anew=True
    )
