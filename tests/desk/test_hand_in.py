"""A player hands in, looks at the verdict, takes the fix, hands in again, comes late, or isn't who he says."""

from __future__ import annotations

import re
from html import unescape

import pytest

from listbuilder.desk.processes import NoAnswer, TooBusy
from listbuilder.desk.wording import WORDS
from listbuilder.i18n.messages import LANGS, PLAYER_LANGS, Lang, load_texts
from tests.desk.conftest import EVENT, LEGAL, Desk, OpenDesk, get_token, send

OTHER = LEGAL.replace("Test dynasty", "Second dynasty")


def test_a_list_is_handed_in(desk: Desk) -> None:
    anna = desk.enter("Anna Schmidt")
    assert "You haven&#39;t handed in a list yet." in anna.get("/").text
    page = send(anna, "/hand-in", text=LEGAL)
    assert page.status_code == 200
    assert "Handed in on 2026-11-20 20:14. This list counts." in page.text
    assert desk.list_files() == ["Anna Schmidt/2026-11-20T201400.txt"]
    written = (desk.folder / "lists" / desk.list_files()[0]).read_text(encoding="utf-8")
    assert written.strip() == LEGAL.strip()
    assert anna.get("/mine/2026-11-20T201400.txt").text == written


def test_a_verdict_is_shown_and_nothing_is_kept(desk: Desk) -> None:
    anna = desk.enter("Anna Schmidt")
    page = send(anna, "/check", text=LEGAL, headers={"hx-request": "true"})
    assert page.text.startswith('<section id="verdict"')
    assert 'class="verdict ' in page.text
    assert desk.list_files() == []


def test_whole_page_without_scripts(desk: Desk) -> None:
    anna = desk.enter("Anna Schmidt")
    page = send(anna, "/check", text=LEGAL)
    assert "<textarea" in page.text
    assert "Test dynasty" in page.text


def test_the_fix_is_taken(desk: Desk) -> None:
    illegal = LEGAL_10E_TOO_DEAR
    anna = desk.enter("Anna Schmidt")
    page = send(anna, "/check", text=illegal, headers={"hx-request": "true"})
    assert "ILLEGAL" in page.text
    assert "Use this fix" in page.text
    fixed = send(anna, "/fix", text=illegal, headers={"hx-request": "true"})
    assert '<p class="verdict legal">' in fixed.text
    text = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", fixed.text, re.DOTALL)
    assert text
    assert desk.list_files() == []


LEGAL_10E_TOO_DEAR = """\
system: warhammer-40k-10e
name: Too dear
faction: necrons
battle_size: incursion
detachment: awakened-dynasty
units:
  - {datasheet: overlord, warlord: true}
  - {datasheet: monolith}
  - {datasheet: monolith}
  - {datasheet: necron-warriors, models: 20}
"""


