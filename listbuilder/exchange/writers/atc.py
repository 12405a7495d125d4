"""The form that the American Team Championship of 2026 asks for: its own head over the units as WTC has them."""

from __future__ import annotations

from listbuilder.exchange import wording
from listbuilder.exchange.printout import Printout
from listbuilder.exchange.writers import mustered, wtc
from listbuilder.exchange.writers.mustered import FENCE, MusteredUnit

_NOTHING = "-"


def write(sheet: Printout) -> bytes:
    found = mustered.entries(sheet)
    return wtc.under(_head(sheet, found), sheet, found)


def _head(sheet: Printout, found: list[MusteredUnit]) -> list[str]:
    army = mustered.muster(sheet)
    warlord = next((f"{each.ref}: {each.unit.name}" for each in found if each.unit.warlord), _NOTHING)
    borne = [f"{gift.name} (on {each.ref}: {each.unit.name})" for each in found for gift in each.unit.enhancements]
    parties = mustered.parties(sheet, found)
    led = [f"{' & '.join(each.unit.name for each in party[:-1])} leading {party[-1].unit.name}" for party in parties]
    return [
        FENCE,
        f"+ PLAYER NAME: {wording.one_line(sheet.player) or _NOTHING}",
        f"+ TEAM NAME: {_NOTHING}",
        f"+ FACTIONS USED: {mustered.catalogue(sheet)}",
        *(f"+ DISPOSITION: {each}" for each in mustered.dispositions(sheet)),
        f"+ DETACHMENT: {', '.join(each.name for each in army.chosen) or _NOTHING}",
        f"+ ARMY POINTS: {army.points}pts",
        "+",
        f"+ WARLORD: {warlord}",
        f"+ ENHANCEMENT: {'; '.join(borne) or _NOTHING}",
        f"+ LEADER/SUPPORT: {'; '.join(led) or _NOTHING}",
        f"+ NUMBER OF UNITS: {len(found)}",
        FENCE,
    ]
