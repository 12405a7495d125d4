"""No command minds what stands where the builder keeps its own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.own_state import EXAMPLE
from tests.workspace.test_state_folder import JUNK

COMMANDS = [
    ("check", str(EXAMPLE)),
    ("show", str(EXAMPLE)),
    ("export", str(EXAMPLE), "--to", "text"),
    ("find", "necron", "warriors"),
    ("rules", "40K-06"),
    ("edit", str(EXAMPLE)),  # says that there is no terminal
]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_junk_is_not_minded(
    words: tuple[str, ...], call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = call(*words)
    state = tmp_path / "state"
    for name, content in JUNK.items():
        for place in (
            state / "recovery" / f"{name}.journal",
            state / "history" / name / "x.yaml",
            state / name,
        ):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    os.mkfifo(state / "settings.json")
    os.mkfifo(state / "recovery" / "pipe.journal")
    for folder in (state, state / "null", state / "settings.json"):
        monkeypatch.setenv("LISTBUILDER_STATE", str(folder))
        assert call(*words) == expected
