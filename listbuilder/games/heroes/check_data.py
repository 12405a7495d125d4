"""The check whether what a hero card shows is among the terms of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from listbuilder.games.heroes.cards import find_term
from listbuilder.games.heroes.hero import Action, HeroCard, HeroCards, HeroTerms, Symbol, Term
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.base import Path
from listbuilder.model.problem import Problem
from listbuilder.yamlio.reader import YamlDocument

_ARMOUR = re.compile(r"[1-9][0-9]?\+?")  # 4 or 4+


def check_cards(document: YamlDocument, cards: HeroCards, terms: HeroTerms) -> Iterator[Problem]:
    """Yield the problems of a file of hero cards: a wrong file id, repeated ids, wrong cards.

    `terms` are the actions, rolls and ranges that a card can have.
    """
    stem = document.stem
    if cards.id != stem:
        yield document.make_problem("data_id_is_not_file", ("id",), given=cards.id, file=stem)
    seen: set[str] = set()
    for place, card in enumerate(cards.heroes):
        if card.id in seen:
            yield document.make_problem("data_id_twice", ("heroes", place, "id"), given=card.id)
        seen.add(card.id)
        yield from _check_card(document, card, terms, ("heroes", place))


def _check_card(
    document: YamlDocument, card: HeroCard, terms: HeroTerms, path: Path
) -> Iterator[Problem]:
    """Yield the problems of one card: armour that isn't a number, and wrong symbols."""
    if card.armour is not None and not _ARMOUR.fullmatch(str(card.armour)):
        yield document.make_problem(
            "data_bad_armour", (*path, "armour"), hero=card.name, given=str(card.armour)
        )
    for place, symbol in enumerate(card.symbols):
        yield from _check_symbol(document, card, symbol, terms, (*path, "symbols", place))


def _check_symbol(
    document: YamlDocument, card: HeroCard, symbol: Symbol, terms: HeroTerms, path: Path
) -> Iterator[Problem]:
    """Yield the problems of a symbol: unknown terms, and a roll that is missing or not needed.

    A missing roll is only a warning, because the player who writes the card may not know it.
    """
    kinds: list[tuple[str, str | None, Sequence[Term]]] = [
        ("action", symbol.action, terms.actions),
        ("roll", symbol.roll, terms.rolls),
        ("range", symbol.range, terms.ranges),
    ]
    for key, given, known in kinds:
        if given is not None and find_term(known, given) is None:
            ids = [known_term.id for known_term in known]
            words: list[str] = []
            for known_term in known:
                words += (*known_term.names.values(), *known_term.also)
            near = find_nearest(given, ids) or find_nearest(given, words)
            args = {"hero": card.name, "given": given, "known": ids, "near": near}
            yield document.make_problem(f"data_unknown_{key}", (*path, key), **args)
    action = find_term(terms.actions, symbol.action)
    if not isinstance(action, Action):
        return
    if action.needs_roll and symbol.roll is None:
        problem = document.make_problem(
            "data_roll_missing", path, hero=card.name, action=action.names
        )
        yield msgspec.structs.replace(problem, severity="warning")
    if not action.needs_roll and symbol.roll is not None:
        yield document.make_problem(
            "data_roll_not_needed",
            (*path, "roll"),
            hero=card.name,
            action=action.names,
            given=symbol.roll,
        )
