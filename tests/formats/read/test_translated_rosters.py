"""Roster files made with a translated catalogue: read by the ids of what was chosen."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

import pytest
from ruamel.yaml import YAML

from listbuilder.data.library import Library
from listbuilder.formats import translated_roster
from listbuilder.formats.import_list import import_list
from listbuilder.formats.translated_roster import rename_by_ids
from listbuilder.formats.trees import Tree, parse_json
from listbuilder.formats.write.newrecruit_json import _convert_element
from listbuilder.games.catalogue_ids import CatalogueNames, DatedName
from listbuilder.model.problem import Unreadable
from tests.needs import SHARED, needs_shared
from tools.roster_ids import choose_names, shorten_ids

ENGLISH, FOREIGN = 0, 1
ENTRY = "selectionEntries"
CASES: list[dict[str, Any]] = YAML(typ="safe").load(
    Path(__file__).with_name("translated_rosters.yaml").read_text(encoding="utf-8")
)
GIVEN = [pytest.param(case, id=case["title"]) for case in CASES]


def build(case: dict[str, Any], language: int) -> Element:
    """The roster of a case, with all its names in English or in the other language."""
    name, system_id = case["system"][language], case["system"][2]
    root = Element(
        "roster", {"name": "Own list", "gameSystemName": name, "gameSystemId": system_id}
    )
    total = sum(count_points(row) for row in case["selections"] + case.get("units", []))
    add_cost(SubElement(root, "costs"), case, language, total)
    force = add_force(root, case, "force", language)
    add_selections(force, case["selections"], case, language)
    if "regiment" in case:
        add_selections(add_force(force, case, "regiment", language), case["units"], case, language)
    return root


def count_points(row: list[Any]) -> int:
    return int(row[5]) + sum(count_points(child) for child in row[6])


def add_force(parent: Element, case: dict[str, Any], key: str, language: int) -> Element:
    catalogue, force = case["catalogue"], case[key]
    attributes = {"name": force[language], "entryId": f"1234-abcd-0-1::{force[2]}"}
    attributes |= {"catalogueName": catalogue[language], "catalogueId": catalogue[2]}
    return SubElement(SubElement(parent, "forces"), "force", attributes)


def add_selections(parent: Element, rows: list[Any], case: dict[str, Any], language: int) -> None:
    if not rows:
        return
    selections = SubElement(parent, "selections")
    for kind, number, *names, entry_id, points, children, group in (
        [*row, None] if len(row) == 7 else row for row in rows
    ):
        attributes = {"name": names[language], "entryId": f"1234-abcd-0-1::{entry_id}"}
        attributes |= {"number": str(number), "type": kind}
        if group:
            attributes |= {"group": group[language], "entryGroupId": f"1234-abcd-0-1::{group[2]}"}
        selection = SubElement(selections, "selection", attributes)
        add_selections(selection, children, case, language)
        if points:
            add_cost(SubElement(selection, "costs"), case, language, points)


def add_cost(costs: Element, case: dict[str, Any], language: int, points: int) -> None:
    name, type_id = case["cost"][language], case["cost"][2]
    SubElement(costs, "cost", {"name": name, "typeId": type_id, "value": str(points)})


def as_ros(root: Element) -> bytes:
    return tostring(root)


def as_rosz(root: Element) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("list.ros", tostring(root))
    return out.getvalue()


def as_json(root: Element) -> bytes:
    return json.dumps({"roster": _convert_element(root)}).encode()


@pytest.mark.parametrize("write", [as_ros, as_rosz, as_json])
@pytest.mark.parametrize("case", GIVEN)
def test_roster_is_read_by_its_ids(
    case: dict[str, Any], write: Callable[[Element], bytes], library: Library
) -> None:
    imported = import_list(write(build(case, FOREIGN)), "list", library)
    assert imported.account.unread == []
    assert imported.document is not None
    assert imported.document.data == case["roster"]
    assert "import_by_ids" in [note.key for note in imported.account.notes]


@pytest.mark.parametrize("case", GIVEN)
def test_roster_in_english_is_the_same_and_needs_no_ids(
    case: dict[str, Any], library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("the table of ids is loaded")

    monkeypatch.setattr(translated_roster, "load_catalogue_names", fail)
    imported = import_list(as_ros(build(case, ENGLISH)), "list", library)
    assert imported.document is not None and imported.document.data == case["roster"]


def make_tree(names: dict[str, str]) -> Tree:
    """A roster file of one force, with selections by id and name."""
    selections = [{"entryId": entry_id, "name": name} for entry_id, name in names.items()]
    roster = {"roster": {"forces": [{"name": "Force", "selections": selections}]}}
    return parse_json(json.dumps(roster).encode(), "list.json")


CATALOGUE = CatalogueNames({"a-1": "Red Guard", "b-2": "Blue Guard", "c-3": "Bow", "d-4": "Pike"})


def test_known_name_counts_before_an_id_that_means_something_else_now() -> None:
    tree = make_tree({"x::a-1-0-0": "Blue Guard", "b-2-0-0": "Blue Guard", "c-3-5-1": "Old Bow"})
    assert rename_by_ids(tree, CATALOGUE, None) == 1
    assert list(tree.iter_top_names()) == ["Blue Guard", "Blue Guard", "Bow"]
    assert tree.read_by_ids == {"Old Bow": "Bow"}


def test_in_another_language_a_name_that_looks_known_is_replaced_too() -> None:
    names = {"a-1-0-0": "Punakaarti", "b-2-0-0": "Sinikaarti", "d-4-0-0": "bow", "z-9-0-0": "Uusi"}
    names["c-3-0-0"] = "Bow (2 Models)"
    tree = make_tree(names)
    assert rename_by_ids(tree, CATALOGUE, None) == 3
    assert list(tree.iter_top_names()) == [
        "Red Guard",
        "Blue Guard",
        "Pike",
        "Uusi",
        "Bow (2 Models)",
    ]


def test_what_no_catalogue_knows_stays_unread(library: Library) -> None:
    raw = as_ros(build(CASES[0], FOREIGN)).replace(b"7a74-dc6f-1118-92c3", b"7a75-dc6f-1118-92c3")
    imported = import_list(raw, "list", library)
    assert [problem.args["given"] for problem in imported.account.unread] == ["Teslakarbiini"]


def test_game_is_told_by_the_id_of_its_system(library: Library) -> None:
    raw = as_ros(build(CASES[1], FOREIGN)).replace(b"sys-352e-adc2-7639-d610", b"sys-0")
    with pytest.raises(Unreadable) as refused:
        import_list(raw, "list", library)
    assert [problem.key for problem in refused.value.problems] == ["game_not_read"]


def test_id_is_short_where_it_names_nothing_else() -> None:
    table = {
        "a-1-2-3": "Guard",
        "a-1-2-4": "Guard",
        "b-1-2-3": "Bow",
        "b-1-2-4": "Pike",
        "points": "pts",
    }
    assert shorten_ids(table) == {
        "Bow": ["b-1-2-3"],
        "Guard": ["a-1"],
        "Pike": ["b-1-2-4"],
        "pts": ["points"],
    }


def test_id_that_was_given_to_something_else_of_ours_has_dates() -> None:
    sources = {
        "2026-06-01": {"1": (ENTRY, "Hammer"), "2": (ENTRY, "Guard w/ Bow")},
        "2025-06-01": {"1": (ENTRY, "Hammer")},
        "2024-06-01": {"1": (ENTRY, "Axe"), "2": (ENTRY, "Guard")},
        "2023-06-01": {"1": (ENTRY, "Axe"), "3": ("forceEntries", "Army")},
    }
    assert choose_names(sources, {"axe", "hammer", "guard"}) == (
        {"2": "Guard", "3": "Army"},
        {
            "1": [
                DatedName(name="Hammer", from_="2025-06-01"),
                DatedName(name="Axe", until="2024-06-01"),
            ]
        },
    )


@pytest.mark.parametrize(
    ("day", "name"),
    [
        ("2023-01-01", "Axe"),
        ("2024-06-01", "Axe"),
        ("2025-01-01", None),
        ("2025-06-01", "Hammer"),
        ("2027-01-01", "Hammer"),
        (None, None),
    ],
)
def test_id_that_was_used_again_is_known_where_the_day_is(
    day: str | None, name: str | None
) -> None:
    rows = (DatedName(name="Hammer", from_="2025-06-01"), DatedName(name="Axe", until="2024-06-01"))
    assert CatalogueNames({}, {"a-1-0-0": rows}).find_name("x::a-1-0-0", day) == name


def test_category_of_one_unit_is_no_row_of_the_table() -> None:
    source = {
        "1": (ENTRY, "Guard"),
        "2": ("categoryEntries", "Guard"),
        "3": ("categoryEntries", "Infantry"),
    }
    assert choose_names({"2026-06-01": source}, set()) == ({"1": "Guard", "3": "Infantry"}, {})


CORPUS = SHARED / "corpus"
FILES = [
    "40k10/battlescribe-rosz/tau-kauyon-995-battlescribe.rosz",
    "40k10/battlescribe-rosz/thousand-sons-940-fragment-battlescribe.rosz",
    "40k10/battlescribe-rosz/tyranids-1600-battlescribe.rosz",
    "40k10/battlescribe-rosz/votann-leviathan-965-battlescribe.rosz",
    "aos4/newrecruit-json/nr-sce-001-minimal.json",
    "aos4/newrecruit-json/nr-sob-001-all-units.json",
    "aos4/newrecruit-ros/nr-nh-001-all-units.ros",
    "aos4/newrecruit-rosz/khorne-lots-o-letters-1980-nr.rosz",
]
_NAMES = "name|catalogueName|gameSystemName|typeName|group"
_ATTRIBUTE = re.compile(rf' ({_NAMES})="([^"]*)"')
_KEY = re.compile(rf'"({_NAMES})": ?"((?:[^"\\]|\\.)*)"')


def invent_names(raw: bytes) -> bytes:
    """The file, unpacked, with an invented name in place of every name."""
    if raw.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            raw = archive.read(archive.namelist()[0])
    text = raw.decode()
    if text.startswith("{"):
        return _KEY.sub(lambda hit: f'"{hit[1]}":"{invent_name(hit[2])}"', text).encode()
    return _ATTRIBUTE.sub(lambda hit: f' {hit[1]}="{invent_name(hit[2])}"', text).encode()


def invent_name(name: str) -> str:
    """A name of six syllables that no catalogue has, the same for the same name; `::` stays."""
    parts = []
    for part in name.split("::"):
        digits = hashlib.sha256(part.encode()).digest()[:6]
        parts.append("".join("kltvmnsrpj"[byte % 10] + "aäeiouyö"[byte // 32] for byte in digits))
    return "::".join(parts)


@pytest.mark.slow
@needs_shared("corpus", "index.jsonl")
@pytest.mark.parametrize("file", FILES)
def test_roster_of_the_corpus_is_the_same_with_invented_names(file: str, library: Library) -> None:
    raw = (CORPUS / file).read_bytes()
    english, foreign = (
        import_list(raw, "list", library),
        import_list(invent_names(raw), "list", library),
    )
    assert english.document is not None and foreign.document is not None
    assert foreign.document.data | {"name": ""} == english.document.data | {"name": ""}
    assert foreign.account.unread == english.account.unread == []


def test_list_in_a_known_language_is_read_by_its_ids_before_any_guess(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translated_roster, "detect_by_ids", lambda *_: None)  # no second reading
    imported = import_list(as_ros(build(CASES[3], FOREIGN)), "list", library)
    assert imported.document is not None and imported.document.data == CASES[3]["roster"]
    assert [note.key for note in imported.account.notes] == ["import_by_ids"]
