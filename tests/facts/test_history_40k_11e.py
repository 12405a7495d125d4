"""What the points documents of the 11th edition said is in its history files, with the books that a codex replaced.

Compares with ../shared (or $LISTBUILDER_SHARED), and skips where that is not at hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from listbuilder.cli.data import check_file
from listbuilder.data.library import Library
from listbuilder.games.wh40k import check_data
from listbuilder.games.wh40k.catalog import FactionData, Shelf
from listbuilder.games.wh40k.faction import Faction
from listbuilder.games.wh40k.history_catalog import MusterPast, PastFaction
from listbuilder.games.wh40k.history_records import (
    Brackets,
    FactionHistory,
    PastDatasheet,
    PastDetachment,
    PastEnhancement,
)
from listbuilder.games.wh40k.state_on_date import (
    build_datasheet_on_date,
    build_detachments_on_date,
    list_parent_detachments_on,
)
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet, When
from listbuilder.model.problem import Unreadable
from listbuilder.yamlio import reader
from listbuilder.yamlio.convert import convert_document
from tests.facts import from_cards
from tests.facts.lossless import check, differences, expected_detachments, expected_faction, load
from tests.facts.pending import DAY_11E
from tests.facts.shared_facts import FACTS_40K_11E as FACTS
from tests.facts.shared_facts import REPO, faction_ids_40k, facts_40k
from tests.facts.shared_history import as_on
from tests.needs import needs_shared

GAME = "warhammer-40k-11e"
FOLDER = REPO / "factions" / GAME
faction_ids = partial(faction_ids_40k, FACTS)
facts = partial(facts_40k, folder=FACTS)
Fact = dict[str, Any]
AGENTS = "agents-of-the-imperium"

pytestmark = needs_shared("facts", "warhammer-40k-11e")


@pytest.fixture(scope="module")
def histories() -> dict[str, FactionHistory]:
    return {
        path.stem: msgspec.convert(load(path), FactionHistory)
        for path in (FOLDER / "history").glob("[!v]*.yaml")
    }


@pytest.fixture(scope="module")
def today() -> dict[str, Faction]:
    return {
        faction: msgspec.convert(load(FOLDER / f"{faction}.yaml"), Faction)
        for faction in faction_ids()
    }


def books_before() -> dict[str, Fact]:
    return (
        {key: value for key, value in facts("books_before").items() if key != "about"}
        if FACTS.is_dir()
        else {}
    )


def book_file(faction: str) -> Any:
    return FOLDER / "history" / "books" / f"{faction}-{books_before()[faction]['until']}.yaml"


def test_every_faction_has_a_history(histories: dict[str, FactionHistory]) -> None:
    assert sorted(histories) == faction_ids()
    named = {key.partition("/")[0] for key in facts("points_history")} | set(
        facts("detachments_history")
    )
    assert named == set(histories)
    for faction, history in histories.items():
        assert (history.system, history.id, history.as_of) == (
            "warhammer-40k-11e",
            faction,
            DAY_11E,
        )
        for things in (history.datasheets, history.detachments, history.enhancements):
            ids = [thing.id for thing in things]
            assert len(set(ids)) == len(ids)


# --- prices -----------------------------------------------------------------------------------------------------------


def on_day(states: tuple[Brackets, ...], day: str) -> Brackets:
    return [state for state in states if state.from_ <= day][-1]


def without_second_list(states: list[Fact]) -> tuple[list[Fact], list[Fact]]:
    """The documents of 17 and 22 June have both lists of the Agents in one: of two states of a day the second is that of
    allies, as the list of allies of 23 June shows."""
    first = {state["from"]: state for state in reversed(states)}
    return [first[day] for day in sorted(first)], [
        state for state in states if state is not first[state["from"]]
    ]


def said(state: Brackets) -> Fact:
    """As the facts say it, where sizes are numbers."""
    result: Fact = {"points": {str(models): points for models, points in state.points.items()}}
    if state.rows:  # each size once
        result["points"] = {str(row.models): row.points for row in state.rows}
    if state.repeat:
        points = {str(models): points for models, points in state.repeat.points.items()}
        result["repeat"] = {"from_copy": state.repeat.from_copy, "points": points}
    if state.add or state.add_model:
        result["add"] = {
            fold(name): points for name, points in (state.add | state.add_model).items()
        }
    return result


def told(fact: Fact) -> Fact:
    result = {key: value for key, value in fact.items() if key != "from"}
    return result | (
        {"add": {fold(name): points for name, points in fact["add"].items()}}
        if "add" in fact
        else {}
    )


def wrong_prices(
    sheet: PastDatasheet, ours: tuple[Brackets, ...], theirs: list[Fact]
) -> Iterator[str]:
    """Each document's list on its day, and no state that no document has."""
    for fact in theirs:
        day = fact["from"]
        if fact["points"] is None:
            yield from (
                [] if sheet.until == day or day < sheet.from_ else [f"{sheet.id}: there on {day}"]
            )
        elif sheet.id != MIXED[1] and said(on_day(ours, day)) != told(fact):
            yield f"{sheet.id} on {day}: {said(on_day(ours, day))} instead of {told(fact)}"
    days = {fact["from"] for fact in theirs if fact["points"] is not None}
    yield from (
        f"{sheet.id}: a state of {state.from_}" for state in ours if state.from_ not in days
    )
    yield from (
        f"{sheet.id}: twice the same"
        for a, b in pairwise(ours)
        if said(a) == said(b) and a.rows == b.rows
    )


