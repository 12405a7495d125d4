"""Marks that are not firm are said where the verdict rests on them, and only there."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
import pytest

from listbuilder.data.library import Library
from listbuilder.games.registry import get_game
from listbuilder.roster.position import Position
from listbuilder.rules import messages
from listbuilder.yamlio import reader
from tests.games.boxed.box_data import (
    LIBRARY,
    REPO,
    Data,
    complete,
    groups,
    judged,
    listed,
    load,
    units_of,
)


def not_checked(done: Position) -> list[str]:
    return [messages.say_note(note, "en") for note in done.not_checked]


def test_nothing_rests_on_marks_where_nothing_is_stated() -> None:
    for box in ("armiger-trailblazers", "karagars-rampagers", "the-shambling-horde"):
        assert not_checked(judged({"system": "combat-patrol", "patrol": box})) == []


def test_numbers_from_a_second_catalogue() -> None:
    assert load("combat-patrol", "armiger-trailblazers")["count_source"] == "second-catalogue-rows"
    said = (
        "whether the numbers of units in Armiger Trailblazers match the printed box "
        "(source: rows of a second catalogue only)"
    )
    assert not_checked(judged(listed("combat-patrol", "armiger-trailblazers"))) == [said]
    assert load("combat-patrol", "amonhotekhs-guard")["count_source"] == "official-pdf-text"
    assert not_checked(judged(listed("combat-patrol", "amonhotekhs-guard"))) == []


def test_a_warlord_from_a_second_catalogue() -> None:
    assert load("combat-patrol", "armiger-trailblazers")["warlord_source"] == "second-catalogue"
    done = judged(
        complete("combat-patrol", "armiger-trailblazers", warlord="pilot-dantos-and-thauvir")
    )
    assert not_checked(done) == [
        "whether Pilot Dantos and Thauvir leads the army (source: a second catalogue only)"
    ]


def test_the_default_enhancement_is_assumed_aloud() -> None:
    assert load("combat-patrol", "amonhotekhs-guard")["default_source"] == "official-or-catalogue"
    done = judged({"system": "combat-patrol", "patrol": "amonhotekhs-guard"})
    said = "Overriding Control, the default enhancement (the roster names none)"
    assert [messages.say_note(note, "en") for note in done.assumed] == [said]
    assert load("combat-patrol", "arkoths-gorepact")["default_source"] == "source-order"
    done = judged(complete("combat-patrol", "arkoths-gorepact"))
    (note,) = done.assumed
    said = "the default enhancement (source: the first of two in the source; the roster names none)"
    assert messages.say_note(note, "en").endswith(said)
    assert (
        judged(
            complete("combat-patrol", "amonhotekhs-guard", enhancement="overriding-control")
        ).assumed
        == []
    )


def test_weapons_no_source_tells_apart() -> None:
    units: list[Data] = [
        {"unit": unit["id"]} for unit in units_of(load("spearhead", "vigilant-brotherhood"))
    ]
    prosecutors = next(
        unit
        for unit in load("spearhead", "vigilant-brotherhood")["units"]
        if unit["id"] == "prosecutors"
    )
    units[2]["models"] = groups(prosecutors)
    found = not_checked(judged(complete("spearhead", "vigilant-brotherhood", units=units)))
    assert found == [
        "whether the numbers of units in Vigilant Brotherhood match the printed box "
        "(source: a second catalogue and another app, which agree)",
        "which weapons each model of Prosecutors has "
        "(sources don't say, so every model is assumed to have all of them)",
    ]


def test_a_keyword_no_source_states() -> None:
    box = load("spearhead", "darkoath-raiders")
    assert [unit["id"] for unit in box["units"] if unit.get("keywords_unsure")] == [
        "darkoath-savagers"
    ]
    found = not_checked(judged(complete("spearhead", "darkoath-raiders")))
    assert found == ["whether Darkoath Savagers has Reinforcements (no source says)"]


def test_who_leads_is_assumed_aloud_where_it_is_inferred() -> None:
    assert load("combat-patrol", "vantarrions-voidsmen")["warlord_model_source"] == "inferred"
    done = judged(complete("combat-patrol", "vantarrions-voidsmen", enhancement=None))
    said = "whether Rogue Trader of Eidelwynne VanTarrion leads the army (source: inferred)"
    assert said in [messages.say_note(note, "en") for note in done.assumed]
    bare = judged({"system": "combat-patrol", "patrol": "armiger-trailblazers"})
    said = "whether Pilot Dantos and Thauvir leads the army (source: a second catalogue only)"
    assert said in [messages.say_note(note, "en") for note in bare.assumed]


def test_a_chosen_thing_that_only_another_app_offers() -> None:
    box = load("spearhead", "sunblooded-prowlers")
    assert {each["source"] for each in box["regiment_abilities"]} == {"third-party-app"}
    own, foreign = ("scaled-aegis", "Scaled Aegis"), "the-spear-of-asphoren"
    said = "whether the box offers {} (source: another app)"
    chosen = judged(
        complete(
            "spearhead",
            "sunblooded-prowlers",
            regiment_ability=own[0],
            enhancement="venomite-swarm",
        )
    )
    assert not_checked(chosen) == [said.format("Scaled Aegis"), said.format("Venomite Swarm")]
    # That it is of another box rests on all of those that this one offers.
    other = judged(
        complete(
            "spearhead",
            "sunblooded-prowlers",
            regiment_ability=foreign,
            enhancement="venomite-swarm",
        )
    )
    names = [each["name"] for each in box["regiment_abilities"]]
    assert not_checked(other) == [said.format(name) for name in (*names, "Venomite Swarm")]
    nothing = judged({"system": "spearhead", "box": "sunblooded-prowlers"})
    assert [note for note in not_checked(nothing) if "the box offers" in note] == []


def test_the_default_enhancement_decides_who_leads(tmp_path: Path) -> None:
    """Where the warlord is whoever bears the enhancement, a warlord that the roster names rests on
    the default one."""
    text = (REPO / "factions/combat-patrol/armiger-trailblazers.yaml").read_text(encoding="utf-8")
    assert text.count("bearer_is_warlord: true") == 2
    own = tmp_path / "combat-patrol" / "armiger-trailblazers.yaml"
    own.parent.mkdir()
    own.write_text(
        text.replace("default_source: official-or-catalogue", "default_source: source-order"),
        encoding="utf-8",
    )

    def told(**more: str) -> bool:
        roster = msgspec.json.encode(complete("combat-patrol", "armiger-trailblazers", **more))
        done = Position.read(roster, "list.yaml", Library([tmp_path]))
        said = (
            "whether Servo-skull Dataleech is the default enhancement "
            "(source: the first of two in the source)"
        )
        assert done.verdict in ("legal", "illegal")
        return said in not_checked(done)

    assert told(warlord="pilot-dantos-and-thauvir")
    assert not told(warlord="pilot-dantos-and-thauvir", enhancement="servo-skull-dataleech")
    assert not told()


@pytest.mark.parametrize(
    ("game", "box"), [("combat-patrol", "amonhotekhs-guard"), ("spearhead", "vigilant-brotherhood")]
)
def test_a_reading_says_which_file_it_rests_on(game: str, box: str) -> None:
    document = reader.read_yaml(msgspec.json.encode(complete(game, box)), "roster")
    used = get_game(game).read_roster(document, LIBRARY).used
    source = (REPO / "factions" / game / f"{box}.yaml").read_bytes()
    assert [each.sha256 for each in used] == [hashlib.sha256(source).hexdigest()]


def test_wargear_that_is_inferred_is_said_where_the_roster_writes_any() -> None:
    box = load("combat-patrol", "eye-of-ultramar")
    veterans = next(unit for unit in box["units"] if unit["id"] == "bladeguard-veteran-squad")
    assert [row.get("wargear_source") for row in veterans["models"]] == [None, "inferred"]
    units: list[Data] = [{"unit": unit["id"]} for unit in units_of(box)]
    place = [each["unit"] for each in units].index("bladeguard-veteran-squad")

    def said(models: object) -> list[tuple[str, tuple[str | int, ...]]]:
        units[place] = {"unit": "bladeguard-veteran-squad", "models": models}
        done = judged(complete("combat-patrol", "eye-of-ultramar", units=units))
        return [(note.key, note.path) for note in done.not_checked if note.key == "doubt_wargear"]

    assert said(groups(veterans)) == [("doubt_wargear", ("units", place))]
    assert said([{"model": row["name"], "count": row["count"]} for row in veterans["models"]]) == []
    assert said(3) == []


def test_a_box_has_no_points() -> None:
    for game, box in (
        ("combat-patrol", "amonhotekhs-guard"),
        ("spearhead", "vigilant-brotherhood"),
    ):
        done = judged(complete(game, box))
        assert done.army is not None and not done.army.counts_points
        assert {branch.points for branch in done.editor.build_outline(done.army)} == {None}
