"""The text export of the publisher's 40K app, as it has been since 2025 (docs/formats.md).

Where several detachments are bought with points, as version 2 of the app writes it: on one line,
with the disposition below and attached units before all others.
"""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.formats.printout import Printout
from listbuilder.formats.write import wh40k_text
from listbuilder.formats.write.wh40k_text import MusteredUnit, start_with_capital
from listbuilder.games.wh40k.army import Chosen, MusterUnit
from listbuilder.version import VERSION

_TAGS = {"characters": "Character", "battleline": "Battleline", "transports": "Dedicated Transport"}
_TITLES = {
    "characters": "CHARACTERS",
    "battleline": "BATTLELINE",
    "transports": "DEDICATED TRANSPORTS",
    "others": "OTHER DATASHEETS",
    "allies": "ALLIED UNITS",
}


def write(sheet: Printout) -> bytes:
    """Return the printout `sheet` as the bytes of the app's text."""
    army = wh40k_text.get_muster(sheet)
    lines = [f"{wh40k_text.make_title(sheet)} ({army.points} Points)", ""]
    lines += wh40k_text.list_faction_names(army)
    lines += [*_make_detachment_lines(army.chosen), *wh40k_text.list_dispositions(sheet)]
    if army.size:
        lines.append(f"{army.size.name} ({army.size.points} Points)")
    lines.append("")
    entries = wh40k_text.list_entries(sheet)
    attached_units = wh40k_text.list_attached_units(sheet, entries)
    if attached_units:
        lines += ["ATTACHED UNITS", ""]
    for number, members in enumerate(attached_units, start=1):
        lines += [f"Attached unit {number}", ""]
        for entry in members:
            role = wh40k_text.get_attached_role(entry, members)
            role_and_tag = f"{role} ({_TAGS.get(entry.section, '')})"
            lines += [*_make_unit_lines(entry, role_and_tag), ""]
    attached = [entry for members in attached_units for entry in members]
    others = [entry for entry in entries if entry not in attached]
    others.sort(key=lambda entry: entry.unit.name.casefold())
    for section, title in _TITLES.items():
        units = [entry for entry in others if entry.section == section]
        if units:
            lines += [title, ""]
        for entry in units:
            lines += [*_make_unit_lines(entry), ""]
    lines.append(
        f"Exported with App Version: listbuilder {VERSION}, "
        f"Data Version: listbuilder {army.priced_on}"
    )
    return ("\n".join(lines) + "\n").encode()


def _make_detachment_lines(chosen: Sequence[Chosen]) -> list[str]:
    """Return the line of all detachments, as `A, B and C (3 Detachment Points)`.

    If they cost no such points, each detachment has a line of its own.
    """
    names = [selected.name for selected in chosen]
    detachments = [selected.detachment for selected in chosen if selected.detachment]
    points = [detachment.dp for detachment in detachments if detachment.dp is not None]
    if not points:
        return names
    joined = names[-1]
    if len(names) > 1:
        joined = f"{', '.join(names[:-1])} and {joined}"
    return [f"{joined} ({sum(points)} Detachment Points)"]


def _make_unit_lines(entry: MusteredUnit, attached_as: str = "") -> list[str]:
    """Return the lines of one unit with its marks, its wargear by model and its enhancements.

    `attached_as` is its role in an attached unit; empty outside of one.
    """
    unit, alone = entry.unit, wh40k_text.is_single_model(entry)
    lines = [f"{unit.name} ({wh40k_text.get_points(unit)} Points)"]
    warlord_model = None if alone else unit.warlord_model
    if attached_as:
        lines.append(f"  • Attached as: {attached_as}")
    if unit.warlord and warlord_model is None:
        lines.append("  • Warlord")
    if unit.chosen_keyword:
        lines.append(f"  • Keyword: {unit.chosen_keyword}")
    if unit.stated_keywords:
        lines.append(f"  • Keywords: {', '.join(unit.stated_keywords)}")
    bearer_is_named = unit.bearer is not None and len(unit.groups) > 1
    item_bullet = "  • " if alone else "     ◦ "
    for group in entry.line.carried:
        if not alone:
            lines.append(f"  • {group.count}x {group.model}")
        if warlord_model is not None and group.model == warlord_model:
            lines.append("     ◦ Warlord")
        for name, count in group.items.items():
            lines.append(f"{item_bullet}{count}x {start_with_capital(name)}")
        if group.model == unit.bearer and len(unit.groups) > 1:
            lines += _make_enhancement_lines(unit, "     ◦ ")
    if not bearer_is_named:
        lines += _make_enhancement_lines(unit, "  • ")
    return lines


def _make_enhancement_lines(unit: MusterUnit, indent: str) -> list[str]:
    """Return a line for each enhancement of a unit, each beginning with `indent`."""
    return [
        f"{indent}Enhancement: {enhancement.name}{' (Upgrade)' if enhancement.upgrade else ''}"
        for enhancement in unit.enhancements
    ]
