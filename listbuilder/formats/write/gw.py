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
    lines = [
        f"{wh40k_text.make_title(sheet)} ({army.points} Points)",
        "",
        *wh40k_text.list_faction_names(army),
    ]
    lines += [*_make_detachment_lines(army.chosen), *wh40k_text.list_dispositions(sheet)]
    lines += [f"{army.size.name} ({army.size.points} Points)"] if army.size else []
    lines.append("")
    section = ""
    entries = wh40k_text.list_entries(sheet)
    parties = wh40k_text.list_attached_units(sheet, entries)
    lines += ["ATTACHED UNITS", ""] if parties else []
    for number, party in enumerate(parties, start=1):
        lines += [f"Attached unit {number}", ""]
        for entry in party:
            lines += [
                *_make_unit_lines(
                    entry,
                    f"{wh40k_text.get_attached_role(entry, party)} ({_TAGS.get(entry.section, '')})",
                ),
                "",
            ]
    attached = [entry for party in parties for entry in party]
    for entry in sorted((entry for entry in entries if entry not in attached), key=_get_sort_key):
        if entry.section != section:
            section = entry.section
            lines += [_TITLES[section], ""]
        lines += [*_make_unit_lines(entry), ""]
    lines.append(
        f"Exported with App Version: listbuilder {VERSION}, Data Version: listbuilder {army.priced_on}"
    )
    return ("\n".join(lines) + "\n").encode()


def _get_sort_key(entry: MusteredUnit) -> tuple[int, str]:
    """Return what a unit is sorted by: its section, then its name."""
    return list(_TITLES).index(entry.section), entry.unit.name.casefold()


def _make_detachment_lines(chosen: Sequence[Chosen]) -> list[str]:
    """Return the detachments as `A, B and C (3 Detachment Points)`.

    Each stands by itself if they cost none.
    """
    names = [selected.name for selected in chosen]
    points = [
        selected.detachment.dp
        for selected in chosen
        if selected.detachment and selected.detachment.dp is not None
    ]
    if not points:
        return names
    joined = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    return [f"{joined} ({sum(points)} Detachment Points)"]


def _make_unit_lines(entry: MusteredUnit, attached_as: str = "") -> list[str]:
    """Return the lines of one unit with its marks, its wargear by model and its enhancements."""
    unit = entry.unit
    lines = [f"{unit.name} ({wh40k_text.get_points(unit)} Points)"]
    lines += [f"  • Attached as: {attached_as}"] if attached_as else []
    model = unit.warlord_model if not wh40k_text.is_single_model(entry) else None
    lines += ["  • Warlord"] if unit.warlord and model is None else []
    lines += [f"  • Keyword: {unit.chosen_keyword}"] if unit.chosen_keyword else []
    lines += [f"  • Keywords: {', '.join(unit.stated_keywords)}"] if unit.stated_keywords else []
    for group in entry.line.carried:
        inside = "  • " if wh40k_text.is_single_model(entry) else "     ◦ "
        if not wh40k_text.is_single_model(entry):
            lines.append(f"  • {group.count}x {group.model}")
        lines += ["     ◦ Warlord"] if model is not None and group.model == model else []
        lines += [
            f"{inside}{count}x {start_with_capital(name)}" for name, count in group.items.items()
        ]
        if group.model == unit.bearer and len(unit.groups) > 1:
            lines += _make_enhancement_lines(unit, "     ◦ ")
    borne = unit.bearer is not None and len(unit.groups) > 1
    return lines if borne else [*lines, *_make_enhancement_lines(unit, "  • ")]


def _make_enhancement_lines(unit: MusterUnit, indent: str) -> list[str]:
    """Return the line of each enhancement of a unit."""
    return [
        f"{indent}Enhancement: {enhancement.name}{' (Upgrade)' if enhancement.upgrade else ''}"
        for enhancement in unit.enhancements
    ]
