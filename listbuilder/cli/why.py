"""`listbuilder why FILE THING`: whether a thing may be added to a list now.

If not, it says which rules are against it and the smallest change that allows it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from listbuilder.advice.fix import refuse_large_army
from listbuilder.advice.fix_lines import (
    AnswerLine,
    LineOf,
    format_units_by_name,
    list_answer_lines,
    make_line_finder,
)
from listbuilder.advice.fix_state import Answer
from listbuilder.advice.marks import Mark, mark_all_offers
from listbuilder.advice.things import Asked, find_things, find_unit
from listbuilder.advice.why import Reason, Why, explain_why
from listbuilder.cli import verdict_text
from listbuilder.cli.context import ILLEGAL, OK, OUR_BUG, UNREAD, Context, format_json
from listbuilder.cli.fix import build_offer_report, format_points_change
from listbuilder.cli.judge_file import is_our_bug, judge_named_file
from listbuilder.cli.layout import HEADLINE, Page, measure_width, pad_painted
from listbuilder.i18n import problem_text
from listbuilder.i18n.messages import (
    add_remark,
    join_list,
    join_sentences,
    join_with_colon,
    translate_name,
)
from listbuilder.i18n.readings import get_sort_key
from listbuilder.model.army import Unit
from listbuilder.model.edit import Edit
from listbuilder.model.path_moves import Moves
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rulebook import RuleBook
from listbuilder.model.safe_text import escape_hidden, quote_for_shell
from listbuilder.roster.position import Position
from listbuilder.rules import finding_json, messages
from listbuilder.version import VERSION

FEW_CHANGES = 2  # an answer with more says how many there are
BESIDE = 27  # cells that the number of an answer, the points of a change and the total take


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of `listbuilder why` to `parser`."""
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("thing", nargs="*", metavar="THING")
    parser.add_argument("--to", metavar="UNIT")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--from", dest="form", metavar="FORMAT")


def run(args: argparse.Namespace, context: Context) -> int:
    """Print whether a thing may be added to a list and why not, and return the exit code.

    If the thing may not be added, the smallest changes that would allow it are printed too. With
    `--all`, everything that could be added to the list is printed instead, each with whether it is
    allowed. Raises Unreadable unless exactly one of a thing and `--all` is given. It is also raised
    if the list is too large for advice, if the unit of `--to` is not in the list, or if no answer
    about the thing can be given.
    """
    if bool(args.thing) == args.all:
        details = {"file": quote_for_shell(args.file), "example": "overlord"}
        raise Unreadable([Problem(key="thing_or_all", args=details)])
    position = judge_named_file(args.file, args.form, context)
    context = context.copy_for_game(position.system)
    if position.verdict == "unread":
        return _print_unread_list(position, context)
    if too_large := refuse_large_army(position):
        raise Unreadable([too_large])
    if args.all:
        return _print_all_marks(position, context)
    answer, to = find_answer(position, " ".join(args.thing), args.to)
    if context.format == "json":
        print(format_json(build_report(position, answer, to, context)))
    else:
        print(_build_page(position, answer, context))
    return OK if answer.is_allowed else ILLEGAL


def find_answer(position: Position, query: str, to: str | None) -> tuple[Why, Unit | None]:
    """Return the answer about the thing `query`, and the unit `to` that it is asked for.

    `to`: the name of a unit of the list, or None. Raises Unreadable if there is no such unit, or no
    answer.
    """
    unit = _require_unit(position, to) if to else None
    matches = find_things(position, query, unit)
    answer = explain_why(position, matches.things) if matches.things else None
    if answer is None:
        file = quote_for_shell(position.file)
        raise Unreadable([_explain_no_answer(matches, query, position, file)])
    return answer, unit


