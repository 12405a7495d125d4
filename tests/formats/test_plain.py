"""An imported list reads like one written by hand, and is the same army."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import import_list, make_plain_roster
from listbuilder.model.problem import Unreadable
from listbuilder.roster.position import Position, find_game_of_document
from listbuilder.yamlio.reader import YamlDocument

GOLDEN = Path(__file__).parent / "write" / "golden"
TEXTS = sorted((GOLDEN / "warhammer-40k-10e").glob("*.en.txt"))


def carried(position: Position) -> list[object]:
    assert position.army is not None and position.document is not None
    game, army = find_game_of_document(position.document), position.army
    return [
        (unit.name, unit.models, unit.points, game.list_carried_wargear(army, unit))
        for unit in army.units
    ]


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: file.stem)
def test_the_same_army_in_fewer_words(library: Library, file: Path) -> None:
    try:
        made = import_list(file.read_bytes(), file.name, library)
    except Unreadable:
        pytest.skip("a form that is not read")
    if made.document is None or made.account.unread:
        pytest.skip("a form that is not read without its seal")
    data = make_plain_roster(made, library)
    day = made.account.stated_day
    first = Position(made.document, library, as_of=day)
    short = Position(YamlDocument(data, {}, {}, "", b""), library, as_of=day)
    assert (short.verdict, short.points) == (first.verdict, first.points)
    assert carried(short) == carried(first)
    assert len(str(data)) < len(str(made.document.data))


def test_a_unit_as_it_comes_is_one_line(library: Library) -> None:
    text = (
        "Test (170 points)\n\nNecrons\nStrike Force (2000 points)\nAwakened Dynasty\n\nCHARACTERS\n\nOverlord (85 points)\n"
        "  • Warlord\n  • 1x Tachyon arrow\n  • 1x Overlord’s blade\n\nBATTLELINE\n\nNecron Warriors (90 points)\n"
        "  • 10x Necron Warrior\n     ◦ 10x Close combat weapon\n     ◦ 10x Gauss flayer\n"
    )
    made = import_list(text.encode(), "", library)
    units = make_plain_roster(made, library)["units"]
    assert units[1] == {"datasheet": "necron-warriors", "models": 10}
