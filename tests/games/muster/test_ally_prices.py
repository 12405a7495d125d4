"""What an ally cost on a past day no source tells: the price in its own army does not say it, and what rests on it only warns."""

from __future__ import annotations

from listbuilder.law import words
from listbuilder.law.position import Position
from listbuilder.store.library import Library

LIBRARY = Library()
# Today a Callidus Assassin is 100 points as an ally and at home; the history has her home price alone.
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
    return [words.note(note, "en") for note in done.assumed if note.key == "price_not_known"]


def custodes(day: str, more: str = "") -> Position:
    return read(CUSTODES.format(day=f'points_as_of: "{day}"\n' if day else "", more=more))


def test_the_price_of_an_ally_on_a_past_day_is_not_known() -> None:
    said = "Callidus Assassin: no price of 2025-12-10 is known; the nearest that is known is used"
    assert assumed(custodes("2025-12-10")) == [said]


def test_today_and_at_home_it_is_known() -> None:
    assert assumed(custodes("")) == []
    assert assumed(read(AGENTS)) == []


def test_what_rests_on_it_is_no_error() -> None:
    """Without the Assassin's 100 points the army is within the limit; without any ally it is over, and that is an error."""

    def over(done: Position) -> list[tuple[int, str]]:
        assert done.army is not None
        return [(done.army.points, each.severity) for each in done.findings if each.code == "40K-02"]

    guards = 5 * "  - {datasheet: custodian-guard}\n"
    [(points, severity)] = over(custodes("2025-12-10", guards + "  - {datasheet: prosecutors}\n"))
    assert 1000 < points <= 1100
    assert severity == "warning"
    [(points, severity)] = over(custodes("2025-12-10", guards + 4 * "  - {datasheet: prosecutors}\n"))
    assert points > 1100
    assert severity == "error"
