"""show, new, find, rules and data check."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Call

Write = Callable[[str], str]
GAME = "warhammer-40k-10e"
ROSTER = (
    f"system: {GAME}\nname: Silent\nfaction: necrons\nbattle_size: incursion\ndetachment: awakened-dynasty\nunits:\n"
    "  - {id: z, name: Zahndrekh the Younger, datasheet: overlord, warlord: true, enhancement: veil-of-darkness}\n"
    "  - {datasheet: necron-warriors, models: 20}\n  - {datasheet: ghost-ark}\n"
)


def test_show(call: Call, roster: Write) -> None:
    result = call("show", roster(ROSTER))
    assert result.code == 0
    for part in (
        "Overlord (Zahndrekh the Younger)",
        "Warlord, Veil of Darkness (+20)",
        "420 / 1000",
        "LEGAL",
        "Battleline",
    ):
        assert part in result.out


@pytest.mark.parametrize(("lang", "name"), [("ja", "ネクロン・ウォリアー"), ("zh", "太空死灵武士")])
def test_show_in_other_languages(call: Call, roster: Write, lang: str, name: str) -> None:
    assert name in call("show", roster(ROSTER), "--lang", lang).out


def test_a_custom_name_with_markup_is_only_text(call: Call, roster: Write) -> None:
    text = ROSTER.replace("Zahndrekh the Younger", "'[red]X[/red] :smile:'")
    assert "[red]X[/red] :smile:" in call("show", roster(text)).out


NO_ARMY_OF_THEIR_OWN = {
    "unaligned-forces",
    "adeptus-titanicus",
}  # no detachments: they only join others


def test_new_is_a_legal_start_for_every_faction(call: Call, tmp_path: Path) -> None:
    from listbuilder.data.library import Library
    from listbuilder.games.registry import get_game

    for faction, _ in get_game(GAME).list_factions(Library()):
        out = tmp_path / f"{faction}.yaml"
        started = call("new", GAME, faction, "-o", str(out))
        if faction in NO_ARMY_OF_THEIR_OWN:
            assert started.code == 2
            assert not out.exists()
        else:
            result = call("check", str(out))
            assert result.code == 0, f"{faction}: {started.err}{result.out}"


def test_new_by_name_and_options(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "t.yaml"
    words = (
        "new",
        GAME,
        "T'au Empire",
        "--size",
        "onslaught",
        "--detachment",
        "kauyon",
        "--name",
        "Mine",
        "-o",
        str(out),
    )
    assert call(*words).code == 0
    text = out.read_text()
    for part in (
        "faction: tau-empire",
        "battle_size: onslaught",
        "detachment: kauyon",
        "name: Mine",
    ):
        assert part in text
    again = call(*words)
    assert again.code == 2
    assert "already exists" in again.err
    assert out.read_text() == text
    assert call(*words, "--force").code == 0


@pytest.mark.parametrize(
    ("words", "datasheet"),
    [
        ("necron warriors", "necron-warriors"),
        ("NECRON WARIORS", "necron-warriors"),
        ("warriors necron", "necron-warriors"),
        ("kharn", "kharn-the-betrayer"),
        ("Khârn the", "kharn-the-betrayer"),
        ("be’lakor", "belakor"),
        ("ctan void", "ctan-shard-of-the-void-dragon"),
        ("ネクロン・ウォリアー", "necron-warriors"),
        ("太空死灵武士", "necron-warriors"),
        ("comander farsite", "commander-farsight"),
        ("terminator libarian", "librarian-in-terminator-armour"),
        ("dooark", "doomsday-ark"),  # beginnings of words, as in the builder's search
        ("ovld", "overlord"),
    ],
)
@pytest.mark.slow_but(1)
def test_find_forgives(call: Call, words: str, datasheet: str) -> None:
    result = call("find", "--format", "json", *words.split())
    found = json.loads(result.out)["found"]
    assert datasheet in [row["datasheet"] for row in found[:3]], [row["datasheet"] for row in found]


def test_find_knows_keywords(call: Call) -> None:
    """After what is called so: no Necron datasheet has the word in its name."""
    found = json.loads(call("find", "--format", "json", "--faction", "necrons", "battleline").out)[
        "found"
    ]
    assert {row["datasheet"] for row in found} == {"immortals", "necron-warriors"}


def test_find_says_what_one_needs(call: Call) -> None:
    result = call("find", "lychguard", "--faction", "necrons", "--ids")
    assert result.code == 0
    for part in ("Lychguard", "necrons/lychguard", "5-10", "85 / 170"):
        assert part in result.out
    assert "no match for" in call("find", "zzzzqqq").out


def test_rules(call: Call) -> None:
    everything = call("rules").out
    assert "40K-02" in everything
    assert "Warhammer 40,000 core rules, Points limit, p55" in everything
    one = call("rules", "rule-of-three", "--lang", "ja").out
    assert one.startswith("40K-06")
    assert "3" in one
    assert "バトルライン 6" in one or "Battleline 6" in one
    rows = json.loads(call("rules", GAME, "--format", "json").out)["rules"]
    assert [row["code"] for row in rows if not row["citation"]["page"]] == [
        "40K-17"
    ]  # of no book with pages


@pytest.mark.slow
def test_shipped_data_is_consistent(call: Call) -> None:
    result = call("data", "check")
    assert result.code == 0, result.err
    assert "0 errors" in result.out


FACTION = (
    "system: warhammer-40k-10e\nid: mine\nname: Mine\nfaction_keyword: Mine\nas_of: 2026-01-01\ndatasheets:\n"
    "  - id: boss\n    name: Boss\n    keywords: [Infantry]\n    faction_keywords: [Mine]\n"
    "    models: [{name: Boss, min: 1, max: 2}]\n    size: {min: 1, max: 2}\n    points: [{models: 2, points: 77}]\n"
    "    default_wargear: [{model: Boss, items: [axe]}]\n"
)


@pytest.mark.parametrize(
    ("change", "sentence", "code"),
    [
        (("", ""), "1 file: 0 errors, 0 warnings", 0),
        (
            ("name: Boss, min: 1", "nme: Boss, min: 1"),
            'mine.yaml:11:15: unknown key "nme"; did you mean name?',
            2,
        ),
        (("points: 77", "points: lots"), 'mine.yaml:13:34: expected number, found "lots"', 2),
        (
            ("{model: Boss, items", "{model: Bos, items"),
            'Boss has no model "Bos"; it has Boss; did you mean Boss?',
            1,
        ),
        (("models: 2, points", "models: 1, points"), "Boss has no cost for a unit of 2", 0),
        (
            ("id: mine", "id: other"),
            'mine.yaml:2:5: the id is "other" but the file is named "mine"',
            1,
        ),
        (
            (
                "[axe]}]\n",
                "[axe]}]\n    options:\n      - {models: {which: '*', count: any}, replace: [axxe], with: [[sword]]}\n",
            ),
            'no model of Boss can have "axxe"; did you mean axe?',
            1,
        ),
        (
            ("[axe]}]\n", "[axe]}]\n    leads: [Nobody]\n"),
            'no datasheet or keyword of this game is called "Nobody"',
            0,
        ),
    ],
)
def test_data_check(
    call: Call, tmp_path: Path, change: tuple[str, str], sentence: str, code: int
) -> None:
    folder = tmp_path / GAME
    folder.mkdir()
    file = folder / "mine.yaml"
    file.write_text(FACTION.replace(*change) if change[0] else FACTION)
    result = call("data", "check", str(file))
    assert sentence in result.out + result.err
    assert result.code == code
