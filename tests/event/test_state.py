"""What is kept from one run to the next: read back whole, and of no harm where it is damaged or forged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.event import saved_state
from listbuilder.event.entry import Entry, Remark
from listbuilder.event.triage import EarlierResult

KNOWN = Entry(
    id="0123456789abcdef",
    file="a\udcff.txt".encode("utf-8", "backslashreplace").decode(),
    sha256="",
    errors=[Remark("x")],
)


def test_it_is_read_back(tmp_path: Path) -> None:
    assert saved_state.load_state(tmp_path) == (None, False)
    saved_state.save_state(tmp_path, "basis", [KNOWN], {KNOWN.id: EarlierResult("legal", "Anna")})
    found, damaged = saved_state.load_state(tmp_path)
    assert found is not None and not damaged
    assert (found.basis, found.entries, found.before) == (
        "basis",
        [KNOWN],
        {KNOWN.id: EarlierResult("legal", "Anna")},
    )


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\x00",
        b'{"layout": 1}',
        b"[" * 100_000,
        b'{"layout": "1", "entries": 3}',
    ],
)
def test_a_damaged_one_is_said_and_not_used(tmp_path: Path, content: bytes) -> None:
    (tmp_path / saved_state.FILE).write_bytes(content)
    assert saved_state.load_state(tmp_path) == (None, True)


@pytest.mark.parametrize(
    ("key", "value"),
    [("layout", 99), ("id", "../../../etc/x"), ("id", ""), ("stem", "../x"), ("stem", "a/b")],
)
def test_one_that_would_lead_elsewhere_is_not_used(tmp_path: Path, key: str, value: object) -> None:
    saved_state.save_state(tmp_path, "basis", [KNOWN], {})
    content = json.loads((tmp_path / saved_state.FILE).read_bytes())
    (content if key == "layout" else content["entries"][0])[key] = value
    (tmp_path / saved_state.FILE).write_text(json.dumps(content))
    assert saved_state.load_state(tmp_path) == (None, True)


def test_a_basis_is_of_all_that_a_verdict_rests_on(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    library = Library([own])
    before = saved_state.compute_basis(library, [b"rules", b"players"])
    assert before == saved_state.compute_basis(library, [b"rules", b"players"])
    assert before != saved_state.compute_basis(library, [b"rules", b"others"])
    assert before != saved_state.compute_basis(library, [b"rulesplayers", b""])
    (own / "necrons.yaml").write_text("x")
    assert before != saved_state.compute_basis(library, [b"rules", b"players"])
