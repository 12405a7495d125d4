"""The text export of the publisher's Age of Sigmar app, in its dashed form (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.formats import wording
from listbuilder.formats.printout import Printout
from listbuilder.games.aos.army import RegimentArmy, RegimentUnit
from listbuilder.model.army import Extra
from listbuilder.version import VERSION

_LORES = (
    ("spell", "Spell Lore"),
    ("prayer", "Prayer Lore"),
    ("manifestation", "Manifestation Lore"),
)


def write(sheet: Printout) -> bytes:
    """Return the printout `sheet` as the bytes of the app's text.

    The catalogue says which armies a form is for.
    """
    army = sheet.army
    assert isinstance(army, RegimentArmy)  # the catalogue says which armies a form is for
    name = wording.escape_formula(wording.make_one_line(army.name)) or army.faction_name
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
        blocks.append(
            [
                "Auxiliary Units",
                *(line for unit in army.auxiliaries for line in _make_unit_lines(unit)),
            ]
        )
    if army.terrain:
        blocks.append(
            [
                "Faction Terrain",
                *(_name_with_price(terrain.name, terrain.path, army) for terrain in army.terrain),
            ]
        )
    blocks.append(
        [
            "Created with Warhammer Age of Sigmar: The App",
            f"App: listbuilder {VERSION} | Data: listbuilder {army.priced_on}",
        ]
    )
    return ("\n-----\n".join("\n".join(block) for block in blocks) + "\n").encode()


def _make_identity_lines(army: RegimentArmy) -> list[str]:
    """Return the lines that say what the army is.

    Alliance, faction, formation, season, auxiliaries, drops, lores, cards.
    """
    parts = [f"Grand Alliance {army.faction.grand_alliance}", army.faction_name]
    parts += [army.renown.name] if army.renown else []
    parts += [
        _name_with_price(formation.name, formation.path, army)
        for formation in army.formations_chosen
    ]
    lines = [
        " | ".join(parts),
        *(["Army of Renown"] if army.renown else []),
        *([army.season.name] if army.season else []),
    ]
    if army.auxiliaries:
        fee = sum(extra.points for extra in army.extras if extra.path == ("auxiliary",))
        lines.append(f"Auxiliaries: {len(army.auxiliaries)}" + (f" (+{fee} Points)" if fee else ""))
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
    """Return the name of a choice with its price, where it has one."""
    points = _find_points(army.extras, path)
    return f"{name} ({points} Points)" if points else name


def _find_points(extras: Iterable[Extra], path: tuple[str | int, ...]) -> int:
    """Return the points of the extra at `path`, 0 if there is none."""
    return next((extra.points for extra in extras if extra.path == path), 0)


def _make_regiments_block(army: RegimentArmy) -> list[list[str]]:
    """Return all regiments in one block, the general's first; no block if there are none.

    The app parts them with a shorter rule.
    """
    lines: list[str] = []
    number = 0
    for regiment in sorted(
        army.regiments, key=lambda regiment_to_sort: not regiment_to_sort.has_general
    ):
        number += not regiment.has_general
        title = "General's Regiment" if regiment.has_general else f"Regiment {number}"
        lines += [
            *(["---"] if lines else []),
            title,
            *(line for unit in regiment.units for line in _make_unit_lines(unit)),
        ]
    return [lines] if lines else []


def _make_unit_title(unit: RegimentUnit) -> str:
    """Return the name of a unit with its points."""
    return f"{unit.name} ({unit.points or 0})"


def _make_unit_lines(unit: RegimentUnit) -> list[str]:
    """Return the lines of one unit: its name, marks and enhancements."""
    lines = [_make_unit_title(unit)]
    lines += ["• General"] if unit.general else []
    lines += ["• Reinforced"] if unit.reinforced else []
    for borne in unit.borne:
        lines.append(
            f"• {borne.enhancement.name}" + (f" - ({borne.points}) Points" if borne.points else "")
        )
    return lines
