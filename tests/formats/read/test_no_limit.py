"""A limit that the list does not name makes no error: of 40K the size is assumed aloud, of Age of Sigmar there is none."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from listbuilder.data.library import Library
from listbuilder.event.event_file import find_breaches, set_size_of_event
from listbuilder.formats.import_list import import_list, judge_list
from listbuilder.reports.event import EventFile
from listbuilder.roster.position import Position
from listbuilder.rules import messages
from tests.cli.conftest import Call
from tests.cli.conftest import call as call

# Thirteen squads of Terminators and a Grand Master, at 150 and 95 points: by the data they cost more than the list says,
# and on no day did a squad cost 150 in an army of at most 2000.
HOST = """Host (2045 points)

Grey Knights
Warpbane Task Force
{size}
CHARACTERS

Grand Master (95 points)
  • Warlord

OTHER DATASHEETS

"""
SQUAD = "Brotherhood Terminator Squad (150 points)\n  • 5x Brotherhood Terminator\n\n"


def over(library: Library, size: str, squads: int = 13) -> list[str]:
    raw = (HOST.format(size=size).replace("2045", str(95 + 150 * squads)) + squads * SQUAD).encode()
    done = judge_list(raw, "host.txt", library)
    assert done.data.get("assumed") == (None if size else ["battle_size"])
    return [finding.severity for finding in done.findings if finding.code == "40K-02"]


def test_a_size_that_was_assumed_makes_no_error(library: Library) -> None:
    """Twelve squads of 150 say 1895 points, so Strike Force; by the data they are more than 2000."""
    assert over(library, "", 12) == ["warning"]
    assert over(library, "Strike Force (2000 points)\n", 12) == ["error"]


def test_a_regimental_list_without_a_limit_has_none(library: Library) -> None:
    text = """Host

Stormcast Eternals
Vanguard Wing

General's Regiment
Knight-Questor (110)
• General
Liberators (90)
"""
    made = import_list(text.encode(), "host.txt", library, "aos-app-text")
    assert made.document is not None
    assert "points_limit" not in made.document.data
    assert made.document.data["assumed"] == ["points_limit"]
    done = judge_list(text.encode(), "host.txt", library, format_name="aos-app-text")
    assert done.army is not None
    assert done.army.limit is None
    found = [each for each in told(done) if each[0] in ("AOS-01", "AOS-02", "AOS-03")]
    assert found == [("AOS-01", "missing", "warning")]


def test_the_limit_of_an_event_holds_for_a_roster_that_states_none(library: Library) -> None:
    """The Kroxigor cost 200, half of 400 points, and with the Saurus Oldblood 280. Nobody says that a limit is missing."""
    raw = b"""system: age-of-sigmar-4e
faction: seraphon
battle_formation: eternal-starhost
regiments: [{hero: {unit: saurus-oldblood, general: true}, units: [{unit: kroxigor}]}]
"""
    alone = Position.read(raw, "mine.yaml", library)
    assert ("AOS-01", "missing", "error") in told(alone)
    for limit, expected in ((380, ["AOS-02"]), (400, []), (270, ["AOS-01", "AOS-02"])):
        event = EventFile(event="Open", points_limit=limit)
        there = set_size_of_event(event, alone).copy_with_demands(partial(find_breaches, event))
        assert [each.code for each in there.findings if each.severity == "error"] == expected


def imported(call: Call, tmp_path: Path, text: str) -> str:
    """The roster that `import` writes."""
    file, out = tmp_path / "host.txt", tmp_path / "host.yaml"
    file.write_text(text, encoding="utf-8")
    assert call("import", str(file), "-o", str(out)).code == 0
    return out.read_text(encoding="utf-8")


def told(position: Position) -> list[tuple[str, str, str]]:
    return [(each.code, each.key, each.severity) for each in position.findings]


def test_the_roster_that_import_writes_has_the_verdict_of_the_list(
    call: Call, tmp_path: Path, library: Library
) -> None:
    text = HOST.format(size="").replace("2045", str(95 + 150 * 12)) + 12 * SQUAD
    written = imported(call, tmp_path, text)
    assert Position.read(written.encode(), "host.yaml", library).data["assumed"] == ["battle_size"]
    assert (
        "# assumed: the battle size is Strike Force, judging by the limit of 1895 points\n"
        in written
    )
    mine = Position.read(written.encode(), "host.yaml", library)
    theirs = judge_list(text.encode(), "host.txt", library)
    assert (mine.verdict, told(mine)) == (theirs.verdict, told(theirs))
    assert ("40K-02", "over", "warning") in told(mine)
    said = "battle size Strike Force (the list names none); problems that depend on it are only warnings"
    assert [messages.say_note(note, "en") for note in mine.assumed].count(said) == 1
    assert [
        messages.say_note(note, "en") for note in theirs.assumed if note.path == ("battle_size",)
    ] == [said]


def test_a_size_that_the_player_chooses_is_assumed_no_longer(
    call: Call, tmp_path: Path, library: Library
) -> None:
    text = HOST.format(size="").replace("2045", str(95 + 150 * 12)) + 12 * SQUAD
    before = Position.read(imported(call, tmp_path, text).encode(), "host.yaml", library)
    assert before.army is not None
    field = next(
        each
        for each in before.editor.list_fields(before.data, before.army, ())
        if each.key == "battle_size"
    )
    options = field.options() if callable(field.options) else field.options
    after = before.apply(next(each for each in options if each.chosen).edit)
    assert "assumed" not in after.data
    assert ("40K-02", "over", "error") in told(after)


def test_an_event_does_not_hold_a_size_against_a_list_that_names_none(library: Library) -> None:
    wanted = EventFile(event="Open", battle_size="onslaught", points_limit=1000)
    for size, expected in (
        ("", []),
        ("Strike Force (2000 points)\n", ["event_limit", "event_battle_size"]),
    ):
        text = HOST.format(size=size).replace("2045", str(95 + 150 * 3)) + 3 * SQUAD
        done = judge_list(text.encode(), "host.txt", library)
        found = [each.key for each in find_breaches(wanted, done)]
        assert found == expected
