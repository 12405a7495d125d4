"""The text export of the publisher's 40K app, as it has been since 2025 (FORMATS 2.2).

Where several detachments are bought with points, as version 2 of the app writes it: on one line, with the disposition below
and attached units before all others.
"""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.exchange.printout import Printout
from listbuilder.exchange.writers import mustered
from listbuilder.exchange.writers.mustered import MusteredUnit, capital
from listbuilder.games.muster.army import Chosen, MusterUnit
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
    army = mustered.muster(sheet)
    lines = [f"{mustered.title(sheet)} ({army.points} Points)", "", *mustered.faction_names(army)]
    lines += [*_detachments(army.chosen), *mustered.dispositions(sheet)]
    lines += [f"{army.size.name} ({army.size.points} Points)"] if army.size else []
    lines.append("")
    section = ""
    found = mustered.entries(sheet)
    parties = mustered.parties(sheet, found)
    lines += ["ATTACHED UNITS", ""] if parties else []
    for number, party in enumerate(parties, start=1):
        lines += [f"Attached unit {number}", ""]
        for each in party:
            lines += [*_unit(each, f"{mustered.role_of(each, party)} ({_TAGS.get(each.section, '')})"), ""]
    attached = [each for party in parties for each in party]
    for each in sorted((each for each in found if each not in attached), key=_order):
        if each.section != section:
            section = each.section
            lines += [_TITLES[section], ""]
        lines += [*_unit(each), ""]
    lines.append(f"Exported with App Version: listbuilder {VERSION}, Data Version: listbuilder {army.priced_on}")
    return ("\n".join(lines) + "\n").encode()


def _order(each: MusteredUnit) -> tuple[int, str]:
    return list(_TITLES).index(each.section), each.unit.name.casefold()


def _detachments(chosen: Sequence[Chosen]) -> list[str]:
    """`A, B and C (3 Detachment Points)`; by itself where it costs none."""
    names = [each.name for each in chosen]
    points = [each.detachment.dp for each in chosen if each.detachment and each.detachment.dp is not None]
    if not points:
        return names
    joined = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    return [f"{joined} ({sum(points)} Detachment Points)"]


def _unit(each: MusteredUnit, attached_as: str = "") -> list[str]:
    unit = each.unit
    lines = [f"{unit.name} ({mustered.points(unit)} Points)"]
    lines += [f"  • Attached as: {attached_as}"] if attached_as else []
    model = unit.warlord_model if not mustered.single(each) else None
    lines += ["  • Warlord"] if unit.warlord and model is None else []
    lines += [f"  • Keyword: {unit.chosen_keyword}"] if unit.chosen_keyword else []
    lines += [f"  • Keywords: {', '.join(unit.stated_keywords)}"] if unit.stated_keywords else []
    for group in each.line.carried:
        inside = "  • " if mustered.single(each) else "     ◦ "
        if not mustered.single(each):
            lines.append(f"  • {group.count}x {group.model}")
        lines += ["     ◦ Warlord"] if model is not None and group.model == model else []
        lines += [f"{inside}{count}x {capital(name)}" for name, count in group.items.items()]
        if group.model == unit.bearer and len(unit.groups) > 1:
            lines += _enhancements(unit, "     ◦ ")
    borne = unit.bearer is not None and len(unit.groups) > 1
    return lines if borne else [*lines, *_enhancements(unit, "  • ")]


def _enhancements(unit: MusterUnit, indent: str) -> list[str]:
    return [f"{indent}Enhancement: {each.name}{' (Upgrade)' if each.upgrade else ''}" for each in unit.enhancements]
