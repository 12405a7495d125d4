"""`listbuilder show FILE`: the roster as a table."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.cli import verdict_text
from listbuilder.cli.check import exit_code
from listbuilder.cli.context import UNREAD, Context
from listbuilder.cli.tables import cell, rendered
from listbuilder.games import words as games
from listbuilder.law import words
from listbuilder.law.judge import Judgement, judge, public
from listbuilder.model.army import Army
from listbuilder.model.visible import visible
from listbuilder.store import reader
from listbuilder.store.words import local

if TYPE_CHECKING:
    from rich.text import Text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a roster, or - for standard input")
    parser.add_argument("--formations", action="store_true", help="also the battle formations, which are secret until declared")


def run(args: argparse.Namespace, context: Context) -> int:
    if args.file == "-":
        raw = sys.stdin.buffer.read(reader.ROSTER_BYTES + 1)
    else:
        raw = reader.read_bytes(Path(args.file), reader.ROSTER_BYTES)
    done = judge(raw, args.file, context.library, context.as_of)
    context.complain(done.problems)
    if done.army is None:
        return UNREAD
    if context.format == "json":
        from listbuilder.cli import verdict_json

        print(verdict_json.report([done if args.formations else public(done)], context, args.formations))
    else:
        _print(done, context)
        if args.formations:
            from listbuilder.cli import declarations

            print("\n".join(declarations.lines(done.army, context)))
    return exit_code([done.verdict])


def _print(done: Judgement, context: Context) -> None:
    print(rendered(context, verdict_text.heading(done, context), *facts(done, context), _table(done, context)), end="")
    print(verdict_text.headline(done, context))
    for severity in ("error", "warning"):
        count = sum(finding.severity == severity for finding in done.findings)
        if count:
            print(f"{words.severity(severity, context.lang)}: {count}  (listbuilder check {visible(done.file)})")
    for line in verdict_text.footing(done, context):
        print(line.strip())


def _table(done: Judgement, context: Context):  # type: ignore[no-untyped-def]
    from rich import box
    from rich.table import Table

    army, system = done.army, done.system
    assert army is not None
    assert system is not None
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(context.say("show.unit"), overflow="fold")
    numbers = _numbers(army)
    for name in numbers:
        table.add_column(context.say(f"show.{name}"), justify="right")
    table.add_column(context.say("show.notes"), overflow="fold")

    def add(first: Text, models: str, points: Text, remarks: str) -> None:
        cells = {"models": cell(models), "points": points}
        table.add_row(first, *(cells[name] for name in numbers), cell(remarks))

    for column in system.columns(army):
        subtotal = sum(unit.points or 0 for unit in column.units) + sum(extra.points for extra in column.extras)
        title = games.say(system, f"section.{column.key}", context.lang, column.args)
        add(cell(title, "bold"), "", cell(subtotal, "dim"), "")
        for unit in column.units:
            name = local(unit.name, context.lang)
            if unit.custom_name:
                name = f"{unit.custom_name} ({name})"
            remarks = ", ".join(games.say(system, key, context.lang, args) for key, args in system.remarks(army, unit))
            points = "?" if unit.points is None else str(unit.points)
            add(cell(f"  {name}"), str(unit.models), cell(points), remarks)
        for extra in column.extras:
            kind = local(extra.kind, context.lang) if extra.kind != extra.name else ""
            add(cell(f"  {local(extra.name, context.lang)}"), "", cell(extra.points), kind)
    if not numbers:
        return table
    table.add_section()
    total = f"{army.points}" if army.limit is None else f"{army.points} / {army.limit}"
    models = sum(unit.models for unit in army.units)
    add(cell(context.say("show.total"), "bold"), str(models), cell(total, "bold"), "")
    return table


def facts(done: Judgement, context: Context) -> list[str]:
    """What is to be said of the army as a whole, before its units."""
    assert done.army is not None
    assert done.system is not None
    return [games.say(done.system, key, context.lang, args) for key, args in done.system.facts(done.army)]


def _numbers(army: Army) -> list[str]:
    """The columns of numbers: points where the game has them, models where there is more than one to a unit."""
    if army.counts_points:
        return ["models", "points"]
    return ["models"] if any(unit.models > 1 for unit in army.units) else []
