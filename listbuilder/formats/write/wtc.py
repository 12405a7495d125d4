"""The full text of the team championships (docs/formats.md).

It is the one that says what each model carries.
"""

from __future__ import annotations

from listbuilder.formats.printout import Printout
from listbuilder.formats.write import wh40k_text
from listbuilder.formats.write.wh40k_text import MusteredUnit, format_counts
from listbuilder.model.card import Carried

_TITLES = {
    "characters": "CHARACTER",
    "battleline": "BATTLELINE",
    "transports": "OTHER DATASHEETS",
    "others": "OTHER DATASHEETS",
    "allies": "ALLIED UNITS",
}


def write(sheet: Printout) -> bytes:
    """Return the printout `sheet` as the bytes of the WTC text."""
    entries = wh40k_text.list_entries(sheet)
    return write_below_header(wh40k_text.make_header(sheet, entries), sheet, entries)


def write_below_header(head: list[str], sheet: Printout, entries: list[MusteredUnit]) -> bytes:
    """Return the bytes of a WTC text: the header `head`, then the units `entries`."""
    lines = [*head, ""]
    title = ""
    for entry in entries:
        if _TITLES[entry.section] != title:
            title = _TITLES[entry.section]
            lines += [title, ""]
        lines += _make_unit_lines(entry)
        lines += wh40k_text.make_attachment_lines(sheet, entry, entries)
        lines.append("")
    return "\n".join([*lines, wh40k_text.make_footer(sheet), ""]).encode()


def _make_unit_lines(entry: MusteredUnit) -> list[str]:
    """Return the lines of one unit with its models, what they carry, marks and enhancements."""
    unit = entry.unit
    ref = f"{entry.ref}: " if entry.section == "characters" else ""
    lines = [f"{ref}{unit.models}x {unit.name} ({wh40k_text.get_points(unit)} pts)"]
    marks, warlord = wh40k_text.split_marks(entry)
    enhancements = wh40k_text.make_enhancement_lines(unit)
    if wh40k_text.is_single_model(entry):
        lines += _add_marks(_make_loadout_lines(entry.line.carried[0], ""), marks)
        return [*lines, *enhancements]
    if not unit.bearer:
        lines += enhancements
    for place, group in enumerate(entry.line.carried):
        lines.append(f"• {group.count}x {group.model}")
        model_marks = [wh40k_text.WARLORD] if group.model == warlord else []
        if place == 0:
            model_marks += marks
        lines += _add_marks(_make_loadout_lines(group, "    "), model_marks)
        if group.model == unit.bearer:
            lines += [f"    {line}" for line in enhancements]
    return lines


def _add_marks(loads: list[str], marks: list[str]) -> list[str]:
    """Return the lines `loads` with `marks` behind the first: `1 with Axe, Pistol, Warlord`.

    `marks` are words such as Warlord; programs look for them there. Without `loads` they get a line
    of their own.
    """
    if not marks:
        return loads
    if not loads:
        return [f"  • {', '.join(marks)}"]
    return [f"{loads[0]}, {', '.join(marks)}", *loads[1:]]


def _make_loadout_lines(group: Carried, indent: str) -> list[str]:
    """Return a line such as `4 with Axe, Pistol` for each loadout that has items."""
    return [
        f"{indent}{load.count} with {', '.join(format_counts(load.items))}"
        for load in group.each
        if load.items
    ]
