"""The files of an event: called as its players are, and the pages to publish say what the desk says."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.reports import DeskReport
from tests.cli.conftest import Call
from tests.cli.test_event import report, run
from tests.event.conftest import GOOD, Desk
from tests.event.conftest import desk as desk

ROSTER = """\
system: warhammer-40k-10e
name: Test
faction: necrons
battle_size: incursion
detachment: awakened-dynasty
units:
  - {datasheet: overlord, warlord: true}
"""


def names(out: Path, folder: str) -> list[str]:
    return sorted(file.name for file in (out / folder).iterdir())


def pages(found: DeskReport) -> dict[str, str]:
    return {each.file: str(each.page) for each in found.lists}


def test_files_are_called_as_their_players(call: Call, desk: Desk, tmp_path: Path) -> None:
    out = tmp_path / "out"
    files = {
        "anna schmidt.txt": GOOD,
        "second.txt": GOOD.replace("Test", "Second"),
        "nobody knows (2).txt": GOOD.replace("Test", "Third"),
        "CON.txt": GOOD.replace("Test", "Fourth"),
    }
    run(call, desk(files), "-o", str(out))
    found = report(out)
    con = next(each for each in found.lists if each.file == "CON.txt")
    assert names(out, "lists") == sorted(
        ["anna-schmidt.html", "nobody-knows-2.html", "田中太郎.html", f"con-{con.id[:8]}.html"]
    )
    assert names(out, "messages") == sorted(
        [
            "anna-schmidt.txt",
            "nobody-knows-2.txt",
            "田中太郎.txt",
            f"con-{con.id[:8]}.txt",
            "jane-smith.txt",
            "max-late.txt",
        ]
    )
    assert names(out, "clean") == names(out, "lists")
    assert 'href="../clean/anna-schmidt.html"' in (out / "lists" / "anna-schmidt.html").read_text(
        encoding="utf-8"
    )
    assert 'href="lists/anna-schmidt.html"' in (out / "index.html").read_text(encoding="utf-8")
    for each in found.lists:
        assert all((out / str(file)).is_file() for file in (each.page, each.message, each.clean))


def test_an_id_tells_two_lists_of_one_player_apart_and_goes_with_one_of_them(
    call: Call, desk: Desk, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    folder = desk({"anna schmidt.txt": GOOD})
    run(call, folder, "-o", str(out))
    assert pages(report(out)) == {"anna schmidt.txt": "lists/anna-schmidt.html"}
    desk({"new/anna schmidt 2.txt": GOOD.replace("Test", "Second")})
    run(call, folder, "-o", str(out))
    found = report(out)
    assert found.judged == 1
    assert pages(found) == {
        each.file: f"lists/anna-schmidt-{each.id[:8]}.html" for each in found.lists
    }
    for each in found.lists:
        assert f'href="../{each.clean}"' in (out / str(each.page)).read_text(encoding="utf-8")
        assert (out / str(each.clean)).is_file() and (out / str(each.message)).is_file()
    assert len(names(out, "lists")) == len(names(out, "clean")) == 2
    (folder / "anna schmidt.txt").unlink()
    run(call, folder, "-o", str(out))
    assert report(out).judged == 0
    assert names(out, "lists") == names(out, "clean") == ["anna-schmidt.html"]


def test_what_an_older_version_wrote_goes(call: Call, desk: Desk, tmp_path: Path) -> None:
    """Its state is of another layout, and its files are called by ids."""
    out, folder = tmp_path / "out", desk({"anna schmidt.txt": GOOD})
    run(call, folder, "-o", str(out))
    found = report(out).lists[0]
    (out / "lists" / "anna-schmidt.html").rename(out / "lists" / f"{found.id}.html")
    text = (out / "state.json").read_text(encoding="utf-8")
    (out / "state.json").write_text(
        text.replace('"stem":"anna-schmidt",', "").replace('"layout":3', '"layout":2'),
        encoding="utf-8",
    )
    run(call, folder, "-o", str(out))
    assert names(out, "lists") == ["anna-schmidt.html"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules", ["banned: [Overlord]\n", "limits: {character: 0}\n", "points_limit: 100\n"]
)
def test_a_clean_page_says_what_the_desk_says(
    call: Call, desk: Desk, tmp_path: Path, rules: str
) -> None:
    out = tmp_path / "out"
    run(call, desk({"anna schmidt.txt": GOOD}, rules), "-o", str(out))
    (found,) = report(out).lists
    page = (out / str(found.clean)).read_text(encoding="utf-8")
    assert found.verdict == "illegal"
    assert "ILLEGAL" in page and found.reasons[0].text in page and "Anna Schmidt" in page
    checked = call("verify", str(out / str(found.clean)))
    assert (
        checked.out.splitlines()[0].endswith("VALID")
        and f"at an event: {found.reasons[0].text}" in checked.out
    )


def test_a_clean_page_of_a_legal_list_is_legal_and_named(
    call: Call, desk: Desk, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    run(call, desk({"second.txt": GOOD}, "points_limit: 1000\nformats: [roster]\n"), "-o", str(out))
    (found,) = report(out).lists
    page = (out / str(found.clean)).read_text(encoding="utf-8")
    assert (found.verdict, found.group) == ("legal", "warned")
    assert (
        "LEGAL" in page
        and "ILLEGAL" not in page
        and "田中太郎" in page
        and "submitted as" not in page
    )


def test_every_missing_player_has_a_message_of_their_own(
    call: Call, desk: Desk, tmp_path: Path
) -> None:
    """Two of one name, names that differ in case alone, and names that Windows gives to devices."""
    out = tmp_path / "out"
    players = [
        "Anna Schmidt,en",
        "Anna Schmidt,zh",
        "Missing One,en",
        "missing  one,ja",
        "AUX,en",
        "COM²,en",
        "💀,en",
        "💀💀,ja",
    ]
    folder = desk({"jane smith.txt": GOOD})
    (folder / "players.csv").write_text("\n".join(["player,language", *players]), encoding="utf-8")
    run(call, folder, "-o", str(out), "--players", str(folder / "players.csv"))
    missing = report(out).missing
    assert [each.player for each in missing] == [each.rpartition(",")[0] for each in players]
    files = [str(each.message) for each in missing]
    assert len(set(map(str.casefold, files))) == len(players)
    assert not {"messages/aux.txt", "messages/com².txt"} & set(files)
    for each in missing:
        text = (out / str(each.message)).read_text(encoding="utf-8")
        assert each.player in text and any("\u3040" < letter < "\u30ff" for letter in text) == (
            each.language == "ja"
        )


def test_a_file_of_a_player_says_which_of_two_of_one_name_it_is(
    call: Call, desk: Desk, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    folder = desk({"one.txt": GOOD, "two.yaml": ROSTER})
    table = folder / "players.csv"
    for rows, missing in (
        ("Anna,one.txt\nAnna,two.yaml\n", 0),
        ("Anna,one.txt\nAnna,two.yaml\nAnna,three.txt\n", 1),
    ):
        table.write_text(f"player,file\n{rows}", encoding="utf-8")
        run(call, folder, "-o", str(out), "--players", str(table))
        found = report(out)
        assert [(each.player, each.group) for each in found.lists] == [
            ("Anna", "legal"),
            ("Anna", "legal"),
        ]
        assert len(found.missing) == missing
        assert (out / "messages").exists() and len(
            list((out / "messages").iterdir())
        ) == 2 + missing


@pytest.mark.parametrize("player", ["CON", "com¹", "index", "Lpt9 "])
def test_no_file_has_the_name_of_a_device(
    call: Call, desk: Desk, tmp_path: Path, player: str
) -> None:
    out = tmp_path / "out"
    folder = desk({"list.yaml": ROSTER.replace("name:", f"player: {player}\nname:")})
    run(call, folder, "-o", str(out))
    (found,) = report(out).lists
    stem = player.strip().casefold()
    assert Path(str(found.page)).stem == f"{stem}-{found.id[:8]}"


@pytest.mark.slow
def test_of_thousands_of_players_some_are_named(call: Call, desk: Desk, tmp_path: Path) -> None:
    out = tmp_path / "out"
    folder = desk(
        {"list.yaml": ROSTER},
        players="player\n" + "\n".join(f"Player {number:04}" for number in range(2000)),
    )
    done = run(call, folder, "-o", str(out))
    assert done.out.count("Player 0") == 400 and "1600 more" in done.out.replace("\n", " ")
    assert len(report(out).missing) == 2000
    assert (out / "index.html").read_text(encoding="utf-8").count("Player ") >= 2000
