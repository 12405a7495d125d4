"""Whether what a hero card shows is among the terms of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from listbuilder.games.heroes.cards import term
from listbuilder.games.heroes.hero import Action, HeroCard, HeroCards, HeroTerms, Symbol, Term
from listbuilder.model.base import Path
from listbuilder.model.problem import Problem
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document

_ARMOUR = re.compile(r"[1-9][0-9]?\+?")  # 4 or 4+


def problems(document: Document, cards: HeroCards, terms: HeroTerms) -> Iterator[Problem]:
    stem = document.stem
    if cards.id != stem:
        yield document.problem("data_id_is_not_file", ("id",), given=cards.id, file=stem)
    seen: set[str] = set()
    for place, card in enumerate(cards.heroes):
        if card.id in seen:
            yield document.problem("data_id_twice", ("heroes", place, "id"), given=card.id)
        seen.add(card.id)
        yield from _card(document, card, terms, ("heroes", place))


def _card(document: Document, card: HeroCard, terms: HeroTerms, path: Path) -> Iterator[Problem]:
    if card.armour is not None and not _ARMOUR.fullmatch(str(card.armour)):
        yield document.problem("data_bad_armour", (*path, "armour"), hero=card.name, given=str(card.armour))
    for place, symbol in enumerate(card.symbols):
        yield from _symbol(document, card, symbol, terms, (*path, "symbols", place))


def _symbol(document: Document, card: HeroCard, symbol: Symbol, terms: HeroTerms, path: Path) -> Iterator[Problem]:
    kinds: list[tuple[str, str | None, Sequence[Term]]] = [
        ("action", symbol.action, terms.actions),
        ("roll", symbol.roll, terms.rolls),
        ("range", symbol.range, terms.ranges),
    ]
    for key, given, known in kinds:
        if given is not None and term(known, given) is None:
            ids = [each.id for each in known]
            near = nearest(given, ids) or nearest(given, [word for each in known for word in (*each.names.values(), *each.also)])
            args = {"hero": card.name, "given": given, "known": ids, "near": near}
            yield document.problem(f"data_unknown_{key}", (*path, key), **args)
    action = term(terms.actions, symbol.action)
    if not isinstance(action, Action):
        return
    if action.needs_roll and symbol.roll is None:
        found = document.problem("data_roll_missing", path, hero=card.name, action=action.names)
        yield msgspec.structs.replace(found, severity="warning")  # the player may not know it
    if not action.needs_roll and symbol.roll is not None:
        yield document.problem("data_roll_not_needed", (*path, "roll"), hero=card.name, action=action.names, given=symbol.roll)
