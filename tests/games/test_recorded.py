"""Rosters of boxes, and of factions of nobody, told whole: compared with records that were looked through once."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.games.game import NewRoster
from listbuilder.games.registry import get_game
from listbuilder.history.best_date import Part
from listbuilder.model.edit import Edit, Step
from listbuilder.model.problem import Unreadable
from listbuilder.roster.position import Position
from tests.games import recorded
from tests.games.told import TOYS, plain, tell
from tests.rules.test_one_more import check_same

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RECORDS = HERE / "records"
Json = dict[str, Any]

# Game -> the toys that are put into it, and two days on which its prices changed.
GAMES = {
    "warhammer-40k-10e": ("muster", "2025-06-11", "2026-01-28"),
    "warhammer-40k-11e": ("muster", "2026-06-17", "2026-09-30"),
    "age-of-sigmar-4e": ("regiments", "2025-06-11", "2026-06-30"),
}


@cache
def library_of(game: str) -> Library:
    """Return the data at hand with the toys of that game beside it."""
    if game not in GAMES:
        return Library()
    kind, first, second = GAMES[game]
    folder = Path(mkdtemp(prefix="toys-"))
    shutil.copytree(HERE / "toy_data" / kind, folder / game)
    for file in (folder / game).rglob("*.yaml"):
        text = (
            file.read_text(encoding="utf-8")
            .replace("SYSTEM", game)
            .replace("FIRST", first)
            .replace("SECOND", second)
        )
        file.write_text(text, encoding="utf-8")
    return Library([folder])


def rosters() -> Iterator[tuple[str, str]]:
    """Yield the file of the record and the name of each roster in it."""
    for game in ("combat-patrol", "combat-patrol-11e", "spearhead", "space-marine-heroes"):
        for file in sorted((ROOT / "examples" / game).rglob("*.yaml")):
            yield game, file.relative_to(ROOT).as_posix()
    for file in sorted((HERE / "toy_rosters").glob("*.jsonl")):
        for number, _ in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            yield file.stem, f"{file.stem} {number}"


def told(game: str, name: str) -> Json:
    if name.startswith("examples/"):
        return tell(Position.read((ROOT / name).read_bytes(), name, library_of(game)))
    return tell(toy_position(game, name))


def toy_position(game: str, name: str) -> Position:
    lines = (HERE / "toy_rosters" / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    roster = json.loads(lines[int(name.rpartition(" ")[2]) - 1])
    as_of = roster.pop("as_of", None)
    days = {"FIRST": GAMES[game][1], "SECOND": GAMES[game][2]} if game in GAMES else {}
    return Position.read(
        json.dumps({"system": game} | roster).encode(),
        name,
        library_of(game),
        days.get(as_of, as_of),
    )


def homes() -> Iterator[tuple[str, str, str | None]]:
    """Yield some factions and boxes, with the days on which they are asked what there is."""
    for game, (kind, *days) in GAMES.items():
        for file in sorted(
            (HERE / "toy_data" / kind).glob("[!gr]*.yaml")
        ):  # those that are factions
            yield from ((game, file.stem, day) for day in (None, *days))
    for game in ("combat-patrol", "spearhead"):
        yield from (
            (game, each, None) for each, _ in get_game(game).list_factions(library_of(game))[:2]
        )


def told_of(game: str, home: str, day: str | None) -> Json:
    """Return what a faction has, that day, and how a roster of it begins."""
    library, toy = library_of(game), get_game(game)
    made: Json = {
        "entries": plain(toy.list_entries_on_date(library, home, day)),
        "listed": plain(toy.list_choosables(library, home, day)),
    }
    if game not in GAMES:  # those have no prices, and few other names
        made |= {
            "homes": toy.list_choosable_homes(library)[:3],
            "days": toy.list_release_dates(library),
        }
        made |= {
            "sells units": toy.sells_units,
            "other names": plain(list(islice(toy.list_other_names(library), 12))),
        }
    return made | (
        {"new": toy.write_new_roster(NewRoster(faction=home), library).splitlines()[1:]}
        if day is None
        else {}
    )


@pytest.mark.parametrize(("game", "home", "day"), list(homes()), ids=str)
def test_what_a_faction_has(game: str, home: str, day: str | None) -> None:
    recorded.check(RECORDS / f"{game}.jsonl", f"{home} {day or 'today'}", told_of(game, home, day))


def days() -> Iterator[tuple[str, str, str]]:
    """Yield the factions of the toys that have a history, with the days around each day on which it changes."""
    for game, (kind, *changes) in GAMES.items():
        around = [
            (date.fromisoformat(day) + timedelta(days=by)).isoformat()
            for day in changes
            for by in (-4, -3, -1, 0)
        ]
        for file in sorted((HERE / "toy_data" / kind / "history").glob("*.yaml")):
            yield from ((game, file.stem, day) for day in around)


def told_of_day(game: str, home: str, day: str) -> Json:
    """Return what a faction was that day: of each sheet only what was otherwise than it is today."""
    shelf: Any = get_game(game).shelf(library_of(game))
    if home == "regiments-of-renown":
        there, now = (
            shelf.get_shelf_on_date(day).load_regiments_of_renown(),
            shelf.load_regiments_of_renown(),
        )
        made: Json = {
            "regiments": [
                [each, plain(there.load_regiment(each))] for each in sorted(there.regiments)
            ]
        }
    else:
        there, now = shelf.get_shelf_on_date(day).load_faction(home), shelf.load_faction(home)
        made = {
            "head": {
                key: plain(getattr(there.head, key)) for key in OF_A_DAY if hasattr(there.head, key)
            }
        }
        made |= {
            "there": there.list_available_ids(),
            "entries": [each.id for each in there.list_entries()],
        }
        made |= {
            "armies": [
                [each, plain(there.load_army_of_renown(each))]
                for each in getattr(there, "armies", ())
            ]
        }
    kind = (
        "datasheets" if hasattr(now, "head") and hasattr(now.head, "datasheets") else "warscrolls"
    )
    sheets: Json = {}
    for own in sorted({*now.index, *there.past.get_things(kind)}):
        sheet, known, gone = (
            there.get_sheet(own),
            now.get_sheet(own),
            there.describe_absence(kind, own),
        )
        keys = sheet.__struct_fields__ if sheet is not None else ()
        other = {
            key: plain(getattr(sheet, key))
            for key in keys
            if known is None or getattr(sheet, key) != getattr(known, key)
        }
        unknown = there.get_unknown_keys(own)
        sheets[own] = [other, sorted(unknown) if len(unknown) < 6 else len(unknown), plain(gone)]
    parts = [
        Part(home, own, size, ally=ally)
        for own in sheets
        for size in (1, 10)
        for ally in (False, True)
    ]
    lines = {
        f"{each.thing} {each.size} {each.ally}": plain(shelf.past.timeline(each)) for each in parts
    }
    return made | {
        "sheets": sheets,
        "prices": plain(there.past.get_prices_on_date(day)),
        "timelines": lines,
    }


BEGINNINGS: dict[str, list[dict[str, str]]] = {
    "muster": [
        {
            "faction": "Tin Guard",
            "size": "incursion",
            "detachment": "Siege Train",
            "name": "Mine: all",
        },
        {"faction": "tin-guard", "as_of": "FIRST"},
        {"faction": "tin-guild"},
        {"faction": "brass-order"},
        {"faction": "tin-gard"},
        {"faction": "tin-guard", "size": "huge"},
        {"faction": "tin-guard", "detachment": "siege-trane"},
        {"faction": "tin-guard", "as_of": "2020-01-01"},
    ],
    "regiments": [
        {"faction": "Tin Host", "size": "1000", "detachment": "column", "name": "Mine: all"},
        {"faction": "tin-host", "as_of": "FIRST"},
        {"faction": "tin-hoste"},
        {"faction": "tin-host", "size": "many"},
        {"faction": "tin-host", "detachment": "colum"},
        {"faction": "regiments-of-renown"},
    ],
    "boxes": [
        {"faction": "nobodys-box"},
        {"faction": "amonhotekhs-gard", "name": "Mine"},
        {"faction": "Bad Moon Madmob"},
    ],
}


def begun(game: str, number: int, asked: dict[str, str]) -> Json:
    """Return how a roster of it begins, or why there is none."""
    _, *days = GAMES.get(game, ("boxes",))
    wanted = {
        key: dict(zip(("FIRST", "SECOND"), days, strict=False)).get(value, value)
        for key, value in asked.items()
    }
    try:
        text = get_game(game).write_new_roster(NewRoster(**wanted), library_of(game))
    except Unreadable as error:
        told = [plain(each)[:2] for each in error.problems]
        for _, args in told:
            args["known"] = [
                each for each in args.get("known", ()) if each in TOYS
            ]  # other factions come and go
        return {"refused": told}
    return {"lines": text.splitlines()[1:]}


def beginnings() -> Iterator[tuple[str, int, dict[str, str]]]:
    for game in (*GAMES, "combat-patrol", "spearhead"):
        yield from (
            (game, number, asked)
            for number, asked in enumerate(BEGINNINGS[GAMES.get(game, ("boxes",))[0]])
        )


@pytest.mark.parametrize(("game", "number", "asked"), list(beginnings()), ids=str)
def test_how_a_roster_begins(game: str, number: int, asked: dict[str, str]) -> None:
    recorded.check(RECORDS / "begun.jsonl", f"{game} {number}", begun(game, number, asked))


@pytest.mark.parametrize("day", [None, *GAMES["age-of-sigmar-4e"][1:]])
@pytest.mark.parametrize("home", ["regiments-of-renown", "generic", "nobody"])
def test_what_several_factions_share(home: str, day: str | None) -> None:
    recorded.check(RECORDS / "begun.jsonl", f"{home} {day}", shared(home, day))


def shared(home: str, day: str | None) -> Json:
    game = get_game("age-of-sigmar-4e")
    library = library_of(game.id)
    homes = [
        each
        for each in game.list_choosable_homes(library)
        if each[0] in ("tin-host", "regiments-of-renown", "generic")
    ]
    return {"listed": plain(game.list_choosables(library, home, day)), "homes": plain(homes)}


OF_A_DAY = (
    "detachments", "faction_keyword", "battle_formations", "enhancement_tables", "spell_lores", "prayer_lores",
    "manifestation_lores", "faction_terrain",
)  # fmt: skip


@pytest.mark.parametrize(("game", "home", "day"), list(days()), ids=str)
def test_what_a_faction_was(game: str, home: str, day: str) -> None:
    recorded.check(RECORDS / "days.jsonl", f"{game} {home} {day}", told_of_day(game, home, day))


@pytest.mark.parametrize(("game", "name"), list(rosters()))
def test_what_is_told_of_a_roster(game: str, name: str) -> None:
    recorded.check(RECORDS / f"{game}.jsonl", name, told(game, name))


@pytest.mark.parametrize(("game", "name"), [each for each in rosters() if each[0] in GAMES])
def test_what_an_edit_makes_of_a_roster_is_what_it_would_be_read_as(game: str, name: str) -> None:
    """Each unit more, and each unit less, of all rosters of the toys; which of them were read the shorter way is recorded."""
    assert (
        shorter_ways(game, name)
        == json.loads((RECORDS / "shorter.json").read_text(encoding="utf-8"))[name]
    )


def shorter_ways(game: str, name: str) -> list[str]:
    position = toy_position(game, name)
    found: list[str] = []
    if position.army is None or position.problems:
        return found
    position.compute_verdict()
    for offer in position.editor.list_offers(position.army):
        for models in (None, 10):
            for number, added in enumerate(
                position.editor.add_offer(position.data, position.army, offer.id, models)
            ):
                if check_same(position.apply(added.edit), f"{name}: {offer.id} {number}"):
                    found.append(f"{offer.id} {models or ''} {number}")
    for unit in position.army.units:
        if unit.removal:
            check_same(
                position.apply(Edit((Step("remove", unit.removal),))), f"{name}: without {unit.id}"
            )
    return found


def record() -> None:
    found: dict[str, dict[str, Json]] = {}
    for game, name in rosters():
        found.setdefault(game, {})[name] = recorded.as_read(told(game, name))
    for game, home, day in homes():
        found[game][f"{home} {day or 'today'}"] = recorded.as_read(told_of(game, home, day))
    shorter = {name: shorter_ways(game, name) for game, name in rosters() if game in GAMES}
    (RECORDS / "shorter.json").write_text(json.dumps(shorter, indent=1) + "\n", encoding="utf-8")
    made = {f"{game} {number}": begun(game, number, asked) for game, number, asked in beginnings()}
    for home in ("regiments-of-renown", "generic", "nobody"):
        made |= {
            f"{home} {day}": recorded.as_read(shared(home, day))
            for day in (None, *GAMES["age-of-sigmar-4e"][1:])
        }
    recorded.write(RECORDS / "begun.jsonl", made)
    was = {
        f"{game} {home} {day}": recorded.as_read(told_of_day(game, home, day))
        for game, home, day in days()
    }
    recorded.write(RECORDS / "days.jsonl", was)
    for game, parts in found.items():
        recorded.write(RECORDS / f"{game}.jsonl", parts)
