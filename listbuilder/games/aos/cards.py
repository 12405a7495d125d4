"""The cards of an army's warscrolls.

Rosters don't say what models carry, so every weapon is on the card.
"""

from __future__ import annotations

from listbuilder.games.aos.army import RegimentArmy, RegimentUnit
from listbuilder.games.aos.warscroll import Warscroll, Weapon
from listbuilder.games.common import cards as profiles
from listbuilder.model.army import Army
from listbuilder.model.card import Card, Row


def cards(army: Army) -> list[Card]:
    """Return one card for each different warscroll in the army, with the ids of its units."""
    assert isinstance(army, RegimentArmy)
    units_by_warscroll: dict[tuple[str, str], list[RegimentUnit]] = {}
    for unit in army.regiment_units:
        units_by_warscroll.setdefault((unit.home, unit.warscroll.id), []).append(unit)
    return [
        make_card(first.warscroll, [first, *others])
        for first, *others in units_by_warscroll.values()
    ]


def make_card(sheet: Warscroll, units: list[RegimentUnit]) -> Card:
    """Return the card of the warscroll `sheet`, with the ids of `units`.

    The card has the stats, all weapons, keywords and base size.
    """
    stats = [(key, getattr(sheet.stats, key)) for key in ("move", "health", "save", "control")]
    stats.append(("ward", sheet.keyword_values.get("ward")))
    rows = [_make_weapon_row(weapon) for weapon in sheet.weapons]
    return Card(
        name=sheet.name,
        units=tuple(unit.id for unit in units),
        tables=tuple(
            profiles.make_warscroll_tables(
                stats, rows, [weapon.is_ranged for weapon in sheet.weapons]
            )
        ),
        keywords=sheet.keywords,
        base_size=sheet.base_size or "",
    )


def _make_weapon_row(weapon: Weapon) -> Row:
    """Return the row of a weapon: its name and characteristics."""
    numbers = (weapon.range, weapon.attacks, weapon.hit, weapon.wound, weapon.rend, weapon.damage)
    return Row(weapon.name, tuple(map(profiles.format_value, numbers)))
