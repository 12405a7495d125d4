"""The reader of roster files of BattleScribe, New Recruit and ListForge.

Each selection counts as a line of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from listbuilder.formats.detect import Detected
from listbuilder.formats.parsed import Listed, ParsedList, ParsedUnit, Post, Words
from listbuilder.formats.read import outline
from listbuilder.formats.read.fence import add_detachment
from listbuilder.formats.resolve.labels import parse_keyword
from listbuilder.formats.source import Source
from listbuilder.formats.trees import ATTACHMENT, Force, Selection, Tree, get_points
from listbuilder.matching import phrases
from listbuilder.matching.numbers import parse_number
from listbuilder.model.base import fold

_NUMBERED = re.compile(r"(.+?)(?:\[(\d{1,2})\])?")  # `Immortals[2]`: the second of that name


def read(detected: Detected) -> tuple[ParsedList, Source]:
    """Return the list read from the roster file, and a source with a line per selection.

    If the file does not tell its game, it is read as Warhammer 40,000.
    """
    tree = detected.tree
    assert tree is not None
    outlined = _Outline(tree)
    source = Source("\n".join(outlined.lines), tree=True)
    kind = detected.game.kind if detected.game else "wh40k"
    parsed = ParsedList(shape=kind, format=detected.format)  # type: ignore[arg-type]
    parsed.read_by_ids = tree.read_by_ids
    _Reader(parsed, source, outlined.numbers).read_tree(tree)
    return parsed, source


class _Outline:
    """The tree of a roster file as lines of text, with the line number of each selection.

    With these lines, messages can say where a selection stands, and each selection can be marked as
    understood or not.
    """

    def __init__(self, tree: Tree) -> None:
        self.lines: list[str] = []
        self.numbers: dict[Force | Selection, int] = {}
        for force in tree.roster.forces:
            self._add_force(force, 0)

    def _add_line(self, thing: Force | Selection, depth: int, words: str) -> None:
        """Add a line with `words` for a force or selection, and remember its number."""
        self.lines.append("  " * depth + " ".join(words.split()))
        self.numbers[thing] = len(self.lines)

    def _add_force(self, force: Force, depth: int) -> None:
        """Add the lines of a force and of everything in it."""
        self._add_line(force, depth, f"{force.name}: {force.catalogue}")
        for selection in force.selections:
            self._add_selection(selection, depth + 1)
        for child in force.forces:
            self._add_force(child, depth + 1)

    def _add_selection(self, selection: Selection, depth: int) -> None:
        """Add the lines of a selection and of everything below it."""
        points = get_points(selection.costs)
        price = f" [{points} pts]" if points else ""
        self._add_line(selection, depth, f"{selection.count}x {selection.name}{price}")
        for child in selection.selections:
            self._add_selection(child, depth + 1)


def _sum_points(selection: Selection) -> int:
    """Return the points of `selection` with everything below it.

    A selection's cost is its own, without its children's.
    """
    own = get_points(selection.costs) or 0
    return own + sum(_sum_points(child) for child in selection.selections)


def _is_unit(selection: Selection) -> bool:
    """Return whether `selection` is a unit, by its type, models below it, or its profile."""
    if selection.type in ("unit", "model"):
        return True
    if any(child.type in ("unit", "model") for child in selection.iter_below()):
        return True
    return any(profile.type_name == "Unit" for profile in selection.profiles)


class _Reader:
    """A reader of a roster file's tree into a parsed list; it marks lines it understands."""

    def __init__(
        self, made: ParsedList, source: Source, numbers: dict[Force | Selection, int]
    ) -> None:
        """Start with no regiment read. `numbers`: the line of each force and selection."""
        self.made = made
        self.source = source
        self.numbers = numbers
        self.regiments = 0

    def read_tree(self, tree: Tree) -> None:
        """Read the whole tree into the parsed list: name, total, limit, and every force.

        A roster without a total has the sum of its units.
        """
        roster, made = tree.roster, self.made
        made.name = Words(roster.name, 1) if roster.name and self.source.lines else None
        made.total = get_points(roster.costs)
        limit = get_points(roster.limits)
        made.limit = limit if limit and limit > 0 else None
        for force in roster.forces:
            made.faction.append(Words(force.catalogue, self.get_line(force)))
            revision = str(force.revision)
            if revision.isdecimal():
                made.revisions.append((force.catalogue, parse_number(revision)))
            self._read_season(force)
            for force_inside in force.iter_forces():
                self.source.mark_mapped(self.get_line(force_inside))
                self._read_force(force_inside, outer=force_inside is force)
        if not made.total:
            made.total = sum(unit.points or 0 for unit in made.units) or None

    def _read_season(self, force: Force) -> None:
        """Set the list's season if the name of `force` is a season, as in Age of Sigmar files."""
        name = force.name.lstrip("✦ ")
        if self.made.shape == "aos" and fold(name).startswith(tuple(phrases.get_words("season"))):
            self.made.season = Words(name, self.get_line(force))

    def _read_force(self, force: Force, outer: bool) -> None:
        """Read the selections of one force into the list: terrain, units, settings.

        The units of a regiment of renown are joined with it, and its price is added to it. `outer`:
        no other force holds this one.
        """
        post, regiment = self._read_post(force, outer)
        lores = {fold(word) for words in phrases.load_phrases()["lores"].values() for word in words}
        for selection in force.selections:
            is_lore = self.made.shape == "aos" and fold(selection.name) in lores
            if fold(selection.role) in phrases.get_words("terrain_roles"):
                self._mark_free_below(selection)
                self.source.mark_mapped(self.get_line(selection))
                self.made.terrain.append(self._make_words(selection))
            elif not is_lore and _is_unit(selection):
                unit = self._read_unit(selection)
                if post == "renown":
                    _join_regiment(self.made.units[-1], unit)
                    continue
                unit.post, unit.regiment = post, regiment
                if self.made.shape != "wh40k":
                    unit.section = force.name
                self.made.units.append(unit)
            elif post == "renown" and _starts_with(selection, "renown_price"):
                renown = self.made.units[-1]
                renown.points = (renown.points or 0) + _sum_points(selection)
                self._mark_free_below(selection)
            else:
                self._read_setting(selection)

    def _read_post(self, force: Force, outer: bool) -> tuple[Post, int | None]:
        """Return the kind of section of the units in `force`, and their regiment's number.

        The number is None if the units are in no numbered regiment. A force that is a regiment of
        renown becomes a unit of the list, which the force's own units then join.
        """
        if self.made.shape == "wh40k" or outer:
            return "regiment", None
        kind = phrases.get_group_by_word("regiments").get(fold(force.name).rstrip(" 0123456789"))
        if kind in ("number", "general"):
            self.regiments += 1
            return "regiment", self.regiments - 1
        if kind == "auxiliary":
            return "auxiliary", None
        self.made.units.append(
            ParsedUnit(name=force.name, line=self.get_line(force), points=0, post="renown")
        )
        return "renown", None

    def _read_setting(self, selection: Selection) -> None:
        """Read a selection that sets something for the whole army: detachment, size or lores.

        The chosen values are the selection's children. A switch of the program, which sets nothing,
        is marked as noise; other selections stay unread.
        """
        made, name = self.made, fold(selection.name)
        is_switch = name.endswith(tuple(phrases.get_words("switches")))
        if not is_switch and not _starts_with(selection, "settings"):
            return
        made.fee += get_points(selection.costs) or 0
        self.source.mark_noise(self.get_line(selection))
        for child in selection.selections:
            words = self._make_words(child)
            if name in phrases.get_words("formation"):
                made.heads.append(words)  # one of the names of the header, each of them looked for
                continue
            self._mark_free_below(child)
            if name.startswith("detachment"):
                add_detachment(made, words)
            elif name.startswith("force disposition"):
                made.dispositions.append(words)
            elif name.startswith("battle size"):
                made.size = words
            elif name in phrases.get_words("tactics"):
                made.tactics.append(words)
            else:
                for kind, names in phrases.load_phrases()["lores"].items():
                    if name in map(fold, names):
                        made.lores.append((kind, words))
            self.source.mark_mapped(self.get_line(child))

    def _mark_free_below(self, selection: Selection) -> None:
        """Mark `selection`, and everything below it that costs no points, as noise."""
        free = [child for child in selection.iter_below() if not get_points(child.costs)]
        self.source.mark_noise(*(self.get_line(noise) for noise in (selection, *free)))

    def _read_unit(self, selection: Selection) -> ParsedUnit:
        """Return the unit of a selection with its models, points and choices."""
        line = self.get_line(selection)
        models = list(_yield_models(selection))
        unit = ParsedUnit(
            name=selection.name,
            line=line,
            points=_sum_points(selection),
            models=sum(model.count for model in models) or selection.count,
            section=selection.role,
        )
        self.source.mark_mapped(line)
        if self.made.shape == "wh40k":
            unit.categories = [parse_keyword(category.name) for category in selection.categories]
            entries = [self._read_entry(unit, child) for child in selection.selections]
            unit.entries = [entry for entry in entries if entry is not None]
        else:
            self._read_warscroll(unit, selection)
        return unit

    def _read_entry(self, unit: ParsedUnit, selection: Selection, under: str = "") -> Listed | None:
        """Return `selection` below a 40K unit as an entry with children, or None if no item.

        None for the Warlord, keywords, enhancements and attachments, which are noted in `unit`
        instead. `under`: the name of the model that has the selection; empty outside models.
        """
        line = self.get_line(selection)
        self.source.mark_mapped(line)
        if fold(selection.name) in phrases.get_words("warlord"):
            unit.warlord, unit.warlord_under = line, under
            return None
        if outline.read_keywords(unit, selection.name, line):
            return None
        if outline.read_attachment(unit, selection.name, line):
            return None
        if fold(selection.group).startswith("enhancement"):
            points = get_points(selection.costs)
            unit.enhancements.append(Words(selection.name, line, points, under=under))
            return None
        if selection.group == ATTACHMENT:
            host = _NUMBERED.fullmatch(selection.name)
            if host:
                unit.leads.append(Words(host[1], line, number=int(host[2]) if host[2] else None))
            return None
        entry = Listed(selection.name, line, selection.count, counted=True)
        entry.points = get_points(selection.costs) or None
        if selection.type == "model":
            entry.models, under = True, selection.name
        children = [self._read_entry(unit, child, under) for child in selection.selections]
        entry.children = [child for child in children if child is not None]
        return entry

    def _read_warscroll(self, unit: ParsedUnit, selection: Selection) -> None:
        """Read the choices of an Age of Sigmar unit: general, reinforced, enhancements.

        Everything else, such as models and weapons, follows from the warscroll; it becomes an entry
        that is only looked up.
        """
        for child in selection.selections:
            name, line = fold(child.name), self.get_line(child)
            points = get_points(child.costs)
            if name in phrases.get_words("general"):
                unit.warlord = line
            elif name in phrases.get_words("reinforced"):
                unit.reinforced = line
            elif points or (child.type == "upgrade" and "::" in child.group):
                unit.enhancements.append(Words(child.name, line, points))
            else:
                unit.entries.append(self._read_loadout(child))
            self.source.mark_mapped(line)

    def _read_loadout(self, selection: Selection) -> Listed:
        """Return a selection below a warscroll, with its children, as an entry to look up."""
        entry = Listed(selection.name, self.get_line(selection), selection.count, counted=True)
        entry.models = selection.type == "model"
        entry.children = [self._read_loadout(child) for child in selection.selections]
        self.source.mark_mapped(entry.line)
        return entry

    def get_line(self, thing: Force | Selection) -> int:
        """Return the number of the line on which a force or selection stands in the outline."""
        return self.numbers[thing]

    def _make_words(self, selection: Selection) -> Words:
        """Return the name of a selection with its line and points, None where it costs nothing."""
        return Words(selection.name, self.get_line(selection), _sum_points(selection) or None)


def _starts_with(selection: Selection, group: str) -> bool:
    """Return whether the name of a selection begins with one of the words of `group`."""
    return fold(selection.name).startswith(tuple(phrases.get_words(group)))


def _join_regiment(regiment: ParsedUnit, unit: ParsedUnit) -> None:
    """Add `unit`, one of a regiment of renown, with its points and choices to the regiment."""
    regiment.members.append(Words(unit.name, unit.line))
    regiment.points = (regiment.points or 0) + (unit.points or 0)
    regiment.entries.extend(unit.entries)
    regiment.enhancements.extend(unit.enhancements)


def _yield_models(selection: Selection) -> Iterator[Selection]:
    """Yield the models in a unit's selection; a unit that is itself one model yields itself."""
    if selection.type == "model" and not any(
        child.type == "model" for child in selection.iter_below()
    ):
        yield selection
        return
    for child in selection.iter_below():
        if child.type == "model":
            yield child
