"""The text export of the publisher's Age of Sigmar app, in its dashed form (FORMATS 9)."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.exchange import wording
from listbuilder.exchange.printout import Printout
from listbuilder.games.regiments.army import RegimentArmy, RegimentUnit
from listbuilder.model.army import Extra
from listbuilder.version import VERSION

_LORES = (("spell", "Spell Lore"), ("prayer", "Prayer Lore"), ("manifestation", "Manifestation Lore"))


def write(sheet: Printout) -> bytes:
    army = sheet.army
    assert isinstance(army, RegimentArmy)  # the catalogue says which armies a form is for
    name = wording.unformula(wording.one_line(army.name)) or army.faction_name
    blocks = [[f"{name} {army.points}/{army.limit or army.points} pts"], _identity(army), *_regiments(army)]
    for taken in army.renown_taken:
        lines = [f"{taken.regiment.name} ({taken.points})"]
        for unit in taken.units:
            lines.append(_priced(unit) if unit.points else unit.name)
        blocks.append(["Regiments of Renown", *lines])
    if army.auxiliaries:
        blocks.append(["Auxiliary Units", *(line for unit in army.auxiliaries for line in _unit(unit))])
    if army.terrain:
        blocks.append(["Faction Terrain", *(_chosen(each.name, each.path, army) for each in army.terrain)])
    blocks.append(
        ["Created with Warhammer Age of Sigmar: The App", f"App: listbuilder {VERSION} | Data: listbuilder {army.priced_on}"]
    )
    return ("\n-----\n".join("\n".join(block) for block in blocks) + "\n").encode()


def _identity(army: RegimentArmy) -> list[str]:
    parts = [f"Grand Alliance {army.faction.grand_alliance}", army.faction_name]
    parts += [army.renown.name] if army.renown else []
    parts += [_chosen(each.name, each.path, army) for each in army.formations_chosen]
    lines = [" | ".join(parts), *(["Army of Renown"] if army.renown else []), *([army.season.name] if army.season else [])]
    if army.auxiliaries:
        fee = sum(extra.points for extra in army.extras if extra.path == ("auxiliary",))
        lines.append(f"Auxiliaries: {len(army.auxiliaries)}" + (f" (+{fee} Points)" if fee else ""))
    lines.append(f"Drops: {army.drops}")
    for kind, title in _LORES:
        lines += [f"{title} - {_chosen(each.name, each.path, army)}" for each in army.lores.get(kind, ())]
    if army.tactics:
        lines.append(f"Battle Tactics Cards: {' and '.join(each.name for each in army.tactics)}")
    return lines


def _chosen(name: str, path: tuple[str | int, ...], army: RegimentArmy) -> str:
    """With its price, where it has one."""
    points = _points(army.extras, path)
    return f"{name} ({points} Points)" if points else name


def _points(extras: Iterable[Extra], path: tuple[str | int, ...]) -> int:
    return next((extra.points for extra in extras if extra.path == path), 0)


def _regiments(army: RegimentArmy) -> list[list[str]]:
    """All regiments in one block, the general's first; the app parts them with a shorter rule."""
    lines: list[str] = []
    number = 0
    for regiment in sorted(army.regiments, key=lambda each: not each.generals):
        number += not regiment.generals
        title = "General's Regiment" if regiment.generals else f"Regiment {number}"
        lines += [*(["---"] if lines else []), title, *(line for unit in regiment.units for line in _unit(unit))]
    return [lines] if lines else []


def _priced(unit: RegimentUnit) -> str:
    return f"{unit.name} ({unit.points or 0})"


def _unit(unit: RegimentUnit) -> list[str]:
    lines = [_priced(unit)]
    lines += ["• General"] if unit.general else []
    lines += ["• Reinforced"] if unit.reinforced else []
    for each in unit.borne:
        lines.append(f"• {each.enhancement.name}" + (f" - ({each.points}) Points" if each.points else ""))
    return lines
