"""Units of real datasheets for tests of formations, without a roster around them; and what the facts say of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from listbuilder.data.library import Library
from listbuilder.games.registry import get_game
from listbuilder.games.wh40k.army import MusterUnit
from listbuilder.games.wh40k.deployment import get_role
from listbuilder.games.wh40k.sizes import make_default_groups
from listbuilder.games.wh40k_10e import Warhammer40k10e
from listbuilder.model.army import Group
from tests.facts.shared_facts import stated_40k, stated_ids_40k

Fact = dict[str, Any]
GAME = get_game("warhammer-40k-10e")
assert isinstance(GAME, Warhammer40k10e)
SHELF = GAME.shelf(Library())
FACTIONS = stated_ids_40k()


def unit(faction: str, datasheet: str, groups: tuple[Group, ...] | None = None) -> MusterUnit:
    home = SHELF.load_faction(faction)
    assert home is not None
    sheet = home.get_sheet(datasheet)
    assert sheet is not None, f"{faction}/{datasheet}"
    return MusterUnit(
        id=f"{faction}/{datasheet}",
        path=("units", 0),
        name=sheet.name,
        datasheet_id=datasheet,
        groups=groups or make_default_groups(sheet, None),
        tags=sheet.tags,
        datasheet=sheet,
        home=faction,
        home_name=home.head.name,
        stated_size=True,
        role=get_role(sheet, home, SHELF),
    )


def own_and_parent(faction: str) -> list[tuple[str, Fact]]:
    """(faction, datasheet) of everything an army of that faction has of its own."""
    homes = [faction, *([stated_40k(faction)["parent"]] if stated_40k(faction)["parent"] else [])]
    return [(home, sheet) for home in homes for sheet in stated_40k(home)["datasheets"]]


def every_sheet() -> Iterator[tuple[str, Fact]]:
    return ((faction, sheet) for faction in FACTIONS for sheet in stated_40k(faction)["datasheets"])


@cache
def same(name: str) -> str:
    return name.replace("’", "'").casefold()


def words_of(sheet: Fact) -> set[str]:
    """By what the facts may call a datasheet: keywords, faction keywords, name."""
    return {same(each) for each in (*sheet["keywords"], *sheet["faction_keywords"], sheet["name"])}


def has(sheet: Fact, keyword: str) -> bool:
    """`Tech-Priest Infantry` is both keywords where none is called that."""
    words = words_of(sheet)
    if same(keyword) in words:
        return True
    pieces = same(keyword).split(" ")
    cuts = [(" ".join(pieces[:cut]), " ".join(pieces[cut:])) for cut in range(1, len(pieces))]
    return any(first in words and rest in words for first, rest in cuts)
