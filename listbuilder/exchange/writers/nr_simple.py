"""New Recruit's "simple" text (FORMATS 3.4): Markdown, units by their role, wargear by model."""

from __future__ import annotations

from listbuilder.exchange.printout import Printout
from listbuilder.exchange.writers import mustered
from listbuilder.exchange.writers.mustered import MusteredUnit, counted

# The first of these keywords that a unit has is its role there; what is a transport for others alone comes last.
_ROLES: tuple[str, ...] = ("Epic Hero", "Character", "Dedicated Transport", "Battleline", "Infantry", "Swarm", "Mounted")
_ROLES += ("Beast", "Monster", "Vehicle", "Fortification")
_ORDER = ("Epic Hero", "Character", "Battleline", "Infantry", "Mounted", "Beast", "Swarm", "Monster", "Vehicle", "Fortification")
_LAST = ("Dedicated Transport", "Other", "Allied Units")


def write(sheet: Printout) -> bytes:
    army = mustered.muster(sheet)
    total = f"[{army.points} pts]"
    lines = [f"{mustered.catalogue(sheet)} - {mustered.title(sheet)} - {total}", "", f"# ++ Army Roster ++ {total}"]
    lines.append("## Configuration")
    lines += [f"Battle Size: {army.size.name} ({army.size.points} Point limit)"] if army.size else []
    lines += [f"Detachment: {each.name}" for each in army.detachments]
    found: dict[str, list[MusteredUnit]] = {}
    for each in mustered.entries(sheet):
        found.setdefault(role_of(each), []).append(each)
    for role in (*_ORDER, *_LAST):
        units = found.get(role, [])
        if units:
            points = sum(mustered.points(each.unit) for each in units)
            lines += ["", f"## {role} [{points} pts]", *(line for each in units for line in _unit(each))]
    return ("\n".join(lines) + "\n").encode()


def role_of(each: MusteredUnit) -> str:
    """The one role under which its programs list a unit."""
    if each.section == "allies":
        return "Allied Units"
    unit = each.unit
    return next((role for role in _ROLES if unit.has(role) or unit.has(f"{role}s")), "Other")


def _unit(each: MusteredUnit) -> list[str]:
    unit = each.unit
    head = f"{unit.name} [{mustered.points(unit)} pts]:"
    marks = [*mustered.marks(unit), *(enhancement.name for enhancement in unit.enhancements)]
    if mustered.single(each):
        alone = each.line.carried[0].each
        items = [*marks, *(counted(alone[0].items) if alone else [])]
        return [f"{head} {', '.join(items)}" if items else head]
    lines = [head]
    for group in each.line.carried:
        for load in group.each:
            items = [*marks, *counted(load.items)]
            marks = []
            lines.append(f"• {load.count}x {group.model}" + (f": {', '.join(items)}" if items else ""))
    return lines
