"""Saving a roster keeps what its owner wrote."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.model.edit import Edit, Step, make_remove_edit, make_set_edit
from listbuilder.model.problem import Unreadable
from listbuilder.yamlio import reader, writer
from tests.evil import ACTING

ROSTER = """\
# my list
system:   warhammer   # the game
name: 'Silent'
x-tag: {keep: me}
units:
    - id: a
      datasheet: overlord   # boss
      x-paint: done
    # the second
    - {id: b,   datasheet: necron-warriors, models: 20}
    - id: c
      models:
      -  {model: Immortal, count: 5}
      -  {model: Immortal, count: 3}   # three

# tail
"""


def plain(text: str) -> Any:
    return reader.read_yaml(text.encode(), "t").data


def test_untouched_is_byte_for_byte() -> None:
    for raw in (
        ROSTER.encode(),
        ROSTER.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + ROSTER.encode(),
    ):
        assert writer.Manuscript(raw).compose_bytes() == raw


def test_only_the_edited_line_changes() -> None:
    manuscript = writer.Manuscript(ROSTER.encode())
    manuscript.apply_edit(make_set_edit("Loud", "name"))
    assert manuscript.compose_text() == ROSTER.replace("Silent", "Loud")


def test_taken_back_is_the_original() -> None:
    manuscript = writer.Manuscript(ROSTER.encode())
    back = manuscript.apply_edit(make_set_edit(10, "units", 1, "models"))
    assert "models: 10" in manuscript.compose_text()
    manuscript.apply_edit(back)
    assert manuscript.compose_text() == ROSTER


def test_a_removed_unit_leaves_the_others_and_their_comments() -> None:
    manuscript = writer.Manuscript(ROSTER.encode())
    manuscript.apply_edit(make_remove_edit("units", 0))
    text = manuscript.compose_text()
    assert "# the second" in text
    assert "# my list" in text
    assert "# three" in text
    assert "# tail" in text
    assert "{id: b,   datasheet: necron-warriors, models: 20}" in text
    assert plain(text)["units"] == plain(ROSTER)["units"][1:]


def test_an_added_unit() -> None:
    manuscript = writer.Manuscript(ROSTER.encode())
    manuscript.apply_edit(Edit((Step("insert", ("units", 3), {"datasheet": "ghost-ark"}),)))
    text = manuscript.compose_text()
    assert plain(text)["units"][3] == {"datasheet": "ghost-ark"}
    for line in ROSTER.splitlines():
        assert line in text


def test_crlf_stays() -> None:
    manuscript = writer.Manuscript(ROSTER.replace("\n", "\r\n").encode())
    manuscript.apply_edit(make_set_edit("Loud", "name"))
    assert (
        manuscript.compose_bytes()
        == ROSTER.replace("Silent", "Loud").replace("\n", "\r\n").encode()
    )


@given(st.data())
def test_any_edits_save_what_they_mean(data: st.DataObject) -> None:
    manuscript = writer.Manuscript(ROSTER.encode())
    meant = copy.deepcopy(plain(ROSTER))
    for _ in range(data.draw(st.integers(1, 4))):
        count = len(meant["units"])
        edits = [
            make_set_edit(
                data.draw(st.sampled_from(["x", "7", "yes", "a: b", "# no", "名前"])), "name"
            ),
            make_set_edit(3, "units-x"),
        ]
        edits.append(
            Edit(
                (
                    Step(
                        "insert",
                        ("units", data.draw(st.integers(0, count))),
                        {"datasheet": "new", "models": 5},
                    ),
                )
            )
        )
        if count:
            place = data.draw(st.integers(0, count - 1))
            edits += [
                make_remove_edit("units", place),
                make_set_edit(7, "units", place, "points"),
                make_set_edit([1, {"b": 2}], "units", place, "list"),
            ]
        edit = data.draw(st.sampled_from(edits))
        manuscript.apply_edit(edit)
        edit.apply_in_place(meant)
    assert plain(manuscript.compose_text()) == meant
    assert manuscript.compose_text().startswith("# my list\nsystem:   warhammer   # the game\n")


def test_a_save_that_fails_keeps_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "no-such-folder" / "roster.yaml"
    with pytest.raises(Unreadable) as caught:
        writer.write_bytes(file, b"new")
    assert caught.value.problems[0].key == "cannot_write"


def test_a_new_roster_reads_back() -> None:
    data = {"system": "x", "name": "名前: 1", "units": [{"datasheet": "a", "models": 5}]}
    assert plain(writer.write_new_text(data)) == data


ODD = st.text(
    st.sampled_from(
        "ab x:#\"'\\\n\t\r\x00\x1b\x7f\x85\xad\u200b\u2028\u202e\ufeff\ufffe戦💀-{[,&*!|>%@`"
    ),
    max_size=400,
)


@given(ODD, ODD)
@settings(max_examples=300)
def test_a_new_roster_reads_back_whatever_its_names_hold(name: str, other: str) -> None:
    """However long they are: where a line is folded, nothing comes in and nothing goes."""
    data = {
        "system": "x",
        "name": name,
        "units": [{"datasheet": "a", "name": other, "notes": f"{name} {other}"}],
    }
    text = writer.write_new_text(data)
    assert plain(text) == data
    assert ACTING.search(text) is None


def test_a_fold_beside_an_escape_is_no_space() -> None:
    data = {"system": "x", "name": "word " * 20 + "x" * 12 + "\ufeff\xad\x7f tail"}
    assert plain(writer.write_new_text(data)) == data