def _explain_no_answer(matches: Asked, query: str, position: Position, file: str) -> Problem:
    """Return the problem that says why there is no answer about the thing asked for.

    It is gone on this date, belongs to another faction, can't be had by anything in this list, or
    is unknown. `file` is the list's name, quoted as in a shell command.
    """
    if matches.gone is not None:
        return Problem(
            key="gone_thing",
            args={"given": matches.gone.name, "since": matches.gone.until},
            file=position.file,
        )
    thing = matches.things[0] if matches.things else None
    if thing is not None and thing.kind == "unit" and thing.home:
        details = {"given": thing.name, "home": thing.home}
        return Problem(key="of_elsewhere", args=details, file=position.file)
    key, name = ("no_way_to_have", thing.name) if thing is not None else ("unknown_thing", query)
    args = {"given": name, "near": list(matches.near), "offers": file}
    return Problem(key=key, args=args, file=position.file)


def _print_unread_list(position: Position, context: Context) -> int:
    """Print that the list could not be read, with its problems, and return the exit code.

    The code is `OUR_BUG` if an error in listbuilder is the cause, else `UNREAD`.
    """
    context.print_problems(position.problems)
    if context.format == "json":
        print(format_json(_describe_list(position, context)))
    else:
        page = Page(context)
        page.add_header(
            context.paint(messages.say_verdict("unread", context.lang), "warn"), position.file
        )
        page.add_prose("", context.say("why.unread"))
        print(page)
    return OUR_BUG if is_our_bug(position) else UNREAD


def _require_unit(position: Position, name: str) -> Unit:
    """Return the unit called `name` in the list.

    Raises Unreadable, with the names of the list's units, if no unit has that name.
    """
    unit, names = find_unit(position, name)
    if unit is None:
        raise Unreadable(
            [Problem(key="no_such_unit", args={"given": name, "known": names}, file=position.file)]
        )
    return unit


# --- in words ---


def _build_page(position: Position, answer: Why, context: Context) -> Page:
    """Return the page that says whether the thing may be added.

    If not, the page has the rules against it and the changes that would allow it, grouped by how
    many units they cost.
    """
    page = Page(context)
    line_of = _make_line_lookup(position, answer)
    if answer.is_allowed:
        page.add_prose(
            _format_label(context.paint(context.say("why.yes"), "good"), context),
            _describe_army_with_thing(answer, context),
        )
        return page
    _add_reasons(page, answer, line_of, context)
    for problem in answer.effect.problems:
        page.add_prose("", problem_text.say_problem(problem, context.lang))
    if not answer.effect.possible:
        return page
    if answer.thing.brought_by:
        thing = answer.thing
        text = context.say("why.brought_by", thing=thing.name, what=list(thing.brought_by))
        page.add_prose("", text)
    if not answer.answers:
        page.add_prose("", context.say("why.nothing_helps"))
        return page
    page.add_blank_line()
    over = _count_points_over_limit(answer)
    key = "why.free" if answer.has_only_points_against and over else "why.allowed_with"
    page.add_prose("", context.say(key, over=over))
    for group in _group_answers(answer):
        page.add_blank_line()
        _add_answer_group(page, group, answer, line_of, context)
    return page


def _format_label(painted: str, context: Context) -> str:
    """Return `painted` followed by the colon of the language, such as “NO: ”.

    The colours that the text already has are kept.
    """
    return join_with_colon(painted, "", context.lang)


def _describe_army_with_thing(answer: Why, context: Context) -> str:
    """Return a sentence that the thing can be added, with the total points of the army then.

    The total is left out if the army counts no points.
    """
    text = context.say("why.fits", thing=_describe_thing(answer, context))
    army = answer.added.army
    if army is None or not army.counts_points:
        return text
    total = verdict_text.format_points(army, context)
    return f"{text} → {total}"


def _describe_thing(answer: Why, context: Context) -> str:
    """Return the name of the thing asked for, with the unit that would get it and its points.

    The unit is left out if the thing is not for a unit, and the points if they are not counted or
    don't change.
    """
    name = translate_name(answer.thing.name, context.lang)
    if answer.way.unit is not None:
        name = context.say("why.to", thing=answer.thing.name, unit=answer.way.unit.name)
    army, change = answer.added.army, answer.effect.change
    if army is None or not army.counts_points or not change:
        return name
    return add_remark(name, str(change), context.lang)


