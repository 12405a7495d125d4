"""Help, in three languages: every option has words, every example can be typed, no line is wider than the terminal."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from rich.cells import cell_len

from listbuilder.cli.commands import COMMANDS
from listbuilder.cli.help_page import describe_argument, format_option
from listbuilder.cli.parser import (
    HELP,
    PROGRAM,
    build_command_parser,
    build_parser,
    read_examples,
)
from listbuilder.i18n.messages import LANGS, Lang, load_texts
from tests.cli.conftest import Call
from tests.formats.read.one_list_per_format import NR_SIMPLE
from tests.sources import ROOT

NEEDS_TERMINAL = {"edit"}
RUNS_UNTIL_STOPPED = {"serve"}  # tests/cli/test_serve.py
VERBS = frozenset(
    re.findall(
        r"\w+",
        """add also always apply check choose compare create disable explain export find give ignore include leave list make
    name open overwrite print rank read run say search set show spend suggest treat turn use write""",
    )
)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_page_tells_all_that_a_command_takes(call: Call, command: str, lang: Lang) -> None:
    parser = build_command_parser(command, lang)
    page = call(command, "--help", "--lang", lang).out
    squeezed = "".join(page.split())
    for action in parser._actions:
        assert "".join(describe_argument(parser, action).split()) in squeezed
        if action.option_strings:
            assert format_option(action) in page
    assert sum(line.startswith(f"  {PROGRAM} ") for line in page.splitlines()) == 2, "two examples"
    assert max(map(cell_len, page.splitlines())) <= 119
    assert call("help", command, "--lang", lang) == call("--lang", lang, command, "-h")


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_can_be_typed(command: str) -> None:
    for example in read_examples(command):
        words = shlex.split(example.split(">")[0])
        assert words[0] == PROGRAM
        build_parser(words[1:]).parse_args(words[1:])


def test_summaries_and_options_begin_with_a_verb() -> None:
    told_of = [build_parser([]).say(f"commands.{command}.summary") for command in COMMANDS]
    for command in COMMANDS:
        parser = build_command_parser(command, "en")
        told_of += [
            describe_argument(parser, action) for action in parser._actions if action.option_strings
        ]
    starts = {
        re.sub(r"^(check|changes|prices|update)( and update)?: ", "", each).split()[0]
        for each in told_of
    }
    assert starts - VERBS == set()


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call) -> Path:
    """A folder with every file that the examples read."""
    example = ROOT / "examples" / "40k-10e"
    legal = (example / "legal" / "necrons-awakened-dynasty.yaml").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("lists", "mydata/warhammer-40k-11e"):
        Path(name).mkdir(parents=True)
    for name in ("necrons.yaml", "new.yaml", "lists/anna.yaml"):
        Path(name).write_text(legal, encoding="utf-8")
    Path("old.yaml").write_text(re.sub(r".*doomsday-ark.*\n", "", legal), encoding="utf-8")
    Path("orks.yaml").write_bytes((example / "legal" / "orks-war-horde.yaml").read_bytes())
    Path("illegal.yaml").write_bytes(
        (example / "illegal" / "40K-06-rule-of-three.yaml").read_bytes()
    )
    Path("pasted.txt").write_text(NR_SIMPLE, encoding="utf-8")
    quoted = NR_SIMPLE.replace('"', '""')
    Path("lists.csv").write_text(f'Name,List\nAnna,"{quoted}"\n', encoding="utf-8")
    Path("saturday.yaml").write_text("event: Saturday\n", encoding="utf-8")
    Path("mydata/warhammer-40k-11e/necrons.yaml").write_text(
        "datasheets: [{id: overlord, name: Lord}]\n", encoding="utf-8"
    )
    return tmp_path


def make_exports(call: Call) -> None:
    for form, name in (("html", "necrons.html"), ("pdf", "necrons.pdf"), ("rosz", "roster.rosz")):
        assert call("export", "necrons.yaml", "--to", form, "-o", name).code == 0


@pytest.mark.parametrize("command", sorted({*COMMANDS} - NEEDS_TERMINAL - RUNS_UNTIL_STOPPED))
@pytest.mark.slow_but(3)
def test_examples_do_something(call: Call, files: Path, command: str) -> None:
    if command in ("verify", "import"):
        make_exports(call)
    other = {"fix": "illegal.yaml", "fill": "old.yaml"}.get(command, "necrons.yaml")
    for example in read_examples(command):
        words = [
            other if word == "necrons.yaml" else word
            for word in shlex.split(example.partition(" > ")[0])[1:]
        ]
        written = files / words[words.index("-o") + 1] if "-o" in words else None
        if written is not None and written.is_file():
            written.unlink()
        done = call(*words)
        assert done.code in (0, 1) and (done.out or done.err), (example, done.err)
        assert written is None or written.exists(), example


def test_words_of_help_are_of_something_there_is() -> None:
    """What was taken from a command leaves no words behind."""
    known = {f"commands.{command}.{key}" for command in COMMANDS for key in ("summary",)}
    known |= {
        f"commands.{command}.{action.dest}"
        for command in COMMANDS
        for action in build_command_parser(command, "en")._actions
    }
    assert {key for key in load_texts(HELP, "en") if key.startswith("commands.")} <= known


@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize("lang", LANGS)
def test_the_first_page_lists_every_command(
    call: Call, lang: Lang, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    page = call("--help", "--lang", lang).out
    starts = {
        line.split()[0] for line in page.splitlines() if line.startswith("  ") and line[2] != " "
    }
    assert set(COMMANDS) <= starts
    assert max(map(cell_len, page.splitlines())) <= columns
    assert call("help", "--lang", lang).out == page


def test_version_has_a_short_form(call: Call) -> None:
    assert call("-V") == call("--version") == call("check", "-V")


def test_what_is_typed_wrong_is_said_in_the_language_asked_for(call: Call) -> None:
    assert call("check", "--lang", "zh").err.startswith(
        "listbuilder check：缺少 PATH；例如：listbuilder check necrons.yaml"
    )
    assert call("chekc", "--lang=ja").err.startswith(
        "listbuilder: chekc というコマンドはありません。もしかして: check"
    )
    assert call("--lang", "ja", "export", "a.yaml", "--to", "htlm").err.startswith(
        "listbuilder export: --to に htlm は指定できません"
    )
