"""The parts that the tournament texts of mustered armies share.

Their names are those of the data, in English.
"""

from __future__ import annotations

import msgspec

from listbuilder.formats import export_wording
from listbuilder.formats.printout import PrintedUnit, Printout
from listbuilder.games.common.attach import determine_way
from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.roster import MusterRoster
from listbuilder.model.base import make_id_from_name
from listbuilder.version import VERSION

FENCE = "+" * 47
_NR_SPACE, _NR_HYPHEN = "\u00a0", "\u2011"  # New Recruit joins the words of a detachment with these


_REFS = {"characters": "Char", "battleline": "Batt", "transports": "Dedi", "allies": "Alli"}


class MusteredUnit(msgspec.Struct):
    """A unit with its printed line and the reference the list's header uses (Char1)."""

    line: PrintedUnit
    unit: MusterUnit
    section: str
    ref: str = ""
    number: int = 1  # the how manieth of its name it is in the text


def get_muster(sheet: Printout) -> Muster:
    """Return the army of `sheet`, which must be a Warhammer 40,000 army."""
    assert isinstance(sheet.army, Muster)  # the catalogue says which armies a form is for
    return sheet.army


def list_entries(sheet: Printout) -> list[MusteredUnit]:
    """Return every unit by section; in each section epic heroes first, then by name.

    Each unit gets the reference that headers of lists use, such as Char1, and its number among the
    units of the same name.
    """
    entries: list[MusteredUnit] = []
    for section in sheet.sections:
        units = [
            MusteredUnit(line, line.unit, section.key)
            for line in section.lines
            if isinstance(line.unit, MusterUnit)
        ]
        units.sort(key=lambda entry: entry.unit.name.casefold())
        units.sort(key=lambda entry: not entry.unit.has_keyword("Epic Hero"))
        entries += units
    of_this_name: dict[str, int] = {}
    of_this_kind: dict[str, int] = {}
    for entry in entries:
        name, kind = entry.unit.name, _REFS.get(entry.section, "Othe")
        of_this_name[name] = entry.number = of_this_name.get(name, 0) + 1
        of_this_kind[kind] = of_this_kind.get(kind, 0) + 1
        entry.ref = f"{kind}{of_this_kind[kind]}"
    return entries


def make_title(sheet: Printout) -> str:
    """Return the list's name as one line, or the faction's name if the list has none.

    The name is escaped so that no reader takes that line for something else.
    """
    return (
        export_wording.escape_formula(export_wording.make_one_line(sheet.army.name))
        or sheet.army.faction_name
    )


def list_faction_names(army: Muster) -> list[str]:
    """Return the faction's name, followed by its chapter's if the army is of a chapter."""
    if army.parent:
        return [army.parent.name, army.faction.name]
    if army.chapter and army.chapter != army.faction.name:
        return [army.faction.name, army.chapter]
    return [army.faction.name]


def name_catalogue(sheet: Printout) -> str:
    """Return the army's catalogue: `Xenos - Orks`, `Imperium - Adeptus Astartes - Blood Angels`."""
    army = get_muster(sheet)
    head = army.parent or army.faction
    names = find_alliance(sheet)
    if head.chapters or army.parent:
        names.append(head.faction_keyword)
    names.append(list_faction_names(army)[-1])
    return " - ".join(names)


def find_alliance(sheet: Printout) -> list[str]:
    """Return a list with the alliance that more than half of the army's units belong to.

    If no alliance has more than half, it is the game's last one. The list is empty if the game has
    no alliances.
    """
    if sheet.system.battlescribe is None:
        return []
    units, alliances = sheet.army.units, sheet.system.battlescribe.alliances
    for alliance in alliances[:-1]:
        if sum(unit.has_keyword(alliance) for unit in units) * 2 > len(units):
            return [alliance]
    return list(alliances[-1:])


def should_show_attached(sheet: Printout) -> bool:
    """Return whether exports may show which units are attached to each other.

    They may if the roster itself fixes that; in other editions it stays secret until the battle.
    """
    shape = sheet.system.roster
    return issubclass(shape, MusterRoster) and shape.ATTACHED == ("attached",)


def find_attachment(
    sheet: Printout, entry: MusteredUnit, entries: list[MusteredUnit]
) -> tuple[str, str] | None:
    """Return how a unit is attached: its role, and the name of the unit that it joins.

    A number follows the name if several units have it, as in `Immortals[2]`. None for a bodyguard
    and for a unit that is not attached.
    """
    for members in list_attached_units(sheet, entries):
        if entry in members and entry is not members[-1]:
            return get_attached_role(entry, members), add_number(members[-1], entries)
    return None


