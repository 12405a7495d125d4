"""Ways to break a roster, each by one thing a player does wrong. None: this roster cannot be broken in this way."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random

from listbuilder.matching.requirements import is_eligible
from tests.wargear.breaking import items_of
from tools.differential.rosters import Book, Roster, drop, unit

Break = Callable[[Book, Roster, Random], bool]


def _new_id(roster: Roster) -> str:
    return f"x{len(roster['units'])}"


def _add(roster: Roster, made: Roster) -> bool:
    roster["units"].append({**made, "id": _new_id(roster)})
    return True


def more_copies(book: Book, roster: Roster, dice: Random) -> bool:
    """A datasheet again and again."""
    made = dice.choice(roster["units"])
    bare = {
        key: deepcopy(value)
        for key, value in made.items()
        if key in ("datasheet", "models", "keyword")
    }
    for _ in range(dice.choice((1, 3, 6))):
        _add(roster, deepcopy(bare))
    return True


def more_units(book: Book, roster: Roster, dice: Random) -> bool:
    """More than the points allow."""
    for _ in range(dice.randint(3, 12)):
        _add(roster, unit(book, dice.choice(list(book.sheets)), 0, dice))
    return True


def two_warlords(book: Book, roster: Roster, dice: Random) -> bool:
    others = [each for each in roster["units"] if not each.get("warlord")]
    if others:
        dice.choice(others)["warlord"] = True
    return bool(others)


def no_warlord(book: Book, roster: Roster, dice: Random) -> bool:
    crowned = [each for each in roster["units"] if each.pop("warlord", None)]
    return bool(crowned)


def another_warlord(book: Book, roster: Roster, dice: Random) -> bool:
    no_warlord(book, roster, dice)
    dice.choice(roster["units"])["warlord"] = True
    return True


def any_enhancement(book: Book, roster: Roster, dice: Random) -> bool:
    """One of the chosen detachments, for whoever."""
    known = [
        each.id
        for detachment in book.detachments
        if detachment.id in roster["detachments"]
        for each in detachment.enhancements
    ]
    if known:
        dice.choice(roster["units"])["enhancement"] = dice.choice(known)
    return bool(known)


def fitting_enhancement(book: Book, roster: Roster, dice: Random) -> bool:
    """One of any detachment, for somebody who could bear it there."""
    able = [
        (made, enhancement.id)
        for detachment in book.detachments
        for enhancement in detachment.enhancements
        for made in roster["units"]
        if is_eligible(book.sheet(made["datasheet"]).tags, enhancement.requires)
    ]
    if able:
        made, made["enhancement"] = dice.choice(able)
    return bool(able)


def enhancement_again(book: Book, roster: Roster, dice: Random) -> bool:
    """The same for several."""
    borne = [each["enhancement"] for each in roster["units"] if "enhancement" in each]
    others = [each for each in roster["units"] if "enhancement" not in each]
    if not borne or not others:
        return False
    again = dice.choice(borne)
    for made in dice.sample(others, min(len(others), dice.choice((1, 1, 3)))):
        made["enhancement"] = again
    return True


def one_detachment_more(book: Book, roster: Roster, dice: Random) -> bool:
    roster["detachments"].append(dice.choice(book.detachments).id)
    return True


def same_tag(book: Book, roster: Roster, dice: Random) -> bool:
    """Another one with the Unique tag of one that is chosen."""
    tags = {
        each.unique for each in book.detachments if each.id in roster["detachments"] and each.unique
    }
    known = [
        each.id
        for each in book.detachments
        if each.unique in tags and each.id not in roster["detachments"]
    ]
    if known:
        roster["detachments"].append(dice.choice(known))
    return bool(known)


def other_disposition(book: Book, roster: Roster, dice: Random) -> bool:
    roster["disposition"] = dice.choice(
        [each.lower().replace(" ", "-") for each in book.army.book.dispositions]
    )
    return True


def attach_anybody(book: Book, roster: Roster, dice: Random) -> bool:
    if len(roster["units"]) < 2:
        return False
    one, other = dice.sample(roster["units"], 2)
    roster["attached"][one["id"]] = other["id"]
    return True


def attach_another(book: Book, roster: Roster, dice: Random) -> bool:
    """One more of the same to a unit that is led."""
    if not roster["attached"]:
        return False
    leader, host = dice.choice(sorted(roster["attached"].items()))
    made = next(each for each in roster["units"] if each["id"] == leader)
    _add(roster, unit(book, made["datasheet"], 0, dice))
    roster["attached"][roster["units"][-1]["id"]] = host
    return True


def stranger(book: Book, roster: Roster, dice: Random) -> bool:
    """A unit of another faction."""
    return _add(roster, unit(book, dice.choice(list(book.foreign_sheets)), 0, dice))


def strange_detachment(book: Book, roster: Roster, dice: Random) -> bool:
    roster["detachments"] = [*roster["detachments"][:-1], dice.choice(book.foreign_detachments)]
    return True


def without_heroes(book: Book, roster: Roster, dice: Random) -> bool:
    """Somebody else is the warlord, and every Character is gone."""
    for made in list(roster["units"]):
        if "Character" in book.sheet(made["datasheet"]).keywords:
            drop(roster, made["id"])
    if roster["units"]:
        roster["units"][0]["warlord"] = True
    return bool(roster["units"])


def detach(book: Book, roster: Roster, dice: Random) -> bool:
    if roster["attached"]:
        del roster["attached"][dice.choice(sorted(roster["attached"]))]
        return True
    return False


def lone_support(book: Book, roster: Roster, dice: Random) -> bool:
    known = [sheet.id for sheet in book.sheets.values() if sheet.supports]
    return bool(known) and _add(roster, unit(book, dice.choice(known), 0, dice))


def other_size(book: Book, roster: Roster, dice: Random) -> bool:
    """So many models more or fewer of one kind, with as much more or less of everything they carry."""
    group = dice.choice(dice.choice(roster["units"])["models"])
    count = max(1, group["count"] + dice.choice((-3, -2, -1, 1, 2, 3, 8)))
    if "wargear" in group:
        group["wargear"] = {
            item: max(1, have * count // group["count"]) for item, have in group["wargear"].items()
        }
    group["count"] = count
    return True


def other_wargear(book: Book, roster: Roster, dice: Random) -> bool:
    """One item more, or one in the place of another."""
    able = [
        (made, group)
        for made in roster["units"]
        for group in made["models"]
        if group.get("wargear")
    ]
    if not able:
        return False
    made, group = dice.choice(able)
    bag = group["wargear"]
    items = items_of(book.sheet(made["datasheet"]), [])
    if not items:
        return False
    if dice.random() < 0.6:
        gone = dice.choice(sorted(bag))
        bag[gone] -= 1
        if not bag[gone]:
            del bag[gone]
    came = dice.choice(items)
    bag[came] = bag.get(came, 0) + 1
    return True


BREAKS: tuple[Break, ...] = (
    more_copies, more_units, two_warlords, no_warlord, another_warlord, any_enhancement, fitting_enhancement, enhancement_again,
    one_detachment_more, same_tag, other_disposition, attach_anybody, attach_another, detach, lone_support, stranger,
    strange_detachment, without_heroes, other_size, other_wargear, other_wargear, other_wargear,
)  # fmt: skip


def broken(book: Book, roster: Roster, dice: Random) -> Roster:
    """A copy with one or two things wrong."""
    wrong = deepcopy(roster)
    left = dice.choice((1, 1, 2))
    for each in dice.sample(BREAKS, len(BREAKS)):
        if left and wrong["units"] and each(book, wrong, dice):
            left -= 1
    return wrong
