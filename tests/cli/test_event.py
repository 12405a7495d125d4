"""`event`: an organiser's folder of lists, from first to last."""

from __future__ import annotations

import csv
import html
import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from listbuilder.formats.printout import Printout
from listbuilder.formats.write import pdf
from listbuilder.i18n.messages import LANGS
from listbuilder.reports import DeskReport
from tests.cli.conftest import Call
from tests.event.conftest import GOOD, Desk
from tests.event.conftest import desk as desk
from tests.formats.write import tools
from tests.sources import ROOT

EXAMPLE = ROOT / "examples" / "event"

FILES: dict[str, str | bytes] = {
    "anna_schmidt.txt": GOOD,
    "second.txt": GOOD.replace("Overlord", "Overlordd with wings"),
    "jane smith.txt": GOOD.replace("Test dynasty", "Test <script>alert(1)</script>"),
}


def run(call: Call, folder: Path, *more: str) -> Any:
    return call("event", str(folder), "--rules", str(folder.parent / "event.yaml"), *more)


def report(out: Path) -> DeskReport:
    return DeskReport.model_validate_json((out / "results.json").read_bytes())


def test_a_desk_from_first_to_last(call: Call, desk: Desk, tmp_path: Path) -> None:
    out, folder = (
        tmp_path / "out",
        desk(FILES, "banned: [Monolith]\nlimits: {character: 1}\nformats: [roster]\n"),
    )
    done = run(call, folder, "-o", str(out), "--book")
    assert done.code == 2, done.err
    found = report(out)
    assert found.judged == 3
    assert {(each.file, each.player, each.group) for each in found.lists} == {
        ("second.txt", "田中太郎", "look"),
        ("anna_schmidt.txt", "Anna Schmidt", "warned"),
        ("jane smith.txt", "Jane Smith", "warned"),
    }
    texts = {each.player: [reason.text for reason in each.reasons] for each in found.lists}
    assert "the same list as Jane Smith" in texts["Anna Schmidt"]
    assert any(
        text.startswith("submitted as Warhammer 40,000 app") for text in texts["Anna Schmidt"]
    )
    assert [each.player for each in found.missing] == ["Max Late"]
    for each in found.lists:
        page = (out / str(each.page)).read_text(encoding="utf-8")
        assert "<script>alert" not in page and "default-src 'none'" in page
        assert (each.clean is None) == (each.verdict == "unread")
        assert each.clean is None or call("verify", str(out / each.clean)).out.splitlines()[
            0
        ].endswith("VALID")
    japanese = next(each for each in found.lists if each.player == "田中太郎")
    assert japanese.language == "ja" and "田中太郎様" in (out / str(japanese.message)).read_text(
        encoding="utf-8"
    )
    assert "not received your list" in (out / str(found.missing[0].message)).read_text(
        encoding="utf-8"
    )
    index = (out / "index.html").read_text(encoding="utf-8")
    assert "&lt;script" not in index and index.index("second.txt") < index.index("anna_schmidt.txt")
    assert (out / "book.pdf").read_bytes().startswith(b"%PDF")
    rows = list(csv.DictReader(io.StringIO((out / "results.csv").read_text(encoding="utf-8-sig"))))
    assert [row["group"] for row in rows] == ["look", "warned", "warned", "missing"]