def list_attached_units(sheet: Printout, found: list[MusteredUnit]) -> list[list[MusteredUnit]]:
    """Return each attached unit as a list of its members, with the bodyguard last.

    `found`: all units of the army. Empty if exports may not show which units are attached to each
    other.
    """
    declarations = get_muster(sheet).declarations
    if declarations is None or not should_show_attached(sheet):
        return []
    by_id = {entry.unit.id: entry for entry in found}
    members: dict[str, list[MusteredUnit]] = {}
    for unit_id, host in declarations.hosts.items():
        members.setdefault(host, []).append(by_id[unit_id])
    return [[*leaders, by_id[host]] for host, leaders in members.items()]


def get_attached_role(entry: MusteredUnit, party: list[MusteredUnit]) -> str:
    """Return the role of `entry` in the attached unit `party`: Bodyguard, Support or Leader."""
    bodyguard = party[-1]
    if entry is bodyguard:
        return "Bodyguard"
    if determine_way(entry.unit, bodyguard.unit) == "supports":
        return "Support"
    return "Leader"


def make_attachment_lines(
    sheet: Printout, entry: MusteredUnit, found: list[MusteredUnit]
) -> list[str]:
    """Return the lines that say with which units `entry` is attached; empty if with none.

    For a leader it is `Leading Immortals[2]`. For the bodyguard it is one line `Attached to ...`
    for each leader. `found`: all units of the army.
    """
    party = next((party for party in list_attached_units(sheet, found) if entry in party), None)
    if party is None:
        return []
    if entry is party[-1]:
        return [f"  Attached to {add_number(leader, found)}" for leader in party[:-1]]
    return [f"Leading {add_number(party[-1], found)}"]


def add_number(entry: MusteredUnit, entries: list[MusteredUnit]) -> str:
    """Return the name of a unit, with its number in brackets if several have that name."""
    name = entry.unit.name
    is_alone = sum(other_entry.unit.name == name for other_entry in entries) == 1
    return name if is_alone else f"{name}[{entry.number}]"


def list_dispositions(sheet: Printout) -> list[str]:
    """Return a list with the force disposition that the roster states; empty without one."""
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
    """Return the lines of the header that New Recruit's texts begin with.

    It stands between two rows of plus signs. The team is left empty, because a roster has no team.
    """
    army = get_muster(sheet)
    lines = [FENCE, f"+ PLAYER: {export_wording.make_one_line(sheet.player)}".rstrip(), "+ TEAM:"]
    name = export_wording.make_one_line(army.name)
    if name:
        lines.append(f"+ LIST NAME: {name}")
    lines.append(f"+ FACTION KEYWORD: {name_catalogue(sheet)}")
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
    enhancements = [
        f"{enhancement.name} (on {entry.ref}: {entry.unit.name})"
        for entry in entries
        for enhancement in entry.unit.enhancements
    ]
    lines.append(f"+ ENHANCEMENT: {enhancements[0] if enhancements else ''}".rstrip())
    lines += [f"& {enhancement}" for enhancement in enhancements[1:]]
    lines += [f"+ NUMBER OF UNITS: {len(entries)}", _make_secondary_line(entries), FENCE]
    return lines


def _make_secondary_line(entries: list[MusteredUnit]) -> str:
    """Return the header line with the counts that opponents need: large units and characters.

    Points of missions are left out.
    """
    large = sum(
        entry.unit.has_keyword("Monster") or entry.unit.has_keyword("Vehicle") for entry in entries
    )
    characters = sum(entry.unit.has_keyword("Character") for entry in entries)
    return f"+ SECONDARY: - Bring It Down: {large} units - Assassination: {characters} Characters"


def make_footer(sheet: Printout) -> str:
    """Return the last line of the text: what it was made with, and the day of its prices."""
    day = get_muster(sheet).priced_on
    return f"Created with listbuilder {VERSION}, Data Version: listbuilder {day}"


WARLORD = "Warlord"


def list_marks(unit: MusterUnit) -> list[str]:
    """Return the words behind a unit's name: Warlord, chosen keyword, stated keywords."""
    marks = [WARLORD] if unit.warlord else []
    if unit.chosen_keyword:
        marks.append(unit.chosen_keyword)
    return marks + [f"Keyword: {keyword}" for keyword in unit.stated_keywords]


def split_marks(entry: MusteredUnit) -> tuple[list[str], str | None]:
    """Return (words to show for the whole unit, kind of model that is the Warlord or None).

    The words are Warlord and keywords. If the roster names the model that is the Warlord, and the
    unit has more than one model, Warlord is left out of the words.
    """
    marks = list_marks(entry.unit)
    model = entry.unit.warlord_model
    if model is None or is_single_model(entry):
        return marks, None
    return [mark for mark in marks if mark != WARLORD], model


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
    """Return whether a unit has only one model, so that the model needs no line of its own."""
    return entry.unit.models == 1
