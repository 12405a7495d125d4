"""The text export of the publisher's Age of Sigmar app, in its dashed form (docs/formats.md)."""

from __future__ import annotations

from listbuilder.formats import export_wording
from listbuilder.formats.printout import Printout
from listbuilder.games.aos.army import RegimentArmy, RegimentUnit
from listbuilder.version import VERSION

_LORES = (
    ("spell", "Spell Lore"),
    ("prayer", "Prayer Lore"),
    ("manifestation", "Manifestation Lore"),
)


def write(sheet: Printout) -> bytes:
    """Return the printout `sheet` as the bytes of the app's text."""
    army = sheet.army
    assert isinstance(army, RegimentArmy)  # the catalogue says which armies a form is for
    name = (
        export_wording.escape_formula(export_wording.make_one_line(army.name)) or army.faction_name
    )
    blocks = [
        [f"{name} {army.points}/{army.limit or army.points} pts"],
        _make_identity_lines(army),
        *_make_regiments_block(army),
    ]
    for renown in army.renown_taken:
        lines = [f"{renown.regiment.name} ({renown.points})"]
        for unit in renown.units:
            lines.append(_make_unit_title(unit) if unit.points else unit.name)
        blocks.append(["Regiments of Renown", *lines])
    if army.auxiliaries:
        lines = ["Auxiliary Units"]
        for auxiliary in army.auxiliaries:
            lines += _make_unit_lines(auxiliary)
        blocks.append(lines)
    if army.terrain:
        names = [_name_with_price(terrain.name, terrain.path, army) for terrain in army.terrain]
        blocks.append(["Faction Terrain", *names])
    data = f"App: listbuilder {VERSION} | Data: listbuilder {army.priced_on}"
    blocks.append(["Created with Warhammer Age of Sigmar: The App", data])
    return ("\n-----\n".join("\n".join(block) for block in blocks) + "\n").encode()


def _make_identity_lines(army: RegimentArmy) -> list[str]:
    """Return the lines of the header below the title.

    They state alliance, faction, formation, season, auxiliaries, drops, lores and cards.
    """
    parts = [f"Grand Alliance {army.faction.grand_alliance}", army.faction_name]
    if army.renown:
        parts.append(army.renown.name)
    parts += [
        _name_with_price(formation.name, formation.path, army)
        for formation in army.formations_chosen
    ]
    lines = [" | ".join(parts)]
    if army.renown:
        lines.append("Army of Renown")
    if army.season:
        lines.append(army.season.name)
    if army.auxiliaries:
        fee = sum(extra.points for extra in army.extras if extra.path == ("auxiliary",))
        price = f" (+{fee} Points)" if fee else ""
        lines.append(f"Auxiliaries: {len(army.auxiliaries)}{price}")
    lines.append(f"Drops: {army.drops}")
    for kind, title in _LORES:
        lines += [
            f"{title} - {_name_with_price(lore.name, lore.path, army)}"
            for lore in army.lores.get(kind, ())
        ]
    if army.tactics:
        lines.append(f"Battle Tactics Cards: {' and '.join(card.name for card in army.tactics)}")
    return lines


def _name_with_price(name: str, path: tuple[str | int, ...], army: RegimentArmy) -> str:
    """Return `name`, with its points in brackets if the choice at `path` costs any."""
    points = next((extra.points for extra in army.extras if extra.path == path), 0)
    return f"{name} ({points} Points)" if points else name


def _make_regiments_block(army: RegimentArmy) -> list[list[str]]:
    """Return a block with the lines of all regiments, the general's first, or no block.

    It is one block because the app puts a shorter rule between regiments than between blocks.
    """
    lines: list[str] = []
    number = 0
    for regiment in sorted(army.regiments, key=lambda regiment: not regiment.has_general):
        if lines:
            lines.append("---")
        if regiment.has_general:
            lines.append("General's Regiment")
        else:
            number += 1
            lines.append(f"Regiment {number}")
        for unit in regiment.units:
            lines += _make_unit_lines(unit)
    return [lines] if lines else []


def _make_unit_title(unit: RegimentUnit) -> str:
    """Return the name of a unit with its points."""
    return f"{unit.name} ({unit.points or 0})"


def _make_unit_lines(unit: RegimentUnit) -> list[str]:
    """Return the lines of one unit: its name, marks and enhancements."""
    lines = [_make_unit_title(unit)]
    if unit.general:
        lines.append("• General")
    if unit.reinforced:
        lines.append("• Reinforced")
    for borne in unit.borne:
        price = f" - ({borne.points}) Points" if borne.points else ""
        lines.append(f"• {borne.enhancement.name}{price}")
    return lines
