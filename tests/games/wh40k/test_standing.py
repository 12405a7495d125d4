"""Who may be in an army, and what its keywords are then: each rule by itself."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from listbuilder.games.wh40k.ally_standing import (
    add_granted_keywords,
    can_include_unit,
    list_keyword_choices,
    may_take_allies,
    place_own_or_included,
    take_stated_keywords,
)
from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.faction import (
    AsAllies,
    Detachment,
    Faction,
    GainCharacter,
    GainKeyword,
    Include,
)
from listbuilder.games.wh40k.show import remarks
from tests.games.common.deployment.units import unit as made
from tests.games.wh40k.test_price import muster

TAGS = frozenset({"infantry", "daemon", "plague legions", "guardsmen"})


@pytest.mark.parametrize(
    ("include", "found"),
    [
        (Include(units=("Guardsmen",)), True),
        (Include(units=("guardsmen", "Others")), True),
        (Include(units=("Others",)), False),
        (Include(units=("Others",), keywords_any=("Daemon",)), False),
        (Include(keywords=("Daemon", "Infantry")), True),
        (Include(keywords=("Daemon", "Vehicle")), False),
        (Include(keywords_any=("Vehicle", "Plague Legions")), True),
        (Include(keywords_any=("Vehicle",)), False),
        (Include(keywords_any=("Daemon",), none=("Infantry",)), False),
        (Include(keywords_any=("Daemon",), none=("Vehicle",)), True),
        (Include(units=("Guardsmen",), from_="militarum"), True),
        (Include(units=("Guardsmen",), from_="daemons"), False),
    ],
)
def test_whom_a_rule_lets_in(include: Include, found: bool) -> None:
    assert can_include_unit(include, "militarum", "Guardsmen", TAGS) is found


def faction(keyword: str, **more: Any) -> Faction:
    return msgspec.convert(
        {
            "system": "s",
            "id": keyword.casefold(),
            "name": keyword,
            "faction_keyword": keyword,
            "as_of": "2026-01-01",
            **more,
        },
        Faction,
    )


RED, BLUE = frozenset({"khorne", "infantry"}), frozenset({"tzeentch", "infantry"})


@pytest.mark.parametrize(
    ("rule", "units", "found"),
    [
        (AsAllies(), [], True),
        (AsAllies(army_keyword="Khorne"), [RED, RED], True),
        (AsAllies(army_keyword="Khorne"), [RED, BLUE], False),
        (AsAllies(army_keyword="Khorne"), [], False),
        (AsAllies(army_keyword_any=("Khorne", "Infantry")), [RED, BLUE], True),
        (AsAllies(army_keyword_any=("Khorne", "Tzeentch")), [RED, BLUE], False),
        (AsAllies(army_keyword_any=("Khorne", "Tzeentch")), [BLUE, BLUE], True),
        (AsAllies(army_keyword_any=("Khorne",)), [], False),
        (AsAllies(army_keyword_any=("Orks", "Necrons")), [RED, BLUE], True),
        (AsAllies(army_keyword_any=("ORKS",)), [], True),
    ],
)
def test_which_armies_take_allies(rule: AsAllies, units: list[frozenset[str]], found: bool) -> None:
    """By the keyword that all of its units have, or by that of its own faction."""
    assert may_take_allies(rule, units, [faction("Orks")]) is found


def test_a_unit_is_of_the_army_or_let_in_or_neither() -> None:
    first, second = Include(units=("Immortals",)), Include(keywords_any=("Infantry",))

    def placed(own: dict[str, str], *includes: Include) -> tuple[str, object]:
        unit = made("necrons", "immortals")
        unit.standing, unit.rule = "ally", AsAllies()
        place_own_or_included(unit, own, includes)
        return unit.standing, unit.rule

    assert placed({"necrons": "Necrons"}) == ("own", None)
    assert placed({"necrons": "Necrons"}, first) == ("own", None)
    assert placed({"orks": "Orks"}) == ("outsider", None)
    assert placed({"orks": "Orks"}, first, second) == ("included", first)
    assert placed({"orks": "Orks"}, second, first) == ("included", second)
    assert placed({"orks": "Orks"}, Include(units=("Warriors",)), first) == ("included", first)
    assert placed({"necrons": "Orks"}) == ("outsider", None)


def detachment(**more: Any) -> Detachment:
    return msgspec.convert({"id": "d", "name": "D", **more}, Detachment)


def gained(
    *grants: GainKeyword, tags: frozenset[str] = RED, more: tuple[str, ...] = ()
) -> set[str]:
    return (
        set(
            add_granted_keywords(
                tags, [faction("Orks", gain_keyword=msgspec.to_builtins(grants))], [], more
            )
        )
        - tags
    )


@pytest.mark.parametrize(
    ("grant", "found"),
    [
        (GainKeyword(keyword="Bold", all=("Khorne", "Infantry")), True),
        (GainKeyword(keyword="Bold", all=("Khorne", "Vehicle")), False),
        (GainKeyword(keyword="Bold", any=("Vehicle", "Infantry")), True),
        (GainKeyword(keyword="Bold", any=("Vehicle",)), False),
        (GainKeyword(keyword="Bold", all=("Khorne",), any=("Vehicle",)), False),
        (GainKeyword(keyword="Bold", all=("Khorne",), any=("Infantry",)), True),
        (GainKeyword(keyword="Bold", all=("Khorne",), none=("Infantry",)), False),
        (GainKeyword(keyword="Bold", units=("Khorne",)), True),
        (GainKeyword(keyword="Bold", units=("Others",)), False),
        (GainKeyword(keyword="Bold", units=("Others",), all=("Khorne",)), True),
        (GainKeyword(keyword="Bold"), False),
    ],
)
def test_keywords_that_a_faction_gives(grant: GainKeyword, found: bool) -> None:
    assert gained(grant) == ({"bold"} if found else set())
    assert gained(grant, more=("brave",)) == ({"bold", "brave"} if found else {"brave"})


def test_who_becomes_a_character() -> None:
    def becomes(maker: GainCharacter, tags: frozenset[str] = RED) -> bool:
        return "character" in add_granted_keywords(
            tags, [faction("Orks")], [detachment(gain_character=msgspec.to_builtins(maker))]
        )

    assert becomes(GainCharacter(keywords=("Khorne", "Infantry"))) and not becomes(
        GainCharacter(keywords=("Khorne", "Beast"))
    )
    assert becomes(GainCharacter(units=("Infantry",))) and not becomes(
        GainCharacter(units=("Others",))
    )
    assert not becomes(GainCharacter())
    assert becomes(GainCharacter(keywords=("Beast",), units=("Infantry",)))


def test_grants_are_those_of_these_detachments() -> None:
    """The same army without the detachment has not what it gives."""
    bold = detachment(gain_keyword=[{"keyword": "Bold", "all": ["Khorne"]}])
    orks = faction("Orks")
    assert add_granted_keywords(RED, [orks], [bold]) == RED | {"bold"}
    assert add_granted_keywords(RED, [orks], []) == RED
    assert add_granted_keywords(BLUE, [orks], [bold]) == BLUE
    assert add_granted_keywords(RED, [orks], [bold], ["x"]) == RED | {"bold", "x"}


# --- keywords that the list states ---


def army_of(*units: MusterUnit, **detached: Any) -> Muster:
    army = muster()
    army.units, army.detachments = list(units), (detachment(**detached),)
    army.assumed, army.not_checked = [], []
    return army


def stating(*keywords: str, **more: Any) -> MusterUnit:
    return msgspec.structs.replace(made("necrons", "immortals"), stated_keywords=keywords, **more)


def test_stated_keywords_are_taken_and_said_once() -> None:
    army = army_of(stating("Infantry", "Noble"), stating("Noble"), stating("Infantry"), stating())
    take_stated_keywords(army)
    assert [unit.has_keyword("Noble") for unit in army.muster_units] == [True, True, False, False]
    assert [(note.key, note.args["unit"], note.args["keywords"]) for note in army.assumed] == [
        ("keyword_stated", "Immortals", ["Noble"])
    ]


UNKNOWN = {
    "id": "e",
    "name": "E",
    "points": 5,
    "requires": {"all": ["Infantry"]},
    "bearer_unknown": True,
}


@pytest.mark.parametrize(
    ("gift", "unit", "character"),
    [
        (UNKNOWN, {"warlord": True}, True),
        (UNKNOWN, {}, False),
        (UNKNOWN, {"warlord": True, "standing": "ally"}, False),
        ({**UNKNOWN, "bearer_unknown": False}, {"warlord": True}, False),
        ({**UNKNOWN, "requires": {"all": ["Vehicle"]}}, {"warlord": True}, False),
        ({**UNKNOWN, "requires": {"any": ["Infantry"]}}, {"warlord": True}, False),
        ({**UNKNOWN, "bearer": "unit"}, {"warlord": True}, False),
        ({**UNKNOWN, "upgrade": True}, {"warlord": True}, False),
    ],
    ids=str,
)
def test_a_character_by_a_grant_that_no_source_gives(
    gift: dict[str, Any], unit: dict[str, Any], character: bool
) -> None:
    army = army_of(stating(**unit), enhancements=[gift])
    take_stated_keywords(army)
    assert army.muster_units[0].has_keyword("Character") is character
    assert [(note.key, note.args) for note in army.not_checked] == (
        [("character_unknown", {"unit": "Immortals", "detachment": "D"})] if character else []
    )


def test_whoever_is_a_character_needs_no_such_grant() -> None:
    lord = msgspec.structs.replace(made("necrons", "overlord"), warlord=True)
    army = army_of(lord, enhancements=[UNKNOWN])
    take_stated_keywords(army)
    assert army.not_checked == []


def test_keywords_to_choose() -> None:
    choice = {"of": ["Khorne", "Nurgle"], "not_for": ["Epic Hero"]}
    immortals = stating()
    assert list_keyword_choices(army_of(immortals, choose_keyword=choice), immortals) == (
        "Khorne",
        "Nurgle",
    )
    assert list_keyword_choices(army_of(immortals), immortals) == ()
    guest = stating(standing="ally")
    assert list_keyword_choices(army_of(guest, choose_keyword=choice), guest) == ()
    infantry = {**choice, "not_for": ["Infantry"]}
    assert list_keyword_choices(army_of(immortals, choose_keyword=infantry), immortals) == ()


def test_what_is_said_of_stated_keywords() -> None:
    assert remarks(stating("Noble", "Bold")) == [("show.stated", {"keywords": ["Noble", "Bold"]})]
    assert remarks(stating(warlord=True))[0][0] == "show.warlord" and remarks(stating()) == []
