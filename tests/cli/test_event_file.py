"""What an event file asks for is looked up, said, and the same for every list: a name that nothing has would ban nothing."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.event.conftest import GOOD

LIST_11E = """\
system: warhammer-40k-11e
faction: necrons
battle_size: strike-force
detachments: [awakened-dynasty]
units:
  - {datasheet: overlord, warlord: true}
  - {datasheet: doomsday-ark}
"""


def write(folder: Path, rules: str, *lists: str) -> tuple[Path, list[Path]]:
    event = folder / "event.yaml"
    event.write_text(f"event: Winter Open\n{rules}", encoding="utf-8")
    files = [folder / f"list{number}.yaml" for number, _ in enumerate(lists)]
    for file, text in zip(files, lists, strict=True):
        file.write_text(text, encoding="utf-8")
    return event, files


@pytest.mark.slow_but(2)
@pytest.mark.parametrize(
    ("rules", "place", "said"),
    [
        (
            "system: warhammer-40k-11e\nbanned: [Comander Farsight]\n",
            "3:10",
            "did you mean Commander Farsight?",
        ),
        (
            "system: warhammer-40k-11e\nbanned:\n  - Overlord\n  - Nosuchthing\n",
            "5:5",
            "Nosuchthing",
        ),
        (
            "system: warhammer-40k-11e\nlimits: {Vehicle: 3, Vehicles: 3}\n",
            "3:22",
            "did you mean Vehicle?",
        ),
        ("system: warhammer-40k-11e\nlimits: {Awakened Dynasty: 1}\n", "3:10", "Awakened Dynasty"),
        ("system: warhammer-40k-11e\nrequired: [Overlrd]\n", "3:12", "did you mean Overlord?"),
        ("system: warhammer-40k-11e\nbanned: [Doomsday cannon]\n", "3:10", "Doomsday cannon"),
        (
            "system: warhammer-40k-11e\nbattle_size: strike-forse\n",
            "3:14",
            "did you mean strike-force?",
        ),
        ("system: age-of-sigmar-4e\nbanned: [Commander Farsight]\n", "3:10", "Commander Farsight"),
        ("system: age-of-sigmar-4e\nseason: 2026-72\n", "3:9", "did you mean 2026-27?"),
        ("edition: 10th editon\n", "2:10", "did you mean 10th edition?"),
        ("banned: [Comander Farsight]\n", "2:10", "did you mean Commander Farsight?"),
    ],
)
def test_a_name_that_nothing_has_is_an_error(
    call: Call, tmp_path: Path, rules: str, place: str, said: str
) -> None:
    event, (file,) = write(tmp_path, rules, LIST_11E)
    for words in (
        ("check", "--event", str(event), str(file)),
        ("event", str(tmp_path), "--rules", str(event)),
    ):
        done = call(*words)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"{event}:{place}: ") and said in done.err, done.err


@pytest.mark.slow_but(2)
@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("system: warhammer-40k-11e\nbanned: [オーヴァーロー]\n", "did you mean Overlord?"),
        ("system: warhammer-40k-11e\nlimits: {ビークルズ: 3}\n", "did you mean Vehicle?"),
        ("system: warhammer-40k-11e\nbanned: [epic-hero]\n", '"epic-hero" is a keyword'),
        ("system: warhammer-40k-11e\nbanned: [载具]\n", '"载具" is a keyword'),
        (
            "system: warhammer-40k-11e\nbanned: [Liberators]\n",
            "belongs to Age of Sigmar (4th edition)",
        ),
        (
            "system: age-of-sigmar-4e\nlimits: {Overlord: 1}\n",
            "belongs to Warhammer 40,000 (10th edition)",
        ),
    ],
)
def test_the_error_says_what_the_name_is_close_to_or_is(
    call: Call, tmp_path: Path, rules: str, said: str
) -> None:
    event, (file,) = write(tmp_path, rules, LIST_11E)
    done = call("check", "--event", str(event), str(file))
    assert (done.code, done.out) == (2, "")
    assert said in done.err, done.err


def test_every_wrong_name_is_told_at_once(call: Call, tmp_path: Path) -> None:
    event, (file,) = write(
        tmp_path, "banned: [Nosuchthing, Overlord, Neithernor]\nlimits: {Vehicels: 2}\n", LIST_11E
    )
    done = call("check", "--event", str(event), str(file))
    assert [line.partition(str(event))[2].split(": ")[0] for line in done.err.splitlines()] == [
        ":2:10",
        ":2:33",
        ":3:10",
    ]


@pytest.mark.slow_but(3)
@pytest.mark.parametrize(
    "rules",
    [
        "banned: [overlord, Necron Warriors, necrons, Awakened Dynasty, veil-of-darkness, Veil of Darkness, Ultramarines]\n",
        "banned: [agents-of-the-imperium/callidus-assassin, COMMANDER  FARSIGHT]\n",
        "limits: {vehicle: 3, Epic Hero: 1, epic-hero: 1, Doomsday Ark: 1, doomsday-ark: 1, Necrons: 9}\n",
        "banned: [オーヴァーロード]\n",
        "system: age-of-sigmar-4e\nbanned: [Lore of the Storm, lore-of-the-storm, Vanguard Wing, Stormreach Portal]\n",
        "system: age-of-sigmar-4e\nlimits: {Hero: 3, Wizard: 2}\nbanned: [brands-oathbound, Brand's Oathbound]\n",
        "system: age-of-sigmar-4e\nlimits: {Ward: 3, Ward (6+): 2, Musician: 4, standard bearer: 1, King's Gitz: 9}\n",
        "system: combat-patrol\nbanned: [amonhotekhs-guard, Overriding Control]\nlimits: {Infantry: 3, Overlord Amonhotekh: 1}\n",
        "system: spearhead\nbanned: [vigilant-brotherhood, Liberators]\n",
        "system: space-marine-heroes\nbanned: [scabos]\n",
        "battle_size: Strike Force\nedition: 11th Edition\n",
    ],
)
def test_what_the_data_has_is_taken(call: Call, tmp_path: Path, rules: str) -> None:
    event, (file,) = write(tmp_path, rules, LIST_11E)
    done = call("check", "--event", str(event), str(file))
    assert done.err == ""


@pytest.mark.parametrize(
    "banned", ["オーヴァーロード", "Overlord", "overlord", "awakened-dynasty", "Necrons"]
)
@pytest.mark.slow_but(1)
def test_a_ban_holds_however_it_is_written(call: Call, tmp_path: Path, banned: str) -> None:
    event, (file,) = write(tmp_path, f"banned: [{banned}]\n", LIST_11E)
    assert "is banned at this event" in call("check", "--event", str(event), str(file)).out


def test_a_ban_of_a_lore_by_its_id_holds(call: Call, tmp_path: Path) -> None:
    example = (
        Path(__file__).parents[2]
        / "examples"
        / "aos"
        / "legal"
        / "soulblight-gravelords-with-mask-of-the-deceiver.yaml"
    )
    event, _ = write(tmp_path, "banned: [mask-of-the-deceiver]\n")
    assert "is banned at this event" in call("check", "--event", str(event), str(example)).out


def test_the_head_says_what_is_asked(call: Call, tmp_path: Path) -> None:
    rules = """\
