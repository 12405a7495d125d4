"""What came out after the fact sheets is in the data: regiment options in their words, and the Sons of Behemat book.

Needs ../shared/facts/pending-2026-11.json; without it these tests are skipped.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from listbuilder.data import paths
from listbuilder.games.aos.faction import WarscrollFaction
from listbuilder.games.aos.history_records import WarscrollHistory
from listbuilder.games.aos.warscroll import RegimentOption, Warscroll
from tests.facts.lossless import load
from tests.facts.pending import AOS, BOOK, FILE, pending

pytestmark = pytest.mark.skipif(not FILE.is_file(), reason=f"the facts are not at hand: {FILE}")

# In an army of renown alone, which has it; and a wording of which the remark of the facts says that it is no change.
IN_ARMY_OF_RENOWN, NO_CHANGE = (
    "Any Allies of the Free Cities",
    {"Any non-Aelf": "Any non-Aelf Daughters of Khaine"},
)


def faction(name: str) -> WarscrollFaction:
    return msgspec.convert(
        load(paths.get_factions_folder() / AOS / f"{name}.yaml"), WarscrollFaction
    )


def history(name: str) -> WarscrollHistory:
    return msgspec.convert(
        load(paths.get_factions_folder() / AOS / "history" / f"{name}.yaml"), WarscrollHistory
    )


def unit(name: str, called: str) -> Warscroll:
    [found] = [each for each in faction(name).warscrolls if called in (each.id, each.name)]
    return found


def words(option: RegimentOption) -> str:
    number = "Any" if option.max is None else "1" if option.min == 1 else "0-1"
    return f"{number} {option.title}"


def options_now() -> list[Any]:
    rows = pending().get(AOS, {}).get("regiments_2026-09-23", {}).get("options", ())
    return [pytest.param(row, id=row["id"]) for row in rows]


@pytest.mark.parametrize("row", options_now())
def test_regiment_options_are_as_printed(row: dict[str, Any]) -> None:
    printed = {NO_CHANGE.get(each, each) for each in row["is"] if each != IN_ARMY_OF_RENOWN}
    assert {words(each) for each in unit(row["faction"], row["id"]).regiment.options} == printed


def test_options_that_were_wrong() -> None:
    """Of those that September changed again, the history has what July printed."""
    wrong = pending()[AOS]["regiment_options_wrong_now"]
    changed = {row["id"] for row in pending()[AOS]["regiments_2026-09-23"]["options"]}
    seen = 0
    for row in [*wrong["two_transcriptions"], *wrong["one_transcription"], *wrong["legends"]]:
        now = {
            words(each)
            for each in unit(row["faction"], row.get("id") or row["name"]).regiment.options
        }
        if "drop" in row:
            assert row["drop"] not in now
        elif "add" in row:
            assert row["add"] in now
        elif row.get("id") not in changed and "not 0-1" not in str(row["options"]):
            assert now == {each.replace("Beguilers", "Beguiler") for each in row["options"]}, row
        seen += 1
    assert seen == 18


def test_what_july_printed() -> None:
    [mortek] = [
        each for each in history("ossiarch-bonereapers").warscrolls if each.id == "liege-mortek"
    ]
    was = mortek.changes[0].was.regiment
    assert mortek.changes[0].until == "2026-09-23" and not isinstance(was, msgspec.UnsetType)
    assert {words(each) for each in was.options} == {"0-1 Mortek Crawler", "Any Infantry"}


# --- Sons of Behemat --------------------------------------------------------------------------------------------------


def test_the_warscrolls_of_the_new_book() -> None:
    book, prices = (
        pending()[AOS]["sons_of_behemat_battletome"],
        pending()[AOS]["battle_profiles_2026-09-23"],
    )
    ours = {each.name: each for each in faction(BOOK).warscrolls}
    for new in book["new_warscrolls"]:
        made = ours[new["name"]]
        assert (made.points, made.models, sorted(made.keywords)) == (
            new["points"],
            new["models"],
            sorted(new["keywords"]),
        )
    assert not {*book["gone_warscrolls"]} & ours.keys()
    for change, names in book["keywords"].items():
        verb, _, keyword = change.partition(" ")
        assert {keyword in ours[name].keywords for name in names} == {verb == "add"}, change
    for row in [*prices["prices"][BOOK], *prices["single_source"]]:
        if row.get("kind", "warscroll") == "warscroll":
            assert ours[row["name"]].points == row["points"]


def test_what_the_new_book_gives() -> None:
    book, made = pending()[AOS]["sons_of_behemat_battletome"], faction(BOOK)
    formations = {each.name for each in made.battle_formations}
    assert {*book["battle_formations"]["new"]} <= formations and not {
        *book["battle_formations"]["gone"]
    } & formations
    assert {*book["armies_of_renown"]["new"], *book["armies_of_renown"]["changed"]} == {
        e.name for e in made.armies_of_renown
    }
    tables = {
        table.id: {each.name: each.points for each in table.choices}
        for table in made.enhancement_tables
    }
    assert tables["artefacts-of-power"].keys() == {*book["artefacts"]["now"]}
    assert tables["artefacts-of-power"].items() >= book["artefacts"]["points"].items()
    assert {*book["heroic_traits"]["now"]} <= tables["heroic-traits"].keys()
    assert not {*book["heroic_traits"]["gone"]} & tables["heroic-traits"].keys()
    assert tables["realm-shaking-rampages"].keys() == {*book["realm_shaking_rampages"]}
    assert {each.name: list(each.contents) for each in made.spell_lores} == book["lores"]["spell"]
    prayers = {each.name: list(each.contents) for each in made.prayer_lores if not each.battlepacks}
    assert prayers == book["lores"]["prayer"]


def test_what_is_gone_was_there_the_day_before() -> None:
    book, past = pending()[AOS]["sons_of_behemat_battletome"], history(BOOK)
    named = {each.name: each for each in [*past.warscrolls, *past.battle_formations]}
    named |= {each.name.replace("-C", "-c"): each for each in past.enhancements}
    gone = [
        *book["gone_warscrolls"],
        *book["battle_formations"]["gone"],
        *book["artefacts"]["gone"],
        *book["heroic_traits"]["gone"],
    ]
    assert {(named[name].today, named[name].until) for name in gone} == {(False, "2026-09-09")}
