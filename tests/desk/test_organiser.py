"""The live desk: groups, fixes, notes, late lists, versions, messages, publishing, and the folder as the truth."""

from __future__ import annotations

import csv
import email
import email.policy
import io
import json
import time
from pathlib import Path
from typing import Any

import pytest

from listbuilder.cli.main import run
from tests.desk.conftest import LEGAL, Desk, OpenDesk, get_token, send
from tests.desk.test_hand_in import LEGAL_10E_TOO_DEAR, OTHER


def wait_until_checked(desk: Desk) -> str:
    """Return the page of the desk once every list is checked."""
    for _ in range(200):
        if not desk.state.board.count_unchecked():
            return desk.read_desk()
        time.sleep(0.02)
    raise AssertionError("lists are still being checked")


def post(desk: Desk, path: str, **fields: str) -> Any:
    token = get_token(desk.read_desk())
    return desk.main.post(desk.address + path, data={"token": token, **fields})


def row_of(page: str, player: str) -> str:
    """Return the row of the table that is about a player."""
    return next(row for row in page.split("<tr ")[1:] if player in row)


def test_groups_and_the_fix_in_the_row(desk: Desk) -> None:
    send(desk.enter("Anna Schmidt"), "/hand-in", text=LEGAL_10E_TOO_DEAR)
    send(desk.enter("Björn Åkesson"), "/hand-in", text=LEGAL)
    page = wait_until_checked(desk)
    row = row_of(page, "Anna Schmidt")
    assert row.startswith('class="ask"')
    assert "→" in row
    assert "Accept as it is" in row
    assert "Winter &lt;Open&gt;" in page
    assert "Jo Smith" in page.split('id="missing"')[1]


def test_a_list_is_accepted_with_a_note(desk: Desk) -> None:
    send(desk.enter("Anna Schmidt"), "/hand-in", text=LEGAL_10E_TOO_DEAR)
    wait_until_checked(desk)
    key = desk.list_files()[0]
    post(desk, "/note", list=key, what="accept", note="agreed <b>by</b> mail: 'yes'")
    row = row_of(desk.read_desk(), "Anna Schmidt")
    assert row.startswith('class="legal"')
    assert "accepted 2026-11-20 20:14" in row
    assert "agreed &lt;b&gt;by&lt;/b&gt; mail" in row
    notes = (desk.folder / "notes.yaml").read_text(encoding="utf-8")
    assert "accepted: 2026-11-20 20:14" in notes
    post(desk, "/note", list=key, what="withdraw")
    assert row_of(desk.read_desk(), "Anna Schmidt").startswith('class="ask"')


def test_notes_survive_a_restart(open_desk: OpenDesk) -> None:
    desk = open_desk()
    send(desk.enter("Anna Schmidt"), "/hand-in", text=LEGAL_10E_TOO_DEAR)
    wait_until_checked(desk)
    post(desk, "/note", list=desk.list_files()[0], what="asked", note="twice: #1")
    again = open_desk()
    assert again.state.secret == desk.state.secret
    row = row_of(wait_until_checked(again), "Anna Schmidt")
    assert "asked 2026-11-20 20:14" in row
    assert "twice: #1" in row