system: warhammer-40k-11e
date: 2026-12-05
banned: [Monolith, awakened-dynasty]
required: [Overlord]
limits: {vehicle: 3, Doomsday Ark: 1}
legends: false
"""
    event, _ = write(tmp_path, rules, LIST_11E)
    done = call("event", str(tmp_path), "--rules", str(event), "-o", str(tmp_path / "out"))
    wanted = "banned: Monolith, awakened-dynasty · required: Overlord · at most 3 × vehicle, 1 × Doomsday Ark · no Legends"
    assert done.out.splitlines()[0] == "Winter Open · 2026-12-05 · 40K 11th edition"
    assert wanted in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("rules", "day"),
    [
        ("points_as_of: 2026-05-20\ndate: 2026-11-30\n", "2026-05-20"),
        ("date: 2026-11-30\ndeadline: 2026-11-20 20:00\n", "2026-11-30"),
        ("deadline: 2026-11-20 20:00\n", "2026-11-20"),
        ("", date.today().isoformat()),
    ],
)
def test_the_day_of_an_event_is_said(call: Call, tmp_path: Path, rules: str, day: str) -> None:
    event, _ = write(tmp_path, f"system: warhammer-40k-10e\n{rules}")
    (tmp_path / "anna.txt").write_text(GOOD, encoding="utf-8")
    done = call("event", str(tmp_path), "--rules", str(event), "-o", str(tmp_path / "out"))
    assert f"points as of {day}" in done.out
    assert f"points as of {day}" in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")


def test_every_list_is_judged_by_the_day_of_the_event(call: Call, tmp_path: Path) -> None:
    """The roster's own day is another; how much it was then is said, and makes nothing illegal."""
    old = """\
system: warhammer-40k-10e
points_as_of: 2025-06-11
faction: necrons
battle_size: incursion
detachment: awakened-dynasty
units:
  - {datasheet: overlord, warlord: true}
  - {datasheet: transcendent-ctan}
  - {datasheet: doomsday-ark}
"""
    event, (file,) = write(tmp_path, "system: warhammer-40k-10e\ndate: 2026-05-20\n", old)
    alone = json.loads(call("check", str(file), "--format", "json").out)["rosters"][0]
    late = json.loads(call("check", str(file), "--format", "json", "--as-of", "2026-05-20").out)[
        "rosters"
    ][0]
    assert alone["points"] != late["points"]
    done = json.loads(call("event", str(tmp_path), "--rules", str(event), "--format", "json").out)
    (found,) = done["lists"]
    assert (found["as_of"], found["points"]) == ("2026-05-20", late["points"])
    assert (found["verdict"], found["group"]) == ("legal", "warned")
    said = [reason["text"] for reason in found["reasons"]]
    assert f"uses the points of 2025-06-11: {alone['points']} then, {late['points']} now" in said


