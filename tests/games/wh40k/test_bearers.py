"""What shields and the like make of their bearer's numbers: read from the cards by hand, one of
each way to say it.
"""

from __future__ import annotations

import pytest

from listbuilder.data.library import Library
from listbuilder.games.registry import get_game
from listbuilder.model.card import Card
from listbuilder.roster.position import Position

LIBRARY = Library()
ROSTER = (
    "system: {system}\nfaction: {faction}\nbattle_size: strike-force\n"
    "units:\n  - datasheet: {sheet}\n    models: [{group}]\n"
)

# game, faction, datasheet, its models; then what the card says of the item
CASES = [
    ("10e", "space-marines", "lieutenant",
     "{model: Lieutenant, count: 1, wargear: {neo-volkite pistol: 1, "
     "master-crafted power weapon: 1, storm shield: 1}}",
     "storm shield", {"invulnerable": "4+"}),
    ("10e", "space-marines", "terminator-assault-squad",
     "{model: Assault Terminator Sergeant, count: 1}, {model: Assault Terminator, count: 4}",
     "storm shield", {"wounds": "4"}),
    ("11e", "tau-empire", "pathfinder-team",
     "{model: Pathfinder Shas'ui, count: 1}, {model: Pathfinder, count: 9}", "", {}),
    ("10e", "necrons", "tomb-blades",
     "{model: Tomb Blade, count: 3, wargear: {twin gauss blaster: 3, "
     "close combat weapon: 3, shieldvanes: 3}}",
     "shieldvanes", {"movement": '8"', "save": "3+"}),
    ("11e", "necrons", "lychguard",
     "{model: Lychguard, count: 5, wargear: {hyperphase sword: 5, dispersion shield: 5}}",
     "dispersion shield", {"invulnerable": "4+"}),
    ("11e", "adeptus-custodes", "custodian-guard",
     "{model: Custodian Guard, count: 4, wargear: {sentinel blade: 4, praesidium shield: 4}}",
     "praesidium shield", {"wounds": "+1"}),
]  # fmt: skip


def card_of(edition: str, faction: str, sheet: str, group: str) -> Card:
    game = f"warhammer-40k-{edition}"
    text = ROSTER.format(system=game, faction=faction, sheet=sheet, group=group)
    done = Position.read(text.encode(), "a.yaml", LIBRARY)
    assert done.army is not None and done.army.units, done.problems
    (card,) = get_game(game).make_cards(done.army)
    return card


@pytest.mark.parametrize(
    ("edition", "faction", "sheet", "group", "item", "expected"),
    CASES,
    ids=[each[2] for each in CASES],
)
def test_what_it_makes_of_its_bearer(
    edition: str, faction: str, sheet: str, group: str, item: str, expected: dict[str, str]
) -> None:
    tables = [
        table for table in card_of(edition, faction, sheet, group).tables if table.key == "borne"
    ]
    found = {
        row.name: dict(zip(table.head, row.values, strict=True))
        for table in tables
        for row in table.rows
    }
    assert found == ({item: expected} if item else {})


def test_who_does_not_carry_it_has_nothing_of_it() -> None:
    card = card_of("10e", "space-marines", "lieutenant", "{model: Lieutenant, count: 1}")
    assert [table.key for table in card.tables] == ["stats", "ranged", "melee"]
