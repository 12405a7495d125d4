"""All that a game tells of one roster to those who show or change it, in words and lists: to be compared with a record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from listbuilder.games.common.editor import Added, Field, Gift, Leaf, Option, Text
from listbuilder.games.common.tree import complete_outline, sum_changed_items
from listbuilder.games.game import Game
from listbuilder.model.army import Army, Unit
from listbuilder.model.edit import Edit
from listbuilder.model.finding import Note, Stamped
from listbuilder.model.problem import Problem
from listbuilder.roster.position import Position

Json = dict[str, Any]
UNTOLD = {
    "detachment",
    "detachments",
    "datasheet",
    "role",
    "part",
    "warscroll",
    "card",
    "rule",
    "worked_out",
    "book",
    "faction",
    "parent",
    "declarations",
}
"""Of a unit or an army: the data itself."""
TOYS = {"tin-guard", "tin-host", "tin-guild", "brass-order"}


def plain(value: Any) -> Any:
    """Return anything in words, numbers, lists and maps; what says nothing is left out."""
    if isinstance(value, Text):
        return [value.key, plain(value.args)] if value.args else value.key
    if isinstance(value, Edit):
        return [[step.op, dotted(step.path), plain(step.value)] for step in value.steps]
    if isinstance(value, Option):
        return [
            plain(value.label),
            plain(value.edit),
            *(["chosen"] if value.chosen else []),
            *([value.to] if value.to else []),
        ]
    if isinstance(value, Field):
        return _field(value)
    if isinstance(value, Unit):
        return value.id
    if isinstance(value, Note | Problem):
        return [value.key, plain(value.args), dotted(value.path)]
    if isinstance(value, msgspec.Struct):
        said = {
            key: plain(getattr(value, key)) for key in value.__struct_fields__ if key not in UNTOLD
        }
        return {key: each for key, each in said.items() if each not in (None, False, "", {}, [])}
    if isinstance(value, dict):
        return {
            key if isinstance(key, str) else dotted(key): plain(each) for key, each in value.items()
        }
    if isinstance(value, frozenset | set):
        return sorted(map(str, value))
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _field(field: Field) -> Json:
    made = {
        "key": field.key,
        "args": plain(field.args),
        "value": plain(field.value),
        "path": dotted(field.path),
        "of": field.of,
    }
    made |= {"group": plain(field.group), "options": [plain(each) for each in field.options()]}
    return {key: value for key, value in made.items() if value}


def dotted(path: Any) -> str:
    return ".".join(map(str, path)) if isinstance(path, tuple | list) else str(path)


def tell(position: Position) -> Json:
    """Return what is told of the roster, by what it is."""
    army, game = position.army, position.system
    made: Json = {"problems": [[*plain(each), each.line] for each in position.problems]}
    if army is None or game is None:
        return made
    made["army"] = plain(army)
    made["units"] = [plain_unit(each) for each in army.list_known_units()]
    made |= {
        "labels": army.list_labels(),
        "points": army.points,
        "parts": [[each.name, each.cost] for each in army.parts],
    }
    made |= {"sections": list(_sections(game, army)), "cards": plain(game.make_cards(army))}
    made |= {"facts": plain(game.list_facts(army)), "aids": plain(game.list_aids(army))}
    made["law"] = [_found(each) for each in position.findings]
    made |= _edited(position, game, army)
    return made


def _found(finding: Stamped) -> list[Any]:
    fixes = [[fix.key, plain(fix.args), plain(fix.edit)] for fix in finding.fixes]
    return [
        finding.code,
        finding.key,
        finding.severity,
        dotted(finding.path),
        list(finding.units),
        plain(finding.args),
        fixes,
    ]


def plain_unit(unit: Unit) -> Json:
    said = {key: plain(getattr(unit, key)) for key in unit.__struct_fields__ if key not in UNTOLD}
    said["upgrades"] = list(unit.upgrades)
    said |= {"leads": unit.leads_army, "removal": dotted(unit.removal) if unit.removal else None}
    return {key: each for key, each in said.items() if each not in (None, False, "", {}, [])}


def _sections(game: Game, army: Army) -> Iterator[Any]:
    for section in game.group_units_by_role(army):
        units = [[unit.id, plain(game.list_remarks(army, unit))] for unit in section.units]
        yield [section.key, plain(section.args), units, plain(section.extras)]


def _edited(position: Position, game: Game, army: Army) -> Json:
    editor, data = position.editor, position.data
    branches = complete_outline(
        editor.build_outline(army),
        army,
        data,
        lambda unit: sum_changed_items(game.list_carried_wargear(army, unit)),
    )
    made: Json = {
        "outline": [
            [plain(each.title), each.points, [_leaf(leaf) for leaf in each.leaves]]
            for each in branches
        ]
    }
    made["fields"] = plain(editor.list_fields(data, army, ()))
    made["fields of"] = {
        unit.id: plain(editor.list_fields(data, army, unit.path))
        for unit in army.units
        if unit.path
    }
    made["formations"] = plain(editor.list_deployment_fields(data, army))
    offers, strangers = editor.list_offers(army), editor.list_foreign_offers(army)
    made["offers"] = plain(offers)
    made["strangers"] = plain(
        [each for each in strangers if each.source in TOYS]
    )  # the game has thousands
    made["other names"] = {key: list(names) for key, names in editor.get_other_names(army).items()}
    made["sizes"] = {each.id: list(editor.list_sizes(army, each.id)) for each in offers}
    made["add"] = {
        each.id: _added(editor.add_offer(data, army, each.id)) for each in offers[:3] + offers[-1:]
    }
    made["add here"] = [
        _added(editor.add_offer(data, army, offers[-1].id, 1, unit.path))
        for unit in army.units[:2]
        if offers
    ]
    made["moves"] = [
        [unit.id, *(_added([found]) if found else None for found in changes(position, army, unit))]
        for unit in army.units
        if unit.path
    ]
    gifts = editor.list_gifts(army)
    made["gifts"] = [plain(each) for each in gifts]
    made["give"] = [
        plain(editor.give_gift(data, army, unit, gift))
        for unit in army.units[:3]
        if unit.path
        for gift in _some(gifts)
    ]
    items = editor.list_items(army)
    made["items"] = items
    made["equip"] = [
        plain(editor.give_item(data, army, unit, each))
        for unit in army.units[:2]
        if unit.path
        for each in items[:2]
    ]
    made["joins"] = plain(editor.list_joins())
    made["sheets"] = [
        plain(editor.make_sheet_view(army, unit.path or None)) for unit in army.units[:3]
    ]
    made["sheet of"] = plain(editor.make_sheet_view(army, None, offers[0].id)) if offers else None
    return made


def changes(position: Position, army: Army, unit: Unit) -> Iterator[Added | None]:
    yield position.editor.copy_part(position.data, army, unit.path)
    for by in (1, -1):
        yield position.editor.move_part(position.data, army, unit.path, by)


def _some(gifts: list[Gift]) -> Iterable[Gift]:
    return gifts[:1] + gifts[-1:]


def _added(found: list[Added]) -> Any:
    return [[plain(each.edit), dotted(each.path)] for each in found]


def _leaf(leaf: Leaf) -> Json:
    made = {key: plain(getattr(leaf, key)) for key in leaf.__struct_fields__ if key != "unit"}
    return {key: value for key, value in made.items() if value not in (None, "", [], 0)}
