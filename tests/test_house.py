"""The habits of the house that a machine can check."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.games.registry import SYSTEMS
from tests.sources import PACKAGE, ROOT, SOURCES, read_sources


def test_init_files_are_empty() -> None:
    """But for those that other people's programs use: `lb.check`, `lb.games()`, `from listbuilder.reports import CheckReport`."""
    filled = [file for file in SOURCES if file.name == "__init__.py" and file.read_text().strip()]
    assert sorted(file.parent.name for file in filled) == ["games", "listbuilder", "reports"]


def test_published_models_are_loaded_one_by_one() -> None:
    script = (
        "import sys; from listbuilder import reports; early = 'pydantic' in sys.modules; reports.EventFile\n"
        "print(early, *(name for name in sys.modules if name.startswith('listbuilder.reports.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [
        "False",
        "listbuilder.reports.base",
        "listbuilder.reports.event",
    ]


def test_every_document_has_its_model_and_its_schema() -> None:
    from listbuilder import reports

    assert sorted(reports.__all__) == sorted(model for _, model in reports.DOCUMENTS.values())
    for name, (module, model) in reports.DOCUMENTS.items():
        assert getattr(reports, model).__module__ == module
        assert (ROOT / "schemas" / f"{name}.schema.json").is_file()
    with pytest.raises(AttributeError):
        reports.__getattr__("NoSuchModel")


def _get_manifest(game: str) -> str:
    """The module in which the class of a game is."""
    from listbuilder.games.registry import get_game

    return type(get_game(game)).__module__


def _get_file(module: str) -> Path:
    return PACKAGE.parent / f"{module.replace('.', '/')}.py"


def test_no_game_is_named_outside_its_manifest() -> None:
    """A check, a command or a kind of army that asks which game it is in would have to name it."""
    modules = {_get_manifest(game) for game in SYSTEMS}
    manifests = {_get_file(module) for module in modules}
    assert len(manifests) == len(SYSTEMS)
    games = re.compile(rf"(?<![\w-])({'|'.join(SYSTEMS)})(?![\w-])")
    found = []
    for source in read_sources():
        if source.file in manifests or source.file == PACKAGE / "games" / "registry.py":
            continue
        found += [
            f"{source.file.name}:{line} {text}"
            for line, text in source.strings
            if games.search(text)
        ]
        found += [
            f"{source.file.name}:{line} {module}"
            for line, module in source.imports
            if module in modules
        ]
    assert found == []


@pytest.mark.parametrize("game", SYSTEMS)
def test_a_manifest_is_short(game: str) -> None:
    """What more there is belongs to its kind of army."""
    assert len(_get_file(_get_manifest(game)).read_text().splitlines()) <= 50


def test_no_faction_is_named_in_code() -> None:
    from listbuilder.data.library import Library
    from listbuilder.games.registry import get_game

    names = {
        name
        for game in SYSTEMS
        for faction in get_game(game).list_factions(Library())
        for name in faction
    }
    found = [
        f"{source.file}:{line} {text}"
        for source in read_sources()
        for line, text in (*source.strings, *source.docstrings)
        if text in names
    ]
    assert found == []


_JOINTS = (", ", ": ", "; ")
_FOR_SHELLS = {"ending.py"}  # a command that is printed to be pasted


def test_the_builder_sets_texts_apart_as_the_language_does() -> None:
    """Not by a comma or a colon in Python: Japanese and Chinese have signs of their own (`words.pair`, `words("listed")`)."""
    found = []
    for file in sorted((PACKAGE / "tui").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.JoinedStr | ast.Call):
                continue
            between = (
                node.values[1:-1]
                if isinstance(node, ast.JoinedStr)
                else [getattr(node.func, "value", None)]
            )
            signs = [each.value for each in between if isinstance(each, ast.Constant)]
            if any(sign in _JOINTS for sign in signs) and file.name not in _FOR_SHELLS:
                found.append(f"{file.name}:{node.lineno}")
    assert not found


