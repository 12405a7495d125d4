"""Everything a user can get wrong: one clear sentence with its place, exit 2, and no traceback."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Call

Write = Callable[[str], str]
HEAD = "system: warhammer-40k-10e\nfaction: necrons\nbattle_size: incursion\ndetachment: awakened-dynasty\n"

CASES = [
    ("", ":1:1: empty file"),
    ("just text", ":1:1: not a roster"),
    ("- a\n- b\n", ":1:1: not a roster"),
    ("faction: necrons\n", ":1:1: no game given"),
    ("system: warhammer-40k\nfaction: necrons\n", ':1:9: unknown game "warhammer-40k"'),
    ("system: warhammer-40k-10e\n", ':1:1: missing key "faction"'),
    ("system: warhammer-40k-10e\nfaction: necron\n", "did you mean necrons?"),
    (HEAD + "unit: []\n", ':5:1: unknown key "unit"; did you mean units?'),
    (HEAD + "units: 5\n", ':5:8: expected list, found "5"'),
    (HEAD + "units:\n", ":5:1: `units:` has no value; expected list, or remove the line"),
    (
        HEAD + "units:\n  - overlord\n",
        ':6:5: "overlord" needs a key: write `- datasheet: overlord`',
    ),
    (
        HEAD + "colour: green\nunits: []\n",
        ':5:1: unknown key "colour"; keys here: assumed, battle_ready',
    ),
    (
        HEAD + "units:\n  - {datasheet: ork-boyz}\n",
        'Necrons has no datasheet "ork-boyz"; run `listbuilder find ork boyz --system warhammer-40k-10e` to search every faction',
    ),
    (
        "system: warhammer-40k-10e\nfaction: qqq\n",
        'unknown faction "qqq"; run `listbuilder new warhammer-40k-10e` to list them',
    ),
    (
        "system: combat-patrol\npatrol: qqq\n",
        'unknown box "qqq"; run `listbuilder new combat-patrol` to list them',
    ),
    (
        "system: age-of-sigmar-4e\nfaction: seraphn\n",
        "did you mean seraphon? Run `listbuilder new age-of-sigmar-4e` to ",
    ),
    (
        HEAD + "units:\n  - {datasheet: overlrd}\n",
        'has no datasheet "overlrd"; did you mean overlord?',
    ),
    (
        HEAD + "units:\n  - {datasheet: intercessor-squad}\n",
        "for another faction's, write space-marines/intercessor-squad",
    ),
    (HEAD + "units:\n  - {datasheet: ork/boyz}\n", "did you mean orks?"),
    (
        HEAD + "units:\n  - {datasheet: overlord, models: many}\n",
        ':6:35: expected number or list, found "many"',
    ),
    (HEAD + "units:\n  - {datasheet: overlord, models: 0}\n", "the count is 0"),
    (
        HEAD + "units:\n  - {datasheet: overlord, enhancement: veil-of-darknes}\n",
        "did you mean veil-of-darkness?",
    ),
    (
        HEAD + "units:\n  - {datasheet: immortals, models: [{model: Imortal, count: 5}]}\n",
        'no model "Imortal"; it has Immortal',
    ),
    (
        HEAD + "units:\n  - {datasheet: immortals, models: [{model: Immortal, count: -5}]}\n",
        "the count is -5",
    ),
    (
        HEAD + "units:\n  - {id: a, datasheet: overlord}\n  - {id: a, datasheet: monolith}\n",
        ':7:10: the id "a" is used twice',
    ),
    (HEAD.replace("awakened-dynasty", "awakend-dynasty"), "did you mean awakened-dynasty?"),
    (HEAD + "units:\n\t- {datasheet: overlord}\n", ":6:1: there is a tab here"),
    (HEAD + "faction: orks\n", ':5:1: duplicate key "faction"'),
    (HEAD + "units:\n  - {datasheet: ../../secret}\n", "unknown faction"),
    (HEAD + "points_as_of: last summer\n", ':5:15: "last summer" is not a date'),
    (
        HEAD + "points_as_of: 2020-01-01\n",
        ":5:15: no points are known for 2020-01-01; the data starts on 2023-06-16",
    ),
    (HEAD + "x-own: {anything: [goes]}\nunits:\n  - {datasheet: 5}\n", 'expected text, found "5"'),
]


@pytest.mark.parametrize(("text", "sentence"), CASES, ids=[sentence for _, sentence in CASES])
def test_one_clear_sentence(call: Call, roster: Write, text: str, sentence: str) -> None:
    file = roster(text)
    result = call("check", file, "--format", "json")
    assert result.code == 2
    assert sentence in result.err
    assert result.err.startswith(file + ":")
    assert "Traceback" not in result.err + result.out
    shown = call("check", file)
    assert (shown.code, shown.err) == (2, "")
    assert shown.out.startswith("UNDECIDED") and "\nerror: " in shown.out


def test_json_names_the_line_that_could_not_be_read(call: Call, roster: Write) -> None:
    result = call(
        "check",
        "--format",
        "json",
        roster(HEAD + "units:\n  - {datasheet: overlrd}\n  - {datasheet: monolith}\n"),
    )
    (one,) = json.loads(result.out)["rosters"]
    assert one["verdict"] == "unread"
    assert [unit["datasheet"] for unit in one["units"]] == ["monolith"]
    assert one["unread"][0]["line"] == 6
    assert one["unread"][0]["text"] == "- {datasheet: overlrd}"


def test_paths(call: Call, tmp_path: Path, roster: Write) -> None:
    good = roster(HEAD + "units: [{datasheet: overlord, warlord: true}]\n")
    result = call("check", str(tmp_path / "none.yaml"), good)
    assert result.code == 2
    assert result.err == f"{tmp_path / 'none.yaml'}: no such file; check the path\n"
    assert (
        "UNDECIDED" not in result.out and "none.yaml" not in result.out
    )  # what is not there has no verdict
    assert re.search(f"LEGAL .*{re.escape(Path(good).name)}", result.out)
    empty = tmp_path / "empty"
    empty.mkdir()
    assert (
        "no lists in this folder (looked for .yaml, .yml, "
        in call("check", str(empty), "--format", "json").err
    )


def test_a_large_file_is_refused_at_once(call: Call, tmp_path: Path) -> None:
    large = tmp_path / "large.yaml"
    large.write_bytes(b"a: 1\n" * 10_000_000)
    result = call("check", str(large))
    assert (result.code, result.err) == (2, f"{large}: too large: 50.0 MB (the limit is 2 MB)\n")


@pytest.mark.parametrize(
    "words",
    [
        ("chek",),
        ("check",),
        ("check", "--lang", "fr", "x"),
        ("check", "--as-of", "yesterday", "x"),
        ("check", "--as-of", "2025-02-30", "x"),
        ("check", "--data", "/no/such/folder", "x"),
        ("check", "--no-such-option", "x"),
        ("new", "warhammer", "necrons"),
        ("new", "warhammer-40k-10e", "no-such-faction"),
        ("new", "warhammer-40k-10e", "necrons", "--detachment", "nothing"),
        ("new", "warhammer-40k-10e", "necrons", "--size", "tiny"),
        ("rules", "40K-99"),
        ("show", "/no/such/file.yaml"),
        ("data", "check", "/no/such/file.yaml"),
        ("find", "overlord", "--faction", "necorns"),
    ],
    ids=" ".join,
)
def test_wrong_use_is_one_sentence_and_exit_2(call: Call, words: tuple[str, ...]) -> None:
    result = call(*words)
    assert result.code == 2
    assert result.err.strip()
    assert result.err.count("\n") == 1
    assert "Traceback" not in result.err


def test_a_bug_of_ours_is_exit_3(
    call: Call, roster: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr("listbuilder.rules.engine.run_rules", broken)
    result = call("check", roster(HEAD))
    assert result.code == 3
    assert "internal error, this is a bug: RuntimeError: boom" in result.err


def test_who_writes_the_points_means_the_size_of_so_many(call: Call, roster: Write) -> None:
    for given in ("2000", '"2000"'):
        result = call(
            "check", roster(HEAD.replace("strike-force", given).replace("incursion", given))
        )
        assert (
            'unknown battle size "2000"; choose Incursion, Strike Force or Onslaught'
            in " ".join(result.out.split())
        )
        assert "  fix   Battle size: Strike Force (2000)" in result.out


def test_new_without_a_faction_lists_them(call: Call) -> None:
    result = call("new", "age-of-sigmar-4e", "--lang", "ja")
    assert result.code == 2
    assert result.err.startswith("次のいずれかを選び、listbuilder new age-of-sigmar-4e の後に")
    assert any(line.startswith("seraphon ") for line in result.out.splitlines())
    assert call("new", "space-marine-heroes").code == 0  # there is but one
