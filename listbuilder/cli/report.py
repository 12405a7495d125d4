"""`listbuilder report FILE`: a text about a wrong verdict with all there is to know.

`check` reads it back.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from listbuilder.cli import streams, verdict_text
from listbuilder.cli.context import OK, Context
from listbuilder.cli.judge_file import LIST_BYTES, REPORT, ReadingOptions, judge_safely
from listbuilder.formats import bug_report
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rulebook import Rule, RuleBook
from listbuilder.roster.position import Position
from listbuilder.rules import messages
from listbuilder.version import VERSION
from listbuilder.yamlio import reader, writer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of `listbuilder report` to `parser`."""
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--code", metavar="CODE")
    parser.add_argument("--think", metavar="TEXT", default="")
    parser.add_argument("-o", "--output", metavar="OUT")
    parser.add_argument("--force", action="store_true")


def run(args: argparse.Namespace, context: Context) -> int:
    """Write a report about a wrong verdict, with the list in it, and return the exit code 0.

    Raises Unreadable if `--code` names no rule.
    """
    raw = reader.read_named_file(args.file, LIST_BYTES)
    if raw.startswith(REPORT):
        raw = bug_report.extract_list(raw, args.file)
    position = judge_safely(lambda: raw, args.file, context, ReadingOptions())
    rule = _find_rule(args.code, position, context) if args.code else None
    text = bug_report.write_report(_describe_list(args, position, rule, context), raw)
    if args.output is None:
        streams.send_text(text)
    else:
        out = Path(args.output)
        writer.write_new_file(out, text.encode(), force=args.force)
        context.print_written(out)
    return OK


def _find_rule(code: str, position: Position, context: Context) -> tuple[RuleBook, Rule]:
    """Return the rule with this code or name, and its book.

    The list's own game is searched first, because several games may have a rule of that code.
    Raises Unreadable if there is no such rule.
    """
    own_books = [position.army.book] if position.army is not None else []
    books = [*own_books, *(get_game(game).load_rulebook(context.library) for game in SYSTEMS)]
    for book in books:
        for rule in book.rules:
            if code.casefold() in (rule.code.casefold(), rule.name):
                return book, rule
    near = find_nearest(code, [rule.code for book in books for rule in book.rules])
    raise Unreadable(
        [Problem(key="unknown_rule", args={"given": code, "known": list(SYSTEMS), "near": near})]
    )


def _describe_list(
    args: argparse.Namespace,
    position: Position,
    rule: tuple[RuleBook, Rule] | None,
    context: Context,
) -> Iterator[str]:
    """Yield the lines before the list: version, rule, what the player thinks, and the verdict."""
    yield context.say("report.what")
    yield context.say("report.made", version=VERSION, day=context.as_of or "-")
    if rule is not None:
        book, cited_rule = rule
        cited = messages.say_citation(book, cited_rule.citation, context.lang)
        yield context.say(
            "report.rule",
            code=cited_rule.code,
            name=cited_rule.name,
            title=messages.say_rule_title(cited_rule, context.lang),
            cited=cited,
        )
    yield context.say("report.think", text=args.think or context.say("report.write_here"))
    yield ""
    yield verdict_text.build_verdict_text(position, context, verbose=True)
    yield from map(context.format_problem, position.problems)
    yield ""
    yield context.say("report.list", file=args.file)
