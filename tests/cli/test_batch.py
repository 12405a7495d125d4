"""Many lists at once: folders, archives, tables, events."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path

import pytest

from listbuilder.reports.check import CheckReport
from tests.cli.conftest import Call
from tests.cli.reports import report
from tests.formats.read import one_list_per_format
from tests.formats.read.test_formats import BATTLESCRIBE, zipped

_MONOLITH = (
    "Monolith (400 points)\n  • 4x Death ray\n    1x Particle whip\n    1x Portal of exile\n\n"
)
OVER = one_list_per_format.GW_A.replace("265", "1065").replace(
    "Exported", 2 * _MONOLITH + "Exported"
)
FENCED = "+++++++++++++++++++++++++\n+ PLAYER: Ann\n" + one_list_per_format.NR_GW.split("\n", 1)[1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "lists"
    place.mkdir()
    (place / "a.txt").write_text(FENCED, encoding="utf-8")
    (place / "b.txt").write_text(OVER, encoding="utf-8")
    (place / "c.txt").write_text(
        one_list_per_format.AOS_PLAIN.replace("Prosecutors", "Persecutors of Nobody"),
        encoding="utf-8",
    )
    (place / "d.rosz").write_bytes(zipped(BATTLESCRIBE))
    (place / "README.txt").write_text("Lists of Saturday\n")
    return place


def test_a_folder_of_mixed_formats(call: Call, folder: Path) -> None:
    done = call("check", str(folder))
    assert done.code == 2
    assert "4 lists: 1 illegal, 1 undecided, 2 legal" in done.out.splitlines()[-1]
    assert "skipped, no list in it: " in done.out
    for words in (
        ("a.txt", "Ann", "Necrons", "265", "LEGAL"),
        ("b.txt", "1065 / 1000", "ILLEGAL"),
        ("c.txt", "UNDECIDED"),
        ("d.rosz", "LEGAL"),
    ):
        row = next(line for line in done.out.splitlines() if words[0] in line)
        assert all(word in row for word in words), row


def test_the_table_as_csv(call: Call, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "table.csv"
    call("check", str(folder), "--csv", str(out))
    rows = list(csv.DictReader(io.StringIO(out.read_text(encoding="utf-8-sig"), newline="")))
    assert [(row["player"], row["points"], row["verdict"], row["format"]) for row in rows] == [
        ("Ann", "265", "legal", "nr-gw-text"), ("", "1065", "illegal", "gw-app-text"),
        ("", "490", "unread", "aos-app-text"), ("", "265", "legal", "battlescribe-rosz"),
    ]  # fmt: skip
    assert rows[1]["reason"].startswith("40K-02 1065 points; the limit is 1000")


def test_json_of_many(call: Call, folder: Path) -> None:
    rosters = json.loads(call("check", str(folder), "--format", "json").out)["rosters"]
    assert [(each["format"], each["verdict"]) for each in rosters] == [
        ("roster", "unread"), ("nr-gw-text", "legal"), ("gw-app-text", "illegal"), ("aos-app-text", "unread"),
        ("battlescribe-rosz", "legal"),
    ]  # fmt: skip
    assert (
        rosters[0]["file"].endswith("README.txt") and rosters[0]["unread"]
    )  # a program is told of every file
    assert rosters[1]["player"] == "Ann"


def test_an_archive_with_good_and_bad(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "event.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("ann/list.txt", one_list_per_format.GW_B)
        archive.writestr("bob.rosz", zipped(BATTLESCRIBE))
        archive.writestr("cy.zip", zipped(BATTLESCRIBE))
        archive.writestr("bomb.txt", b"0" * 9_000_000)
        archive.writestr("__MACOSX/x.txt", b"y")
        archive.writestr("photo.jpg", b"z")
    rosters = json.loads(call("check", str(file), "--format", "json").out)["rosters"]
    assert [(each["file"].removeprefix(f"{file}/"), each["verdict"]) for each in rosters] == [
        ("ann/list.txt", "legal"), ("bob.rosz", "legal"), ("cy.zip", "unread"), ("bomb.txt", "unread"),
        ("photo.jpg", "unread"),
    ]  # fmt: skip
    assert "archive inside an archive" in rosters[2]["unread"][0]["message"]
    assert "more than 8 MB" in rosters[3]["unread"][0]["message"]


def test_a_table_with_a_column_of_lists(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "lists.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, delimiter=";")
        writer.writerow(["Player", "Paid", "Their army"])
        writer.writerow(["Ann", "yes", one_list_per_format.GW_A])
        writer.writerow(["Bob", "no", ""])
        writer.writerow(["=cmd|' /C calc'!A0", "yes", one_list_per_format.AOS_DASHED])
    for extra in ((), ("--column", "their army")):
        rosters = json.loads(call("check", str(file), "--format", "json", *extra).out)["rosters"]
        assert [(each["file"].rpartition(":")[2], each["verdict"]) for each in rosters] == [
            ("row 2", "legal"),
            ("row 4", "legal"),
        ]
    table = call("check", str(file), "--csv", "-").out
    assert "'=cmd|" in table and "\n=cmd" not in table and ",=cmd" not in table
    missing = call("check", str(file), "--column", "Army list")
    assert missing.code == 2 and "no column seems to contain army lists" in missing.err


def test_many_lists_on_all_cores_come_in_order(call: Call, tmp_path: Path) -> None:
    place = tmp_path / "many"
    place.mkdir()
    for number in range(24):
        text = one_list_per_format.GW_A if number % 2 else one_list_per_format.AOS_DASHED
        (place / f"{number:02}.txt").write_text(text, encoding="utf-8")
    one = call("check", str(place), "--jobs", "1", "--format", "json")
    two = call("check", str(place), "--jobs", "2", "--format", "json")
    assert one.out == two.out
    assert (one.code, two.code) == (0, 0)


EVENT = """event: Saturday
system: warhammer-40k-10e
edition: 10th edition
points_as_of: 2026-05-20
points_limit: 1000
battle_size: incursion
legends: false
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "breach"),
    [
        ("", None),
        ("banned: [Overlord]\n", "Overlord is banned at this event"),
        ("banned: [veil-of-darkness]\n", "Veil of Darkness is banned at this event"),
        ("banned: [Awakened Dynasty]\n", "Awakened Dynasty is banned at this event"),
        ("required: [Monolith]\n", "Monolith is required at this event, but isn't in the list"),
        ("required: [Immortals]\n", None),
        ("limits: {Overlord: 0}\n", "1 × Overlord; the event allows 0 (1 over)"),
        (
            "limits: {character: 0, monolith: 1}\n",
            "1 × Character; the event allows 0 (1 over): Overlord",
        ),
        ("limits: {character: 1}\n", None),
        ("formats: [gw-app-text]\n", None),
    ],
)
def test_an_event(call: Call, tmp_path: Path, more: str, breach: str | None) -> None:
    event, file = tmp_path / "event.yaml", tmp_path / "list.txt"
    event.write_text(EVENT + more)
    file.write_text(one_list_per_format.GW_A, encoding="utf-8")
    done = call("check", str(file), "--event", str(event))
    assert done.code == (1 if breach else 0), done.err
    assert "Points as of 2026-05-20" in done.out
    assert breach is None or f"error: event: {breach}" in done.out


