"""ARCHITECTURE.md is true: what it names exists, its layers are the enforced ones, and its ways are walked."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

from tests.sources import ROOT, read_sources
from tests.test_house import EXAMPLE, modules_of

PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
KINDS = ("wh40k", "aos", "boxed", "heroes")
WARGEAR = "wargear"


@cache
def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def named(text: str) -> list[str]:
    """What stands between backticks, without code blocks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def is_path(name: str) -> bool:
    return " " not in name and ("/" in name or re.search(r"\.(py|yaml|md|toml)$", name) is not None)


def found(name: str, below: str = "") -> list[Path]:
    """Every file or folder a name means; what stands in angle brackets can be anything."""
    pattern = re.sub(r"<\w+>", "*", name).rstrip("/")
    for base in (ROOT / "listbuilder" / below, ROOT):
        if there := sorted(base.glob(pattern)):
            return there
    return []


def paths() -> list[tuple[str, str]]:
    solver = section("The wargear solver in ten sentences")
    inside = [(name, "" if "/" in name else WARGEAR) for name in named(solver)]
    apart = inside + [(name, "") for name in named(PAGE.replace(solver, ""))]
    return [(name, below) for name, below in apart if is_path(name)]


def test_every_file_and_folder_exists() -> None:
    assert len(paths()) > 100
    assert [name for name, below in paths() if not found(name, below)] == []


def test_what_every_kind_of_army_has_every_kind_has() -> None:
    wanted = {
        name.replace("<kind>", kind) for name, _ in paths() if "<kind>" in name for kind in KINDS
    }
    assert len(wanted) >= 5 * len(KINDS)
    assert sorted(name for name in wanted if not found(name)) == []


def test_every_class_and_function_exists() -> None:
    known: set[str] = set()
    for source in read_sources():
        known |= {name for name, _, _ in source.functions}
        for name, methods in source.classes.items():
            known |= {name} | {f"{name}.{method}" for method in methods}
    names = [name for name in named(PAGE) if re.match(r"[A-Z]\w+(\.\w+)?$", name)]
    assert len(names) >= 8
    assert [name for name in names if name not in known] == []


def test_the_layers_are_those_that_are_enforced() -> None:
    block = section("Layers").split("```")[1]
    told = [
        re.split(r" [|:] ", re.split(r"\s{2,}", line)[0]) for line in block.strip().splitlines()
    ]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]
    contract = next(each for each in settings["contracts"] if each["type"] == "layers")
    enforced = [
        [name.strip(" ()").removeprefix("listbuilder.") for name in re.split(r"[|:]", layer)]
        for layer in contract["layers"]
    ]
    assert told == enforced
    kinds = next(each for each in settings["contracts"] if each["type"] == "independence")[
        "modules"
    ]
    assert [f"listbuilder.games.{kind}" for kind in KINDS] == kinds


def loaded(way: str) -> list[str]:
    """The modules that a way names; those named as examples are the ones that the example takes."""
    return [
        "listbuilder." + name[:-3].replace("/", ".")
        for name in named(section(way))
        if name.endswith(".py")
    ]


@pytest.mark.parametrize("command", ["check", "import", "export"])
def test_the_way_of_a_command_is_walked(command: str, tmp_path: Path) -> None:
    from tests.formats.read import one_list_per_format

    foreign = tmp_path / "list.txt"
    foreign.write_text(one_list_per_format.GW_A, encoding="utf-8")
    calls = {
        "check": [["check", EXAMPLE], ["check", EXAMPLE, "--format", "json"]],
        "import": [["import", str(foreign)], ["check", str(foreign)]],
        "export": [["export", EXAMPLE, "--to", "markdown", "-o", str(tmp_path / "out.md")]],
    }
    walked = set[str]().union(*(modules_of(*words) for words in calls[command]))
    way = [name for name in loaded(f"The way of `{command}`") if not name.endswith(".__main__")]
    assert len(way) > 6
    assert [name for name in way if name not in walked] == []


def test_the_way_of_a_key_press_is_walked() -> None:
    way = loaded("The way of a key press")
    assert len(way) > 12
    script = (
        "import sys; from pathlib import Path; import listbuilder.tui.screens.builder\n"
        "from listbuilder.workspace.session import Session; from listbuilder.data.library import Library\n"
        f"session = Session.open(Path({EXAMPLE!r}), Library()); session.position.editor\n"
        "print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert [name for name in way if name not in done.stdout.split()] == []


def test_the_solver_takes_ten_sentences_and_names_every_part() -> None:
    text = section("The wargear solver in ten sentences")
    assert [int(number) for number in re.findall(r"\((\d+)\)", text)] == list(range(1, 11))
    assert all(sentence.count(". ") <= 1 for sentence in re.split(r"\(\d+\)", text)[1:])
    files = {file.name for file in (ROOT / "listbuilder" / WARGEAR).glob("*.py")} - {"__init__.py"}
    assert {name for name in named(text) if name.endswith(".py")} == files


def test_twenty_changes() -> None:
    rows = re.findall(
        r"^\| (\d+) \| .+ \| (.+) \|$", section("Where a change belongs"), flags=re.MULTILINE
    )
    assert [int(number) for number, _ in rows] == list(range(1, 21))
    assert all(any(is_path(name) for name in named(files)) for _, files in rows)


def test_the_readme_leads_here() -> None:
    assert "(ARCHITECTURE.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
