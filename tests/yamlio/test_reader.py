"""Reading YAML: places of nodes, and one clear problem for everything that is not right."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.model.problem import Unreadable
from listbuilder.yamlio import reader


def read(text: str | bytes) -> reader.YamlDocument:
    return reader.read_yaml(text if isinstance(text, bytes) else text.encode(), "a.yaml")


def test_every_node_has_its_place() -> None:
    document = read("system: x\nunits:\n  - {id: a, models: 20}\n  - id: b\n    empty:\n")
    assert document.data == {
        "system": "x",
        "units": [{"id": "a", "models": 20}, {"id": "b", "empty": None}],
    }
    assert document.marks[("units", 0, "models")] == (3, 21)
    assert document.marks[("units", 1)] == (4, 5)
    assert document.marks[("units", 1, "empty")] == (5, 5)
    assert document.keys[("units", 0, "models")] == (3, 13)
    assert document.find_mark(("units", 0, "nothing", "here")) == (3, 5)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2025-06-11", "2025-06-11"),
        ("yes", "yes"),
        ("no", "no"),
        ("true", True),
        ("~", None),
        ("12", 12),
        ("-3", -3),
        ("2.5", 2.5),
        ("'12'", "12"),
        ('6"', '6"'),
        ("1_000", "1_000"),
        ("0x10", "0x10"),
        (".", "."),
        ("1-2", "1-2"),
        ("1e3", 1000.0),
    ],
)
def test_scalars_are_those_of_yaml_1_2(text: str, value: object) -> None:
    assert read(f"a: {text}").data == {"a": value}


@pytest.mark.parametrize(
    ("text", "key", "line", "column"),
    [
        ("", "empty", 1, 1),
        ("# only a comment\n", "empty", 1, 1),
        ("a: b: c", "not_yaml", 1, 5),
        ("a:\n\t- b", "tab", 2, 1),
        ("a: 1\nb: 2\na: 3", "duplicate_key", 3, 1),
        ("a: [1", "not_yaml", 2, 1),
        ("a: *b", "undefined_alias", 1, 4),
        ("a: &x [*x]", "undefined_alias", 1, 8),
        ("? [a]\n: b", "key_not_a_word", 1, 3),
        ("---\na: 1\n---\nb: 2\n", "two_documents", 3, 1),
        (b"a: 1\nb: \xff\xfe", "not_utf8", 2, 4),
        ("- " * 100 + "a", "too_deep", 1, 61),
        ("[" * 100_000, "too_deep", 1, 31),
        ("\x00abc", "not_yaml", 1, 1),
        (b"PK\x03\x04\x00\x00", "not_yaml", 1, 3),
    ],
)
def test_what_is_not_right_has_a_name_and_a_place(
    text: str | bytes, key: str, line: int, column: int
) -> None:
    with pytest.raises(Unreadable) as caught:
        read(text)
    problem = caught.value.problems[0]
    assert (problem.key, problem.line, problem.column) == (key, line, column)


def test_an_alias_bomb_ends_early() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    with pytest.raises(Unreadable) as caught:
        read("\n".join(lines))
    assert caught.value.problems[0].key == "too_many_nodes"


def test_bom_and_crlf_are_normal() -> None:
    document = read("\ufeffa: 1\r\nb: [2]\r\n".encode())
    assert document.data == {"a": 1, "b": [2]}
    assert document.marks[("b", 0)] == (2, 5)


def test_an_honest_alias_is_its_value() -> None:
    assert read("a: &loadout {bolter: 5}\nb: *loadout").data == {
        "a": {"bolter": 5},
        "b": {"bolter": 5},
    }


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    large = tmp_path / "large.yaml"
    large.write_bytes(b"a: 1\n" * 600_000)
    for path, key in (
        (tmp_path / "none.yaml", "no_such_file"),
        (tmp_path, "is_a_folder"),
        (large, "too_large"),
    ):
        with pytest.raises(Unreadable) as caught:
            reader.read_yaml_file(path)
        assert caught.value.problems[0].key == key


@given(
    st.binary(max_size=200)
    | st.text(alphabet="ab:-[]{}&*!|>'\"#?%@,\t\n \\", max_size=80).map(str.encode)
)
def test_no_bytes_end_in_a_traceback(raw: bytes) -> None:
    try:
        reader.read_yaml(raw, "fuzz")
    except Unreadable as error:
        assert error.problems


@pytest.mark.parametrize(
    ("file", "stem"),
    [
        ("necrons.yaml", "necrons"), ("a/b/necrons.yaml", "necrons"), ("a\\b\\necrons.yaml", "necrons"), ("a.b/c.d.yaml", "c.d"),
        ("necrons", "necrons"), ("a.b/necrons", "necrons"), ("-", "-"),
    ],
)  # fmt: skip
def test_what_a_file_is_called(file: str, stem: str) -> None:
    assert reader.read_yaml(b"a: 1", file).stem == stem
