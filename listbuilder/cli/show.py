"""`listbuilder show FILE`: a roster as a table."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from listbuilder.cli import judge_file, verdict_text
from listbuilder.cli.check import choose_exit_code
from listbuilder.cli.context import UNREAD, Context
from listbuilder.cli.tables import Kind, Sheet, get_screen_width, make_cell, render_parts
from listbuilder.formats.make_printout import make_outline
from listbuilder.formats.printout import Outline, PrintedUnit, Wish, join_title
from listbuilder.i18n.messages import join_list, join_with_colon
from listbuilder.i18n.terminal_width import wrap_indented
from listbuilder.model.army import Army
from listbuilder.model.rulebook import Severity
from listbuilder.model.safe_text import escape_hidden
from listbuilder.roster.position import Position
from listbuilder.rules import messages
from listbuilder.yamlio import reader

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of `listbuilder show` to `parser`."""
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--formations", action="store_true")


def run(args: argparse.Namespace, context: Context) -> int:
    """Print a roster as a table, and return the exit code.

    With `--formations`, what the roster declares for its deployment is printed too. Problems go to
    standard error.
    """
    raw = reader.read_named_file(args.file, judge_file.LIST_BYTES)
    position = _read_list(raw, args.file, context)
    context = context.copy_for_game(position.system)
    context.print_problems(position.problems)
    if position.army is None:
        return UNREAD
    if context.format == "json":
        from listbuilder.cli import verdict_json

        shown = position if args.formations else position.hide_secrets()
        print(verdict_json.build_report([shown], context, args.formations))
    else:
        wish = Wish("show", context.lang, "me", args.formations, context.as_of)
        outline = make_outline(position, wish)
        _print_outline(outline, context)
        _print_aids(outline, context)
        if args.formations:
            from listbuilder.cli import deployment

            titles = {
                line.id: format_unit_title(line)
                for section in outline.sections
                for line in section.lines
            }
            print("\n".join(deployment.describe_deployment(position.army, titles, context)))
    return choose_exit_code([position.verdict])


def _read_list(raw: bytes, name: str, context: Context) -> Position:
    """Judge the list `raw`, and return its position.

    An archive that doesn't hold exactly one list is read as a roster file, so that the problems of
    a roster are reported.
    """
    position = judge_file.judge_bytes(raw, name, context, judge_file.ReadingOptions())
    if any(problem.key == "zip_not_one_entry" for problem in position.problems):
        return Position.read(raw, name, context.library, context.as_of)
    return position


def _print_outline(outline: Outline, context: Context) -> None:
    """Print the roster: heading, table, verdict, problem counts, what the verdict rests on."""
    position = outline.done
    print(
        render_parts(
            context,
            verdict_text.format_heading(position, context),
            *map(escape_hidden, outline.facts),
            _build_table(outline, context),
        ),
        end="",
    )
    print(verdict_text.format_headline(position, context))
    severities: tuple[Severity, ...] = ("error", "warning")
    for severity in severities:
        count = position.count_findings(severity)
        if count:
            word = messages.say_severity(severity, context.lang)
            counted = join_with_colon(word, str(count), context.lang)
            print(f"{counted}  (listbuilder check {escape_hidden(position.file)})")
    for line in verdict_text.format_footing(position, context):
        print(line.strip())


def _print_aids(outline: Outline, context: Context) -> None:
    """Print what the books say that players need before the battle; nothing if there is none."""
    if outline.aids:
        print(context.say("show.aids"))
    for aid in outline.aids:
        print("\n".join(wrap_indented(f"  {escape_hidden(aid)}", get_screen_width())))


def format_unit_title(line: PrintedUnit) -> str:
    """Return the title of a unit: its name, its number among equal units, and its own name.

    The title has no direction marks around names written from right to left: the terminal doesn't
    need them and doesn't show them.
    """
    return join_title(line.name, line.number, line.custom)


def _build_table(outline: Outline, context: Context) -> Table:
    """Return the table of units and other parts by section, with the total at the end."""
    army = outline.army
    numbers = _list_number_columns(army)
    kinds: list[tuple[str, Kind]] = [(context.say(f"show.{name}"), "number") for name in numbers]
    sheet = Sheet((context.say("show.unit"), "words"), *kinds, (context.say("show.notes"), "words"))

    def add_row(first: Text, models: str, points: Text, remarks: str) -> None:
        """Add a row, with only those number cells for which the game has columns."""
        cells = {"models": make_cell(models), "points": points}
        sheet.add_row(first, *(cells[name] for name in numbers), make_cell(remarks))

    for section in outline.sections_with_attached:
        add_row(make_cell(section.title, "bold"), "", make_cell(section.points or "", "dim"), "")
        for line in section.lines:
            points = "?" if line.points is None else str(line.points)
            title = format_unit_title(line)
            if line.under:
                points = f"({points})" if line.points is not None else points
                title = f"↳ {title}"
            add_row(
                make_cell(f"  {title}"),
                str(line.size),
                make_cell(points),
                join_list(line.remarks, context.lang),
            )
        for extra_name, kind, cost in section.extras:
            add_row(make_cell(f"  {extra_name}"), "", make_cell(cost or ""), kind)
    if numbers:
        sheet.add_rule()
        models = str(sum(unit.models for unit in army.units))
        total = make_cell(verdict_text.format_sum(army), "bold")
        add_row(make_cell(context.say("show.total"), "bold"), models, total, "")
    return sheet.build_table(get_screen_width())


def _list_number_columns(army: Army) -> list[str]:
    """Return the number columns that the table needs, of `models` and `points`.

    An army that counts points has both. Otherwise there is `models` if a unit has more than one,
    else none.
    """
    if army.counts_points:
        return ["models", "points"]
    return ["models"] if any(unit.models > 1 for unit in army.units) else []