MIXED = ("space-wolves", "wolf-guard-headtakers")  # read by hand below


@pytest.mark.parametrize("faction", faction_ids())
def test_prices_of_every_document(histories: dict[str, FactionHistory], faction: str) -> None:
    written = as_on(
        histories[faction], facts("army_rules")["as_of"]
    )  # what came later is today's: see below
    by_name = {sheet.name: sheet for sheet in written.datasheets}
    theirs, allies = (
        facts("points_history")[faction],
        facts("points_history").get(f"{faction}/as-ally", {}),
    )
    assert list(by_name) == list(theirs)
    wrong: list[str] = []
    for name, sheet in by_name.items():
        own, second = without_second_list(theirs[name])
        wrong += wrong_prices(sheet, sheet.prices, own)
        wrong += wrong_prices(
            sheet, sheet.as_ally.prices if sheet.as_ally else (), [*second, *allies.get(name, [])]
        )
        assert sheet.from_ == next(state["from"] for state in own if state["points"] is not None)
        assert bool(sheet.until) == any(
            s["points"] is None and s["from"] > sheet.from_ for s in own
        )
    check(iter(wrong))


def test_prices_of_mixes_by_hand(histories: dict[str, FactionHistory]) -> None:
    assert [
        f
        for f in faction_ids()
        for s in facts(f)["datasheets"]
        if any("of" in row for row in s["points"])
    ] == [MIXED[0]]
    sheet = next(each for each in histories[MIXED[0]].datasheets if each.id == MIXED[1])
    head, wolf = "Wolf Guard Headtaker", "Hunting Wolf"
    mixes = [{head: 3}, {head: 3, wolf: 3}, {head: 6}, {head: 6, wolf: 6}]
    for day, plain, later in (
        ("2026-06-17", [85, 115, 170, 230], [95, 125, 180, 240]),
        ("2026-09-30", [115, 170, 170, 230], [125, 180, 180, 240]),
    ):
        rows = on_day(sheet.prices, day).list_prices()
        priced = [(row.of, row.points) for row in rows if row.when is None]
        assert priced == list(zip(mixes, plain, strict=True))
        assert [(row.of, row.points) for row in rows if row.when] == list(
            zip(mixes, later, strict=True)
        )
        assert {row.when.copy_from for row in rows if row.when} == {3}
    assert [state.from_ for state in sheet.prices] == ["2026-06-17", "2026-09-30", "2026-10-02"]


def rows_of(sheet: Datasheet) -> set[str]:
    """Of the price list what holds in any army, or for a further copy."""
    plain = [
        row
        for row in sheet.points
        if row.when is None
        or (row.when.copy_from and row.when == type(row.when)(copy_from=row.when.copy_from))
    ]
    return {repr(row) for row in plain}


@pytest.mark.parametrize("faction", faction_ids())
def test_the_last_price_list_is_that_of_today(
    histories: dict[str, FactionHistory], today: dict[str, Faction], faction: str
) -> None:
    """Written twice in the facts: by the documents and on the datasheets."""
    known = {sheet.id: sheet for sheet in histories[faction].datasheets}
    for sheet in today[faction].datasheets:
        if sheet.points:
            assert known[sheet.id].today
            assert {repr(row) for row in known[sheet.id].prices[-1].list_prices()} == rows_of(
                sheet
            ), sheet.id
    assert {each.id for each in known.values() if each.today} == {
        sheet.id for sheet in today[faction].datasheets if sheet.points
    }


