"""What README.md says to do works as written, and all that it and its translations point to is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from listbuilder.cli.parser import COMMANDS, parser_for
from tests.cli.conftest import Call, call  # noqa: F401
from tests.exchange.readers.lists import NR_SIMPLE
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


# What stands in the recipes for a player's own words.
STANDS_FOR = {
    "FILE...": "list.yaml",
    "FILE": "list.yaml",
    "OUT": "out.yaml",
    "A": "list.yaml",
    "B": "other.yaml",
    "OLD": "2025-06-11",
    "NEW": "today",
    "THING": "nether-realm-casket",
    "UNIT": "overlord",
    "名前": "オーヴァーロード",
    "名称": "霸主",
}


def recipes(page: Path) -> list[list[str]]:
    """Every command that a page tells to type, with what may be left out and without it."""
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"`(?:listbuilder )([^`<]+)`", text.partition("<!-- output: listbuilder --help")[0])
    named += re.findall(r"`(diff FILE [^`]*)`", text) + re.findall(r"^listbuilder ([a-z][^\n#]*)", text, re.MULTILINE)
    spelled = [way for each in named for way in (re.sub(r" ?\[[^]]*\]", "", each), re.sub(r"[][]", "", each))]
    words = [[STANDS_FOR.get(word, word) for word in shlex.split(each.partition(" > ")[0])] for each in dict.fromkeys(spelled)]
    return [each for each in words if each[0] in COMMANDS and each != ["verify"]]


@pytest.fixture
def at_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    legal = ROOT / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"
    text = legal.read_text(encoding="utf-8")
    short = text.replace("count: 10", "count: 5", 1)
    monkeypatch.chdir(tmp_path)
    for name in ("list.yaml", "my-list.yaml"):
        Path(name).write_text(short, encoding="utf-8")
    Path("other.yaml").write_text(text, encoding="utf-8")
    Path("pasted-from-the-app.txt").write_text(NR_SIMPLE, encoding="utf-8")
    Path("saturday.yaml").write_text("event: Saturday\n", encoding="utf-8")
    Path("lists").mkdir()
    Path("lists", "ann.yaml").write_text(text, encoding="utf-8")
    Path("examples").symlink_to(ROOT / "examples")
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
@pytest.mark.slow_but(1)
def test_every_recipe_works_as_written(page: Path, call: Call, at_work: Path) -> None:  # noqa: F811
    tried = recipes(page)
    assert {"new", "check", "why", "fix", "fill", "diff", "collection", "event", "export"} <= {words[0] for words in tried}
    for words in tried:
        for written in ("out.yaml", "mine.yaml"):
            (at_work / written).unlink(missing_ok=True)
        if words[0] == "import":  # another program's list
            words = [words[0], "pasted-from-the-app.txt", *words[2:]]
        result = call(*words)
        if words[0] == "edit":  # the builder wants a terminal, which a test has not
            assert "--" not in result.err
            continue
        assert result.code in (0, 1), (words, result.err)
        assert result.out or result.err, words


def test_every_export_the_page_names_is_made_and_verified(call: Call, at_work: Path) -> None:  # noqa: F811
    """`verify` makes these anew; the others are for other programs."""
    sentence = PAGE.partition("`listbuilder verify` makes an ")[2].partition(" export")[0]
    forms = re.findall(r"`(\w+)`", sentence)
    assert forms == ["html", "pdf", "svg", "json", "qr"]
    for form in forms:
        assert call("export", "other.yaml", "--to", form, "-o", f"made.{form}").code == 0
        assert "VALID" in call("verify", f"made.{form}").out
