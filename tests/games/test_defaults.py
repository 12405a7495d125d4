"""What is not said is no, nothing or none, in every model of a game or a check: all that stands for something else is here.

And words in the lists of a module name something that there is: a key of a model, of a words file or of the data.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from listbuilder.formats.registry import WRITERS
from listbuilder.games.aos.warscroll import RegimentProfile
from listbuilder.yamlio import reader

ROOT = Path(__file__).parents[2]
SOURCES = sorted(
    file for folder in ("games", "matching", "rules/checks") for file in (ROOT / "listbuilder" / folder).rglob("*.py")
    if file.name != "__init__.py"
)  # fmt: skip
MODULES = [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in SOURCES]

ELSE: dict[tuple[str, str], Any] = {
    # a unit or model that is listed is there, once and at home
    ("BoxPart", "count"): 1,
    ("BoxPart", "loadout_told"): True,
    ("PatrolUnit", "count"): 1,
    ("SpearheadUnit", "count"): 1,
    ("RenownUnit", "count"): 1,
    ("BoxUnit", "matched"): True,
    ("MusterUnit", "copy"): 1,
    ("DatedName", "until"): "9999",  # later than any date
    ("MusterUnit", "standing"): "own",
    ("RegimentUnit", "standing"): "own",
    ("RegimentUnit", "alone"): True,
    ("Regiment", "listed"): True,
    ("RegimentArmy", "auxiliaries_listed"): True,
    ("Muster", "detachments_path"): ("detachment",),
    # the books say where something is not allowed
    ("Include", "warlord"): True,
    ("Include", "enhancements"): True,
    ("AsAllies", "warlord"): True,
    ("AsAllies", "enhancements"): True,
    ("RegimentProfile", "can_lead"): True,
    ("RegimentProfile", "uses_slot"): True,
    ("PastProfile", "can_lead"): True,
    ("ArmyOfRenown", "universal_manifestations"): True,
    ("WarscrollFaction", "universal_manifestations"): True,
    ("Ratio", "per_count"): 1,
    ("PastDetachment", "matched_play"): True,
    ("Action", "needs_roll"): True,
    ("Warscroll", "regiment"): RegimentProfile(),
    ("WarscrollCopy", "regiment"): RegimentProfile(),
    # what a law asks unless its row says otherwise
    ("Params", "missing"): "error",  # of a detachment
    ("Params", "allowed"): True,  # of Legends
    ("Params", "place"): "strategic_reserves",
    ("Params", "by_datasheet"): True,
    # the way a screen asks
    ("Field", "kind"): "choice",
    ("Field", "options"): list,
    ("Match", "how"): "exact",
}


def of_module(name: str) -> ModuleType:
    return import_module(name)


def models(module: ModuleType) -> list[type[msgspec.Struct]]:
    own = [
        each
        for each in vars(module).values()
        if isinstance(each, type) and each.__module__ == module.__name__
    ]
    return [each for each in own if issubclass(each, msgspec.Struct)]


def is_nothing(value: Any) -> bool:
    """Whether it says no, nothing or none, or is a model of which that is true of every key."""
    if isinstance(value, msgspec.Struct):
        return all(is_nothing(each) for each in msgspec.structs.astuple(value))
    return (
        value is msgspec.UNSET
        or value is None
        or (value in (False, 0, "", (), frozenset()) and value is not True)
    )


@pytest.mark.parametrize("name", MODULES)
def test_what_is_not_said(name: str) -> None:
    for model in models(of_module(name)):
        for field in msgspec.structs.fields(model):
            if field.default is not msgspec.NODEFAULT and field.name in inspect.get_annotations(
                model
            ):
                place = (model.__name__, field.name)
                if place in ELSE:
                    assert field.default == ELSE[place] and type(field.default) is type(
                        ELSE[place]
                    ), place
                else:
                    assert is_nothing(field.default), place


def test_nothing_stands_here_that_is_no_more() -> None:
    there = {
        (model.__name__, field)
        for name in MODULES
        for model in models(of_module(name))
        for field in model.__struct_fields__
    }
    assert ELSE.keys() <= there


# --- words of lists ---------------------------------------------------------------------------------------------------


# Of one module, or of a book: they are compared with nothing that there is.
OWN_WORDS = {
    "army_rules",
    "keywords_gained",
    "conditional_points",
    "mfm",
    "champion",
    "musician",
    "yaml",
    "infantry",
    "character",
    "battleline",
}


@cache
def known_words() -> frozenset[str]:
    found = {*OWN_WORDS, *WRITERS}
    for file in sorted((ROOT / "listbuilder").rglob("*.py")):
        if "tui" not in file.parts and not file.name.startswith("__"):
            module = of_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
            for model in models(module):
                found.update(model.__struct_fields__, model.__struct_encode_fields__)
            found.update(module.__name__.split("."))
            found.update(literals(ast.parse(file.read_text(encoding="utf-8"))))
    for file in sorted((ROOT / "listbuilder").rglob("*.yaml")):
        found.update(keys(reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES).data))
    for folder in (ROOT / "factions", ROOT / "schemas"):
        found.update(file.name.partition(".")[0] for file in folder.rglob("*"))
    return frozenset(found)


def literals(tree: ast.Module) -> Iterator[str]:
    """Yield the words that a type allows."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.value, ast.Name)
            and node.value.id == "Literal"
        ):
            yield from (
                each.value
                for each in ast.walk(node.slice)
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )


def keys(data: Any) -> Iterator[str]:
    for key, value in data.items() if isinstance(data, dict) else ():
        yield from str(key).split(".")
        yield str(key)
        yield from keys(value)


def own_words(name: str) -> Iterator[tuple[str, str]]:
    """Yield the strings that a module gives a name in capitals, and that its classes give any name."""
    file = ROOT / Path(*name.split(".")).with_suffix(".py")
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if any(each.isupper() for each in names_given(node)):
            yield from strings(node)
        for part in node.body if isinstance(node, ast.ClassDef) else ():
            if any(names_given(part)):
                yield from strings(part)


def names_given(node: ast.stmt) -> Iterator[str]:
    targets = (
        node.targets
        if isinstance(node, ast.Assign)
        else [node.target]
        if isinstance(node, ast.AnnAssign)
        else []
    )
    for target in targets:
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        yield from (each.id for each in names if isinstance(each, ast.Name))


def strings(node: ast.stmt) -> Iterator[tuple[str, str]]:
    value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
    for each in ast.walk(value) if value is not None else ():
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield next(names_given(node)), each.value


WORD = re.compile(r"[^\W\d][\w.*/?-]*")


@pytest.mark.slow
@pytest.mark.parametrize("name", MODULES)
def test_words_of_lists_name_something(name: str) -> None:
    for constant, word in own_words(name):
        if constant in ("battlescribe", "signs"):
            continue  # ids of another program, which test_manifests.py knows
        if WORD.fullmatch(word) and word.islower():
            parts = [word] if word in known_words() else re.split(r"[./*-]+", word)
            assert all(part.strip("_") in known_words() for part in parts if part), (constant, word)