@pytest.mark.parametrize("limit", [750])
def test_files_stay_readable(limit: int) -> None:
    long = {
        str(file.relative_to(ROOT)): count
        for file in SOURCES
        if (count := len(file.read_text().splitlines())) > limit
    }
    assert long == {}


def test_functions_stay_readable() -> None:
    long = [
        f"{source.file.relative_to(ROOT)}:{first} {name}"
        for source in read_sources()
        for name, first, last in source.functions
        if last - first >= 95
    ]
    assert long == []


def modules_of(*words: str) -> set[str]:
    """What a command has loaded when it is done."""
    script = (
        "import sys, io, json; from listbuilder.__main__ import main; sys.argv[0] = 'listbuilder'\n"
        "real, sys.stdout = sys.stdout, io.StringIO()\n"
        "code = main(); sys.stdout = real; print(json.dumps([code, sorted(sys.modules)]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *words],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ,
    )
    code, modules = json.loads(done.stdout)
    assert code in (0, 1), done.stderr
    return set(modules)


EXAMPLE = str(next((ROOT / "examples" / "40k-10e" / "legal").glob("*.yaml")))


@pytest.mark.parametrize("words", [(), ("--format", "json")])
def test_check_loads_only_what_it_needs(words: tuple[str, ...]) -> None:
    modules_of("check", EXAMPLE)  # whatever is not compiled yet is now
    modules = modules_of("check", EXAMPLE, *words)
    assert [name for name in modules if name.startswith("listbuilder.reports")] == []
    loaded = {name.split(".")[0] for name in modules}
    heavy = {
        "textual",
        "jsonschema",
        "pydantic",
        "rich",
        "rapidfuzz",
        "asyncio",
        "multiprocessing",
        "difflib",
    }
    heavy |= {"jinja2", "segno", "reportlab", "PIL"}  # only some exports
    assert loaded & heavy == set()


def test_show_loads_no_writer() -> None:
    """It shares the printout with the exports, not their forms."""
    modules = modules_of("show", EXAMPLE, "--formations")
    assert {name.split(".")[0] for name in modules} & {
        "jinja2",
        "segno",
        "reportlab",
        "textual",
        "pydantic",
    } == set()
    assert [name for name in modules if name.startswith("listbuilder.formats.write")] == []


@pytest.mark.parametrize(
    ("kind", "loads"),
    [("text", False), ("ros", False), ("text at an event", True), ("json", True)],
)
def test_pydantic_is_loaded_with_a_document_of_its_own(
    kind: str, loads: bool, tmp_path: Path
) -> None:
    from tests.formats.read import one_list_per_format
    from tests.formats.read.test_formats import BATTLESCRIBE, as_json

    contents = {
        "text": one_list_per_format.GW_A,
        "ros": BATTLESCRIBE,
        "json": json.dumps(as_json()),
    }
    file, event = tmp_path / "list", tmp_path / "event.yaml"
    file.write_text(contents[kind.split()[0]], encoding="utf-8")
    event.write_text("event: Saturday\n")
    words = ["check", str(file), *(["--event", str(event)] if "event" in kind else [])]
    assert ("pydantic" in modules_of(*words)) == loads


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_export_loads_no_model(form: str, tmp_path: Path) -> None:
    """Not even the form of the document that it writes: who reads one has it checked."""
    assert "pydantic" not in modules_of(
        "export", EXAMPLE, "--to", form, "-o", str(tmp_path / "out")
    )


def test_the_builder_loads_no_model() -> None:
    script = "import sys, listbuilder.tui.app, listbuilder.tui.screens.builder; print('pydantic' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


def test_workers_of_the_builder_create_their_coroutines_themselves() -> None:
    """A coroutine created for `run_worker` is never awaited if the builder ends before its worker starts."""
    calls = [file.name for file in SOURCES if ".run_worker(" in file.read_text()]
    assert calls == ["workers.py"]
