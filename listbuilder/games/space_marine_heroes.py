"""Space Marine Heroes: five heroes, each in a slot of the table's edge."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from listbuilder.games.base import Column, Entry, NewRoster, Reading
from listbuilder.games.boxes.sections import quoted
from listbuilder.games.game import Game
from listbuilder.games.heroes import consistency
from listbuilder.games.heroes.army import Hero, HeroArmy
from listbuilder.games.heroes.cards import CARDS, RULES, TERMS, CardShelf, said
from listbuilder.games.heroes.hero import HeroCard, HeroCards, Symbol
from listbuilder.model.army import Army, Group, Unit
from listbuilder.model.base import Model, fold
from listbuilder.model.card import Card, Carried
from listbuilder.model.problem import Problem
from listbuilder.store.library import Kind, Library
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document

ID = "space-marine-heroes"
PLAGUE_MARINE = "Plague Marine"  # what a card's `plague_marine` is called in rules.yaml

Said = list[tuple[str, dict[str, Any]]]


class RosterHero(Model):
    hero: str
    slot: int | None = None
    name: str | None = None
    notes: str | None = None


class HeroRoster(Model):
    """`collection`: how many of each the player owns; without it nothing is said of that."""

    system: str
    name: str | None = None
    player: str | None = None
    notes: str | None = None
    points_as_of: str | None = None
    heroes: tuple[RosterHero, ...] = ()
    collection: dict[str, int] | None = None


class SpaceMarineHeroes(Game[CardShelf, HeroRoster]):
    id = ID
    kind = "heroes"
    army = HeroArmy
    roster = HeroRoster

    def make_shelf(self, library: Library) -> CardShelf:
        return CardShelf(self.id, library)

    def data_kinds(self) -> dict[str, Kind[Any]]:
        return {"rules": RULES, "terms": TERMS, "*": CARDS}

    def factions(self, library: Library) -> list[tuple[str, str]]:
        return [(stem, cards.name) for stem, cards in self.shelf(library).files().items()]

    def entries(self, library: Library, faction: str) -> list[Entry]:
        cards = self.shelf(library).files().get(faction)
        return [_entry(card) for card in cards.heroes] if cards else []

    def read(self, document: Document, library: Library, as_of: str | None = None) -> Reading:
        roster = self.roster_of(document)
        return _reading(document, roster, self.shelf(library))

    def new(self, wanted: NewRoster, library: Library) -> str:
        return _starting_roster(wanted, self.shelf(library))

    def columns(self, army: Army) -> list[Column]:
        assert isinstance(army, HeroArmy)
        lost = army.without_place()
        found = [
            Column("slot", [hero for hero in army.heroes if hero.slot == number and hero not in lost], {"slot": number})
            for number in army.slots
        ]
        return [*found, Column("no_slot", list(lost))] if lost else found

    def remarks(self, army: Army, unit: Unit) -> Said:
        assert isinstance(unit, Hero)
        terms = self._terms_of(army)
        card = unit.card
        remarks: Said = [("show.armour", {"armour": str(card.armour)})] if card.armour is not None else []
        remarks.extend(_symbol_words(symbol, terms) for symbol in card.symbols)
        return remarks or [("show.blank_card", {})]

    def _terms_of(self, army: Army) -> CardShelf:
        return next(shelf for shelf in self._shelves.values() if shelf.book() is army.book)

    def facts(self, army: Army) -> Said:
        return []

    def carried(self, army: Army, unit: Unit) -> tuple[Carried, ...]:
        return ()

    def cards(self, army: Army) -> list[Card]:
        assert isinstance(army, HeroArmy)
        found: dict[str, list[Hero]] = {}
        for hero in army.heroes:
            found.setdefault(hero.datasheet_id, []).append(hero)
        return [self._card(army, heroes) for heroes in found.values()]

    def _card(self, army: HeroArmy, heroes: list[Hero]) -> Card:
        keywords = (PLAGUE_MARINE,) if heroes[0].card.plague_marine else ()
        facts = tuple(self.remarks(army, heroes[0]))
        return Card(name=heroes[0].name, units=tuple(hero.id for hero in heroes), keywords=keywords, facts=facts)

    def consistency(self, file: Path, document: Document, model: Any, library: Library) -> Iterator[Problem]:
        if isinstance(model, HeroCards):
            yield from consistency.problems(document, model, self.shelf(library).terms())


def _entry(card: HeroCard) -> Entry:
    keywords = (PLAGUE_MARINE,) if card.plague_marine else ()
    return Entry(id=card.id, name=card.name, keywords=keywords, sizes=("1",), also=tuple(card.epithet.values()))


def _symbol_words(symbol: Symbol, shelf: CardShelf) -> tuple[str, dict[str, Any]]:
    terms = shelf.terms()
    args: dict[str, Any] = {"action": said(terms.actions, symbol.action)}
    key = "show.symbol"
    if symbol.roll is not None:
        key, args["roll"] = f"{key}_roll", said(terms.rolls, symbol.roll)
    if symbol.range is not None:
        key, args["range"] = f"{key}_range", said(terms.ranges, symbol.range)
        reach = next((each.reaches for each in terms.ranges if each.called(symbol.range)), None)
        if reach:
            key, args["reach"] = f"{key}_reach", reach
    return key, args


def _reading(document: Document, roster: HeroRoster, shelf: CardShelf) -> Reading:
    cards = shelf.cards()
    problems: list[Problem] = []

    def known(hero_id: str, path: tuple[str | int, ...]) -> bool:
        if hero_id not in cards:
            names = list(cards)
            problems.append(document.problem("unknown_hero", path, given=hero_id, known=names, near=nearest(hero_id, names)))
        return hero_id in cards

    army = HeroArmy(
        book=shelf.book(),
        name=roster.name or "",
        faction_id="",
        faction_name="",
        units=[],
        counts_points=False,
        slots=shelf.terms().slots.numbers,
        collection=roster.collection,
    )
    ids: dict[str, int] = {}
    for place, entry in enumerate(roster.heroes):
        if known(entry.hero, ("heroes", place, "hero")):
            ids[entry.hero] = ids.get(entry.hero, 0) + 1
            unit_id = entry.hero if ids[entry.hero] == 1 else f"{entry.hero}-{ids[entry.hero]}"
            army.units.append(_hero(entry, unit_id, place, *cards[entry.hero]))
    for hero_id, count in (roster.collection or {}).items():
        if known(hero_id, ("collection", hero_id)):
            army.owned_names[hero_id] = cards[hero_id][0].name
        if count < 0:
            problems.append(document.problem("too_small", ("collection", hero_id), given=count, allowed=0))
    return Reading(army, problems, list(shelf.used))


def _hero(entry: RosterHero, unit_id: str, place: int, card: HeroCard, cards_name: str) -> Hero:
    words = [card.name, *([PLAGUE_MARINE] if card.plague_marine else [])]
    return Hero(
        id=unit_id,
        path=("heroes", place),
        name=card.name,
        datasheet_id=card.id,
        groups=(Group(card.name, 1),),
        tags=frozenset(map(fold, words)),
        custom_name=entry.name,
        card=card,
        cards_name=cards_name,
        slot=entry.slot,
    )


def _starting_roster(wanted: NewRoster, shelf: CardShelf) -> str:
    """Five heroes in their slots and a collection. What is called like no file of cards is the name of the list."""
    files = shelf.files()
    chosen = next((each for stem, each in files.items() if fold(wanted.faction) in (stem, fold(each.name))), None)
    name = wanted.name or (wanted.faction if chosen is None else None)
    heroes = (chosen or next(iter(files.values()))).heroes
    slots = shelf.terms().slots.numbers
    lines = [
        f"# yaml-language-server: $schema=roster-{ID}.schema.json",
        f"system: {ID}",
        *([f"name: {quoted(name)}"] if name else []),
        "heroes:",
        *(f"  - {{hero: {card.id}, slot: {slot}}}" for card, slot in zip(heroes, slots, strict=False)),
        "collection:  # how many of each you own",
        *(f"  {card.id}: 1" for card in heroes),
        "# What your cards show goes into a file of your own, DIR/space-marine-heroes/my-cards.yaml (listbuilder --data DIR):",
        "#   system: space-marine-heroes",
        "#   id: my-cards",
        "#   name: My cards",
        "#   heroes:",
        f"#     - id: {heroes[0].id}",
        f"#       name: {heroes[0].name}",
        "#       armour: 4",
        "#       symbols: [{action: shoot, roll: double-six, range: long}]",
        "",
    ]
    return "\n".join(lines)
