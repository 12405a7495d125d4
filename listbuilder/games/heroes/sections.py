"""How heroes and their cards are listed: for `find`, `show`, `new` and pickers."""

from __future__ import annotations

from typing import Any

from listbuilder.games.base import Findable, NewRoster, Section
from listbuilder.games.heroes.army import PLAGUE_MARINE, Hero, HeroArmy
from listbuilder.games.heroes.cards import CardShelf, said
from listbuilder.games.heroes.hero import HeroCard, HeroTerms, Symbol
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import fold
from listbuilder.model.card import Card
from listbuilder.store.schema_line import schema_line

Said = list[tuple[str, dict[str, Any]]]


def sections(army: Army) -> list[Section]:
    """Slot by slot, and last who has no place."""
    assert isinstance(army, HeroArmy)
    lost = army.without_place()
    found = [
        Section("slot", [hero for hero in army.heroes if hero.slot == number and hero not in lost], {"slot": number})
        for number in army.slots
    ]
    return [*found, Section("no_slot", list(lost))] if lost else found


def remarks(army: Army, unit: Unit) -> Said:
    assert isinstance(army, HeroArmy)
    assert isinstance(unit, Hero)
    card = unit.card
    found: Said = [("show.armour", {"armour": str(card.armour)})] if card.armour is not None else []
    found.extend(_symbol_words(symbol, army.terms) for symbol in card.symbols)
    return found or [("show.blank_card", {})]


def _symbol_words(symbol: Symbol, terms: HeroTerms) -> tuple[str, dict[str, Any]]:
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


def cards(army: Army) -> list[Card]:
    """One for each different hero."""
    assert isinstance(army, HeroArmy)
    found: dict[str, list[Hero]] = {}
    for hero in army.heroes:
        found.setdefault(hero.datasheet_id, []).append(hero)
    return [_card(army, heroes) for heroes in found.values()]


def _card(army: HeroArmy, heroes: list[Hero]) -> Card:
    first, *_ = heroes
    keywords = (PLAGUE_MARINE,) if first.card.plague_marine else ()
    return Card(name=first.name, units=tuple(hero.id for hero in heroes), keywords=keywords, facts=tuple(_facts(army, heroes)))


def _facts(army: HeroArmy, heroes: list[Hero]) -> Said:
    """What is known of a hero; for what only the card in the box tells there is room to write."""
    first, *_ = heroes
    card = first.card
    found: Said = [("show.epithet", {"epithet": card.epithet})] if "en" in card.epithet else []
    places = [hero.slot for hero in heroes if hero.slot is not None]
    found.extend(("show.stands_in", {"slot": slot}) for slot in places)
    if not places:
        found.append(("show.stands_nowhere", {}))
    found.append(("show.armour", {"armour": str(card.armour)}) if card.armour is not None else ("show.armour_blank", {}))
    found.extend(_symbol_words(symbol, army.terms) for symbol in card.symbols)
    return found if card.symbols else [*found, ("show.symbols_blank", {})]


def entry(card: HeroCard) -> Findable:
    keywords = (PLAGUE_MARINE,) if card.plague_marine else ()
    return Findable(id=card.id, name=card.name, keywords=keywords, sizes=("1",), also=tuple(card.epithet.values()))


def starting_roster(wanted: NewRoster, shelf: CardShelf) -> str:
    """Five heroes in their slots and a collection. What is called like no file of cards is the name of the list."""
    from listbuilder.store.scalars import quoted  # only where a roster is begun

    files = shelf.files()
    chosen = next((each for stem, each in files.items() if fold(wanted.faction) in (stem, fold(each.name))), None)
    name = wanted.name or (wanted.faction if chosen is None else None)
    heroes = (chosen or next(iter(files.values()))).heroes
    slots = shelf.terms().slots.numbers
    lines = [
        schema_line(f"roster-{shelf.system}"),
        f"system: {shelf.system}",
        *([f"name: {quoted(name)}"] if name else []),
        "heroes:",
        *(f"  - {{hero: {card.id}, slot: {slot}}}" for card, slot in zip(heroes, slots, strict=False)),
        "collection:  # how many of each you own",
        *(f"  {card.id}: 1" for card in heroes),
        f"# To add your own cards, write them to DIR/{shelf.system}/my-cards.yaml (use it with --data DIR):",
        f"#   system: {shelf.system}",
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
