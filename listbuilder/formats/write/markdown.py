"""The roster as a table that the usual sites render, and that reads well where they do not."""

from __future__ import annotations

import re

from listbuilder.formats import export_wording
from listbuilder.formats.export_wording import escape_mentions, wrap_right_to_left
from listbuilder.formats.printout import PrintedUnit, Printout
from listbuilder.formats.write.text import format_item, format_price

_MEANS_SOMETHING = re.compile(r"([\\`*_\[\]|~$#])")
_AT_A_START = re.compile(r"^(\s*\d*)([-+=.)])")  # would begin a list or underline a heading


def write(sheet: Printout) -> bytes:
    """Return the printout `sheet` as the bytes of a Markdown text."""
    lines = [f"# {escape_markdown(wrap_right_to_left(sheet.name))}", ""]
    if sheet.points:
        points = _make_bold(sheet.points)
        lines += [f"{points} · {escape_markdown(sheet.left)}" if sheet.left else points, ""]
    lines += [escape_markdown(" · ".join([sheet.game, *sheet.labels])), ""]
    if sheet.player:
        player = sheet.say("sheet.player", name=wrap_right_to_left(sheet.player))
        lines += [escape_markdown(player), ""]
    if sheet.facts:
        lines += [*(f"- {escape_markdown(fact)}" for fact in sheet.facts), ""]
    lines += _make_table(sheet)
    blocks = (
        (sheet.say("sheet.formations"), sheet.formations),
        (sheet.say("sheet.reminders"), sheet.reminder_lines),
        (sheet.say("sheet.notes"), sheet.note_lines),
    )
    for title, rows in blocks:
        if rows:
            lines += ["", f"## {escape_markdown(title)}", ""]
            lines += [f"- {escape_markdown(row)}" for row in rows]
    first, *rest = sheet.verdict.list_lines()
    lines += ["", "---", "", _make_bold(first), ""]
    lines += [f"- {escape_markdown(line.removeprefix('• '))}" for line in rest]
    lines += ["", sheet.sealed]
    return ("\n".join(lines) + "\n").encode()


def escape_markdown(text: str) -> str:
    """Return `text` escaped for Markdown: no emphasis, table, list, HTML or mention."""
    escaped = _AT_A_START.sub(r"\1\\\2", _MEANS_SOMETHING.sub(r"\\\1", text))
    return escape_mentions(escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def _make_bold(text: str) -> str:
    """Return `text`, escaped, in bold letters."""
    return f"**{escape_markdown(text)}**"


def _make_table(sheet: Printout) -> list[str]:
    """Return the lines of the table of all units.

    It has no column of prices if the game counts no points.
    """
    say = sheet.say
    rows = [
        [say("sheet.unit"), say("sheet.size"), say("sheet.price"), say("sheet.details")],
        ["---", "--:", "--:", "---"],
    ]
    for section in sheet.sections:
        rows.append([_make_bold(section.title), "", sheet.format_cost(section.points), ""])
        rows += [_make_unit_cells(line, sheet) for line in section.lines]
        for name, kind, points in section.extras:
            price = sheet.format_cost(points)
            rows.append([escape_markdown(name), "", price, escape_markdown(kind)])
    if sheet.points:
        total = [_make_bold(say("sheet.total")), "", _make_bold(str(sheet.army.points)), ""]
        rows.append(total)
    else:
        rows = [[name, size, details] for name, size, _, details in rows]
    return [f"| {' | '.join(cells)} |" for cells in rows]


def _make_unit_cells(line: PrintedUnit, sheet: Printout) -> list[str]:
    """Return the cells of one unit: name, size, price and details."""
    details = [*line.remarks, *map(format_item, line.changes), *line.ties]
    if line.notes:
        details.append(wrap_right_to_left(line.notes))
    return [
        escape_markdown(line.title),
        str(line.size),
        format_price(line, sheet),
        escape_markdown(export_wording.join_list(details, sheet.lang)),
    ]