def test_guests_and_who_was_renamed(
    histories: dict[str, FactionHistory], today: dict[str, Faction]
) -> None:
    for faction, history in histories.items():
        for sheet in history.datasheets:
            if sheet.guest_of:
                home, _, own = sheet.guest_of.partition("/")
                known = [each.id for each in today[home].datasheets] + [
                    each["id"] for each in books_before().get(home, {}).get("datasheets", [])
                ]
                assert own in known, sheet.guest_of
                assert own == sheet.id
                assert not sheet.today
                assert own not in {each.id for each in today[faction].datasheets}
                assert sheet.until or any(each.id == own for each in today[home].datasheets), (
                    sheet.guest_of
                )
            elif not sheet.today:
                assert sheet.until == books_before()[faction]["until"], sheet.id
    renamed = {
        name: sheet.renamed_to
        for name in ("Wartrakk", "Rukkatrukk Squigbuggy")
        for sheet in histories["orks"].datasheets
        if sheet.name == name
    }
    assert renamed == {"Wartrakk": "wartrakks", "Rukkatrukk Squigbuggy": "rukkatrukk-squigbuggies"}


# --- detachments ------------------------------------------------------------------------------------------------------


def points_on(enhancements: list[PastEnhancement], day: str) -> dict[str, int]:
    """Of those that there were that day."""
    found = {}
    for each in enhancements:
        if each.from_ <= day and (each.until is None or day < each.until):
            points = [points for start, points in each.points.items() if start <= day][-1]
            assert points is not None
            found[fold(each.name)] = points
    return found


def wrong_states(
    thing: PastDetachment, theirs: list[Fact], enhancements: list[PastEnhancement]
) -> Iterator[str]:
    for fact in theirs:
        day = fact["from"]
        if fact["dp"] is None:
            yield from [] if thing.until == day else [f"{thing.id}: there on {day}"]
            continue
        state = [state for state in thing.states if state.from_ <= day][-1]
        ours = (state.dp, list(state.dispositions), state.unique)
        if ours != (fact["dp"], fact["dispositions"], fact.get("unique")):
            yield f"{thing.id} on {day}: {ours} instead of {fact}"
        priced = points_on(enhancements, day) | {
            fold(name): points for name, points in state.raises.items()
        }
        if priced != {fold(name): points for name, points in fact["enhancements"].items()}:
            yield f"{thing.id} on {day}: {priced} instead of {fact['enhancements']}"
    assert thing.from_ == theirs[0]["from"]
    assert bool(thing.until) == (theirs[-1]["dp"] is None)


@pytest.mark.parametrize("faction", faction_ids())
def test_detachments_of_every_document(histories: dict[str, FactionHistory], faction: str) -> None:
    theirs = facts("detachments_history").get(faction, {})
    history = histories[faction]
    assert [each.id for each in history.detachments] == list(theirs)
    wrong: list[str] = []
    for thing in history.detachments:
        home = histories[facts(faction)["parent"]] if thing.of_parent else history
        enhancements = [each for each in home.enhancements if each.id.partition("/")[0] == thing.id]
        wrong += wrong_states(thing, theirs[thing.id], enhancements)
    check(iter(wrong))
    assert {each.id.partition("/")[0] for each in history.enhancements} <= set(theirs)


def test_what_is_there_today(
    histories: dict[str, FactionHistory], today: dict[str, Faction]
) -> None:
    for faction, history in histories.items():
        own = today[faction]
        ids = {each.id for each in own.detachments} | {each.id for each in own.parent_detachments}
        assert {each.id for each in history.detachments if each.today} == ids
        assert all(
            (each.until is None) == each.today
            for each in (*history.detachments, *history.enhancements)
        )
        priced = {
            f"{d.id}/{e.id}": (e.name, e.points) for d in own.detachments for e in d.enhancements
        }
        last = {
            each.id: (each.name, next(reversed(each.points.values())))
            for each in history.enhancements
            if each.today
        }
        assert last == priced, faction


# --- whole books ------------------------------------------------------------------------------------------------------

UNKNOWN = ("bellicose-weapon-spirits", "raptorial-cogitator-core")  # Speeder is in no source


def expected_rules(fact: Fact) -> Fact:
    """What the facts say of the book as army rules; of the Orks' detachments alone, without a head."""
    rules: Fact = fact["army_rules"]
    return (
        {"detachments": rules}
        if {each["id"] for each in fact["detachments"]} >= rules.keys()
        else rules
    )