def test_run_again_judges_only_what_is_new_and_says_so(
    call: Call, desk: Desk, tmp_path: Path
) -> None:
    out, folder = tmp_path / "out", desk(FILES)
    run(call, folder, "-o", str(out))
    assert run(call, folder, "-o", str(out)).code == 2 and report(out).judged == 0
    asked = out / str(report(out).missing[0].message)
    assert asked.is_file()
    desk({"max late.txt": GOOD.replace("Test", "Later")})
    (folder / "second.txt").write_text(GOOD, encoding="utf-8")
    (folder / "jane smith.txt").rename(folder / "jane-smith.txt")
    gone = next(each for each in report(out).lists if each.file == "second.txt")
    run(call, folder, "-o", str(out))
    now = report(out)
    assert now.judged == 3 and not now.missing
    assert (
        asked == out / "messages" / "max-late.txt"
        and "not received your list" not in asked.read_text(encoding="utf-8")
    )
    assert {each.file: each.news for each in now.lists} == {
        "anna_schmidt.txt": "",
        "second.txt": "again",
        "jane-smith.txt": "again",
        "max late.txt": "new",
    }
    assert (
        gone.page == "lists/田中太郎.html" and (out / gone.page).exists()
    )  # of the list that came in its place
    assert sorted(file.name for file in (out / "lists").iterdir()) == [
        "anna-schmidt.html", "jane-smith.html", "max-late.html", "田中太郎.html",
    ]  # fmt: skip
    (out / str(now.lists[0].page)).unlink()
    run(call, folder, "-o", str(out))
    assert report(out).judged == 1
    (folder.parent / "event.yaml").write_text("event: Sunday\n")
    run(call, folder, "-o", str(out))
    assert report(out).judged == 4


def test_two_lists_in_one_paste_are_two_of_the_desk_and_stay_so(
    call: Call, desk: Desk, tmp_path: Path
) -> None:
    out, folder = (
        tmp_path / "out",
        desk({"jane smith.txt": GOOD + "\n\n" + GOOD.replace("Test", "Other"), "anna.txt": GOOD}),
    )
    run(call, folder, "-o", str(out), "--book")
    first = report(out)
    assert first.judged == 3
    assert sorted(each.file for each in first.lists) == [
        "anna.txt",
        "jane smith.txt (1)",
        "jane smith.txt (2)",
    ]
    assert len({each.page for each in first.lists} | {each.message for each in first.lists}) == 6
    run(call, folder, "-o", str(out), "--book")
    again = report(out)
    assert again.judged == 0
    assert {(each.file, each.page) for each in again.lists} == {
        (each.file, each.page) for each in first.lists
    }
    desk({"jane smith.txt": GOOD})
    run(call, folder, "-o", str(out))
    assert sorted(each.file for each in report(out).lists) == ["anna.txt", "jane smith.txt"]
    gone = {each.page for each in first.lists if each.file.endswith(")")}
    assert not [page for page in gone if (out / str(page)).exists()]


def test_clean_pages_come_when_they_are_asked_for(call: Call, desk: Desk, tmp_path: Path) -> None:
    out, folder = tmp_path / "out", desk(FILES)
    cleans = []
    for option in ("--no-clean", "--clean", "--no-clean"):
        run(call, folder, "-o", str(out), option)
        found = report(out)
        cleans.append((found.judged, sum(each.clean is not None for each in found.lists)))
    assert cleans == [(3, 0), (2, 2), (0, 2)]  # the one that cannot be read has none


def test_a_damaged_state_is_a_sentence(call: Call, desk: Desk, tmp_path: Path) -> None:
    out, folder = tmp_path / "out", desk(FILES)
    run(call, folder, "-o", str(out))
    (out / "state.json").write_bytes(b"{\xff")
    done = run(call, folder, "-o", str(out))
    assert (done.code, report(out).judged) == (2, 3)
    assert "every list was checked again" in done.err


@pytest.mark.slow
def test_its_own_files_among_the_lists_are_no_lists(call: Call, desk: Desk) -> None:
    folder = desk(FILES)
    for name in ("event.yaml", "players.csv"):
        (folder.parent / name).rename(folder / name)
    for _ in range(2):
        call("event", str(folder), "--rules", str(folder / "event.yaml"), "-o", str(folder / "out"))
        assert len(report(folder / "out").lists) == 3


