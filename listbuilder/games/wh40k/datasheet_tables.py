"""The builder's view of a datasheet: tables of numbers and lists of keywords."""

from __future__ import annotations

from listbuilder.games.common import cards
from listbuilder.games.common.editor import Grid, SheetView
from listbuilder.games.wh40k.sizes import format_spans, list_legal_totals
from listbuilder.model.datasheet import Datasheet, Number, Weapon
from listbuilder.model.wargear import get_item_count, get_item_name


def make_sheet_view(sheet: Datasheet) -> SheetView:
    """Return the datasheet as tables of numbers and lists of keywords, without empty ones."""
    grids = []
    if sheet.stats:
        rows = [
            (
                profile.name,
                _format_number(profile.m, '"'),
                _format_number(profile.t),
                _format_number(profile.sv, "+"),
                _format_number(profile.w),
                _format_number(profile.ld, "+"),
                _format_number(profile.oc),
            )
            for profile in sheet.stats
        ]
        grids.append(
            Grid(
                key="sheet.stats",
                heads=_make_headings("model", "m", "t", "sv", "w", "ld", "oc"),
                rows=rows,
            )
        )
    grids += _make_wargear_grids(sheet)
    for kind in ("ranged", "melee"):
        weapons = [_make_weapon_row(weapon) for weapon in sheet.weapons if weapon.type == kind]
        if weapons:
            grids.append(
                Grid(
                    key=f"sheet.{kind}",
                    heads=_make_headings(
                        "weapon", "range", "a", "skill", "s", "ap", "d", "abilities"
                    ),
                    rows=weapons,
                )
            )
    models = [
        (line.name, str(line.min) if line.min == line.max else f"{line.min}-{line.max}")
        for line in sheet.alternatives[0]
    ]
    grids.append(
        Grid(key="sheet.composition", heads=_make_headings("model", "number"), rows=models)
    )
    prices = [
        (str(row.models), str(row.points))
        for row in sheet.points
        if row.models is not None and row.when is None
    ]
    if prices:
        grids.append(
            Grid(key="sheet.prices", heads=_make_headings("models", "points"), rows=prices)
        )
    return SheetView(name=sheet.name, grids=grids, lists=_make_word_lists(sheet))


_CHANGED = {"movement": "m", "save": "sv", "wounds": "w", "invulnerable": "invulnerable"}


def _make_wargear_grids(sheet: Datasheet) -> list[Grid]:
    """Return the table of what wargear makes of the numbers of its bearer; no table if it changes
    none.
    """
    changed_values = {
        item: cards.list_changed_numbers(bearer) for item, bearer in sheet.item_stats.items()
    }
    keys = [key for key in _CHANGED if any(key in values for values in changed_values.values())]
    rows = [
        (item, *(values.get(key, "-") for key in keys)) for item, values in changed_values.items()
    ]
    heads = _make_headings("wargear", *(_CHANGED[key] for key in keys))
    return [Grid(key="sheet.borne", heads=heads, rows=rows)] if rows else []


def _make_word_lists(sheet: Datasheet) -> list[tuple[str, tuple[str, ...]]]:
    """Return the lists of words of the datasheet with their titles, without empty ones."""
    invulnerable = (f"{sheet.invuln}+",) if sheet.invuln else ()
    carried = tuple(
        get_item_name(item)
        if get_item_count(item) == 1
        else f"{get_item_count(item)} {get_item_name(item)}"
        for row in sheet.default_wargear
        for item in row.items
    )
    word_lists = [
        ("invulnerable", invulnerable),
        ("sizes", tuple(format_spans(list_legal_totals(sheet)))),
        ("wargear", tuple(dict.fromkeys(carried))),
        ("abilities", sheet.core_abilities),
        ("leads", sheet.leads),
        ("keywords", sheet.keywords),
        ("faction_keywords", sheet.faction_keywords),
    ]
    return [(f"sheet.{key}", words) for key, words in word_lists if words]


def _make_weapon_row(weapon: Weapon) -> tuple[str, ...]:
    """Return the row of a weapon in the table of weapons."""
    mode = (
        weapon.profile if weapon.profile and weapon.profile != weapon.type else ""
    )  # the table says that much
    name = f"{weapon.item} – {mode}" if mode else weapon.item
    reach = _format_number(weapon.range, '"') if weapon.type == "ranged" else "-"
    numbers = (
        _format_number(weapon.a),
        _format_number(weapon.skill, "+"),
        _format_number(weapon.s),
        _format_number(weapon.ap),
        _format_number(weapon.d),
    )
    return (name, reach, *numbers, ", ".join(weapon.keywords))


def _format_number(value: Number, unit: str = "") -> str:
    """Return a number of the datasheet with its unit; a dash if there is none."""
    if value is None:
        return "-"
    return f"{value}{unit}" if isinstance(value, int) else value


def _make_headings(*keys: str) -> tuple[str, ...]:
    """Return the keys of words for the headings of a table."""
    return tuple(f"sheet.{key}" for key in keys)
