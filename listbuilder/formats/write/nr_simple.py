"""New Recruit's "simple" text (docs/formats.md): Markdown, units by their role, wargear by model."""

from __future__ import annotations

from listbuilder.formats.printout import Printout
from listbuilder.formats.write import wh40k_text
from listbuilder.formats.write.wh40k_text import MusteredUnit, format_counts

# The first of these keywords that a unit has is its role there; what is a transport for others
# alone comes last.
_ROLES: tuple[str, ...] = (
    "Epic Hero",
    "Character",
    "Dedicated Transport",
    "Battleline",
    "Infantry",
    "Swarm",
    "Mounted",
)
_ROLES += ("Beast", "Monster", "Vehicle", "Fortification")
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
    lines += (
        [f"Battle Size: {army.size.name} ({army.size.points} Point limit)"] if army.size else []
    )
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
            lines += [
                "",
                f"## {role} [{points} pts]",
                *(line for entry in units for line in _make_unit_lines(entry, sheet, entries)),
            ]
    return "\n".join([*lines, "", wh40k_text.make_footer(sheet), ""]).encode()


def _list_in_order(sheet: Printout) -> list[MusteredUnit]:
    """Return the units, numbered among those of their name in the order in which the text lists
    them.
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
    unit = entry.unit
    return next(
        (role for role in _ROLES if unit.has_keyword(role) or unit.has_keyword(f"{role}s")), "Other"
    )


def _make_unit_lines(
    entry: MusteredUnit, sheet: Printout, entries: list[MusteredUnit]
) -> list[str]:
    """Return the lines of one unit and of its attachments."""
    return [
        *_make_model_lines(entry, wh40k_text.should_show_attached(sheet)),
        *wh40k_text.make_attachment_lines(sheet, entry, entries),
    ]


def _make_model_lines(entry: MusteredUnit, bearers: bool) -> list[str]:
    """Return the lines of one unit with its models and wargear.

    `bearers`: an enhancement stands at the models that have it, else at the unit.
    """
    unit = entry.unit
    head = f"{unit.name} [{wh40k_text.get_points(unit)} pts]:"
    borne = [f"{enhancement.name} [{enhancement.points} pts]" for enhancement in unit.enhancements]
    marks_of_unit, warlord = wh40k_text.split_marks(entry)
    marks = [*marks_of_unit, *borne]
    if wh40k_text.is_single_model(entry):
        alone = entry.line.carried[0].each
        items = [*marks, *(format_counts(alone[0].items) if alone else [])]
        return [f"{head} {', '.join(items)}" if items else head]
    lines = [
        f"{head} {', '.join(marks if unit.bearer is None else marks_of_unit)}".rstrip()
        if bearers
        else head
    ]
    marks = [] if bearers else marks
    for group in entry.line.carried:
        marks = borne if unit.bearer == group.model else marks
        marks = [wh40k_text.WARLORD, *marks] if group.model == warlord else marks
        for load in group.each:
            items = [*marks, *format_counts(load.items)]
            marks = []
            lines.append(
                f"• {load.count}x {group.model}" + (f": {', '.join(items)}" if items else "")
            )
    return lines
