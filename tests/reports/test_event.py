"""The event file: what it may say, and the one sentence, with its place, for what it may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.cli.context import Context
from listbuilder.data.library import Library
from listbuilder.event import event_file
from listbuilder.i18n.messages import LANGS, Lang
from listbuilder.model.problem import Unreadable
from listbuilder.reports import EventFile


def read(folder: Path, text: str) -> EventFile:
    file = folder / "event.yaml"
    file.write_text(text, encoding="utf-8")
    return event_file.read_event(file)


def sentences(folder: Path, text: str, lang: Lang = "en") -> list[str]:
    with pytest.raises(Unreadable) as refused:
        read(folder, text)
    context = Context(lang, "text", None, Library(), False)
    return [
        context.format_problem(problem).replace(f"{folder / 'event.yaml'}:", "")
        for problem in refused.value.problems
    ]


def test_everything_it_may_say(tmp_path: Path) -> None:
    text = """\
event: Saturday
system: warhammer-40k-10e
edition: 10th edition
points_as_of: 2026-05-20
points_limit: 1000
battle_size: incursion
season: null
banned: [Overlord, awakened-dynasty]
required: [Monolith]
legends: false
formats: [roster]
x-tables: {first: 12, x-9: y}
"""
    assert read(tmp_path, text) == EventFile(
        event="Saturday",
        system="warhammer-40k-10e",
        edition="10th edition",
        points_as_of="2026-05-20",
        points_limit=1000,
        battle_size="incursion",
        season=None,
        banned=["Overlord", "awakened-dynasty"],
        required=["Monolith"],
        legends=False,
        formats=["roster"],
    )
    short = read(tmp_path, "event: Sunday\n")
    assert (short.event, short.points_limit, short.banned, short.legends) == (
        "Sunday",
        None,
        [],
        True,
    )


WRONG = {
    "nothing": ("", ["1:1: empty file; it starts with a line like 'event: ...'"]),
    "a comment": ("# Saturday\n", ["1:1: empty file; it starts with a line like 'event: ...'"]),
    "a list": ("- Saturday\n", ["1:1: expected 'key: value' lines, found \"[Saturday]\""]),
    "no name": ("legends: true\n", ['1:1: missing key "event"']),
    "a name misspelt is one mistake": (
        "evnt: x\n",
        ['1:1: unknown key "evnt"; did you mean event?'],
    ),
    "keys misspelt": (
        "event: x\nbaned: [a]\nrequird: [b]\n",
        [
            '2:1: unknown key "baned"; did you mean banned?',
            '3:1: unknown key "requird"; did you mean required?',
        ],
    ),
    "a key that is no text": (
        "event: x\n3: y\n",
        [
            '2:1: unknown key "3"; keys here: event, date, deadline, publish, system, edition, points_as_of, '
            "points_limit, battle_size, season, banned, required, limits, legends, formats, checks, resubmissions, "
            "players, team, lang"
        ],
    ),
    "a number for a name": ("event: 2026\n", ['1:8: expected text, found "2026"']),
    "a number in quotes": (
        "event: x\npoints_limit: '2000'\n",
        ["2:15: 2000 is quoted, which makes it text; remove the quotes"],
    ),
    "words for a number": (
        "event: x\npoints_limit: two\n",
        ['2:15: expected whole number, found "two"'],
    ),
    "half a point": (
        "event: x\npoints_limit: 2000.5\n",
        ['2:15: expected whole number, found "2000.5"'],
    ),
    "truth is no number": (
        "event: x\npoints_limit: true\n",
        ['2:15: expected whole number, found "true"'],
    ),
    "no points at all": (
        "event: x\npoints_limit: 0\n",
        ['2:15: "0" is too small; the minimum is 1'],
    ),
    "one for a list": ("event: x\nbanned: Overlord\n", ['2:9: expected list, found "Overlord"']),
    "a number in a list": (
        "event: x\nbanned:\n  - Overlord\n  - 40\n",
        ['4:5: expected text, found "40"'],
    ),
    "yes": ("event: x\nlegends: yes\n", ['2:10: expected true (yes) or false (no), found "yes"']),
    "no such day": (
        "event: x\npoints_as_of: 2025-02-30\n",
        ['2:15: "2025-02-30" is not a date; use YYYY-MM-DD, such as 2025-06-11'],
    ),
    "another calendar": (
        "event: x\npoints_as_of: 2025-W24\n",
        ['2:15: "2025-W24" is not a date; use YYYY-MM-DD, such as 2025-06-11'],
    ),
    "no such game": (
        "event: x\nsystem: warhammer-40k\n",
        [
            '2:9: unknown game "warhammer-40k"; choose warhammer-40k-10e, warhammer-40k-11e, age-of-sigmar-4e, '
            "combat-patrol, combat-patrol-11e, spearhead or space-marine-heroes; did you mean warhammer-40k-11e?"
        ],
    ),
    "all of it in the order of the file": (
        "legends: 1\nevent: x\nfrmats: []\npoints_limit: -5\n",
        [
            '1:10: expected true (yes) or false (no), found "1"',
            '3:1: unknown key "frmats"; did you mean formats?',
            '4:15: "-5" is too small; the minimum is 1',
        ],
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_said_where_it_stands(tmp_path: Path, case: str) -> None:
    text, said = WRONG[case]
    assert sentences(tmp_path, text) == said
    for lang in LANGS:  # each in each language, at the same place, with the same words of the file
        theirs = sentences(tmp_path, text, lang)
        assert [each.split(" ", 1)[0] for each in theirs] == [
            each.split(" ", 1)[0] for each in said
        ]
        assert lang == "en" or not set(theirs) & set(said)


def test_kinds_of_values_are_named_in_the_readers_language(tmp_path: Path) -> None:
    assert sentences(tmp_path, "event: x\nbanned: nobody\n", "ja") == [
        "2:9: 「nobody」とありますが、リストが必要です"
    ]
    assert sentences(tmp_path, "event: x\npoints_limit: two\n", "zh") == [
        "2:15: 给出的是“two”；应为整数"
    ]


def test_of_a_list_of_mistakes_the_first_is_named(tmp_path: Path) -> None:
    """A million of them, kept one by one, take 1.4 GB and 11 s."""
    assert sentences(tmp_path, f"event: x\nbanned: [{'1,' * 50}]\n") == [
        '2:10: expected text, found "1"'
    ]
