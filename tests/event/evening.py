"""A whole evening: 60 lists of 70 people by three ways in, with versions, late ones, a ban and two of one name.

The names are made up, and the lists are examples of our own and small variations of one.
"""

from __future__ import annotations

import csv
import json
import os
from datetime import datetime
from functools import cache
from pathlib import Path

from listbuilder.data.library import Library
from listbuilder.event.files import make_export_wish
from listbuilder.formats.make_printout import make_printout
from listbuilder.formats.registry import export_printout
from listbuilder.roster.position import Position
from listbuilder.yamlio.reader import read_yaml
from tests.event.conftest import GOOD
from tests.sources import ROOT

EVENT = """\
event: Winter Open
system: warhammer-40k-10e
date: 2026-12-05
points_as_of: 2026-05-20
deadline: 2026-11-27 20:00
points_limit: 2000
banned: [Roboute Guilliman]
team: {size: 7, unique: [faction]}
players: players.csv
"""
FIRST = (
    *("Anna", "Hugo", "Liam", "Zoë", "Björn", "Chloé", "Dmitri", "Elena", "Farid", "Greta"),
    *("Henri", "Ines", "Jonas", "Karla", "Luca", "Marta", "Nils", "Olga", "Paul", "Rosa"),
    *("Sven", "Tara", "Umar", "Vera", "Walt"),
)
LAST = ("Schmidt", "Weber", "Jones", "Åström", "Lefèvre", "Rossi", "García")
PEOPLE = [f"{first} {last}" for last in LAST for first in FIRST][:68]
NAMES = ["Anna Schmidt", "Anna Schmidt", *PEOPLE[1:], "田中太郎"]  # two are called Anna Schmidt
LANGUAGES = ("en", "fr", "de", "es", "it", "ja", "zh")
IN_TIME, LATE = datetime(2026, 11, 27, 18, 30), datetime(2026, 11, 27, 21, 15)


def get_address(number: int) -> str:
    return f"player{number}@example.org"


@cache
def make_lists() -> list[str]:
    """Return the texts of legal lists that all differ: examples, and these without one unit each."""
    library = Library()
    rosters = []
    for file in sorted((ROOT / "examples" / "40k-10e" / "legal").glob("*.yaml")):
        data = read_yaml(file.read_bytes(), file.name).data
        rosters.append(data)
        for place in range(len(data["units"])):
            units = [unit for other, unit in enumerate(data["units"]) if other != place]
            rosters.append({**data, "units": units})
    found = []
    for data in sorted(rosters, key=lambda data: len(json.dumps(data)) % 7):
        position = Position.read(json.dumps(data).encode(), "x.yaml", library, "2026-05-20")
        if position.compute_verdict() == "legal":
            sheet = make_printout(position, library, make_export_wish("gw", position, "", "en"))
            assert sheet is not None
            found.append(export_printout(sheet).decode())
    return found


def make_list(number: int) -> str:
    """Return the list of a number: most are legal, some break a rule or the ban, some can't be read."""
    if number % 10 == 7:
        return GOOD.replace("5x Immortal", f"{number}x Immortal")
    lists = make_lists()
    text = lists[number % len(lists)]
    if number % 10 == 5:
        return text.replace("1x Close combat weapon", "1x Weapon of no book")
    return text


def make_mail(number: int, text: str, when: datetime) -> str:
    return (
        f"From: {NAMES[number].split()[0]} <{get_address(number)}>\nDate: {when:%a, %d %b %Y %H:%M:%S} +0000\n"
        f"Subject: my list\nContent-Type: text/plain; charset=utf-8\n\n{text}"
    )


def write_file(file: Path, text: str, when: datetime = IN_TIME) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    os.utime(file, (when.timestamp(), when.timestamp()))


def write_evening(folder: Path) -> tuple[Path, Path]:
    """Write everything that came in below `folder`; return the folder of lists and the event file."""
    (folder / "event.yaml").write_text(EVENT, encoding="utf-8")
    with open(folder / "players.csv", "w", newline="", encoding="utf-8") as out:
        table = csv.writer(out)
        table.writerow(("First Name", "Last Name", "Email", "Language", "Team"))
        for number, name in enumerate(NAMES):
            first, _, last = name.partition(" ")
            team = f"Team {'ABCDEFGHIJ'[number % 10]}"
            table.writerow((first, last, get_address(number), LANGUAGES[number % 7], team))
    lists = folder / "lists"
    _write_folder(lists)
    _write_form(lists / "form.csv")
    _write_text_of_all(lists / "tourneykeeper.txt")
    return lists, folder / "event.yaml"


def _write_folder(lists: Path) -> None:
    """Write the lists of players 0 to 23: mails, files of eight habits, folders of versions."""
    others = sorted((ROOT / "examples" / "40k-10e" / "legal").glob("*.yaml"))
    for number in range(24):
        first, _, last = NAMES[number].partition(" ")
        text = make_list(number)
        if number < 6:
            write_file(lists / f"mail{number}.eml", make_mail(number, text, IN_TIME))
        elif number < 12:  # their own folders, as the server of an event writes them
            write_file(lists / NAMES[number] / "2026-11-26T201433.txt", make_list(number + 100))
            write_file(lists / NAMES[number] / "2026-11-27T101500.txt", text)
        elif number < 15:  # late
            write_file(lists / f"{first}_{last}.txt", text, LATE)
        elif number < 18:
            write_file(lists / f"{first.lower()}{last.lower()}2000.txt", text)
        elif number < 21:
            write_file(lists / f"{first} list final.txt", text)
        else:
            file = lists / f"{last.lower()}, {first.lower()}.yaml"
            write_file(file, others[number - 21].read_text(encoding="utf-8"))
    write_file(lists / "list (2).txt", make_list(990))  # nobody can say whose
    write_file(lists / "notes.txt", "Tables: 35\nbring chairs\n")


def _write_form(file: Path) -> None:
    """Write the answers of players 24 to 47, two of whom answered twice, one of them too late."""
    rows = [("Timestamp", "Email Address", "First and last name", "Paste your army list")]
    for number in range(24, 48):
        day = 20 + number % 7
        rows.append((f"11/{day}/2026 19:{number}:00", "", NAMES[number], make_list(number)))
    rows.append(("11/27/2026 19:59:00", "", NAMES[30], make_list(230)))
    rows.append(("11/27/2026 21:30:00", "", NAMES[31], make_list(231)))
    with open(file, "w", newline="", encoding="utf-8") as out:
        csv.writer(out).writerows(rows)


def _write_text_of_all(file: Path) -> None:
    """Write the text of all lists as TourneyKeeper exports it: players 48 to 59 have one there."""
    numbers = sorted(range(len(NAMES)), key=lambda number: (number % 10, NAMES[number].casefold()))
    parts = []
    for number in numbers:
        has_list = 48 <= number < 60
        parts.append(make_list(number) if has_list else f"{NAMES[number]} - no list entered\n")
    write_file(file, "\n".join(parts).replace("\n", "\r\n"))
