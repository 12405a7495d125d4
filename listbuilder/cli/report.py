"""`listbuilder report FILE`: a text about a wrong verdict that holds all there is to know, and that `check` reads back."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from listbuilder.cli import streams, verdict_text
from listbuilder.cli.context import OK, Context
from listbuilder.cli.lists import LIST_BYTES, REPORT, Wish, judge_safely
from listbuilder.exchange import report
from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.law import words
from listbuilder.law.position import Position
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rule import Rule, RuleBook
from listbuilder.store import reader, writer
from listbuilder.store.nearest import nearest
from listbuilder.version import VERSION


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--code", metavar="CODE")
    parser.add_argument("--think", metavar="TEXT", default="")
    parser.add_argument("-o", "--output", metavar="OUT")
    parser.add_argument("--force", action="store_true")


def run(args: argparse.Namespace, context: Context) -> int:
    raw = reader.read_named(args.file, LIST_BYTES)
    if raw.startswith(REPORT):
        raw = report.inside(raw, args.file)
    done = judge_safely(lambda: raw, args.file, context, Wish())
    rule = _rule(args.code, done, context) if args.code else None
    text = report.written(_told(args, done, rule, context), raw)
    if args.output is None:
        streams.send(text)
    else:
        out = Path(args.output)
        writer.write_new(out, text.encode(), force=args.force)
        context.say_written(out)
    return OK


def _rule(code: str, done: Position, context: Context) -> tuple[RuleBook, Rule]:
    """Of the list's own game first: a code may stand in several."""
    own = [done.army.book] if done.army is not None else []
    books = [*own, *(system(game).book(context.library) for game in SYSTEMS)]
    for book in books:
        for rule in book.rules:
            if code.casefold() in (rule.code.casefold(), rule.name):
                return book, rule
    near = nearest(code, [rule.code for book in books for rule in book.rules])
    raise Unreadable([Problem(key="unknown_rule", args={"given": code, "known": list(SYSTEMS), "near": near})])


def _told(args: argparse.Namespace, done: Position, rule: tuple[RuleBook, Rule] | None, context: Context) -> Iterator[str]:
    yield context.say("report.what")
    yield context.say("report.made", version=VERSION, day=context.as_of or "-")
    if rule is not None:
        book, one = rule
        cited = words.citation(book, one.citation, context.lang)
        yield context.say("report.rule", code=one.code, name=one.name, title=words.title(one, context.lang), cited=cited)
    yield context.say("report.think", text=args.think or context.say("report.write_here"))
    yield ""
    yield verdict_text.full(done, context, verbose=True)
    yield from map(context.sentence, done.problems)
    yield ""
    yield context.say("report.list", file=args.file)
