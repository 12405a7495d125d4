"""What the tournament texts of mustered armies have in common. Their names are those of the data, in English."""

from __future__ import annotations

import msgspec

from listbuilder.exchange import wording
from listbuilder.exchange.printout import PrintedUnit, Printout
from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.roster import MusterRoster
from listbuilder.games.shared.declarations.attach import way
from listbuilder.model.base import kebab
from listbuilder.version import VERSION

FENCE = "+" * 47
_NR_SPACE, _NR_HYPHEN = "\u00a0", "\u2011"  # New Recruit joins the words of a detachment with these


class MusteredUnit(msgspec.Struct):
    """A unit with the line of the sheet it is on, and what the head of the list calls it (Char1)."""

    line: PrintedUnit
    unit: MusterUnit
    section: str
    ref: str = ""
    number: int = 1  # the how manieth of its name it is in the text


def muster(sheet: Printout) -> Muster:
    assert isinstance(sheet.army, Muster)  # the catalogue says which armies a form is for
    return sheet.army


def entries(sheet: Printout) -> list[MusteredUnit]:
    """Every unit in the order of the sections, epic heroes first, then by name."""
    found: list[MusteredUnit] = []
    for section in sheet.sections:
        units = [MusteredUnit(line, line.unit, section.key) for line in section.lines if isinstance(line.unit, MusterUnit)]
        found += sorted(units, key=lambda each: (not each.unit.has("Epic Hero"), each.unit.name.casefold()))
    characters = [each for each in found if each.section == "characters"]
    for number, each in enumerate(characters, start=1):
        each.ref = f"Char{number}"
    alike: dict[str, int] = {}
    for each in found:
        alike[each.unit.name] = each.number = alike.get(each.unit.name, 0) + 1
    numbers: dict[str, int] = {}
    for each in found:
        if each.ref == "":
            role = {"battleline": "Batt", "transports": "Dedi", "allies": "Alli"}.get(each.section, "Othe")
            numbers[role] = numbers.get(role, 0) + 1
            each.ref = f"{role}{numbers[role]}"
    return found


def title(sheet: Printout) -> str:
    """The list's name as one line that no reader takes for something else."""
    return wording.unformula(wording.one_line(sheet.army.name)) or sheet.army.faction_name


def faction_names(army: Muster) -> list[str]:
    """The faction and, where it is one of its chapters, the chapter."""
    if army.parent:
        return [army.parent.name, army.faction.name]
    return [army.faction.name, *([army.chapter] if army.chapter and army.chapter != army.faction.name else [])]


def catalogue(sheet: Printout) -> str:
    """`Xenos - Orks`, `Imperium - Adeptus Astartes - Blood Angels`."""
    army = muster(sheet)
    head = army.parent or army.faction
    names = faction_names(army)
    return " - ".join([*alliance(sheet), *([head.faction_keyword] if head.chapters or army.parent else []), names[-1]])


def alliance(sheet: Printout) -> list[str]:
    """The alliance its own units belong to, in a game that has such."""
    known, units = sheet.system.battlescribe, sheet.army.units
    alliances = known.alliances if known else ()
    of_most = (each for each in alliances[:-1] if units and sum(unit.has(each) for unit in units) * 2 > len(units))
    return [next(of_most, alliances[-1])] if alliances else []


def shows_attached(sheet: Printout) -> bool:
    """Whether who is attached to whom is part of the roster, and not a secret until the battle."""
    shape = sheet.system.roster
    return issubclass(shape, MusterRoster) and shape.ATTACHED == ("attached",)


def parties(sheet: Printout, found: list[MusteredUnit]) -> list[list[MusteredUnit]]:
    """The attached units, each with its bodyguard last."""
    declarations = muster(sheet).declarations
    if declarations is None or not shows_attached(sheet):
        return []
    by_id = {each.unit.id: each for each in found}
    hosts = {host: [unit for unit, end in declarations.hosts.items() if end == host] for host in declarations.hosts.values()}
    return [[by_id[each] for each in (*units, host)] for host, units in hosts.items()]


def role_of(each: MusteredUnit, party: list[MusteredUnit]) -> str:
    """What it is in its attached unit, as the app says it."""
    host = party[-1]
    return "Bodyguard" if each is host else "Support" if way(each.unit, host.unit) == "supports" else "Leader"


