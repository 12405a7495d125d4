"""How much is worked out to say what is legal, why something is not, and what is nearest: counted in steps, not in seconds.

A search that forgets what it has found, or looks where nothing can be, is right all the same; it is only here that it
shows. The numbers are those of the day on which this was written. A change that needs fewer may lower them; one that
needs more has to be worth it.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from types import FrameType

import pytest

from listbuilder.model.datasheet import Datasheet
from listbuilder.wargear.check import check_wargear
from listbuilder.wargear.loadout import Group
from listbuilder.wargear.repair import find_nearest_legal
from tests.wargear.sheets import sheet
from tests.wargear.test_toys import ROWS, TOYS, as_groups, groups_of, sheet_of, tried

Case = tuple[Datasheet, list[Group]]

FIRST_TOYS = 44  # new ones change no number here
STEPS_OF_TOYS = {
    "check._judge": 765, "climb._legal": 134, "expand._takings": 256, "expand._use": 6012, "expand._within": 2967,
    "explain._Case.extreme": 3267, "explain._Case.legal": 366, "frame.Frame.__init__": 1315, "frame.Frame._make": 1663,
    "kit.Kit.__init__": 44, "limits.without": 1225, "nearest._Search._close": 5243, "nearest._Search._go": 12964,
    "nearest._off": 55487, "nearest.nearest": 962, "solve._climb.go": 12380, "solve._search": 2489,
    "solve._search.go": 6339, "solve._table": 3649, "solve.most": 3267, "solve.reach": 2921,
}  # fmt: skip
STEPS_OF_LARGE = {
    "check._judge": 12, "climb._legal": 200, "expand._takings": 0, "expand._use": 509, "expand._within": 175,
    "explain._Case.extreme": 120, "explain._Case.legal": 20, "frame.Frame.__init__": 24, "frame.Frame._make": 48,
    "kit.Kit.__init__": 1, "limits.without": 23, "nearest._Search._close": 4206, "nearest._Search._go": 14586,
    "nearest._off": 83669, "nearest.nearest": 24, "solve._climb.go": 840, "solve._search": 241, "solve._search.go": 989,
    "solve._table": 498, "solve.most": 120, "solve.reach": 253,
}  # fmt: skip


def toys() -> list[Case]:
    names = {toy["name"] for toy in TOYS[:FIRST_TOYS]}
    some = [
        (name, place, each)
        for name, place in ROWS
        if name in names
        for each in tried(name, place)[::11]
    ]
    return [(sheet_of(name), as_groups(each, groups_of(name, place))) for name, place, each in some]


def large() -> list[Case]:
    """Ten Chaos Terminators, armed at random: the datasheet with the most to choose from."""
    rng = random.Random(5)
    items = [
        "accursed weapon",
        "chainfist",
        "power fist",
        "combi-bolter",
        "combi-weapon",
        "heavy flamer",
        "reaper autocannon",
    ]
    found: list[Case] = []
    for _ in range(12):
        models = [("Terminator Champion", 1), ("Chaos Terminator", 4)]
        groups = [
            Group(model, size, {item: rng.randint(1, size) for item in rng.sample(items, 3)})
            for model, size in models
        ]
        found.append((sheet("chaos-space-marines/chaos-terminator-squad"), groups))
    return found


def steps(cases: list[Case]) -> Counter[str]:
    """Calls of each function of the wargear, all asked anew and then once more."""
    strange = {"unknown_item", "wrong_model"}  # which is looked at again each time
    remembered = [
        case
        for case in cases
        if not strange & {each.reason for each in check_wargear(*case).violations}
    ]
    for each_sheet, _ in remembered:
        each_sheet.__dict__.clear()
    found: Counter[str] = Counter()

    def seen(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        folder, _, module = code.co_filename.replace("\\", "/").rpartition("/")
        if event == "call" and folder.endswith("listbuilder/wargear"):
            found[f"{module.removesuffix('.py')}.{code.co_qualname.replace('.<locals>', '')}"] += 1

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        for datasheet, groups in cases:
            check_wargear(datasheet, groups)
            find_nearest_legal(datasheet, groups)
        asked = Counter(found)
        for datasheet, groups in remembered[-20:]:
            check_wargear(datasheet, groups)
            find_nearest_legal(datasheet, groups)
    finally:
        sys.setprofile(before)
    assert remembered and all(
        found[name] == asked[name] for name in ("check._judge", "nearest.nearest")
    )
    return asked


@pytest.mark.parametrize(
    ("cases", "most"), [(toys, STEPS_OF_TOYS), (large, STEPS_OF_LARGE)], ids=["toys", "large"]
)
@pytest.mark.slow
def test_no_more_steps_than_before(cases: object, most: dict[str, int]) -> None:
    found = steps(cases())  # type: ignore[operator]
    assert {
        name: number for name, number in found.items() if name in most and number > most[name]
    } == {}
