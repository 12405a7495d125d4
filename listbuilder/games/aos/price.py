"""The points of an army of regiments: its units, and whatever else has a price in its season."""

from __future__ import annotations

from listbuilder.games.aos.army import RegimentArmy, RegimentUnit
from listbuilder.model.army import Extra
from listbuilder.model.finding import Note

# What `show` and findings call each kind; words of the glossary, so they are shown in the reader's
# language.
FORMATION, TERRAIN, RENOWN, AUXILIARY = (
    "Battle formation",
    "Faction terrain",
    "Regiment of Renown",
    "Auxiliary units",
)
LORE_KINDS = {"spell": "Spell lore", "prayer": "Prayer lore", "manifestation": "Manifestation lore"}


def set_prices(army: RegimentArmy) -> None:
    """Set the points of every unit, and list everything else with a price in `army.extras`.

    The prices in the army's data are already those of its date. Units of a regiment of renown cost
    their own points only if the regiment has no price.
    """
    bought_separately = []
    for taken in army.renown_taken:
        if taken.regiment.points is None:
            bought_separately += taken.units
    for unit in army.regiment_units:
        is_bought = any(bought_unit is unit for bought_unit in bought_separately)
        set_unit_points(unit, army, is_paid_for=unit.post == "renown" and not is_bought)
    add_extras(army)


def set_unit_points(unit: RegimentUnit, army: RegimentArmy, is_paid_for: bool) -> None:
    """Set the points of the unit, including its enhancements.

    With `is_paid_for`, the unit is included in the price of something else, and only its
    enhancements cost points. If its price isn't known for the date, `army` gets a note that it is
    assumed. The unit is marked as Legends if its warscroll is Legends by the army's date.
    """
    from_day = unit.warscroll.legends_from
    unit.legends = unit.legends or (from_day is not None and from_day <= army.priced_on)
    unit.unit_points = 0
    if not is_paid_for:
        unit.unit_points = unit.warscroll.points * (2 if unit.reinforced else 1)
    if unit.unit_points and "points" in army.by_today.get(unit.path, ()):
        army.assumed.append(
            Note(
                key="price_not_known",
                args={"unit": unit.name, "day": army.priced_on},
                path=unit.path,
            )
        )
        army.unsure[unit.path] = unit.unit_points
    for borne in unit.borne:
        borne.points = borne.enhancement.points if army.book.pricing.extras else 0
    unit.points = unit.unit_points + sum(enhancement.points for enhancement in unit.borne)


def add_extras(army: RegimentArmy) -> None:
    """Add everything with a price that isn't a unit to `army.extras`, with its points.

    These are regiments of renown, the surcharge for auxiliary units, formation, terrain and lores.
    Outside a season with prices for them, formation, terrain and lores cost 0 points.
    """
    for regiment_taken in army.renown_taken:
        regiment_taken.points = regiment_taken.regiment.points or 0
        army.extras.append(
            Extra(
                kind=RENOWN,
                name=regiment_taken.regiment.name,
                path=regiment_taken.path,
                points=regiment_taken.points,
                removal=regiment_taken.path,
            )
        )
    surcharge = army.book.pricing.compute_auxiliary_surcharge(len(army.auxiliaries))
    if surcharge:
        army.extras.append(
            Extra(kind=AUXILIARY, name=AUXILIARY, path=("auxiliary",), points=surcharge)
        )
    listed = [(FORMATION, army.formations_chosen), (TERRAIN, army.terrain)]
    listed += [(LORE_KINDS[kind], lores) for kind, lores in army.lores.items()]
    for kind, chosen in listed:
        for choice in chosen:
            points = choice.points if army.book.pricing.extras else 0
            army.extras.append(
                Extra(
                    kind=kind,
                    name=choice.name,
                    path=choice.path,
                    points=points,
                    removal=choice.path,
                )
            )
