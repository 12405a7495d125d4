"""Data files after a change: what did not change stays byte for byte, and what is written reads back as what it is."""

from __future__ import annotations

import random
from typing import Any

import pytest

from listbuilder.data import paths
from listbuilder.yamlio import reader
from listbuilder.yamlio.splice import DataText

TEXT = """\
# a file
as_of: "2026-09-30"   # of the book

sheets:
  - id: a
    points:
      - {models: 5, points: 90}   # cheap
      # the large one
      - {models: 10, points: 180, when: {copy_from: 3}}

  - {id: b, name: Ox, points: {"2024-07-13": 0},
     source: mfm}
empty: []
last:
  deep: {x: 1}
"""


def changed(text: str, change: Any) -> str:
    file = DataText(text.encode(), "x.yaml")
    change(file.data)
    return file.compose_bytes().decode()


def test_nothing_changed_is_the_same_bytes() -> None:
    assert changed(TEXT, lambda data: None) == TEXT


CASES: list[tuple[str, Any, list[tuple[str, str]]]] = [
    (
        "a value",
        lambda d: d["sheets"][0]["points"][0].update(points=95),
        [("points: 90}", "points: 95}")],
    ),
    (
        "a day stays in quotes",
        lambda d: d.update(as_of="2026-12-02"),
        [('"2026-09-30"', '"2026-12-02"')],
    ),
    (
        "a row behind the last",
        lambda d: d["sheets"][0]["points"].append({"models": 10, "points": 200}),
        [("copy_from: 3}}\n", "copy_from: 3}}\n      - {models: 10, points: 200}\n")],
    ),
    (
        "a row less",
        lambda d: d["sheets"][0]["points"].pop(0),
        [("      - {models: 5, points: 90}   # cheap\n", "")],
    ),
    (
        "another row in place of the last",
        lambda d: d["sheets"][0].update(
            points=[d["sheets"][0]["points"][0], {"models": 10, "points": 200}]
        ),
        [
            (
                "      # the large one\n",
                "      - {models: 10, points: 200}\n      # the large one\n",
            ),
            ("      - {models: 10, points: 180, when: {copy_from: 3}}\n", ""),
        ],
    ),
    (
        "rows in another order",
        lambda d: d["sheets"].reverse(),
        [
            (TEXT[TEXT.index("  - id: a") : TEXT.index("empty:")], ""),
            (
                "sheets:\n",
                'sheets:\n  - {id: b, name: Ox, points: {"2024-07-13": 0}, source: mfm}\n'
                "  - {id: a, points: [{models: 5, points: 90}, {models: 10, points: 180, when: {copy_from: 3}}]}\n",
            ),
        ],
    ),
    (
        "a row for another at the same place",
        lambda d: d["sheets"][0].update(
            points=[{"models": 6, "points": 99}, d["sheets"][0]["points"][1]]
        ),
        [("      - {models: 5, points: 90}   # cheap\n", "      - {models: 6, points: 99}\n")],
    ),
    (
        "a key of a row for another at the same place",
        lambda d: (d["sheets"][1].pop("source"), d["sheets"][1].update(origin="mfm")),
        [(",\n     source: mfm}", ", origin: mfm}")],
    ),
    (
        "a key of a row",
        lambda d: d["sheets"][1]["points"].update({"2026-12-02": 10}),
        [('"2024-07-13": 0}', '"2024-07-13": 0, "2026-12-02": 10}')],
    ),
    (
        "a key before another",
        lambda d: d["sheets"][1].update(points={"2023-01-01": 5, "2024-07-13": 0}),
        [('{"2024-07-13": 0}', '{"2023-01-01": 5, "2024-07-13": 0}')],
    ),
    ("a key less", lambda d: d["sheets"][1].pop("name"), [("name: Ox, ", "")]),
    (
        "a list that was empty",
        lambda d: d["empty"].append({"id": "c"}),
        [("empty: []", "empty: [{id: c}]")],
    ),
    (
        "a key at the end",
        lambda d: d.update(more=[{"id": "c"}]),
        [("  deep: {x: 1}\n", "  deep: {x: 1}\nmore:\n  - {id: c}\n")],
    ),
    (
        "the last two keys of a row",
        lambda d: [d["sheets"][1].pop(key) for key in ("points", "source")],
        [('name: Ox, points: {"2024-07-13": 0},\n     source: mfm}', "name: Ox}")],
    ),
    (
        "every key of a map in braces",
        lambda d: d["last"].update(deep={"y": 2}),
        [("deep: {x: 1}", "deep: {y: 2}")],
    ),
    (
        "two at one place",
        lambda d: (d["sheets"].append({"id": "c"}), d["sheets"].append({"id": "d"})),
        [("     source: mfm}\n", "     source: mfm}\n  - {id: c}\n  - {id: d}\n")],
    ),
]


