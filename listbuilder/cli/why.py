"""`listbuilder why FILE THING`: may I add this now, and if not, what stands in the way and the smallest change that clears it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import Any

from listbuilder.advice.answer_lines import AnswerLine, LineOf, counted_units, line_in, lines_of
from listbuilder.advice.fix import too_large_for_advice
from listbuilder.advice.marks import Mark, marks
from listbuilder.advice.state import Answer
from listbuilder.advice.things import Asked, find, unit_named
from listbuilder.advice.why import Reason, Why, why
from listbuilder.cli import verdict_text
from listbuilder.cli.context import ILLEGAL, OK, OUR_BUG, UNREAD, Context, as_json
from listbuilder.cli.fix import offer, signed
from listbuilder.cli.layout import HEADLINE, Page, padded, width_of
from listbuilder.cli.lists import LIST_BYTES, Wish, is_our_bug, judge_safely
from listbuilder.law import published, words
from listbuilder.law.position import Position
from listbuilder.model.army import Unit
from listbuilder.model.edit import Edit
from listbuilder.model.moves import Moves
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rule import RuleBook
from listbuilder.model.visible import typed, visible
from listbuilder.store import problems, reader
from listbuilder.store.ours import named_as_ours
from listbuilder.store.readings import in_order
from listbuilder.store.words import bracketed, in_turn, listed, local, paired
from listbuilder.version import VERSION

FEW_CHANGES = 2  # an answer with more says how many there are
BESIDE = 27  # cells that the number of an answer, the points of a change and the total take


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument(
        "thing",
        nargs="*",
        metavar="THING",
    )
    parser.add_argument("--to", metavar="UNIT")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--from", dest="form", metavar="FORMAT")


def run(args: argparse.Namespace, context: Context) -> int:
    if bool(args.thing) == args.all:
        raise Unreadable([Problem(key="thing_or_all", args={"file": typed(args.file), "example": "overlord"})])
    limit = reader.ROSTER_BYTES if named_as_ours(args.file) else LIST_BYTES
    position = judge_safely(partial(reader.read_named, args.file, limit), args.file, context, Wish(args.form))
    context = context.about(position.system)
    if position.verdict == "unread":
        return _unread(position, context)
    if too_large := too_large_for_advice(position):
        raise Unreadable([too_large])
    if args.all:
        return _all(position, context)
    asked = " ".join(args.thing)
    to = _unit(position, args.to) if args.to else None
    found = find(position, asked, to)
    answer = why(position, found.things) if found.things else None
    if answer is None:
        raise Unreadable([_no_answer(found, asked, position, typed(args.file))])
    if context.format == "json":
        print(as_json(_report(position, answer, to, context)))
    else:
        print(_page(position, answer, context))
    return OK if answer.allowed else ILLEGAL


def _no_answer(found: Asked, asked: str, position: Position, file: str) -> Problem:
    """`file`: as it is typed again."""
    if found.gone is not None:
        return Problem(key="gone_thing", args={"given": found.gone.name, "since": found.gone.until}, file=position.file)
    thing = found.things[0] if found.things else None
    if thing is not None and thing.kind == "unit" and thing.home:
        return Problem(key="of_elsewhere", args={"given": thing.name, "home": thing.home}, file=position.file)
    key, name = ("no_way_to_have", thing.name) if thing is not None else ("unknown_thing", asked)
    return Problem(key=key, args={"given": name, "near": list(found.near), "offers": file}, file=position.file)


def _unread(position: Position, context: Context) -> int:
    context.complain(position.problems)
    if context.format == "json":
        print(as_json(_head(position, context)))
    else:
        page = Page(context)
        page.head(context.paint(words.verdict("unread", context.lang), "warn"), position.file)
        page.prose("", context.say("why.unread"))
        print(page)
    return OUR_BUG if is_our_bug(position) else UNREAD


def _unit(position: Position, name: str) -> Unit:
    unit, known = unit_named(position, name)
    if unit is None:
        raise Unreadable([Problem(key="no_such_unit", args={"given": name, "known": known}, file=position.file)])
    return unit


# --- in words ---


def _page(position: Position, answer: Why, context: Context) -> Page:
    """Return the answer, the rules against it, and what makes it possible."""
    page = Page(context)
    line_of = _lines_before(position, answer)
    if answer.allowed:
        page.prose(_label(context.paint(context.say("why.yes"), "good"), context), _fits(answer, context))
        return page
    _add_reasons(page, answer, line_of, context)
    for problem in answer.effect.problems:
        page.prose("", problems.sentence(problem, context.lang))
    if not answer.effect.possible:
        return page
    if answer.thing.brought_by:
        page.prose("", context.say("why.brought_by", thing=answer.thing.name, what=list(answer.thing.brought_by)))
    if not answer.answers:
        page.prose("", context.say("why.nothing_helps"))
        return page
    page.blank()
    over = _over(answer)
    page.prose("", context.say("why.free" if answer.only_points and over else "why.allowed_with", over=over))
    for group in _grouped(answer):
        page.blank()
        _add_group(page, group, answer, line_of, context)
    return page


def _label(painted: str, context: Context) -> str:
    """Return what begins a sentence, such as “NO: ”."""
    return paired(painted, "", context.lang)


def _fits(answer: Why, context: Context) -> str:
    """Return what the army is with the thing in it."""
    said = context.say("why.fits", thing=_thing(answer, context))
    army = answer.added.army
    if army is None or not army.counts_points:
        return said
    total = verdict_text.points_of(army, context)
    return f"{said} → {total}"


def _thing(answer: Why, context: Context) -> str:
    """Return the name of what was asked for, whose it would be, and its points."""
    name = local(answer.thing.name, context.lang)
    if answer.way.unit is not None:
        name = context.say("why.to", thing=answer.thing.name, unit=answer.way.unit.name)
    army, change = answer.added.army, answer.effect.change
    return bracketed(name, str(change), context.lang) if army is not None and army.counts_points and change else name


def _over(answer: Why) -> int:
    """Return how many points the army would be over its limit."""
    army = answer.added.army
    if army is None or not army.counts_points or army.limit is None:
        return 0
    return max(0, army.points - army.limit)


def _lines_before(position: Position, answer: Why) -> LineOf:
    """Return what tells the line of a unit of the army with the thing in it; None for what is new."""
    moves, lines = Moves(answer.way.edit, position.data), line_in(position)
    known = {moves(unit.path): lines(unit.path) for unit in (position.army.units if position.army else ())}
    return known.get


def _add_reasons(page: Page, answer: Why, line_of: LineOf, context: Context) -> None:
    """Add the headline and what is against it: where nothing makes it possible, only the rules that nothing helps against."""
    reasons = list(answer.reasons)
    if not answer.answers:
        reasons = [reason for reason in reasons if not reason.answers] or reasons
    over = _over(answer)
    army = answer.added.army
    assert army is not None or not reasons
    if army is None:
        return
    if answer.only_points and over and len(reasons) == 1:
        no = context.paint(context.say("why.over", over=over), "warn")
        total = verdict_text.points_of(army, context)
        page.prose(_label(no, context), context.say("why.would_be", thing=_thing(answer, context), total=total))
        _add_rule(page, reasons[0], army.book, line_of, context)
        return
    no = context.paint(context.say("why.no"), "bad")
    if len(reasons) == 1:
        page.prose(_label(no, context), words.message(reasons[0].finding, context.lang))
        _add_rule(page, reasons[0], army.book, line_of, context)
        return
    page.prose(_label(no, context), context.say("why.against", thing=_thing(answer, context), count=len(reasons)))
    for reason in reasons:
        finding = reason.finding
        page.prose(
            _label(verdict_text.severity_label("error", finding.code, context), context), words.message(finding, context.lang)
        )
        rule = words.rule_line(army.book, finding.name, finding.citation, context.lang)
        page.label("rule", context.paint(rule, "dim"), "dim")
        for each in reason.answers[:1]:
            page.label("fix", _titles(each, answer, line_of, context))


def _add_rule(page: Page, reason: Reason, book: RuleBook, line_of: LineOf, context: Context) -> None:
    """Add the rule with where it is written, and the units that break it where there are several."""
    finding = reason.finding
    rule = words.rule_line(book, finding.name, finding.citation, context.lang)
    page.prose("", context.paint(f"{finding.code} {rule}", "dim"))
    if len(reason.causes) > 1:
        units = counted_units(reason.causes, context.lang, line_of)
        page.prose("", context.paint(context.say("why.because_of", units=units), "dim"))


def _titles(each: Answer, answer: Why, line_of: LineOf, context: Context) -> str:
    """Return the changes of an answer on one line, with their points."""
    lines = lines_of(each, answer.added, context.lang, line_of)
    return in_turn(
        (bracketed(line.text, signed(line.points), context.lang) if line.points else line.text for line in lines),
        context.lang,
    )


# --- what makes it possible ---


def _grouped(answer: Why) -> list[list[Answer]]:
    """Return the answers by how many units they cost, those with the fewest changes first."""
    groups: dict[int, list[Answer]] = {}
    for each in answer.answers:
        groups.setdefault(each.units_lost, []).append(each)
    return sorted(groups.values(), key=lambda group: min(len(each.moves) for each in group))


def _add_group(page: Page, group: Sequence[Answer], answer: Why, line_of: LineOf, context: Context) -> None:
    """Add answers that cost the player the same, each change with its points in one column."""
    lost, most = group[0].units_lost, max(len(each.moves) for each in group)
    key = "keeping" if not lost else "removing_one" if lost == 1 else "removing"
    title = context.paint(context.say(f"why.{key}", count=lost), "bold")
    if len(group) == 1 and most > FEW_CHANGES:
        title += f" {context.say('why.changes', count=most)}"
    page.prose("  ", title)
    numbers = {id(each): number for number, each in enumerate((e for one in _grouped(answer) for e in one), 1)}
    lines = {id(each): _removals_first(lines_of(each, answer.added, context.lang, line_of)) for each in group}
    texts = _aligned([line for each in group for line in lines[id(each)]], page, context)
    rows = []
    for each in group:
        for place, line in enumerate(lines[id(each)]):
            number = str(numbers[id(each)]) if place == 0 else ""
            total = _total(each) if place == len(lines[id(each)]) - 1 else ""
            rows.append((number, texts[id(line)], signed(line.points), total))
    page.table(rows, "rlrl", text=1)


def _removals_first(lines: Sequence[AnswerLine]) -> list[AnswerLine]:
    return sorted(lines, key=lambda line: not line.removes)


def _aligned(lines: Sequence[AnswerLine], page: Page, context: Context) -> dict[int, str]:
    """Return what is written for each change: unit and change in two columns; the whole sentence where it has no halves, and
    for all where the columns would not fit.
    """
    unit = max((width_of(line.unit) for line in lines if line.unit), default=0)
    change = max((width_of(line.change) for line in lines if line.unit), default=0)
    fits = unit + 2 + change <= min(page.width, HEADLINE) - BESIDE
    return {id(line): f"{padded(line.unit, unit)}  {line.change}" if fits and line.unit else line.text for line in lines}


def _total(each: Answer) -> str:
    army = each.after.army
    if army is None or not army.counts_points:
        return ""
    return f"→ {army.points}" if army.limit is None else f"→ {army.points} / {army.limit}"


# --- for programs ---


def _head(position: Position, context: Context) -> dict[str, Any]:
    army = position.army
    return {
        "listbuilder": VERSION,
        "file": position.file,
        "sha256": position.sha256,
        "system": army.book.system if army else None,
        "verdict": position.verdict,
        "points": army.points if army and army.counts_points else None,
        "unread": [context.sentence(problem) for problem in position.problems],
    }


def _report(position: Position, answer: Why, to: Unit | None, context: Context) -> dict[str, Any]:
    army = answer.added.army
    unit = answer.way.unit or to
    return {
        **_head(position, context),
        "answer": {
            "kind": answer.thing.kind,
            "name": answer.thing.name,
            "of": answer.thing.home or None,
            "brought_by": list(answer.thing.brought_by),
            "to": unit.id if unit else None,
            "allowed": answer.allowed,
            "only_points": answer.only_points,
            "points": army.points if army and army.counts_points else None,
            "steps": _steps(answer.way.edit),
            "reasons": [_reason_row(reason, position, answer, context) for reason in answer.reasons],
            "offers": [_offer_row(each, position, answer, context) for each in answer.answers],
        },
    }


def _reason_row(reason: Reason, position: Position, answer: Why, context: Context) -> dict[str, Any]:
    return {
        **published.finding(reason.finding, context.lang),
        "causes": [{"id": unit.id, "name": unit.name, "path": list(unit.path)} for unit in reason.causes],
        "offers": [_offer_row(each, position, answer, context) for each in reason.answers],
    }


def _steps(*edits: Edit) -> list[dict[str, Any]]:
    return [{"op": step.op, "path": list(step.path), "value": step.value} for edit in edits for step in edit.steps]


def _offer_row(answer: Answer, position: Position, asked: Why, context: Context) -> dict[str, Any]:
    return {**offer(answer, position, context), "steps": _steps(asked.way.edit, answer.edit)}


# --- everything ---


def _all(position: Position, context: Context) -> int:
    found = marks(position)
    if context.format == "json":
        print(as_json({**_head(position, context), "marks": [_mark_row(mark, context) for mark in found]}))
        return OK
    page = Page(context)
    page.head(_counted(position, found, context), position.file)
    rows = [_mark_cells(mark, context) for mark in sorted(found, key=lambda mark: in_order(mark.offer.name, context.lang))]
    if rows:
        page.blank()
        page.table(rows, "llrl", text=1)
    print(page)
    return OK


def _counted(position: Position, found: Sequence[Mark], context: Context) -> str:
    if not found:
        return context.say("why.none")
    allowed = sum(mark.effect.allowed for mark in found)
    over = sum(mark.effect.only_points for mark in found)
    key = "why.counted" if position.army is not None and position.army.counts_points else "why.counted_plain"
    return context.say(key, count=len(found), allowed=allowed, over=over, illegal=len(found) - allowed - over)


def _mark_cells(mark: Mark, context: Context) -> tuple[str, str, str, str]:
    effect = mark.effect
    sign, style = ("+", "good") if effect.allowed else ("$", "warn") if effect.only_points else ("✗", "bad")
    codes = "" if effect.allowed else listed(list(mark.codes), context.lang)
    name = visible(local(mark.offer.name, context.lang))
    return context.paint(sign, style), name, signed(effect.change), context.paint(codes, "dim")


def _mark_row(mark: Mark, context: Context) -> dict[str, Any]:
    effect = mark.effect
    return {
        "id": mark.offer.id,
        "name": mark.offer.name,
        "allowed": effect.allowed,
        "only_points": effect.only_points,
        "change": effect.change,
        "points": effect.points,
        "reasons": [published.finding(found, context.lang) for found in effect.against if found.severity == "error"],
    }
