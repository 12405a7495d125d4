"""CONTRIBUTING.md on languages is true: the small language that it begins is spoken, and says the rest in English.

In a process of its own, for which languages there are is known once and for all when the program starts.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from listbuilder.data import paths
from listbuilder.i18n import languages
from listbuilder.i18n.text_files import LANGS, SHIPPED, load_texts
from listbuilder.yamlio import reader
from tests.test_contributing import PAGE, blocks, words

ROSTER = """system: warhammer-40k-10e
faction: necrons
battle_size: huge
detachment: awakened-dynasty
units:
  - {datasheet: overlord, warlord: true}
"""
EXAMPLE = str(paths.get_root() / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The folder of somebody's own data, with what the page tells to write there."""
    place = tmp_path / "share" / "listbuilder" / "factions"
    place.mkdir(parents=True)
    for name in ("languages.yaml", "eo.yaml"):
        (text,) = blocks(f"yaml {name}")
        (place / name).write_text(text, encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(ROSTER, encoding="utf-8")
    return place


def say(home: Path, *given: str, **environment: str) -> subprocess.CompletedProcess[str]:
    known = {
        **os.environ,
        "LC_ALL": "C.UTF-8",
        "XDG_DATA_HOME": str(home.parents[1]),
        "COLUMNS": "80",
    } | environment
    call = [sys.executable, "-m", "listbuilder", *given]
    known["PYTHONPATH"] = str(paths.get_root())
    return subprocess.run(
        call, capture_output=True, encoding="utf-8", env=known, cwd=home.parents[2], timeout=60
    )


def test_the_language_of_the_example_is_spoken(home: Path) -> None:
    (session,) = blocks("console language")
    command, *shown = session.splitlines()
    done = say(home, *command.split()[2:])
    assert (done.returncode, done.stderr) == (1, "")
    lines = [words(line) for line in done.stdout.splitlines()]
    assert [line for line in shown if words(line) not in lines] == [], done.stdout
    assert "Points as of " in done.stdout, "what it does not say is said in English"
    by_locale = say(home, "check", "mine.yaml", LC_ALL="eo.UTF-8")
    assert by_locale.stdout == done.stdout


@pytest.mark.slow
def test_its_yes_is_one_in_a_roster(home: Path) -> None:
    before = say(home, "check", "mine.yaml", "--format", "json").stdout
    (home.parents[2] / "mine.yaml").write_text(
        ROSTER.replace("warlord: true", "warlord: Jes"), encoding="utf-8"
    )
    (home.parents[2] / "other.yaml").write_text(
        ROSTER.replace("warlord: true", "warlord: jesja"), encoding="utf-8"
    )
    (now,), (then,) = (
        json.loads(each)["rosters"]
        for each in (say(home, "check", "mine.yaml", "--format", "json").stdout, before)
    )
    assert (now["verdict"], now["findings"]) == (then["verdict"], then["findings"])
    assert say(home, "check", "other.yaml").returncode == 2


@pytest.mark.slow
def test_a_shipped_language_said_otherwise_is_as_it_was_when_that_is_taken_away(home: Path) -> None:
    """What was compiled meanwhile is of no use to whoever has not the same languages."""
    cache = str(home.parents[2] / "cache")
    before = say(home, "check", "mine.yaml", "--lang", "ja", LISTBUILDER_CACHE=cache).stdout
    (home / "languages.yaml").write_text(
        "ja: {name: 日本語, tag: ja, words: own.yaml}\n", encoding="utf-8"
    )
    (home / "own.yaml").write_text(
        "rules/words.yaml:\n  verdict:\n    illegal: だめ\n", encoding="utf-8"
    )
    other = str(home.parents[2] / "other")
    own = say(home, "check", "mine.yaml", "--lang", "ja", LISTBUILDER_CACHE=other).stdout
    assert "だめ" in own and "バトル規模はありません" in own, own
    (home / "languages.yaml").unlink()
    assert say(home, "check", "mine.yaml", "--lang", "ja", LISTBUILDER_CACHE=other).stdout == before


@pytest.mark.slow
def test_it_is_one_of_the_languages_everywhere(home: Path) -> None:
    assert "--lang en|ja|zh|eo" in say(home, "--help").stdout
    (home.parents[2] / "mine.yaml").write_text(
        ROSTER.replace("necrons", "necron"), encoding="utf-8"
    )
    misspelt = say(home, "check", "mine.yaml", "--lang", "eo").stdout
    assert (
        "en ĉi tiu ludo ne estas frakcio „necron“" in misspelt
        and "ĉu vi celas Nekronoj?" in misspelt
    )
    assert say(home, "data", "check", str(home)).returncode == 0
    page = say(home, "export", EXAMPLE, "--to", "html", "--lang", "eo")
    assert '<html lang="eo">' in page.stdout and "Nekronoj" in page.stdout
    for form in ("text", "markdown", "svg", "pdf", "json"):
        out = home.parents[2] / f"out.{form}"
        done = say(home, "export", EXAMPLE, "--to", form, "--lang", "eo", "-o", str(out))
        assert done.returncode == 0 and out.stat().st_size > 1000, done.stderr
    for command in (
        ["show", EXAMPLE],
        ["rules", "40K-06"],
        ["find", "overlord"],
        ["fix", "mine.yaml"],
        ["doctor"],
        ["help", "check"],
    ):
        assert say(home, *command, "--lang", "eo").stdout


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        (
            "languages.yaml",
            "eo: {tag: eo, nme: Esperanto}\n",
            'languages.yaml:1:15: unknown key "nme"; did you mean name?',
        ),
        (
            "languages.yaml",
            "eo: {name: E, tag: eo, quotes: [x]}\n",
            "languages.yaml:1:32: 1 entry; at least 2 required",
        ),
        (
            "languages.yaml",
            "eo: {name: E, tag: eo, spaces: many}\n",
            'languages.yaml:1:32: expected true (yes) or false (no), found "many"',
        ),
        (
            "languages.yaml",
            "pt-br: {name: P, tag: pt}\n",
            'languages.yaml:1:1: "pt-br" is not a language code',
        ),
        ("languages.yaml", "eo: [\n", "languages.yaml:2:1: not valid YAML here: "),
        ("eo.yaml", "names: [\n", "eo.yaml:2:1: not valid YAML here: "),
        (
            "eo.yaml",
            "names: [Necrons]\n",
            "eo.yaml:1:8: expected 'key: value' lines, found \"[Necrons]\"",
        ),
        ("eo.yaml", "names: {Necrons: 3}\n", 'eo.yaml:1:18: expected text, found "3"'),
        (
            "eo.yaml",
            "i18n/problems.yaml: {near: ': {neer}'}\n",
            "it has an unknown placeholder; available here: {near}\n",
        ),
        (
            "eo.yaml",
            "rules/words.yaml: {verdict: {illegal: 3}}\n",
            'eo.yaml:1:39: expected text, found "3"',
        ),
        (
            "eo.yaml",
            "rules/words.yaml: {verdict: {illegal: 'Ne {x}'}}\n",
            'eo.yaml:1:39: "Ne {x}" is not used: it has a placeholder, but none is',
        ),
    ],
)
@pytest.mark.slow_but(1)
def test_a_language_that_cannot_be_read_is_named_and_left_out(
    home: Path, file: str, text: str, said: str
) -> None:
    (home / file).write_text(text, encoding="utf-8")
    done = say(home, "check", "mine.yaml", "--lang", "eo" if file == "eo.yaml" else "en")
    assert (
        said in done.stderr.translate({ord("„"): '"', ord("“"): '"'}) and done.returncode == 1
    )  # the list itself is judged all the same
    told = say(home, "data", "check", str(home))
    assert said in told.stdout + told.stderr and told.returncode != 0
    assert "Traceback" not in done.stderr
    assert "mine.yaml" in done.stdout


