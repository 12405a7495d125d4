"""`listbuilder rules [SYSTEM or CODE]`: the rules, with citations."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from listbuilder.cli.context import OK, Context, format_json
from listbuilder.cli.layout import join_whole_sentences
from listbuilder.cli.tables import get_screen_width
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n.languages import get_language
from listbuilder.i18n.messages import add_remark, join_with_colon, translate_name
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.i18n.terminal_width import wrap_lines
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rulebook import Rule, RuleBook
from listbuilder.rules import messages
from listbuilder.rules.explain import explain_rule, list_table_rows

_INSET = 9  # cells


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the argument of `listbuilder rules` to `parser`."""
    parser.add_argument("what", nargs="?", metavar="SYSTEM or CODE")


def run(args: argparse.Namespace, context: Context) -> int:
    """Print all rules, those of one game, or those of one code or name; return the code 0.

    Raises Unreadable if there is no such game or rule.
    """
    books = {game: get_game(game).load_rulebook(context.library) for game in SYSTEMS}
    chosen = list(_choose_rules(args.what, books))
    if not chosen:
        rules = [rule for book in books.values() for rule in book.rules]
        names = [name for rule in rules for name in (rule.code, rule.name)]
        near = find_nearest(args.what, [*books, *names])
        details = {"given": args.what, "known": list(books), "near": near}
        raise Unreadable([Problem(key="unknown_rule", args=details)])
    if context.format == "json":
        _print_json(chosen, context)
    else:
        _print_rules(chosen, context, whole=len(chosen) < 4)
    return OK


def _choose_rules(asked: str | None, books: dict[str, RuleBook]) -> Iterator[tuple[RuleBook, Rule]]:
    """Yield the rules to print, each with its rule book.

    `asked` is a game, the code of a rule or its name; None stands for all rules.
    """
    for game, book in books.items():
        for rule in book.rules:
            if asked is None or asked.casefold() in (game, rule.code.casefold(), rule.name):
                yield book, rule


def _print_rules(chosen: list[tuple[RuleBook, Rule]], context: Context, whole: bool) -> None:
    """Print each rule with its explanation, changes by seasons, and its citation.

    `whole`: print the title in bold, and the rule's table of numbers.
    """
    for book, rule in chosen:
        context = context.copy_for_game(get_game(book.system))
        severity = messages.say_severity(rule.severity, context.lang)
        title = add_remark(messages.say_rule_title(rule, context.lang), severity, context.lang)
        for line in _wrap_under_code(f"{rule.code:<{_INSET - 1}} {rule.name} · {title}"):
            print(context.paint(line, "bold") if whole else line)
        paragraphs = [explain_rule(rule, context.lang)]
        for season, changes in _describe_seasons(book, rule, context):
            text = join_whole_sentences(changes, context.lang)
            name = translate_name(season, context.lang)
            paragraphs.append(join_with_colon(name, text, context.lang))
        if whole:
            paragraphs += list_table_rows(book, rule, context.lang)
        for paragraph in paragraphs:
            for line in _wrap_under_code(" " * _INSET + paragraph):
                print(line)
        citation = messages.say_citation(book, rule.citation, context.lang)
        for line in _wrap_under_code(" " * _INSET + citation):
            print(context.paint(line, "dim"))


def _wrap_under_code(text: str) -> list[str]:
    """Return `text` in lines as wide as the screen; its first nine cells are the rule's code.

    Further lines are indented by nine cells.
    """
    code, rest = text[:_INSET], text[_INSET:]
    first, *others = wrap_lines(rest, max(get_screen_width() - _INSET, _INSET))
    return [code + first, *(" " * _INSET + line for line in others)]


def _describe_seasons(
    book: RuleBook, rule: Rule, context: Context
) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each season that changes the rule, with the changes in words."""
    for season in book.seasons.values():
        rules_then = book.apply_season(season).rules
        changed = next(candidate for candidate in rules_then if candidate.code == rule.code)
        changes = [
            messages.say_parameter(changed, name, context.lang)
            for name in changed.params
            if changed.params[name] != rule.params.get(name)
        ]
        if changed.on != rule.on:
            changes.insert(0, context.say("rules.only_in_season"))
        if changed.severity != rule.severity:
            stop = "." if get_language(context.lang).spaces else "。"
            changes.insert(0, messages.say_severity(changed.severity, context.lang) + stop)
        if changes:
            yield season.name, changes


def _print_json(chosen: list[tuple[RuleBook, Rule]], context: Context) -> None:
    """Print the rules `chosen` as a JSON document."""
    rows_found = [
        {
            "system": book.system,
            "code": rule.code,
            "name": rule.name,
            "title": messages.say_rule_title(rule, context.lang),
            "explanation": explain_rule(rule, context.lang),
            "severity": rule.severity,
            "check": rule.check,
            "citation": {
                "book": rule.citation.book,
                "section": messages.say_section(rule.citation, context.lang),
                "page": rule.citation.page,
            },
            "params": rule.params,
            **({"numbers": rows} if (rows := list_table_rows(book, rule, context.lang)) else {}),
            **({"seasons": seasons} if (seasons := _list_overrides(book, rule)) else {}),
        }
        for book, rule in chosen
    ]
    print(format_json({"rules": rows_found}))


def _list_overrides(book: RuleBook, rule: Rule) -> dict[str, object]:
    """Return by season id what each season changes of the rule, as the data file has it."""
    overrides: dict[str, object] = {}
    for season_id, season in book.seasons.items():
        override = season.overrides.get(rule.code)
        if override is not None:
            overrides[season_id] = {
                "severity": override.severity or rule.severity,
                "params": override.params,
                "on": override.on,
            }
    return overrides
