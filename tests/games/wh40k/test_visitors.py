"""What an army is offered of other factions: what a rule of it, of a detachment it may choose, or
of theirs could let in.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from listbuilder.advice.things import find_things, find_unit
from listbuilder.advice.why import Why, explain_why
from listbuilder.data.library import Library
from listbuilder.roster.position import Position
from listbuilder.yamlio import reader

LIBRARY = Library()


def position_of(system: str, faction: str, detachment: str, leader: str, **more: Any) -> Position:
    several = system.endswith("11e")
    chosen = {"detachments": [detachment]} if several else {"detachment": detachment}
    units = [{"id": "leader", "datasheet": leader, "warlord": True}, *more.pop("units", [])]
    roster = {
        "system": system,
        "faction": faction,
        "battle_size": "strike-force",
        **chosen,
        "units": units,
        **more,
    }
    return Position(reader.read_yaml(msgspec.json.encode(roster), "case"), LIBRARY)


def offered(position: Position) -> set[str]:
    assert position.army is not None
    return {offer.id for offer in position.editor.list_offers(position.army)}


def asked(position: Position, name: str, to: str | None = None) -> Why:
    answer = explain_why(
        position, find_things(position, name, find_unit(position, to)[0] if to else None).things
    )
    assert answer is not None
    return answer


ELEVENTH = "warhammer-40k-11e"


@pytest.mark.parametrize(
    ("faction", "detachment", "leader", "there", "not_there"),
    [
        # allies of every army of a keyword
        ("astra-militarum", "combined-arms", "cadian-castellan",
         "imperial-knights/armiger-helverin", "orks/boyz"),
        ("space-marines", "gladius-task-force", "captain",
         "agents-of-the-imperium/callidus-assassin", "necrons/immortals"),
        ("chaos-space-marines", "pactbound-zealots", "chaos-lord",
         "chaos-knights/war-dog-karnivore", "orks/boyz"),
        # those that the faction lets in, by name or keyword, wherever they are from
        ("chaos-space-marines", "pactbound-zealots", "chaos-lord", "world-eaters/khorne-berzerkers",
         "world-eaters/angron"),
        ("drukhari", "skysplinter-assault", "archon", "aeldari/troupe", "aeldari/wraithguard"),
        # those that a detachment lets in, chosen or not
        ("genestealer-cults", "brood-brothers-auxilia", "primus",
         "astra-militarum/leman-russ-battle-tank",
         "astra-militarum/commissar"),
        ("genestealer-cults", "outlander-claw", "primus", "tyranids/lictor", "tyranids/termagants"),
        ("imperial-knights", "freeblade-company", "canis-rex",
         "adeptus-mechanicus/skitarii-rangers",
         "adeptus-mechanicus/kataphron-breachers"),
        # nobody
        ("necrons", "canoptek-court", "overlord", "monolith", "orks/boyz"),
    ],
)  # fmt: skip
def test_what_is_offered_of_others(
    faction: str, detachment: str, leader: str, there: str, not_there: str
) -> None:
    known = offered(position_of(ELEVENTH, faction, detachment, leader))
    assert there in known
    assert not_there not in known


def test_what_a_detachment_lets_in_is_answered_with_the_detachment() -> None:
    position = position_of(ELEVENTH, "genestealer-cults", "outlander-claw", "primus")
    answer = asked(position, "leman russ battle tank")
    assert [reason.finding.code for reason in answer.reasons] == ["11E-03"]
    assert answer.answers[0].after.data["detachments"] == ["brood-brothers-auxilia"]
    assert asked(
        position_of(ELEVENTH, "genestealer-cults", "brood-brothers-auxilia", "primus"),
        "leman russ battle tank",
    ).is_allowed


@pytest.mark.parametrize(
    ("system", "code"), [(ELEVENTH, "11E-03"), ("warhammer-40k-10e", "40K-03")]
)
def test_what_no_such_army_takes_is_no_unknown_name(system: str, code: str) -> None:
    position = position_of(system, "necrons", "canoptek-court", "overlord")
    answer = asked(position, "gretchin")
    assert answer.thing.home == "Orks"
    assert [reason.finding.code for reason in answer.reasons] == [code]
    assert answer.answers == ()


def test_who_goes_with_whom_may_be_asked_either_way() -> None:
    units = [{"id": "warriors", "datasheet": "necron-warriors", "models": 10}]
    position = position_of(ELEVENTH, "necrons", "canoptek-court", "overlord", units=units)
    for thing, to in (("overlord", "warriors"), ("warriors", "leader")):
        answer = asked(position, thing, to)
        assert answer.is_allowed
        assert answer.added.data["attached"] == {"leader": "warriors"}