@pytest.mark.slow
def test_what_is_wrong_with_a_language_is_said_in_the_readers_own(home: Path) -> None:
    (home / "languages.yaml").write_text("eo: {name: E, tag: eo, quotes: [x]}\n", encoding="utf-8")
    for lang, said in (
        ("ja", "1 件しかありません。2 件以上必要です"),
        ("zh", "只有 1 项；至少需要 2 项"),
    ):
        assert (
            f"languages.yaml:1:32: {said}\n"
            in say(home, "check", "mine.yaml", "--lang", lang).stderr
        )


@pytest.mark.slow
def test_an_event_may_be_in_it(home: Path) -> None:
    lists = home.parents[2] / "lists"
    lists.mkdir()
    (lists / "mine.yaml").write_text(ROSTER, encoding="utf-8")
    rules, out = home.parents[2] / "event.yaml", home.parents[2] / "out"
    rules.write_text("event: Open\nlang: eo\n", encoding="utf-8")
    done = say(home, "event", str(lists), "--rules", str(rules), "--out", str(out))
    assert done.returncode in (0, 1) and "lang" not in done.stderr
    (told,) = (out / "messages").glob("*.txt")
    assert "ne estas batalgrandeco „huge“" in told.read_text(encoding="utf-8")
    rules.write_text("event: Open\nlang: xx\n", encoding="utf-8")
    done = say(home, "event", str(lists), "--rules", str(rules))
    assert done.stderr.startswith(
        f'{rules}:2:7: "xx" isn\'t valid here; use en, ja, zh, fr, de, es, it or eo'
    )


def test_what_the_example_says_has_the_places_that_are_filled() -> None:
    (text,) = blocks("yaml eo.yaml")
    data: dict[str, Any] = reader.read_yaml(text.encode(), "eo.yaml").data
    said = {
        (place, key): text
        for place, node in data.items()
        if place != "names"
        for key, text in flat(node)
    }
    assert said
    for (place, key), text in said.items():
        english = load_texts(paths.PACKAGE / place, "en")[key]
        assert filled(text) == filled(english)


def filled(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def flat(node: Any, prefix: str = "") -> list[tuple[str, str]]:
    if isinstance(node, str):
        return [(prefix, node)]
    return [
        found
        for key, child in node.items()
        for found in flat(child, f"{prefix}.{key}" if prefix else key)
    ]


def test_the_shipped_languages_are_rows_like_any_other() -> None:
    rows = languages.read_language_rows(paths.get_factions_folder() / languages.FILE)
    assert tuple(lang for lang, row in rows.items() if not row.words) == SHIPPED
    assert SHIPPED == LANGS == ("en", "ja", "zh")
    assert {lang for lang, row in rows.items() if row.only_for_players} == {"fr", "de", "es", "it"}
    assert [languages.find_fallback(lang) for lang in SHIPPED] == [None, "en", "en"]
    assert "## A language" in PAGE
