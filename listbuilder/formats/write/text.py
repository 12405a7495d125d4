"""The roster as plain text for a chat."""

from __future__ import annotations

from listbuilder.formats import export_wording
from listbuilder.formats.export_wording import escape_formula, escape_mentions, wrap_right_to_left
from listbuilder.formats.printout import PrintedItem, PrintedSection, PrintedUnit, Printout


def write(sheet: Printout) -> bytes:
    """Return the printout `sheet` as the bytes of a plain text."""
    blocks = [_make_header(sheet)]
    blocks += [_make_section_lines(section, sheet) for section in sheet.sections]
    if sheet.formations:
        blocks.append([sheet.say("sheet.formations"), *(f"  {line}" for line in sheet.formations)])
    if sheet.reminders:
        reminders = (f"  {line}" for line in sheet.reminder_lines)
        blocks.append([sheet.say("sheet.reminders"), *reminders])
    if sheet.notes:
        blocks.append([sheet.say("sheet.notes"), *(f"  {line}" for line in sheet.note_lines)])
    blocks.append(sheet.verdict.list_lines())
    text = "\n\n".join("\n".join(map(escape_formula, block)) for block in blocks)
    return f"{escape_mentions(text)}\n\n{sheet.sealed}\n".encode()


def _make_header(sheet: Printout) -> list[str]:
    """Return the lines above the units: name and points, game, player and facts."""
    parts = (wrap_right_to_left(sheet.name), sheet.points, sheet.left)
    lines = [" · ".join(filter(None, parts)), " · ".join([sheet.game, *sheet.labels])]
    if sheet.player:
        lines.append(sheet.say("sheet.player", name=wrap_right_to_left(sheet.player)))
    return [*lines, *sheet.facts]


def _make_section_lines(section: PrintedSection, sheet: Printout) -> list[str]:
    """Return the lines of one section: its title, its units and its extras."""
    lines = [_add_price(section.title, section.points, sheet)]
    lines += [f"  {format_unit(line, sheet)}" for line in section.lines]
    for name, kind, points in section.extras:
        extra = f"  {_add_price(name, points, sheet)}"
        lines.append(f"{extra}: {kind}" if kind else extra)
    return lines


def _add_price(name: str, points: int, sheet: Printout) -> str:
    """Return `name` with its points in brackets; without them if the game counts no points."""
    cost = sheet.format_cost(points)
    return f"{name} ({cost})" if cost else name


def make_list_lines(sheet: Printout) -> list[str]:
    """Return the lines with the list's name, game, labels and units, without the verdict."""
    lines = [line for line in _make_header(sheet) if line]
    for section in sheet.sections:
        lines += _make_section_lines(section, sheet)
    return lines


def format_unit(line: PrintedUnit, sheet: Printout) -> str:
    """Return one unit as a line: `5x Name (own name) (90): Warlord, power fist, leads ...`."""
    text = line.title
    if line.size > 1:
        text = f"{line.size}x {text}"
    if sheet.points:
        text += f" ({format_price(line, sheet)})"
    details = [*line.remarks, *map(format_item, line.changes), *line.ties]
    if line.notes:
        details.append(wrap_right_to_left(line.notes))
    if details:
        text += f": {export_wording.join_list(details, sheet.lang)}"
    return text


def format_price(line: PrintedUnit, sheet: Printout) -> str:
    """Return the points of a unit as text, or the words for no price if they are not known.

    They are in brackets if the unit is shown below another unit, because they count in the section
    of its own role.
    """
    points = sheet.say("sheet.no_price") if line.points is None else str(line.points)
    return f"({points})" if line.under else points


def format_item(item: PrintedItem) -> str:
    """Return the name of an item, with its count if there are several."""
    return item.name if item.count == 1 else f"{item.count}x {item.name}"
