"""What the builder says in passing is whole, however it lies over what stands below it."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.i18n.messages import Lang
from tests.tui.driving import Driver, drive

SAID: dict[Lang, str] = {
    "ja": "選択中の項目にはありません。別の行を選んでから、もう一度キーを押してください。",
    "zh": "所选之物没有此项目。请先选择另一行，然后再按一次该键；或按问号键查看全部按键。",
}


def read_of(screen: str) -> str:
    """The words of a notice, of which each line begins at its bar."""
    return "".join(
        line.partition("▌")[2].split("│")[0].split("─")[0] for line in screen.split("\n")
    ).replace(" ", "")


@pytest.mark.parametrize("lang", SAID)
@pytest.mark.parametrize("width", [80, 109, 110, 119, 120, 121, 137, 159, 160, 200])
@pytest.mark.parametrize("begin", ["", "1", "!!"], ids=len)
@pytest.mark.slow_but(6)
def test_no_letter_is_lost(library: Library, lang: Lang, width: int, begin: str) -> None:
    async def work(driver: Driver) -> None:
        driver.app.notify(begin + SAID[lang], markup=False)
        await driver.see("▌")
        assert begin + SAID[lang] in read_of(driver.text()), driver.text()

    file = (
        Path(__file__).resolve().parents[2]
        / "examples"
        / "40k-10e"
        / "legal"
        / "necrons-awakened-dynasty.yaml"
    )
    drive(work, library, file, (width, 40), lang, notices=True)
