"""The pictures of the READMEs and docs/ show what their captions promise, in the language of the page they are on."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from tools.pictures.pages import PROMISED
from tools.pictures.scenes import PAGES, ROOT, SCENES, Pages, Scene, missing
from tools.pictures.svg import CELL, draw, read

LANGS = {"README.md": "en", "README.ja.md": "ja", "README.zh.md": "zh"}
MADE_ELSEWHERE = {"docs/check.svg": "en"}  # by tools.readme
MOST_BYTES = 150_000


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_screen_shows_what_is_promised(scene: Scene) -> None:
    picture = scene.file.read_text(encoding="utf-8")
    lines = read(picture)  # raises where glyphs stand on top of each other
    assert missing(scene.words, scene.lang, "\n".join(lines)) == []
    assert len(lines) <= scene.size[1] and max(map(cell_len, lines)) <= scene.size[0]
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")  # it loads nothing
    assert len(picture.encode()) < MOST_BYTES


@pytest.mark.parametrize(
    "scene", [each for each in SCENES if "ctrl+y" not in each.keys], ids=lambda scene: scene.name
)
def test_the_borders_of_a_screen_are_whole(scene: Scene) -> None:
    """Every corner of a pane has another one straight below or above it, and only border between them.

    A question that lies over the panes, as ctrl+y brings one, hides a part of their borders.
    """
    picture = scene.file.read_text(encoding="utf-8")
    ends: dict[str, set[tuple[float, float]]] = {}
    for first, second in re.findall(
        r'<path d="M([\d. ]+?) ?(?:Q[\d. ]+? )??([\d.]+ [\d.]+)" stroke', picture
    ):
        for each in (first, second):
            x, y = map(float, each.split()[-2:])
            ends.setdefault(f"{x:g} {y:g}", set()).add((x, y))
    columns = {x for each in ends.values() for x, _ in each if x % CELL == CELL / 2}
    for x in columns:
        ys = sorted(y for each in ends.values() for at, y in each if at == x)
        gaps = [(before, after) for before, after in pairwise(ys) if after - before > 25.01]
        assert not gaps, f"the border in column {x / CELL:g} has holes: {gaps}"


@pytest.mark.parametrize("pages", PAGES, ids=lambda pages: pages.name)
def test_a_photograph_was_seen_to_show_what_is_promised(pages: Pages) -> None:
    with Image.open(pages.file) as picture:
        said = picture.info[PROMISED]
    assert said.lang == pages.lang and said.split("\n") == list(pages.words)
    assert missing(pages.words, pages.lang, said) == []
    assert pages.file.stat().st_size < 2 * MOST_BYTES


@pytest.mark.parametrize("name", LANGS)
def test_a_readme_shows_its_own_language(name: str) -> None:
    known = {f"docs/{each.file.name}": each.lang for each in (*SCENES, *PAGES)} | MADE_ELSEWHERE
    shown = re.findall(r"!\[[^]]*\]\((docs/[^)]+)\)", (ROOT / name).read_text(encoding="utf-8"))
    assert shown and {known[each] for each in shown} == {LANGS[name]}


def test_every_picture_is_shown_somewhere() -> None:
    texts = "".join((ROOT / name).read_text(encoding="utf-8") for name in LANGS)
    texts += "".join(
        page.read_text(encoding="utf-8").replace("](", "](docs/")
        for page in (ROOT / "docs").glob("*.md")
    )
    made = {each.file for each in (*SCENES, *PAGES)}
    kept = {each for each in (ROOT / "docs").iterdir() if each.suffix in (".svg", ".png")}
    assert kept - made == {ROOT / each for each in MADE_ELSEWHERE}
    assert [each.name for each in kept if f"](docs/{each.name})" not in texts] == []


def test_letters_stand_in_their_cells() -> None:
    """Wide letters, signs and borders between Latin words: everything is read where it was drawn."""
    line = "│ ab 一二三 → ✗ ｶﾅ  x│"
    picture = draw(
        [[Segment(line, Style(bold=True))], [Segment("  か"), Segment("んx", Style(reverse=True))]],
        (24, 2),
        "ja",
        "t",
    )
    assert read(picture) == ["  ab 一二三 → ✗ ｶﾅ  x", "  かんx"]
    assert f'textLength="{6 * CELL}">一二三<' in picture and 'xml:lang="ja"' in picture
    assert f'<rect x="{4 * CELL}" y="25" width="{3 * CELL}"' in picture  # behind ん and x


def test_letters_on_top_of_each_other_are_found() -> None:
    picture = draw([[Segment("一二三 abc")]], (10, 1), "zh", "t")
    assert read(picture) == ["一二三 abc"]
    squeezed = picture.replace(f'textLength="{6 * CELL}"', f'textLength="{3 * CELL}"')
    with pytest.raises(ValueError, match="takes 6 cells and was given 3"):
        read(squeezed)
    with pytest.raises(ValueError, match="drawn over"):
        read(picture.replace(f'x="{7 * CELL}"', f'x="{5 * CELL}"'))


def test_another_language_is_found(tmp_path: Path) -> None:
    assert missing(("LEGAL",), "en", "LEGAL") == []
    assert missing(("LEGAL",), "en", "ILLEG") == ["no 'LEGAL'"]
    assert missing((), "en", "適正") == ["2 letters that are not English"]
    assert missing((), "ja", "合法") == ["no kana: not Japanese"]
    assert missing((), "zh", "判定できません") != [] and missing((), "zh", "LEGAL") != []
