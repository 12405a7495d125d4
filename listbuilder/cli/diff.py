"""`listbuilder diff A B`: two lists by meaning. `diff FILE --as-of OLD --as-of NEW`: what an update does to this list."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from listbuilder.advice.diff import Change, Diff, UnitDiff, Value, between_days, between_lists
from listbuilder.cli import verdict_text
from listbuilder.cli.check import exit_code
from listbuilder.cli.context import OUR_BUG, UNREAD, Context
from listbuilder.cli.lists import LIST_BYTES, Wish, is_our_bug, judge_safely
from listbuilder.cli.tables import Kind, Sheet, cell, rendered, screen_width, stacked
from listbuilder.games import words as games
from listbuilder.games.shared.choices import Text
from listbuilder.law import words
from listbuilder.law.position import Position
from listbuilder.model.army import Extra, Unit
from listbuilder.model.finding import Amount
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.visible import visible
from listbuilder.store import reader
from listbuilder.store.ours import named_as_ours
from listbuilder.store.words import local, paired

if TYPE_CHECKING:
    from rich.table import Table

NOTHING = "–"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("before", metavar="A")
    parser.add_argument("after", metavar="B", nargs="?")
    parser.add_argument("--from", dest="form", metavar="FORMAT")


def run(args: argparse.Namespace, context: Context) -> int:
    days = args.as_of or []
    if len(days) > 2:
        raise Unreadable([Problem(key="too_many_days", args={"count": len(days)})])
    if args.after is None and len(days) < 2:
        raise Unreadable([Problem(key="one_list_one_day", file=args.before)])
    first = days[0] if days else None
    before = _read(args.before, first, args.form, context)
    after = before.on(days[1]) if args.after is None else _read(args.after, days[-1] if days else None, args.form, context)
    context = context.about(before.system)
    context.complain(before.problems)
    if args.after is not None or before.army is not None:  # of one list on two days what is wrong on both is said once
        context.complain(problem for problem in after.problems if args.after is not None or problem not in before.problems)
    if before.army is None or after.army is None:
        return OUR_BUG if is_our_bug(before) or is_our_bug(after) else UNREAD
    if before.army.book.system != after.army.book.system:
        wanted, given = (words.game(army.book, context.lang) for army in (before.army, after.army))
        raise Unreadable([Problem(key="two_games", args={"given": given, "wanted": wanted}, file=after.file)])
    found = between_days(before, after) if args.after is None else between_lists(before, after)
    if context.format == "json":
        from listbuilder.cli import diff_json

        print(diff_json.report(found, context))
    else:
        _print(found, context)
    return exit_code([before.verdict, after.verdict])


def _read(name: str, day: str | None, form: str | None, context: Context) -> Position:
    on_day = msgspec.structs.replace(context, as_of=day)
    limit = reader.ROSTER_BYTES if named_as_ours(name) else LIST_BYTES
    return judge_safely(partial(reader.read_named, name, limit), name, on_day, Wish(form))


# --- in words ---


def _print(found: Diff, context: Context) -> None:
    for position in (found.before, found.after):
        assert position.army is not None
        print(f"{visible(position.file)}: {verdict_text.headline(position, context)}")
        dated = words.dated(position.army, context.lang) if position.army.priced_on else ""
        print("  " + " · ".join(filter(None, [verdict_text.heading(position, context), dated])))
    if found.alike:
        print(context.say("diff.alike"))
        return
    if found.army or found.units or found.extras:
        print(rendered(context, _table(found, context)).rstrip("\n"))
    if found.units and found.same:
        print(context.paint(context.say("diff.same", count=found.same), "dim"))
    for line in _effects(found, context):
        print(line)


def _table(found: Diff, context: Context) -> Table:
    assert found.after.army is not None
    priced = found.after.army.counts_points
    numbers: list[tuple[str, Kind]] = [(context.say("diff.points"), "number")] if priced else []
    sheet = Sheet(("", "mark"), (context.say("diff.unit"), "words"), *numbers, (context.say("diff.changes"), "words"))

    def add(sign: str, style: str, name: str, points: str, what: list[str]) -> None:
        called = cell(name, style if sign != "~" else "")
        sheet.add(cell(sign, style), called, *([cell(points)] if priced else []), stacked(what))

    if found.army:
        add("~", "", context.say("diff.army"), "", lines_of(found.army, found, context))
    for unit in found.units:
        sign, style = sign_of(unit.before, unit.after)
        name = _called(unit.after or unit.before, context)
        add(sign, style, name, _points(unit.before, unit.after), _of_unit(unit, found, context))
    for extra in found.extras:
        part = extra.after or extra.before
        assert part is not None
        sign, style = sign_of(extra.before, extra.after)
        kind = "" if part.kind == part.name else local(part.kind, context.lang)
        add(sign, style, local(part.name, context.lang), _points(extra.before, extra.after), [kind])
    return sheet.table(screen_width())


def sign_of(before: object, after: object) -> tuple[str, str]:
    return ("+", "green") if before is None else ("-", "red") if after is None else ("~", "yellow")


def _called(unit: Unit | None, context: Context) -> str:
    assert unit is not None
    name = local(unit.name, context.lang)
    return f"{name} ({unit.custom_name})" if unit.custom_name else name


def _points(before: Unit | Extra | None, after: Unit | Extra | None) -> str:
    costs = ["?" if part.points is None else str(part.points) for part in (before, after) if part is not None]
    return costs[0] if len(set(costs)) == 1 else " → ".join(costs)


def _of_unit(unit: UnitDiff, found: Diff, context: Context) -> list[str]:
    """What is different; of one that was not there or is no more, what it is."""
    if unit.before is not None and unit.after is not None:
        lines = lines_of(unit.changes, found, context)
        if unit.before.name != unit.after.name:
            names = (local(each.name, context.lang) for each in (unit.before, unit.after))
            lines.append(context.say("diff.turned", **dict(zip(("before", "after"), names, strict=True))))
    else:
        part = unit.before or unit.after
        assert part is not None
        lines = [paired(context.say("diff.models"), str(part.models), context.lang)] if part.models > 1 else []
    return [*lines, *remarks_of(unit, context)]


def remarks_of(unit: UnitDiff, context: Context) -> list[str]:
    """Why it is not there on the other day, and what is assumed of it."""
    why = [bare(unit.why, context)] if unit.why else []
    return [*why, *(words.note(note, context.lang) for note in unit.remarks)]


def bare(problem: Problem, context: Context) -> str:
    """The sentence without its place in the file."""
    return context.sentence(msgspec.structs.replace(problem, file="", line=None, column=None))


def lines_of(changes: tuple[Change, ...], found: Diff, context: Context) -> list[str]:
    return [_line(change, found, context) for change in changes]


def _line(change: Change, found: Diff, context: Context) -> str:
    before, after = (said(value, found, context) for value in (change.before, change.after))
    if change.what in ("trait", "label", "fact"):
        if change.before is None or change.after is None:
            key = "diff.gained" if change.before is None else "diff.lost"
            return context.say(key, what=after if change.before is None else before)
        return context.say("diff.turned", before=before, after=after)
    return context.say("diff.change", what=context.say(f"diff.{change.what}"), before=before, after=after)


def said(value: Value, found: Diff, context: Context) -> str | list[Amount]:
    if isinstance(value, Text):
        return games.say(found.after.system, value.key, context.lang, value.args)
    if isinstance(value, dict):
        return [Amount(count, name) for name, count in value.items()] or NOTHING
    return NOTHING if value is None else str(value)


def _effects(found: Diff, context: Context) -> Iterator[str]:
    effect = found.effect
    for key, findings in (("new", effect.caused), ("worse", effect.worsened), ("cured", effect.cured)):
        for finding in findings:
            what = f"{words.severity(finding.severity, context.lang)} {finding.code} {words.message(finding, context.lang)}"
            style = "good" if key == "cured" else "bad" if finding.severity == "error" else "warn"
            yield context.paint(context.say(f"diff.{key}", what=what), style)
    for problem in found.problems:
        yield context.paint(bare(problem, context), "warn")
    if found.before.file != found.after.file:
        return
    for note in found.after.by_today:
        yield visible(words.note(note, context.lang))
