"""What holds for every roster, legal or not: small random armies of one faction, with a guest now and then."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from listbuilder.data import paths
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.games.wh40k.catalog import FactionData, Shelf
from listbuilder.games.wh40k_10e import Warhammer40k10e
from listbuilder.model.army import Army
from listbuilder.model.finding import Stamped
from listbuilder.rules import engine
from listbuilder.rules.messages import get_words_path
from listbuilder.yamlio import reader
from tests.rules.test_cases import FOLDER, LIBRARY, as_document, load

GAME = get_game("warhammer-40k-10e")
assert isinstance(GAME, Warhammer40k10e)
SHELF: Shelf = GAME.shelf(LIBRARY)
FACTIONS = SHELF.list_ids()
Roster = dict[str, Any]

# The same examples in every run; nothing is kept between runs.
steady = settings(
    max_examples=120,
    deadline=None,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)


def faction(faction_id: str) -> FactionData:
    found = SHELF.load_faction(faction_id)
    assert found is not None
    return found


@st.composite
def units(draw: st.DrawFn, faction_id: str, enhancements: list[str]) -> dict[str, Any]:
    """One unit; characters and what has limits of its own come up more often than their share."""
    data = faction(faction_id)
    index = sorted(data.index)
    special = [each for each in index if _special(data, each)]
    common = draw(st.integers(0, 2)) == 0
    chosen = draw(st.sampled_from(index if common or not special else special))
    sheet = data.get_sheet(chosen)
    assert sheet is not None
    unit: dict[str, Any] = {"datasheet": f"{faction_id}/{chosen}"}
    if draw(st.booleans()):
        unit["models"] = draw(st.integers(1, sheet.size.max + 1))
    elif draw(st.booleans()):
        lines = draw(st.sampled_from(sheet.alternatives))
        counts = [
            (line.name, draw(st.integers(max(0, line.min - 1), line.max + 1))) for line in lines
        ]
        unit["models"] = [{"model": name, "count": count} for name, count in counts if count] or 1
    if draw(st.integers(0, 3)) == 0:
        unit["warlord"] = True
    if enhancements and draw(st.integers(0, 2)) == 0:
        some = draw(st.lists(st.sampled_from(enhancements), min_size=1, max_size=3))
        unit["enhancement"] = some[0] if len(some) == 1 else some
    if draw(st.integers(0, 5)) == 0:
        unit["keyword"] = draw(
            st.sampled_from(["Khorne", "Nurgle", "Chaos Undivided", "Battleline"])
        )
    return unit


def _special(data: FactionData, sheet_id: str) -> bool:
    sheet = data.get_sheet(sheet_id)
    assert sheet is not None
    return "Character" in sheet.keywords or bool(
        sheet.army.max or sheet.army.excludes or sheet.army.choose_keyword
    )


@st.composite
def rosters(draw: st.DrawFn) -> Roster:
    home = draw(st.sampled_from(FACTIONS))
    heads = [faction(home).head]
    if heads[0].parent:
        heads.append(faction(heads[0].parent).head)
    detachments = [detachment for head in heads for detachment in head.detachments]
    roster: Roster = {"system": GAME.id, "faction": home}
    size = draw(
        st.sampled_from([None, "incursion", "incursion", "strike-force", "onslaught", "patrol"])
    )
    if size:
        roster["battle_size"] = size
    enhancements: list[str] = []
    if detachments and draw(st.integers(0, 7)) > 0:
        detachment = draw(st.sampled_from(detachments))
        roster["detachment"] = detachment.id
        enhancements = [each.id for each in detachment.enhancements]
    if detachments and draw(st.integers(0, 4)) == 0:
        enhancements += [each.id for each in draw(st.sampled_from(detachments)).enhancements]
    if heads[0].chapters and draw(st.integers(0, 3)) == 0:
        roster["chapter"] = draw(st.sampled_from(heads[0].chapters)).id
    guests = [
        "agents-of-the-imperium",
        "chaos-daemons",
        "imperial-knights",
        "chaos-knights",
        "unaligned-forces",
    ]
    places = [head.id for head in heads] * 4 + [draw(st.sampled_from([*guests, *FACTIONS]))]
    found: list[dict[str, Any]] = []
    for _ in range(draw(st.integers(0, 7))):
        unit = draw(units(draw(st.sampled_from(places)), enhancements))
        found.extend(copy.deepcopy(unit) for _ in range(draw(st.sampled_from([1, 1, 1, 2, 4]))))
    for place, unit in enumerate(found):
        unit["id"] = f"u{place}"
    roster["units"] = found
    if len(found) > 1 and draw(st.booleans()):
        ids = [unit["id"] for unit in found]
        pick = st.sampled_from(ids)
        roster["formations"] = {
            "attached": draw(st.dictionaries(pick, pick, max_size=2)),
            "strategic_reserves": draw(st.lists(pick, max_size=2)),
        }
    return roster


def read(roster: Roster) -> Army:
    reading = GAME.read_roster(as_document(roster), LIBRARY)
    assert not reading.problems, reading.problems
    assert reading.army is not None
    return reading.army


def is_there(document: Any, path: tuple[str | int, ...]) -> bool:
    """The place exists, or its last part is a key that might be written there."""
    for part in path[:-1]:
        try:
            document = document[part]
        except (KeyError, IndexError, TypeError):
            return False
    if isinstance(document, dict):
        return isinstance(path[-1], str)
    return isinstance(document, list) and isinstance(path[-1], int) and path[-1] < len(document)


def cause(finding: Stamped) -> tuple[str, str, tuple[str, ...]]:
    return finding.code, finding.key, finding.units


@pytest.mark.slow
@steady
@given(rosters())
def test_findings_stand_somewhere_and_name_units_that_are_there(roster: Roster) -> None:
    army = read(roster)
    ids = {unit.id for unit in army.units}
    for finding in engine.check_army(army):
        assert finding.path, finding
        assert is_there(roster, finding.path), finding
        assert set(finding.units) <= ids, finding


@steady
@given(rosters())
def test_no_two_findings_are_the_same(roster: Roster) -> None:
    found = engine.check_army(read(roster))
    twice = {
        each: count
        for each, count in Counter((*cause(f), f.path) for f in found).items()
        if count > 1
    }
    assert not twice


def again(finding: Stamped, found: list[Stamped]) -> int:
    """How many findings have this cause: one unit may lack what each of two enhancements asks for."""
    return sum(cause(each) == cause(finding) for each in found)


@steady
@given(rosters())
@pytest.mark.slow
def test_fixes_mend_what_they_are_offered_for_and_can_be_taken_back(roster: Roster) -> None:
    found = engine.check_army(read(roster))
    for finding in found:
        for fix in finding.fixes:
            document = copy.deepcopy(roster)
            back = fix.edit.apply_in_place(document)
            left = engine.check_army(read(document))
            assert again(finding, left) < again(finding, found), (finding, fix, document)
            back.apply_in_place(document)
            assert document == roster, (finding, fix)


@steady
@given(rosters(), st.data())
@pytest.mark.slow
def test_adding_a_unit_never_lowers_the_total(roster: Roster, data: st.DataObject) -> None:
    more = copy.deepcopy(roster)
    more["units"].append(data.draw(units(roster["faction"], [])) | {"id": "added"})
    assert read(more).points >= read(roster).points


@steady
@given(rosters(), st.randoms(use_true_random=False))
@pytest.mark.slow
def test_the_order_of_units_does_not_change_what_is_found(roster: Roster, random: Any) -> None:
    shuffled = copy.deepcopy(roster)
    random.shuffle(shuffled["units"])
    assert kinds(roster) == kinds(shuffled)


def kinds(roster: Roster) -> Counter[tuple[str, str]]:
    """How often each kind of finding; where the first unit in the roster names the chapter, whether at all."""
    found = Counter((finding.code, finding.key) for finding in engine.check_army(read(roster)))
    if ("40K-18", "another") in found:
        found["40K-18", "another"] = 1
    return found


def test_reading_and_checking_twice_finds_the_same() -> None:
    roster = {"system": GAME.id, "faction": "necrons", "units": [{"datasheet": "lychguard"}] * 5}
    assert [cause(f) for f in engine.check_army(read(roster))] == [
        cause(f) for f in engine.check_army(read(roster))
    ]


@pytest.mark.parametrize("faction_id", FACTIONS)
def test_the_assumed_size_of_every_datasheet_is_a_legal_one(faction_id: str) -> None:
    """Smallest unit, and every priced size: neither may be called a wrong size."""
    data = faction(faction_id)
    for sheet_id in data.index:
        sheet = data.get_sheet(sheet_id)
        assert sheet is not None
        sizes = {row.models for row in sheet.points if row.models and row.models <= sheet.size.max}
        entries = [
            {"datasheet": sheet_id},
            *({"datasheet": sheet_id, "models": size} for size in sorted(sizes)),
        ]
        army = read({"system": GAME.id, "faction": faction_id, "units": entries})
        wrong = [f for f in engine.check_army(army) if f.code == "40K-13" and f.key != "no_price"]
        assert not wrong, (sheet_id, wrong)


# Sentences of a bound that takes more units than a case could show: tests/rules/test_bounds.py.
BEYOND_CASES = {"wargear": {"not_explained"}}


def test_every_sentence_of_the_checks_is_the_outcome_of_a_case() -> None:
    """A key that no case brings about is either a rule without a case or a sentence without a use.

    Checks are shared across games, so one is looked at when all its rules have their cases (test_cases.py asks for them).
    """
    said: dict[str, set[str]] = {}
    without_cases: set[str] = set()
    for book in (paths.get_factions_folder() / game / "rules.yaml" for game in SYSTEMS):
        for rule in load(book)["rules"]:
            file = FOLDER / book.parent.name / f"{rule['code']}.yaml"
            if not file.is_file():
                without_cases.add(rule["check"])
                continue
            findings = [finding for case in load(file)["cases"] for finding in case["findings"]]
            said.setdefault(rule["check"], set()).update(
                f["key"] for f in findings if f["code"] == rule["code"]
            )
    for check in said.keys() - without_cases:
        text = get_words_path(check)
        known = set(
            reader.read_yaml(text.read_bytes(), str(text), reader.DATA_BYTES).data["findings"]
        )
        counted = {
            key for key in known if key.removesuffix("_many") in said[check]
        }  # in place of many names
        unsaid = known - said[check] - counted - BEYOND_CASES.get(check, set())
        assert unsaid == set(), check  # several rules may share a code, and so its cases
