"""How old the data is: said by doctor and data check, and told once by the check and the builder."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import TextIO, cast

import pytest

from listbuilder.cli.main import run
from listbuilder.data.library import Library
from listbuilder.games import data_age
from listbuilder.games.registry import SYSTEMS
from listbuilder.i18n.messages import LANGS, Lang
from listbuilder.tui.app import Builder
from listbuilder.tui.screens.home import HomeScreen
from listbuilder.workspace import data_notice
from tests.own_state import state  # noqa: F401

GAME = "warhammer-40k-11e"
LIBRARY = Library()
ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "40k-11e" / "legal"


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, int], str]:
    """Makes today so many days after the date of a game's data, and returns that date."""

    def set_today(game: str, days: int) -> str:
        day = data_age.find_data_date(game, LIBRARY)
        now = date.fromisoformat(day) + timedelta(days=days)
        monkeypatch.setenv("LISTBUILDER_TODAY", now.isoformat())
        return day

    return set_today


@pytest.mark.parametrize(("days", "is_old"), [(0, False), (60, False), (61, True), (-5, False)])
def test_data_is_old_after_sixty_days(
    days: int, is_old: bool, today: Callable[[str, int], str]
) -> None:
    """Data is old from the 61st day on; a clock that is wrong makes it no younger than new."""
    day = today(GAME, days)
    age = data_age.find_data_age(GAME, LIBRARY)
    assert age == data_age.DataAge(GAME, day, max(days, 0), True, is_old)


def test_data_of_a_replaced_edition_is_never_old(today: Callable[[str, int], str]) -> None:
    """No newer points come for an edition that another has replaced."""
    today(GAME, 1000)
    old = [age.system for age in data_notice.take_untold(SYSTEMS, LIBRARY)]
    assert GAME in old and "age-of-sigmar-4e" in old
    assert "warhammer-40k-10e" not in old


def test_game_without_a_date_has_no_age() -> None:
    """A game whose data never changes has no date, and no age."""
    assert data_age.find_data_age("space-marine-heroes", LIBRARY) is None


def test_real_date_is_used_without_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the variable, or with one that is no date, today is today."""
    for value in ("", "yesterday"):
        monkeypatch.setenv("LISTBUILDER_TODAY", value)
        assert data_age.get_today() == date.today()


def test_own_data_counts(tmp_path: Path) -> None:
    """Newer files of the player's own make the data newer."""
    folder = tmp_path / GAME
    folder.mkdir()
    (folder / "crows.yaml").write_text('system: x\nas_of: "2031-01-02"\n', encoding="utf-8")
    assert data_age.find_data_date(GAME, Library([tmp_path])) == "2031-01-02"


def test_notice_is_given_once_for_each_date(
    today: Callable[[str, int], str], tmp_path: Path
) -> None:
    """What was told is not told again, until the data has another date and is old again."""
    day = today(GAME, 70)
    age = data_age.DataAge(GAME, day, 70, True, True)
    assert data_notice.take_untold([GAME], LIBRARY) == [age]
    assert data_notice.take_untold([GAME], LIBRARY) == []
    folder = tmp_path / GAME
    folder.mkdir()
    newer = (date.fromisoformat(day) + timedelta(days=2)).isoformat()
    (folder / "crows.yaml").write_text(f'system: x\nas_of: "{newer}"\n', encoding="utf-8")
    assert data_notice.take_untold([GAME], Library([tmp_path])) == [
        data_age.DataAge(GAME, newer, 68, True, True)
    ]


def test_replaced_edition_is_looked_into_once(
    today: Callable[[str, int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """That another edition has replaced it is remembered, and no rules are read for it again."""
    today(GAME, 0)
    replaced = "warhammer-40k-10e"
    assert data_notice.take_untold([replaced], LIBRARY) == []

    def refuse(system: str, library: Library) -> None:
        """Fail: the age is asked for again."""
        raise AssertionError(system)

    monkeypatch.setattr(data_notice, "find_data_age", refuse)
    assert data_notice.take_untold([replaced], LIBRARY) == []


class Terminal:
    """A stream that says it is a terminal."""

    def __init__(self, stream: object) -> None:
        self.stream = stream

    def __getattr__(self, name: str) -> object:
        return getattr(self.stream, name)

    def isatty(self) -> bool:
        return True


def check(
    capfd: pytest.CaptureFixture[str], *words: str, at_terminal: bool = True
) -> tuple[str, str]:
    """Check an example and return what is printed on both streams."""
    example = min(EXAMPLE.glob("*.yaml"))
    stream = sys.stderr
    sys.stderr = cast("TextIO", Terminal(stream)) if at_terminal else stream
    try:
        run(("check", str(example), *words))
    finally:
        sys.stderr = stream
    out, err = capfd.readouterr()
    return out, err


@pytest.mark.parametrize("lang", LANGS)
def test_check_says_it_once_to_a_person(
    lang: Lang,
    capfd: pytest.CaptureFixture[str],
    today: Callable[[str, int], str],
) -> None:
    """At a terminal one line follows the first verdict on old data, and none the second."""
    day = today(GAME, 61)
    first, notice = check(capfd, "--lang", lang)
    assert day in notice and "docs/data.md" in notice and notice.count("\n") == 1
    assert check(capfd, "--lang", lang) == (first, "")


def test_check_in_english(
    capfd: pytest.CaptureFixture[str], today: Callable[[str, int], str]
) -> None:
    """The sentence names the game and the date."""
    day = today(GAME, 61)
    expected = f"points of {day}; newer ones may exist: docs/data.md\n"
    assert check(capfd, "--lang", "en")[1] == f"Warhammer 40,000 (11th edition): {expected}"


@pytest.mark.parametrize("form", ["json", "short"])
def test_programs_are_not_told(
    form: str, capfd: pytest.CaptureFixture[str], today: Callable[[str, int], str]
) -> None:
    """The forms that programs read have no such line, not even at a terminal."""
    today(GAME, 400)
    assert check(capfd, "--format", form)[1] == ""


def test_check_into_a_file_says_nothing(
    capfd: pytest.CaptureFixture[str], today: Callable[[str, int], str]
) -> None:
    """Without a terminal nobody is told, and it isn't remembered as told."""
    today(GAME, 400)
    assert check(capfd, at_terminal=False)[1] == ""


@pytest.mark.slow
def test_doctor_and_data_check_say_how_old(
    capfd: pytest.CaptureFixture[str], today: Callable[[str, int], str], tmp_path: Path
) -> None:
    """Both say date and days of each game that has a date."""
    from listbuilder.cli import data
    from listbuilder.cli.context import Context

    day = today(GAME, 49)
    run(("doctor", "--lang", "en"))
    out = capfd.readouterr().out
    assert f"{day} (49 days ago)" in out
    data._print_ages(Context("en", "text", None, LIBRARY, False))
    lines = capfd.readouterr().out.splitlines()
    assert f"Warhammer 40,000 (11th edition): data of {day} (49 days ago)" in lines
    assert len(lines) == len(SYSTEMS) - 1


async def read_home() -> list[str]:
    """Return the lines of the builder's first screen."""
    app = Builder(Library(), "en")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, HomeScreen)
        return [str(line.left) for line in screen._yield_lines()]


def test_home_says_it_once(today: Callable[[str, int], str]) -> None:
    """The first screen tells of old data, and the next time doesn't."""
    day = today(GAME, 61)
    told = f"Warhammer 40,000 (11th edition): points of {day}; newer ones may exist: docs/data.md"
    assert told in asyncio.run(read_home())
    assert told not in asyncio.run(read_home())