def with_cards(faction: str, fact: Fact) -> Fact:
    """The same with what the cards say beside the facts."""
    sheets = from_cards.sheets(from_cards.BEFORE, faction, fact["datasheets"])
    rules = from_cards.rules(from_cards.BEFORE, faction, fact["army_rules"], from_cards.FIRST_DAY)
    return {**fact, "datasheets": sheets, "army_rules": rules}


@pytest.mark.parametrize("faction", sorted(books_before()))
def test_a_book_that_a_codex_replaced(histories: dict[str, FactionHistory], faction: str) -> None:
    fact = with_cards(faction, books_before()[faction])
    book = msgspec.convert(load(book_file(faction)), Faction)
    for part in (*fact["datasheets"], *fact["detachments"]):
        assert part.get("until", fact["until"]) == fact["until"]
    without = {
        key: [{k: v for k, v in part.items() if k != "until"} for part in fact[key]]
        for key in ("datasheets", "detachments")
    }
    check(differences(book.datasheets, without["datasheets"], faction))
    rules = expected_rules(fact)
    check(
        differences(
            book.detachments, expected_detachments({**fact, **without}, rules, UNKNOWN), faction
        )
    )
    lists = ("renamed", "gone", "new", "to_legends", "from_legends")
    head = {
        key: facts(faction)[key] for key in ("system", "id", "name", "parent", "faction_keyword")
    }
    body = {key: value for key, value in fact.items() if key not in ("army_rules", *lists)}
    eve = {"2026-09-02": "2026-08-26", "2026-09-30": "2026-09-02"}[
        fact["until"]
    ]  # the points document before: v1.3, v1.4
    theirs = expected_faction({**head, **body, "as_of": eve}, rules)
    check(
        differences(
            msgspec.structs.replace(book, detachments=(), datasheets=(), chapters=()),
            theirs,
            faction,
        )
    )
    changed = histories[faction].books
    assert [each.until for each in changed] == [fact["until"]]
    for key in lists:
        ours = getattr(changed[0], key)
        assert (ours if isinstance(ours, dict) else list(ours)) == fact[key], key


def test_there_are_no_other_books(histories: dict[str, FactionHistory]) -> None:
    assert sorted((FOLDER / "history" / "books").glob("*.yaml")) == sorted(
        map(book_file, books_before())
    )
    assert {faction for faction, history in histories.items() if history.books} == set(
        books_before()
    )


@pytest.mark.parametrize("faction", sorted(books_before()))
def test_a_book_has_the_prices_of_its_last_day(
    histories: dict[str, FactionHistory], faction: str
) -> None:
    book = msgspec.convert(load(book_file(faction)), Faction)
    known = {sheet.name: sheet for sheet in histories[faction].datasheets}
    assert book.until is not None
    for sheet in book.datasheets:
        if sheet.points:
            states = [state for state in known[sheet.name].prices if state.from_ < book.until]
            assert states[-1].from_ <= book.as_of
            assert {repr(row) for row in states[-1].list_prices()} == rows_of(sheet), sheet.id


def test_a_book_of_the_past_holds_together() -> None:
    """Its references are looked up in the books of its own time."""
    shelf = Shelf(GAME, Library())
    for faction in books_before():
        file = book_file(faction)
        document = reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES)
        assert (
            list(
                check_data.check_faction(
                    document, convert_document(document, Faction, "faction"), shelf
                )
            )
            == []
        )
        book = shelf.open_book_before(faction, books_before()[faction]["until"])
        assert book is not None
        assert len(book.list_datasheets()) == len(books_before()[faction]["datasheets"])
    assert shelf.open_book_before("necrons", "2026-09-02") is None
    assert shelf.open_book_before("orks", "2026-09-30") is None
    assert shelf.open_book_before("..", "orks") is None


@pytest.mark.parametrize(
    ("before", "after", "key"),
    [
        ('until: "2026-09-30"', 'until: "2026-09-29"', "data_id_is_not_file"),
        ("id: librarius-conclave, dp: 1", "id: librarius-enclave, dp: 1", "unknown_detachment"),
        (
            "[Apothecary, Apothecary Biologis, Devastator Squad",
            "[Apothecary, Apothecary Biologis, Devastators",
            "data_unknown_name",
        ),
    ],
)
def test_a_mistake_in_a_book_of_the_past_is_found(before: str, after: str, key: str) -> None:
    file = book_file("space-wolves")
    text = file.read_text(encoding="utf-8")
    assert before in text
    document = reader.read_yaml(
        text.replace(before, after, 1).encode(), str(file), reader.DATA_BYTES
    )
    found = list(
        check_data.check_faction(
            document, convert_document(document, Faction, "faction"), Shelf(GAME, Library())
        )
    )
    assert key in {problem.key for problem in found}


