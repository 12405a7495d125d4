"""Plain text for a chat."""

from __future__ import annotations

from listbuilder.exchange import wording
from listbuilder.exchange.printout import PrintedItem, PrintedSection, PrintedUnit, Printout
from listbuilder.exchange.wording import isolated, uncalled, unformula


def write(sheet: Printout) -> bytes:
    blocks = [_head(sheet), *(_section(section, sheet) for section in sheet.sections)]
    if sheet.formations:
        blocks.append([sheet.say("sheet.formations"), *(f"  {line}" for line in sheet.formations)])
    if sheet.reminders:
        reminders = (f"  {line}" for line in sheet.reminder_lines)
        blocks.append([sheet.say("sheet.reminders"), *reminders])
    if sheet.notes:
        blocks.append([sheet.say("sheet.notes"), *(f"  {line}" for line in sheet.note_lines)])
    blocks.append(sheet.verdict.lines())
    return (uncalled("\n\n".join("\n".join(map(unformula, block)) for block in blocks)) + f"\n\n{sheet.sealed}\n").encode()


def _head(sheet: Printout) -> list[str]:
    lines = [" · ".join(part for part in (isolated(sheet.name), sheet.points, sheet.left) if part)]
    lines.append(" · ".join([sheet.game, *sheet.labels]))
    if sheet.player:
        lines.append(sheet.say("sheet.player", name=isolated(sheet.player)))
    return [*lines, *sheet.facts]


def _section(section: PrintedSection, sheet: Printout) -> list[str]:
    title = _priced(section.title, section.points, sheet)
    lines = [title, *(f"  {line_text(line, sheet)}" for line in section.lines)]
    for name, kind, points in section.extras:
        lines.append(f"  {_priced(name, points, sheet)}" + (f": {kind}" if kind else ""))
    return lines


def _priced(name: str, points: int, sheet: Printout) -> str:
    cost = sheet.cost(points)
    return f"{name} ({cost})" if cost else name


def section_lines(sheet: Printout) -> list[str]:
    """What the list is called, what it is mustered under, and its units."""
    head = [line for line in _head(sheet) if line]
    return [*head, *(line for section in sheet.sections for line in _section(section, sheet))]


def line_text(line: PrintedUnit, sheet: Printout) -> str:
    """`5x Name (own name) (90): Warlord, power fist, leads ...`"""
    size = f"{line.size}x " if line.size > 1 else ""
    name = line.title
    points = f" ({price(line, sheet)})" if sheet.points else ""
    rest = [*line.remarks, *map(item_text, line.changes), *line.ties, *([isolated(line.notes)] if line.notes else [])]
    return f"{size}{name}{points}" + (f": {wording.join(rest, sheet.lang)}" if rest else "")


def price(line: PrintedUnit, sheet: Printout) -> str:
    """Return the points of a unit, in brackets if it stands below another and counts in the section of its own role."""
    points = sheet.say("sheet.no_price") if line.points is None else str(line.points)
    return f"({points})" if line.under else points


def item_text(item: PrintedItem) -> str:
    return item.name if item.count == 1 else f"{item.count}x {item.name}"
