"""Wargear as fields: what is offered is what the datasheet's bullets say, one by one, and what the law then lets be."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.games.common.editor import Field, Text
from listbuilder.model.base import fold
from listbuilder.roster import commands
from listbuilder.workspace.session import Session
from tests.raw import raw, stems

GAME = "warhammer-40k-10e"
FACTIONS = ("necrons", "chaos-space-marines", "orks", "adeptus-custodes", "tyranids", "drukhari")
PLACE = ("units", 0)


def opened(library: Library, faction: str, sheet: str, models: Any = None) -> Session:
    unit = {"datasheet": sheet} | ({} if models is None else {"models": models})
    data = {"system": GAME, "faction": faction, "battle_size": "onslaught", "units": [unit]}
    return Session(_json(data), library, autosave=False)


def _json(data: Any) -> bytes:
    import json

    return json.dumps(data).encode()


def fields(session: Session, *keys: str) -> list[Field]:
    return [each for each in commands.list_fields(session.position, PLACE) if each.key in keys]


def wrong(session: Session) -> list[str]:
    return [finding.code for finding in session.position.findings if finding.code == "40K-14"]


def carried(session: Session) -> list[tuple[str, int, Counter[str]]]:
    return [
        (
            group["model"],
            group["count"],
            Counter({fold(item): count for item, count in group["wargear"].items()}),
        )
        for group in session.data["units"][0]["models"]
    ]


def _listed(items: list[str]) -> Counter[str]:
    return Counter(fold(item) for item in items)


@pytest.mark.parametrize("faction", FACTIONS)
def test_what_is_offered_is_exchanged(library: Library, faction: str) -> None:
    """From what models have by default: so many lose what goes and gain what comes, and nothing else changes."""
    tried = 0
    for entry in raw(GAME, faction)["datasheets"]:
        if not entry.get("options") or entry["size"]["max"] > 12:
            continue
        session = opened(library, faction, entry["id"])
        for field in fields(session, "swap", "take", "leave"):
            assert field.group is not None
            options = field.options()
            counts = [option.label.args["count"] for option in options]
            assert (
                counts == sorted(set(counts)) and counts[0] == 0 and field.value == options[0].label
            )
            assert [option.chosen for option in options] == [True] + [False] * (len(options) - 1)
            usual: list[tuple[str, int, Counter[str]]] | None = None
            for option in options:
                assert session.apply(option.edit), (entry["id"], field.key)
                assert wrong(session) == [], (entry["id"], field.args, option.label)
                now = carried(session)
                usual = usual or now
                _one_group_exchanged(usual, now, option.label.args["count"], field, entry["id"])
                tried += 1
                session.undo()
    assert tried > 20


def _one_group_exchanged(
    usual: list[tuple[str, int, Counter[str]]],
    now: list[tuple[str, int, Counter[str]]],
    count: int,
    field: Field,
    sheet: str,
) -> None:
    assert [each[:2] for each in now] == [each[:2] for each in usual]
    changed = [
        (before[2], after[2])
        for before, after in zip(usual, now, strict=True)
        if before[2] != after[2]
    ]
    gone, come = _listed(field.args["gone"]), _listed(field.args["come"])
    assert (field.key == "swap", field.key == "take", field.key == "leave") == (
        bool(gone and come), bool(come and not gone), bool(gone and not come)
    )  # fmt: skip
    if count == 0 or gone == come:
        assert changed == [], (sheet, field.args)
        return
    [(before, after)] = changed
    wanted = Counter(before)
    for _ in range(count):
        wanted.subtract(gone)
        wanted.update(come)
    assert after == Counter({item: many for item, many in wanted.items() if many}), (
        sheet,
        field.args,
        count,
    )


@pytest.mark.parametrize("faction", FACTIONS)
def test_what_is_not_offered_is_against_the_law(library: Library, faction: str) -> None:
    """Numbers that are left out, made by hand: the law speaks of them, or there are not enough models."""
    left_out = 0
    for entry in raw(GAME, faction)["datasheets"]:
        if not entry.get("options") or entry["size"]["max"] > 12:
            continue
        session = opened(library, faction, entry["id"])
        for field in fields(session, "swap", "take"):
            most = field.value.args["all"]
            offered = {option.label.args["count"] for option in field.options()}
            start = field.options()[0].edit.steps[0].value
            for count in sorted(set(range(most + 1)) - offered)[:3]:
                made = _by_hand(start, field, count)
                if made is None:
                    continue
                session.replace_text(
                    _json({**session.data, "units": [{**session.data["units"][0], "models": made}]})
                )
                assert wrong(session), (entry["id"], field.args, count)
                session.undo()
                left_out += 1
    assert left_out > 0 or faction == "adeptus-custodes"


def _by_hand(start: Any, field: Field, count: int) -> Any:
    """The groups with so many exchanges in the group the field is of; None where that group lacks the items."""
    groups = [{**group, "wargear": dict(group["wargear"])} for group in start]
    heading = field.group.args.get("name") if field.group else None
    [group] = [each for each in groups if each["model"] == heading] if heading else groups[:1]
    if heading is None and len(groups) > 1:
        return None
    for item in field.args["gone"]:
        key = next((each for each in group["wargear"] if fold(each) == fold(item)), None)
        if key is None or group["wargear"][key] < count:
            return None
        group["wargear"][key] -= count
    for item in field.args["come"]:
        group["wargear"][item] = group["wargear"].get(item, 0) + count
    group["wargear"] = {item: many for item, many in group["wargear"].items() if many > 0}
    return groups


def test_headings_say_which_models(library: Library) -> None:
    """A unit of two kinds has a heading for each; a unit of one kind is spoken of as a whole."""
    mixed = opened(library, "chaos-space-marines", "legionaries", 10)
    headings: list[Text | None] = []
    for each in fields(mixed, "swap", "take", "extra", "instead_of"):
        if each.group not in headings:
            headings.append(each.group)
    assert headings == [
        Text("models_of", {"count": 1, "name": "Aspiring Champion"}), Text("models_of", {"count": 9, "name": "Legionary"})
    ]  # fmt: skip
    plain = opened(library, "necrons", "immortals", 5)
    assert [each.group for each in fields(plain, "swap")] == [Text("wargear")]
    split = [{"model": "Immortal", "count": 3}, {"model": "Immortal", "count": 2}]
    assert [
        each.group.args["count"]
        for each in fields(opened(library, "necrons", "immortals", split), "swap")
        if each.group
    ] == [3, 2]


def test_one_model_is_asked_what_it_carries(library: Library) -> None:
    """The Aspiring Champion: one of four instead of the pistol, one of four instead of the boltgun, and an icon."""
    session = opened(library, "chaos-space-marines", "legionaries", 5)
    heading = Text("models_of", {"count": 1, "name": "Aspiring Champion"})
    pistol, boltgun = [each for each in fields(session, "instead_of") if each.group == heading]
    [icon] = [each for each in fields(session, "extra") if each.group == heading]
    melee = [
        ["plasma pistol"],
        ["accursed weapon"],
        ["Astartes chainsword"],
        ["heavy melee weapon"],
    ]
    for field, gone in ((pistol, "bolt pistol"), (boltgun, "boltgun")):
        assert field.args == {"gone": [gone]} and field.value == Text("as_it_is", {"items": [gone]})
        assert [option.label for option in field.options()] == [
            field.value,
            *(Text("items", {"items": each}) for each in melee),
        ]
        assert [option.chosen for option in field.options()] == [True, False, False, False, False]
    assert [option.label for option in icon.options()] == [
        Text("none"),
        Text("items", {"items": ["Chaos icon"]}),
    ]
    session.apply(pistol.options()[1].edit)
    [pistol, boltgun] = [each for each in fields(session, "instead_of") if each.group == heading]
    assert pistol.value == Text("items", {"items": ["plasma pistol"]})
    # A second plasma pistol is not for one model.
    assert Text("items", {"items": ["plasma pistol"]}) not in [
        option.label for option in boltgun.options()
    ]
    session.apply(pistol.options()[0].edit)
    assert carried(session)[0] == (
        "Aspiring Champion",
        1,
        Counter({"bolt pistol": 1, "boltgun": 1, "close combat weapon": 1}),
    )


def test_back_to_what_is_usual(library: Library) -> None:
    assert fields(opened(library, "necrons", "immortals", 5), "default_wargear") == []
    session = opened(
        library,
        "necrons",
        "immortals",
        [{"model": "Immortal", "count": 5, "wargear": {"tesla carbine": 5}}],
    )
    [back] = fields(session, "default_wargear")
    assert (back.value, [option.label for option in back.options()]) == (
        Text("changed"),
        [Text("back_to_default")],
    )
    session.apply(back.options()[0].edit)
    assert session.data["units"][0]["models"] == [{"model": "Immortal", "count": 5}]


def test_how_many_of_each_kind(library: Library) -> None:
    """Atalan Jackals: four to eight of them, a wolfquad or two; each kind is a field of its own."""
    sheet = next(
        each
        for each in raw(GAME, "genestealer-cults")["datasheets"]
        if each["id"] == "atalan-jackals"
    )
    free = [line for line in sheet["models"] if line["min"] != line["max"]]
    assert len(free) == 2
    session = opened(library, "genestealer-cults", "atalan-jackals")
    found = fields(session, "model_count")
    assert [each.args for each in found] == [{"model": line["name"]} for line in free]
    for field, line in zip(found, free, strict=True):
        assert field.value == Text("models", {"count": line["min"]})
        assert [option.label.args["count"] for option in field.options()] == list(
            range(line["min"], line["max"] + 1)
        )
        assert [option.chosen for option in field.options()] == [True] + [False] * (
            line["max"] - line["min"]
        )
        session.apply(field.options()[-1].edit)
        counts = {group["model"]: group["count"] for group in session.data["units"][0]["models"]}
        assert counts[line["name"]] == line["max"]
        [again] = [each for each in fields(session, "model_count") if each.args == field.args]
        assert again.value == Text("models", {"count": line["max"]})
        session.undo()
    squad = opened(library, "chaos-space-marines", "legionaries", 5)
    assert fields(squad, "model_count") == []  # one kind varies: the size says it


def test_a_kind_that_may_be_left_out(library: Library) -> None:
    """Whoever comes with none to some: none of them is not written."""
    faction, sheet, kind = _optional_kind()
    session = opened(library, faction, sheet)
    [field] = [each for each in fields(session, "model_count") if each.args == {"model": kind}]
    session.apply(field.options()[-1].edit)
    assert any(group["model"] == kind for group in session.data["units"][0]["models"])
    [field] = [each for each in fields(session, "model_count") if each.args == {"model": kind}]
    session.apply(field.options()[0].edit)
    assert not any(group["model"] == kind for group in session.data["units"][0]["models"])


def _optional_kind() -> tuple[str, str, str]:
    """The first datasheet with a kind of model that may be there or not, beside another whose number varies."""
    for faction in stems(GAME):
        for entry in raw(GAME, faction).get("datasheets", []):
            free = [line for line in entry.get("models", []) if line["min"] != line["max"]]
            for line in free:
                if len(free) > 1 and line["min"] == 0:
                    return faction, entry["id"], line["name"]
    raise LookupError("no such datasheet")


def test_another_size_keeps_what_can_be_kept(library: Library) -> None:
    def resized(models: Any, total: int, sheet: str = "immortals", faction: str = "necrons") -> Any:
        session = opened(library, faction, sheet, models)
        [field] = fields(session, "models")
        session.apply(
            next(option for option in field.options() if option.label.args["count"] == total).edit
        )
        return session.data["units"][0]["models"]

    assert resized(5, 10) == 10  # nothing was changed, nothing is written
    tesla = [
        {"model": "Immortal", "count": 5, "wargear": {"tesla carbine": 5, "close combat weapon": 5}}
    ]
    assert resized(tesla, 10) == [
        {
            "model": "Immortal",
            "count": 10,
            "wargear": {"tesla carbine": 10, "close combat weapon": 10},
        }
    ]
    # One flamer among five is not one for each: ten have what is usual.
    one = [
        {"model": "Aspiring Champion", "count": 1},
        {
            "model": "Legionary",
            "count": 4,
            "wargear": {"bolt pistol": 4, "boltgun": 3, "flamer": 1, "close combat weapon": 4},
        },
    ]
    [champion, legionaries] = resized(one, 10, "legionaries", "chaos-space-marines")
    assert (champion["count"], legionaries["count"]) == (1, 9)
    assert legionaries["wargear"] == {"bolt pistol": 9, "boltgun": 9, "close combat weapon": 9}
    # What all five had, none may have by the datasheet: then all of it is as usual.
    forbidden = [{"model": "Immortal", "count": 5, "wargear": {"death ray": 5}}]
    assert resized(forbidden, 6) == [
        {"model": "Immortal", "count": 6, "wargear": {"gauss blaster": 6, "close combat weapon": 6}}
    ]