def _count_points_over_limit(answer: Why) -> int:
    """Return by how many points the army with the thing added would be over its limit.

    0 if it would not be over, if it has no limit, or if it counts no points.
    """
    army = answer.added.army
    if army is None or not army.counts_points or army.limit is None:
        return 0
    return max(0, army.points - army.limit)


def _make_line_lookup(position: Position, answer: Why) -> LineOf:
    """Return a function that finds the line in the list at which a unit is written.

    The function takes the path of a unit in the roster with the thing added. It returns None for a
    unit that is not in the list as it was before.
    """
    move_path, find_line = Moves(answer.way.edit, position.data), make_line_finder(position)
    units = position.army.units if position.army else ()
    return {move_path(unit.path): find_line(unit.path) for unit in units}.get


def _add_reasons(page: Page, answer: Why, line_of: LineOf, context: Context) -> None:
    """Add the headline “NO” and the rules against adding the thing to `page`.

    If no change allows the thing, only the rules are shown that no change helps against. Nothing is
    added if there is no army.
    """
    reasons = list(answer.reasons)
    if not answer.answers:
        reasons = [reason for reason in reasons if not reason.answers] or reasons
    over = _count_points_over_limit(answer)
    army = answer.added.army
    assert army is not None or not reasons
    if army is None:
        return
    if answer.has_only_points_against and over and len(reasons) == 1:
        no = context.paint(context.say("why.over", over=over), "warn")
        total = verdict_text.format_points(army, context)
        page.add_prose(
            _format_label(no, context),
            context.say("why.would_be", thing=_describe_thing(answer, context), total=total),
        )
        _add_rule(page, reasons[0], army.book, line_of, context)
        return
    no = context.paint(context.say("why.no"), "bad")
    if len(reasons) == 1:
        page.add_prose(
            _format_label(no, context), messages.say_finding(reasons[0].finding, context.lang)
        )
        _add_rule(page, reasons[0], army.book, line_of, context)
        return
    page.add_prose(
        _format_label(no, context),
        context.say("why.against", thing=_describe_thing(answer, context), count=len(reasons)),
    )
    for reason in reasons:
        finding = reason.finding
        page.add_prose(
            _format_label(
                verdict_text.format_severity_label("error", finding.code, context), context
            ),
            messages.say_finding(finding, context.lang),
        )
        rule = messages.say_rule_with_citation(
            army.book, finding.name, finding.citation, context.lang
        )
        page.add_label("rule", context.paint(rule, "dim"), "dim")
        for option in reason.answers[:1]:
            page.add_label("fix", _join_changes(option, answer, line_of, context))


def _add_rule(
    page: Page, reason: Reason, book: RuleBook, line_of: LineOf, context: Context
) -> None:
    """Add the code, name and source of a rule, and the units that break it if several do."""
    finding = reason.finding
    rule = messages.say_rule_with_citation(book, finding.name, finding.citation, context.lang)
    page.add_prose("", context.paint(f"{finding.code} {rule}", "dim"))
    if len(reason.causes) > 1:
        units = format_units_by_name(reason.causes, context.lang, line_of)
        page.add_prose("", context.paint(context.say("why.because_of", units=units), "dim"))


def _join_changes(option: Answer, answer: Why, line_of: LineOf, context: Context) -> str:
    """Return the changes of `option` as one line, each with its points.

    `option` is one way to make adding the thing legal.
    """
    texts = []
    for line in list_answer_lines(option, answer.added, context.lang, line_of):
        text = line.text
        if line.points:
            text = add_remark(text, format_points_change(line.points), context.lang)
        texts.append(text)
    return join_sentences(texts, context.lang)


# --- what makes it possible ---


def _group_answers(answer: Why) -> list[list[Answer]]:
    """Return the ways to allow the thing, grouped by how many units they remove from the list.

    The group that has the way with the fewest changes comes first.
    """
    groups: dict[int, list[Answer]] = {}
    for option in answer.answers:
        groups.setdefault(option.units_lost, []).append(option)
    return sorted(groups.values(), key=lambda group: min(len(option.moves) for option in group))


