"""What an ally cost on a past day: the history has it since 2024-10-16, before which it cost what
it did at home.
"""

from __future__ import annotations

from listbuilder.data.library import Library
from listbuilder.roster.position import Position
from listbuilder.rules import messages

LIBRARY = Library()
# A Callidus Assassin cost 115 points in July 2023, in any army; Inquisitor Draxus 75 at home, as an
# ally 95, 110 from 2026-03-04.
CUSTODES = """system: warhammer-40k-10e
faction: adeptus-custodes
battle_size: incursion
detachment: shield-host
{day}units:
  - {{datasheet: blade-champion, warlord: true}}
  - {{datasheet: agents-of-the-imperium/callidus-assassin}}
{more}"""
AGENTS = """system: warhammer-40k-10e
faction: agents-of-the-imperium
battle_size: incursion
detachment: imperialis-fleet
points_as_of: "2025-12-10"
units: [{datasheet: callidus-assassin}]
"""


def read(text: str) -> Position:
    done = Position.read(text.encode(), "a.yaml", LIBRARY)
    assert done.army is not None, done.problems
    return done


def assumed(done: Position) -> list[str]:
    return [messages.say_note(note, "en") for note in done.assumed if note.key == "price_not_known"]


def custodes(day: str, more: str = "") -> Position:
    return read(CUSTODES.format(day=f'points_as_of: "{day}"\n' if day else "", more=more))


def points_of(day: str, unit: str) -> int:
    text = CUSTODES.format(day=f'points_as_of: "{day}"\n' if day else "", more="").replace(
        "callidus-assassin", unit
    )
    done = read(text)
    assert done.army is not None
    assert assumed(done) == []
    return next(each.points or 0 for each in done.army.units if each.datasheet_id.endswith(unit))


def test_an_ally_costs_what_it_cost_as_an_ally_that_day() -> None:
    assert points_of("2025-08-20", "inquisitor-draxus") == 95
    assert points_of("2026-03-04", "inquisitor-draxus") == 110
    assert points_of("", "inquisitor-draxus") == 110
    assert points_of("2025-12-10", "callidus-assassin") == 100


def test_before_there_were_two_price_lists_there_was_one() -> None:
    assert points_of("2023-07-05", "callidus-assassin") == 115
    assert points_of("2024-08-23", "inquisitor-draxus") == 75


def test_today_and_at_home_it_is_known() -> None:
    assert assumed(custodes("")) == []
    assert assumed(read(AGENTS)) == []


def test_what_rests_on_a_known_price_is_an_error() -> None:
    done = custodes(
        "2025-12-10", 5 * "  - {datasheet: custodian-guard}\n" + "  - {datasheet: prosecutors}\n"
    )
    assert done.army is not None
    assert done.army.points > 1000
    assert [each.severity for each in done.findings if each.code == "40K-02"] == ["error"]
