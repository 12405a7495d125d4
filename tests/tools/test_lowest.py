"""What `make lowest` installs and runs; the run itself takes half an hour and is nobody's test."""

from __future__ import annotations

import tomllib

import pytest

from tools import lowest
from tools.installed.install import ROOT


def test_only_the_second_environment_has_mcp() -> None:
    """It would raise the version of pydantic in the first."""
    names = {lowest.get_name(one) for one in lowest.list_test_requirements(has_mcp=False)}
    more = {lowest.get_name(one) for one in lowest.list_test_requirements(has_mcp=True)}
    assert {"pytest", "pytest-xdist", "starlette"} <= names
    assert more - names == {"mcp"}


def test_every_area_of_the_tests_is_run() -> None:
    areas = lowest.list_areas()
    assert {"tests/tui", "tests/cli", "tests/test_api.py", lowest.TESTS_OF_MCP} <= set(areas)
    assert all((ROOT / area).exists() for area in areas)


def test_an_area_that_fails_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made: list[tuple[str, ...]] = []
    monkeypatch.setattr(lowest, "call_uv", lambda *words: made.append(words))
    monkeypatch.setattr("sys.argv", ["lowest", "tests/cli", "tests/tui", lowest.TESTS_OF_MCP])

    class Done:
        def __init__(self, command: list[str], **_: object) -> None:
            self.returncode = int(command[-1] == "tests/tui")

    monkeypatch.setattr("subprocess.run", Done)
    assert lowest.main() == 1
    assert capsys.readouterr().out.endswith("failed: tests/tui\n")
    installs = [words for words in made if words[:2] == ("pip", "install")]
    assert len(installs) == 2
    assert all("lowest-direct" in words for words in installs)


def test_every_dependency_has_a_lower_bound() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["web"], *extras["mcp"], *extras["docs"]]
    assert [one for one in wanted if ">=" not in one] == []
