"""The text export of the publisher's 40K app, as it has been since 2025 (FORMATS 2.2)."""

from __future__ import annotations

from listbuilder.exchange.printout import Printout
from listbuilder.exchange.writers import mustered
from listbuilder.exchange.writers.mustered import MusteredUnit, capital
from listbuilder.version import VERSION

_TITLES = {
    "characters": "CHARACTERS",
    "battleline": "BATTLELINE",
    "transports": "DEDICATED TRANSPORTS",
    "others": "OTHER DATASHEETS",
    "allies": "ALLIED UNITS",
}


def write(sheet: Printout) -> bytes:
    army = mustered.muster(sheet)
    lines = [f"{mustered.title(sheet)} ({army.points} Points)", "", *mustered.faction_names(army)]
    lines += [each.name for each in army.detachments]
    lines += [f"{army.size.name} ({army.size.points} Points)"] if army.size else []
    lines.append("")
    section = ""
    for each in sorted(mustered.entries(sheet), key=_order):
        if each.section != section:
            section = each.section
            lines += [_TITLES[section], ""]
        lines += [*_unit(each), ""]
    lines.append(f"Exported with App Version: listbuilder {VERSION}, Data Version: listbuilder {army.priced_on}")
    return ("\n".join(lines) + "\n").encode()


def _order(each: MusteredUnit) -> tuple[int, str]:
    return list(_TITLES).index(each.section), each.unit.name.casefold()


def _unit(each: MusteredUnit) -> list[str]:
    unit = each.unit
    lines = [f"{unit.name} ({mustered.points(unit)} Points)"]
    lines += ["  • Warlord"] if unit.warlord else []
    lines += [f"  • Keyword: {unit.chosen_keyword}"] if unit.chosen_keyword else []
    for group in each.line.carried:
        inside = "  • " if mustered.single(each) else "     ◦ "
        if not mustered.single(each):
            lines.append(f"  • {group.count}x {group.model}")
        lines += [f"{inside}{count}x {capital(name)}" for name, count in group.items.items()]
    return [*lines, *(f"  • Enhancements: {enhancement.name}" for enhancement in unit.enhancements)]
