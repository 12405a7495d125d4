"""The listing of heroes and their cards for `find`, `show`, `new` and pickers."""

from __future__ import annotations

from typing import Any

from listbuilder.games.game import Findable, NewRoster, Section
from listbuilder.games.heroes.army import PLAGUE_MARINE, Hero, HeroArmy
from listbuilder.games.heroes.cards import CardShelf, translate_term
from listbuilder.games.heroes.hero import HeroCard, HeroTerms, Symbol
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import fold
from listbuilder.model.card import Card
from listbuilder.yamlio.schema_line import make_schema_line

Said = list[tuple[str, dict[str, Any]]]


def group_by_slot(army: Army) -> list[Section]:
    """Return the heroes in a section for each slot, then those without a place at the table."""
    assert isinstance(army, HeroArmy)
    without_slot = army.list_heroes_without_place()
    sections = []
    for number in army.slots:
        heroes = [hero for hero in army.heroes if hero.slot == number and hero not in without_slot]
        sections.append(Section("slot", list(heroes), {"slot": number}))
    if without_slot:
        sections.append(Section("no_slot", list(without_slot)))
    return sections


def list_remarks(army: Army, unit: Unit) -> Said:
    """Return what `show` prints beside a hero: keys of texts of the game with arguments.

    They are his armour and symbols. If his card has neither, they say that it is blank.
    """
    assert isinstance(army, HeroArmy)
    assert isinstance(unit, Hero)
    card = unit.card
    entries: Said = []
    if card.armour is not None:
        entries.append(("show.armour", {"armour": str(card.armour)}))
    entries.extend(_describe_symbol(symbol, army.terms) for symbol in card.symbols)
    return entries or [("show.blank_card", {})]


def _describe_symbol(symbol: Symbol, terms: HeroTerms) -> tuple[str, dict[str, Any]]:
    """Return the key and the arguments of the text for a symbol: its action, roll and range."""
    args: dict[str, Any] = {"action": translate_term(terms.actions, symbol.action)}
    key = "show.symbol"
    if symbol.roll is not None:
        key, args["roll"] = f"{key}_roll", translate_term(terms.rolls, symbol.roll)
    if symbol.range is not None:
        key, args["range"] = f"{key}_range", translate_term(terms.ranges, symbol.range)
        for range_term in terms.ranges:
            if range_term.is_called(symbol.range):
                if range_term.reaches:
                    key, args["reach"] = f"{key}_reach", range_term.reaches
                break
    return key, args


def make_cards(army: Army) -> list[Card]:
    """Return a card for each different hero in the army."""
    assert isinstance(army, HeroArmy)
    heroes_by_id: dict[str, list[Hero]] = {}
    for hero in army.heroes:
        heroes_by_id.setdefault(hero.datasheet_id, []).append(hero)
    return [_make_card(army, heroes) for heroes in heroes_by_id.values()]


def _make_card(army: HeroArmy, heroes: list[Hero]) -> Card:
    """Return the card of one hero of the data.

    `heroes` are all heroes in the army with that card.
    """
    first, *_ = heroes
    keywords = (PLAGUE_MARINE,) if first.card.plague_marine else ()
    return Card(
        name=first.name,
        units=tuple(hero.id for hero in heroes),
        keywords=keywords,
        facts=tuple(_list_card_facts(army, heroes)),
    )


def _list_card_facts(army: HeroArmy, heroes: list[Hero]) -> Said:
    """Return what is on the card of a hero: epithet, slots, armour and symbols.

    If armour or symbols aren't known, the card has room to write them in by hand, because only the
    printed card from the box shows them.
    """
    first, *_ = heroes
    card = first.card
    facts: Said = [("show.epithet", {"epithet": card.epithet})] if "en" in card.epithet else []
    places = [hero.slot for hero in heroes if hero.slot is not None]
    facts.extend(("show.stands_in", {"slot": slot}) for slot in places)
    if not places:
        facts.append(("show.stands_nowhere", {}))
    if card.armour is not None:
        facts.append(("show.armour", {"armour": str(card.armour)}))
    else:
        facts.append(("show.armour_blank", {}))
    facts.extend(_describe_symbol(symbol, army.terms) for symbol in card.symbols)
    if not card.symbols:
        facts.append(("show.symbols_blank", {}))
    return facts


def make_entry(card: HeroCard) -> Findable:
    """Return the hero of `card` as a search result."""
    keywords = (PLAGUE_MARINE,) if card.plague_marine else ()
    return Findable(
        id=card.id,
        name=card.name,
        keywords=keywords,
        sizes=("1",),
        also=tuple(card.epithet.values()),
    )


def starting_roster(wanted: NewRoster, shelf: CardShelf) -> str:
    """Return a new roster as text, with a hero in each slot and a collection.

    The heroes are those of the file of cards that `wanted.faction` names by id or name. If it names
    no file, the first file is used and the text becomes the name of the list. Comments explain how
    to add own cards.
    """
    from listbuilder.yamlio.scalars import write_quoted  # only where a roster is begun

    files = shelf.load_files()
    chosen = None
    for stem, cards_file in files.items():
        if fold(wanted.faction) in (stem, fold(cards_file.name)):
            chosen = cards_file
            break
    name = wanted.name or (wanted.faction if chosen is None else None)
    heroes = (chosen or next(iter(files.values()))).heroes
    slots = shelf.load_terms().slots.numbers
    lines = [make_schema_line(f"roster-{shelf.system}"), f"system: {shelf.system}"]
    if name:
        lines.append(f"name: {write_quoted(name)}")
    lines.append("heroes:")
    for card, slot in zip(heroes, slots, strict=False):
        lines.append(f"  - {{hero: {card.id}, slot: {slot}}}")
    own_file = f"DIR/{shelf.system}/my-cards.yaml"
    lines += [
        "collection:  # how many of each you own",
        *(f"  {card.id}: 1" for card in heroes),
        f"# To add your own cards, write them to {own_file} (use it with --data DIR):",
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
