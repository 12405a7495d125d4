"""Whatever a roster says, what is shown of it can be said in every language: notes, remarks, columns, cards, fields."""

from __future__ import annotations

from typing import Any

from listbuilder.games import game_wording as games
from listbuilder.games.registry import get_game
from listbuilder.i18n.messages import LANGS, Lang
from listbuilder.rules import messages
from tests.rules.case import Case


def _filled(text: str, roster: str) -> None:
    assert text.strip(), "nothing is said"
    assert "{" not in text or "{" in roster, text


def assert_can_be_said(case: Case) -> None:
    """Assert that all that is shown of the roster has words in every language, and that every unit is shown once."""
    roster, army, game = case.roster, case.army, get_game(case.game)
    said: list[tuple[str, dict[str, Any]]] = [*game.list_facts(army)]
    heads: set[str] = set()
    for column in game.group_units_by_role(army):
        said.append((f"section.{column.key}", column.args))
        said += [remark for unit in column.units for remark in game.list_remarks(army, unit)]
    for card in game.make_cards(army):
        said += card.facts
        heads |= {f"stat.{head}" for table in card.tables for head in table.head}
        assert card.name and all(
            len(row.values) == len(table.head) for table in card.tables for row in table.rows
        )
    notes = [*army.assumed, *army.not_checked]
    langs: tuple[Lang, ...] = LANGS
    for lang in langs:
        for key, args in said:
            _filled(games.say(game, key, lang, args), str(roster))
        for head in sorted(heads):
            _filled(games.say(game, head, lang), "")
        for note in notes:
            _filled(messages.say_note(note, lang), str(roster))
    if army.declarations is not None and army.declarations.split:
        return  # what is split is shown as the box has it, and judged by its parts
    shown = [unit for column in game.group_units_by_role(army) for unit in column.units]
    assert sorted(map(id, shown)) == sorted(map(id, army.units)), "every unit stands in one column"
    of_cards = [unit_id for card in game.make_cards(army) for unit_id in card.units]
    assert sorted(of_cards) == sorted(unit.id for unit in army.units), "every unit is on one card"
