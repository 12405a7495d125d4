"""New Recruit's "simple" text (docs/formats.md): units by their role, wargear by model.

It is written as Markdown.
"""

from __future__ import annotations

from listbuilder.formats.printout import Printout
from listbuilder.formats.write import wh40k_text
from listbuilder.formats.write.wh40k_text import MusteredUnit, format_counts

# The first of these keywords that a unit has is its role there; what is a transport for others
# alone comes last.
_ROLES = (
    "Epic Hero",
    "Character",
    "Dedicated Transport",
    "Battleline",
    "Infantry",
    "Swarm",
    "Mounted",
    "Beast",
    "Monster",
    "Vehicle",
    "Fortification",
)
_ORDER = (
    "Epic Hero",
    "Character",
    "Battleline",
    "Infantry",
    "Mounted",
    "Beast",
    "Swarm",
    "Monster",
    "Vehicle",
    "Fortification",
)
_LAST = ("Dedicated Transport", "Other", "Allied Units")


def write(sheet: Printout) -> bytes:
    """Return the printout `sheet` as the bytes of New Recruit's simple text."""
    army = wh40k_text.get_muster(sheet)
    total = f"[{army.points} pts]"
    lines = [
        f"{wh40k_text.name_catalogue(sheet)} - {wh40k_text.make_title(sheet)} - {total}",
        "",
        f"# ++ Army Roster ++ {total}",
    ]
    lines.append("## Configuration")
    if army.size:
        lines.append(f"Battle Size: {army.size.name} ({army.size.points} Point limit)")
    lines += [f"Detachment: {detachment.name}" for detachment in army.chosen]
    lines += [
        f"Force Disposition: {disposition}" for disposition in wh40k_text.list_dispositions(sheet)
    ]
    entries = _list_in_order(sheet)
    by_role: dict[str, list[MusteredUnit]] = {}
    for entry in entries:
        by_role.setdefault(get_role(entry), []).append(entry)
    for role in (*_ORDER, *_LAST):
        units = by_role.get(role, [])
        if units:
            points = sum(wh40k_text.get_points(entry.unit) for entry in units)
            lines += ["", f"## {role} [{points} pts]"]
        for entry in units:
            lines += _make_model_lines(entry, wh40k_text.should_show_attached(sheet))
            lines += wh40k_text.make_attachment_lines(sheet, entry, entries)
    return "\n".join([*lines, "", wh40k_text.make_footer(sheet), ""]).encode()


def _list_in_order(sheet: Printout) -> list[MusteredUnit]:
    """Return the units, each with its number among the units of the same name.

    They are numbered in the order in which this text lists them, which is by role.
    """
    entries = wh40k_text.list_entries(sheet)
    roles = (*_ORDER, *_LAST)
    alike: dict[str, int] = {}
    for entry in sorted(entries, key=lambda entry: roles.index(get_role(entry))):
        alike[entry.unit.name] = entry.number = alike.get(entry.unit.name, 0) + 1
    return entries


def get_role(entry: MusteredUnit) -> str:
    """Return the one role under which New Recruit's programs list a unit."""
    if entry.section == "allies":
        return "Allied Units"
    for role in _ROLES:
        if entry.unit.has_keyword(role) or entry.unit.has_keyword(f"{role}s"):
            return role
    return "Other"


def _make_model_lines(entry: MusteredUnit, bearers: bool) -> list[str]:
    """Return the lines of one unit with its models and their wargear.

    `bearers`: True puts words such as Warlord on the unit's own line, and an enhancement at the
    models that have it. False puts all of them at the first models.
    """
    unit = entry.unit
    head = f"{unit.name} [{wh40k_text.get_points(unit)} pts]:"
    enhancements = [f"{bought.name} [{bought.points} pts]" for bought in unit.enhancements]
    marks_of_unit, warlord = wh40k_text.split_marks(entry)
    marks = [*marks_of_unit, *enhancements]
    if wh40k_text.is_single_model(entry):
        loads = entry.line.carried[0].each
        items = [*marks, *(format_counts(loads[0].items) if loads else [])]
        return [f"{head} {', '.join(items)}" if items else head]
    if bearers:
        shown = marks if unit.bearer is None else marks_of_unit
        head = f"{head} {', '.join(shown)}".rstrip()
        marks = []
    lines = [head]
    for group in entry.line.carried:
        if unit.bearer == group.model:
            marks = enhancements
        if group.model == warlord:
            marks = [wh40k_text.WARLORD, *marks]
        for load in group.each:
            items = [*marks, *format_counts(load.items)]
            marks = []
            listed = f": {', '.join(items)}" if items else ""
            lines.append(f"• {load.count}x {group.model}{listed}")
    return lines
