"""What the builder says in passing is whole, at every width, and the newest replaces the last."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.i18n.messages import Lang
from listbuilder.tui.widgets.message_line import MessageLine
from tests.tui.driving import Driver, drive

SAID: dict[Lang, str] = {
    "ja": "選択中の項目にはありません。別の行を選んでから、もう一度キーを押してください。",
    "zh": "所选之物没有此项目。请先选择另一行，然后再按一次该键；或按问号键查看全部按键。",
}


def read_of(driver: Driver) -> str:
    """The words on the line for messages, as they are seen."""
    line = driver.main.query_one(MessageLine)
    rows = driver.text().split("\n")[line.region.y : line.region.bottom]
    return "".join(rows).replace(" ", "")


@pytest.mark.parametrize("lang", SAID)
@pytest.mark.parametrize("width", [80, 109, 110, 119, 120, 121, 137, 159, 160, 200])
@pytest.mark.parametrize("begin", ["", "1", "!!"], ids=len)
@pytest.mark.slow_but(2)
def test_no_letter_is_lost(library: Library, lang: Lang, width: int, begin: str) -> None:
    async def work(driver: Driver) -> None:
        driver.app.notify(begin + SAID[lang])
        await driver.settle()
        assert read_of(driver) == "·" + begin + SAID[lang], driver.text()

    file = (
        Path(__file__).resolve().parents[2]
        / "examples"
        / "40k-10e"
        / "legal"
        / "necrons-awakened-dynasty.yaml"
    )
    drive(work, library, file, (width, 40), lang)


def test_the_newest_replaces_the_last_and_all_are_logged(library: Library, file: Path) -> None:
    async def work(driver: Driver) -> None:
        await driver.press("minus", "x")  # of the roster itself neither is possible
        assert "removed" in read_of(driver)
        assert "size" not in read_of(driver)
        await driver.press("N")
        for said in ("This can't be removed.", "Silent dynasty has only one size."):
            assert said in driver.text()
        await driver.press("escape")
        assert driver.main.pane == "army"

    drive(work, library, file)


def test_a_message_outlives_the_screen_it_came_from(library: Library, file: Path) -> None:
    async def work(driver: Driver) -> None:
        await driver.press("E")
        driver.app.warn("something to be read")
        await driver.settle()
        assert "something to be read" in driver.text()
        await driver.press("escape")
        assert "somethingtoberead" in read_of(driver)
        driver.app._end_notice()
        await driver.settle()
        assert read_of(driver).strip() == ""

    drive(work, library, file)
