"""`listbuilder why FILE THING`: may I add this now, and if not, what stands in the way and the smallest change that clears it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from listbuilder.advice import said
from listbuilder.advice.fix import too_large_for_advice
from listbuilder.advice.marks import Mark, marks
from listbuilder.advice.state import Answer
from listbuilder.advice.things import Asked, find, unit_named
from listbuilder.advice.why import Reason, Why, why
from listbuilder.cli.context import ILLEGAL, OK, OUR_BUG, UNREAD, Context, as_json
from listbuilder.cli.lists import LIST_BYTES, Wish, is_our_bug, judge_safely
from listbuilder.law import published, words
from listbuilder.law.position import Position
from listbuilder.model.army import Unit
from listbuilder.model.edit import Edit
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.visible import typed, visible
from listbuilder.store import problems, reader
from listbuilder.store.ours import named_as_ours
from listbuilder.store.readings import in_order
from listbuilder.store.words import bracketed, in_turn, listed, local
from listbuilder.version import VERSION

SHOWN = 2  # offers for each rule in the way, beside those for all of them together


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
    print(
        as_json(_report(position, answer, to, context))
        if context.format == "json"
        else "\n".join(_lines(position, answer, context))
    )
    return OK if answer.allowed else ILLEGAL


def _no_answer(found: Asked, asked: str, position: Position, file: str) -> Problem:
    """`file`: as it is typed again."""
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
        verdict = context.paint(words.verdict("unread", context.lang), "warn")
        print(f"{visible(position.file)}: {verdict}\n  {context.say('why.unread')}")
    return OUR_BUG if is_our_bug(position) else UNREAD


def _unit(position: Position, name: str) -> Unit:
    unit, known = unit_named(position, name)
    if unit is None:
        raise Unreadable([Problem(key="no_such_unit", args={"given": name, "known": known}, file=position.file)])
    return unit


# --- in words ---


def _lines(position: Position, answer: Why, context: Context) -> Iterator[str]:
    yield f"{visible(position.file)}: {_heading(answer, context)}"
    for reason in answer.reasons:
        yield from _reason(reason, position, len(answer.reasons) > 1, context)
    for problem in answer.effect.problems:
        yield f"  {problems.sentence(problem, context.lang)}"
    if answer.allowed or not answer.effect.possible:
        return
    if answer.thing.brought_by:
        yield f"  {context.say('why.brought_by', thing=answer.thing.name, what=list(answer.thing.brought_by))}"
    yield f"  {context.say('why.allowed_with' if answer.answers else 'why.nothing_helps')}"
    for number, each in enumerate(answer.answers, 1):
        yield from _offer(f"{number}.", each, position, context)


def _heading(answer: Why, context: Context) -> str:
    army = answer.added.army
    counts = army is not None and army.counts_points
    key = "allowed" if answer.allowed else "only_points" if answer.only_points else "illegal"
    args: dict[str, Any] = {"thing": answer.thing.name, "change": answer.effect.change, "points": answer.effect.points}
    if army is not None:
        args["limit"] = army.limit
    if answer.way.unit is not None:
        args["thing"] = context.say("why.to", thing=answer.thing.name, unit=answer.way.unit.name)
    style = {"allowed": "good", "only_points": "warn", "illegal": "bad"}[key]
    told = key if counts else f"{key}_plain"
    return context.paint(context.say(f"why.{told}", **args), style)


def _reason(reason: Reason, position: Position, several: bool, context: Context) -> Iterator[str]:
    finding = reason.finding
    assert position.army is not None
    cited = words.citation(position.army.book, finding.citation, context.lang)
    yield f"  {context.paint('✗', 'bad')} {finding.code} {words.message(finding, context.lang)}"
    yield context.paint(f"      {finding.name}  {cited}", "dim")
    if reason.causes:
        names = [unit.custom_name or unit.name for unit in reason.causes]
        yield context.paint(f"      {context.say('why.because_of', units=names)}", "dim")
    for each in reason.answers[:SHOWN] if several else ():
        yield f"      {context.say('why.cleared_by', what=_titles(each, position, context))}"


def _titles(answer: Answer, position: Position, context: Context) -> str:
    return in_turn((said.title(move, position.system, context.lang) for move in answer.moves), context.lang)


def _offer(label: str, answer: Answer, position: Position, context: Context) -> Iterator[str]:
    for place, move in enumerate(answer.moves):
        yield f"  {label if place == 0 else '':<3}{said.title(move, position.system, context.lang)}"
    army = answer.after.army
    if army is not None and army.counts_points:
        yield context.paint(f"     {context.say('why.then', points=army.points)}", "dim")


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
    from listbuilder.cli.fix import offer

    return {**offer(answer, position, context), "steps": _steps(asked.way.edit, answer.edit)}


# --- everything ---


def _all(position: Position, context: Context) -> int:
    found = marks(position)
    if context.format == "json":
        print(as_json({**_head(position, context), "marks": [_mark_row(mark, context) for mark in found]}))
    else:
        print(f"{visible(position.file)}: {_counted(position, found, context)}")
        for mark in sorted(found, key=lambda mark: in_order(mark.offer.name, context.lang)):
            print(_mark_line(mark, context))
    return OK


def _counted(position: Position, found: Sequence[Mark], context: Context) -> str:
    allowed = sum(mark.effect.allowed for mark in found)
    over = sum(mark.effect.only_points for mark in found)
    key = "why.counted" if position.army is not None and position.army.counts_points else "why.counted_plain"
    return context.say(key, count=len(found), allowed=allowed, over=over, illegal=len(found) - allowed - over)


def _mark_line(mark: Mark, context: Context) -> str:
    effect = mark.effect
    sign, style = ("+", "good") if effect.allowed else ("$", "warn") if effect.only_points else ("✗", "bad")
    name = visible(local(mark.offer.name, context.lang))
    if effect.change:
        name = bracketed(name, f"{effect.change:+}", context.lang)
    codes = "" if effect.allowed else f"  {listed(list(mark.codes), context.lang)}"
    return f"  {context.paint(sign, style)} {name}{context.paint(codes, 'dim')}"


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