@pytest.mark.parametrize(
    ("change", "swaps"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_only_what_changed_is_written_anew(change: Any, swaps: list[tuple[str, str]]) -> None:
    wanted = TEXT
    for old, new in swaps:
        assert wanted.count(old) == 1
        wanted = wanted.replace(old, new)
    assert changed(TEXT, change) == wanted


def test_item_on_several_lines_with_other_keys_is_written_anew() -> None:
    """Keep the dash of an item whose first key goes: it stands on the line of that key."""
    text = "options:\n  - models: 2\n    replace: [axe]\n  - models: 3\nend: 1\n"

    def change(data: Any) -> None:
        data["options"][0].clear()
        data["options"][0].update(unclear=True, items=["axe", "bow"])

    made = changed(text, change)
    assert made == ("options:\n  - {unclear: true, items: [axe, bow]}\n  - models: 3\nend: 1\n")


def test_a_long_row_is_wrapped_within_the_width() -> None:
    rows = [
        {
            "models": each,
            "points": 100 + each,
            "when": {"detachment": "Veiled Blade Elimination Force"},
        }
        for each in range(4)
    ]
    made = changed(TEXT, lambda d: d["sheets"][0]["points"][1].update(whole=rows))
    assert max(map(len, made.splitlines())) <= 118
    assert "# the large one" in made and "# cheap" in made


FILES = [
    file
    for place in ("*/n*.yaml", "*/history/n*.yaml")
    for file in sorted(paths.get_factions_folder().glob(place))
]
assert len(FILES) >= 6


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: "/".join(file.parts[-3:]))
def test_any_number_of_a_shipped_file(file: Any) -> None:
    """Numbers changed at random: as many lines differ as numbers were changed, at most, and the rest is the same."""
    raw = file.read_bytes()
    for seed in range(3):
        chosen = random.Random(seed)
        text = DataText(raw, file.name)
        places = list(numbers(text.data))
        picked = chosen.sample(places, min(20, len(places)))
        for holder, key in picked:
            holder[key] += 1
        made = text.compose_bytes()
        assert reader.read_yaml(made, file.name, reader.DATA_BYTES).data == text.data
        old, new = raw.decode().splitlines(), made.decode().splitlines()
        assert len(old) == len(new)
        assert 0 < sum(one != other for one, other in zip(old, new, strict=True)) <= len(picked)


def numbers(node: Any) -> Any:
    for key, value in (
        node.items()
        if isinstance(node, dict)
        else enumerate(node)
        if isinstance(node, list)
        else ()
    ):
        if type(value) is int:
            yield node, key
        else:
            yield from numbers(value)


def put_anew(text: str, key: str, place: int) -> str:
    """The file with an entry of the list under `key` taken out and the same put in, under another id."""

    def replace(data: Any) -> None:
        entry = {**data[key][place]}
        entry["id"] = f"q{entry['id'][1:]}"
        data[key][place] = entry

    return changed(text, replace)


@pytest.mark.parametrize(
    ("place", "key"),
    [
        ("warhammer-40k-11e/leagues-of-votann", "datasheets"),
        ("warhammer-40k-11e/necrons", "detachments"),
        ("age-of-sigmar-4e/fyreslayers", "warscrolls"),
        ("age-of-sigmar-4e/fyreslayers", "battle_formations"),
        ("combat-patrol/askars-wolfpack", "units"),
        ("spearhead/bleak-host", "units"),
    ],
)
def test_a_new_entry_looks_like_its_neighbours(place: str, key: str) -> None:
    text = (paths.get_factions_folder() / f"{place}.yaml").read_text("utf-8")
    entries = reader.read_yaml(text.encode(), place, reader.DATA_BYTES).data[key]
    for number in sorted({0, len(entries) // 2, len(entries) - 1}):
        old = entries[number]["id"]
        new = put_anew(text, key, number)
        assert new.replace(f"id: q{old[1:]}", f"id: {old}") == text


def test_an_entry_goes_with_one_of_its_blank_lines() -> None:
    text = "rows:\n  - id: a\n    b: 1\n\n  - id: c\n    b: 1\n\n  - id: d\n    b: 1\n\nlast: 1\n"
    for number, name in enumerate("acd"):
        left = changed(text, lambda data, number=number: data["rows"].pop(number))
        assert left == text.replace(f"  - id: {name}\n    b: 1\n\n", "")
