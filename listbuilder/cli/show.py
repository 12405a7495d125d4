"""`listbuilder show FILE`: the roster as a table."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from listbuilder.cli import lists, verdict_text
from listbuilder.cli.check import exit_code
from listbuilder.cli.context import UNREAD, Context
from listbuilder.cli.tables import Kind, Sheet, cell, rendered, screen_width
from listbuilder.exchange.make_printout import outline_of
from listbuilder.exchange.printout import Outline, PrintedUnit, Wish, titled
from listbuilder.law import words
from listbuilder.law.position import Position
from listbuilder.model.army import Army
from listbuilder.model.rule import Severity
from listbuilder.model.visible import visible
from listbuilder.store import reader
from listbuilder.store.cells import indented
from listbuilder.store.words import listed, paired

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--formations", action="store_true")


def run(args: argparse.Namespace, context: Context) -> int:
    raw = reader.read_named(args.file, lists.LIST_BYTES)
    done = _read(raw, args.file, context)
    context = context.about(done.system)
    context.complain(done.problems)
    if done.army is None:
        return UNREAD
    if context.format == "json":
        from listbuilder.cli import verdict_json

        print(verdict_json.report([done if args.formations else done.public()], context, args.formations))
    else:
        outline = outline_of(done, Wish("show", context.lang, "me", args.formations, context.as_of))
        _print(outline, context)
        _print_aids(outline, context)
        if args.formations:
            from listbuilder.cli import declarations

            titles = {line.id: title(line) for section in outline.sections for line in section.lines}
            print("\n".join(declarations.lines(done.army, titles, context)))
    return exit_code([done.verdict])


def _read(raw: bytes, name: str, context: Context) -> Position:
    done = lists.judge_any(raw, name, context, lists.Wish())
    if any(problem.key == "zip_not_one_entry" for problem in done.problems):  # an archive of lists: no roster either
        return Position.read(raw, name, context.library, context.as_of)
    return done


def _print(outline: Outline, context: Context) -> None:
    done = outline.done
    print(rendered(context, verdict_text.heading(done, context), *map(visible, outline.facts), _table(outline, context)), end="")
    print(verdict_text.headline(done, context))
    severities: tuple[Severity, ...] = ("error", "warning")
    for severity in severities:
        count = done.count(severity)
        if count:
            counted = paired(words.severity(severity, context.lang), str(count), context.lang)
            print(f"{counted}  (listbuilder check {visible(done.file)})")
    for line in verdict_text.footing(done, context):
        print(line.strip())


def _print_aids(outline: Outline, context: Context) -> None:
    """Print what players need before the battle."""
    if outline.aids:
        print(context.say("show.aids"))
    for aid in outline.aids:
        print("\n".join(indented(f"  {visible(aid)}", screen_width())))


def title(line: PrintedUnit) -> str:
    """As everywhere; the terminal needs no marks around what reads from right to left, and shows none."""
    return titled(line.name, line.number, line.custom)


def _table(outline: Outline, context: Context) -> Table:
    army = outline.army
    numbers = _numbers(army)
    kinds: list[tuple[str, Kind]] = [(context.say(f"show.{name}"), "number") for name in numbers]
    sheet = Sheet((context.say("show.unit"), "words"), *kinds, (context.say("show.notes"), "words"))

    def add(first: Text, models: str, points: Text, remarks: str) -> None:
        cells = {"models": cell(models), "points": points}
        sheet.add(first, *(cells[name] for name in numbers), cell(remarks))

    for section in outline.beside:
        add(cell(section.title, "bold"), "", cell(section.points, "dim"), "")
        for line in section.lines:
            points = "?" if line.points is None else str(line.points)
            add(
                cell(f"  {'↳ ' if line.under else ''}{title(line)}"),
                str(line.size),
                cell(points),
                listed(line.remarks, context.lang),
            )
        for called, kind, cost in section.extras:
            add(cell(f"  {called}"), "", cell(cost), kind)
    if numbers:
        sheet.rule()
        total = f"{army.points}" if army.limit is None else f"{army.points} / {army.limit}"
        models = sum(unit.models for unit in army.units)
        add(cell(context.say("show.total"), "bold"), str(models), cell(total, "bold"), "")
    return sheet.table(screen_width())


def _numbers(army: Army) -> list[str]:
    """The columns of numbers: points where the game has them, models where there is more than one to a unit."""
    if army.counts_points:
        return ["models", "points"]
    return ["models"] if any(unit.models > 1 for unit in army.units) else []
