"""What holds for every field of every part of every example: what a player picks is what the roster then says."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.games.common.editor import Field, Text
from listbuilder.model.base import Path as Place
from listbuilder.roster import commands
from listbuilder.workspace.session import Session
from tests.own_state import ROOT

GAMES = ("40k-10e", "aos", "combat-patrol", "combat-patrol-11e", "spearhead", "space-marine-heroes")
EXAMPLES = [
    file for game in GAMES for file in sorted((ROOT / "examples" / game / "legal").glob("*.yaml"))
]
ELSEWHERE = ("group",)  # a unit that goes to another regiment is found there, not here
WARGEAR = ("swap", "take", "leave", "extra", "instead_of")


def _places(session: Session) -> list[Place]:
    assert session.army is not None
    branches = session.position.editor.build_outline(session.army)
    wholes = [branch.path for branch in branches if branch.path is not None]
    return list(
        dict.fromkeys([(), *wholes, *(leaf.path for branch in branches for leaf in branch.leaves)])
    )


Part = Place | None  # None for what is declared before the battle
EVERYWHERE: Place = ("everywhere",)


def _fields(session: Session, part: Part = EVERYWHERE) -> list[tuple[Part, Field]]:
    """Every field there is, with the part it is of; or those of one part."""
    if part == EVERYWHERE:
        return [each for part in (*_places(session), None) for each in _fields(session, part)]
    there = (
        commands.list_deployment_fields(session.position)
        if part is None
        else commands.list_fields(session.position, part)
    )
    return [(part, field) for field in there]


def _reads(part: Part, field: Field) -> tuple[object, ...]:
    """What it says of itself. Two may say the same: two bullets of a datasheet, each with something in addition."""
    return part, field.key, field.args, field.group


def _told(labels: list[Text]) -> list[object]:
    """Without who stands in a slot: whoever takes it changes places with that one."""
    return [each.args.get("slot", each) for each in labels]


def _chosen(field: Field) -> list[Text]:
    return [option.label for option in field.options() if option.chosen]


@pytest.mark.parametrize(
    "file", EXAMPLES, ids=lambda file: f"{file.parent.parent.name}-{file.stem}"
)
@pytest.mark.slow_but(6)
def test_what_is_picked_is_what_is_so(file: Path, library: Library) -> None:
    session = Session(file.read_bytes(), library, file, autosave=False)
    fields = _fields(session)
    for number, (place, field) in enumerate(fields):
        if field.kind == "text" or field.key in ELSEWHERE:
            continue
        beside = [
            other
            for there, other in fields
            if there == place and other.group == field.group and other.key in WARGEAR
        ]
        if field.key in WARGEAR and len(beside) > 1:
            continue  # bullets overlap: a model shows what it carries, not by which of them it came to carry it
        nth = sum(_reads(place, field) == _reads(*other) for other in fields[:number])
        assert len(_chosen(field)) <= 1, (place, field.key, _chosen(field))
        for option in field.options():
            if field.key == "battle_tactics" and option.label.key == "none":
                continue  # the other card moves up
            if not session.apply(option.edit):
                continue
            assert not session.position.problems, (
                place,
                field.key,
                option.label,
                session.position.problems,
            )
            now = [
                other for other in _fields(session, place) if _reads(*other) == _reads(place, field)
            ]
            if len(now) > nth:  # a field goes where what it is about goes
                assert _told(_chosen(now[nth][1])) == _told([option.label]), (
                    place,
                    field.key,
                    option.label,
                )
                assert _told([now[nth][1].value]) == _told([option.label])
            else:
                assert not option.chosen
            session.undo()


@pytest.mark.parametrize(
    "file", EXAMPLES, ids=lambda file: f"{file.parent.parent.name}-{file.stem}"
)
@pytest.mark.slow_but(6)
def test_what_is_chosen_is_shown_and_stays(file: Path, library: Library) -> None:
    """The value of a field is its chosen option, and to choose that again changes nothing that the law sees."""
    session = Session(file.read_bytes(), library, file, autosave=False)
    for place, field in _fields(session):
        options = [option for option in field.options() if option.chosen]
        if field.kind == "text" or not options:
            continue
        assert field.value == options[0].label
        before = session.position
        if session.apply(options[0].edit):
            assert session.position.points == before.points, (place, field.key)
            assert session.position.findings == before.findings, (place, field.key)
            session.undo()
