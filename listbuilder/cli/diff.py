"""`listbuilder diff A B`: the difference between two lists in meaning.

`diff FILE --as-of OLD --as-of NEW` shows what an update does to one list.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence

import msgspec

from listbuilder.advice.diff import (
    Diff,
    Difference,
    ExtraDiff,
    UnitDiff,
    Value,
    compare_days,
    compare_lists,
)
from listbuilder.cli import verdict_text
from listbuilder.cli.check import choose_exit_code
from listbuilder.cli.context import OUR_BUG, UNREAD, Context, format_json
from listbuilder.cli.fix import format_points_change
from listbuilder.cli.judge_file import is_our_bug, judge_named_file
from listbuilder.cli.layout import HEADLINE, Page, measure_width
from listbuilder.games import game_wording as games
from listbuilder.games.common.editor import Text
from listbuilder.i18n.messages import add_remark, join_sentences, join_with_colon, translate_name
from listbuilder.model.finding import Amount
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.safe_text import escape_hidden
from listbuilder.roster.position import Position
from listbuilder.rules import messages

NOTHING = "–"
GAP = 2  # cells at least between the verdicts and the difference in points
SIGNS = {"-": "bad", "+": "good", "~": "warn"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of `listbuilder diff` to `parser`."""
    parser.add_argument("before", metavar="A")
    parser.add_argument("after", metavar="B", nargs="?")
    parser.add_argument("--from", dest="form", metavar="FORMAT")


def run(args: argparse.Namespace, context: Context) -> int:
    """Print the difference between two lists, or two dates of one; return the exit code.

    For one list on two dates, a problem that both dates have is printed once. Raises Unreadable if
    more than two dates are given, if one list is given with fewer than two dates, or if the lists
    are for different games.
    """
    dates = args.as_of or []
    if len(dates) > 2:
        raise Unreadable([Problem(key="too_many_days", args={"count": len(dates)})])
    if args.after is None and len(dates) < 2:
        raise Unreadable([Problem(key="one_list_one_day", file=args.before)])
    first = dates[0] if dates else None
    before = _read_list_on_date(args.before, first, args.form, context)
    if args.after is None:
        after = before.copy_on_date(dates[1])
    else:
        last = dates[-1] if dates else None
        after = _read_list_on_date(args.after, last, args.form, context)
    context = context.copy_for_game(before.system)
    context.print_problems(before.problems)
    if args.after is not None:
        context.print_problems(after.problems)
    elif before.army is not None:
        context.print_problems(
            problem for problem in after.problems if problem not in before.problems
        )
    if before.army is None or after.army is None:
        return OUR_BUG if is_our_bug(before) or is_our_bug(after) else UNREAD
    require_same_game(before, after, context)
    diff = compare_days(before, after) if args.after is None else compare_lists(before, after)
    if context.format == "json":
        from listbuilder.cli import diff_json

        print(format_json(diff_json.build_report(diff, context)))
    else:
        print(build_page(diff, context))
    return choose_exit_code([before.verdict, after.verdict])


def require_same_game(before: Position, after: Position, context: Context) -> None:
    """Raise Unreadable if the two lists, whose armies are known, are for different games."""
    assert before.army is not None and after.army is not None
    if before.army.book.system == after.army.book.system:
        return
    games_compared = {
        "wanted": messages.say_game(before.army.book, context.lang),
        "given": messages.say_game(after.army.book, context.lang),
    }
    raise Unreadable([Problem(key="two_games", args=games_compared, file=after.file)])


def _read_list_on_date(name: str, date: str | None, form: str | None, context: Context) -> Position:
    """Judge the list in the file `name` as of `date`, and return its position.

    If `date` is None, it is judged by its own date, or today's. `form`: the format of the list, or
    None to detect it.
    """
    dated_context = msgspec.structs.replace(context, as_of=date)
    return judge_named_file(name, form, dated_context)


