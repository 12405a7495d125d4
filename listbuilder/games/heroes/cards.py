"""The hero cards at hand: those the book names, and the player's own over them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from listbuilder.games.heroes.hero import HeroCard, HeroCards, HeroTerms, Term
from listbuilder.model.rule import RuleBook, Text
from listbuilder.store import compiled
from listbuilder.store.library import Kind, Library, decoder

T = TypeVar("T")

RULES: Kind[RuleBook] = Kind("rules", RuleBook)
TERMS: Kind[HeroTerms] = Kind("hero-terms", HeroTerms)
CARDS: Kind[HeroCards] = Kind("hero-cards", HeroCards)


class CardShelf:
    NOT_CARDS = frozenset({"rules", "terms"})

    def __init__(self, system: str, library: Library) -> None:
        self.system = system
        self.library = library
        self.used: list[compiled.Compiled] = []
        self._book: RuleBook | None = None
        self._terms: HeroTerms | None = None
        self._files: dict[str, HeroCards] | None = None

    def files(self) -> dict[str, HeroCards]:
        """Every file of cards, the shipped one first."""
        if self._files is None:
            self._files = {}
            for stem in self.library.files(self.system):
                opened = None if stem in self.NOT_CARDS else self.library.open(self.system, stem, CARDS)
                if opened is not None:
                    self.used.append(opened)
                    self._files[stem] = decoder(HeroCards).decode(opened.section(""))
        return self._files

    def cards(self) -> dict[str, tuple[HeroCard, str]]:
        """Each card and the name of its file. A later card of the same id adds to an earlier one what it knows."""
        found: dict[str, tuple[HeroCard, str]] = {}
        for cards in self.files().values():
            for card in cards.heroes:
                earlier = found[card.id][0] if card.id in found else None
                found[card.id] = (_over(card, earlier) if earlier else card, cards.name)
        return found

    def terms(self) -> HeroTerms:
        if self._terms is None:
            self._terms = _needed(self.library.section(self.system, "terms", TERMS, "", HeroTerms), "terms")
        return self._terms

    def book(self) -> RuleBook:
        if self._book is None:
            self._book = _needed(self.library.section(self.system, "rules", RULES, "", RuleBook), "rules")
        return self._book


def _needed(found: T | None, stem: str) -> T:
    if found is None:
        raise FileNotFoundError(stem)
    return found


def _over(card: HeroCard, earlier: HeroCard) -> HeroCard:
    return msgspec.structs.replace(
        card,
        epithet=card.epithet or earlier.epithet,
        plague_marine=card.plague_marine or earlier.plague_marine,
        armour=earlier.armour if card.armour is None else card.armour,
        symbols=card.symbols or earlier.symbols,
    )


def term(terms: Sequence[Term], word: str | None) -> Term | None:
    return next((each for each in terms if word is not None and each.called(word)), None)


def said(terms: Sequence[Term], word: str) -> Text | str:
    """The term in every language, or the player's own word."""
    found = term(terms, word)
    return found.names if found else word
