"""Lists of an event as they are handed in: small ones, each wrong in a way of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import call as call
from tests.formats.read import one_list_per_format

Desk = Callable[..., Path]

RULES = """event: Saturday
system: warhammer-40k-10e
points_as_of: 2026-05-20
players: players.csv
"""
PLAYERS = "player,language,team,file\nAnna Schmidt,en,North,\n田中太郎,ja,South,second.txt\nJane Smith,zh,,\nMax Late,en,,\n"
GOOD = one_list_per_format.GW_A
BANNED = GOOD.replace("Overlord", "Royal Warden")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A folder of lists with the event file and the players beside it; gives the folder."""

    def made(files: dict[str, str | bytes], rules: str = "", players: str = PLAYERS) -> Path:
        folder = tmp_path / "lists"
        folder.mkdir(exist_ok=True)
        for name, text in files.items():
            place = folder / name
            place.parent.mkdir(exist_ok=True, parents=True)
            place.write_bytes(text if isinstance(text, bytes) else text.encode())
        (tmp_path / "event.yaml").write_text(RULES + rules, encoding="utf-8")
        (tmp_path / "players.csv").write_text(players, encoding="utf-8")
        return folder

    return made
