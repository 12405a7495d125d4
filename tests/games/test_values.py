"""What a roster says may be said in any of our languages: every example with its values in another one is the same army."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from listbuilder.cli.main import run
from listbuilder.data.library import Library
from listbuilder.games.common import roster_values
from listbuilder.i18n import problem_text
from listbuilder.i18n.names import list_section_tables
from listbuilder.i18n.text_files import LANGS, Lang
from listbuilder.model.army import Group
from listbuilder.model.base import fold, make_id_from_name
from listbuilder.roster.position import Position
from listbuilder.yamlio import reader

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = Library()
EXAMPLES = sorted(
    file
    for file in ROOT.glob("examples/**/*.yaml")
    if not {"unreadable", "event"} & set(file.parts)
)
FIELDS = {
    "faction", "chapter", "battle_size", "detachment", "detachments", "disposition", "mission", "datasheet", "enhancement",
    "enhancements", "keyword", "model", "bearer", "unit", "army_of_renown", "season", "battle_formation", "faction_terrain",
    "spell_lore", "prayer_lore", "manifestation_lore", "battle_tactics", "regiment_of_renown", "regiment", "patrol", "box",
    "general", "regiment_ability", "hero", "choices",
}  # fmt: skip
TRUTHS = {
    "en": {True: "yes", False: "no"},
    "ja": {True: "はい", False: "いいえ"},
    "zh": {True: "是", False: "否"},
}


@cache
def called(lang: Lang) -> dict[str, list[str]]:
    """By id, every name of it."""
    found: dict[str, list[str]] = {}
    for book in list_section_tables("ja" if lang == "en" else lang):
        for name, text in {**book.fan, **book.likely, **book.shown}.items():
            found.setdefault(make_id_from_name(name), []).append(
                name.title() if lang == "en" else text
            )
    return found


def said(value: str, lang: Lang) -> str:
    home, slash, name = value.rpartition("/")
    return f"{said(home, lang) if slash else ''}{slash}{called(lang).get(make_id_from_name(name), [name])[0]}"


def in_language(data: Any, lang: Lang, key: str = "") -> Any:
    if isinstance(data, dict) and key == "wargear":
        return {said(item, lang): count for item, count in data.items()}
    if isinstance(data, dict) and key == "choices":
        return {slot: said(value, lang) for slot, value in data.items()}
    if isinstance(data, dict):
        return {
            name: in_language(value, lang, name)
            for name, value in data.items()
            if name not in ("formations", "attached")
        }
    if isinstance(data, list):
        return [in_language(value, lang, key) for value in data]
    if isinstance(data, bool):
        return TRUTHS[lang][data]
    return said(data, lang) if isinstance(data, str) and key in FIELDS else data


def group(given: Group) -> tuple[str, int, dict[str, int]]:
    return (
        given.model,
        given.count,
        {fold(item): count for item, count in (given.wargear or {}).items()},
    )


def army(data: Any) -> tuple[Any, ...]:
    done = Position.read(json.dumps(data, ensure_ascii=False).encode(), "roster.yaml", LIBRARY)
    assert done.army is not None, done.problems
    unread = [(problem.key, problem.path) for problem in done.problems]
    findings = [(each.code, each.key, each.path, each.units, each.args) for each in done.findings]
    units = [
        (unit.id, unit.datasheet_id, unit.name, unit.points, list(map(group, unit.groups)))
        for unit in done.army.units
    ]
    return unread, units, done.army.limit, findings


def cleared(written: Any, data: Any) -> Any:
    """With the ids where a name is that of several things: they are told, and the right one is among them."""
    done = Position.read(json.dumps(written, ensure_ascii=False).encode(), "roster.yaml", LIBRARY)
    for problem in done.problems:
        if problem.key == "ambiguous_value":
            *way, last = problem.path
            there, here = written, data
            for part in way:
                there, here = there[part], here[part]
            assert here[last] in problem.args["known"]
            there[last] = here[last]
    return written


def plain(data: Any) -> Any:
    """Without what refers to units by their ids, which stand in the roster."""
    return {key: value for key, value in data.items() if key not in ("formations", "attached")}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
@pytest.mark.slow_but(40)
def test_every_example(file: Path, lang: Lang) -> None:
    data = reader.read_yaml(file.read_bytes(), str(file)).data
    written = in_language(data, lang)
    assert army(cleared(written, data)) == army(plain(data))


HEAD = {
    "system": "warhammer-40k-10e",
    "faction": "necrons",
    "battle_size": "incursion",
    "detachment": "awakened-dynasty",
}
WARRIORS = {"datasheet": "ネクロン・ウォリアー"}


@pytest.mark.parametrize(
    ("block", "units"),
    [
        (
            {"attached": {"overlord": "太空死灵武士"}},
            [{"datasheet": "霸主", "warlord": "是"}, WARRIORS],
        ),
        (
            {"attached": {"overlord": "Necron Warriors"}},
            [{"datasheet": "Overlord", "warlord": "Yes"}, WARRIORS],
        ),
    ],
)
def test_a_declaration_may_name_a_unit_by_what_it_is(
    block: dict[str, Any], units: list[Any]
) -> None:
    """The keys are ids, and stay so."""
    done = Position.read(
        json.dumps({**HEAD, "units": units, "formations": block}).encode(), "roster.yaml", LIBRARY
    )
    assert done.problems == [] and done.army is not None and done.army.declarations is not None
    assert done.army.declarations.attached == {"overlord": "necron-warriors"}


@pytest.mark.parametrize("lang", LANGS)
def test_of_several_units_that_are_called_so_the_ids_are_told(lang: Lang) -> None:
    units = [{"datasheet": "overlord", "warlord": True}, WARRIORS, WARRIORS]
    block = {"attached": {"overlord": "ネクロン・ウォリアー"}}
    done = Position.read(
        json.dumps({**HEAD, "units": units, "formations": block}).encode(), "roster.yaml", LIBRARY
    )
    (problem,) = done.problems
    assert problem.key == "ambiguous_value"
    said = problem_text.say_problem(problem, lang)
    assert (
        "necron-warriors" in said and "necron-warriors-2" in said and "ネクロン・ウォリアー" in said
    )


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ネクロン・ウォリアー", ("a",)),
        ("b", ("b",)),
        ("不死者", ("不死者",)),
        ("Overlord", ("b", "c")),
    ],
)
def test_what_a_value_stands_for(written: str, meant: tuple[str, ...]) -> None:
    nearest_first = [
        {"a": "Necron Warriors", "b": "Overlord", "c": "overlord"},
        {"d": "Necron Warriors"},
    ]
    assert roster_values.find_meant(written, nearest_first) == meant


@pytest.mark.parametrize("word", ["maybe", "はいはい", "1"])
def test_another_word_is_neither_yes_nor_no(word: str) -> None:
    hero = {"unit": "lord-vigilant-on-gryph-stalker", "general": word}
    roster = {
        "system": "age-of-sigmar-4e",
        "faction": "stormcast-eternals",
        "regiments": [{"hero": hero}],
    }
    done = Position.read(json.dumps(roster).encode(), "roster.yaml", LIBRARY)
    assert [problem.key for problem in done.problems] == ["wrong_type"]


@pytest.mark.parametrize("word", ["maybe", "はいはい", "1"])
def test_another_word_for_a_warlord_is_a_model(word: str) -> None:
    """A warlord is a yes, a no, or the kind of model that it is."""
    units = [{"datasheet": "overlord", "warlord": word}]
    done = Position.read(json.dumps({**HEAD, "units": units}).encode(), "roster.yaml", LIBRARY)
    assert [(problem.key, problem.args["given"]) for problem in done.problems] == [
        ("unknown_model", word)
    ]


def test_a_name_may_be_a_word_for_yes() -> None:
    units = [{"datasheet": "overlord", "name": "はい", "warlord": "はい"}]
    done = Position.read(json.dumps({**HEAD, "units": units}).encode(), "roster.yaml", LIBRARY)
    assert done.army is not None and done.army.units[0].custom_name == "はい"


@pytest.mark.parametrize(
    ("given", "expected"),
    [("太空死灵", "necrons"), ("ネクロン", "necrons"), ("Necrons", "necrons")],
)
def test_a_new_roster_of_a_faction_in_any_language(
    given: str, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["new", "warhammer-40k-10e", given, "--size", "インカージョン"]) == 0
    assert f"faction: {expected}\n" in capsys.readouterr().out