@pytest.mark.parametrize("kind", ["zip", "csv"])
def test_an_archive_and_a_table(call: Call, desk: Desk, tmp_path: Path, kind: str) -> None:
    desk({})
    file = tmp_path / f"lists.{kind}"
    if kind == "zip":
        with zipfile.ZipFile(file, "w") as made:
            made.writestr("../../anna_schmidt.txt", GOOD)
            made.writestr("/second.txt", GOOD + "\n")
    else:
        with open(file, "w", newline="", encoding="utf-8") as stream:
            csv.writer(stream).writerows(
                [
                    ["Player", "List"],
                    ["Anna Schmidt", GOOD],
                    ["田中太郎", GOOD],
                    ["Anna Schmidt", GOOD],
                ]
            )
    out = tmp_path / "out"
    for judged in (3, 0) if kind == "csv" else (2, 0):
        call("event", str(file), "--rules", str(tmp_path / "event.yaml"), "-o", str(out))
        found = report(out)
        assert found.judged == judged
        assert {each.player for each in found.lists} == {"Anna Schmidt", "田中太郎"}
    assert len({each.id for each in found.lists}) == len(found.lists)
    assert {file.name for file in tmp_path.iterdir()} == {
        "lists",
        file.name,
        "event.yaml",
        "players.csv",
        "out",
    }


def test_whatever_a_file_holds_it_is_a_row(call: Call, desk: Desk, tmp_path: Path) -> None:
    evil: dict[str, str | bytes] = {
        "a.rosz": b"PK\x03\x04broken",
        "b.yaml": b"\xff\xfe\x00",
        "=cmd|calc.txt": GOOD,
        "e\u202ecod.txt": GOOD.replace("Test dynasty", "x" * 3000),
        "<img src=x onerror=alert(1)>.txt": GOOD
        + "\n• 3x Nonsense </pre><script>alert(2)</script>",
    }
    out = tmp_path / "out"
    assert run(call, desk(evil), "-o", str(out)).code == 2
    assert len(report(out).lists) == 5
    for file in out.rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        assert "<img" not in text and "<script>alert" not in text and "\u202e" not in text
    cells = [
        cell
        for row in csv.reader(io.StringIO((out / "results.csv").read_text(encoding="utf-8-sig")))
        for cell in row
    ]
    assert "'=cmd|calc.txt" in cells and not any(cell.startswith("=") for cell in cells)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.slow_but(1)
def test_only_the_table_in_every_language(
    call: Call, desk: Desk, lang: str, tmp_path: Path
) -> None:
    folder = desk(FILES)
    done = run(call, folder, "--lang", lang)
    assert done.code == 2 and "Jane Smith" in done.out and "second.txt" in done.out
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "event.yaml",
        "lists",
        "players.csv",
    ]
    printed = json.loads(run(call, folder, "--lang", lang, "--format", "json").out)
    assert DeskReport.model_validate_json(json.dumps(printed)).lists[0].page is None


def test_an_event_file_says_what_is_wrong_with_it(call: Call, desk: Desk, tmp_path: Path) -> None:
    folder = desk(FILES)
    for more, said in (
        ("deadline: tomorrow\n", "date and time"),
        ("limits: {Monolith: -1}\n", "-1"),
        ("players: none.csv\n", "none.csv"),
    ):
        (tmp_path / "event.yaml").write_text("event: x\n" + more)
        done = run(call, folder)
        assert done.code == 2 and said in done.err, more


def test_whatever_somebody_is_called_what_is_wrong_has_room(
    call: Call, desk: Desk, tmp_path: Path
) -> None:
    long = "Long " * 50
    folder = desk({f"{long}.txt": GOOD}, "banned: [Overlord]\n", f"player\n{long}\n")
    lines = run(call, folder).out.splitlines()
    assert any("Long Long" in line and "Overlord is banned" in line for line in lines)
    assert max(map(len, lines)) <= 160


