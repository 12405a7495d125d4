"""What an update takes, asks and keeps: cases in deciding.yaml, each with sources then and now."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.update.corrections import Correction
from listbuilder.update.decide import Outcome, RankedSource, decide, make_locked_entry
from listbuilder.update.fields import get_entry_kinds
from listbuilder.update.lock import Lock, follow_renamed_books, format_lock, read_lock
from listbuilder.update.match import match_source
from listbuilder.update.our_books import OurBook, list_entries
from listbuilder.update.questions import Answers, make_questions, name_entry
from listbuilder.update.swapped import ask_swapped_entries
from listbuilder.update.tree import Book, Entry, Place, Source, Value
from listbuilder.yamlio import reader
from listbuilder.yamlio.reader import YamlDocument

FILE = Path(__file__).with_name("deciding.yaml")
CASES: list[dict[str, Any]] = reader.read_yaml(FILE.read_bytes(), str(FILE), 1 << 20).data
SYSTEM = "warhammer-40k-11e"
KINDS = get_entry_kinds(SYSTEM)


def make_book(data: dict[str, Any]) -> OurBook:
    """Return one of our books made of the data of a case."""
    entries = tuple(list_entries(data, KINDS, data["id"]))
    document = YamlDocument(data, {}, {}, data["id"], b"")
    return OurBook(data["id"], data["name"], Path(data["id"]), document, entries)


def make_value(data: Any, place: Place) -> Value:
    """Return a value of a source; `{not_understood: words, data: ...}` is one read in part."""
    if isinstance(data, dict) and "not_understood" in data:
        return Value(data.get("data"), place, (data["not_understood"],))
    return Value(data, place)


def make_source(name: str, books: dict[str, Any]) -> Source:
    """Return a source with the books of a case; a unit is its name with its fields."""
    made: list[Book] = []
    for book, rows in books.items():
        entries: list[Entry] = []
        for row in rows:
            row = dict(row)
            place = Place(f"{name}.json", row["name"])
            unit = Entry(
                kind=row.pop("kind", "datasheet"),
                name=row.pop("name"),
                place=place,
                source_id=row.pop("id", ""),
                inside=row.pop("inside", ""),
                fields={key: make_value(value, place) for key, value in row.items()},
            )
            entries.append(unit)
        made.append(Book(book, Place(f"{name}.json"), tuple(entries)))
    return Source(name, Path(name), tuple(made))


def run_case(case: dict[str, Any], tmp_path: Path) -> Outcome:
    """Return what is decided in a case. What sources said before goes through a lock file."""
    ours = {book["id"]: make_book(book) for book in case["ours"]}
    then = {book["id"]: make_book(book) for book in case.get("ours_then", case["ours"])}
    sources: list[RankedSource] = []
    for name, said in case["sources"].items():
        lock = Lock()
        if "then" in said:
            before = match_source(make_source(name, said["then"]), then, Lock(), {})
            lines = [make_locked_entry(p.book, p.entry, p.ours, KINDS) for p in before.pairs]
            folder = tmp_path / SYSTEM / "sources"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}.lock").write_bytes(format_lock(Lock(lines, "1", "2026-01-01")))
            lock = read_lock(tmp_path, SYSTEM, name)
        aliases = case.get("aliases", {})
        source = make_source(name, said["now"])
        lock = follow_renamed_books(lock, source)
        matched = match_source(source, ours, lock, aliases)
        sources.append(RankedSource(name, said["rank"], matched, lock))
    corrections = [Correction(**row) for row in case.get("corrections", [])]
    outcome = decide(sources, ours, KINDS, corrections)
    ask_swapped_entries(outcome, KINDS, sources)
    return outcome


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["case"]))
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    """Decide a case, and compare everything that comes of it."""
    outcome = run_case(case, tmp_path)
    wanted = case["expect"]
    differences = {
        f"{name_entry(one.entry)} {one.field}": " ".join(filter(None, (one.verdict, one.reason)))
        for one in outcome.differences
    }
    assert differences == wanted.get("differences", {})
    assert {one.name: one.verdict for one in outcome.new} == wanted.get("new", {})
    assert [name_entry(one.entry) for one in outcome.gone] == wanted.get("gone", [])
    renames = {name_entry(one.entry): one.new_name for one in outcome.renames}
    assert renames == wanted.get("renames", {})
    assert [one.unit for one in outcome.spent] == wanted.get("spent", [])
    assert [one.unit for one in outcome.stale] == wanted.get("stale", [])
    questions = make_questions(outcome, KINDS)
    assert [f"{one.about} {len(one.entries)} {one.default}" for one in questions] == wanted.get(
        "questions", []
    )
    assert len({one.id for one in questions}) == len(questions)


def test_answer_counts_for_what_was_asked(tmp_path: Path) -> None:
    """Find the answer of an entry apart before that of its question, and none for another id."""
    (case,) = [case for case in CASES if case["case"] == "equal changes are one question"]
    (question,) = make_questions(run_case(case, tmp_path), KINDS)
    answers = Answers({question.id: "take"}, {question.id: {question.entries[1]: "keep"}})
    assert [answers.find(question, index) for index in range(2)] == ["take", "keep"]
    assert Answers({"q-other": "take"}).find(question, 0) is None
    assert Answers({}, rest_by_default=True).find(question, 0) == question.default
