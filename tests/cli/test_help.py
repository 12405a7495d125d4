"""Help, in three languages: every option has words, every example can be typed, no line is wider than the terminal."""

from __future__ import annotations

import shlex

import pytest
from rich.cells import cell_len

from listbuilder.cli.help_page import spelled, told
from listbuilder.cli.parser import COMMANDS, HELP, PROGRAM, command_parser, examples, parser_for
from listbuilder.store.words import LANGS, Lang, table
from tests.cli.conftest import Call


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_page_tells_all_that_a_command_takes(call: Call, command: str, lang: Lang) -> None:
    parser = command_parser(command, lang)
    page = call(command, "--help", "--lang", lang).out
    squeezed = "".join(page.split())
    for action in parser._actions:
        assert "".join(told(parser, action).split()) in squeezed
        if action.option_strings:
            assert spelled(action) in page
    assert sum(line.startswith(f"  {PROGRAM} ") for line in page.splitlines()) == 2, "two examples"
    assert max(map(cell_len, page.splitlines())) <= 119
    assert call("help", command, "--lang", lang) == call("--lang", lang, command, "-h")


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_can_be_typed(command: str) -> None:
    for example in examples(command):
        words = shlex.split(example.split(">")[0])
        assert words[0] == PROGRAM
        parser_for(words[1:]).parse_args(words[1:])


def test_words_of_help_are_of_something_there_is() -> None:
    """What was taken from a command leaves no words behind."""
    known = {f"commands.{command}.{key}" for command in COMMANDS for key in ("summary",)}
    known |= {f"commands.{command}.{action.dest}" for command in COMMANDS for action in command_parser(command, "en")._actions}
    assert {key for key in table(HELP, "en") if key.startswith("commands.")} <= known


@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize("lang", LANGS)
def test_the_first_page_lists_every_command(call: Call, lang: Lang, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    page = call("--help", "--lang", lang).out
    starts = {line.split()[0] for line in page.splitlines() if line.startswith("  ") and line[2] != " "}
    assert set(COMMANDS) <= starts
    assert max(map(cell_len, page.splitlines())) <= columns
    assert call("help", "--lang", lang).out == page


def test_version_has_a_short_form(call: Call) -> None:
    assert call("-V") == call("--version") == call("check", "-V")


def test_what_is_typed_wrong_is_said_in_the_language_asked_for(call: Call) -> None:
    assert call("check", "--lang", "zh").err.startswith("listbuilder check：缺少 PATH；例如：listbuilder check necrons.yaml")
    assert call("chekc", "--lang=ja").err.startswith("listbuilder: コマンド chekc はありません。もしかして: check")
    assert call("--lang", "ja", "export", "a.yaml", "--to", "htlm").err.startswith(
        "listbuilder export: --to に htlm は指定できません"
    )
