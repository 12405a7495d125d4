"""What an update changed, against the facts of past days (history.json), read plainly."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.advice.changes import FactionChanges, ThingChange, compare_faction
from listbuilder.data.library import Library
from listbuilder.games.common.choosable import Label
from listbuilder.games.registry import get_game
from tests.facts.shared_history import history, in_force
from tests.needs import needs_shared

LIBRARY = Library()
Json = dict[str, Any]
MUSTER, REGIMENTS = "warhammer-40k-10e", "age-of-sigmar-4e"
PAIRS = {
    MUSTER: [
        ("2023-06-16", "2023-09-07"),
        ("2024-06-19", "2024-06-20"),
        ("2025-05-20", "2025-06-05"),
        ("2025-12-09", "2025-12-10"),
    ],
    REGIMENTS: [
        ("2024-07-13", "2024-09-25"),
        ("2025-09-23", "2025-09-24"),
        ("2026-05-26", "2026-05-27"),
        ("2026-06-29", "2026-06-30"),
    ],
}
SHEETS = {MUSTER: ("datasheets", "datasheet"), REGIMENTS: ("warscrolls", "warscroll")}


def changes(game_id: str, faction: str, days: tuple[str, str]) -> FactionChanges:
    game = get_game(game_id)
    home = next(home for home in game.list_choosable_homes(LIBRARY) if home[0] == faction)
    return compare_faction(game, LIBRARY, home, days)


def there(entry: Json, day: str) -> bool:
    return bool(entry["from"] <= day and (entry.get("until") is None or day < entry["until"]))


def is_new(entry: Json, old: str, new: str) -> bool:
    """Under a name of its own: one that has another name now may be there under both."""
    return there(entry, new) and not there(entry, old) and "renamed_to" not in entry


def price(entry: Json, day: str) -> Any:
    row = in_force(entry.get("prices", []), day)
    return row["points"] if row else None


def moved(found: FactionChanges, kind: str) -> dict[str, ThingChange]:
    return {
        each.after.id: each
        for each in found.changes
        if each.before and each.after and each.prices and each.thing.kind == kind
    }


CASES = [(game, pair) for game, pairs in PAIRS.items() for pair in pairs]


@needs_shared("facts", "history")
@pytest.mark.parametrize(("game", "days"), CASES)
@pytest.mark.slow_but(2)
def test_every_price_that_the_facts_change_and_no_other(game: str, days: tuple[str, str]) -> None:
    key, kind = SHEETS[game]
    count = 0
    for faction, facts in history(game)["factions"].items():
        if all(home[0] != faction for home in get_game(game).list_choosable_homes(LIBRARY)):
            continue
        found = moved(changes(game, faction, days), kind)
        for thing_id, entry in facts.get(key, {}).items():
            if not all(there(entry, day) for day in days) or entry.get("in_facts") is False:
                continue
            before, after = (price(entry, day) for day in days)
            if before is None or after is None:
                continue
            if before == after:
                assert thing_id not in found or entry.get("changes"), f"{faction}/{thing_id}"
                continue
            count += 1
            told = found[thing_id].prices
            if game == MUSTER:
                plain = [each for each in told if each.label == Label(models=each.label.models)]
                differing = [
                    size for size in {**before, **after} if before.get(size) != after.get(size)
                ]
                then = ([each.before for each in plain], [each.after for each in plain])
                for costs, known in zip(then, (before, after), strict=True):
                    points = [known[size] for size in differing if size in known]
                    assert sorted(cost for cost in costs if cost is not None) == sorted(points), (
                        thing_id
                    )
            else:
                assert (told[0].before, told[-1].after) == (before, after)
    assert count > 5


@needs_shared("facts", "history")
@pytest.mark.parametrize(("game", "days"), CASES)
def test_what_came_and_what_went(game: str, days: tuple[str, str]) -> None:
    key, kind = SHEETS[game]
    old, new = days
    for faction, facts in history(game)["factions"].items():
        if all(home[0] != faction for home in get_game(game).list_choosable_homes(LIBRARY)):
            continue
        found = [each for each in changes(game, faction, days).changes if each.thing.kind == kind]
        came = {
            each.after.id
            for each in found
            if each.after and (each.before is None or each.before.id != each.after.id)
        }
        went = {
            each.before.id
            for each in found
            if each.before and (each.after is None or each.before.id != each.after.id)
        }
        entries = {
            thing_id: entry
            for thing_id, entry in facts.get(key, {}).items()
            if "guest_of" not in entry
        }
        assert {each for each in came if each in entries and there(entries[each], old)} == set()
        assert {each for each in went if each in entries and there(entries[each], new)} == set()
        assert {each for each, entry in entries.items() if is_new(entry, old, new)} - came == set()


def test_a_price_nobody_knows_is_no_difference() -> None:
    """Of the Callidus Assassin the facts have the price, 115 and 90; what it cost as an ally then they have not."""
    (found,) = [
        each for each in changes(MUSTER, "agents-of-the-imperium", ("2023-06-16", "2023-09-07")).changes
        if each.thing.name == "Callidus Assassin"
    ]  # fmt: skip
    assert [(each.label, each.before, each.after) for each in found.prices] == [
        (Label(models=1), 115, 90)
    ]


def test_what_only_one_of_the_days_tells_is_no_difference() -> None:
    """Since 2025-12-10 it is known what the Callidus Assassin costs as an ally; the plain price went from 90 to 100."""
    (found,) = [
        each for each in changes(MUSTER, "agents-of-the-imperium", ("2023-09-07", "2025-12-10")).changes
        if each.thing.name == "Callidus Assassin"
    ]  # fmt: skip
    assert [(each.label, each.before, each.after) for each in found.prices] == [
        (Label(models=1), 90, 100)
    ]


def test_copies_that_cost_more() -> None:
    """Points of 2026-07-22: a Chronomancer 80 to 70, further ones 90 to 80 (points documents of the 11th edition)."""
    found = changes("warhammer-40k-11e", "necrons", ("2026-06-20", "2026-07-22"))
    (chronomancer,) = [each for each in found.changes if each.thing.name == "Chronomancer"]
    assert {(each.label.copy, each.before, each.after) for each in chronomancer.prices} == {
        (None, 80, 70),
        (2, 90, 80),
    }
    assert chronomancer.way == "cheaper"
