"""Heroes at the edge of the table: who is listed where, what a card and a row say, and what the
editor offers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from listbuilder.data.library import Library
from listbuilder.games.common.editor import Field, Text
from listbuilder.games.heroes.army import Hero, HeroArmy
from listbuilder.roster.position import Position
from tests.games.heroes.test_heroes import LIBRARY, own
from tests.rules.test_cases import as_document

Roster = dict[str, Any]

CARDS = """system: space-marine-heroes
id: mine
name: My cards
heroes:
  - id: anders
    name: Brother Anders
    epithet: {en: the Bold}
    armour: 4
    symbols:
      - {action: Inspire}
      - {action: stun, roll: ラッキー・シックス}
      - {action: shoot, roll: straight, range: long}
      - {action: Wink, roll: Seven, range: Far}
  - {id: beo, name: Brother Beo, epithet: {ja: ベオ}, armour: 5+, symbols: [{action: stun}]}
"""


def opened(*heroes: Roster, library: Library = LIBRARY, **more: Any) -> Position:
    roster = {"system": "space-marine-heroes", "heroes": list(heroes), **more}
    return Position(as_document(roster), library)


def army_of(position: Position) -> HeroArmy:
    army = position.army
    assert isinstance(army, HeroArmy)
    return army


def at_slots(*slots: int | None) -> list[Roster]:
    names = ("morslug", "scabos", "pustus", "cholerus", "clotticus", "gangrus")
    return [
        {"hero": name, "slot": slot} if slot else {"hero": name}
        for name, slot in zip(names, slots, strict=False)
    ]


def ids(heroes: list[Any]) -> list[str]:
    return [hero.id for hero in heroes]


def test_sections_are_the_slots_and_last_who_has_none() -> None:
    position = opened(*at_slots(2, 2, 6, None, 1))
    assert position.system is not None
    found = [
        (each.key, each.args, ids(each.units))
        for each in position.system.group_units_by_role(army_of(position))
    ]
    assert found == [
        ("slot", {"slot": 1}, ["clotticus"]),
        ("slot", {"slot": 2}, ["morslug"]),
        ("slot", {"slot": 3}, []),
        ("slot", {"slot": 4}, []),
        ("slot", {"slot": 5}, []),
        ("no_slot", {}, ["scabos", "pustus", "cholerus"]),
    ]
    full = opened(*at_slots(1, 2, 3, 4, 5))
    sections = full.system.group_units_by_role(army_of(full))  # type: ignore[union-attr]
    assert [section.key for section in sections] == ["slot"] * 5


def test_heroes_too_many_for_the_table_or_the_collection() -> None:
    collection = {"morslug": 1, "scabos": 0, "pustus": 1}
    army = army_of(opened({"hero": "morslug", "slot": 1}, {"hero": "scabos", "slot": 2},
                          {"hero": "morslug", "slot": 3},
                          {"hero": "pustus"}, {"hero": "cholerus", "slot": 3},
                          collection=collection))  # fmt: skip
    assert [army.count_owned(hero) for hero in army.heroes] == [1, 0, 1, 1, 0]
    assert ids(army.list_heroes_beyond_collection()) == ["scabos", "morslug-2", "cholerus"]
    assert ids(army.list_heroes_without_place()) == ["pustus", "cholerus"]
    assert army.choose_surplus_heroes(5) == army.choose_surplus_heroes(6) == []
    assert ids(army.choose_surplus_heroes(4)) == ["cholerus"]  # neither owned nor placed
    assert ids(army.choose_surplus_heroes(3)) == ["morslug-2", "cholerus"]
    assert ids(army.choose_surplus_heroes(2)) == ["scabos", "morslug-2", "cholerus"]
    assert ids(army.choose_surplus_heroes(1)) == ["scabos", "morslug-2", "pustus", "cholerus"]
    unknown = army_of(opened({"hero": "morslug"}))
    assert (unknown.count_owned(unknown.heroes[0]), unknown.list_heroes_beyond_collection()) == (
        None,
        [],
    )


def test_a_list_is_called_after_the_cards_that_are_known() -> None:
    assert army_of(opened(*at_slots(1, 2), {"hero": "somebody-else", "slot": 3})).list_labels() == [
        "Plague Marines"
    ]
    assert army_of(opened({"hero": "somebody-else"})).list_labels() == []
    assert army_of(opened({"hero": "gangrus", "name": "Old one"})).units[0].custom_name == "Old one"


def test_what_a_row_and_a_card_say(tmp_path: Path) -> None:
    library, _ = own(tmp_path, CARDS)
    position = opened(
        {"hero": "anders", "slot": 3},
        {"hero": "anders", "slot": 5},
        {"hero": "beo"},
        {"hero": "morslug", "slot": 1},
        library=library,
    )
    army, system = army_of(position), position.system
    assert system is not None
    terms = army.terms
    inspire, stun, shoot = (
        next(each.names for each in terms.actions if each.id == key)
        for key in ("inspire", "stun", "shoot")
    )
    lucky = next(each.names for each in terms.rolls if each.id == "lucky-six")
    straight = next(each.names for each in terms.rolls if each.id.startswith("straight"))
    (long,) = (each for each in terms.ranges if each.id == "long")
    symbols = [
        ("show.symbol", {"action": inspire}),
        ("show.symbol_roll", {"action": stun, "roll": lucky}),
        (
            "show.symbol_roll_range_reach",
            {"action": shoot, "roll": straight, "range": long.names, "reach": long.reaches},
        ),
        ("show.symbol_roll_range", {"action": "Wink", "roll": "Seven", "range": "Far"}),
    ]
    anders, twin, beo, morslug = army.heroes
    assert system.list_remarks(army, anders) == [("show.armour", {"armour": "4"}), *symbols]
    assert system.list_remarks(army, beo) == [
        ("show.armour", {"armour": "5+"}),
        ("show.symbol", {"action": stun}),
    ]
    assert system.list_remarks(army, morslug) == [("show.blank_card", {})]
    cards = {card.name: card for card in system.make_cards(army)}
    assert (
        cards["Brother Anders"].units == (anders.id, twin.id)
        and cards["Brother Anders"].keywords == ()
    )
    assert list(cards["Brother Anders"].facts) == [
        ("show.epithet", {"epithet": {"en": "the Bold"}}),
        ("show.stands_in", {"slot": 3}),
        ("show.stands_in", {"slot": 5}),
        ("show.armour", {"armour": "4"}),
        *symbols,
    ]
    assert list(cards["Brother Beo"].facts) == [
        ("show.stands_nowhere", {}),
        ("show.armour", {"armour": "5+"}),
        ("show.symbol", {"action": stun}),
    ]
    assert list(cards["Morslug"].facts) == [
        ("show.stands_in", {"slot": 1}),
        ("show.armour_blank", {}),
        ("show.symbols_blank", {}),
    ]
    assert cards["Morslug"].keywords == ("Plague Marine",)


# --- the editor ---


def edited(position: Position, edit: Any) -> list[Any]:
    heroes: list[Any] = edit.apply_to_copy(position.data)["heroes"]
    return [(each["hero"], each.get("slot")) for each in heroes]


def test_a_hero_enters_at_the_first_free_slot() -> None:
    position = opened(*at_slots(1, 3))
    (added,) = position.editor.add_offer(position.data, army_of(position), "gangrus")
    assert (added.path, edited(position, added.edit)[-1]) == (("heroes", 2), ("gangrus", 2))
    full = opened(*at_slots(1, 2, 3, 4, 5))
    (added,) = full.editor.add_offer(full.data, army_of(full), "gangrus")
    assert edited(full, added.edit)[-1] == ("gangrus", None)
    again = position.editor.copy_part(position.data, army_of(position), ("heroes", 1))
    assert again is not None and edited(position, again.edit)[-1] == ("scabos", 2)
    assert position.editor.copy_part(position.data, army_of(position), ("heroes", 9)) is None
    assert position.editor.copy_part(position.data, army_of(position), ("collection", 0)) is None


def moved(position: Position, place: int, by: int) -> list[Any] | None:
    found = position.editor.move_part(position.data, army_of(position), ("heroes", place), by)
    assert found is None or found.path == ("heroes", place)
    return None if found is None else edited(position, found.edit)


def test_a_hero_moves_to_the_next_slot_and_changes_places() -> None:
    position = opened(*at_slots(1, 2, 5, None))
    assert moved(position, 0, 1) == [
        ("morslug", 2),
        ("scabos", 1),
        ("pustus", 5),
        ("cholerus", None),
    ]
    assert moved(position, 1, 1) == [
        ("morslug", 1),
        ("scabos", 3),
        ("pustus", 5),
        ("cholerus", None),
    ]
    assert moved(position, 2, -1) == [
        ("morslug", 1),
        ("scabos", 2),
        ("pustus", 4),
        ("cholerus", None),
    ]
    assert (
        moved(position, 0, -1)
        is moved(position, 2, 1)
        is moved(position, 3, 1)
        is moved(position, 7, 1)
        is None
    )


def fields(position: Position, path: tuple[Any, ...]) -> list[Field]:
    return position.editor.list_fields(position.data, army_of(position), path)


def test_slots_to_choose() -> None:
    position = opened(*at_slots(1, 2, None))
    (slot,) = [each for each in fields(position, ("heroes", 0)) if each.key == "slot"]
    options = slot.options()
    assert [each.label for each in options] == [
        Text("none"), Text("slot", {"slot": 1}), Text("slot_of", {"slot": 2, "name": "Scabos"}),
        Text("slot", {"slot": 3}), Text("slot", {"slot": 4}), Text("slot", {"slot": 5}),
    ]  # fmt: skip
    assert [each.chosen for each in options] == [False, True, False, False, False, False]
    assert edited(position, options[0].edit)[0] == ("morslug", None)
    assert edited(position, options[2].edit)[:2] == [("morslug", 2), ("scabos", 1)]
    (lost,) = [each for each in fields(position, ("heroes", 2)) if each.key == "slot"]
    assert [each.chosen for each in lost.options()] == [True, False, False, False, False, False]
    assert edited(position, lost.options()[1].edit) == [
        ("morslug", None),
        ("scabos", 2),
        ("pustus", 1),
    ]


def owning(position: Position) -> dict[str, tuple[list[bool], list[Any]]]:
    found = [each for each in fields(position, ()) if each.group == Text("field.owned")]
    return {
        each.args["name"]: (
            [option.chosen for option in each.options()],
            [option.edit for option in each.options()],
        )
        for each in found
    }


def test_how_many_are_owned() -> None:
    position = opened(collection={"morslug": 2, "scabos": 1})
    found = owning(position)
    assert found["Morslug"][0] == [False, False, True, False]
    assert found["Scabos"][0] == [False, True, False, False]
    assert found["Pustus"][0] == [True, False, False, False]
    assert found["Pustus"][1][3].apply_to_copy(position.data)["collection"] == {
        "morslug": 2,
        "scabos": 1,
        "pustus": 3,
    }
    none = opened()
    assert owning(none)["Pustus"][0] == [False] * 4
    assert owning(none)["Pustus"][1][0].apply_to_copy(none.data)["collection"] == {"pustus": 0}


def test_offers_are_all_cards_with_their_epithets(tmp_path: Path) -> None:
    library, _ = own(tmp_path, CARDS)
    position = opened(library=library)
    offers = {each.id: each for each in position.editor.list_offers(army_of(position))}
    assert (
        offers["anders"].words == ("Brother Anders", "the Bold", "My cards")
        and offers["anders"].role == "heroes"
    )
    assert offers["morslug"].words == ("Morslug", "Plague Marines")
    assert position.editor.make_blank_roster("plague-marines") == {
        "system": "space-marine-heroes",
        "heroes": [],
    }


def test_ids_of_heroes_taken_twice() -> None:
    position = opened(
        {"hero": "Morslug"},
        {"hero": "morslug"},
        {"hero": "morslug"},
        collection={"morslug": 1, "stranger": 2},
    )
    army = army_of(position)
    assert ids(army.heroes) == ["morslug", "morslug-2", "morslug-3"]
    assert army.owned_names == {"morslug": "Morslug", "stranger": "stranger"}
    assert all(
        isinstance(hero, Hero) and hero.has_card and hero.models == 1 for hero in army.heroes
    )
    assert army.heroes[0].has_keyword("Plague Marine") and army.heroes[0].has_keyword("morslug")
    assert opened(collection={"morslug": -1}).problems[0].args["given"] == -1
    assert opened(collection={"morslug": 0}).problems == []


def test_a_name_that_two_cards_have(tmp_path: Path) -> None:
    library, _ = own(tmp_path, CARDS.replace("name: Brother Beo", "name: Brother Anders"))
    position = opened({"hero": "Brother Anders"}, {"hero": "morslug"}, library=library)
    assert [problem.path for problem in position.problems] == [("heroes", 0, "hero")]


def test_a_hero_is_one_model_to_find(tmp_path: Path) -> None:
    library, _ = own(tmp_path, CARDS)
    position = opened(library=library)
    assert position.system is not None
    found = {each.id: each for each in position.system.list_entries(library, "plague-marines")}
    assert found["morslug"].sizes == ("1",) and found["morslug"].keywords == ("Plague Marine",)
