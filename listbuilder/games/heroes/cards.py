"""The hero cards at hand: those of the data, and the player's own over them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from listbuilder.data import compiled
from listbuilder.data.library import DataFileKind, Library, get_decoder
from listbuilder.games.heroes.hero import HeroCard, HeroCards, HeroTerms, Term
from listbuilder.model.rulebook import RuleBook, Text

T = TypeVar("T")

RULES: DataFileKind[RuleBook] = DataFileKind("rules", RuleBook)
TERMS: DataFileKind[HeroTerms] = DataFileKind("hero-terms", HeroTerms)
CARDS: DataFileKind[HeroCards] = DataFileKind("hero-cards", HeroCards)


class CardShelf:
    """The cards, terms and law of a game of heroes, each loaded when it is first needed."""

    NOT_CARDS = frozenset({"rules", "terms"})

    def __init__(self, system: str, library: Library) -> None:
        """Prepare to load the files of the game `system`; none is opened yet.

        `used` collects the files of cards that are loaded.
        """
        self.system = system
        self.library = library
        self.used: list[compiled.Compiled] = []
        self._book: RuleBook | None = None
        self._terms: HeroTerms | None = None
        self._files: dict[str, HeroCards] | None = None

    def load_files(self) -> dict[str, HeroCards]:
        """Return every file of cards by its file name without extension, the shipped file first."""
        if self._files is None:
            self._files = {}
            for stem in self.library.list_files(self.system):
                if stem in self.NOT_CARDS:
                    continue
                opened = self.library.get_compiled(self.system, stem, CARDS)
                if opened is not None:
                    self.used.append(opened)
                    self._files[stem] = get_decoder(HeroCards).decode(opened.get_section(""))
        return self._files

    def collect_cards(self) -> dict[str, tuple[HeroCard, str]]:
        """Return each card by its id, with the name of the file it is from.

        If two files have a card with the same id, the later card counts. What it leaves out is
        taken from the earlier card.
        """
        cards_by_id: dict[str, tuple[HeroCard, str]] = {}
        for cards in self.load_files().values():
            for card in cards.heroes:
                if card.id in cards_by_id:
                    earlier, _ = cards_by_id[card.id]
                    card = _merge_cards(card, earlier)
                cards_by_id[card.id] = (card, cards.name)
        return cards_by_id

    def load_terms(self) -> HeroTerms:
        """Return the terms of the game. Raises FileNotFoundError if the library has none."""
        if self._terms is None:
            terms = self.library.load_section(self.system, "terms", TERMS, "", HeroTerms)
            self._terms = _require(terms, "terms")
        return self._terms

    def load_rulebook(self) -> RuleBook:
        """Return the rules of the game. Raises FileNotFoundError if the library has none."""
        if self._book is None:
            book = self.library.load_section(self.system, "rules", RULES, "", RuleBook)
            self._book = _require(book, "rules")
        return self._book


def _require(content: T | None, stem: str) -> T:
    """Return `content`. If it is None, raise FileNotFoundError with the file name `stem`."""
    if content is None:
        raise FileNotFoundError(stem)
    return content


def _merge_cards(card: HeroCard, earlier: HeroCard) -> HeroCard:
    """Return `card` with the values that it leaves out taken from `earlier`.

    `earlier` is a card with the same id.
    """
    return msgspec.structs.replace(
        card,
        epithet=card.epithet or earlier.epithet,
        plague_marine=card.plague_marine or earlier.plague_marine,
        armour=earlier.armour if card.armour is None else card.armour,
        symbols=card.symbols or earlier.symbols,
    )


def find_term(terms: Sequence[Term], word: str | None) -> Term | None:
    """Return the term that has `word` as id, name or other spelling. None if no term has.

    None also if `word` is None.
    """
    if word is None:
        return None
    return next((term for term in terms if term.is_called(word)), None)


def translate_term(terms: Sequence[Term], word: str) -> Text | str:
    """Return the names of the term `word` in all languages.

    If `word` isn't a term, it is returned itself.
    """
    known_term = find_term(terms, word)
    return known_term.names if known_term else word
