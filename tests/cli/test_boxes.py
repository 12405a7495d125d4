"""The commands over boxes and heroes, as a player calls them, in three languages."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Call

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GAMES = {
    "combat-patrol": (24, 6),
    "combat-patrol-11e": (22, 6),
    "spearhead": (11, 3),
    "space-marine-heroes": (7, 2),
}


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.slow_but(2)
def test_check_walks_the_examples(call: Call, game: str, lang: str) -> None:
    done = call("check", str(EXAMPLES / game), "--lang", lang, "--format", "text")
    assert (done.code, done.err) == (1, "")
    count, legal = GAMES[game]
    assert str(count) in done.out.splitlines()[-1]
    report = json.loads(call("check", str(EXAMPLES / game), "--lang", lang, "--format", "json").out)
    verdicts = [each["verdict"] for each in report["rosters"]]
    assert (len(verdicts), verdicts.count("legal")) == (count, legal)
    assert all(each["points"] is None and each["limit"] is None for each in report["rosters"])


def test_no_points_are_spoken_of(call: Call) -> None:
    for file in (
        "combat-patrol/legal/amonhotekhs-guard-bare",
        "space-marine-heroes/legal/five-plague-marines",
    ):
        for command in ("check", "show"):
            assert "oint" not in call(command, str(EXAMPLES / f"{file}.yaml")).out


def test_show_a_patrol(call: Call) -> None:
    done = call("show", str(EXAMPLES / "combat-patrol/legal/siguards-crusaders.yaml"))
    assert done.code == 0
    for word in (
        "Warlord, Crusaders' Fervour",
        "can lead Intercessor Squad or Primaris Crusader Squad",
        "can split into 5 and 5",
        "carries 6",
        "17",
    ):
        assert word in " ".join(done.out.split()), word
    assert "Initiates" not in done.out, "what is split is secret until both players have declared"
    told = call(
        "show", str(EXAMPLES / "combat-patrol/legal/siguards-crusaders.yaml"), "--formations"
    ).out
    assert "Primaris Crusader Squad, Initiates, with Marshal Siguard" in told
    assert "aboard Black Templars Impulsor: Intercessor Squad" in told
    assert "split: Primaris Crusader Squad" in told


def test_the_mission_in_the_readers_language(call: Call) -> None:
    file = str(EXAMPLES / "combat-patrol/legal/guardians-of-the-throne.yaml")
    assert "Mission: Sweeping Raid" in call("show", file).out
    assert "ミッション: 掃討作戦" in call("show", file, "--lang", "ja").out
    written_in_japanese = str(EXAMPLES / "combat-patrol/legal/siguards-crusaders.yaml")
    assert "Mission: Scorched Earth" in call("show", written_in_japanese).out


def test_show_a_spearhead(call: Call) -> None:
    out = call("show", str(EXAMPLES / "spearhead/legal/vigilant-brotherhood.yaml")).out
    assert "Regiment ability: Strike Where Needed" in out
    assert "General, Hallowed Scrolls" in out
    assert out.count("Reinforcements") == 2
    open_ones = call("show", str(EXAMPLES / "spearhead/legal/wallsmasher-stomp-undecided.yaml")).out
    assert "Regiment ability: not chosen (Earth-Shaking Charge or Foe-Chompers)" in " ".join(
        open_ones.split()
    )


@pytest.fixture
def cards(tmp_path: Path) -> str:
    folder = tmp_path / "own" / "space-marine-heroes"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text(
        "system: space-marine-heroes\nid: mine\nname: Mine\nheroes:\n"
        "  - {id: scabos, name: Scabos, armour: 4, symbols: "
        "[{action: shoot, roll: straight, range: medium}, {action: inspire}]}\n",
        encoding="utf-8",
    )
    return str(folder.parent)


def test_show_five_heroes_in_their_slots(call: Call, cards: str) -> None:
    file = str(EXAMPLES / "space-marine-heroes/legal/five-plague-marines.yaml")
    lines = call("show", file, "--data", cards).out.splitlines()
    at = next(n for n, line in enumerate(lines) if line.strip() == "Slot 3")
    assert lines[at + 1].split("  ")[1:2] == [" Scabos"] or "Scabos" in lines[at + 1]
    text = " ".join(" ".join(lines).split())
    assert (
        "armour 4, Shoot on Straight or three of a kind (Medium: same and neighbouring columns), Inspire"
        in text
    )
    assert "no symbols given" in text
    japanese = "".join(
        call("show", file, "--data", cards, "--lang", "ja").out.split()
    )  # a narrow column breaks words
    for word in (
        "スロット 3",
        "スカボス",
        "シュート",
        "ストレート / スリー・オヴ・ア・カインド",
        "中距離",
        "インスパイア",
    ):
        assert word.replace(" ", "") in japanese, word
    chinese = call("show", file, "--data", cards, "--lang", "zh").out
    for word in ("槽位 3", "射击", "顺子 / 三条", "中距离", "激励"):
        assert word in chinese, word


@pytest.mark.parametrize(
    ("query", "box"),
    [
        (["amonhotekh"], "amonhotekhs-guard"),
        (["アモンホテク"], "amonhotekhs-guard"),
        (["近衛隊"], "amonhotekhs-guard"),
        (["阿蒙霍泰克的卫队"], "amonhotekhs-guard"),
        (["蛮人小子"], "gordrangs-gitstompas"),
        (["gitstompas"], "gordrangs-gitstompas"),
        (["skorpekh"], "amonhotekhs-guard"),
        (["vigilant", "brotherhood"], "vigilant-brotherhood"),
        (["brotherhod"], "vigilant-brotherhood"),
        (["prosecutors"], "vigilant-brotherhood"),
        (["スカボス"], "scabos"),
        (["不潔なるもの"], "pustus"),
    ],
)
@pytest.mark.slow_but(2)
def test_find_a_box_by_any_of_its_words(call: Call, query: list[str], box: str) -> None:
    found = json.loads(call("find", *query, "--format", "json", "--limit", "60").out)["found"]
    assert box in [each["datasheet"] for each in found]


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
@pytest.mark.parametrize(
    ("words", "missing"),
    [
        (("combat-patrol", "guardians-of-the-throne"), []),
        (("combat-patrol", "Amonhotekh's Guard", "--name", 'Silent: "ones"'), []),
        (("spearhead", "wallsmasher-stomp"), []),
        (("space-marine-heroes",), []),
        (("space-marine-heroes", "plague-marines"), []),
        (("space-marine-heroes", "The rotten five"), []),
    ],
)
def test_new_is_legal_from_the_start(
    call: Call, tmp_path: Path, words: tuple[str, ...], missing: list[str], lang: str
) -> None:
    out = tmp_path / "new.yaml"
    assert call("new", *words, "-o", str(out), "--lang", lang).code == 0
    report = json.loads(call("check", str(out), "--format", "json").out)["rosters"][0]
    assert report["verdict"] == "legal"
    assert [f["code"] for f in report["findings"] if f["severity"] == "warning"] == missing


def test_new_names_the_nearest_box(call: Call) -> None:
    done = call("new", "combat-patrol", "amonhoteks")
    assert (done.code, done.out) == (2, "")
    assert "amonhotekhs-guard" in done.err
    assert call("new", "spearhead").code == 2


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("combat-patrol", 16),
        ("combat-patrol-11e", 13),
        ("spearhead", 7),
        ("space-marine-heroes", 5),
    ],
)
@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
def test_the_law_with_citations(call: Call, game: str, rules: int, lang: str) -> None:
    report = json.loads(call("rules", game, "--format", "json", "--lang", lang).out)["rules"]
    assert len(report) == rules
    assert all(
        each["title"] and each["explanation"] and "{" not in each["explanation"] for each in report
    )
    assert all(each["citation"]["book"] and each["citation"]["section"] for each in report)


def test_every_shipped_file_is_clean(call: Call) -> None:
    for game in GAMES:
        folder = Path(__file__).resolve().parents[2] / "factions" / game
        done = call("data", "check", str(folder), "--strict")
        assert (done.code, done.err) == (0, ""), game


def test_json_keeps_formations_secret(call: Call, roster: Callable[[str], str]) -> None:
    file = roster(
        "system: combat-patrol\npatrol: siguards-crusaders\nformations: {split: [primaris-crusader-squad]}\n"
    )
    units = json.loads(call("show", file, "--format", "json").out)["rosters"][0]["units"]
    assert "primaris-crusader-squad" in [unit["id"] for unit in units]
    assert not any("/initiates" in unit["id"] for unit in units)