# --- the day of a list --------------------------------------------------------------------------------------------------

# Between the documents, and more than the days of grace away from each.
# The sheets end on 2026-09-30; what came after it is in tests/facts/pending.py.
DAYS = ["2026-06-27", "2026-07-30", "2026-08-15", "2026-08-30", "2026-09-20"]


def book_of(past: PastFaction, shelf: Shelf, faction: str, day: str) -> FactionData:
    until = past.get_book_end_on(day)
    assert until == next(
        (
            book["until"]
            for key, book in books_before().items()
            if key == faction and day < book["until"]
        ),
        None,
    )
    found = shelf.open_book_before(faction, until) if until else shelf.load_faction(faction)
    assert found is not None
    return found


def told_on(states: list[Fact], day: str) -> Fact | None:
    past = [state for state in states if state["from"] <= day]
    return past[-1] if past else None


@pytest.mark.parametrize("day", DAYS)
def test_detachments_of_a_day(day: str) -> None:
    library = Library()
    shelf, histories = Shelf(GAME, library), MusterPast(GAME, library)
    seen = 0
    for faction in facts("detachments_history"):
        past = histories.load_faction(faction)
        assert past is not None
        book = book_of(past, shelf, faction, day)
        found = build_detachments_on_date(
            book.head.detachments, past.list_detachments(), past.list_enhancements(), day
        )
        assert found.unknown == frozenset()
        ours = {
            each.id: (
                each.dp,
                list(each.dispositions),
                each.unique,
                {fold(e.name): e.points for e in each.enhancements},
            )
            for each in found.detachments
        }
        theirs, parents = {}, {}
        for key, states in facts("detachments_history")[faction].items():
            fact = told_on(states, day)
            if fact is None or fact["dp"] is None:
                continue
            if key not in {each.id for each in book.head.detachments}:
                parents[key] = fact["dp"]
                continue
            raises = {
                fold(change.name) for change in book.head.detachment_by_id[key].unit_price_changes
            }
            priced = {fold(name): points for name, points in fact["enhancements"].items()}
            theirs[key] = (
                fact["dp"],
                fact["dispositions"],
                fact.get("unique"),
                {} if raises else priced,
            )
        assert ours == theirs, faction
        assert {
            each.id: each.dp for each in list_parent_detachments_on(past.list_detachments(), day)
        } == parents
        seen += len(ours) + len(parents)
    assert seen > 250


@pytest.mark.parametrize("day", DAYS)
def test_price_lists_of_a_day(day: str) -> None:
    library = Library()
    shelf, histories = Shelf(GAME, library), MusterPast(GAME, library)
    seen = 0
    for faction in faction_ids():
        past = histories.load_faction(faction)
        assert past is not None
        for sheet in book_of(past, shelf, faction, day).list_datasheets():
            known = past.get_sheet_record(sheet.id)
            state = (
                told_on(without_second_list(facts("points_history")[faction][sheet.name])[0], day)
                if known
                else None
            )
            if known is None or state is None or state["points"] is None or state["from"] > day:
                continue
            found = build_datasheet_on_date(sheet, known, day).sheet
            if any(row.of for row in found.points):
                continue  # read by hand above
            plain = {
                str(row.models): row.points
                for row in found.points
                if row.models and row.when is None
            }
            assert plain == state["points"], (faction, sheet.id)
            later = {
                str(row.models): row.points
                for row in found.points
                if row.models and row.when and row.when == When(copy_from=row.when.copy_from)
            }
            assert later == state.get("repeat", {"points": {}})["points"], (faction, sheet.id)
            added = {
                fold(row.add_item or row.add_model or ""): row.points
                for row in found.points
                if not row.models and not row.when
            }
            assert added == {fold(name): points for name, points in state.get("add", {}).items()}, (
                faction,
                sheet.id,
            )
            seen += 1
    assert seen > 1000


