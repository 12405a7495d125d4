"""The form that the American Team Championship of 2026 asks for.

It has its own header over the units as WTC has them.
"""

from __future__ import annotations

from listbuilder.formats import export_wording
from listbuilder.formats.printout import Printout
from listbuilder.formats.write import wh40k_text, wtc
from listbuilder.formats.write.wh40k_text import FENCE, MusteredUnit

_NOTHING = "-"


def write(sheet: Printout) -> bytes:
    """Return the printout `sheet` as the bytes of the ATC text."""
    entries = wh40k_text.list_entries(sheet)
    return wtc.write_below_header(_make_header(sheet, entries), sheet, entries)


def _make_header(sheet: Printout, entries: list[MusteredUnit]) -> list[str]:
    """Return the lines of the header that the championship asks for.

    It stands between two rows of plus signs. A "-" stands in place of what the roster does not
    have.
    """
    army = wh40k_text.get_muster(sheet)
    warlords = [f"{entry.ref}: {entry.unit.name}" for entry in entries if entry.unit.warlord]
    enhancements = [
        f"{enhancement.name} (on {entry.ref}: {entry.unit.name})"
        for entry in entries
        for enhancement in entry.unit.enhancements
    ]
    led = []
    for *leaders, bodyguard in wh40k_text.list_attached_units(sheet, entries):
        names = " & ".join(leader.unit.name for leader in leaders)
        led.append(f"{names} leading {bodyguard.unit.name}")
    return [
        FENCE,
        f"+ PLAYER NAME: {export_wording.make_one_line(sheet.player) or _NOTHING}",
        f"+ TEAM NAME: {_NOTHING}",
        f"+ FACTIONS USED: {wh40k_text.name_catalogue(sheet)}",
        *(f"+ DISPOSITION: {disposition}" for disposition in wh40k_text.list_dispositions(sheet)),
        f"+ DETACHMENT: {', '.join(detachment.name for detachment in army.chosen) or _NOTHING}",
        f"+ ARMY POINTS: {army.points}pts",
        "+",
        f"+ WARLORD: {warlords[0] if warlords else _NOTHING}",
        f"+ ENHANCEMENT: {'; '.join(enhancements) or _NOTHING}",
        f"+ LEADER/SUPPORT: {'; '.join(led) or _NOTHING}",
        f"+ NUMBER OF UNITS: {len(entries)}",
        FENCE,
    ]
