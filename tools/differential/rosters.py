"""Rosters made from the data by dice: what is drawn is laid before the law, and what it objects to is taken out again.

They are as on the day whose prices wh40kdc knows, so that prices agree and what is left are differences of judgement.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from listbuilder.data.library import Library
from listbuilder.games.registry import get_game
from listbuilder.games.wh40k.army import Muster
from listbuilder.games.wh40k.catalog import Shelf
from listbuilder.games.wh40k.detachments import yield_available_detachments
from listbuilder.games.wh40k.editor import MusterEditor
from listbuilder.games.wh40k.faction import Detachment
from listbuilder.games.wh40k.sizes import list_legal_totals, make_default_groups
from listbuilder.matching.requirements import is_eligible
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.rulebook import BattleSize
from listbuilder.roster.position import Position
from tests.wargear.simulator import play

SYSTEM = "warhammer-40k-11e"
DAY = "2026-09-16"  # the points document of 2026-09-02 is what wh40kdc 1.4.5 has; days later, when lists of the old one are gone
FACTIONS = ("necrons", "orks", "astra-militarum", "aeldari", "chaos-space-marines", "blood-angels")
LIBRARY = Library()

Roster = dict[str, Any]


def judged(roster: Roster) -> Position:
    return Position.read(json.dumps(roster).encode(), "roster", LIBRARY)


class Book:
    """What one faction may take on that day."""

    def __init__(self, faction: str) -> None:
        self.faction = faction
        bare = judged(
            {
                "system": SYSTEM,
                "faction": faction,
                "battle_size": "strike-force",
                "points_as_of": DAY,
            }
        )
        assert isinstance(bare.army, Muster)
        self.army = bare.army
        editor = get_game(SYSTEM).make_editor(LIBRARY)
        assert isinstance(editor, MusterEditor)
        self.shelf: Shelf = editor.get_shelf_of_army(self.army)
        self.detachments = sorted(yield_available_detachments(self.army), key=lambda each: each.id)
        self.sheets: dict[str, Datasheet] = {}
        for each in self.army.list_own_factions():
            data = self.shelf.load_faction(each.id)
            for sheet in data.list_datasheets() if data else ():
                if sheet.points and not sheet.legends:
                    self.sheets.setdefault(sheet.id, sheet)
        stranger = FACTIONS[(FACTIONS.index(faction) + 1) % len(FACTIONS)]
        foreign = self.shelf.load_faction(stranger)
        assert foreign is not None
        self.foreign_detachments = [each.id for each in foreign.head.detachments]
        self.foreign_sheets = {
            f"{stranger}/{sheet.id}": sheet
            for sheet in foreign.list_datasheets()
            if sheet.points and not sheet.legends
        }
        self.heroes = [sheet.id for sheet in self.sheets.values() if "Character" in sheet.keywords]

    def sheet(self, name: str) -> Datasheet:
        return self.sheets.get(name) or self.foreign_sheets[name]


def legal(book: Book, dice: Random) -> Roster:
    """A roster to which our law does not object."""
    while True:
        if (made := _mended(_drawn(book, dice))) is not None:
            return made


def _drawn(book: Book, dice: Random) -> Roster:
    wanted = dice.choice(("incursion", "strike-force", "strike-force"))
    size = next(each for each in book.army.book.battle_sizes if each.id == wanted)
    chosen = _detachments(book, size, dice)
    roster: Roster = {
        "system": SYSTEM,
        "faction": book.faction,
        "points_as_of": DAY,
        "battle_size": size.id,
        "detachments": [each.id for each in chosen],
        "disposition": dice.choice(chosen).dispositions[0].lower().replace(" ", "-")
        if chosen
        else None,
        "units": [],
        "attached": {},
    }
    names = list(_names(book, dice))
    roster["units"] = [unit(book, name, number, dice) for number, name in enumerate(names)]
    roster["units"][0]["warlord"] = True
    _honour(book, roster, chosen, dice)
    _attach(book, roster, dice)
    return roster


def _names(book: Book, dice: Random) -> Iterator[str]:
    """A hero first; with whoever joins another, often somebody to be joined."""
    named = {sheet.name: sheet.id for sheet in book.sheets.values()}
    for name in (
        dice.choice(book.heroes),
        *(dice.choice(list(book.sheets)) for _ in range(dice.randint(6, 20))),
    ):
        yield name
        hosts = [
            named[each]
            for each in (*book.sheets[name].supports, *book.sheets[name].leads)
            if each in named
        ]
        if hosts and dice.random() < 0.7:
            yield dice.choice(hosts)


def _detachments(book: Book, size: BattleSize, dice: Random) -> list[Detachment]:
    """As many as the points buy; now and then a single one for which they would not do."""
    points = size.detachment_points or 0
    large = [
        each
        for each in book.detachments
        if points < (each.dp or 0) <= (size.sole_detachment_points or 0)
    ]
    if large and dice.random() < 0.2:
        return [dice.choice(large)]
    chosen: list[Detachment] = []
    for each in dice.sample(book.detachments, len(book.detachments)):
        spent = sum(other.dp or 0 for other in chosen)
        tags = {other.unique for other in chosen if other.unique}
        if spent + (each.dp or 0) <= points and each.unique not in tags and dice.random() < 0.8:
            chosen.append(each)
    return chosen


def unit(book: Book, name: str, number: int, dice: Random) -> Roster:
    """A unit of a random legal size, with wargear as the simulator of the tests plays it."""
    sheet = book.sheet(name)
    groups = make_default_groups(sheet, dice.choice(list_legal_totals(sheet)))
    asked = [each for each in groups if each.count]
    played = play(sheet, asked, dice) if not sheet.options_incomplete else None
    models: list[Roster] = [{"model": each.model, "count": each.count} for each in played or asked]
    for written, each in zip(models, played or asked, strict=True):
        if each.wargear:
            written["wargear"] = each.wargear
    made: Roster = {"id": f"u{number}", "datasheet": name, "models": models}
    if sheet.army.choose_keyword:
        made["keyword"] = dice.choice(sheet.army.choose_keyword)
    return made


def _honour(book: Book, roster: Roster, chosen: list[Detachment], dice: Random) -> None:
    """Enhancements for those who seem to be able to bear them."""
    for each in (enhancement for detachment in chosen for enhancement in detachment.enhancements):
        able = [
            made
            for made in roster["units"]
            if "enhancement" not in made
            and is_eligible(book.sheets[made["datasheet"]].tags, each.requires)
            and (each.upgrade or "Character" in book.sheets[made["datasheet"]].keywords)
        ]
        for made in dice.sample(able, min(len(able), dice.randint(0, 2 if each.upgrade else 1))):
            made["enhancement"] = each.id


def _attach(book: Book, roster: Roster, dice: Random) -> None:
    taken: set[tuple[str, bool]] = set()
    for made in roster["units"]:
        sheet = book.sheets[made["datasheet"]]
        support = bool(sheet.supports)
        hosts = [
            other["id"]
            for other in roster["units"]
            if book.sheets[other["datasheet"]].name in (*sheet.leads, *sheet.supports)
            and (other["id"], support) not in taken
        ]
        if hosts and (support or dice.random() < 0.7):
            roster["attached"][made["id"]] = host = dice.choice(hosts)
            taken.add((host, support))


def _mended(roster: Roster) -> Roster | None:
    """Without what the law objects to. None: so little is left that another has to be drawn."""
    while len(roster["units"]) > 2:
        done = judged(roster)
        assert not done.problems, done.problems
        finding = next((each for each in done.findings if each.severity == "error"), None)
        if finding is None:
            return roster
        if finding.check == "warlord":
            _crown(roster, done)
        else:
            _take_out(roster, finding.path, finding.of_points)
    return None


def _crown(roster: Roster, done: Position) -> None:
    """Makes another unit the warlord; who may not be it goes."""
    assert isinstance(done.army, Muster)
    now = next((each["id"] for each in roster["units"] if each.pop("warlord", None)), None)
    if now:
        drop(roster, now)
    able = {
        each.id
        for each in done.army.muster_units
        if each.has_keyword("Character") and done.army.is_own(each)
    }
    for each in roster["units"]:
        if each["id"] in able:
            each["warlord"] = True
            return


def _take_out(roster: Roster, path: tuple[Any, ...], of_points: bool) -> None:
    if of_points or (len(path) < 2 and path != ("disposition",)):
        drop(
            roster,
            next(
                (each for each in reversed(roster["units"]) if not each.get("warlord")),
                roster["units"][0],
            )["id"],
        )
    elif path[0] == "disposition":
        roster["disposition"] = None
    elif path[0] == "detachments":
        del roster["detachments"][path[1]]
    elif path[0] == "attached":
        del roster["attached"][path[1]]
    elif path[0] == "units" and len(path) > 2 and path[2] in ("enhancement", "keyword"):
        del roster["units"][path[1]][path[2]]
    else:
        drop(roster, roster["units"][path[1]]["id"])


def drop(roster: Roster, unit_id: str) -> None:
    roster["units"] = [each for each in roster["units"] if each["id"] != unit_id]
    roster["attached"] = {a: b for a, b in roster["attached"].items() if unit_id not in (a, b)}
