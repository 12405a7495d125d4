"""What `data check` says of history files that fit their schema and are wrong all the same: one mistake, told once, in place.

Each file here is nobody's history in which nothing is wrong, and has in it everything that can be; then one thing is changed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.cli.data import check_file
from listbuilder.data.library import Library
from tests.games.paths import is_there

MUSTER, REGIMENTS = "warhammer-40k-10e", "age-of-sigmar-4e"

NECRONS = """\
system: warhammer-40k-10e
id: necrons
as_of: "2026-05-20"
not_applied:
  - source: a list
    from: "2024-01-01"
    prices: [{id: overlord, points: {1: 80}}, {id: immortals, points: {5: 75}}]
detachments:
  - id: awakened-dynasty
    name: Awakened Dynasty
    from: "2023-06-16"
    source: both
    states:
      - {from: "2023-06-16", dp: 1, dispositions: [One]}
      - {from: "2024-06-16", dp: 2, dispositions: [Two]}
  - {id: tomb-legion, name: Tomb Legion, from: "2023-06-16", until: "2024-06-08", today: false, source: both}
enhancements:
  - id: awakened-dynasty/veil-of-darkness
    name: Veil of Darkness
    detachment: Awakened Dynasty
    from: "2023-06-16"
    source: both
    points:
      "2023-06-17": 20
      "2024-06-17": 25
    changes:
      - {until: "2025-06-18", was: {requires: {all: [Overlord]}}}
      - {until: "2024-06-18", was: {requires: {all: [Royal Warden]}}}
datasheets:
  - id: necron-warriors
    name: Necron Warriors
    from: "2023-06-16"
    formerly:
      - {name: Warriors, until: "2023-07-16"}
      - {name: Older Warriors, until: "2023-07-01"}
    prices:
      - {from: "2023-06-19", points: {10: 120}}
      - {from: "2024-06-19", points: {10: 110}}
    as_ally:
      keyword: Chaos
      prices:
        - {from: "2023-06-20", points: {10: 130}}
        - {from: "2024-06-20", points: {10: 140}}
    changes:
      - {until: "2025-06-21", was: {leads: null}}
      - {until: "2024-06-21", was: {leads: [Immortals]}}
    items_gone:
      - {name: gauss staff, from: "2023-06-22", until: "2024-06-22"}
      - {name: gauss spoon, from: "2023-06-16"}
  - id: gone-walker
    name: Gone Walker
    from: "2023-06-16"
    until: "2024-06-08"
    today: false
    renamed_to: orks/boyz
    replaced_by: overlord
    sheet: {keywords: [Vehicle], size: {min: 1, max: 1}}
  - {id: gone-guest, name: Boyz, from: "2023-06-16", until: "2024-06-08", today: false, guest_of: orks/boyz}
"""

NECRON_NAMES = """\
system: warhammer-40k-10e
id: necrons
sources: {x: a table}
units:
  Warriors: {is: necron-warriors, source: x, from: "2023-06-16", until: "2024-06-16"}
  Old Crypt Thralls: {is: cryptothralls, source: x, renamed_to: overlord}
detachments:
  Dynasty: {is: awakened-dynasty, source: x}
enhancements:
  Veil: {is: awakened-dynasty/veil-of-darkness, source: x}
languages:
  de:
    units:
      Krieger: {is: immortals, source: x}
items:
  lychguard:
    Staff: {is: warscythe, from: "2023-06-16", until: "2024-06-16"}
    Two: {items: [warscythe], from: "2023-06-16"}
    Guard: {model: Lychguard, from: "2023-06-16"}
    Somebody: {unnamed_model: true, from: "2023-06-16"}
"""

VERSIONS = """\
system: warhammer-40k-10e
as_of: "2026-05-20"
edition_began: "2023-06-16"
releases:
  - {day: "2023-06-16"}
  - {day: "2024-01-01"}
app_data:
  - {version: 5, prices_of: "2023-06-16"}
  - {version: 6, prices_of: "2024-01-01"}
catalogues:
  Necrons.cat:
    - [1, "2023-06-16"]
    - [2, "2024-01-02"]