def test_another_form_than_asked_for_is_a_remark(call: Call, tmp_path: Path) -> None:
    event, file = tmp_path / "event.yaml", tmp_path / "list.txt"
    event.write_text(EVENT + "formats: [nr-wtc-full, roster]\n")
    file.write_text(one_list_per_format.GW_A, encoding="utf-8")
    said = "submitted as Warhammer 40,000 app; this event accepts New Recruit WTC, roster"
    done = call("check", str(file), "--event", str(event))
    assert done.code == 0 and f"warning: event: {said}" in done.out
    (one,) = json.loads(call("check", str(file), "--event", str(event), "--format", "json").out)[
        "rosters"
    ]
    assert one["verdict"] == "legal"
    assert [
        (each["severity"], each["message"]) for each in one["findings"] if each["code"] == "EVENT"
    ] == [("warning", said)]


def test_an_event_of_another_game_and_a_smaller_one(call: Call, tmp_path: Path) -> None:
    event, file = tmp_path / "event.yaml", tmp_path / "list.txt"
    event.write_text(EVENT.replace("1000", "200").replace("incursion", "strike-force"))
    file.write_text(one_list_per_format.GW_A, encoding="utf-8")
    (one,) = json.loads(call("check", str(file), "--event", str(event), "--format", "json").out)[
        "rosters"
    ]
    assert (one["verdict"], [(each["code"], each["name"]) for each in one["findings"] if each["code"] == "EVENT"]) == (
        "illegal", [("EVENT", "event-points"), ("EVENT", "event-battle-size")]
    )  # fmt: skip
    file.write_text(one_list_per_format.AOS_PLAIN, encoding="utf-8")
    assert (
        "this event plays Warhammer 40,000 (10th edition), not Age of Sigmar (4th edition)"
        in call("check", str(file), "--event", str(event)).out
    )


def test_a_wrong_event_file_is_a_sentence(call: Call, tmp_path: Path) -> None:
    event, file = tmp_path / "event.yaml", tmp_path / "list.txt"
    file.write_text(one_list_per_format.GW_A, encoding="utf-8")
    for text, said in (
        ("event: x\npoint_limit: 3\n", "point_limit"),
        ("event: x\nsystem: chess\n", "chess"),
        ("event: x\npoints_as_of: 2025-02-30\n", "2025-02-30"),
        ("event: x\nformats: [roster, gw-app]\n", "did you mean gw-app-text?"),
    ):
        event.write_text(text)
        done = call("check", str(file), "--event", str(event))
        assert done.code == 2 and said in done.err and str(event) in done.err


def test_a_folder_with_two_names_is_judged_under_its_own(call: Call, folder: Path) -> None:
    """A link to a folder that is walked anyway makes no list twice, and none unread; the name is the folder's own."""
    good, linked, elsewhere = folder / "good", folder / "a-link", folder.parent / "elsewhere"
    good.mkdir()
    elsewhere.mkdir()
    (folder / "d.rosz").rename(good / "d.rosz")
    (folder / "a.txt").rename(elsewhere / "a.txt")
    for each in (folder / "b.txt", folder / "c.txt"):
        each.unlink()
    linked.symlink_to("good")
    (folder / "in-a-circle").symlink_to(".")
    (folder / "other").symlink_to(elsewhere)
    done = call("check", str(folder))
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[-1] == "2 lists: 2 legal"
    told = [line.split()[1] for line in done.out.splitlines() if line.startswith("LEGAL ")]
    assert told == ["good/d.rosz", "other/a.txt"]
    again = "skipped: leads back to {}, which is already being read"
    assert f"{linked}: {again.format(good)}" in done.out
    assert f"{folder / 'in-a-circle'}: {again.format(folder)}" in done.out
    done = call("check", str(folder), "--format", "json")
    rows = report(done.out, CheckReport, "check")["rosters"]
    assert [each["file"] for each in rows] == [
        str(folder / "README.txt"),
        str(good / "d.rosz"),
        str(folder / "other" / "a.txt"),
    ]
    # the note is told as unread, and marked: it is no list, so the exit code does not speak of it
    assert done.code == 0 and [each.get("not_a_list", False) for each in rows] == [
        True,
        False,
        False,
    ]
