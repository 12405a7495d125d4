"""The page of all lists in a real browser: on a phone, in a window, on paper; with sixty lists and with none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from listbuilder.event import pages
from listbuilder.event.entry import Entry, ListedUnit, Remark, make_list_id
from listbuilder.event.message import Sender
from listbuilder.event.players import Player, PlayerRegistry
from listbuilder.event.triage import build_desk
from listbuilder.i18n.messages import LANGS, Lang
from tests.formats.write.browser import Browser

EVIL = "<img src=x onerror=alert(1)>\u202eevil"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    opened = Browser()
    yield opened
    opened.close()


def entries(count: int) -> list[Entry]:
    """One in ten to ask about, one in ten to look at."""
    found = []
    for number in range(count):
        name = EVIL if number == 3 else f"Player {number:03} with a long name"
        entry = Entry(
            id=make_list_id(name, b""),
            file=f"{name}.txt",
            sha256="",
            said_player=[name],
            verdict="legal",
        )
        entry.faction, entry.labels = (
            "Adeptus Mechanicus",
            ["Cohort Cybernetica", "A second detachment"],
        )
        entry.points, entry.limit, entry.own_page = 2000 - number, 2000, True
        entry.units = [ListedUnit("Skitarii Rangers", 10, 85)]
        if number % 10 == 0:
            entry.verdict, entry.errors = (
                "illegal",
                [Remark(f"wrong {'in a way that takes many words ' * 6}", "40K-14", 12)],
            )
        if number % 10 == 1:
            entry.verdict, entry.unread = "unread", [Remark('not understood: "x"', line=3)]
        found.append(entry)
    return found


def page(to: Path, count: int, lang: Lang = "en") -> Path:
    desk = build_desk(entries(count), PlayerRegistry([Player("Missing One")]), {}, "", lang, lang)
    file = to / f"{lang}{count}.html"
    file.write_bytes(
        pages.render_desk(
            desk, f"Open {EVIL}", ["a fact"], lang, [(each, "") for each in desk.missing], False
        )
    )
    return file


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("width", [390, 1280])
def test_it_fits_and_shows_every_character(
    browser: Browser, tmp_path: Path, width: int, lang: Lang
) -> None:
    browser.open(page(tmp_path, 60, lang), width, 844)
    assert browser.ask("document.documentElement.scrollWidth") <= width
    assert browser.ask("document.querySelectorAll('img, [onerror]').length") == 0
    assert (browser.said, browser.missing()) == ([], "")


def test_sixty_lists_are_two_pages_of_paper_at_most(browser: Browser, tmp_path: Path) -> None:
    browser.open(page(tmp_path, 60), 1280, 900)
    paper = browser.paper(tmp_path / "a4.pdf", 8.27, 11.69).read_bytes()
    assert len(re.findall(rb"/Type\s*/Page[^s]", paper)) <= 2


ROWS = "[...document.querySelectorAll('.desk tbody tr')]"
SHOWN = f"{ROWS}.filter((row) => row.offsetParent !== null)"


def test_it_is_filtered_and_sorted(browser: Browser, tmp_path: Path) -> None:
    browser.open(page(tmp_path, 60), 1280, 900)
    shown = f"{SHOWN}.length"
    assert browser.ask(shown) == 60
    groups = f"{ROWS}.map((row) => row.dataset.group).join()"
    order = browser.ask(groups)
    assert order.startswith(",".join(["ask"] * 6 + ["look"] * 6))
    browser.ask("document.querySelector('button[data-group=ask]').click()")
    assert browser.ask(shown) == 6
    browser.ask("document.querySelector('button[data-group=look]').click()")
    assert browser.ask(shown) == 12
    browser.ask(
        "{ const box = document.querySelector('.search'); box.value = 'player 011'; box.dispatchEvent(new Event('input')); }"
    )
    assert browser.ask(shown) == 1
    points = f"{ROWS}.map((row) => parseInt(row.querySelector('.points').textContent)).join()"
    browser.ask("[...document.querySelectorAll('.desk thead button')][3].click()")
    assert browser.ask(points) == ",".join(str(each) for each in range(1941, 2001))
    browser.ask("[...document.querySelectorAll('.desk thead button')][3].click()")
    assert browser.ask(points) == ",".join(str(each) for each in range(2000, 1940, -1))
    browser.ask("[...document.querySelectorAll('.desk thead button')][0].click()")
    assert browser.ask(groups) == order


def test_without_a_script_everything_is_there(tmp_path: Path) -> None:
    text = page(tmp_path, 60).read_text(encoding="utf-8")
    body = text[: text.index("<script>")]
    assert body.count('<tr class="') == 60 and 'type="search"' in body and "hidden>" in body
    assert EVIL not in text and "&lt;img src=x" in text


def test_a_desk_without_a_list(browser: Browser, tmp_path: Path) -> None:
    browser.open(page(tmp_path, 0), 390, 844)
    assert browser.ask(f"{ROWS}.length") == 0
    assert "Missing One" not in browser.ask("document.body.innerText")
    browser.ask("document.querySelector('a[href=\"#missing\"]').click()")
    assert "Missing One" in browser.ask("document.body.innerText")
    assert browser.said == []


def test_the_mail_of_a_list_has_the_message_in_it(browser: Browser, tmp_path: Path) -> None:
    (entry,) = entries(1)
    file = tmp_path / "one.html"
    text = f"Hello\n- a & b {EVIL}\n"
    address = "anna+x@example.org"
    file.write_bytes(
        pages.render_list(entry, "Anna", Sender("Open"), text, [], "en", address=address)
    )
    browser.open(file, 390, 844)
    link = "document.querySelector('[data-mail]')"
    browser.ask(f"{link}.addEventListener('click', (event) => event.preventDefault())")
    browser.ask(f"{link}.click()")
    found = urlsplit(browser.ask(f"{link}.href"))
    assert (found.scheme, unquote(found.path)) == ("mailto", address)
    assert parse_qs(found.query) == {
        "subject": ["Anna · Open"],
        "body": [text.rstrip("\n").replace("\n", "\r\n")],
    }
    assert browser.said == []


def test_shares_are_drawn_as_they_are(browser: Browser, tmp_path: Path) -> None:
    browser.open(page(tmp_path, 60), 390, 844)
    browser.ask("document.querySelector('.stats').open = true")
    drawn = "[...document.querySelectorAll('.shares')].length"
    assert browser.ask(drawn) == 1
    assert browser.ask("document.documentElement.scrollWidth") <= 390
    counts = "[...document.querySelectorAll('.shares .count')].map((each) => parseInt(each.textContent)).reduce((a, b) => a + b)"
    factions = f"{ROWS}.filter((row) => row.querySelector('.army').textContent.trim()).length"
    assert browser.ask(counts) == browser.ask(factions)


@pytest.mark.slow
def test_the_page_of_a_list(browser: Browser, tmp_path: Path) -> None:
    (entry,) = entries(1)
    entry.fix = ["Remove it", "Remove it"]
    sender = Sender("Open")
    lines = ["first", f"second </pre>{EVIL}", *("x" * 500 for _ in range(10))]
    file = tmp_path / "one.html"
    file.write_bytes(pages.render_list(entry, EVIL, sender, f"Hello {EVIL}", lines, "en"))
    browser.open(file, 390, 844)
    assert browser.ask("document.documentElement.scrollWidth") <= 390
    assert browser.ask("document.querySelectorAll('img').length") == 0
    text = browser.ask("document.body.innerText")
    assert "Remove it ×2" in text and "line 12" in text
    assert (
        browser.ask(
            "[...document.querySelectorAll('.source span')].findIndex((each) => each.className === 'hit')"
        )
        == 11
    )
    assert browser.said == []
