"""What `new` writes, game by game, and what it says where it cannot."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.games.game import NewRoster
from listbuilder.games.registry import get_game
from listbuilder.model.problem import Unreadable
from listbuilder.roster.position import Position
from listbuilder.yamlio.schema_line import make_schema_line
from tests.raw import raw, stems

LIBRARY = Library()
MUSTERED, REGIMENTS, PATROL, SPEARHEAD, HEROES = (
    "warhammer-40k-10e", "age-of-sigmar-4e", "combat-patrol", "spearhead", "space-marine-heroes"
)  # fmt: skip


def new(game: str, faction: str, **wanted: Any) -> list[str]:
    return get_game(game).write_new_roster(NewRoster(faction, **wanted), LIBRARY).splitlines()


def refused(game: str, faction: str, **wanted: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(Unreadable) as error:
        new(game, faction, **wanted)
    [problem] = error.value.problems
    return problem.key, problem.args


def test_a_mustered_army_begins_with_a_warlord() -> None:
    assert (
        new(MUSTERED, "necrons")
        == [
            make_schema_line("roster-warhammer-40k-10e"),
            "system: warhammer-40k-10e",
            "name: Necrons",
            "faction: necrons",
            "battle_size: strike-force",
            "detachment: annihilation-legion",  # the first there is
            "units:",
            "  - {datasheet: catacomb-command-barge, models: 1, warlord: true}",  # the first CHARACTER without a name of its own
        ]
    )
    given = new(MUSTERED, "NECRONS", size="onslaught", detachment="canoptek-court", name="Sleepers")
    assert given[2:6] == [
        "name: Sleepers",
        "faction: necrons",
        "battle_size: onslaught",
        "detachment: canoptek-court",
    ]


def test_a_chapter_begins_with_what_is_its_own_or_its_parents() -> None:
    lines = new(MUSTERED, "Blood Angels", detachment="gladius-task-force")
    assert lines[3:6] == [
        "faction: blood-angels",
        "battle_size: strike-force",
        "detachment: gladius-task-force",
    ]
    assert lines[-1].startswith("  - {datasheet: ") and lines[-1].endswith(", warlord: true}")


@pytest.mark.parametrize("faction", [each for each in stems(MUSTERED) if each != "rules"])
def test_every_faction_with_a_detachment_can_be_begun(faction: str) -> None:
    head = raw(MUSTERED, faction)
    if not head.get("detachments") and "parent" not in head:
        assert refused(MUSTERED, faction) == ("no_army_of_its_own", {"faction": head["name"]})
        return
    text = get_game(MUSTERED).write_new_roster(NewRoster(faction), LIBRARY)
    done = Position.read(text.encode(), "new", LIBRARY)
    assert done.army is not None and not done.problems
    [warlord] = done.army.units
    assert warlord.has_keyword("Character") and not warlord.has_keyword("Epic Hero")
    sheets = [
        *head["datasheets"],
        *(raw(MUSTERED, head["parent"])["datasheets"] if "parent" in head else []),
    ]
    sheet = next(each for each in sheets if each["id"] == warlord.datasheet_id.rpartition("/")[2])
    assert not sheet.get("legends") and sheet["points"] and "chapter" not in sheet
    assert sheet.get("army", {}).get("warlord") != "never" and not sheet.get("must_attach")
    assert [finding.code for finding in done.findings if finding.severity == "error"] == []


def test_what_cannot_be_begun_is_said_with_what_is_nearest() -> None:
    key, args = refused(MUSTERED, "necorns")
    assert (key, args["given"], args["near"].casefold()) == (
        "unknown_faction",
        "necorns",
        "necrons",
    )
    assert args["begin"] == MUSTERED  # `new` and that lists them
    assert refused(MUSTERED, "necrons", size="strikeforce") == (
        "not_allowed",
        {
            "given": "strikeforce",
            "allowed": ["incursion", "strike-force", "onslaught"],
            "near": "strike-force",
        },
    )
    key, args = refused(MUSTERED, "necrons", detachment="canoptek")
    names = [each["name"] for each in raw(MUSTERED, "necrons")["detachments"]]
    assert (key, args) == (
        "unknown_detachment", {"given": "canoptek", "faction": "Necrons", "known": names, "near": "canoptek-court"}
    )  # fmt: skip
    key, args = refused(REGIMENTS, "skavn")
    assert (key, args["given"], args["near"].casefold()) == ("unknown_faction", "skavn", "skaven")
    assert "skaven" in args["known"] and "generic" not in args["known"]
    for size in ("many", "0", "-5", "1.5"):
        assert refused(REGIMENTS, "skaven", size=size) == ("not_a_number", {"given": size})
    assert refused(REGIMENTS, "skaven", detachment="warpcog-convo") == (
        "unknown_choice", {"given": "warpcog-convo", "faction": "Skaven", "near": "warpcog-convocation"}
    )  # fmt: skip
    for game, near in ((PATROL, "amonhotekhs-guard"), (SPEARHEAD, "vigilant-brotherhood")):
        assert refused(game, near[:-2]) == (
            "unknown_box",
            {"given": near[:-2], "near": near, "begin": game},
        )
    assert refused(PATROL, "Amonhotekh's Gard") == (
        "unknown_box",
        {"given": "Amonhotekh's Gard", "near": "amonhotekhs-guard", "begin": PATROL},
    )
    # By its name, where no id is near: a space is nearer to a space than to a hyphen.
    assert refused(PATROL, "Lance Drayden's") == (
        "unknown_box",
        {"given": "Lance Drayden's", "near": "draydens-lance", "begin": PATROL},
    )
    assert refused(PATROL, "qqqqqqqq") == (
        "unknown_box",
        {"given": "qqqqqqqq", "near": None, "begin": PATROL},
    )


def _leader(faction: str) -> str | None:
    """The cheapest hero who may lead any army: no name of its own, of no season, with options; no Legends before the others."""
    found = [
        each for each in raw(REGIMENTS, faction)["warscrolls"]
        if "Hero" in each["keywords"] and "Unique" not in each["keywords"] and each["points"] and "battlepack" not in each
        and each.get("regiment", {}).get("can_lead", True) and each.get("regiment", {}).get("options")
    ]  # fmt: skip
    best = min(found, key=lambda each: (each.get("legends", False), each["points"]), default=None)
    return best["id"] if best else None


def test_an_army_of_regiments_begins_with_a_general() -> None:
    leader = _leader("skaven")
    assert new(REGIMENTS, "skaven") == [
        make_schema_line("roster-age-of-sigmar-4e"),
        "system: age-of-sigmar-4e",
        "name: Skaven",
        "faction: skaven",
        "points_limit: 2000",
        f"battle_formation: {raw(REGIMENTS, 'skaven')['battle_formations'][0]['id']}",
        "regiments:",
        f"  - hero: {{unit: {leader}, general: true}}",
        "    units: []",
    ]
    given = new(REGIMENTS, "SKAVEN", size="1500", detachment="warpcog-convocation", name="Rats")
    assert given[2:6] == [
        "name: Rats",
        "faction: skaven",
        "points_limit: 1500",
        "battle_formation: warpcog-convocation",
    ]


@pytest.mark.parametrize(
    "faction",
    [each for each in stems(REGIMENTS) if each not in ("rules", "generic", "regiments-of-renown")],
)
def test_every_faction_of_regiments_can_be_begun(faction: str) -> None:
    text = get_game(REGIMENTS).write_new_roster(NewRoster(faction), LIBRARY)
    done = Position.read(text.encode(), "new", LIBRARY)
    assert done.army is not None and not done.problems
    assert [unit.datasheet_id for unit in done.army.units] == (
        [_leader(faction)] if _leader(faction) else []
    )
    data: Any = done.document and done.document.data
    plain = [each["id"] for each in raw(REGIMENTS, faction).get("battle_formations", [])
             if not each.get("battlepacks") and not each.get("legends")]  # fmt: skip
    assert data.get("battle_formation") == (plain[0] if plain else None)


def test_boxes_and_heroes() -> None:
    assert new(PATROL, "amonhotekhs-guard") == [
        make_schema_line("roster-combat-patrol"),
        "system: combat-patrol",
        "patrol: amonhotekhs-guard",
        "enhancement: overriding-control  # or protocol-of-resonant-focus",
    ]
    assert new(PATROL, "amonhotekh's guard", name='"Sleep": now')[2:4] == [
        'name: "\\"Sleep\\": now"',
        "patrol: amonhotekhs-guard",
    ]
    [(slot, ids)] = raw(PATROL, "guardians-of-the-throne")["choices"].items()
    assert new(PATROL, "guardians-of-the-throne")[-2:] == [
        "choices:",
        f"  {slot}: {ids[0]}  # or {', '.join(ids[1:])}",
    ]
    assert new(SPEARHEAD, "Vigilant Brotherhood") == [
        make_schema_line("roster-spearhead"),
        "system: spearhead",
        "box: vigilant-brotherhood",
        "regiment_ability: strike-where-needed  # or blaze-of-glory",
        "enhancement: null-pendant  # or hallowed-scrolls, quicksilver-draught, morrdas-talon",
    ]
    lines = new(HEROES, "", name="Rot")
    cards = raw(HEROES, "plague-marines")["heroes"][:5]
    whole = raw(HEROES, "plague-marines")["heroes"]
    assert lines == [
        make_schema_line("roster-space-marine-heroes"),
        "system: space-marine-heroes",
        'name: "Rot"',
        "heroes:",
        *(
            f"  - {{hero: {card['id']}, slot: {place}}}"
            for place, card in enumerate(cards, start=1)
        ),
        "collection:  # how many of each you own",
        *(f"  {card['id']}: 1" for card in whole),
        "# To add your own cards, write them to DIR/space-marine-heroes/my-cards.yaml (use it with --data DIR):",
        "#   system: space-marine-heroes",
        "#   id: my-cards",
        "#   name: My cards",
        "#   heroes:",
        f"#     - id: {whole[0]['id']}",
        f"#       name: {whole[0]['name']}",
        "#       armour: 4",
        "#       symbols: [{action: shoot, roll: double-six, range: long}]",
    ]
    for game, faction in (
        (PATROL, "guardians-of-the-throne"),
        (SPEARHEAD, "wallsmasher-stomp"),
        (HEROES, ""),
    ):
        done = Position.read(("\n".join(new(game, faction)) + "\n").encode(), "new", LIBRARY)
        assert done.verdict == "legal", done.problems


def test_a_list_of_another_day_says_which() -> None:
    """And is begun with what there was on that day; of today's prices nothing is said."""
    day = '"2025-07-01"'
    assert f"points_as_of: {day}" in new(MUSTERED, "necrons", as_of="2025-07-01")
    assert f"points_as_of: {day}" in new(REGIMENTS, "skaven", as_of="2025-07-01")
    for game, faction in ((MUSTERED, "necrons"), (REGIMENTS, "skaven")):
        before = Position.read(
            "\n".join(new(game, faction, as_of="2025-07-01")).encode(), "new", LIBRARY
        )
        assert (
            before.army is not None
            and before.army.past_day
            and before.army.priced_on == "2025-07-01"
        )
        assert not any("points_as_of" in line for line in new(game, faction))


def test_what_is_called_like_no_cards_is_the_name_of_the_list() -> None:
    for cards in ("plague-marines", "Plague Marines"):
        assert new(HEROES, cards)[2] == "heroes:"
    assert new(HEROES, "My five")[2:4] == ['name: "My five"', "heroes:"]
    assert new(HEROES, "plague-marines", name="Rot")[2] == 'name: "Rot"'
