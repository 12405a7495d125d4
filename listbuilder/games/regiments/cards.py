"""The cards of an army's warscrolls. Rosters do not say what models carry, so every weapon is on its card."""

from __future__ import annotations

from listbuilder.games.regiments.army import RegimentArmy, RegimentUnit
from listbuilder.games.regiments.warscroll import Warscroll, Weapon
from listbuilder.games.shared import profiles
from listbuilder.model.army import Army
from listbuilder.model.card import Card, Row


def cards(army: Army) -> list[Card]:
    assert isinstance(army, RegimentArmy)
    found: dict[tuple[str, str], list[RegimentUnit]] = {}
    for unit in army.regiment_units:
        found.setdefault((unit.home, unit.warscroll.id), []).append(unit)
    return [card_of(first.warscroll, [first, *others]) for first, *others in found.values()]


def card_of(sheet: Warscroll, units: list[RegimentUnit]) -> Card:
    stats = [(key, getattr(sheet.stats, key)) for key in ("move", "health", "save", "control")]
    stats.append(("ward", sheet.keyword_values.get("ward")))
    rows = [_weapon(weapon) for weapon in sheet.weapons]
    return Card(
        name=sheet.name,
        units=tuple(unit.id for unit in units),
        tables=tuple(profiles.warscroll_tables(stats, rows, [weapon.ranged for weapon in sheet.weapons])),
        keywords=sheet.keywords,
        base_size=sheet.base_size or "",
    )


def _weapon(weapon: Weapon) -> Row:
    numbers = (weapon.range, weapon.attacks, weapon.hit, weapon.wound, weapon.rend, weapon.damage)
    return Row(weapon.name, tuple(map(profiles.shown, numbers)))