# --- in words ---


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the table of differences.

    `before` and `after`: points in each list, or None if they are not known or the unit is not in
    that list. `count`: how many equal units the line stands for.
    """

    sign: str
    name: str
    before: int | None = None
    after: int | None = None
    changes: tuple[str, ...] = ()
    count: int = 1

    @property
    def change(self) -> int:
        """The points after less the points before, for all `count` equal units together.

        Points that are not known count as 0.
        """
        return ((self.after or 0) - (self.before or 0)) * self.count


def build_page(diff: Diff, context: Context) -> Page:
    """Return the page: the names of both lists, their verdicts, what differs, and its effects.

    If the lists are alike, the page says only that below the verdicts.
    """
    page = Page(context)
    same_file = diff.before.file == diff.after.file
    _add_header(page, diff, same_file, context)
    if diff.is_alike:
        page.add_prose("", context.say("diff.alike"))
        return page
    page.add_blank_line()
    for change in diff.army:
        sign, text = "~", _format_change(change, diff, context)
        if change.what in ("label", "fact") and None in (change.before, change.after):
            sign = get_change_sign(change.before, change.after)
            value = change.after if change.before is None else change.before
            text = str(say_value(value, diff, context))
        page.add_prose(f"  {context.paint(sign, SIGNS[sign])}  ", text)
    rows = _count_equal_rows(_build_rows(diff, context))
    if same_file:
        rows.sort(key=lambda row: ("-+~".index(row.sign), -row.change))
    _add_rows(page, rows, diff, context)
    if diff.units and diff.same:
        page.add_prose("  ", context.paint(context.say("diff.same", count=diff.same), "dim"))
    page.add_blank_line()
    _add_effects(page, diff, same_file, context)
    while page.lines and not page.lines[-1]:
        page.lines.pop()
    return page


def _add_header(page: Page, diff: Diff, same_file: bool, context: Context) -> None:
    """Add the names of the lists compared, and both verdicts with the difference in points.

    `same_file`: it is one list on two dates, so its name is shown once with both dates. Lists
    without a name, or with the same name, are named by their files.
    """
    before, after = diff.before.army, diff.after.army
    assert before is not None and after is not None
    dates = [_format_price_date(position, context) for position in (diff.before, diff.after)]
    if same_file:
        name = escape_hidden(before.name or translate_name(before.faction_name, context.lang))
        page.add_header(f"{context.paint(name, 'bold')}  {dates[0]} → {dates[1]}", diff.before.file)
    else:
        names = [escape_hidden(before.name), escape_hidden(after.name)]
        if names[0] == names[1] or not all(names):
            files = [os.path.basename(diff.before.file), os.path.basename(diff.after.file)]
            names = list(map(escape_hidden, files))
        titles = " → ".join(context.paint(name, "bold") for name in names)
        page.add_header(titles, more=f"{dates[0]} → {dates[1]}" if dates[0] != dates[1] else "")
    verdicts = "  →  ".join(
        verdict_text.format_headline(position, context) for position in (diff.before, diff.after)
    )
    change = ""
    if before.counts_points and after.counts_points:
        change = format_points_change(after.points - before.points)
    space = min(page.width, HEADLINE) - measure_width(verdicts) - measure_width(change)
    if space < GAP:
        page.add_prose("", f"{verdicts}  {change}")
    else:
        page.add_lines((verdicts + " " * space + context.paint(change, "bold")).rstrip())


def _format_price_date(position: Position, context: Context) -> str:
    """Return the date of the points the list was judged by, or “today” for the newest."""
    army = position.army
    assert army is not None
    return army.priced_on if army.past_day else context.say("diff.today")


# --- rows ---


def _build_rows(diff: Diff, context: Context) -> list[Row]:
    """Return a row for each unit and each other part of the army that differs.

    Removed parts come first, then new parts, then changed ones.
    """
    rows = [_build_unit_row(unit, diff, context) for unit in diff.units]
    for extra in diff.extras:
        part = extra.after or extra.before
        assert part is not None
        name = translate_name(part.name, context.lang)
        kind = "" if part.kind == part.name else translate_name(part.kind, context.lang)
        rows.append(
            Row(
                sign=get_change_sign(extra.before, extra.after),
                name=add_remark(name, kind, context.lang) if kind else name,
                before=extra.before.points if extra.before else None,
                after=extra.after.points if extra.after else None,
                changes=tuple(explain_absence(extra, context)),
            )
        )
    return sorted(rows, key=lambda row: "-+~".index(row.sign))


def _build_unit_row(unit: UnitDiff, diff: Diff, context: Context) -> Row:
    """Return the row of a unit that differs: its points in both lists, its changes in words."""
    part = unit.after or unit.before
    assert part is not None
    name = translate_name(part.name, context.lang)
    if part.custom_name:
        name = add_remark(name, part.custom_name, context.lang)
    changes: list[str] = []
    if unit.before is None or unit.after is None:
        if part.models > 1:
            name = add_remark(name, context.say("diff.of_models", count=part.models), context.lang)
    else:
        changes = format_changes(unit.changes, diff, context)
        if unit.before.name != unit.after.name:
            old_name = translate_name(unit.before.name, context.lang)
            new_name = translate_name(unit.after.name, context.lang)
            changes.append(context.say("diff.turned", before=old_name, after=new_name))
    return Row(
        sign=get_change_sign(unit.before, unit.after),
        name=name,
        before=unit.before.points if unit.before else None,
        after=unit.after.points if unit.after else None,
        changes=(*changes, *explain_absence(unit, context)),
    )


def _count_equal_rows(rows: Iterable[Row]) -> list[Row]:
    """Return `rows` without repetition; `count` of a row says how many equal ones there were."""
    counts: dict[Row, int] = {}
    for row in rows:
        counts[row] = counts.get(row, 0) + 1
    return [msgspec.structs.replace(row, count=count) for row, count in counts.items()]


def _add_rows(page: Page, rows: Sequence[Row], diff: Diff, context: Context) -> None:
    """Add a table of the differences: sign, name, points, their change, and other changes.

    Points are left out if the second army counts none. The signs are left out if units only
    changed, and nothing about the army as a whole did.
    """
    assert diff.after.army is not None
    priced = diff.after.army.counts_points
    signs = any(row.sign != "~" for row in rows) or bool(diff.army)
    columns = [[_format_cost(row, side) for row in rows] for side in ("before", "after")]
    widths = [max(map(len, column), default=0) for column in columns]
    table = []
    for row, before, after in zip(rows, *columns, strict=True):
        name, points, change = escape_hidden(row.name), after or before, ""
        if row.sign == "~" and row.change:
            points = f"{before:>{widths[0]}} → {after:>{widths[1]}}"
            role = "bad" if row.change > 0 else "good"
            change = context.paint(format_points_change(row.change), role)
        if row.count > 1:
            name = context.say("diff.times", count=row.count, name=row.name)
            points = context.say("diff.each", points=points) if points else points
        if row.sign != "~":
            name = context.paint(name, SIGNS[row.sign])
        sign = context.paint(row.sign, SIGNS[row.sign]) if signs else ""
        texts = (points, change) if priced else ("", "")
        table.append((sign, name, *texts, join_sentences(row.changes, context.lang)))
    page.add_table(table, "llrrl", text=4)


def _format_cost(row: Row, side: str) -> str:
    """Return the points of `row` before or after the change, as text.

    `side`: `before` or `after`. The text is "" for a unit that is not in the list on that side or
    costs nothing, and "?" if its points are not known.
    """
    points = row.before if side == "before" else row.after
    is_there = row.sign == "~" or (row.sign == "-") == (side == "before")
    if not is_there:
        return ""
    if points is None:
        return "?"
    return str(points) if points or row.change else ""


def get_change_sign(before: object, after: object) -> str:
    """Return “+” if `before` is None, “-” if `after` is None, else “~” for a changed value."""
    if before is None:
        return "+"
    return "-" if after is None else "~"


def explain_absence(part: UnitDiff | ExtraDiff, context: Context) -> list[str]:
    """Return sentences why a unit or other part is missing on the other date.

    Sentences on what is assumed about the unit follow. Empty if there is nothing to explain.
    """
    why = [context.format_without_place(part.why)] if part.why else []
    return [*why, *(messages.say_note(note, context.lang) for note in part.remarks)]


def format_changes(changes: tuple[Difference, ...], diff: Diff, context: Context) -> list[str]:
    """Return a text for each of `changes`, such as “15 → 30”."""
    return [_format_change(change, diff, context) for change in changes]


def _format_change(change: Difference, diff: Diff, context: Context) -> str:
    """Return one change in words, such as more models, a lost enhancement or another price."""
    if change.what == "models":
        return context.say("diff.models_changed", before=change.before, after=change.after)
    before, after = (say_value(value, diff, context) for value in (change.before, change.after))
    if change.what in ("trait", "label", "fact"):
        if change.before is None or change.after is None:
            if change.before is None:
                return context.say("diff.gained", what=after)
            return context.say("diff.lost", what=before)
        return _format_price_change(change.before, change.after, diff, context) or context.say(
            "diff.turned", before=before, after=after
        )
    return context.say(
        "diff.change", what=context.say(f"diff.{change.what}"), before=before, after=after
    )


def _format_price_change(before: Value, after: Value, diff: Diff, context: Context) -> str:
    """Return “Enaegic Dermal Bond 15 → 30” if only the price changed, else ""."""
    if not (isinstance(before, Text) and isinstance(after, Text)):
        return ""
    before_args, after_args = dict(before.args), dict(after.args)
    points = before_args.pop("points", None), after_args.pop("points", None)
    if None in points or before_args != after_args or "name" not in before_args:
        return ""
    return context.say("diff.priced", name=before_args["name"], before=points[0], after=points[1])


def say_value(value: Value, diff: Diff, context: Context) -> str | list[Amount]:
    """Return a value of a change in the form in which a message takes it.

    That form is a text, a list of counted names, or “–” for an empty list or None.
    """
    if isinstance(value, Text):
        return games.say(diff.after.system, value.key, context.lang, value.args)
    if isinstance(value, dict):
        return [Amount(count, name) for name, count in value.items()] or NOTHING
    return NOTHING if value is None else str(value)


def _add_effects(page: Page, diff: Diff, same_file: bool, context: Context) -> None:
    """Add the problems that the second list causes, makes worse or no longer has.

    Problems of comparing follow. For one list on two dates (`same_file`), notes on what was judged
    by today's data come last.
    """
    effect = diff.effect
    for key, findings in (
        ("new", effect.caused),
        ("worse", effect.worsened),
        ("cured", effect.cured),
    ):
        for finding in findings:
            style = "bad" if finding.severity == "error" else "warn"
            if key == "cured":
                style = "good"
            label = context.paint(context.say(f"diff.{key}"), style)
            kind = f"{messages.say_severity(finding.severity, context.lang)}[{finding.code}]"
            page.add_prose(
                join_with_colon(label, "", context.lang),
                f"{kind} {messages.say_finding(finding, context.lang)}",
            )
    for problem in diff.problems:
        page.add_prose("", context.format_without_place(problem))
    for note in diff.after.by_today if same_file else ():
        page.add_prose("", escape_hidden(messages.say_note(note, context.lang)))