@pytest.mark.parametrize(
    ("day", "own", "ally"), [("2026-06-18", 110, 120), ("2026-07-30", 100, 110)]
)
def test_the_two_price_lists_of_an_agent(day: str, own: int, ally: int) -> None:
    library = Library()
    data, past = (
        Shelf(GAME, library).load_faction(AGENTS),
        MusterPast(GAME, library).load_faction(AGENTS),
    )
    assert data is not None and past is not None
    rows = build_datasheet_on_date(
        data.get_sheet("eversor-assassin"), past.get_sheet_record("eversor-assassin"), day
    ).sheet.points
    assert [row.points for row in rows if row.when is None] == [own]
    assert [row.points for row in rows if row.when == When(army="ally", keyword="Imperium")] == [
        ally
    ]


def test_what_data_check_says_of_the_histories() -> None:
    library = Library()
    for file in sorted((FOLDER / "history").rglob("*.yaml")):
        assert list(check_file(file, library)) == [], file.name


@pytest.mark.parametrize(
    ("before", "after", "key"),
    [
        ('from: "2026-06-23", dp: 3', 'from: "2026-06-16", dp: 3', "data_day_not_after"),
        ("from_copy: 2", "from_copy: 1", "too_small"),
        ('  - until: "2026-09-02"', '  - until: "2026-09-03"', "data_unknown_id"),
        ("id: thunderwolf-cavalry", "id: thunderwolf-cavalery", "data_unknown_id"),
        ("as_ally:\n      keyword: Imperium\n", "as_ally:\n", "missing_key"),
        ("guest_of: space-marines/astraeus", "guest_of: space-marines/astrea", "data_unknown_id"),
    ],
)
def test_a_mistake_in_a_history_is_found(tmp_path: Path, before: str, after: str, key: str) -> None:
    file = next(
        file
        for file in sorted((FOLDER / "history").glob("[!v]*.yaml"))
        if before in file.read_text(encoding="utf-8")
    )
    place = tmp_path / GAME / "history" / file.name
    place.parent.mkdir(parents=True)
    place.write_text(file.read_text(encoding="utf-8").replace(before, after, 1), encoding="utf-8")
    try:
        found = list(check_file(place, Library()))
    except Unreadable as error:
        found = list(error.problems)
    assert key in {problem.key for problem in found}


# --- prices of another source -----------------------------------------------------------------------------------------


def test_prices_that_are_not_applied(
    histories: dict[str, FactionHistory], today: dict[str, Faction]
) -> None:
    """What is printed there instead of what, put together again from them and from today's data. A points page shows all
    but two surcharges of one source, so the others are applied."""
    every = {
        name: set(change.split(";"))
        for name, change in facts("prices_of_october_not_applied")["app963_to_app972"].items()
    }
    theirs = {name: change for name, change in every.items() if change == {"storm shield 0>5"}}
    assert (len(every), len(theirs)) == (45, 2)
    found: dict[str, set[str]] = {}
    for faction, history in histories.items():
        for source in history.not_applied:
            assert (source.source, source.from_) == ("app data 972", "2026-10-02")
            for other in source.prices:
                sheet = next(each for each in today[faction].datasheets if each.id == other.id)
                bare = {
                    row.models: row.points
                    for row in sheet.points
                    if row.when is None and row.models and len(row.of) < 2
                }
                later = [row for row in sheet.points if row.when and row.when.copy_from]
                extra = {row.add_item: row.points for row in sheet.points if row.add_item}
                more = next(
                    (row.points - bare[row.models] for row in later if row.models in bare), None
                )
                parts = {
                    f"{models}:{bare[models]}>{points}" for models, points in other.points.items()
                }
                parts |= {
                    f"{item} {extra.get(item, 0)}>{points}" for item, points in other.add.items()
                }
                if other.surcharge is not None:
                    parts.add(f"+{more}>+{other.surcharge}" if more else f"new+{other.surcharge}")
                if other.from_copy is not None:
                    assert {row.when.copy_from for row in later if row.when} != {other.from_copy}
                    parts.add(f"copies from {other.from_copy}nd")
                found[sheet.name + ("" if faction == "space-marines" else f" ({faction})")] = parts
    assert found == theirs


def test_files_name_their_schema() -> None:
    for path in sorted((FOLDER / "history").rglob("*.yaml")):
        depth = len(path.relative_to(REPO).parts) - 1
        kind = {"books": "faction", "aliases": "faction-aliases"}.get(
            path.parent.name, "faction-history"
        )
        kind = "data-versions" if path.stem == "versions" else kind
        first = path.read_text(encoding="utf-8").split("\n", 1)[0]
        assert (
            first == f"# yaml-language-server: $schema={'../' * depth}schemas/{kind}.schema.json"
        ), path.name
