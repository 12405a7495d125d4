"""Lists as they come in: tables of forms and sites, one text of all, folders of versions."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from listbuilder.event.players import read_players
from listbuilder.reports import DeskReport
from tests.cli.conftest import Call
from tests.cli.test_event import report
from tests.event.conftest import GOOD

PLAYERS = "First Name,Last Name,Email,Team\nAnna,Schmidt,anna@example.org,B\nHugo,Weber,hugo@example.org,A\nLiam,Jones,,A\n"
OTHER, THIRD = GOOD.replace("Test", "Other"), GOOD.replace("Test", "Third")


def write(folder: Path, rules: str = "", players: str = PLAYERS) -> Path:
    event = folder / "event.yaml"
    event.write_text(
        f"event: Open\nsystem: warhammer-40k-10e\npoints_as_of: 2026-05-20\nplayers: roll.csv\n{rules}",
        encoding="utf-8",
    )
    (folder / "roll.csv").write_text(players, encoding="utf-8")
    return event


def run(call: Call, folder: Path, path: Path, *more: str) -> DeskReport:
    done = call(
        "event", str(path), "--rules", str(folder / "event.yaml"), "-o", str(folder / "out"), *more
    )
    assert done.code in (0, 1, 2), done.err
    return report(folder / "out")


def write_table(file: Path, rows: list[list[str]]) -> Path:
    with open(file, "w", newline="", encoding="utf-8") as out:
        csv.writer(out).writerows(rows)
    return file


def summarise(found: DeskReport) -> dict[str, tuple[str, str, str]]:
    return {
        each.file.rpartition("/")[2]: (each.player, each.proposed, each.group)
        for each in found.lists
    }


def test_the_answers_of_a_form(call: Call, tmp_path: Path) -> None:
    write(tmp_path)
    table = write_table(
        tmp_path / "form.csv",
        [
            ["Timestamp", "Email Address", "First and last name", "Army list"],
            ["5/30/2026 20:05:00", "x@example.org", "Anna Schmidt", GOOD],
            ["5/30/2026 20:06:00", "hugo@example.org", "H.", OTHER],
            ["5/30/2026 20:07:00", "", "Liam", THIRD],
        ],
    )
    found = run(call, tmp_path, table)
    assert summarise(found) == {
        "row 2": ("Anna Schmidt", "", "warned"),
        "row 3": ("Hugo Weber", "", "warned"),
        "row 4": ("Liam", "Liam Jones", "whose"),
    }
    assert {each.player: each.email for each in found.lists} == {
        "Anna Schmidt": "anna@example.org",
        "Hugo Weber": "hugo@example.org",
        "Liam": "",
    }


def test_chosen_columns(call: Call, tmp_path: Path) -> None:
    event = write(tmp_path)
    table = write_table(
        tmp_path / "form.csv", [["Wer", "Wohin", "Liste"], ["Anna Schmidt", "a@example.org", GOOD]]
    )
    found = run(call, tmp_path, table, "--player-column", "wer", "--email-column", "Wohin")
    assert [(each.player, each.known) for each in found.lists] == [("Anna Schmidt", True)]
    done = call("event", str(table), "--rules", str(event), "--player-column", "Who")
    assert done.code == 2 and 'no column named "Who"; the columns are Wer' in done.err


def test_one_text_of_all_lists_is_proposed_by_order_and_settled_in_a_file(
    call: Call, tmp_path: Path
) -> None:
    write(tmp_path)
    text = tmp_path / "all.txt"
    text.write_bytes(f"{GOOD}\r\n\r\nLiam Jones - no list entered\r\n\r\n{OTHER}\r\n".encode())
    settled = tmp_path / "settled.csv"
    found = run(call, tmp_path, text, "--write-players", str(settled))
    assert summarise(found) == {
        "all.txt (1)": ("", "Hugo Weber", "whose"),
        "all.txt (2)": ("", "Anna Schmidt", "whose"),
    }
    players = read_players(settled)
    assert [(player.name, player.file, player.email) for player in players] == [
        ("Anna Schmidt", "all.txt (2)", "anna@example.org"),
        ("Hugo Weber", "all.txt (1)", "hugo@example.org"),
        ("Liam Jones", "", ""),
    ]
    assert "proposed; please check" in settled.read_text(encoding="utf-8-sig")
    found = run(call, tmp_path, text, "--players", str(settled))
    assert summarise(found) == {
        "all.txt (1)": ("Hugo Weber", "", "warned"),
        "all.txt (2)": ("Anna Schmidt", "", "warned"),
    }
    refused = call(
        "event", str(text), "--rules", str(tmp_path / "event.yaml"), "--write-players", str(settled)
    )
    assert refused.code == 2 and "already exists" in refused.err


def touch(file: Path, text: str, time: int) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    os.utime(file, (time, time))


@pytest.mark.parametrize("order", ["latest", "ask"])
def test_the_latest_list_counts_unless_the_event_says_ask(
    call: Call, tmp_path: Path, order: str
) -> None:
    write(tmp_path, f"deadline: 2026-11-20 20:00\nresubmissions: {order}\n")
    lists = tmp_path / "lists"
    for name, text in (
        ("2026-11-19T1000", GOOD),
        ("2026-11-19T120000", OTHER),
        ("2026-11-20T210000", THIRD),
    ):
        touch(lists / "Anna Schmidt" / f"{name}.txt", text, 1_000_000_000)
    found = run(call, tmp_path, lists)
    if order == "ask":
        assert [each.group for each in found.lists] == ["look"] * 3
        return
    (counting,) = found.lists
    assert (counting.file, counting.group, counting.player) == (
        "Anna Schmidt/2026-11-19T120000.txt",
        "warned",
        "Anna Schmidt",
    )
    assert [(each.file[-10:-4], each.late) for each in counting.versions] == [
        ("210000", True),
        ("9T1000", False),
    ]
    assert [reason.text for reason in counting.reasons] == [
        "1 list after the deadline not counted: Anna Schmidt/2026-11-20T210000.txt"
    ]
    out = tmp_path / "out"
    assert [file.name for file in (out / "messages").iterdir() if "anna" in file.name] == [
        "anna-schmidt.txt"
    ]
    assert all((out / str(each.page)).is_file() for each in counting.versions)
    assert run(call, tmp_path, lists).judged == 0
    (lists / "Anna Schmidt" / "2026-11-19T120000.txt").unlink()
    (again,) = run(call, tmp_path, lists).lists
    assert again.file == "Anna Schmidt/2026-11-19T1000.txt"
    assert (out / str(again.message)).is_file()


def test_what_was_accepted_at_the_desk_counts(call: Call, tmp_path: Path) -> None:
    write(tmp_path, "deadline: 2026-11-20 20:00\n")
    lists = tmp_path / "lists"
    touch(lists / "Anna Schmidt" / "2026-11-19T100000.txt", GOOD, 1_000_000_000)
    touch(lists / "Anna Schmidt" / "2026-11-20T210000.txt", OTHER, 1_000_000_000)
    notes = 'lists:\n  Anna Schmidt/2026-11-20T210000.txt: {accepted: "2026-11-20 21:05"}\n'
    (tmp_path / "notes.yaml").write_text(notes, encoding="utf-8")
    (found,) = run(call, tmp_path, lists).lists
    assert (found.file, found.group) == ("Anna Schmidt/2026-11-20T210000.txt", "legal")
    assert [each.late for each in found.versions] == [False]


def test_lists_of_one_time_are_asked_about(call: Call, tmp_path: Path) -> None:
    write(tmp_path)
    lists = tmp_path / "lists"
    touch(lists / "anna schmidt.txt", GOOD, 1_700_000_000)
    touch(lists / "anna schmidt final.txt", OTHER, 1_700_000_001)
    assert [each.group for each in run(call, tmp_path, lists).lists] == ["look", "look"]
    touch(lists / "anna schmidt.txt", GOOD, 1_700_000_400)
    (found,) = run(call, tmp_path, lists).lists
    assert (found.file, found.group) == ("anna schmidt.txt", "legal")
    assert [each.file for each in found.versions] == ["anna schmidt final.txt"]


def test_a_mail_has_its_own_time_and_address(call: Call, tmp_path: Path) -> None:
    write(tmp_path)
    lists = tmp_path / "lists"
    for name, date, text in (
        ("b", "Thu, 19 Nov 2026 10:00:00 +0000", GOOD),
        ("a", "Wed, 18 Nov 2026 10:00:00 +0000", OTHER),
    ):
        mail = f"From: H <hugo@example.org>\nDate: {date}\nSubject: x\nContent-Type: text/plain; charset=utf-8\n\n{text}"
        touch(lists / f"{name}.eml", mail, 1_000_000_000)
    (found,) = run(call, tmp_path, lists).lists
    assert (found.player, found.file, found.email) == ("Hugo Weber", "b.eml", "hugo@example.org")
