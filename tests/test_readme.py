"""What README.md says to do works as written, and all that it and its translations point to is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from listbuilder.cli.parser import COMMANDS, parser_for
from tests.cli.conftest import Call, call  # noqa: F401
from tests.test_house import ROOT

PAGES = sorted(ROOT.glob("README*.md"))
PAGE = (ROOT / "README.md").read_text(encoding="utf-8")


def test_there_is_one_for_each_language() -> None:
    assert [page.name for page in PAGES] == ["README.ja.md", "README.md", "README.zh.md"]


def test_own_data_as_the_page_has_it(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    section = PAGE.partition("## Data of your own\n")[2].partition("\n## ")[0]
    (text,) = re.findall(r"```yaml\n(.*?)```", section, flags=re.DOTALL)
    (name,) = re.findall(r"`(mydata/[^`]+\.yaml)`", section)
    (shown,) = re.findall(r"```console\n(.*?)```", section, flags=re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path(name).parent.mkdir(parents=True)
    Path(name).write_text(text, encoding="utf-8")
    said = ""
    for line in shown.splitlines():
        if line.startswith("$ "):
            result = call(*shlex.split(line)[2:])
            assert (result.code, result.err) == (0, "")
            said = result.out
        else:
            assert line in said


def test_the_roster_of_the_page_is_read(call: Call, tmp_path: Path) -> None:  # noqa: F811
    (text,) = re.findall(r"```yaml\n(system:.*?)```", PAGE, flags=re.DOTALL)
    file = tmp_path / "roster.yaml"
    file.write_text(text, encoding="utf-8")
    assert "LEGAL" in call("check", str(file)).out


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_it_points_to_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (ROOT / target).exists(), target
    for folder in re.findall(r"`((?:examples|schemas|docs|tests|factions)/[\w./*-]*)`", text):
        assert list(ROOT.glob(folder)), folder


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_it_names_can_be_typed(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"`listbuilder ([a-z]+)[^`]*`", text)
    assert named and set(named) <= set(COMMANDS)
    for line in re.findall(r"`(listbuilder (?:export|new|event|rules|find|check|completion) [^`]*)`", text):
        words = shlex.split(line.split(" > ")[0].replace("FILE", "a.yaml").replace("OUT", "b.yaml"))
        parser_for(words[1:]).parse_args(words[1:])
