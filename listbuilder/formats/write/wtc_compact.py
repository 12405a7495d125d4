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
    parts = ("characters",), ("battleline", "transports", "others"), ("allies",)
    units = [
        (
            entry.section,
            [*_make_unit_lines(entry), *wh40k_text.make_attachment_lines(sheet, entry, entries)],
        )
        for entry in entries
    ]
    blocks += [
        [line for section, lines in units if section in keys for line in lines] for keys in parts
    ]
    blocks.append([wh40k_text.make_footer(sheet)])
    return ("\n\n".join("\n".join(block) for block in blocks if block) + "\n").encode()


def _make_unit_lines(entry: MusteredUnit) -> list[str]:
    """Return the lines of one unit with its models, what they carry, marks and enhancements."""
    unit = entry.unit
    ref = f"{entry.ref}: " if entry.section == "characters" else ""
    first = f"{ref}{unit.models}x {unit.name} ({wh40k_text.get_points(unit)} pts)"
    marks, warlord = wh40k_text.split_marks(entry)
    if wh40k_text.is_single_model(entry):
        load = entry.line.carried[0].each
        items = [*marks, *(format_counts(load[0].items) if load else [])]
        return [
            f"{first}: {', '.join(items)}" if items else first,
            *wh40k_text.make_enhancement_lines(unit),
        ]
    lines = [f"{first}: {', '.join(marks)}" if marks else first]
    for group in entry.line.carried:
        lines += _make_group_lines(group, [wh40k_text.WARLORD] if group.model == warlord else [])
        lines += [
            f"    {line}"
            for line in wh40k_text.make_enhancement_lines(unit)
            if group.model == unit.bearer
        ]
    return lines if unit.bearer else [*lines, *wh40k_text.make_enhancement_lines(unit)]


def _make_group_lines(group: Carried, marks: list[str]) -> list[str]:
    """Return the lines of a group of models.

    `said` is what is said of these models beside their wargear; it stands at the first of them.
    """
    head = f"• {group.count}x {group.model}"
    loads = [(load.count, format_counts(load.items)) for load in group.each if load.items]
    if not loads:
        return [f"{head}: {', '.join(marks)}" if marks else head]
    loads[0] = (loads[0][0], [*marks, *loads[0][1]])
    if len(loads) == 1:
        items = ", ".join(loads[0][1])
        return [f"{head}: {items}" if group.count == 1 else f"{head}: {loads[0][0]} with {items}"]
    return [head, *(f"    {count} with {', '.join(items)}" for count, items in loads)]