def test_the_last_in_time_counts(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = desk.enter("Anna Schmidt")
    send(anna, "/hand-in", text=LEGAL)
    desk.set_time("2026-11-21 09:00", monkeypatch)
    page = send(anna, "/hand-in", text=OTHER)
    assert "Handed in on 2026-11-21 09:00. This list counts." in page.text
    desk.set_time("2026-12-01 20:01", monkeypatch)
    page = send(anna, "/hand-in", text=LEGAL)
    assert "The deadline has passed." in page.text
    assert "Handed in on 2026-11-21 09:00. This list counts." in page.text
    assert desk.list_files() == [
        "Anna Schmidt/2026-11-20T201400.txt",
        "Anna Schmidt/2026-11-21T090000.txt",
        "Anna Schmidt/2026-12-01T200100.txt",
    ]


def test_only_late(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.set_time("2026-12-01 20:01", monkeypatch)
    page = send(desk.enter("Anna Schmidt"), "/hand-in", text=LEGAL)
    assert "It counts only if the organiser accepts it." in page.text
    assert "This list counts" not in page.text


def test_the_same_text_is_not_written_twice(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = desk.enter("Anna Schmidt")
    send(anna, "/hand-in", text=LEGAL)
    desk.set_time("2026-11-21 09:00", monkeypatch)
    page = send(anna, "/hand-in", text=LEGAL.replace("\n", "\r\n"))
    assert "Nothing has changed." in page.text
    assert len(desk.list_files()) == 1


def test_two_in_one_second(desk: Desk) -> None:
    anna = desk.enter("Anna Schmidt")
    send(anna, "/hand-in", text=LEGAL)
    send(anna, "/hand-in", text=OTHER)
    assert desk.list_files() == [
        "Anna Schmidt/2026-11-20T201400-1.txt",
        "Anna Schmidt/2026-11-20T201400.txt",
    ]
    page = anna.get("/").text
    counts = re.search(r"mine/([^\"]+)\">[^<]+</a> <span class=\"mark\">this one counts", page)
    assert counts and counts[1] == "2026-11-20T201400-1.txt"


def test_a_file_is_uploaded(desk: Desk) -> None:
    anna = desk.enter("Anna Schmidt")
    send(anna, "/hand-in", text="", files={"file": ("../../etc/passwd.txt", LEGAL.encode())})
    send(anna, "/hand-in", text="", files={"file": ("x.ROSZ", b"PK\x03\x04 damaged")})
    send(anna, "/hand-in", text="", files={"file": ("x.exe", b"MZ\x00\xff")})
    assert desk.list_files() == [
        "Anna Schmidt/2026-11-20T201400-1.txt",
        "Anna Schmidt/2026-11-20T201400.rosz",
        "Anna Schmidt/2026-11-20T201400.txt",
    ]
    assert not (desk.folder.parent / "etc").exists()
    raw = anna.get("/mine/2026-11-20T201400-1.txt")
    assert raw.headers["content-type"] == "application/octet-stream"
    assert raw.headers["content-disposition"].startswith("attachment")
    assert raw.headers["x-content-type-options"] == "nosniff"


def test_nothing_in_the_form(desk: Desk) -> None:
    anna = desk.enter("Anna Schmidt")
    assert "Please paste a list" in send(anna, "/hand-in", text=" \r\n ").text
    assert "Please paste a list" in send(anna, "/check", text="").text
    assert desk.list_files() == []


@pytest.mark.parametrize("code", ["", "AAAA-AAAA", "no code at all, but very long " * 20, "é"])
def test_a_wrong_code(desk: Desk, code: str) -> None:
    anna = desk.enter("Anna Schmidt", code)
    page = anna.get("/").text
    assert "The code that you were sent" in page
    assert anna.post("/hand-in", data={"text": LEGAL, "token": get_token(page)}).status_code == 403
    assert desk.list_files() == []


def test_a_code_in_small_letters_with_spaces(desk: Desk) -> None:
    code = desk.state.codes.get_code("Anna Schmidt").lower().replace("-", " ")
    assert "You haven&#39;t handed in" in desk.enter("anna  schmidt", code).get("/").text


def test_the_code_of_another_player(desk: Desk) -> None:
    code = desk.state.codes.get_code("Björn Åkesson")
    assert "handed in" not in desk.enter("Anna Schmidt", code).get("/").text.split("<form")[0]


def test_two_of_one_name_are_told_apart_by_their_codes(desk: Desk) -> None:
    for folder, text in (("Jo Smith", LEGAL), ("Jo Smith 2", OTHER)):
        code = desk.state.codes.get_code(folder)
        send(desk.enter("Jo Smith", code), "/hand-in", text=text)
    assert {file.partition("/")[0] for file in desk.list_files()} == {"Jo Smith", "Jo Smith 2"}


def test_names_that_nobody_has(desk: Desk) -> None:
    page = desk.enter("Nobody", "x").get("/").text
    assert "The code that you were sent" in page


def test_nobody_sees_what_others_handed_in(desk: Desk) -> None:
    send(desk.enter("Anna Schmidt"), "/hand-in", text=LEGAL)
    other = desk.enter("Björn Åkesson")
    for path in ("2026-11-20T201400.txt", "../Anna%20Schmidt/2026-11-20T201400.txt", "%2e%2e"):
        assert other.get(f"/mine/{path}").status_code == 404
    assert desk.in_loop().get("/mine/2026-11-20T201400.txt").status_code == 403


OPEN_EVENT = EVENT.replace("players: players.csv\n", "")


def test_without_a_file_of_players_a_name_gets_its_code(open_desk: OpenDesk) -> None:
    desk = open_desk(OPEN_EVENT, None)
    first = desk.enter("Zoë <b>Müller</b>", "")
    page = send(first, "/hand-in", text=LEGAL)
    code = re.search(r"Your code is ([A-Z0-9]{4}-[A-Z0-9]{4})", page.text)
    assert code
    assert desk.list_files() == ["Zoë b Müller b/2026-11-20T201400.txt"]
    assert "<b>Müller" not in page.text
    taken = desk.enter("zoë b müller b", "")
    assert "You haven" not in taken.get("/").text
    again = desk.enter("Zoë b Müller b", code[1])
    assert "This list counts" in again.get("/").text


def test_two_claim_one_name_at_once(open_desk: OpenDesk) -> None:
    desk = open_desk(OPEN_EVENT, None)
    first, second = desk.enter("Max", ""), desk.enter("Max", "")
    send(first, "/hand-in", text=LEGAL)
    page = send(second, "/hand-in", text=OTHER)
    assert "This name has handed in a list already." in page.text
    assert len(desk.list_files()) == 1


def test_a_check_that_gives_out(desk: Desk) -> None:
    anna = desk.enter("Anna Schmidt")
    desk.process.fails_with = NoAnswer()
    page = send(anna, "/check", text=LEGAL, headers={"hx-request": "true"})
    assert "took too long" in page.text
    page = send(anna, "/hand-in", text=LEGAL)
    assert "This list counts" in page.text
    assert len(desk.list_files()) == 1


def test_a_list_is_taken_however_busy_the_server_is(desk: Desk) -> None:
    anna = desk.enter("Anna Schmidt")
    desk.process.fails_with = TooBusy()
    page = send(anna, "/check", text=LEGAL)
    assert page.status_code == 503
    page = send(anna, "/hand-in", text=LEGAL)
    assert "Its check takes a moment" in page.text
    assert len(desk.list_files()) == 1


def test_a_language_is_kept(desk: Desk) -> None:
    client = desk.in_loop()
    assert "リストの提出" in client.get("/?lang=ja").text
    assert "リストの提出" in client.get("/").text
    for header, title in (
        ("xx, zh-CN;q=0.9", "提交列表"),
        ("fr-CA, zh;q=0.9", "Envoyer votre liste"),
    ):
        assert title in desk.in_loop().get("/", headers={"accept-language": header}).text
    assert "リスト" in desk.enter("田中太郎").get("/").text


@pytest.mark.parametrize("lang", [lang for lang in PLAYER_LANGS if lang not in LANGS])
def test_a_player_is_spoken_to_in_one_language(open_desk: OpenDesk, lang: Lang) -> None:
    """Texts that nobody has translated are in English, in the middle of a page in another language."""
    english, own = (load_texts(WORDS, each) for each in ("en", lang))
    for_players = ("page.", "enter.", "mine.", "verdict.", "error.", "public.")
    same = [key for key in english if key.startswith(for_players) and own[key] == english[key]]
    assert set(same) <= {"public.points"}  # which is the same word in French
    players = f"player,language\nAnna Schmidt,{lang}\n"
    anna = open_desk(EVENT, players).enter("Anna Schmidt")
    assert own["mine.nothing"] in unescape(anna.get("/").text)
    page = unescape(send(anna, "/check", text=LEGAL, headers={"hx-request": "true"}).text)
    assert own["verdict.fine"] in page and "No problems found" not in page


def test_a_fixed_list_keeps_the_form_in_which_it_came(open_desk: OpenDesk) -> None:
    anna = open_desk(EVENT + "banned: [Immortals]\n").enter("Anna Schmidt")
    page = send(anna, "/fix", text=LEGAL, headers={"hx-request": "true"}).text
    assert '<p class="verdict legal">' in page
    text = page.partition("<textarea")[2].partition("</textarea>")[0]
    assert "Necron Warriors (90 " in text
    assert "Immortals" not in text
    assert "system:" not in text
