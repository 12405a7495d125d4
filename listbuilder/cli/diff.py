"""`listbuilder diff A B`: two lists by meaning. `diff FILE --as-of OLD --as-of NEW`: what an update does to this list."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from functools import partial

import msgspec

from listbuilder.advice.diff import Change, Diff, ExtraDiff, UnitDiff, Value, between_days, between_lists
from listbuilder.cli import verdict_text
from listbuilder.cli.check import exit_code
from listbuilder.cli.context import OUR_BUG, UNREAD, Context
from listbuilder.cli.fix import signed
from listbuilder.cli.layout import HEADLINE, Page, width_of
from listbuilder.cli.lists import LIST_BYTES, Wish, is_our_bug, judge_safely
from listbuilder.games import words as games
from listbuilder.games.shared.choices import Text
from listbuilder.law import words
from listbuilder.law.position import Position
from listbuilder.model.finding import Amount
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.visible import visible
from listbuilder.store import reader
from listbuilder.store.ours import named_as_ours
from listbuilder.store.words import bracketed, in_turn, local, paired

NOTHING = "–"
GAP = 2  # cells at least between the verdicts and the difference in points
SIGNS = {"-": "bad", "+": "good", "~": "warn"}


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
        print(_page(found, context))
    return exit_code([before.verdict, after.verdict])


def _read(name: str, day: str | None, form: str | None, context: Context) -> Position:
    on_day = msgspec.structs.replace(context, as_of=day)
    limit = reader.ROSTER_BYTES if named_as_ours(name) else LIST_BYTES
    return judge_safely(partial(reader.read_named, name, limit), name, on_day, Wish(form))


# --- in words ---


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the table. `before` and `after` are points; None: unknown, or not there."""

    sign: str
    name: str
    before: int | None = None
    after: int | None = None
    changes: tuple[str, ...] = ()
    count: int = 1

    @property
    def change(self) -> int:
        """Return how much more all of them cost."""
        return ((self.after or 0) - (self.before or 0)) * self.count


def _page(found: Diff, context: Context) -> Page:
    """Return what is compared, both verdicts, what is different, and what the list gains or loses by it."""
    page = Page(context)
    same_file = found.before.file == found.after.file
    _add_head(page, found, same_file, context)
    if found.alike:
        page.prose("", context.say("diff.alike"))
        return page
    page.blank()
    for change in found.army:
        sign, text = "~", _line(change, found, context)
        if change.what in ("label", "fact") and None in (change.before, change.after):
            sign, value = sign_of(change.before, change.after), change.after if change.before is None else change.before
            text = str(said(value, found, context))
        page.prose(f"  {context.paint(sign, SIGNS[sign])}  ", text)
    rows = _counted(_rows(found, context))
    if same_file:
        rows.sort(key=lambda row: ("-+~".index(row.sign), -row.change))
    _add_rows(page, rows, found, context)
    if found.units and found.same:
        page.prose("  ", context.paint(context.say("diff.same", count=found.same), "dim"))
    page.blank()
    _add_effects(page, found, same_file, context)
    while page.lines and not page.lines[-1]:
        page.lines.pop()
    return page


def _add_head(page: Page, found: Diff, same_file: bool, context: Context) -> None:
    """Add the names of what is compared, and both verdicts with the points between them."""
    before, after = found.before.army, found.after.army
    assert before is not None and after is not None
    days = [_day(position, context) for position in (found.before, found.after)]
    if same_file:
        name = context.paint(visible(before.name or local(before.faction_name, context.lang)), "bold")
        page.head(f"{name}  {days[0]} → {days[1]}", found.before.file)
    else:
        names = [visible(army.name) for army in (before, after)]
        if names[0] == names[1] or not all(names):
            names = [visible(os.path.basename(position.file)) for position in (found.before, found.after)]
        titles = " → ".join(context.paint(name, "bold") for name in names)
        page.head(titles, more=f"{days[0]} → {days[1]}" if days[0] != days[1] else "")
    verdicts = "  →  ".join(verdict_text.headline(position, context) for position in (found.before, found.after))
    change = signed(after.points - before.points) if before.counts_points and after.counts_points else ""
    space = min(page.width, HEADLINE) - width_of(verdicts) - width_of(change)
    if space < GAP:
        page.prose("", f"{verdicts}  {change}")
    else:
        page.add((verdicts + " " * space + context.paint(change, "bold")).rstrip())


def _day(position: Position, context: Context) -> str:
    """Return the date of the points; “today” for the newest."""
    army = position.army
    assert army is not None
    return army.priced_on if army.past_day else context.say("diff.today")


# --- rows ---


def _rows(found: Diff, context: Context) -> list[Row]:
    """Return what is different of units and extras: first what is gone, then what is new, then what changed."""
    rows = [_unit_row(unit, found, context) for unit in found.units]
    for extra in found.extras:
        part = extra.after or extra.before
        assert part is not None
        name = local(part.name, context.lang)
        kind = "" if part.kind == part.name else local(part.kind, context.lang)
        rows.append(
            Row(
                sign=sign_of(extra.before, extra.after),
                name=bracketed(name, kind, context.lang) if kind else name,
                before=extra.before.points if extra.before else None,
                after=extra.after.points if extra.after else None,
                changes=_why(extra, context),
            )
        )
    return sorted(rows, key=lambda row: "-+~".index(row.sign))


