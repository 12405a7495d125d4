"""The parts that the tournament texts of mustered armies share.

Their names are those of the data, in English.
"""

from __future__ import annotations

import msgspec

from listbuilder.formats import wording
from listbuilder.formats.printout import PrintedUnit, Printout
from listbuilder.games.common.attach import determine_way
from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.roster import MusterRoster
from listbuilder.model.base import make_id_from_name
from listbuilder.version import VERSION

FENCE = "+" * 47
_NR_SPACE, _NR_HYPHEN = "\u00a0", "\u2011"  # New Recruit joins the words of a detachment with these


class MusteredUnit(msgspec.Struct):
    """A unit with its line of the printout, and what the header of the list calls it (Char1)."""

    line: PrintedUnit
    unit: MusterUnit
    section: str
    ref: str = ""
    number: int = 1  # the how manieth of its name it is in the text


def get_muster(sheet: Printout) -> Muster:
    """Return the army of the printout `sheet`, which is a mustered one.

    The catalogue says which armies a form is for.
    """
    assert isinstance(sheet.army, Muster)  # the catalogue says which armies a form is for
    return sheet.army


def list_entries(sheet: Printout) -> list[MusteredUnit]:
    """Return every unit in the order of the sections, epic heroes first, then by name.

    Each gets the reference that headers of lists use, and its number among the units of its name.
    """
    entries: list[MusteredUnit] = []
    for section in sheet.sections:
        units = [
            MusteredUnit(line, line.unit, section.key)
            for line in section.lines
            if isinstance(line.unit, MusterUnit)
        ]
        entries += sorted(
            units,
            key=lambda entry: (not entry.unit.has_keyword("Epic Hero"), entry.unit.name.casefold()),
        )
    characters = [entry for entry in entries if entry.section == "characters"]
    for number, entry in enumerate(characters, start=1):
        entry.ref = f"Char{number}"
    alike: dict[str, int] = {}
    for entry in entries:
        alike[entry.unit.name] = entry.number = alike.get(entry.unit.name, 0) + 1
    numbers: dict[str, int] = {}
    for entry in entries:
        if entry.ref == "":
            role = {"battleline": "Batt", "transports": "Dedi", "allies": "Alli"}.get(
                entry.section, "Othe"
            )
            numbers[role] = numbers.get(role, 0) + 1
            entry.ref = f"{role}{numbers[role]}"
    return entries


def make_title(sheet: Printout) -> str:
    """Return the list's name as one line, else the faction's name.

    No reader takes that line for something else.
    """
    return wording.escape_formula(wording.make_one_line(sheet.army.name)) or sheet.army.faction_name


def list_faction_names(army: Muster) -> list[str]:
    """Return the name of the faction and, where the army is of one of its chapters, the chapter's."""
    if army.parent:
        return [army.parent.name, army.faction.name]
    return [
        army.faction.name,
        *([army.chapter] if army.chapter and army.chapter != army.faction.name else []),
    ]


def name_catalogue(sheet: Printout) -> str:
    """Return the army's catalogue: `Xenos - Orks`, `Imperium - Adeptus Astartes - Blood Angels`."""
    army = get_muster(sheet)
    head = army.parent or army.faction
    names = list_faction_names(army)
    return " - ".join(
        [
            *find_alliance(sheet),
            *([head.faction_keyword] if head.chapters or army.parent else []),
            names[-1],
        ]
    )


def find_alliance(sheet: Printout) -> list[str]:
    """Return the alliance that most units of the army belong to, in a list of one or none.

    It is empty in a game that has no alliances; where no alliance has most units, it is the last
    one.
    """
    known, units = sheet.system.battlescribe, sheet.army.units
    alliances = known.alliances if known else ()
    of_majority = (
        keyword
        for keyword in alliances[:-1]
        if units and sum(unit.has_keyword(keyword) for unit in units) * 2 > len(units)
    )
    return [next(of_majority, alliances[-1])] if alliances else []


def should_show_attached(sheet: Printout) -> bool:
    """Return whether the roster says who is attached to whom, so that it is no secret.

    Else it is one until the battle.
    """
    shape = sheet.system.roster
    return issubclass(shape, MusterRoster) and shape.ATTACHED == ("attached",)


def list_attached_units(sheet: Printout, found: list[MusteredUnit]) -> list[list[MusteredUnit]]:
    """Return the attached units of the army, each as the list of its members with the bodyguard
    last.
    """
    declarations = get_muster(sheet).declarations
    if declarations is None or not should_show_attached(sheet):
        return []
    by_id = {entry.unit.id: entry for entry in found}
    hosts = {
        host: [unit for unit, end in declarations.hosts.items() if end == host]
        for host in declarations.hosts.values()
    }
    return [[by_id[unit_id] for unit_id in (*units, host)] for host, units in hosts.items()]


def get_attached_role(entry: MusteredUnit, party: list[MusteredUnit]) -> str:
    """Return what a unit is in its attached unit, as the app says it: Bodyguard, Support or Leader."""
    host = party[-1]
    return (
        "Bodyguard"
        if entry is host
        else "Support"
        if determine_way(entry.unit, host.unit) == "supports"
        else "Leader"
    )