def _add_answer_group(
    page: Page, group: Sequence[Answer], answer: Why, line_of: LineOf, context: Context
) -> None:
    """Add a title, and below it a table of ways to allow what was asked for.

    `group`: ways that all remove the same number of units; the title says how many. Each way has
    its number, a row for each change with its points, and the total after the last change. Removals
    come first. `answer`: the answer whose ways are numbered through.
    """
    lost, most = group[0].units_lost, max(len(option.moves) for option in group)
    key = "keeping"
    if lost:
        key = "removing_one" if lost == 1 else "removing"
    title = context.paint(context.say(f"why.{key}", count=lost), "bold")
    if len(group) == 1 and most > FEW_CHANGES:
        title += f" {context.say('why.changes', count=most)}"
    page.add_prose("  ", title)
    in_order = [option for answers in _group_answers(answer) for option in answers]
    numbers = {id(option): number for number, option in enumerate(in_order, 1)}
    lines_by_option = []
    for option in group:
        lines = list_answer_lines(option, answer.added, context.lang, line_of)
        lines_by_option.append(sorted(lines, key=lambda line: not line.removes))
    texts = _align_changes([line for lines in lines_by_option for line in lines], page, context)
    rows = []
    for option, lines in zip(group, lines_by_option, strict=True):
        for place, line in enumerate(lines):
            number = str(numbers[id(option)]) if place == 0 else ""
            total = _format_total_after(option) if line is lines[-1] else ""
            rows.append((number, texts[id(line)], format_points_change(line.points), total))
    page.add_table(rows, "rlrl", text=1)


def _align_changes(lines: Sequence[AnswerLine], page: Page, context: Context) -> dict[int, str]:
    """Return the text of each change by the `id()` of its line: unit and change in columns.

    A change without a unit is shown as a whole sentence. All changes are, if the columns would not
    fit on the page.
    """
    unit = max((measure_width(line.unit) for line in lines if line.unit), default=0)
    change = max((measure_width(line.change) for line in lines if line.unit), default=0)
    fits = unit + 2 + change <= min(page.width, HEADLINE) - BESIDE
    texts = {}
    for line in lines:
        in_columns = f"{pad_painted(line.unit, unit)}  {line.change}"
        texts[id(line)] = in_columns if fits and line.unit else line.text
    return texts


def _format_total_after(answer: Answer) -> str:
    """Return “→ POINTS / LIMIT” of the army with `answer` applied, or "" if it has no points."""
    army = answer.after.army
    if army is None or not army.counts_points:
        return ""
    return f"→ {verdict_text.format_sum(army)}"


# --- for programs ---


def _describe_list(position: Position, context: Context) -> dict[str, object]:
    """Return the JSON fields about the list itself; every document of `why` begins with them."""
    army = position.army
    return {
        "listbuilder": VERSION,
        "file": position.file,
        "sha256": position.sha256,
        "system": army.book.system if army else None,
        "verdict": position.verdict,
        "points": army.points if army and army.counts_points else None,
        "unread": [context.format_in_file(problem) for problem in position.problems],
    }


def build_report(
    position: Position, answer: Why, to: Unit | None, context: Context
) -> dict[str, object]:
    """Return the JSON document of the answer: rules against the thing, what would allow it.

    `to`: the unit of `--to`. It is named as the receiver if the answer names no unit of its own.
    """
    army = answer.added.army
    unit = answer.way.unit or to
    return {
        **_describe_list(position, context),
        "answer": {
            "kind": answer.thing.kind,
            "name": answer.thing.name,
            "of": answer.thing.home or None,
            "brought_by": list(answer.thing.brought_by),
            "to": unit.id if unit else None,
            "allowed": answer.is_allowed,
            "only_points": answer.has_only_points_against,
            "points": army.points if army and army.counts_points else None,
            "steps": _list_steps(answer.way.edit),
            "reasons": [
                _build_reason_row(reason, position, answer, context) for reason in answer.reasons
            ],
            "offers": [
                _build_offer_row(option, position, answer, context) for option in answer.answers
            ],
        },
    }


