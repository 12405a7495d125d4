"""The pdf: what is on its pages, in three languages and five games, as a reader of PDFs shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.formats.read.sealed import read_seal
from listbuilder.formats.write.pdf_text import MISSING, write_markup
from tests.formats.write.made import EXAMPLES, GAMES, LANGS, ROSTERS, exported, sheet
from tests.formats.write.tools import codes_in, run

BIG = EXAMPLES / "40k-10e" / "legal" / "ultramarines-blade-of-ultramar.yaml"


def made(folder: Path, file: Path, lang: str) -> Path:
    path = folder / "x.pdf"
    path.write_bytes(exported(file, "pdf", lang))
    return path


def words(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.slow
def test_its_words(tmp_path: Path, game: str, lang: str) -> None:
    file = ROSTERS / f"{game}.yaml"
    text = words(run("pdftotext", "-layout", made(tmp_path, file, lang), "-"))
    expected = sheet(file, "pdf", lang)
    for section in expected.sections:
        for line in section.lines:
            assert words(line.name) in text
    assert words(expected.verdict.word) in text
    assert words(expected.verdict.made) in text
    assert MISSING not in text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.slow
def test_its_code_is_read(tmp_path: Path, lang: str) -> None:
    """On the last page; at the fineness of a screen."""
    file = made(tmp_path, BIG, lang)
    run("pdftoppm", "-r", "110", "-png", file, tmp_path / "page")
    pages = sorted(tmp_path.glob("page*.png"))
    assert 3 <= len(pages) <= 4
    (code, *_) = codes_in(pages[-1])
    assert read_seal(code.encode()) == read_seal(file.read_bytes())


@pytest.mark.slow
def test_no_card_is_cut(tmp_path: Path) -> None:
    """As many beginnings (the numbers' titles) as ends (the base) on every page."""
    text = run("pdftotext", "-layout", made(tmp_path, BIG, "en"), "-")
    for page in text.split("\f")[:-1]:
        assert " ".join(page.split()).count("M T SV W LD OC") == page.count("Base ")


@pytest.mark.parametrize(("lang", "most"), [("en", 60_000), ("ja", 120_000), ("zh", 120_000)])
@pytest.mark.slow_but(1)
def test_it_is_small(lang: str, most: int) -> None:
    """Only the glyphs that are used are in it."""
    assert len(exported(BIG, "pdf", lang)) < most


def test_it_comes_out_the_same_twice() -> None:
    assert exported(BIG, "pdf", "ja") == exported(BIG, "pdf", "ja")


def test_what_no_font_has_is_a_box() -> None:
    assert (
        write_markup("a<b>Ж𝕏戦") == f'a&lt;b&gt;<font face="listbuilder-wide">Ж{MISSING}戦</font>'
    )
