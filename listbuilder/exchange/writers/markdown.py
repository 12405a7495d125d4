"""A table that the usual sites render, and that reads well where they do not."""

from __future__ import annotations

import re

from listbuilder.exchange import wording
from listbuilder.exchange.printout import PrintedSection, PrintedUnit, Printout
from listbuilder.exchange.wording import isolated, uncalled
from listbuilder.exchange.writers.text import item_text, price

_MEANS_SOMETHING = re.compile(r"([\\`*_\[\]|~$#])")
_AT_A_START = re.compile(r"^(\s*\d*)([-+=.)])")  # would begin a list or underline a heading


def write(sheet: Printout) -> bytes:
    lines = [f"# {safe(isolated(sheet.name))}", ""]
    lines += [" · ".join(part for part in (_bold(sheet.points), safe(sheet.left)) if part), ""] if sheet.points else []
    lines += [safe(" · ".join([sheet.game, *sheet.labels])), ""]
    if sheet.player:
        lines += [safe(sheet.say("sheet.player", name=isolated(sheet.player))), ""]
    lines += [f"- {safe(fact)}" for fact in sheet.facts] + [""] * bool(sheet.facts)
    lines += _table(sheet)
    for title, rows in _blocks(sheet):
        lines += ["", f"## {safe(title)}", "", *(f"- {safe(row)}" for row in rows)]
    first, *rest = sheet.verdict.lines()
    lines += ["", "---", "", _bold(first), "", *(f"- {safe(line.removeprefix('• '))}" for line in rest)]
    lines += ["", sheet.sealed]
    return ("\n".join(lines) + "\n").encode()


def safe(text: str) -> str:
    """Text that stays text: no emphasis, no table, no HTML, nobody called."""
    escaped = _AT_A_START.sub(r"\1\\\2", _MEANS_SOMETHING.sub(r"\\\1", text))
    return uncalled(escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def _bold(text: str) -> str:
    return f"**{safe(text)}**"


def _table(sheet: Printout) -> list[str]:
    say, priced = sheet.say, bool(sheet.points)
    head = [say("sheet.unit"), say("sheet.size"), *([say("sheet.price")] if priced else []), say("sheet.details")]
    rule = ["---", "--:", *(["--:"] if priced else []), "---"]
    rows = [_row(head), _row(rule)]
    for section in sheet.sections:
        rows += [_row(cells) for cells in _section(section, sheet, priced)]
    if priced:
        rows.append(_row([_bold(say("sheet.total")), "", _bold(str(sheet.army.points)), ""]))
    return rows


def _section(section: PrintedSection, sheet: Printout, priced: bool) -> list[list[str]]:
    cells = [[_bold(section.title), "", *([sheet.cost(section.points)] if priced else []), ""]]
    cells += [_cells(line, sheet, priced) for line in section.lines]
    cells += [[safe(name), "", *([sheet.cost(points)] if priced else []), safe(kind)] for name, kind, points in section.extras]
    return cells


def _cells(line: PrintedUnit, sheet: Printout, priced: bool) -> list[str]:
    details = [*line.remarks, *map(item_text, line.changes), *line.ties, *([isolated(line.notes)] if line.notes else [])]
    return [safe(line.title), str(line.size), *([price(line, sheet)] if priced else []), safe(wording.join(details, sheet.lang))]


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _blocks(sheet: Printout) -> list[tuple[str, list[str]]]:
    reminders = sheet.reminder_lines
    blocks = [
        (sheet.say("sheet.formations"), sheet.formations),
        (sheet.say("sheet.reminders"), reminders),
        (sheet.say("sheet.notes"), sheet.note_lines),
    ]
    return [(title, rows) for title, rows in blocks if rows]
