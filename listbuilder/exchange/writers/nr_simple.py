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
    lines += [f"Detachment: {each.name}" for each in army.chosen]
    lines += [f"Force Disposition: {each}" for each in mustered.dispositions(sheet)]
    entries = _in_order(sheet)
    found: dict[str, list[MusteredUnit]] = {}
    for each in entries:
        found.setdefault(role_of(each), []).append(each)
    for role in (*_ORDER, *_LAST):
        units = found.get(role, [])
        if units:
            points = sum(mustered.points(each.unit) for each in units)
            lines += ["", f"## {role} [{points} pts]", *(line for each in units for line in _unit(each, sheet, entries))]
    return "\n".join([*lines, "", mustered.footer(sheet), ""]).encode()


def _in_order(sheet: Printout) -> list[MusteredUnit]:
    """As the text lists them: units of one name are counted in that order."""
    entries = mustered.entries(sheet)
    roles = (*_ORDER, *_LAST)
    alike: dict[str, int] = {}
    for each in sorted(entries, key=lambda each: roles.index(role_of(each))):
        alike[each.unit.name] = each.number = alike.get(each.unit.name, 0) + 1
    return entries


def role_of(each: MusteredUnit) -> str:
    """The one role under which its programs list a unit."""
    if each.section == "allies":
        return "Allied Units"
    unit = each.unit
    return next((role for role in _ROLES if unit.has(role) or unit.has(f"{role}s")), "Other")


def _unit(each: MusteredUnit, sheet: Printout, entries: list[MusteredUnit]) -> list[str]:
    return [*_listed(each, mustered.shows_attached(sheet)), *mustered.attachment_lines(sheet, each, entries)]


def _listed(each: MusteredUnit, bearers: bool) -> list[str]:
    """`bearers`: an enhancement stands at the models that have it, else at the unit."""
    unit = each.unit
    head = f"{unit.name} [{mustered.points(unit)} pts]:"
    borne = [f"{each.name} [{each.points} pts]" for each in unit.enhancements]
    said, warlord = mustered.marks_by_model(each)
    marks = [*said, *borne]
    if mustered.single(each):
        alone = each.line.carried[0].each
        items = [*marks, *(counted(alone[0].items) if alone else [])]
        return [f"{head} {', '.join(items)}" if items else head]
    lines = [f"{head} {', '.join(marks if unit.bearer is None else said)}".rstrip() if bearers else head]
    marks = [] if bearers else marks
    for group in each.line.carried:
        marks = borne if unit.bearer == group.model else marks
        marks = [mustered.WARLORD, *marks] if group.model == warlord else marks
        for load in group.each:
            items = [*marks, *counted(load.items)]
            marks = []
            lines.append(f"• {load.count}x {group.model}" + (f": {', '.join(items)}" if items else ""))
    return lines