def attachment_lines(sheet: Printout, each: MusteredUnit, found: list[MusteredUnit]) -> list[str]:
    """`Leading Immortals[2]` at who is attached, and at the bodyguard the other way round."""
    party = next((party for party in parties(sheet, found) if each in party), None)
    if party is None:
        return []
    if each is party[-1]:
        return [f"  Attached to {numbered(other, found)}" for other in party[:-1]]
    return [f"Leading {numbered(party[-1], found)}"]


def numbered(each: MusteredUnit, found: list[MusteredUnit]) -> str:
    """Its name, and which of that name it is where there are several."""
    alike = [other for other in found if other.unit.name == each.unit.name]
    return f"{each.unit.name}[{each.number}]" if len(alike) > 1 else each.unit.name


def dispositions(sheet: Printout) -> list[str]:
    """The force disposition that the roster writes."""
    army = muster(sheet)
    return [each for each in army.dispositions if kebab(each) == army.disposition]


def capital(item: str) -> str:
    return item[:1].upper() + item[1:]


def counted(items: dict[str, int]) -> list[str]:
    """`Power fist`, `2x Storm pistol`."""
    return [capital(name) if count == 1 else f"{count}x {capital(name)}" for name, count in items.items()]


def head(sheet: Printout, found: list[MusteredUnit]) -> list[str]:
    """The fence that New Recruit's texts begin with."""
    army = muster(sheet)
    lines = [FENCE, *_player(sheet), f"+ FACTION KEYWORD: {catalogue(sheet)}"]
    detachment = ", ".join(each.name for each in army.chosen)
    lines.append(f"+ DETACHMENT: {detachment.replace(' ', _NR_SPACE).replace('-', _NR_HYPHEN)}")
    lines += [f"+ FORCE DISPOSITION: {each}" for each in dispositions(sheet)]
    lines.append(f"+ TOTAL ARMY POINTS: {army.points}pts")
    homes = dict.fromkeys(each.unit.home_name for each in found if each.section == "allies")
    if homes:
        lines.append(f"+ ALLIED UNITS: {', '.join(homes)}")
    lines.append("+")
    lines += [f"+ WARLORD: {each.ref}: {each.unit.name}" for each in found if each.unit.warlord]
    borne = [(enhancement.name, each) for each in found for enhancement in each.unit.enhancements]
    placed = [f"{name} (on {each.ref}: {each.unit.name})" for name, each in borne]
    lines.append(f"+ ENHANCEMENT: {placed[0] if placed else ''}".rstrip())
    lines += [f"& {each}" for each in placed[1:]]
    lines += [f"+ NUMBER OF UNITS: {len(found)}", _secondary(found), FENCE]
    return lines


def _player(sheet: Printout) -> list[str]:
    """Who plays what. The team is for the player to fill in: a roster has none."""
    name = wording.one_line(sheet.army.name)
    return [f"+ PLAYER: {wording.one_line(sheet.player)}".rstrip(), "+ TEAM:", *([f"+ LIST NAME: {name}"] if name else [])]


def _secondary(found: list[MusteredUnit]) -> str:
    """What opponents count before the game, without the points of any mission pack."""
    large = sum(each.unit.has("Monster") or each.unit.has("Vehicle") for each in found)
    characters = sum(each.unit.has("Character") for each in found)
    return f"+ SECONDARY: - Bring It Down: {large} units - Assassination: {characters} Characters"


def footer(sheet: Printout) -> str:
    """What the text was made with, and the day of its prices."""
    return f"Created with listbuilder {VERSION}, Data Version: listbuilder {muster(sheet).priced_on}"


WARLORD = "Warlord"


def marks(unit: MusterUnit) -> list[str]:
    """What is said of a unit beside its wargear."""
    chosen = [unit.chosen_keyword] if unit.chosen_keyword else []
    return [*([WARLORD] if unit.warlord else []), *chosen, *(f"Keyword: {each}" for each in unit.stated_keywords)]


def marks_by_model(each: MusteredUnit) -> tuple[list[str], str | None]:
    """Return what is said of the whole unit, and the kind of model that the roster names as the Warlord, if it does."""
    model = each.unit.warlord_model if not single(each) else None
    return [mark for mark in marks(each.unit) if model is None or mark != WARLORD], model


def points(unit: MusterUnit) -> int:
    return unit.points or 0


def enhancement_lines(unit: MusterUnit) -> list[str]:
    return [f"Enhancement: {each.name} (+{each.points} pts)" for each in unit.enhancements]


def single(each: MusteredUnit) -> bool:
    """One model, which needs no line of its own."""
    return each.unit.models == 1
