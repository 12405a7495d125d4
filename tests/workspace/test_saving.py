"""Whatever a player wrote and whatever they do to it, a save is readable, says what the session holds, and leaves alone
what was not touched: bytes, and comments beside what they speak of.

LISTBUILDER_SESSIONS=20000 for a longer night.
"""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from listbuilder.model.edit import Edit, make_remove_edit, make_set_edit
from listbuilder.roster import commands
from listbuilder.workspace import saving
from listbuilder.workspace.session import Session
from listbuilder.yamlio import reader
from listbuilder.yamlio.node_positions import is_same

from .test_properties import DEEDS, LIBRARY, _do
from .written import Unit, Written

SESSIONS = int(os.environ.get("LISTBUILDER_SESSIONS", "1000"))
LOTS = 20
TYPED = (
    "x",
    "7",
    "yes",
    "a: b",
    "# no",
    "名前",
    "it's",
    '"',
    "true",
    "null",
    "- a",
    "{",
    "a, b",
    "1e5",
    "\\",
    "*a0",
    "&",
    " x #y",
)


def _units(data: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every unit of a roster and where it is; a regiment is one."""
    for key in ("units", "regiments", "heroes"):
        for place, each in enumerate(data.get(key) or ()):
            yield (key, place), each


def _kind(unit: Any) -> Any:
    """What it is an entry of, by its mark or its datasheet; a regiment by its hero."""
    if not isinstance(unit, dict):
        return unit
    return (
        unit.get("x-mark") or unit.get("datasheet") or unit.get("unit") or _kind(unit.get("hero"))
    )


def _copied(session: Session) -> list[Any]:
    """What was added of a kind that may have been there, or became of that kind."""
    edits = [change for change in session._done if isinstance(change, Edit)]
    added = [edit for edit in edits if not any(step.op == "remove" for step in edit.steps)]
    return [_kind(step.value) for edit in added for step in edit.steps if step.value is not None]


def _edited(session: Session, rng: random.Random) -> None:
    for _ in range(rng.randint(1, 20)):
        deed, number = rng.choice((*DEEDS, "text")), rng.randint(0, 200)
        if deed != "text":
            _do(session, deed, number)
            continue
        fields = [
            each for each in commands.list_fields(session.position, ()) if each.kind == "text"
        ]
        if fields:
            session.apply(
                commands.write_text_field(session.position, rng.choice(fields), rng.choice(TYPED))
            )


def _stands_there(unit: Unit, text: str, *, exactly: bool) -> bool:
    """Its own lines with the comments above, as they were; in another list they may stand further in."""
    wanted = "\n".join([*unit.above, *unit.lines])
    if exactly:
        return f"\n{wanted}\n" in f"\n{text}\n"
    return "\n".join(line.strip() for line in wanted.splitlines()) in "\n".join(
        line.strip() for line in text.splitlines()
    )


def _wrong(written: Written, session: Session, text: str) -> Iterator[str]:
    lines = {line.strip() for line in text.split("\n")}
    kept = [
        *written.outside,
        *(each for key, told in written.between.items() if key in session.data for each in told),
    ]
    yield from (f"gone: {comment}" for comment in kept if comment not in lines)
    for key, comment in written.behind.items():
        if (
            key in session.data
            and is_same(session.data[key], written.data[key])
            and comment not in text
        ):
            yield f"gone behind {key}: {comment}"
    now = list(_units(session.data))
    copies = _copied(session)
    for unit in written.units:
        there = [place for place, each in now if is_same(each, unit.value)]
        twins = sum(is_same(each.value, unit.value) for each in written.units)
        if len(there) < twins or _kind(unit.value) in copies:
            continue  # gone, changed or made twice: of those that are alike nobody can say which is which
        whole = "\n".join(unit.lines)
        if "*a" in whole or "&a" in whole:  # may have to be written out
            lost = [
                line[line.index("#") :]
                for line in unit.above
                if line[line.index("#") :] not in text
            ]
            yield from (f"gone from an anchored unit: {each}" for each in lost)
        elif not _stands_there(
            unit, text, exactly=any(place[:-1] == unit.place[:-1] for place in there)
        ):
            yield f"not as it was: {[*unit.above, *unit.lines]}"


@pytest.mark.parametrize("lot", range(LOTS))
@pytest.mark.slow_but(1)
def test_sessions(lot: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_STATE", str(tmp_path))
    for seed in range(lot, SESSIONS, LOTS):
        written = Written(seed)
        assert is_same(reader.read_yaml(written.text, "").data, written.data), seed
        session = Session(written.text, LIBRARY, tmp_path / "list.yaml", autosave=False)
        _edited(session, random.Random(seed))
        saved = saving.build_changed_text(*_told(session))
        assert is_same(reader.read_yaml(saved.raw, "").data, session.data), seed
        assert not saved.anew, seed
        text = saved.raw.decode("utf-8-sig").replace(written.newline, "\n")
        assert "\r" not in text, seed
        assert list(_wrong(written, session, text)) == [], seed
        while session.undo():
            pass
        assert session.build_text() == written.text, seed


ANCHORED = b"""\
# mine
system: warhammer-40k-10e
faction: necrons
battle_size: strike-force
detachment: awakened-dynasty
units:
  - {datasheet: overlord, models: 1, warlord: true}
  - &gunners   # twice the same
    datasheet: immortals
    models:
      - {model: Immortal, count: 5, wargear: {gauss blaster: 5, close combat weapon: 5}}
  - *gunners   # the second of them
"""


def test_an_edit_of_one_unit_changes_no_other_that_shares_its_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the player sees is what is saved: of the two units, the one that was edited is another now."""
    monkeypatch.setenv("LISTBUILDER_STATE", str(tmp_path / "state"))
    file = tmp_path / "list.yaml"
    file.write_bytes(ANCHORED)
    for edited, other in ((1, 2), (2, 1)):
        session = Session.open(file, LIBRARY)
        count = session.position.points
        session.apply(make_set_edit(10, "units", edited, "models"))
        assert session.data["units"][other]["models"][0]["count"] == 5
        assert (
            session.position.points == (count or 0) + 150 - 70
        )  # ten in the place of five, by the facts
        text = session.build_text()
        assert is_same(reader.read_yaml(text, "").data, session.data)
        assert text.count(b"count: 5") == 1
        assert all(
            comment in text
            for comment in (b"# mine\n", b"# twice the same\n", b"# the second of them\n")
        )
        session.undo()
        assert session.build_text() == ANCHORED
        session.close()


def test_while_it_is_tried_what_would_be_a_save_says_what_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A save runs beside the keyboard: it never sees a roster that is changed only to see what would be."""
    monkeypatch.setenv("LISTBUILDER_STATE", str(tmp_path / "state"))
    session = Session(ANCHORED, LIBRARY, tmp_path / "list.yaml", autosave=False)
    session.apply(make_set_edit("mine", "name"))
    texts: set[bytes] = set()
    stop = threading.Event()

    def save() -> None:
        while not stop.is_set():
            texts.add(session.build_text())

    saving_thread = threading.Thread(target=save)
    saving_thread.start()
    for number in range(150):
        session.position.predict_effect(make_remove_edit("units", number % 3))
    stop.set()
    saving_thread.join()
    assert texts == {session.build_text()}


def _told(session: Session) -> tuple[bytes, list[Any], Any]:
    return session.base, list(session._done), session.data
