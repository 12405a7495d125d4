"""Lists are judged as of the day before an update as they were, or the update is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder.cli.data import check_file
from listbuilder.data import paths, transaction
from listbuilder.data.transaction import write_or_refuse
from listbuilder.update.apply import Outcome, compute_update
from listbuilder.update.changes import Change, FieldChange, NewEntry, Removed, Renamed
from listbuilder.update.data_entries import DataEntries, LiveEntry, WholeLibrary
from listbuilder.update.merge_values import make_plain
from listbuilder.update.same_verdicts import compare_verdicts, find_lists, lay_out_update
from tests.judged import EXAMPLES

DAY = "2099-01-01"
GAMES = {
    "warhammer-40k-11e": "necrons",
    "warhammer-40k-10e": "necrons",
    "age-of-sigmar-4e": "skaven",
    "combat-patrol": "askars-wolfpack",
    "spearhead": "bleak-host",
}
WITH_HISTORY = {
    "warhammer-40k-11e": "necrons",
    "warhammer-40k-10e": "necrons",
    "age-of-sigmar-4e": "seraphon",
}  # of each game the faction that most examples are of


def make_dearer(system: str, book: str) -> Outcome:
    """An update in which everything of a faction costs a little more."""
    folder = paths.get_factions_folder()
    entries = DataEntries(system, folder)
    changes: list[Change] = []
    for entry in entries.list_entries(book):
        before = make_plain(entry.raw.get("points"))
        after: object = None
        if isinstance(before, int):
            after = before + 10
        elif isinstance(before, list):
            after = [{**row, "points": row["points"] + 5} for row in before]
        if after:
            inside = str(entry.holder["id"]) if entry.holder else ""
            changes.append(
                FieldChange(
                    book=book, kind=entry.kind, entry_id=entry.id, inside=inside, field="points",
                    before=before, after=after,
                )
            )  # fmt: skip
    return compute_update(folder, system, changes, DAY, "Dear")


@pytest.mark.slow
@pytest.mark.parametrize(("system", "book"), WITH_HISTORY.items())
def test_new_prices_leave_the_day_before_alone(system: str, book: str) -> None:
    folder, outcome = paths.get_factions_folder(), make_dearer(system, book)
    assert (outcome.problems, outcome.unrecorded) == ([], [])
    comparison = compare_verdicts(folder, system, outcome.files, DAY, [EXAMPLES])
    assert comparison.different == []
    assert comparison.judged > 10


@pytest.mark.slow
@pytest.mark.parametrize(("system", "book"), WITH_HISTORY.items())
def test_without_their_history_they_are_refused(system: str, book: str) -> None:
    folder, outcome = paths.get_factions_folder(), make_dearer(system, book)
    files = {
        place: raw
        for place, raw in outcome.files.items()
        if not place.startswith("history/") or place.endswith("versions")
    }
    comparison = compare_verdicts(folder, system, files, DAY, [EXAMPLES])
    assert "points" in {one.what for one in comparison.different}
    problem = comparison.different[0].make_problem("2098-12-31")
    assert problem.key == "update_other_verdict"
    assert str(problem.args["list"]).endswith(".yaml")


def test_what_is_not_a_list_of_the_game_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("milk, bread", "utf-8")
    (tmp_path / "empty.yaml").write_text("", "utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    (tmp_path / "other.yaml").write_text("system: spearhead\n", "utf-8")
    assert [file.name for file in find_lists([tmp_path])] == [
        "empty.yaml",
        "notes.txt",
        "other.yaml",
    ]
    system = "warhammer-40k-11e"
    comparison = compare_verdicts(paths.get_factions_folder(), system, {}, DAY, [tmp_path])
    assert (comparison.judged, comparison.different) == (0, [])


# --- a change of every kind ---


def list_unnamed(system: str, book: str, kind: str) -> list[LiveEntry]:
    """The first three entries of a kind that no other entry names."""
    folder = paths.get_factions_folder() / system
    everything = "\n".join(file.read_text("utf-8") for file in sorted(folder.glob("*.yaml")))
    entries = DataEntries(system, paths.get_factions_folder())
    unnamed = []
    for entry in entries.list_entries(book, kind):
        words = rf"(?<![\w-])({re.escape(entry.id)}|{re.escape(entry.name)})(?![\w-])"
        if len(re.findall(words, everything)) <= len(re.findall(words, str(entry.raw))):
            unnamed.append(entry)
        if len(unnamed) == 3:
            break
    return unnamed


def make_changes(system: str, book: str) -> Iterator[Change]:
    """A change of every kind for every kind of entry of a book: new, gone, renamed, another value."""
    entries = DataEntries(system, paths.get_factions_folder())
    for kind in entries.kinds:
        if kind in ("army_of_renown", "table", "detachment", "terrain", "manifestation"):
            continue  # what they held is in no history
        of_kind = list(entries.list_entries(book, kind))
        if not of_kind:
            continue
        free = [entry for entry in list_unnamed(system, book, kind) if entry.id != of_kind[0].id]
        for entry in of_kind[-1:]:
            inside = str(entry.holder["id"]) if entry.holder else ""
            fields = {key: value for key, value in entry.raw.items() if key not in ("id", "name")}
            fields.pop("default", None)
            yield NewEntry(
                book=book, kind=kind, inside=inside, entry_id=f"new-{kind.replace('_', '-')}",
                name=f"New {kind}".title().replace("_", " "), fields=fields,
            )  # fmt: skip
        for entry in free[:1]:
            inside = str(entry.holder["id"]) if entry.holder else ""
            yield Removed(book=book, kind=kind, inside=inside, entry_id=entry.id, name=entry.name)
        for entry in free[1:2]:
            inside = str(entry.holder["id"]) if entry.holder else ""
            yield Renamed(
                book=book, kind=kind, inside=inside, entry_id=entry.id, before=entry.name,
                after=f"{entry.name} Anew", new_id=f"{entry.id}-anew",
            )  # fmt: skip
        for entry in of_kind[:1]:
            inside = str(entry.holder["id"]) if entry.holder else ""
            before = make_plain(entry.raw.get("keywords"))
            if isinstance(before, list):
                yield FieldChange(
                    book=book, kind=kind, inside=inside, entry_id=entry.id, field="keywords",
                    before=before, after=[*before, "Renewed"],
                )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("system", "book"), GAMES.items())
def test_a_round_trip(system: str, book: str, tmp_path: Path) -> None:
    folder = paths.get_factions_folder()
    changes = list(make_changes(system, book))
    assert len(changes) >= 5
    outcome = compute_update(folder, system, changes, DAY, "New")
    assert (outcome.problems, outcome.unrecorded) == ([], [])
    assert compare_verdicts(folder, system, outcome.files, DAY, [EXAMPLES]).different == []
    places = [book] + [place for place in (f"history/{book}",) if place in outcome.files]
    with lay_out_update(folder, system, outcome.files) as laid_out:
        old_library, new_library = WholeLibrary(folder), WholeLibrary(laid_out)
        for place in places:
            known = {
                (one.key, str(one.args))
                for one in check_file(folder / system / f"{place}.yaml", old_library)
            }
            found = {
                (one.key, str(one.args))
                for one in check_file(laid_out / system / f"{place}.yaml", new_library)
                if one.severity == "error"
            }
            assert found <= known, place
        # written for good, the same changes do nothing
        again = compute_update(laid_out, system, changes, DAY, "New")
        assert (again.files, again.problems, len(again.same)) == ({}, [], len(changes))


def test_a_laid_out_folder_can_be_updated_itself(tmp_path: Path) -> None:
    folder = paths.get_factions_folder()
    place = "bleak-host"
    raw = (folder / "spearhead" / f"{place}.yaml").read_bytes()
    changed = raw.replace(b"name: Bleak Host", b"name: Bleak Guests")
    with lay_out_update(folder, "spearhead", {place: changed, "new": raw}) as laid_out:
        assert (laid_out / "spearhead" / f"{place}.yaml").read_bytes() == changed
        with transaction.lock_folder(laid_out):
            write_or_refuse(laid_out, {"spearhead/new.yaml": changed}, "update")
        assert (laid_out / "spearhead" / "new.yaml").read_bytes() == changed
    assert (folder / "spearhead" / f"{place}.yaml").read_bytes() == raw
