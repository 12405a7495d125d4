"""What an army of regiments costs: units, and beside them what the law of its season puts a price on."""

from __future__ import annotations

from listbuilder.games.regiments.army import RegimentArmy, RegimentUnit
from listbuilder.model.army import Extra
from listbuilder.model.finding import Note

# What `show` and findings call each kind; words of the glossary, so they are shown in the reader's language.
FORMATION, TERRAIN, RENOWN, AUXILIARY = "Battle formation", "Faction terrain", "Regiment of Renown", "Auxiliary units"
LORE_KINDS = {"spell": "Spell lore", "prayer": "Prayer lore", "manifestation": "Manifestation lore"}


def price(army: RegimentArmy) -> None:
    """Fills the points of every unit and the extras. What the army is made of has the prices of the army's day."""
    for unit in army.regiment_units:
        price_unit(unit, army, paid=unit.post == "renown" and not _own_price(army, unit))
    price_extras(army)


def _own_price(army: RegimentArmy, unit: RegimentUnit) -> bool:
    """Whether a unit of a regiment of renown is bought for itself, the regiment having no price."""
    return any(each is unit for taken in army.renown_taken if taken.regiment.points is None for each in taken.units)


def price_unit(unit: RegimentUnit, army: RegimentArmy, paid: bool) -> None:
    """`paid`: the unit comes with something that has a price."""
    from_day = unit.warscroll.legends_from
    unit.legends = unit.legends or (from_day is not None and from_day <= army.priced_on)
    unit.unit_points = 0 if paid else unit.warscroll.points * (2 if unit.reinforced else 1)
    if unit.unit_points and "points" in army.by_today.get(unit.path, ()):
        army.assumed.append(Note(key="price_not_known", args={"unit": unit.name, "day": army.priced_on}, path=unit.path))
        army.unsure[unit.path] = unit.unit_points
    for each in unit.borne:
        each.points = each.enhancement.points if army.book.pricing.extras else 0
    unit.points = unit.unit_points + sum(each.points for each in unit.borne)


def price_extras(army: RegimentArmy) -> None:
    """What has a price beside the units."""
    for taken in army.renown_taken:
        taken.points = taken.regiment.points or 0
        army.extras.append(Extra(kind=RENOWN, name=taken.regiment.name, path=taken.path, points=taken.points, removal=taken.path))
    surcharge = army.book.pricing.auxiliary_surcharge(len(army.auxiliaries))
    if surcharge:
        army.extras.append(Extra(kind=AUXILIARY, name=AUXILIARY, path=("auxiliary",), points=surcharge))
    listed = [(FORMATION, army.formations_chosen), (TERRAIN, army.terrain)]
    listed += [(LORE_KINDS[kind], lores) for kind, lores in army.lores.items()]
    for kind, chosen in listed:
        for each in chosen:
            points = each.points if army.book.pricing.extras else 0
            army.extras.append(Extra(kind=kind, name=each.name, path=each.path, points=points, removal=each.path))