def test_a_text_with_the_prices_of_another_day_is_told_so(call: Call, tmp_path: Path) -> None:
    old = """\
system: warhammer-40k-10e
points_as_of: 2025-06-11
faction: necrons
battle_size: incursion
detachment: awakened-dynasty
units:
  - {datasheet: overlord, warlord: true}
  - {datasheet: transcendent-ctan}
  - {datasheet: doomsday-ark}
"""
    event, (file,) = write(tmp_path, "system: warhammer-40k-10e\ndate: 2026-05-20\n", old)
    points = json.loads(call("check", str(file), "--format", "json").out)["rosters"][0]["points"]
    (tmp_path / "anna.txt").write_text(
        call("export", str(file), "--to", "gw").out, encoding="utf-8"
    )
    file.unlink()
    done = json.loads(call("event", str(tmp_path), "--rules", str(event), "--format", "json").out)
    (found,) = done["lists"]
    said = [reason["text"] for reason in found["reasons"]]
    assert found["as_of"] == "2026-05-20" and found["stated_points"] == points
    assert [each for each in said if each.endswith(f": {points} then, {found['points']} now")], said


def test_a_list_without_a_size_takes_that_of_the_event(call: Call, tmp_path: Path) -> None:
    event, _ = write(
        tmp_path, "system: warhammer-40k-10e\npoints_limit: 2000\npoints_as_of: 2026-05-20\n"
    )
    (tmp_path / "anna.txt").write_text(
        GOOD.replace("Incursion (1000 points)\n", ""), encoding="utf-8"
    )
    (tmp_path / "bert.yaml").write_text(
        "system: warhammer-40k-10e\nfaction: necrons\ndetachment: awakened-dynasty\n"
        "units: [{datasheet: overlord, warlord: true}]\n",
        encoding="utf-8",
    )
    done = json.loads(call("event", str(tmp_path), "--rules", str(event), "--format", "json").out)
    assert {each["file"]: (each["limit"], each["verdict"]) for each in done["lists"]} == {
        "anna.txt": (2000, "legal"),
        "bert.yaml": (2000, "legal"),
    }


def test_a_list_of_another_edition_is_called_so(call: Call, tmp_path: Path) -> None:
    event, _ = write(tmp_path, "system: warhammer-40k-11e\n")
    (tmp_path / "anna.txt").write_text(GOOD, encoding="utf-8")
    done = json.loads(call("event", str(tmp_path), "--rules", str(event), "--format", "json").out)
    texts = [reason["text"] for reason in done["lists"][0]["reasons"]]
    assert (
        "this event plays Warhammer 40,000 (11th edition), not Warhammer 40,000 (10th edition)"
        in texts
    ), texts


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            "system: warhammer-40k-11e\nbattle_size: incursion\n",
            ["this list is for Strike Force; the event is Incursion"],
        ),
        (
            "system: warhammer-40k-10e\nbattle_size: incursion\nrequired: [Monolith]\nlimits: {Overlord: 0}\n",
            [
                "this event plays Warhammer 40,000 (10th edition), not Warhammer 40,000 (11th edition)"
            ],
        ),
        ("season: 2026-27\n", []),
    ],
)
def test_a_list_is_told_what_is_meant_for_it(
    call: Call, tmp_path: Path, rules: str, said: list[str]
) -> None:
    """Names, not ids; and of another game only that it is another game."""
    event, (file,) = write(tmp_path, rules, LIST_11E)
    done = json.loads(call("check", "--event", str(event), str(file), "--format", "json").out)[
        "rosters"
    ][0]
    assert [each["message"] for each in done["findings"] if each["code"] == "EVENT"] == said
