"""A datasheet as tables of numbers and lists of keywords."""

from __future__ import annotations

from listbuilder.games.muster.sizes import legal_totals, spans
from listbuilder.games.shared import profiles
from listbuilder.games.shared.choices import Grid, SheetView
from listbuilder.model.datasheet import Datasheet, Number, Weapon
from listbuilder.model.wargear import item_count, item_name


def view_of(sheet: Datasheet) -> SheetView:
    grids = []
    if sheet.stats:
        rows = [
            (
                each.name,
                _plain(each.m, '"'),
                _plain(each.t),
                _plain(each.sv, "+"),
                _plain(each.w),
                _plain(each.ld, "+"),
                _plain(each.oc),
            )
            for each in sheet.stats
        ]
        grids.append(Grid(key="sheet.stats", heads=_heads("model", "m", "t", "sv", "w", "ld", "oc"), rows=rows))
    grids += _borne(sheet)
    for kind in ("ranged", "melee"):
        weapons = [_weapon(weapon) for weapon in sheet.weapons if weapon.type == kind]
        if weapons:
            grids.append(
                Grid(
                    key=f"sheet.{kind}", heads=_heads("weapon", "range", "a", "skill", "s", "ap", "d", "abilities"), rows=weapons
                )
            )
    models = [(line.name, str(line.min) if line.min == line.max else f"{line.min}-{line.max}") for line in sheet.alternatives[0]]
    grids.append(Grid(key="sheet.composition", heads=_heads("model", "number"), rows=models))
    prices = [(str(row.models), str(row.points)) for row in sheet.points if row.models is not None and row.when is None]
    if prices:
        grids.append(Grid(key="sheet.prices", heads=_heads("models", "points"), rows=prices))
    return SheetView(name=sheet.name, grids=grids, lists=_lists(sheet))


_CHANGED = {"movement": "m", "save": "sv", "wounds": "w", "invulnerable": "invulnerable"}


def _borne(sheet: Datasheet) -> list[Grid]:
    """What wargear makes of the numbers of its bearer."""
    found = {item: profiles.otherwise(bearer) for item, bearer in sheet.item_stats.items()}
    keys = [key for key in _CHANGED if any(key in values for values in found.values())]
    rows = [(item, *(values.get(key, "-") for key in keys)) for item, values in found.items()]
    heads = _heads("wargear", *(_CHANGED[key] for key in keys))
    return [Grid(key="sheet.borne", heads=heads, rows=rows)] if rows else []


def _lists(sheet: Datasheet) -> list[tuple[str, tuple[str, ...]]]:
    invulnerable = (f"{sheet.invuln}+",) if sheet.invuln else ()
    carried = tuple(
        item_name(item) if item_count(item) == 1 else f"{item_count(item)} {item_name(item)}"
        for row in sheet.default_wargear
        for item in row.items
    )
    found = [
        ("invulnerable", invulnerable),
        ("sizes", tuple(spans(legal_totals(sheet)))),
        ("wargear", tuple(dict.fromkeys(carried))),
        ("abilities", sheet.core_abilities),
        ("leads", sheet.leads),
        ("keywords", sheet.keywords),
        ("faction_keywords", sheet.faction_keywords),
    ]
    return [(f"sheet.{key}", words) for key, words in found if words]


def _weapon(weapon: Weapon) -> tuple[str, ...]:
    mode = weapon.profile if weapon.profile and weapon.profile != weapon.type else ""  # the table says that much
    name = f"{weapon.item} – {mode}" if mode else weapon.item
    reach = _plain(weapon.range, '"') if weapon.type == "ranged" else "-"
    numbers = (_plain(weapon.a), _plain(weapon.skill, "+"), _plain(weapon.s), _plain(weapon.ap), _plain(weapon.d))
    return (name, reach, *numbers, ", ".join(weapon.keywords))


def _plain(value: Number, unit: str = "") -> str:
    if value is None:
        return "-"
    return f"{value}{unit}" if isinstance(value, int) else value


def _heads(*keys: str) -> tuple[str, ...]:
    return tuple(f"sheet.{key}" for key in keys)
