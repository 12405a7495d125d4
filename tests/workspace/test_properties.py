"""Whatever a player does in whatever order, undo leads back and recovery finds it all."""

from __future__ import annotations

import copy
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.data.library import Library
from listbuilder.roster import commands
from listbuilder.workspace import journal
from listbuilder.workspace.session import Session
from listbuilder.yamlio import reader
from tests.own_state import ROOT

LIBRARY = Library()
FILES = [
    ROOT / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml",
    ROOT / "examples" / "40k-10e" / "legal" / "ultramarines-blade-of-ultramar.yaml",
    *sorted((ROOT / "examples" / "40k-11e" / "legal").glob("*.yaml")),
    *sorted((ROOT / "examples" / "aos" / "legal").glob("*.yaml"))[:2],
    *sorted((ROOT / "examples" / "combat-patrol" / "legal").glob("*.yaml"))[:1],
    *sorted((ROOT / "examples" / "spearhead" / "legal").glob("*.yaml"))[:1],
    *sorted((ROOT / "examples" / "space-marine-heroes" / "legal").glob("*.yaml"))[:1],
]
DEEDS = ("add", "duplicate", "remove", "move", "field", "formation", "undo", "redo", "fix")


def _do(session: Session, deed: str, number: int) -> None:
    army = session.army
    if army is None:
        return
    paths = [
        leaf.path
        for branch in session.position.editor.build_outline(army)
        for leaf in branch.leaves
        if leaf.path
    ]
    path = paths[number % len(paths)] if paths else ()
    if deed == "undo":
        session.undo()
    elif deed == "redo":
        session.redo()
    elif deed == "remove" and path:
        session.apply(commands.remove_part(session.position, path))
    elif deed == "add" and (offers := session.position.editor.list_offers(army)):
        added = commands.place_addition(
            session.position, offers[number % len(offers)].id, None, path
        )
        session.apply(added.edit) if added else None
    elif deed in ("duplicate", "move") and path:
        done = (
            commands.copy_unit(session.position, path)
            if deed == "duplicate"
            else commands.move_unit(session.position, path, 1 if number % 2 else -1)
        )
        session.apply(done.edit) if done else None
    elif deed in ("field", "formation"):
        fields = (
            commands.list_fields(session.position, path)
            if deed == "field"
            else commands.list_deployment_fields(session.position)
        )
        options = [option for field in fields for option in field.options()]
        session.apply(options[number % len(options)].edit) if options else None
    elif deed == "fix":
        fixes = [fix for finding in session.position.findings for fix in finding.fixes]
        session.apply(fixes[number % len(fixes)].edit) if fixes else None


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
@given(deeds=st.lists(st.tuples(st.sampled_from(DEEDS), st.integers(0, 200)), max_size=25))
@settings(max_examples=12)
@pytest.mark.slow_but(3)
def test_any_order(file: Path, deeds: list[tuple[str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("LISTBUILDER_STATE", folder)
        raw = file.read_bytes()
        session = Session(raw, LIBRARY, Path(folder) / "list.yaml")
        start = copy.deepcopy(session.data)
        for deed, number in deeds:
            _do(session, deed, number)
        end = copy.deepcopy(session.data)
        assert reader.read_yaml(session.build_text(), "").data == end
        changed = session.can_undo or session.can_redo
        session.close(keep=True)
        if changed:
            [found] = journal.find_left_behind()
            again = Session.recover(found, LIBRARY)
            assert again.data == end
            again.close()
        while session.undo():
            pass
        assert session.data == start
        assert session.build_text() == raw