def _build_reason_row(
    reason: Reason, position: Position, answer: Why, context: Context
) -> dict[str, object]:
    """Return the JSON fields of one rule against the thing.

    They include the units that break the rule and the changes that would help against it.
    """
    return {
        **finding_json.make_finding_json(reason.finding, context.lang),
        "causes": [
            {"id": unit.id, "name": unit.name, "path": list(unit.path)} for unit in reason.causes
        ],
        "offers": [
            _build_offer_row(option, position, answer, context) for option in reason.answers
        ],
    }


def _list_steps(*edits: Edit) -> list[dict[str, object]]:
    """Return the JSON fields of all steps of `edits`, in order."""
    return [
        {"op": step.op, "path": list(step.path), "value": step.value}
        for edit in edits
        for step in edit.steps
    ]


def _build_offer_row(
    answer: Answer, position: Position, added_thing: Why, context: Context
) -> dict[str, object]:
    """Return the JSON fields of one way to allow the thing.

    Its steps begin with those that add the thing, so they can be applied to the list as they are.
    """
    return {
        **build_offer_report(answer, position, context),
        "steps": _list_steps(added_thing.way.edit, answer.edit),
    }


# --- everything ---


def build_marks_report(
    position: Position, marks_found: Sequence[Mark], context: Context
) -> dict[str, object]:
    """Return the JSON document of everything that could be added, and whether it is allowed."""
    rows = [_build_mark_row(mark, context) for mark in marks_found]
    return {**_describe_list(position, context), "marks": rows}


def _print_all_marks(position: Position, context: Context) -> int:
    """Print for everything that could be added whether it is allowed; return the exit code 0."""
    marks_found = mark_all_offers(position)
    if context.format == "json":
        print(format_json(build_marks_report(position, marks_found, context)))
        return OK
    page = Page(context)
    page.add_header(_count_marks(position, marks_found, context), position.file)
    by_name = sorted(marks_found, key=lambda mark: get_sort_key(mark.offer.name, context.lang))
    rows = [_build_mark_cells(mark, context) for mark in by_name]
    if rows:
        page.add_blank_line()
        page.add_table(rows, "llrl", text=1)
    print(page)
    return OK


def _count_marks(position: Position, marks_found: Sequence[Mark], context: Context) -> str:
    """Return a sentence that counts what is allowed, only too expensive, and illegal to add.

    If nothing can be added at all, the sentence says so.
    """
    if not marks_found:
        return context.say("why.none")
    allowed = sum(mark.effect.allowed for mark in marks_found)
    over = sum(mark.effect.only_points for mark in marks_found)
    count = len(marks_found)
    counts_points = position.army is not None and position.army.counts_points
    key = "why.counted" if counts_points else "why.counted_plain"
    illegal = count - allowed - over
    return context.say(key, count=count, allowed=allowed, over=over, illegal=illegal)


def _build_mark_cells(mark: Mark, context: Context) -> tuple[str, str, str, str]:
    """Return a thing's four table cells: sign, name, points, codes of broken rules.

    The sign is “+” if the thing is allowed, “$” if only the points are against it, else “✗”.
    """
    effect = mark.effect
    sign, style, codes = "✗", "bad", join_list(list(mark.codes), context.lang)
    if effect.allowed:
        sign, style, codes = "+", "good", ""
    elif effect.only_points:
        sign, style = "$", "warn"
    name = escape_hidden(translate_name(mark.offer.name, context.lang))
    return (
        context.paint(sign, style),
        name,
        format_points_change(effect.change),
        context.paint(codes, "dim"),
    )


def _build_mark_row(mark: Mark, context: Context) -> dict[str, object]:
    """Return the JSON fields of one thing that could be added, with the errors it would cause."""
    effect = mark.effect
    return {
        "id": mark.offer.id,
        "name": mark.offer.name,
        "allowed": effect.allowed,
        "only_points": effect.only_points,
        "change": effect.change,
        "points": effect.points,
        "reasons": [
            finding_json.make_finding_json(finding, context.lang)
            for finding in effect.against
            if finding.severity == "error"
        ],
    }