def test_a_late_list_counts_only_if_it_is_accepted(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = desk.enter("Anna Schmidt")
    send(anna, "/hand-in", text=LEGAL)
    desk.set_time("2026-12-02 08:00", monkeypatch)
    send(anna, "/hand-in", text=OTHER)
    late = "Anna Schmidt/2026-12-02T080000.txt"
    page = wait_until_checked(desk)
    assert "2026-12-02T080000" not in page
    assert "late, doesn&#39;t count" in desk.main.get(f"{desk.address}/list/{late}").text
    post(desk, "/note", list=late, what="accept")
    assert "2026-12-02T080000" in wait_until_checked(desk)
    assert "This list counts" in anna.get("/").text
    assert "Handed in on 2026-12-02 08:00" in anna.get("/").text


def test_versions_with_what_changed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = desk.enter("Anna Schmidt")
    send(anna, "/hand-in", text=LEGAL_10E_TOO_DEAR)
    desk.set_time("2026-11-21 09:00", monkeypatch)
    send(anna, "/hand-in", text=LEGAL_10E_TOO_DEAR.replace("  - {datasheet: monolith}\n", "", 1))
    page = desk.main.get(f"{desk.address}/list/Anna%20Schmidt/2026-11-21T090000.txt").text
    assert "replaced" in page
    assert "what changed" in page
    diff = desk.main.get(f"{desk.address}/diff/Anna%20Schmidt/2026-11-21T090000.txt").text
    assert "Monolith" in diff
    first = desk.main.get(f"{desk.address}/diff/Anna%20Schmidt/2026-11-20T201400.txt")
    assert first.status_code == 404
    source = desk.main.get(f"{desk.address}/source/Anna%20Schmidt/2026-11-20T201400.txt")
    assert source.text == LEGAL_10E_TOO_DEAR


def test_the_message_to_a_player(open_desk: OpenDesk) -> None:
    players = "player,language,email\n田中太郎,ja,tanaka@example.org\nBjörn Åkesson,en,\n"
    desk = open_desk(players=players)
    send(desk.enter("田中太郎"), "/hand-in", text=LEGAL_10E_TOO_DEAR)
    key = desk.list_files()[0]
    page = desk.main.get(f"{desk.address}/list/{key}").text
    assert "田中太郎様" in page
    assert 'href="mailto:' in page
    raw = desk.main.get(f"{desk.address}/message/{key}")
    mail = email.message_from_bytes(raw.content, policy=email.policy.default)
    assert "田中太郎様" in mail.get_content()
    assert "Winter <Open>" in str(mail["Subject"])


def test_nothing_is_published_before_its_time(
    open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.desk.conftest import EVENT

    desk = open_desk(EVENT + "publish: 2026-12-01 21:00\n")
    send(desk.enter("Anna Schmidt"), "/hand-in", text=LEGAL)
    wait_until_checked(desk)
    visitor = desk.in_loop()
    assert "1 December 2026, 21:00" in visitor.get("/").text
    for path in ("/lists", "/lists/anna-schmidt", "/lists.json", "/lists.csv", "/lists.pdf"):
        assert visitor.get(path).status_code == 404, path
    desk.set_time("2026-12-01 21:00", monkeypatch)
    assert "Anna Schmidt" in visitor.get("/lists").text
    assert "/lists" in visitor.get("/").text


def test_what_is_published(desk: Desk) -> None:
    send(desk.enter("Anna Schmidt"), "/hand-in", text=legal_list())
    send(desk.enter("Björn Åkesson"), "/hand-in", text=LEGAL_10E_TOO_DEAR)
    wait_until_checked(desk)
    post(desk, "/publish", what="publish")
    visitor = desk.in_loop()
    index = visitor.get("/lists").text
    assert 'href="/lists/anna-schmidt"' in index
    assert "Necrons" in index
    assert "not settled yet" in index
    page = visitor.get("/lists/anna-schmidt")
    assert "Anna Schmidt" in page.text
    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    assert "script-src" not in page.headers["content-security-policy"]
    lists = json.loads(visitor.get("/lists.json").text)["lists"]
    assert [(each["player"], each["verdict"]) for each in lists] == [
        ("Anna Schmidt", "legal"),
        ("Björn Åkesson", ""),
    ]
    rows = list(csv.DictReader(io.StringIO(visitor.get("/lists.csv").content.decode("utf-8-sig"))))
    assert [row["faction"] for row in rows] == ["Necrons", "Necrons"]
    book = visitor.get("/lists.pdf")
    assert book.content.startswith(b"%PDF")
    post(desk, "/publish", what="hide")
    assert visitor.get("/lists").status_code == 404


def legal_list() -> str:
    """Return a list that is legal at the event."""
    from tests.sources import ROOT

    file = ROOT / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"
    return file.read_text(encoding="utf-8").replace("player: Example\n", "")


def test_results_as_event_writes_them(desk: Desk) -> None:
    send(desk.enter("Anna Schmidt"), "/hand-in", text=LEGAL)
    wait_until_checked(desk)
    found = json.loads(desk.main.get(f"{desk.address}/results.json").text)
    assert [row["player"] for row in found["lists"]] == ["Anna Schmidt"]
    assert len(found["missing"]) == 4
    assert desk.main.get(f"{desk.address}/results.csv").content.startswith(b"\xef\xbb\xbfgroup")
    codes = desk.main.get(f"{desk.address}/codes.csv").content.decode("utf-8-sig")
    assert desk.state.codes.get_code("Anna Schmidt") in codes


def test_event_works_on_the_folder_without_the_server(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    send(desk.enter("Anna Schmidt"), "/hand-in", text=LEGAL)
    send(desk.enter("田中太郎"), "/hand-in", text=LEGAL)
    rules = str(desk.folder / "event.yaml")
    run(["event", str(desk.folder / "lists"), "--rules", rules, "--format", "json"])
    found = json.loads(capsys.readouterr().out)
    assert {row["player"] for row in found["lists"]} == {"Anna Schmidt", "田中太郎"}


def test_a_list_put_into_the_folder_by_hand(desk: Desk) -> None:
    folder = desk.folder / "lists" / "Anna Schmidt"
    folder.mkdir(parents=True)
    (folder / "from-a-mail.txt").write_text(LEGAL, encoding="utf-8")
    (desk.folder / "lists" / "björn-åkesson.txt").write_text(OTHER, encoding="utf-8")
    for _ in range(300):
        page = desk.read_desk()
        if "from-a-mail" in page and "björn-åkesson.txt" in page:
            break
        time.sleep(0.05)
    assert row_of(page, "Björn Åkesson")
    assert "Jo Smith" in page.split('id="missing"')[1]
    assert "Anna Schmidt" not in page.split('id="missing"')[1]


def test_changes_are_told_to_an_open_desk(desk: Desk) -> None:
    board = desk.state.board
    seen = board.changes
    assert desk.main.portal is not None
    waiting = desk.main.portal.start_task_soon(board.wait_for_change, seen, 20.0)
    send(desk.enter("Anna Schmidt"), "/hand-in", text=LEGAL)
    assert waiting.result(timeout=20) != seen


def test_a_damaged_file_of_notes_is_told(open_desk: OpenDesk, tmp_path: Path) -> None:
    from listbuilder.model.problem import Unreadable

    folder = tmp_path / "event"
    folder.mkdir()
    (folder / "notes.yaml").write_text("lists: [1, 2]\n")
    with pytest.raises(Unreadable):
        open_desk()
