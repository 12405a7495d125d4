"""Cards of datasheets and warscrolls: the numbers as the books print them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from listbuilder.model.base import fold
from listbuilder.model.card import Carried, Row, Table
from listbuilder.model.datasheet import Bearer, Stats, Weapon

_STATS = ("movement", "toughness", "save", "wounds", "leadership", "objective_control")


def carried_items(loads: Iterable[Carried]) -> dict[str, str]:
    """Folded name of every item carried, to its name."""
    return {fold(item): item for load in loads for item in load.items}


def datasheet_tables(
    stats: Sequence[Stats], invuln: int | None, weapons: Sequence[Weapon], items: dict[str, str], bearers: Mapping[str, Bearer]
) -> list[Table]:
    """Numbers of the models, what those `items` make of them that do (`bearers`), and of the weapons among them."""
    head = _STATS + (("invulnerable",) if invuln else ())
    rows = [
        Row(row.name, (inches(row.m), shown(row.t), plus(row.sv), shown(row.w), plus(row.ld), shown(row.oc), *_invuln(invuln)))
        for row in stats
    ]
    tables = [Table("stats", head, tuple(rows))] if rows else []
    tables += _borne({item: bearer for item, bearer in bearers.items() if fold(item) in items})
    for key, skill in (("ranged", "ballistic_skill"), ("melee", "weapon_skill")):
        found = tuple(_weapon(weapon) for weapon in weapons if weapon.type == key and fold(weapon.item) in items)
        if found:
            reach = ("range",) if key == "ranged" else ()
            tables.append(Table(key, (*reach, "attacks", skill, "strength", "armour_penetration", "damage"), found))
    return tables


def _borne(bearers: Mapping[str, Bearer]) -> list[Table]:
    """Only what is otherwise, and only where anything is."""
    found = {item: otherwise(bearer) for item, bearer in bearers.items()}
    head = tuple(key for key in (*_STATS, "invulnerable") if any(key in values for values in found.values()))
    rows = (Row(item, tuple(values.get(key, "-") for key in head), item=item) for item, values in found.items())
    return [Table("borne", head, tuple(rows))] if head else []


def otherwise(bearer: Bearer) -> dict[str, str]:
    """Which numbers an item changes, and to what."""
    wounds = f"+{bearer.more_w}" if bearer.more_w else shown(bearer.w)
    values = (inches(bearer.m), plus(bearer.sv), wounds, plus(bearer.invuln))
    return {key: value for key, value in zip(("movement", "save", "wounds", "invulnerable"), values, strict=True) if value != "-"}


def _weapon(weapon: Weapon) -> Row:
    skill = "N/A" if weapon.skill is None else plus(weapon.skill)  # it hits by itself
    numbers = (shown(weapon.a), skill, shown(weapon.s), shown(weapon.ap), shown(weapon.d))
    reach = (inches(weapon.range),) if weapon.type == "ranged" else ()
    mode = weapon.profile if weapon.profile and weapon.profile != weapon.type else ""  # the table says that much
    return Row(weapon.item, (*reach, *numbers), weapon.keywords, weapon.item, mode)


def warscroll_tables(stats: Sequence[tuple[str, Any]], weapons: Iterable[Row], ranged: Iterable[bool]) -> list[Table]:
    """`stats` are pairs of a word and a number; a weapon's numbers are attacks, hit, wound, rend, damage after range."""
    there = [(key, shown(value)) for key, value in stats if value not in (None, "")]
    tables = [Table("stats", tuple(key for key, _ in there), (Row("", tuple(value for _, value in there)),))] if there else []
    kinds = list(zip(weapons, ranged, strict=True))
    for key, wanted in (("ranged", True), ("melee", False)):
        found = tuple(row if wanted else _without_range(row) for row, far in kinds if far is wanted)
        if found:
            reach = ("range",) if wanted else ()
            tables.append(Table(key, (*reach, "attacks", "hit", "wound", "rend", "damage"), found))
    return tables


def _without_range(row: Row) -> Row:
    return msgspec.structs.replace(row, values=row.values[1:])


def unarmed(items: dict[str, str], tables: Iterable[Table]) -> tuple[str, ...]:
    """What is carried and no table of weapons speaks of."""
    armed = {fold(row.item) for table in tables for row in table.rows if row.item}
    return tuple(name for key, name in items.items() if key not in armed)


def _invuln(value: int | None) -> tuple[str, ...]:
    return (f"{value}+",) if value else ()


def shown(value: Any) -> str:
    return "-" if value is None or value == "" else str(value)


def inches(value: Any) -> str:
    return f'{value}"' if isinstance(value, int) else shown(value)


def plus(value: Any) -> str:
    return f"{value}+" if isinstance(value, int) else shown(value)
