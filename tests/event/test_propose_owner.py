"""Whose list it may be, where no name is written in full."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.event.players import Player, PlayerRegistry, read_players, write_players
from listbuilder.event.propose_owner import OwnerProposals, propose_by_order

ROLL = PlayerRegistry(
    [
        Player("Hugo Weber"),
        Player("Liam Jones"),
        Player("Anna Schmidt"),
        Player("John Schmidt"),
        Player("Max York"),
        Player("Anna Black"),
        Player("Twin Peak"),
        Player("Twin Peak"),
        Player("Zoë Åström-Lind"),
    ]
)


@pytest.mark.parametrize(
    ("file", "stated", "ignored", "whose"),
    [
        ("weber.txt", [], [], "Hugo Weber"),
        ("list Hugo v2.txt", [], [], "Hugo Weber"),
        ("LiamJones2000.txt", [], [], "Liam Jones"),
        ("liamjonesnecrons.txt", [], [], "Liam Jones"),
        ("necronsjonesliam.txt", [], [], "Liam Jones"),
        ("ljones.pdf", [], [], "Liam Jones"),
        ("HW_list.txt", [], [], "Hugo Weber"),
        ("MY list.txt", [], [], "Max York"),
        ("my list.txt", [], [], None),
        ("schmidt.txt", [], [], None),
        ("j schmidt.txt", [], [], "John Schmidt"),
        ("anna.txt", [], [], None),
        ("black knights.txt", [], [], "Anna Black"),
        ("black templars.txt", [], ["Black Templars"], None),
        ("x.txt", ["Hugo"], [], "Hugo Weber"),
        ("x.txt", ["Hugoo Weberr"], [], "Hugo Weber"),
        ("astrom.txt", [], [], "Zoë Åström-Lind"),
        ("twin.txt", [], [], None),
        ("list (2).txt", [], [], None),
        ("hugo liam.txt", [], [], None),
        ("", [], [], None),
        ("\x1b[31m/../.txt", ["\x00"], [], None),
    ],
)
def test_whose_it_may_be(
    file: str, stated: list[str], ignored: list[str], whose: str | None
) -> None:
    found = OwnerProposals(ROLL).propose_owner(file, stated, set(), ignored)
    assert (found.name if found else None) == whose


def test_of_several_the_one_without_a_list_is_meant() -> None:
    taken = {id(ROLL.players[2])}
    found = OwnerProposals(ROLL).propose_owner("schmidt.txt", [], taken)
    assert found is ROLL.players[3]


def test_a_text_of_all_lists_is_in_the_order_of_teams_and_names() -> None:
    roll = PlayerRegistry(
        [Player("Zed", team="A"), Player("Bo", team="B"), Player("Al", team="B"), Player("Cy")]
    )
    found = propose_by_order(["1", "2", "3"], roll, ["Cy "])
    assert {key: player.name for key, player in found.items()} == {"1": "Zed", "2": "Al", "3": "Bo"}
    assert propose_by_order(["1", "2"], roll, ["Cy"]) == {}


@pytest.mark.parametrize(
    ("noted", "file", "is_theirs"),
    [
        ("a.txt", "a.txt", True),
        ("a.txt", "round 1/a.txt", True),
        ("anna/1.txt", "anna/1.txt", True),
        ("anna/1.txt", "hugo/1.txt", False),
        ("x.txt | b.txt", "b.txt", True),
        ("all.csv:row 11", "all.csv:row 11", True),
        ("all.csv:row 11", "all.csv:row 12", False),
        ("all.txt (3)", "all.txt (3)", True),
        ("all.txt", "all.txt (3)", False),
    ],
)
def test_a_noted_file(noted: str, file: str, is_theirs: bool) -> None:
    roll = PlayerRegistry([Player("Q", file=noted)])
    assert (roll.find_owner(file, []) is not None) == is_theirs


def test_folders_of_players_with_times_as_files() -> None:
    assert ROLL.find_owner("Hugo Weber/2026-11-20T201433.txt", []) is ROLL.players[0]
    assert ROLL.find_owner("Twin Peak/2026-11-20T201433.txt", []) is ROLL.players[6]
    assert ROLL.find_owner("Twin Peak 2/2026-11-20T201433-1.txt", []) is ROLL.players[7]
    assert ROLL.find_owner("Twin Peak 3/2026-11-20T201433.txt", []) is None
    assert ROLL.find_owner("Twin Peak/necrons.txt", []) is None


def test_an_address_tells_whose_it_is_after_the_names_on_the_list() -> None:
    roll = PlayerRegistry([Player("Anna", email="A@x.org"), Player("Bo", email="b@x.org")])
    assert roll.find_owner("list.txt", [], "a@X.org") is roll.players[0]
    assert roll.find_owner("list.txt", ["Bo"], "a@x.org") is roll.players[1]
    assert roll.find_owner("list.txt", [], "") is None


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    players = [
        Player("=Anna", "zh", "North", "", "anna@example.org"),
        Player("Bo, Jr", None, "", "x.txt"),
    ]
    file = tmp_path / "players.csv"
    file.write_bytes(write_players(players, {0: ("a.txt | b.txt", "proposed")}))
    found = read_players(file)
    assert found == [
        Player("'=Anna", "zh", "North", "a.txt | b.txt", "anna@example.org"),
        Player("Bo, Jr", None, "", "x.txt"),
    ]