@pytest.mark.slow
def test_the_book_calls_a_list_what_the_desk_calls_it(
    call: Call, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: list[Printout] = []

    def book(contents: list[tuple[list[str], Printout]], *_: object) -> bytes:
        printed.extend(sheet for _, sheet in contents)
        return b""

    monkeypatch.setattr(pdf, "write_book", book)
    run(
        call,
        desk({"anna_schmidt.txt": GOOD}, "banned: [Overlord]\n"),
        "-o",
        str(tmp_path / "out"),
        "--book",
    )
    verdict = printed[0].verdict
    assert (verdict.kind, verdict.word) == ("illegal", "ILLEGAL")
    assert [(each.code, each.message) for each in verdict.reasons] == [
        ("EVENT", "Overlord is banned at this event")
    ]


@pytest.mark.slow
def test_the_contents_of_the_book_say_on_which_page_a_list_begins(
    call: Call, desk: Desk, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    run(call, desk(FILES), "-o", str(out), "--book")
    book = out / "book.pdf"
    pages = tools.run("pdftotext", "-layout", book, "-").split("\f")
    said = dict(re.findall(r"^ ?(\S.*?) {2,}Necrons .*(?<=[A-Z]) +(\d+)$", pages[0], re.MULTILINE))
    assert set(said) == {"Anna Schmidt", "Jane Smith"}, pages[0]
    for player, page in said.items():
        assert player in pages[int(page) - 1] and "Awakened Dynasty" in pages[int(page) - 1]


def test_who_handed_in_two_lists_is_asked_which_one_counts(
    call: Call, desk: Desk, tmp_path: Path
) -> None:
    """Each is legal, and still something needs to be done; when one is gone, nothing does."""
    other = GOOD.replace("Test", "Other")
    out, folder = tmp_path / "out", desk({"anna schmidt.txt": GOOD, "Anna Schmidt <2>.txt": other})

    def told() -> dict[str, str]:
        found = {
            each.file: (out / str(each.message)).read_text(encoding="utf-8")
            for each in report(out).lists
        }
        for each in report(out).lists:
            page = (out / str(each.page)).read_text(encoding="utf-8")
            assert (
                html.unescape(page.partition('<pre class="message">')[2].partition("</pre>")[0])
                == found[each.file]
            )
        return found

    run(call, folder, "-o", str(out))
    for file, text in told().items():
        first, second = sorted(told(), key=lambda each: each != file)
        assert (
            f"We have 2 lists from you: {first}, {second}. Please tell us which one counts. This message is about {file}."
            in text
        )
        assert "The list is legal." in text and "don't need to do anything" not in text
    run(call, folder, "-o", str(out))
    assert report(out).judged == 0 and "2 lists from you" in told()["anna schmidt.txt"]
    (folder / "Anna Schmidt <2>.txt").unlink()
    run(call, folder, "-o", str(out))
    assert report(out).judged == 0 and list(told()) == ["anna schmidt.txt"]
    assert (
        "2 lists" not in told()["anna schmidt.txt"]
        and "don't need to do anything" in told()["anna schmidt.txt"]
    )


def test_what_only_the_event_forbids_is_mended_too(call: Call, desk: Desk, tmp_path: Path) -> None:
    """The limit says which units it counts, and the message what to do about it."""
    rules = "points_limit: 2000\nlimits: {battleline: 1}\nbanned: [veil-of-darkness]\nformats: [roster]\n"
    out, folder = tmp_path / "out", desk({"anna schmidt.txt": GOOD}, rules)
    run(call, folder, "-o", str(out))
    (one,) = report(out).lists
    assert one.group == "ask"
    assert [each.text for each in one.reasons if each.code == "EVENT"] == [
        "Veil of Darkness is banned at this event",
        "2 × Battleline; the event allows 1 (1 over): Immortals, Necron Warriors",
        "submitted as Warhammer 40,000 app; this event accepts roster",
        "this list is for 1000 points; the event is 2000",
    ]
    assert one.fix == ["Remove Veil of Darkness from Overlord (-20)", "Remove Immortals (-70)"]
    assert all(
        f"- {each}" in (out / str(one.message)).read_text(encoding="utf-8") for each in one.fix
    )


def test_a_remark_is_no_reason_to_do_nothing(call: Call, desk: Desk, tmp_path: Path) -> None:
    out, folder = tmp_path / "out", desk({"anna schmidt.txt": GOOD}, "formats: [roster]\n")
    run(call, folder, "-o", str(out))
    text = (out / str(report(out).lists[0].message)).read_text(encoding="utf-8")
    assert (
        "The list is legal.\n\nPlease also check:\n- submitted as Warhammer 40,000 app; this event accepts roster\n"
        in text
    )


def test_answers_of_a_form_say_when_they_came(call: Call, desk: Desk, tmp_path: Path) -> None:
    """As spreadsheets of forms have it: the time, the name, the list. However long a name is, it is one of the roster."""
    folder, out = (
        desk({}, "deadline: 2026-05-30 20:00\n", players=f"player\nAnna Schmidt\n{'x' * 300}\n"),
        tmp_path / "out",
    )
    rows = [["Timestamp", "Name", "Army List"], ["5/30/2026 19:59:59", "Anna Schmidt ", GOOD]]
    rows += [
        ["5/30/2026 20:01:00", "x" * 300, GOOD.replace("Test", "Other")],
        ["5/3/2026 9:00:00", "  ", "nothing\nto see\n"],
    ]
    with (folder / "answers.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    run(call, folder, "-o", str(out))
    found = {each.handed_in: each for each in report(out).lists}
    assert {when: each.known for when, each in found.items()} == {
        "2026-05-30 19:59": True, "2026-05-30 20:01": True, "2026-05-03 09:00": False,
    }  # fmt: skip
    late = "dated 2026-05-30 20:01, after the deadline of 2026-05-30 20:00"
    assert [
        when for when, each in found.items() if late in [reason.text for reason in each.reasons]
    ] == ["2026-05-30 20:01"]
    assert not report(out).missing and found["2026-05-03 09:00"].player == ""


def test_a_narrow_terminal_has_a_block_for_each_list(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first to ask first; how many there are above, names alone for what needs nothing."""
    monkeypatch.setenv("COLUMNS", "80")
    done = call("event", str(EXAMPLE / "lists"), "--rules", str(EXAMPLE / "event.yaml"))
    lines = done.out.splitlines()
    assert lines[0].startswith("Winter Open · 2026-12-05 · ")
    assert "4 lists: 2 to ask, 1 to check, 1 legal; 1 player without a list" in lines
    place = next(
        number for number, line in enumerate(lines) if line.startswith("ASK    Jane Smith · ")
    )
    assert lines[place].endswith("  jane-smith.txt") and len(lines[place]) == 80
    assert lines[place + 1 : place + 3] == [
        "       Commander Shadowsun is banned at this event",
        "       fix remove Commander Shadowsun (-100); make Cadre Fireblade the Warlord",
    ]
    assert any(line.startswith("       line 11: no enhancement ") for line in lines)
    assert (
        "come from the units above" not in done.out and "comes from the units above" not in done.out
    )
    assert lines[-4:-1] == ["NO LIST  王小明", "LEGAL    Anna Schmidt", ""]
    assert lines[-1].endswith("messages and pages: add -o desk/")


def test_no_file_name_begins_a_line_of_a_narrow_terminal(
    call: Call, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It could look like a line of the desk: LEGAL and the name of another player."""
    monkeypatch.setenv("COLUMNS", "50")
    folder = desk(
        {"LEGAL    Anna Schmidt.txt": GOOD},
        "banned: [Overlord]\n",
        "player,file\nJane Smith,LEGAL    Anna Schmidt.txt\n",
    )
    lines = run(call, folder).out.splitlines()
    assert any("LEGAL    Anna Schmidt" in line for line in lines)
    assert [line for line in lines if line.startswith("LEGAL")] == []
