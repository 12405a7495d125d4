"""Looking for what was left behind, several at once: each finds all of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.model.edit import make_set_edit
from listbuilder.workspace import journal
from listbuilder.workspace.session import Session

EXAMPLE = (
    Path(__file__).resolve().parents[2]
    / "examples"
    / "40k-10e"
    / "legal"
    / "necrons-awakened-dynasty.yaml"
)


@pytest.mark.parametrize("given", [True, False])
def test_those_who_look_at_the_same_time_find_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: bool
) -> None:
    """The home screen lists everything while a roster is being opened."""
    monkeypatch.setenv("LISTBUILDER_STATE", str(tmp_path / "state"))
    file = tmp_path / "list.yaml"
    file.write_bytes(EXAMPLE.read_bytes())
    session = Session.open(file, Library())
    session.apply(make_set_edit("unsaved", "name"))
    session.close(keep=True)
    with ThreadPoolExecutor(8) as pool:
        looks = [
            pool.submit(journal.scan_recovery_folder, file if given else None) for _ in range(200)
        ]
        assert [len(each.result().found) for each in looks] == [1] * len(looks)
