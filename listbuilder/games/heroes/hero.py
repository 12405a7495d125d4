"""The data model of Space Marine Heroes: hero cards, and the terms for their wargear symbols.

A card that a player writes, with what is printed on it:

   - id: my-first-hero
     name: My First Hero
     armour: 4
     symbols:
       - {action: shoot, roll: double-six, range: long}
       - {action: inspire}

What the player does not know stays empty. `plague_marine: true` gives a card the special rules of
plague marines.
"""

from __future__ import annotations

from listbuilder.model.base import Model, fold
from listbuilder.model.rulebook import Text


class Symbol(Model, kw_only=True):
    """One wargear symbol of a card: the action, the scoring roll it needs, and its range.

    Write each as the id of an entry in terms.yaml, or as one of its names in any language.
    Leave out `roll` or `range` if the action doesn't have one.
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
    """A file of hero cards, either built-in or a player's own."""

    system: str
    id: str
    name: str
    heroes: tuple[HeroCard, ...]


class Term(Model, kw_only=True):
    """A term with its id and its names in each language.

    `also` lists other spellings that are accepted.
    """

    id: str
    names: Text
    also: tuple[str, ...] = ()

    def is_called(self, word: str) -> bool:
        """Return whether `word` is the term's id, its name in any language, or another spelling."""
        return fold(word) in {fold(name) for name in (self.id, *self.names.values(), *self.also)}


class Action(Term, kw_only=True):
    needs_roll: bool = True


class Range(Term, kw_only=True):
    """A range, with the slots a hero can reach at it (`reaches`) in each language."""

    reaches: Text


class SlotTerm(Model, kw_only=True):
    """The name of the numbered slots along the edge of the table, and their numbers."""

    names: Text
    numbers: tuple[int, ...]


class HeroTerms(Model, kw_only=True):
    """The file terms.yaml: all actions, scoring rolls and ranges a card can show, and the slots."""

    system: str
    plague_marine: Text
    slots: SlotTerm
    actions: tuple[Action, ...]
    rolls: tuple[Term, ...]
    ranges: tuple[Range, ...]
