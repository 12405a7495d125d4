"""The builder's view of a datasheet: tables of numbers and lists of keywords."""

from __future__ import annotations

from listbuilder.games.common import cards
from listbuilder.games.common.editor import Grid, SheetView
from listbuilder.games.wh40k.sizes import format_spans, list_legal_totals
from listbuilder.model.datasheet import Datasheet, Number, Weapon
from listbuilder.model.wargear import get_item_count, get_item_name


def make_sheet_view(sheet: Datasheet) -> SheetView:
    """Return the tables of numbers and the lists of words that show the datasheet.

    Empty tables and lists are left out.
    """
    grids = [_make_stats_grid(sheet), _make_wargear_grid(sheet)]
    for kind in ("ranged", "melee"):
        weapons = [_make_weapon_row(weapon) for weapon in sheet.weapons if weapon.type == kind]
        heads = _make_headings("weapon", "range", "a", "skill", "s", "ap", "d", "abilities")
        grids.append(Grid(key=f"sheet.{kind}", heads=heads, rows=weapons))
    grids = [grid for grid in grids if grid.rows]
    models = []
    for line in sheet.alternatives[0]:
        number = str(line.min) if line.min == line.max else f"{line.min}-{line.max}"
        models.append((line.name, number))
    heads = _make_headings("model", "number")
    grids.append(Grid(key="sheet.composition", heads=heads, rows=models))
    prices = [
        (str(row.models), str(row.points))
        for row in sheet.points
        if row.models is not None and row.when is None
    ]
    if prices:
        heads = _make_headings("models", "points")
        grids.append(Grid(key="sheet.prices", heads=heads, rows=prices))
    return SheetView(name=sheet.name, grids=grids, lists=_make_word_lists(sheet))


def _make_stats_grid(sheet: Datasheet) -> Grid:
    """Return the table of the models' stats (M, T, SV, W, LD, OC); no rows if none are known."""
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
    heads = _make_headings("model", "m", "t", "sv", "w", "ld", "oc")
    return Grid(key="sheet.stats", heads=heads, rows=rows)


_CHANGED = {"movement": "m", "save": "sv", "wounds": "w", "invulnerable": "invulnerable"}


def _make_wargear_grid(sheet: Datasheet) -> Grid:
    """Return the table of the stats that wargear changes, with their new values.

    The table has no rows if no wargear changes any.
    """
    changed_values = {
        item: cards.list_changed_numbers(bearer) for item, bearer in sheet.item_stats.items()
    }
    keys = [key for key in _CHANGED if any(key in values for values in changed_values.values())]
    rows = []
    for item, values in changed_values.items():
        rows.append((item, *(values.get(key, "-") for key in keys)))
    heads = _make_headings("wargear", *(_CHANGED[key] for key in keys))
    return Grid(key="sheet.borne", heads=heads, rows=rows)


def _make_word_lists(sheet: Datasheet) -> list[tuple[str, tuple[str, ...]]]:
    """Return the datasheet's lists of words, each with its title; empty lists are left out.

    They are sizes, default wargear, abilities, units it leads, keywords and the like.
    """
    invulnerable = (f"{sheet.invuln}+",) if sheet.invuln else ()
    carried: list[str] = []
    for row in sheet.default_wargear:
        for item in row.items:
            name, count = get_item_name(item), get_item_count(item)
            carried.append(name if count == 1 else f"{count} {name}")
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
    """Return the row of a weapon in the table: name, range, the five numbers, and abilities."""
    name = weapon.item
    if weapon.profile and weapon.profile != weapon.type:  # the table says its type already
        name = f"{weapon.item} – {weapon.profile}"
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
    """Return the number as text with its unit behind it; a dash if there is no number.

    A value that is a text already is returned unchanged.
    """
    if value is None:
        return "-"
    return f"{value}{unit}" if isinstance(value, int) else value


def _make_headings(*keys: str) -> tuple[str, ...]:
    """Return the text keys of a table's headings: each of `keys` with `sheet.` before it."""
    return tuple(f"sheet.{key}" for key in keys)
