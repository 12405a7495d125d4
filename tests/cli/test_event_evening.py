"""A whole evening played through: 60 lists of 70 people by three ways in, and again after it was settled."""

from __future__ import annotations

import csv
import io
from collections import Counter
from pathlib import Path

import pytest

from listbuilder.reports import DeskReport
from tests.cli.conftest import Call
from tests.cli.test_event import report
from tests.event.evening import NAMES, write_evening, write_file


def play(call: Call, folder: Path, *more: str) -> DeskReport:
    lists, rules = folder / "lists", folder / "event.yaml"
    done = call("event", str(lists), "--rules", str(rules), "-o", str(folder / "desk"), *more)
    assert done.code == 2, done.err  # some can't be read
    return report(folder / "desk")


def get_names(found: DeskReport) -> dict[str, str]:
    return {each.file: each.player for each in found.lists if each.known}


@pytest.mark.slow
def test_an_evening(call: Call, tmp_path: Path) -> None:
    write_evening(tmp_path)
    settled = tmp_path / "settled.csv"
    found = play(call, tmp_path, "--write-players", str(settled))
    rows = {each.file: each for each in found.lists}
    # 60 lists of players and one of nobody; the ten older and late ones are versions of others
    assert len(rows) == 61 and found.passed_over == ["notes.txt"]
    proposed = {file: each.proposed for file, each in rows.items() if each.proposed}
    assert len(get_names(found)) == 42 and len(proposed) == 17
    assert rows["list (2).txt"].group == "whose" and not rows["list (2).txt"].proposed
    # three are called Olga, and two of them have no list
    assert rows["Olga list final.txt"].group == "whose" and not rows["Olga list final.txt"].proposed
    # two of one name, told apart by their addresses
    assert [rows[f"mail{number}.eml"].email for number in (0, 1)] == [
        "player0@example.org",
        "player1@example.org",
    ]
    # the order of one text of all lists, in which 58 names have none
    first = next(number for number in range(48, 60) if number % 10 == 0)
    assert rows["tourneykeeper.txt (1)"].proposed == NAMES[first]
    # versions: the latest in time counts, the one after the deadline does not
    replaced = rows["form.csv:row 26"]
    assert [each.file for each in replaced.versions] == ["form.csv:row 8"]
    late = rows["form.csv:row 9"]
    assert [(each.file, each.late) for each in late.versions] == [("form.csv:row 27", True)]
    own = rows[f"{NAMES[6]}/2026-11-27T101500.txt"]
    assert [each.file for each in own.versions] == [f"{NAMES[6]}/2026-11-26T201433.txt"]
    texts = {file: [reason.text for reason in each.reasons] for file, each in rows.items()}
    assert sum("after the deadline of" in text for said in texts.values() for text in said) == 3
    banned = [
        file for file, said in texts.items() if "Roboute Guilliman is banned at this event" in said
    ]
    assert banned and all(rows[file].verdict != "legal" for file in banned)
    assert all(rows[file].group in ("ask", "look") for file in banned)
    teams = {team.name: team for team in found.teams}
    assert len(teams) == 10 and any(
        "more than once" in text for team in teams.values() for text in team.problems
    )
    # what goes out: each once, to the right address, in the player's language
    table = csv.DictReader(
        io.StringIO((tmp_path / "desk" / "messages.csv").read_text(encoding="utf-8-sig"))
    )
    mails = list(table)
    addresses = Counter(mail["address"] for mail in mails if mail["address"])
    assert max(addresses.values()) == 1
    assert {mail["language"] for mail in mails} == {"en", "fr", "de", "es", "it", "ja", "zh"}
    reminded = {mail["player"] for mail in mails if mail["group"] == "missing"}
    assert len(reminded) == 11 and not reminded & set(proposed.values())
    french = [
        mail["text"] for mail in mails if mail["language"] == "fr" and mail["group"] == "look"
    ]
    assert french and all(text.startswith("Bonjour ") for text in french)
    drafts = {file.stem for file in (tmp_path / "desk" / "mails").glob("*.eml")}
    assert len(drafts) == len(addresses)
    # settled once in the file of players: the organiser adds the two that nobody could tell
    rows_of_file = list(csv.DictReader(io.StringIO(settled.read_text(encoding="utf-8-sig"))))
    assert sum(bool(row["remark"]) for row in rows_of_file) == 17
    corrected = {NAMES[18]: "Olga list final.txt", NAMES[69]: "list (2).txt"}
    for row in rows_of_file:
        row["file"] = corrected.get(row["player"], row["file"])
    with open(settled, "w", newline="", encoding="utf-8") as out:
        writer = csv.DictWriter(out, list(rows_of_file[0]))
        writer.writeheader()
        writer.writerows(rows_of_file)
    again = play(call, tmp_path, "--players", str(settled))
    assert Counter(each.group for each in again.lists)["whose"] == 0
    assert len(get_names(again)) == 61 and len(again.missing) == 9
    for file, player in proposed.items():
        assert get_names(again)[file] == player
    # one more comes in, and only that is checked
    write_file(tmp_path / "lists" / NAMES[60] / "2026-11-27T195900.txt", "nothing to see\n")
    last = play(call, tmp_path, "--players", str(settled))
    assert last.judged == 1 and len(last.missing) == 8
