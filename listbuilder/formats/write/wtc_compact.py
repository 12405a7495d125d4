"""The short text of the team championships (docs/formats.md).

It has no titles, and one line for a unit of models alike.
"""

from __future__ import annotations

from listbuilder.formats.printout import Printout
from listbuilder.formats.write import wh40k_text
from listbuilder.formats.write.wh40k_text import MusteredUnit, format_counts
from listbuilder.model.card import Carried


def write(sheet: Printout) -> bytes:
    """Return the printout `sheet` as the bytes of the compact WTC text."""
    entries = wh40k_text.list_entries(sheet)
    blocks = [wh40k_text.make_header(sheet, entries)]
    for sections in (("characters",), ("battleline", "transports", "others"), ("allies",)):
        lines: list[str] = []
        for entry in entries:
            if entry.section in sections:
                lines += _make_unit_lines(entry)
                lines += wh40k_text.make_attachment_lines(sheet, entry, entries)
        blocks.append(lines)
    blocks.append([wh40k_text.make_footer(sheet)])
    return ("\n\n".join("\n".join(block) for block in blocks if block) + "\n").encode()


def _make_unit_lines(entry: MusteredUnit) -> list[str]:
    """Return the lines of one unit with its models, what they carry, marks and enhancements."""
    unit = entry.unit
    ref = f"{entry.ref}: " if entry.section == "characters" else ""
    first = f"{ref}{unit.models}x {unit.name} ({wh40k_text.get_points(unit)} pts)"
    marks, warlord = wh40k_text.split_marks(entry)
    enhancements = wh40k_text.make_enhancement_lines(unit)
    if wh40k_text.is_single_model(entry):
        loads = entry.line.carried[0].each
        items = [*marks, *(format_counts(loads[0].items) if loads else [])]
        return [f"{first}: {', '.join(items)}" if items else first, *enhancements]
    lines = [f"{first}: {', '.join(marks)}" if marks else first]
    for group in entry.line.carried:
        lines += _make_group_lines(group, [wh40k_text.WARLORD] if group.model == warlord else [])
        if group.model == unit.bearer:
            lines += [f"    {line}" for line in enhancements]
    if not unit.bearer:
        lines += enhancements
    return lines


def _make_group_lines(group: Carried, marks: list[str]) -> list[str]:
    """Return the lines of a group of models.

    `marks`: words about these models besides their wargear, such as Warlord; they stand at the
    first loadout.
    """
    head = f"• {group.count}x {group.model}"
    loads = [(load.count, format_counts(load.items)) for load in group.each if load.items]
    if not loads:
        return [f"{head}: {', '.join(marks)}" if marks else head]
    first_count, first_items = loads[0]
    loads[0] = (first_count, [*marks, *first_items])
    lines = [f"{count} with {', '.join(items)}" for count, items in loads]
    if group.count == 1 and len(loads) == 1:
        return [f"{head}: {', '.join([*marks, *first_items])}"]
    if len(loads) == 1:
        return [f"{head}: {lines[0]}"]
    return [head, *(f"    {line}" for line in lines)]