def _unit_row(unit: UnitDiff, found: Diff, context: Context) -> Row:
    part = unit.after or unit.before
    assert part is not None
    name = local(part.name, context.lang)
    if part.custom_name:
        name = bracketed(name, part.custom_name, context.lang)
    changes: list[str] = []
    if unit.before is None or unit.after is None:
        if part.models > 1:
            name = bracketed(name, context.say("diff.of_models", count=part.models), context.lang)
    else:
        changes = lines_of(unit.changes, found, context)
        if unit.before.name != unit.after.name:
            names = (local(each.name, context.lang) for each in (unit.before, unit.after))
            changes.append(context.say("diff.turned", **dict(zip(("before", "after"), names, strict=True))))
    return Row(
        sign=sign_of(unit.before, unit.after),
        name=name,
        before=unit.before.points if unit.before else None,
        after=unit.after.points if unit.after else None,
        changes=(*changes, *_why(unit, context)),
    )


def _why(part: UnitDiff | ExtraDiff, context: Context) -> tuple[str, ...]:
    """Return why it is not there on the other day, and what is assumed of it."""
    why = [bare(part.why, context)] if part.why else []
    return (*why, *(words.note(note, context.lang) for note in part.remarks))


def _counted(rows: Iterable[Row]) -> list[Row]:
    """Return equal rows as one with their count."""
    counts: dict[Row, int] = {}
    for row in rows:
        counts[row] = counts.get(row, 0) + 1
    return [msgspec.structs.replace(row, count=count) for row, count in counts.items()]


def _add_rows(page: Page, rows: Sequence[Row], found: Diff, context: Context) -> None:
    """Add the table: sign, unit, points before and after, their difference, and what else is not as it was."""
    assert found.after.army is not None
    priced = found.after.army.counts_points
    signs = any(row.sign != "~" for row in rows) or bool(found.army)
    columns = [[_cost(row, side) for row in rows] for side in ("before", "after")]
    widths = [max(map(len, column), default=0) for column in columns]
    table = []
    for row, before, after in zip(rows, *columns, strict=True):
        points = f"{before:>{widths[0]}} → {after:>{widths[1]}}" if row.sign == "~" and row.change else after or before
        if row.count > 1 and points:
            points = context.say("diff.each", points=points)
        name = context.say("diff.times", count=row.count, name=row.name) if row.count > 1 else visible(row.name)
        change = context.paint(signed(row.change), "bad" if row.change > 0 else "good") if row.sign == "~" else ""
        style = SIGNS[row.sign]
        table.append(
            (
                context.paint(row.sign, style) if signs else "",
                name if row.sign == "~" else context.paint(name, style),
                points if priced else "",
                change if priced else "",
                in_turn(row.changes, context.lang),
            )
        )
    page.table(table, "llrrl", text=4)


def _cost(row: Row, side: str) -> str:
    """Return points as they are shown: nothing for what is not there or costs nothing, a question mark if nobody knows."""
    points = row.before if side == "before" else row.after
    there = row.sign == "~" or (row.sign == "-") == (side == "before")
    if not there:
        return ""
    return "?" if points is None else str(points) if points or row.change else ""


def sign_of(before: object, after: object) -> str:
    return "+" if before is None else "-" if after is None else "~"


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
    if change.what == "models":
        return context.say("diff.models_changed", before=change.before, after=change.after)
    before, after = (said(value, found, context) for value in (change.before, change.after))
    if change.what in ("trait", "label", "fact"):
        if change.before is None or change.after is None:
            key = "diff.gained" if change.before is None else "diff.lost"
            return context.say(key, what=after if change.before is None else before)
        return _priced(change.before, change.after, found, context) or context.say("diff.turned", before=before, after=after)
    return context.say("diff.change", what=context.say(f"diff.{change.what}"), before=before, after=after)


def _priced(before: Value, after: Value, found: Diff, context: Context) -> str:
    """Return “Enaegic Dermal Bond 15 → 30” for what only has another price; nothing for what is different otherwise."""
    if not (isinstance(before, Text) and isinstance(after, Text)):
        return ""
    one, other = dict(before.args), dict(after.args)
    points = one.pop("points", None), other.pop("points", None)
    if None in points or one != other or "name" not in one:
        return ""
    return context.say("diff.priced", name=one["name"], before=points[0], after=points[1])


def said(value: Value, found: Diff, context: Context) -> str | list[Amount]:
    if isinstance(value, Text):
        return games.say(found.after.system, value.key, context.lang, value.args)
    if isinstance(value, dict):
        return [Amount(count, name) for name, count in value.items()] or NOTHING
    return NOTHING if value is None else str(value)


def _add_effects(page: Page, found: Diff, same_file: bool, context: Context) -> None:
    """Add the problems that are new, worse or fixed, and what can't be read on the other day."""
    effect = found.effect
    for key, findings in (("new", effect.caused), ("worse", effect.worsened), ("cured", effect.cured)):
        for finding in findings:
            style = "good" if key == "cured" else "bad" if finding.severity == "error" else "warn"
            label = context.paint(context.say(f"diff.{key}"), style)
            kind = f"{words.severity(finding.severity, context.lang)}[{finding.code}]"
            page.prose(paired(label, "", context.lang), f"{kind} {words.message(finding, context.lang)}")
    for problem in found.problems:
        page.prose("", bare(problem, context))
    for note in found.after.by_today if same_file else ():
        page.prose("", visible(words.note(note, context.lang)))
