"""Tables in the letters of other machines."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.data.tables import read_table
from listbuilder.model.problem import Unreadable


@pytest.mark.parametrize(
    "codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "mac_roman"]
)
def test_a_table_of_players(codec: str, tmp_path: Path) -> None:
    file = tmp_path / "players.csv"
    file.write_bytes("player;list\nRené Müller;a\n".encode(codec))
    assert read_table(str(file))[1][0] == "René Müller"


def test_what_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "players.csv"
    file.write_bytes(b"player,list\n\x80\x81\xff\xfe\x90,b\n")
    with pytest.raises(Unreadable):
        read_table(str(file))
