"""The roster as a table that the usual sites render, and that reads well where they do not."""

from __future__ import annotations

import re

from listbuilder.formats import wording
from listbuilder.formats.printout import PrintedSection, PrintedUnit, Printout
from listbuilder.formats.wording import escape_mentions, wrap_right_to_left
from listbuilder.formats.write.text import format_item, format_price

_MEANS_SOMETHING = re.compile(r"([\\`*_\[\]|~$#])")
_AT_A_START = re.compile(r"^(\s*\d*)([-+=.)])")  # would begin a list or underline a heading


def write(sheet: Printout) -> bytes:
    """Return the printout `sheet` as the bytes of a Markdown text."""
    lines = [f"# {escape_markdown(wrap_right_to_left(sheet.name))}", ""]
    lines += (
        [
            " · ".join(
                part for part in (_make_bold(sheet.points), escape_markdown(sheet.left)) if part
            ),
            "",
        ]
        if sheet.points
        else []
    )
    lines += [escape_markdown(" · ".join([sheet.game, *sheet.labels])), ""]
    if sheet.player:
        lines += [
            escape_markdown(sheet.say("sheet.player", name=wrap_right_to_left(sheet.player))),
            "",
        ]
    lines += [f"- {escape_markdown(fact)}" for fact in sheet.facts] + [""] * bool(sheet.facts)
    lines += _make_table(sheet)
    for title, rows in _list_blocks(sheet):
        lines += [
            "",
            f"## {escape_markdown(title)}",
            "",
            *(f"- {escape_markdown(row)}" for row in rows),
        ]
    first, *rest = sheet.verdict.list_lines()
    lines += [
        "",
        "---",
        "",
        _make_bold(first),
        "",
        *(f"- {escape_markdown(line.removeprefix('• '))}" for line in rest),
    ]
    lines += ["", sheet.sealed]
    return ("\n".join(lines) + "\n").encode()


def escape_markdown(text: str) -> str:
    """Return `text` so that it stays text: no emphasis, no table, no HTML, nobody called."""
    escaped = _AT_A_START.sub(r"\1\\\2", _MEANS_SOMETHING.sub(r"\\\1", text))
    return escape_mentions(escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def _make_bold(text: str) -> str:
    """Return `text`, escaped, in bold letters."""
    return f"**{escape_markdown(text)}**"


def _make_table(sheet: Printout) -> list[str]:
    """Return the lines of the table of all units, with prices in a game that has points."""
    say, priced = sheet.say, bool(sheet.points)
    head = [
        say("sheet.unit"),
        say("sheet.size"),
        *([say("sheet.price")] if priced else []),
        say("sheet.details"),
    ]
    rule = ["---", "--:", *(["--:"] if priced else []), "---"]
    rows = [_make_row(head), _make_row(rule)]
    for section in sheet.sections:
        rows += [_make_row(cells) for cells in _make_section_rows(section, sheet, priced)]
    if priced:
        rows.append(
            _make_row([_make_bold(say("sheet.total")), "", _make_bold(str(sheet.army.points)), ""])
        )
    return rows


def _make_section_rows(section: PrintedSection, sheet: Printout, priced: bool) -> list[list[str]]:
    """Return the cells of each row of one section: its title, its units and its extras."""
    cells = [
        [
            _make_bold(section.title),
            "",
            *([sheet.format_cost(section.points)] if priced else []),
            "",
        ]
    ]
    cells += [_make_unit_cells(line, sheet, priced) for line in section.lines]
    cells += [
        [
            escape_markdown(name),
            "",
            *([sheet.format_cost(points)] if priced else []),
            escape_markdown(kind),
        ]
        for name, kind, points in section.extras
    ]
    return cells


def _make_unit_cells(line: PrintedUnit, sheet: Printout, priced: bool) -> list[str]:
    """Return the cells of one unit: name, size, price and details."""
    details = [
        *line.remarks,
        *map(format_item, line.changes),
        *line.ties,
        *([wrap_right_to_left(line.notes)] if line.notes else []),
    ]
    return [
        escape_markdown(line.title),
        str(line.size),
        *([format_price(line, sheet)] if priced else []),
        escape_markdown(wording.join_list(details, sheet.lang)),
    ]


def _make_row(cells: list[str]) -> str:
    """Return `cells` as one line of a table."""
    return f"| {' | '.join(cells)} |"


def _list_blocks(sheet: Printout) -> list[tuple[str, list[str]]]:
    """Return title and lines of each block below the table.

    Formations, reminders and notes, as far as there are any.
    """
    reminders = sheet.reminder_lines
    blocks = [
        (sheet.say("sheet.formations"), sheet.formations),
        (sheet.say("sheet.reminders"), reminders),
        (sheet.say("sheet.notes"), sheet.note_lines),
    ]
    return [(title, rows) for title, rows in blocks if rows]
