"""`listbuilder rules [SYSTEM or CODE]`: the law, with citations."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from listbuilder.cli.context import OK, Context, as_json
from listbuilder.cli.tables import screen_width
from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.law import words
from listbuilder.law.explain import explained, table
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rule import Rule, RuleBook
from listbuilder.store.cells import wrapped
from listbuilder.store.languages import language
from listbuilder.store.nearest import nearest
from listbuilder.store.words import Lang, bracketed, local, paired

_INSET = 9  # cells


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", nargs="?", metavar="SYSTEM or CODE")


def run(args: argparse.Namespace, context: Context) -> int:
    books = {game: system(game).book(context.library) for game in SYSTEMS}
    chosen = list(_chosen(args.what, books))
    if not chosen:
        near = nearest(
            args.what, [*books, *(word for book in books.values() for rule in book.rules for word in (rule.code, rule.name))]
        )
        raise Unreadable([Problem(key="unknown_rule", args={"given": args.what, "known": list(books), "near": near})])
    if context.format == "json":
        _json(chosen, context)
    else:
        _text(chosen, context, whole=len(chosen) < 4)
    return OK


def _chosen(what: str | None, books: dict[str, RuleBook]) -> Iterator[tuple[RuleBook, Rule]]:
    for game, book in books.items():
        for rule in book.rules:
            if what is None or what.casefold() in (game, rule.code.casefold(), rule.name):
                yield book, rule


def _text(chosen: list[tuple[RuleBook, Rule]], context: Context, whole: bool) -> None:
    for book, rule in chosen:
        context = context.about(system(book.system))
        severity = words.severity(rule.severity, context.lang)
        title = bracketed(words.title(rule, context.lang), severity, context.lang)
        for line in _set(f"{rule.code:<{_INSET - 1}} {rule.name} · {title}"):
            print(context.paint(line, "bold") if whole else line)
        told = [explained(rule, context.lang)]
        told += [
            paired(local(season, context.lang), _sentences(changes, context.lang), context.lang)
            for season, changes in _seasons(book, rule, context)
        ]
        for line in (line for each in told for line in _set(" " * _INSET + each)):
            print(line)
        for row in table(book, rule, context.lang) if whole else ():
            for line in _set(" " * _INSET + row):
                print(line)
        for line in _set(" " * _INSET + words.citation(book, rule.citation, context.lang)):
            print(context.paint(line, "dim"))


def _set(text: str) -> list[str]:
    """As wide as the screen, with the indent of what stands under a code."""
    code, rest = text[:_INSET], text[_INSET:]
    first, *others = wrapped(rest, max(screen_width() - _INSET, _INSET))
    return [code + first, *(" " * _INSET + line for line in others)]


def _sentences(sentences: list[str], lang: Lang) -> str:
    return (" " if language(lang).spaces else "").join(sentences)


def _seasons(book: RuleBook, rule: Rule, context: Context) -> Iterator[tuple[str, list[str]]]:
    """What each season changes of the rule, in words."""
    for season in book.seasons.values():
        changed = next(each for each in book.of_season(season).rules if each.code == rule.code)
        said = [
            words.param(changed, name, context.lang) for name in changed.params if changed.params[name] != rule.params.get(name)
        ]
        if changed.on != rule.on:
            said.insert(0, context.say("rules.only_in_season"))
        if changed.severity != rule.severity:
            said.insert(0, words.severity(changed.severity, context.lang) + ("." if language(context.lang).spaces else "。"))
        if said:
            yield season.name, said


def _json(chosen: list[tuple[RuleBook, Rule]], context: Context) -> None:
    found = [
        {
            "system": book.system,
            "code": rule.code,
            "name": rule.name,
            "title": words.title(rule, context.lang),
            "explanation": explained(rule, context.lang),
            "severity": rule.severity,
            "check": rule.check,
            "citation": {
                "book": rule.citation.book,
                "section": words.section(rule.citation, context.lang),
                "page": rule.citation.page,
            },
            "params": rule.params,
            **({"numbers": rows} if (rows := table(book, rule, context.lang)) else {}),
            **({"seasons": seasons} if (seasons := _overrides(book, rule)) else {}),
        }
        for book, rule in chosen
    ]
    print(as_json({"rules": found}))


def _overrides(book: RuleBook, rule: Rule) -> dict[str, object]:
    """What each season changes of the rule, as the data has it."""
    found: dict[str, object] = {}
    for season_id, season in book.seasons.items():
        override = season.overrides.get(rule.code)
        if override is not None:
            found[season_id] = {"severity": override.severity or rule.severity, "params": override.params, "on": override.on}
    return found