def make_attachment_lines(
    sheet: Printout, entry: MusteredUnit, found: list[MusteredUnit]
) -> list[str]:
    """Return the line `Leading Immortals[2]` of an attached unit, or those of its bodyguard.

    The bodyguard's lines say it the other way round. A unit of no attached unit has no such lines.
    """
    party = next((party for party in list_attached_units(sheet, found) if entry in party), None)
    if party is None:
        return []
    if entry is party[-1]:
        return [f"  Attached to {add_number(leader, found)}" for leader in party[:-1]]
    return [f"Leading {add_number(party[-1], found)}"]


def add_number(entry: MusteredUnit, entries: list[MusteredUnit]) -> str:
    """Return the name of a unit, with its number in brackets where there are several of that name."""
    alike = [same_name for same_name in entries if same_name.unit.name == entry.unit.name]
    return f"{entry.unit.name}[{entry.number}]" if len(alike) > 1 else entry.unit.name


def list_dispositions(sheet: Printout) -> list[str]:
    """Return the force disposition that the roster states, in a list of one or none."""
    army = get_muster(sheet)
    return [
        disposition
        for disposition in army.dispositions
        if make_id_from_name(disposition) == army.disposition
    ]


def start_with_capital(item: str) -> str:
    """Return `item` with a capital first letter; the other letters stay as they are."""
    return item[:1].upper() + item[1:]


def format_counts(items: dict[str, int]) -> list[str]:
    """Return the items with their counts: `Power fist`, `2x Storm pistol`."""
    return [
        start_with_capital(name) if count == 1 else f"{count}x {start_with_capital(name)}"
        for name, count in items.items()
    ]


def make_header(sheet: Printout, entries: list[MusteredUnit]) -> list[str]:
    """Return the lines of the fenced header that New Recruit's texts begin with."""
    army = get_muster(sheet)
    lines = [FENCE, *_make_player_lines(sheet), f"+ FACTION KEYWORD: {name_catalogue(sheet)}"]
    detachment = ", ".join(chosen_detachment.name for chosen_detachment in army.chosen)
    lines.append(f"+ DETACHMENT: {detachment.replace(' ', _NR_SPACE).replace('-', _NR_HYPHEN)}")
    lines += [f"+ FORCE DISPOSITION: {disposition}" for disposition in list_dispositions(sheet)]
    lines.append(f"+ TOTAL ARMY POINTS: {army.points}pts")
    homes = dict.fromkeys(entry.unit.home_name for entry in entries if entry.section == "allies")
    if homes:
        lines.append(f"+ ALLIED UNITS: {', '.join(homes)}")
    lines.append("+")
    lines += [
        f"+ WARLORD: {entry.ref}: {entry.unit.name}" for entry in entries if entry.unit.warlord
    ]
    borne = [
        (enhancement.name, entry) for entry in entries for enhancement in entry.unit.enhancements
    ]
    placed = [f"{name} (on {entry.ref}: {entry.unit.name})" for name, entry in borne]
    lines.append(f"+ ENHANCEMENT: {placed[0] if placed else ''}".rstrip())
    lines += [f"& {placed_enhancement}" for placed_enhancement in placed[1:]]
    lines += [f"+ NUMBER OF UNITS: {len(entries)}", _make_secondary_line(entries), FENCE]
    return lines


def _make_player_lines(sheet: Printout) -> list[str]:
    """Return the lines on player, team and list. The team is left open, for a roster has none."""
    name = wording.make_one_line(sheet.army.name)
    return [
        f"+ PLAYER: {wording.make_one_line(sheet.player)}".rstrip(),
        "+ TEAM:",
        *([f"+ LIST NAME: {name}"] if name else []),
    ]


def _make_secondary_line(entries: list[MusteredUnit]) -> str:
    """Return the line of what opponents count before the game, without the points of missions."""
    large = sum(
        entry.unit.has_keyword("Monster") or entry.unit.has_keyword("Vehicle") for entry in entries
    )
    characters = sum(entry.unit.has_keyword("Character") for entry in entries)
    return f"+ SECONDARY: - Bring It Down: {large} units - Assassination: {characters} Characters"


def make_footer(sheet: Printout) -> str:
    """Return the last line of the text: what it was made with, and the day of its prices."""
    return f"Created with listbuilder {VERSION}, Data Version: listbuilder {get_muster(sheet).priced_on}"


WARLORD = "Warlord"


def list_marks(unit: MusterUnit) -> list[str]:
    """Return what is said of a unit beside its wargear: Warlord, its chosen and its stated
    keywords.
    """
    chosen = [unit.chosen_keyword] if unit.chosen_keyword else []
    return [
        *([WARLORD] if unit.warlord else []),
        *chosen,
        *(f"Keyword: {keyword}" for keyword in unit.stated_keywords),
    ]


def split_marks(entry: MusteredUnit) -> tuple[list[str], str | None]:
    """Return the marks of the whole unit, and the kind of model that the roster names as the
    Warlord.

    The model is None if the roster names none, or if the unit has a single model.
    """
    model = entry.unit.warlord_model if not is_single_model(entry) else None
    return [mark for mark in list_marks(entry.unit) if model is None or mark != WARLORD], model


def get_points(unit: MusterUnit) -> int:
    """Return the points of a unit, 0 where it has no price."""
    return unit.points or 0


def make_enhancement_lines(unit: MusterUnit) -> list[str]:
    """Return a line with name and points for each enhancement of `unit`."""
    return [
        f"Enhancement: {enhancement.name} (+{enhancement.points} pts)"
        for enhancement in unit.enhancements
    ]


def is_single_model(entry: MusteredUnit) -> bool:
    """Return whether a unit has one model, which needs no line of its own."""
    return entry.unit.models == 1
