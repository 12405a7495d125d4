"""The short text of the team championships (FORMATS 3.3): no titles, one line for a unit of models alike."""

from __future__ import annotations

from listbuilder.exchange.printout import Printout
from listbuilder.exchange.writers import mustered
from listbuilder.exchange.writers.mustered import MusteredUnit, counted
from listbuilder.model.card import Carried


def write(sheet: Printout) -> bytes:
    found = mustered.entries(sheet)
    blocks = [mustered.head(sheet, found)]
    parts = ("characters",), ("battleline", "transports", "others"), ("allies",)
    units = [(each.section, [*_unit(each), *mustered.attachment_lines(sheet, each, found)]) for each in found]
    blocks += [[line for section, lines in units if section in keys for line in lines] for keys in parts]
    blocks.append([mustered.footer(sheet)])
    return ("\n\n".join("\n".join(block) for block in blocks if block) + "\n").encode()


def _unit(each: MusteredUnit) -> list[str]:
    unit = each.unit
    ref = f"{each.ref}: " if each.section == "characters" else ""
    first = f"{ref}{unit.models}x {unit.name} ({mustered.points(unit)} pts)"
    marks, warlord = mustered.marks_by_model(each)
    if mustered.single(each):
        load = each.line.carried[0].each
        items = [*marks, *(counted(load[0].items) if load else [])]
        return [f"{first}: {', '.join(items)}" if items else first, *mustered.enhancement_lines(unit)]
    lines = [f"{first}: {', '.join(marks)}" if marks else first]
    for group in each.line.carried:
        lines += _group(group, [mustered.WARLORD] if group.model == warlord else [])
        lines += [f"    {line}" for line in mustered.enhancement_lines(unit) if group.model == unit.bearer]
    return lines if unit.bearer else [*lines, *mustered.enhancement_lines(unit)]


def _group(group: Carried, said: list[str]) -> list[str]:
    """`said`: of these models beside their wargear, at the first of them."""
    head = f"• {group.count}x {group.model}"
    loads = [(load.count, counted(load.items)) for load in group.each if load.items]
    if not loads:
        return [f"{head}: {', '.join(said)}" if said else head]
    loads[0] = (loads[0][0], [*said, *loads[0][1]])
    if len(loads) == 1:
        items = ", ".join(loads[0][1])
        return [f"{head}: {items}" if group.count == 1 else f"{head}: {loads[0][0]} with {items}"]
    return [head, *(f"    {count} with {', '.join(items)}" for count, items in loads)]
