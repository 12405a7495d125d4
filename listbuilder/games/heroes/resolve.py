"""The resolver of a roster of heroes: each hero with its card and its slot."""

from __future__ import annotations

from listbuilder.games.common.roster_values import resolve_one
from listbuilder.games.game import Reading
from listbuilder.games.heroes.army import PLAGUE_MARINE, Hero, HeroArmy
from listbuilder.games.heroes.cards import CardShelf
from listbuilder.games.heroes.hero import HeroCard
from listbuilder.games.heroes.roster import HeroRoster, RosterHero
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.army import Group
from listbuilder.model.base import Path, fold
from listbuilder.model.problem import Problem
from listbuilder.model.safe_text import escape_hidden
from listbuilder.yamlio.reader import YamlDocument


def resolve_roster(document: YamlDocument, roster: HeroRoster, shelf: CardShelf) -> Reading:
    """Return the army that the roster describes, the problems found and the data files used.

    A hero without a card in the data is in the army all the same, with a blank card. For an unknown
    hero, the card with the nearest id is recorded as the one likely meant.
    """
    cards = shelf.collect_cards()
    problems: list[Problem] = []

    army = HeroArmy(
        book=shelf.load_rulebook(),
        name=roster.name or "",
        faction_id="",
        faction_name="",
        units=[],
        counts_points=False,
        terms=shelf.load_terms(),
        collection=roster.collection,
    )
    ids: dict[str, int] = {}

    def add_problem(key: str, path: Path, **args: object) -> None:
        """Add a problem at `path` of the document."""
        problems.append(document.make_problem(key, path, **args))

    names_by_id = {card_id: card.name for card_id, (card, _) in cards.items()}
    for place, written in enumerate(roster.heroes):
        path: Path = ("heroes", place)
        hero_id = resolve_one(written.hero, (*path, "hero"), [names_by_id], add_problem)
        hero_id = hero_id or written.hero
        ids[hero_id] = ids.get(hero_id, 0) + 1
        unit_id = hero_id if ids[hero_id] == 1 else f"{hero_id}-{ids[hero_id]}"
        blank_card = HeroCard(id=hero_id, name=escape_hidden(hero_id))
        card, cards_name = cards.get(hero_id, (blank_card, ""))
        army.units.append(_make_hero(written, unit_id, path, card, cards_name))
    for hero_id, count in (roster.collection or {}).items():
        army.owned_names[hero_id] = cards[hero_id][0].name if hero_id in cards else hero_id
        if count < 0:
            problems.append(
                document.make_problem("too_small", ("collection", hero_id), given=count, allowed=0)
            )
    for hero_id in {**ids, **(roster.collection or {})}:
        near = None if hero_id in cards else find_nearest(hero_id, cards)
        if near:
            army.likely_meant[hero_id] = cards[near][0]
    return Reading(army, problems, list(shelf.used))


def _make_hero(
    entry: RosterHero, unit_id: str, path: Path, card: HeroCard, cards_name: str
) -> Hero:
    """Return the hero of a roster entry, with `card` and his slot.

    `cards_name` is the name of the file that the card is from, "" if the card is blank.
    """
    words = [card.name, PLAGUE_MARINE] if card.plague_marine else [card.name]
    return Hero(
        id=unit_id,
        path=path,
        name=card.name,
        datasheet_id=card.id,
        groups=(Group(card.name, 1),),
        tags=frozenset(map(fold, words)),
        custom_name=entry.name,
        card=card,
        cards_name=cards_name,
        slot=entry.slot,
    )
