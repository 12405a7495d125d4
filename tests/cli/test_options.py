"""Options stand before the command, after it, and between what it is given: it is all the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from listbuilder.cli.commands import COMMANDS
from listbuilder.cli.parser import build_command_parser, build_common_parser, build_parser
from listbuilder.i18n.messages import Lang
from tests.cli.conftest import Call

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
ROSTER, OTHER = (
    str(EXAMPLES / "40k-10e" / "legal" / name)
    for name in ("astra-militarum-with-armigers.yaml", "necrons-awakened-dynasty.yaml")
)
ILLEGAL = str(EXAMPLES / "40k-10e" / "illegal" / "40K-02-points-limit.yaml")
LIST = str(EXAMPLES.parent / "tests/formats/write/golden/age-of-sigmar-4e/aos-app.en.txt")
EVENT, SATURDAY = str(EXAMPLES / "event" / "event.yaml"), str(EXAMPLES / "event" / "lists")
LAW = str(EXAMPLES.parent / "factions" / "spearhead" / "rules.yaml")

Words = tuple[str, ...]
# What is written on the command line, in pieces that belong together.
CALLS: dict[str, list[Words]] = {
    "edit": [("edit",), (ROSTER,)],
    "check": [("check",), (ROSTER,), ("--jobs", "1"), (OTHER,), ("--full",)],
    "show": [("show",), (ROSTER,), ("--formations",)],
    "import": [("import",), (LIST,)],
    "export": [("export",), ("--to", "json"), (ROSTER,), ("--for", "me")],
    "verify": [("verify",), (LIST,)],
    "collection": [("collection",), ("from",), ("--name", "Mine"), (ROSTER,)],
    "diff": [("diff",), (ROSTER,), (OTHER,)],
    "fill": [("fill",), ("--points", "60"), (ROSTER,)],
    "new": [("new",), ("warhammer-40k-10e",), ("--size", "incursion"), ("necrons",)],
    "why": [("why",), (ROSTER,), ("--to", "chimera"), ("hunter",), ("killer",), ("missile",)],
    "event": [("event",), ("--rules", EVENT), (SATURDAY,), ("--jobs", "1")],
    "fix": [("fix",), ("--offer", "1"), (ILLEGAL,)],
    "find": [("find",), ("necron",), ("--limit", "3"), ("warriors",)],
    "rules": [("rules",), ("40K-06",)],
    "data": [("data",), ("check",), ("--strict",), (LAW,)],
    "config": [("config",)],
    "doctor": [("doctor",)],
    "share": [("share",), (ROSTER,), ("--page", "https://example.org/")],
    "serve": [("serve",), ("--static",), ("no-page-here",), ("--port", "0")],
    "report": [("report",), ("--code", "40K-02"), (ILLEGAL,)],
    "completion": [("completion",), ("fish",)],
    "help": [("help",), ("check",)],
}
COMMON: list[Words] = [
    ("--lang", "ja"),
    ("--lang=zh",),
    ("--format", "json"),
    ("--as-of", "2025-06-11"),
    ("--data", str(EXAMPLES)),
    ("--no-color",),
]


def test_every_command_and_every_common_option_is_tried() -> None:
    assert set(CALLS) == set(COMMANDS)
    tried = {option[0].split("=")[0] for option in COMMON}
    assert {
        name for action in build_common_parser()._actions for name in action.option_strings
    } - tried == {"--version", "-V", "--help", "-h"}


def words_of(pieces: list[Words]) -> list[str]:
    return [word for piece in pieces for word in piece]


def parsed(pieces: list[Words]) -> tuple[Lang, dict[str, Any]]:
    """Return all that the program takes from its command line: the language to speak, and what a command is given."""
    words = words_of(pieces)
    parser = build_parser(words)
    return parser.lang, vars(parser.parse_args(words))


@pytest.mark.parametrize("command", COMMANDS)
def test_common_options_stand_anywhere(command: str) -> None:
    """What is parsed is the same, so what is done with it is."""
    pieces = CALLS[command]
    for option in COMMON:
        results = [
            parsed([*pieces[:place], option, *pieces[place:]]) for place in range(len(pieces) + 1)
        ]
        assert [result for result in results if result != results[0]] == [], option
        assert results[0] != parsed(pieces), f"{option} changes nothing"


@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_command_is_given_stands_between_its_options_in_any_order(command: str) -> None:
    first, *rest = CALLS[command]
    wanted = parsed([first, *rest])
    for order in orders(rest):
        assert parsed([first, *order]) == wanted, order


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.slow
def test_every_command_takes_its_line_with_an_option_in_the_middle(
    call: Call, command: str
) -> None:
    pieces = CALLS[command]
    result = call(*words_of([*pieces[:1], ("--lang", "ja"), *pieces[1:]]))
    # No terminal, nothing sealed, no page, and a list in the event's folder that cannot be read.
    assert (result.code in (0, 1)) == (command not in ("edit", "verify", "event", "serve")), (
        result.err
    )
    assert re.search("[ぁ-んァ-ヶ]", result.out + result.err) or command in (
        "share",
        "export",
        "new",
        "completion",
    )  # it is heard


def orders(pieces: list[Words]) -> Iterator[list[Words]]:
    """The options at every other place; what has no dashes keeps its order."""
    options = [piece for piece in pieces if piece[0].startswith("--")]
    others = [piece for piece in pieces if not piece[0].startswith("--")]
    for place in range(len(others) + 1):
        yield [*others[:place], *options, *others[place:]]
        yield [*others[:place], *reversed(options), *others[place:]]


def test_the_last_one_counts(call: Call) -> None:
    japanese = call("check", "--lang", "ja", ROSTER)
    assert call("--lang", "zh", "check", ROSTER, "--lang", "ja") == japanese
    assert call("check", "--lang", "zh", ROSTER, "--lang", "ja") == japanese


def test_two_lists_around_an_option_are_both_checked(call: Call) -> None:
    result = call("check", ROSTER, "--lang", "en", OTHER, "--format", "text")
    assert result.code == 0
    assert [line for line in result.out.splitlines() if "LEGAL" in line] == [
        line
        for each in (ROSTER, OTHER)
        for line in call("check", each).out.splitlines()
        if "LEGAL" in line
    ]


@pytest.mark.parametrize(
    "words",
    [
        ("--version",),
        ("check", "--version"),
        ("check", ROSTER, "--version"),
        ("--version", "check"),
    ],
)
def test_version_anywhere(call: Call, words: Words) -> None:
    assert call(*words) == call("--version")
    assert call(*words).out.startswith("listbuilder ")


def test_a_value_that_is_called_like_a_command(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules").mkdir()
    assert call("--data", "rules", "check", ROSTER) == call("check", ROSTER)
    (tmp_path / "check").write_bytes(Path(ROSTER).read_bytes())
    assert call("check", "--lang", "ja", "check").code == 0


def test_a_file_that_begins_with_a_dash(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "-a.yaml").write_bytes(Path(ROSTER).read_bytes())
    (tmp_path / "--lang").write_bytes(Path(OTHER).read_bytes())
    wanted = call("check", "./-a.yaml", "./--lang")
    assert wanted.code == 0
    for words in (
        ("check", "--lang", "en", "--", "-a.yaml", "--lang"),
        ("--lang", "en", "check", "--", "-a.yaml", "--lang"),
    ):
        result = call(*words)
        assert (result.code, result.err) == (0, "")
        assert [
            line.replace("  -a.yaml", "./-a.yaml").replace("  --lang", "./--lang")
            for line in result.out.splitlines()
        ] == (wanted.out.splitlines())
    mixed = call("check", ROSTER, "--full", "--", "-a.yaml")
    assert mixed.code == 0
    assert "-a.yaml" in mixed.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("check", ROSTER, "--nope", OTHER), "listbuilder check: unknown option --nope (see"),
        (
            ("check", ROSTER, "--evnet", OTHER),
            "listbuilder check: unknown option --evnet; did you mean --event? (see",
        ),
        (("check", ROSTER, "--lang"), "listbuilder check: --lang needs a value (see"),
        (("check", "--lang", "--full", ROSTER), "listbuilder check: --lang needs a value (see"),
        (
            ("check", "--full"),
            "listbuilder check: missing PATH; for example: listbuilder check necrons.yaml (see",
        ),
        (
            ("show", ROSTER, "--lang", "ja", OTHER),
            f"listbuilder show: 余分な引数です: {OTHER}。詳しくは listbuilder show --help",
        ),
        (
            ("check", "--jobs", "many", ROSTER),
            "listbuilder check: --jobs needs a whole number, not many (see",
        ),
        (
            ("export", ROSTER),
            "listbuilder export: missing --to; for example: listbuilder export necrons.yaml --to html",
        ),
        (
            ("chekc", ROSTER),
            "listbuilder: unknown command chekc; did you mean check? (see listbuilder --help)",
        ),
        (
            (ROSTER,),
            f"listbuilder: {ROSTER} is a file, not a command; to check it, run: listbuilder check {ROSTER} (see",
        ),
        (
            ("check", ROSTER, "--lang", "de"),
            "listbuilder check: --lang can't be de; did you mean en? It can be en, ja or zh",
        ),
        (("check", ROSTER, "--full=yes"), "listbuilder check: --full takes no value (see"),
        (("export", "--fo", "html", ROSTER), "listbuilder export: --fo could mean --"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wrong_use_names_the_command(call: Call, words: Words, sentence: str) -> None:
    result = call(*words)
    assert result.code == 2
    assert result.err.startswith(sentence)
    assert result.err.count("\n") == 1


def test_shortened_options_are_understood_anywhere(call: Call) -> None:
    assert call("check", ROSTER, "--la", "ja", OTHER) == call(
        "check", "--lang", "ja", ROSTER, OTHER
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_takes_one_value_or_none(command: str) -> None:
    """Else nobody could tell its values from what the command is given."""
    parser = build_command_parser(command, "en")
    assert [
        action
        for action in parser._actions
        if action.option_strings and action.nargs not in (None, 0)
    ] == []
