"""The tables of datasheets and warscrolls: the numbers as the books print them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from listbuilder.model.base import fold
from listbuilder.model.card import Carried, Row, Table
from listbuilder.model.datasheet import Bearer, Stats, Weapon

_STATS: tuple[str, ...] = (
    "movement",
    "toughness",
    "save",
    "wounds",
    "leadership",
    "objective_control",
)


def collect_carried_items(loads: Iterable[Carried]) -> dict[str, str]:
    """Return the name of every item carried, by its folded name (case and accents ignored)."""
    return {fold(item): item for load in loads for item in load.items}


def make_datasheet_tables(
    stats: Sequence[Stats],
    invuln: int | None,
    weapons: Sequence[Weapon],
    items: dict[str, str],
    bearers: Mapping[str, Bearer],
) -> list[Table]:
    """Return the tables of a datasheet: its models, what items change, and its weapons.

    `invuln` is the invulnerable save, which gets its own column. Only weapons that are among
    `items` (by folded name) are listed. `bearers` are the characteristics that an item changes, by
    the item's name; without any among the items, that table is left out.
    """
    head = _STATS
    invulnerable: tuple[str, ...] = ()  # a column to append, if there is such a save
    if invuln:
        head, invulnerable = (*_STATS, "invulnerable"), (f"{invuln}+",)
    rows = []
    for row in stats:
        values = (
            format_inches(row.m),
            format_value(row.t),
            format_target(row.sv),
            format_value(row.w),
            format_target(row.ld),
            format_value(row.oc),
        )
        rows.append(Row(row.name, values + invulnerable))
    tables = [Table("stats", head, tuple(rows))] if rows else []
    tables += _make_bearer_table(
        {item: bearer for item, bearer in bearers.items() if fold(item) in items}
    )
    for key, skill in (("ranged", "ballistic_skill"), ("melee", "weapon_skill")):
        weapon_rows = tuple(
            _make_weapon_row(weapon)
            for weapon in weapons
            if weapon.type == key and fold(weapon.item) in items
        )
        if weapon_rows:
            range_column = ("range",) if key == "ranged" else ()
            tables.append(
                Table(
                    key,
                    (*range_column, "attacks", skill, "strength", "armour_penetration", "damage"),
                    weapon_rows,
                )
            )
    return tables


def _make_bearer_table(bearers: Mapping[str, Bearer]) -> list[Table]:
    """Return the table of what items change in their bearer, in a list; empty if nothing.

    `bearers` are the changes by item. The table has only the columns in which something changes.
    """
    changed = {item: list_changed_numbers(bearer) for item, bearer in bearers.items()}
    head = tuple(
        key
        for key in (*_STATS, "invulnerable")
        if any(key in values for values in changed.values())
    )
    rows = (
        Row(item, tuple(values.get(key, "-") for key in head), item=item)
        for item, values in changed.items()
    )
    return [Table("borne", head, tuple(rows))] if head else []


def list_changed_numbers(bearer: Bearer) -> dict[str, str]:
    """Return the characteristics that an item changes, by column, as the card shows them."""
    wounds = f"+{bearer.more_w}" if bearer.more_w else format_value(bearer.w)
    values = (
        format_inches(bearer.m),
        format_target(bearer.sv),
        wounds,
        format_target(bearer.invuln),
    )
    return {
        key: value
        for key, value in zip(("movement", "save", "wounds", "invulnerable"), values, strict=True)
        if value != "-"
    }


def _make_weapon_row(weapon: Weapon) -> Row:
    """Return the table row of one weapon.

    A weapon without a skill, which hits by itself, has N/A there. Its mode is left out if it only
    repeats "ranged" or "melee", because the table says that already.
    """
    skill = "N/A" if weapon.skill is None else format_target(weapon.skill)  # it hits by itself
    numbers = (
        format_value(weapon.a),
        skill,
        format_value(weapon.s),
        format_value(weapon.ap),
        format_value(weapon.d),
    )
    range_column = (format_inches(weapon.range),) if weapon.type == "ranged" else ()
    mode = ""
    if weapon.profile and weapon.profile != weapon.type:  # the table says that much
        mode = weapon.profile
    return Row(weapon.item, (*range_column, *numbers), weapon.keywords, weapon.item, mode)


def make_warscroll_tables(
    stats: Sequence[tuple[str, Any]], weapons: Iterable[Row], ranged: Iterable[bool]
) -> list[Table]:
    """Return the tables of a warscroll: its stats, and its ranged and melee weapons.

    `stats` are pairs of a word and a number. The numbers of each weapon's row are range, attacks,
    hit, wound, rend and damage; `ranged` says for each weapon whether it is ranged. Melee weapons
    are shown without the range. Empty tables are left out.
    """
    filled = [(key, format_value(value)) for key, value in stats if value not in (None, "")]
    tables = []
    if filled:
        row = Row("", tuple(value for _, value in filled))
        tables.append(Table("stats", tuple(key for key, _ in filled), (row,)))
    ranged_rows, melee_rows = [], []
    for row, is_ranged in zip(weapons, ranged, strict=True):
        if is_ranged:
            ranged_rows.append(row)
        else:  # without its first number, the range
            melee_rows.append(msgspec.structs.replace(row, values=row.values[1:]))
    head = ("attacks", "hit", "wound", "rend", "damage")
    if ranged_rows:
        tables.append(Table("ranged", ("range", *head), tuple(ranged_rows)))
    if melee_rows:
        tables.append(Table("melee", head, tuple(melee_rows)))
    return tables


def list_items_without_table(items: dict[str, str], tables: Iterable[Table]) -> tuple[str, ...]:
    """Return the names of the `items` that no table has a row for."""
    armed = {fold(row.item) for table in tables for row in table.rows if row.item}
    return tuple(name for key, name in items.items() if key not in armed)


def format_value(value: Any) -> str:
    """Return `value` as text; "-" where there is none."""
    return "-" if value is None or value == "" else str(value)


def format_inches(value: Any) -> str:
    """Return `value` as text, with the sign for inches if it is a number."""
    return f'{value}"' if isinstance(value, int) else format_value(value)


def format_target(value: Any) -> str:
    """Return `value` as text, with a plus if it is a number: the dice roll that is needed."""
    return f"{value}+" if isinstance(value, int) else format_value(value)