"""

SERAPHON = """\
system: age-of-sigmar-4e
id: seraphon
as_of: "2026-06-30"
battle_formations:
  - {id: eternal-starhost, name: Eternal Starhost, from: "2024-07-13", points: {"2024-07-14": 0, "2025-07-14": 10}}
  - {id: old-host, name: Old Host, from: "2024-07-13", until: "2025-06-11", today: false}
enhancements:
  - {id: gone-table/gone-thing, name: Gone Thing, table: Gone Table, from: "2024-07-13", until: "2025-06-11", today: false}
spell_lores:
  - {id: lore-of-primal-jungles, name: Lore of Primal Jungles, from: "2024-07-13", points: {"2024-07-15": 0, "2025-07-15": 20}}
warscrolls:
  - id: kroxigor
    name: Kroxigor
    from: "2024-07-13"
    prices: {"2024-07-16": 180, "2025-07-16": 200}
    changes:
      - {until: "2025-07-17", was: {models: 4}}
      - {until: "2024-07-17", was: {models: 5}}
"""

GITZ = """\
system: age-of-sigmar-4e
id: gloomspite-gitz
as_of: "2026-06-30"
armies_of_renown:
  - id: da-kings-gitz
    name: Da King's Gitz
    from: "2024-07-13"
    spell_lores:
      - id: kings-old-lore
        name: King's Old Lore
        from: "2024-07-13"
        until: "2025-06-11"
        today: false
        points: {"2024-07-14": 0, "2025-07-14": 10}
    warscrolls:
      - {id: gone-git, name: Gone Git, from: "2024-07-13", today: false, prices: {"2024-07-15": 80, "2025-07-15": 90}}
  - {id: another-king, name: Another King, from: "2024-07-13", until: "2025-06-11", today: false, changes: [{until: "2024-07-18", was: {units: []}}]}
"""

RENOWN = """\
system: age-of-sigmar-4e
id: regiments-of-renown
as_of: "2026-06-30"
regiments:
  - {id: mask-of-the-deceiver, name: Mask of the Deceiver, from: "2024-07-13", prices: {"2024-07-14": 160, "2025-07-14": 170}}
  - id: big-drogg-fort-kicka
    name: Big Drogg Fort-Kicka
    from: "2024-07-13"
    changes:
      - {until: "2025-07-17", was: {factions: [seraphon]}}
      - {until: "2024-07-17", was: {factions: []}}
"""

GENERIC = """\
system: age-of-sigmar-4e
id: generic
as_of: "2026-06-30"
manifestation_lores:
  - {id: krondspine-incarnate, name: Krondspine Incarnate, from: "2024-07-13", points: {"2024-07-14": 0}}
"""

SERAPHON_NAMES = """\
system: age-of-sigmar-4e
id: seraphon
sources: {x: a table}
warscrolls:
  Krox: {is: kroxigor, source: x}
battle_formations:
  Starhost: {is: eternal-starhost, source: x}
lores:
  Jungles: {is: lore-of-primal-jungles, source: x}
unit_options:
  Kroxigor:
    Maul: {is: moonstone hammer, from: "2024-07-13"}
"""

GITZ_NAMES = """\
system: age-of-sigmar-4e
id: gloomspite-gitz
sources: {x: a table}
enhancements:
  Of the King: {is: "da-kings-gitz:heroic-traits/glarejester", source: x}
