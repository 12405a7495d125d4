"""What a row of the army tells, at widths where it fits on one line and where it does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from listbuilder.data.library import Library
from listbuilder.i18n.messages import LANGS, Lang

from .driving import Driver, drive

LIST = """\
system: warhammer-40k-10e
faction: space-marines
battle_size: strike-force
detachment: gladius-task-force
units:
  - {id: lt, datasheet: lieutenant, models: 1, warlord: true, enhancement: artificer-armour}
  - id: hell
    datasheet: hellblaster-squad
    notes: hold the middle
    models:
      - {model: Hellblaster Sergeant, count: 1, wargear: {plasma incinerator: 1, close combat weapon: 1, plasma pistol: 1}}
      - {model: Hellblaster, count: 9}
  - {datasheet: repulsor, models: 1}
  - {id: ride, datasheet: repulsor, models: 1}
  - {id: scouts, datasheet: scout-squad, models: 5}
formations:
  attached: {lt: hell}
  embarked: {hell: ride}
  strategic_reserves: [scouts]
"""


@pytest.fixture
def told(tmp_path: Path) -> Path:
    file = tmp_path / "told.yaml"
    file.write_text(LIST, encoding="utf-8")
    return file


def test_a_row_tells_all(library: Library, told: Path) -> None:
    async def look(driver: Driver) -> None:
        lines = driver.text().split("\n")
        row = next(line for line in lines if "10 Hellblaster Squad" in line)
        for part in ("plasma pistol", "‹Lieutenant›", "in Repulsor 2", "“hold the middle”"):
            assert part in row
        below = lines[lines.index(row) + 1]
        assert below.index("Lieutenant") > row.index("10 Hell")  # under the one it leads
        assert "Warlord" in below and "Artificer Armour" in below and "in Repulsor 2" in below
        assert [
            line.strip(" ·│").split("  ")[0].strip()
            for line in lines
            if "Repulsor" in line and "in Rep" not in line
        ] == [
            "Repulsor 1",
            "Repulsor 2 11/14",
        ]
        assert "11/14" in next(
            line for line in lines if "Repulsor 2" in line and "in Repulsor" not in line
        )
        assert "Strategic Reserves" in next(line for line in lines if "5 Scout Squad" in line)

    drive(look, library, told, (108, 40))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("width", [60, 80, 110, 120, 200])
@pytest.mark.slow_but(4)
def test_nothing_of_it_is_cut(library: Library, told: Path, width: int, lang: Lang) -> None:
    async def look(driver: Driver) -> None:
        tree = driver.main.army_tree
        room = tree.scrollable_content_region.width
        shown = "".join(piece.left + piece.tail for piece in tree._drawn)
        assert "…" not in shown
        for piece in tree._drawn:
            assert (
                piece.indent + sum(map(cell_len, (piece.mark, piece.left, piece.tail, piece.right)))
                <= room
            )

    drive(look, library, told, (width, 30), lang)
