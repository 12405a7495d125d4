"""Space Marine Heroes: the cards of the heroes, and the words by which a card's wargear symbols are told.

A card that a player writes, with what is printed on it:

    - id: my-first-hero
      name: My First Hero
      armour: 4
      symbols:
        - {action: shoot, roll: double-six, range: long}
        - {action: inspire}

What the player does not know stays empty. `plague_marine: true` gives a card the special rules of plague marines.
"""

from __future__ import annotations

from listbuilder.model.base import Model, fold
from listbuilder.model.rule import Text


class Symbol(Model, kw_only=True):
    """One wargear symbol: what the hero does with it, the scoring roll that needs, and how far it reaches.

    Each is the id, or any name in any language, of a term of terms.yaml.
    """

    action: str
    roll: str | None = None  # none where the action needs none
    range: str | None = None


class HeroCard(Model, kw_only=True):
    id: str
    name: str
    epithet: Text = {}
    plague_marine: bool = False
    armour: int | str | None = None
    symbols: tuple[Symbol, ...] = ()


class HeroCards(Model, kw_only=True):
    """A file of hero cards: those the book names, or a player's own."""

    system: str
    id: str
    name: str
    heroes: tuple[HeroCard, ...]


class Term(Model, kw_only=True):
    """`also`: other ways to write it, found as the term itself."""

    id: str
    names: Text
    also: tuple[str, ...] = ()

    def called(self, word: str) -> bool:
        return fold(word) in {fold(name) for name in (self.id, *self.names.values(), *self.also)}


class Action(Term, kw_only=True):
    needs_roll: bool = True


class Range(Term, kw_only=True):
    """`reaches`: the slots that a hero can hit at this range, in words."""

    reaches: Text


class SlotTerm(Model, kw_only=True):
    """The numbered places along the edge of the table."""

    names: Text
    numbers: tuple[int, ...]


class HeroTerms(Model, kw_only=True):
    """terms.yaml: every action, scoring roll and range that a card can show, and the slots."""

    system: str
    plague_marine: Text
    slots: SlotTerm
    actions: tuple[Action, ...]
    rolls: tuple[Term, ...]
    ranges: tuple[Range, ...]