"""

FILES: dict[str, tuple[str, str, str]] = {
    "necrons": (MUSTER, "history/necrons", NECRONS),
    "necron names": (MUSTER, "history/aliases/necrons", NECRON_NAMES),
    "versions": (MUSTER, "history/versions", VERSIONS),
    "seraphon": (REGIMENTS, "history/seraphon", SERAPHON),
    "gitz": (REGIMENTS, "history/gloomspite-gitz", GITZ),
    "renown": (REGIMENTS, "history/regiments-of-renown", RENOWN),
    "generic": (REGIMENTS, "history/generic", GENERIC),
    "seraphon names": (REGIMENTS, "history/aliases/seraphon", SERAPHON_NAMES),
    "gitz names": (REGIMENTS, "history/aliases/gloomspite-gitz", GITZ_NAMES),
}


def found(tmp_path: Path, name: str, text: str) -> list[tuple[str, str, dict[str, Any]]]:
    """Key, line and what is said of each problem, in the order they are told."""
    game, place, _ = FILES[name]
    file = tmp_path / game / f"{place}.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    told = list(check_file(file, Library([tmp_path])))
    assert all(problem.severity == "error" for problem in told)
    assert all(is_there(text, problem) for problem in told), told
    lines = text.splitlines()
    return [(problem.key, lines[(problem.line or 0) - 1].strip(), problem.args) for problem in told]


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_wrong_with_a_file_in_which_nothing_is_wrong(tmp_path: Path, name: str) -> None:
    assert found(tmp_path, name, FILES[name][2]) == []


# file, what is changed, into what, the key, and what is given, named and near (of what the sentence has of these)
MISTAKES: list[tuple[str, str, str, str, dict[str, Any]]] = [
    ("necrons", "id: necrons\n", "id: necron\n", "data_id_is_not_file unknown_faction", {"given": "necron", "file": "necrons"}),
    ("necrons", '"2026-05-20"', '"2026-05-32"', "data_not_a_day", {"given": "2026-05-32"}),
    ("necrons", "id: immortals, points", "id: imortals, points", "data_unknown_id", {"given": "imortals", "near": "immortals"}),
    ("necrons", "id: awakened-dynasty\n", "id: awaken-dynasty\n", "data_not_today", {"near": "awakened-dynasty"}),
    ("necrons", 'from: "2024-06-16", dp', 'from: "2023-06-16", dp', "data_day_not_after", {"other": "2023-06-16"}),
    ("necrons", 'from: "2024-06-16", dp', 'from: "soon", dp', "data_not_a_day", {"given": "soon"}),
    ("necrons", 'until: "2024-06-08", today: false, source', 'until: "2023-06-15", today: false, source', "data_day_before",
     {"given": "2023-06-15", "other": "2023-06-16"}),
    ("necrons", "id: tomb-legion", "id: awakened-dynasty", "data_id_twice data_still_today", {"given": "awakened-dynasty"}),
    ("necrons", "id: tomb-legion, name", "id: canoptek-court, name", "data_still_today", {"given": "canoptek-court"}),
    ("necrons", "id: awakened-dynasty/veil", "id: awakened-dynasty/vail", "data_not_today",
     {"given": "awakened-dynasty/vail-of-darkness", "near": "awakened-dynasty/veil-of-darkness"}),
    ("necrons", '"2024-06-17": 25', '"2023-06-17 ": 25', "data_not_a_day", {"given": "2023-06-17 "}),
    ("necrons", '"2024-06-17": 25', '"2023-06-10": 25', "data_day_not_after", {"given": "2023-06-10", "other": "2023-06-17"}),
    ("necrons", 'until: "2024-06-18"', 'until: "2025-06-18"', "data_day_not_before", {"given": "2025-06-18"}),
    ("necrons", 'until: "2024-06-18"', 'until: "2024-06-31"', "data_not_a_day", {"given": "2024-06-31"}),
    ("necrons", "id: necron-warriors", "id: necron-warrior", "data_not_today", {"near": "necron-warriors"}),
    ("necrons", 'until: "2023-07-01"', 'until: "July"', "data_not_a_day", {"given": "July"}),
    ("necrons", 'from: "2024-06-19"', 'from: "2023-06-19"', "data_day_not_after", {"given": "2023-06-19"}),
    ("necrons", 'from: "2024-06-20"', 'from: "2023-06-20"', "data_day_not_after", {"given": "2023-06-20"}),
    ("necrons", 'until: "2024-06-21"', 'until: "2026-06-21"', "data_day_not_before", {"other": "2025-06-21"}),
    ("necrons", 'until: "2024-06-22"', 'until: "2023-06-21"', "data_day_before", {"other": "2023-06-22"}),
    ("necrons", 'from: "2023-06-22"', 'from: "2023-06-2"', "data_not_a_day", {"given": "2023-06-2"}),
    ("necrons", 'name: gauss spoon, from: "2023-06-16"', 'name: gauss spoon, from: "2023-16-06"', "data_not_a_day", {}),
    ("necrons", "renamed_to: orks/boyz", "renamed_to: orks/boys", "data_not_today_named", {"given": "orks/boys"}),
    ("necrons", "renamed_to: orks/boyz", "renamed_to: orcs/boyz", "data_not_today_named", {"given": "orcs/boyz"}),
    ("necrons", "replaced_by: overlord", "replaced_by: overlard", "data_not_today_named", {"near": "overlord"}),
    ("necrons", "sheet: {keywords: [Vehicle], size: {min: 1, max: 1}}", "x-sheet: none", "data_no_last_state",
     {"given": "Gone Walker", "at": "- id: gone-walker"}),
    ("necrons", "guest_of: orks/boyz", "x-guest: none", "data_no_last_state", {"given": "Boyz"}),
    ("necrons", 'id: necrons\n', 'id: necrons\nbooks: [{until: "2024-01-01"}]\n', "data_unknown_id",
     {"given": "necrons-2024-01-01"}),
    ("necron names", "id: necrons", "id: necron", "data_id_is_not_file unknown_faction", {}),
    ("necron names", "is: necron-warriors", "is: necron-warrior", "data_unknown_id", {"near": "necron-warriors"}),
    ("necron names", "source: x, renamed_to", "source: y, renamed_to", "data_unknown_source", {"given": "y", "known": ["x"]}),
    ("necron names", "renamed_to: overlord", "renamed_to: overlort", "data_unknown_id", {"given": "overlort"}),
    ("necron names", 'source: x, from: "2023-06-16", until', 'source: x, from: "2025-06-16", until', "data_day_before",
     {"given": "2024-06-16", "other": "2025-06-16"}),
    ("necron names", "is: awakened-dynasty,", "is: awaken-dynasty,", "data_unknown_id", {"near": "awakened-dynasty"}),
    ("necron names", "is: awakened-dynasty/veil", "is: dynasty/veil", "data_unknown_id", {"given": "dynasty/veil-of-darkness"}),
    ("necron names", "is: immortals", "is: imortals", "data_unknown_id", {"near": "immortals"}),
    ("necron names", "  lychguard:", "  lynchguard:", "data_unknown_id",
     {"given": "lynchguard", "near": "lychguard",
     "at": 'Staff: {is: warscythe, from: "2023-06-16", until: "2024-06-16"}'}),
    ("necron names", "is: warscythe, from", "is: warscythe, model: Lychguard, from", "data_alias_twice", {"given": "Staff"}),
    ("necron names", "{items: [warscythe]", "{items: [warscythe], unnamed_model: true", "data_alias_twice", {"given": "Two"}),
    ("necron names", 'is: warscythe, from: "2023-06-16", until: "2024', 'is: warscythe, from: "2023-06-16", until: "2022',
     "data_day_before", {"given": "2022-06-16"}),
    ("versions", 'as_of: "2026-05-20"', 'as_of: "today"', "data_not_a_day", {"given": "today"}),
    ("versions", 'edition_began: "2023-06-16"', 'edition_began: "2023"', "data_not_a_day", {"given": "2023"}),
    ("versions", 'day: "2024-01-01"', 'day: "2023-06-16"', "data_day_not_after", {"given": "2023-06-16"}),
    ("versions", 'prices_of: "2024-01-01"', 'prices_of: "then"', "data_not_a_day", {"given": "then"}),
    ("versions", "version: 6", "version: 5", "data_id_twice", {"given": "5"}),
    ("versions", '[2, "2024-01-02"]', '[2, "2024-31-02"]', "data_not_a_day", {"given": "2024-31-02"}),
    ("seraphon", "id: seraphon", "id: serafon", "data_id_is_not_file unknown_faction", {"given": "serafon", "file": "seraphon"}),
    ("seraphon", '"2026-06-30"', '"2026-06-31"', "data_not_a_day", {"given": "2026-06-31"}),
    ("seraphon", "id: eternal-starhost", "id: eternal-starhorst", "data_not_today", {"near": "eternal-starhost"}),
    ("seraphon", '"2025-07-14": 10', '"2024-07-04": 10', "data_day_not_after", {"other": "2024-07-14"}),
    ("seraphon", "id: old-host", "id: sunclaw-starhost", "data_still_today", {"given": "sunclaw-starhost"}),
    ("seraphon", "id: gone-table/gone-thing", "id: heroic-traits/beastmaster", "data_still_today", {}),
    ("seraphon", "id: lore-of-primal-jungles", "id: lore-of-jungles", "data_not_today", {"near": "lore-of-primal-jungles"}),
    ("seraphon", '"2025-07-15": 20', '"2025-07-99": 20', "data_not_a_day", {"given": "2025-07-99"}),
    ("seraphon", "id: kroxigor", "id: kroxogor", "data_not_today", {"near": "kroxigor"}),
    ("seraphon", '"2025-07-16": 200', '"2024-07-01": 200', "data_day_not_after", {"other": "2024-07-16"}),
    ("seraphon", 'until: "2024-07-17"', 'until: "2025-07-18"', "data_day_not_before", {"other": "2025-07-17"}),
    ("gitz", "id: da-kings-gitz", "id: da-king-gitz", "data_not_today", {"near": "da-kings-gitz"}),
    ("gitz", "id: another-king", "id: truggs-troggherd", "data_still_today", {}),
    ("gitz", "id: kings-old-lore", "id: da-kings-gitz-spell-lore", "data_still_today",
     {"given": "da-kings-gitz-spell-lore", "at": "today: false"}),
    ("gitz", '"2025-07-14": 10', '"2023-07-14": 10', "data_day_not_after", {"other": "2024-07-14"}),
    ("gitz", '"2025-07-15": 90', '"2023-07-15": 90', "data_day_not_after", {"other": "2024-07-15"}),
    ("renown", "id: mask-of-the-deceiver", "id: mask-of-a-deceiver", "data_not_today", {"near": "mask-of-the-deceiver"}),
    ("renown", '"2025-07-14": 170', '"2023-07-14": 170', "data_day_not_after", {"other": "2024-07-14"}),
    ("renown", 'until: "2024-07-17"', 'until: "2025-07-18"', "data_day_not_before", {"other": "2025-07-17"}),
    ("gitz", 'changes: [{until: "2024-07-18"', 'changes: [{until: "2024-07-32"', "data_not_a_day", {"given": "2024-07-32"}),
    ("generic", "id: krondspine-incarnate", "id: krondspine", "data_not_today", {"given": "krondspine"}),
    ("generic", '"2024-07-14": 0', '"2024-07-32": 0', "data_not_a_day", {"given": "2024-07-32"}),
    ("seraphon names", "is: kroxigor", "is: kroxogor", "data_unknown_id", {"near": "kroxigor"}),
    ("seraphon names", "is: kroxigor, source: x", "is: kroxigor, source: z", "data_unknown_source", {"known": ["x"]}),
    ("seraphon names", "is: eternal-starhost", "is: kroxigor", "data_unknown_id", {"given": "kroxigor"}),
    ("seraphon names", "is: lore-of-primal-jungles", "is: lore-of-jungles", "data_unknown_id", {}),
    ("seraphon names", 'from: "2024-07-13"', 'from: "2024-07-33"', "data_not_a_day", {"given": "2024-07-33"}),
    ("gitz names", '"da-kings-gitz:heroic', '"da-queens-gitz:heroic', "data_unknown_id", {}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "before", "after", "key", "said"), MISTAKES, ids=lambda value: str(value)[:40]
)
def test_a_mistake_is_told_once_and_in_place(
    tmp_path: Path, name: str, before: str, after: str, key: str, said: dict[str, Any]
) -> None:
    text = FILES[name][2]
    assert text.count(before) == 1, before
    changed = text.replace(before, after)
    line = text[: text.index(before)].count("\n") + after.count("\n", 0, -1)
    expected = dict(said)
    at = expected.pop("at", changed.splitlines()[line].strip())
    problems = found(tmp_path, name, changed)
    assert [(told, place) for told, place, _ in problems] == [(each, at) for each in key.split(" ")]
    assert {name: problems[0][2].get(name) for name in expected} == expected
