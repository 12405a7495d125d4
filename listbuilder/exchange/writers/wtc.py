"""The full text of the team championships: the one that says what each model carries (FORMATS 3.2)."""

from __future__ import annotations

from listbuilder.exchange.printout import Printout
from listbuilder.exchange.writers import mustered
from listbuilder.exchange.writers.mustered import MusteredUnit, counted
from listbuilder.model.card import Carried

_TITLES = {
    "characters": "CHARACTER",
    "battleline": "BATTLELINE",
    "transports": "OTHER DATASHEETS",
    "others": "OTHER DATASHEETS",
    "allies": "ALLIED UNITS",
}


def write(sheet: Printout) -> bytes:
    found = mustered.entries(sheet)
    return under(mustered.head(sheet, found), sheet, found)


def under(head: list[str], sheet: Printout, found: list[MusteredUnit]) -> bytes:
    """The units below a head."""
    lines = [*head, ""]
    title = ""
    for each in found:
        if _TITLES[each.section] != title:
            title = _TITLES[each.section]
            lines += [title, ""]
        lines += [*_unit(each), *mustered.attachment_lines(sheet, each, found), ""]
    return "\n".join([*lines, mustered.footer(sheet), ""]).encode()


def _unit(each: MusteredUnit) -> list[str]:
    unit = each.unit
    ref = f"{each.ref}: " if each.section == "characters" else ""
    lines = [f"{ref}{unit.models}x {unit.name} ({mustered.points(unit)} pts)"]
    marks, warlord = mustered.marks_by_model(each)
    if mustered.single(each):
        lines += _marked(_loads(each.line.carried[0], ""), marks)
        return [*lines, *mustered.enhancement_lines(unit)]
    lines += [] if unit.bearer else mustered.enhancement_lines(unit)
    for place, group in enumerate(each.line.carried):
        lines.append(f"• {group.count}x {group.model}")
        said = [*([mustered.WARLORD] if group.model == warlord else []), *(marks if not place else [])]
        lines += _marked(_loads(group, "    "), said)
        lines += [f"    {line}" for line in mustered.enhancement_lines(unit) if group.model == unit.bearer]
    return lines


def _marked(loads: list[str], marks: list[str]) -> list[str]:
    """`1 with Axe, Pistol, Warlord`: what is said of the unit stands where programs look for it, at its first models."""
    if not marks or not loads:
        return [*loads, *([f"  • {', '.join(marks)}"] if marks else [])]
    return [f"{loads[0]}, {', '.join(marks)}", *loads[1:]]


def _loads(group: Carried, indent: str) -> list[str]:
    return [f"{indent}{load.count} with {', '.join(counted(load.items))}" for load in group.each if load.items]
