"""The html and the svg in a real browser: on a phone, on a screen, on paper; in three languages and five games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder.formats.make_printout import make_printout
from listbuilder.formats.printout import Wish
from listbuilder.formats.read.sealed import read_seal
from listbuilder.formats.registry import export_printout
from listbuilder.formats.seal import encode_canonically
from listbuilder.roster.position import Position
from tests.formats.write import hostile
from tests.formats.write.browser import Browser
from tests.formats.write.made import EXAMPLES, GAMES, LANGS, LIBRARY, ROSTERS, exported
from tests.formats.write.tools import codes_in, run

pytestmark = pytest.mark.slow

PHONE, NARROW, A4_SCREEN = (390, 844), (320, 568), (794, 1123)
BIG = EXAMPLES / "40k-10e" / "legal" / "ultramarines-blade-of-ultramar.yaml"
MOST = "document.documentElement.scrollWidth - window.innerWidth"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    opened = Browser()
    yield opened
    opened.close()


def page(folder: Path, file: Path, lang: str, form: str = "html", told: bool = True) -> Path:
    made = folder / f"{file.stem}.{lang}.{form}"
    made.write_bytes(exported(file, form, lang, "me" if told else "opponent", formations=told))
    return made


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_on_a_phone_and_on_a_screen(
    browser: Browser, tmp_path: Path, game: str, lang: str
) -> None:
    file = page(tmp_path, ROSTERS / f"{game}.yaml", lang)
    for width, height in (PHONE, NARROW, A4_SCREEN):
        for dark in (False, True):
            browser.open(file, width, height, dark)
            assert browser.ask(MOST) <= 0
            assert browser.said == []
    assert browser.missing() == ""


@pytest.mark.parametrize("lang", LANGS)
def test_a_full_army(browser: Browser, tmp_path: Path, lang: str) -> None:
    file = page(tmp_path, BIG, lang)
    browser.open(file, *PHONE)
    assert browser.ask(MOST) <= 0
    assert (
        browser.ask(
            "[...document.querySelectorAll('table')].filter(t => t.scrollWidth > t.parentElement.clientWidth + 1).length"
        )
        == 0
    )
    assert browser.missing() == ""


def test_the_test_for_missing_glyphs_finds_some(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "x.html"
    file.write_text("<meta charset=utf-8><body>A\U00012fff戦", encoding="utf-8")
    browser.open(file, *PHONE)
    assert browser.missing() == "\U00012fff"


def test_light_and_dark_differ(browser: Browser, tmp_path: Path) -> None:
    file = page(tmp_path, BIG, "en")
    found = []
    for dark in (False, True):
        browser.open(file, *PHONE, dark=dark)
        found.append(browser.ask("getComputedStyle(document.body).backgroundColor"))
    assert found == ["rgb(246, 245, 241)", "rgb(20, 22, 26)"]


@pytest.mark.parametrize(("paper", "width", "height"), [("A4", 8.27, 11.69), ("Letter", 8.5, 11.0)])
@pytest.mark.parametrize("lang", LANGS)
def test_no_card_is_cut_on_paper(
    browser: Browser, tmp_path: Path, lang: str, paper: str, width: float, height: float
) -> None:
    """A card begins with its name and ends with its base: on every page there are as many of one as of the other."""
    browser.open(page(tmp_path, BIG, lang), *A4_SCREEN)
    printed = browser.paper(tmp_path / f"{paper}.pdf", width, height)
    pages = run("pdftotext", "-layout", printed, "-").split("\f")[:-1]
    base = {"en": "Base ", "ja": "ベース ", "zh": "底座 "}[lang]
    title = {
        "en": "M T SV W LD OC",
        "ja": "移 耐 防 傷 統 確",
        "zh": "移动 韧性 豁免 耐伤 领导力 目标控制",
    }[lang]
    ends = [text.count(base) for text in pages]
    starts = [" ".join(text.split()).count(title) for text in pages]
    assert starts == ends
    assert sum(ends) == 15  # datasheets: sixteen units, two of them Intercessor Squads
    assert 3 <= len(pages) <= 5


@pytest.mark.parametrize("form", ["html", "svg"])
def test_the_code_on_the_page_is_read(browser: Browser, tmp_path: Path, form: str) -> None:
    file = page(tmp_path, BIG, "en", form)
    browser.open(file, *A4_SCREEN)
    (code, *_) = codes_in(browser.picture(tmp_path / "page.png"))
    assert read_seal(code.encode()) == read_seal(file.read_bytes())


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_the_picture(browser: Browser, tmp_path: Path, game: str, lang: str) -> None:
    """Nothing reaches over its edge, or into the points."""
    browser.open(page(tmp_path, ROSTERS / f"{game}.yaml", lang, "svg"), 900, 1400)
    assert browser.said == []
    boxes = browser.ask(
        "[...document.querySelectorAll('text')].map(t => {const b = t.getBBox(); return [b.x, b.x + b.width, b.y]})"
    )
    assert boxes and all(left >= 0 and right <= 900 for left, right, _ in boxes)


@pytest.mark.slow
def test_hostile_names_are_only_names(browser: Browser, tmp_path: Path) -> None:
    done = Position.read(encode_canonically(hostile.ROSTER), "x", LIBRARY)
    for form in ("html", "svg"):
        sheet = make_printout(done, LIBRARY, Wish(form, "en", "me", True))
        assert sheet is not None
        file = tmp_path / f"x.{form}"
        file.write_bytes(export_printout(sheet))
        browser.open(file, *PHONE)
        assert browser.said == []
        assert browser.ask("document.querySelectorAll('script, img, iframe, b > b').length") == 0
        if form == "html":
            assert browser.ask(MOST) <= 0
            assert "<script>alert(1)</script>" in browser.ask(
                "document.querySelector('.player').innerText"
            )
