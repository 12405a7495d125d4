"""Whose list it is: by the file that is written down, by the name on it, by the name of its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.event.players import Player, PlayerRegistry, read_players
from listbuilder.model.problem import Unreadable

ROLL = PlayerRegistry(
    [
        Player("Anna Schmidt"),
        Player("Anna Schmidt-Lee"),
        Player("Björn Åkesson"),
        Player("田中太郎"),
        Player("Bo", file="final2.txt"),
        Player("Twin"),
        Player("Twin"),
        Player("../../x"),
    ]
)


@pytest.mark.parametrize(
    ("file", "said", "whose"),
    [
        ("necrons.txt", ["Anna Schmidt"], "Anna Schmidt"),
        ("necrons.txt", ["SCHMIDT, Anna"], "Anna Schmidt"),
        ("necrons.txt", ['Anna "Nick" Schmidt'], "Anna Schmidt"),
        ("necrons.txt", ["Anna Schmidt Lee"], "Anna Schmidt-Lee"),
        ("necrons.txt", ["bjorn akesson"], "Björn Åkesson"),
        ("anna_schmidt-necrons-v2.txt", [], "Anna Schmidt"),
        ("round 1/Björn Åkesson.rosz", [], "Björn Åkesson"),
        ("田中太郎.txt", [], "田中太郎"),
        ("final2.txt", ["Anna Schmidt"], "Bo"),
        ("FINAL2.txt", [], "Bo"),
        ("necrons.txt", ["Anna"], None),
        ("annaschmidt.txt", [], None),
        ("necrons.txt", ["Twin"], None),
        ("necrons.txt", [], None),
        ("../../etc/passwd", ["\x1b[31m"], None),
        ("<img src=x>.txt", [], None),
        ("necrons.txt", ["../../x"], "../../x"),
    ],
)
def test_whose_list_it_is(file: str, said: list[str], whose: str | None) -> None:
    found = ROLL.find_owner(file, said)
    assert (found.name if found else None) == whose


@pytest.mark.parametrize(
    ("file", "said", "count"),
    [
        ("necrons.txt", ["twin"], 2),
        ("twin-v2.txt", [], 2),
        ("necrons.txt", ["Anna Schmidt"], 0),
        ("twin bo.txt", [], 0),
        ("x.txt", [], 0),
    ],
)
def test_players_of_one_name(file: str, said: list[str], count: int) -> None:
    assert [player.name for player in ROLL.list_namesakes(file, said)] == ["Twin"] * count


def table(folder: Path, text: str) -> list[Player]:
    file = folder / "players.csv"
    file.write_text(text, encoding="utf-8-sig")
    return read_players(file)


def test_a_roster_of_players(tmp_path: Path) -> None:
    assert table(
        tmp_path,
        "Team;Player;Language\nNorth;Anna;ja-JP\n;;\n;Bo\x1b[2J;xx\n;Cy;fr-CH\n;Di;Español\n",
    ) == [
        Player("Anna", "ja", "North"),
        Player("Bo\\x1b[2J"),
        Player("Cy", "fr"),
        Player("Di", "es"),
    ]
    assert table(tmp_path, "選手\n田中太郎\n") == [Player("田中太郎")]
    assert table(tmp_path, "Anna Schmidt\nBo\n") == [Player("Anna Schmidt"), Player("Bo")]


def test_a_table_without_players_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Unreadable) as refused:
        table(tmp_path, "table,round\n1,2\n")
    assert [(problem.key, problem.args["known"]) for problem in refused.value.problems] == [
        ("no_player_column", ["table", "round"])
    ]
