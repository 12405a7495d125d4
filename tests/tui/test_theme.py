"""The colours in every theme: whatever is read has a contrast of 4.5, on every background."""

from __future__ import annotations

import asyncio
import re

import pytest
from rich.style import Style
from textual.color import Color
from textual.theme import BUILTIN_THEMES

from listbuilder.data.library import Library
from listbuilder.games.registry import get_game
from listbuilder.tui.theme import find_accent, load_accents, make_variables
from listbuilder.tui.widgets.rows import Line, Rows

from .driving import WidgetApp

_HEX = re.compile("#[0-9a-fA-F]{6}")
THEMES = sorted(BUILTIN_THEMES)
LOOKS = ("", "head", "dim", "bad", "warn", "good", "name")


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def contrast(one: Color, other: Color) -> float:
    """The contrast of WCAG 2, worked out here a second time."""
    lights = sorted(
        0.2126 * _linear(each.r / 255)
        + 0.7152 * _linear(each.g / 255)
        + 0.0722 * _linear(each.b / 255)
        for each in (one, other)
    )
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _make(name: str, accent: str | None = None) -> dict[str, str]:
    theme = BUILTIN_THEMES[name]
    return make_variables({**theme.to_color_system().generate(), **theme.variables}, accent)


def _check(variables: dict[str, str]) -> None:
    color = {name: Color.parse(value) for name, value in variables.items() if _HEX.fullmatch(value)}
    if "surface" not in color:
        return  # the terminal's own colours: nobody knows them
    below = [color[name] for name in ("background", "surface", "panel", "stripe", "field")]
    texts = [name for name in color if name.startswith("text-") and name != "text-disabled"]
    for name in ["foreground", *texts]:
        for background in below:
            assert contrast(color[name], background) >= 4.5, name
    for text, fill in (
        ("cursor-text", "cursor-background"),
        ("cursor-quiet-text", "cursor-quiet-background"),
        *((f"on-{name}", f"fill-{name}") for name in ("success", "warning", "error")),
    ):
        assert contrast(color[text], color[fill]) >= 4.5, text
    for name in color:
        if name.startswith("series-"):
            assert contrast(color[name], color["panel"]) >= 3, name
    assert contrast(color["frame-focus"], color["surface"]) >= 3


@pytest.mark.parametrize("name", THEMES)
def test_what_is_read_has_contrast(name: str) -> None:
    _check(_make(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", THEMES)
def test_the_accent_of_every_faction_can_be_read(name: str) -> None:
    for accent in sorted(set(load_accents().values())):
        _check(_make(name, accent))


def test_every_faction_of_the_large_games_has_an_accent() -> None:
    """By its name in the data, so that one renamed is noticed."""
    library, games = Library(), ("warhammer-40k-10e", "warhammer-40k-11e", "age-of-sigmar-4e")
    names = {name for game in games for _, name in get_game(game).list_factions(library)}
    chapters = {"Imperial Fists", "Iron Hands", "Raven Guard", "Salamanders", "Ultramarines"}
    names -= {"Unaligned Forces"}
    assert names <= set(load_accents())
    assert set(load_accents()) - names == {*chapters, "White Scars"}


def test_a_chapter_says_more_than_its_faction() -> None:
    assert find_accent(["Space Marines", "Salamanders", "Vanguard Spearhead"]) == "#2e9e4f"
    assert find_accent(["Space Marines"]) == "#3b82d0"
    assert find_accent(["Nobody", "knows them"]) is None


class _Shown(WidgetApp):
    def compose(self):  # type: ignore[no-untyped-def]
        yield Rows()


def test_a_row_under_the_cursor_can_be_read_in_every_theme() -> None:
    """As the list draws it: the words of every look, on the line where the cursor is and beside it."""

    async def look() -> None:
        app = _Shown()
        async with app.run_test(size=(40, 12)) as pilot:
            rows = app.query_one(Rows)
            rows.show_lines(
                [Line(key=look, left="words", right="9", mark="+", look=look) for look in LOOKS]
            )
            for theme in THEMES:
                app.theme = theme
                await pilot.pause()
                for has_focus in (True, False):
                    (rows.focus if has_focus else rows.blur)()
                    await pilot.pause()
                    for place in range(len(LOOKS)):
                        rows.cursor = LOOKS[place]
                        for segment in rows.render_line(place):
                            _check_style(segment.style, f"{theme} {LOOKS[place]} {has_focus}")

    asyncio.run(look())


def _check_style(style: Style | None, place: str) -> None:
    assert style is not None
    if style.color is None or style.bgcolor is None or style.bgcolor.is_default:
        assert style.reverse, place  # the two colours of the terminal, turned round
        return
    one, other = (Color(*each.get_truecolor()) for each in (style.color, style.bgcolor))
    assert contrast(one, other) >= 4.5, place
