"""Roster files of BattleScribe, New Recruit and ListForge. Each selection counts as a line of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from listbuilder.exchange.detect import Detected
from listbuilder.exchange.labels import keyword_in
from listbuilder.exchange.parsed import Listed, ParsedList, ParsedUnit, Post, Words
from listbuilder.exchange.readers import outline
from listbuilder.exchange.readers.fence import take_detachment
from listbuilder.exchange.source import Source
from listbuilder.exchange.trees import ATTACHMENT, Force, Selection, Tree, points_of
from listbuilder.games.shared import phrases
from listbuilder.games.shared.numbers import number
from listbuilder.model.base import fold

_NUMBERED = re.compile(r"(.+?)(?:\[(\d{1,2})\])?")  # `Immortals[2]`: the second of that name


def read(found: Detected) -> tuple[ParsedList, Source]:
    tree = found.tree
    assert tree is not None
    drawn = _Outline(tree)
    source = Source("\n".join(drawn.lines), tree=True)
    kind = found.game.kind if found.game else "muster"  # without a sign it is of one of several editions of such a game
    made = ParsedList(shape=kind, format=found.format)  # type: ignore[arg-type]
    _Reader(made, source, drawn.numbers).read(tree)
    return made, source


class _Outline:
    """The tree as lines of text: where a selection stands, for messages and for accounting."""

    def __init__(self, tree: Tree) -> None:
        self.lines: list[str] = []
        self.numbers: dict[Force | Selection, int] = {}
        for force in tree.roster.forces:
            self._force(force, 0)

    def _add(self, thing: Force | Selection, depth: int, words: str) -> None:
        self.lines.append("  " * depth + " ".join(words.split()))
        self.numbers[thing] = len(self.lines)

    def _force(self, force: Force, depth: int) -> None:
        self._add(force, depth, f"{force.name}: {force.catalogue}")
        for selection in force.selections:
            self._selection(selection, depth + 1)
        for child in force.forces:
            self._force(child, depth + 1)

    def _selection(self, selection: Selection, depth: int) -> None:
        points = points_of(selection.costs)
        price = f" [{points} pts]" if points else ""
        self._add(selection, depth, f"{selection.count}x {selection.name}{price}")
        for child in selection.selections:
            self._selection(child, depth + 1)


def _points(selection: Selection) -> int:
    """Of the whole subtree: a selection's cost is its own, its children's apart."""
    return (points_of(selection.costs) or 0) + sum(_points(child) for child in selection.selections)


def _is_unit(selection: Selection) -> bool:
    if selection.type in ("unit", "model"):
        return True
    return any(child.type in ("unit", "model") for child in selection.below()) or any(
        profile.type_name == "Unit" for profile in selection.profiles
    )


class _Reader:
    def __init__(self, made: ParsedList, source: Source, numbers: dict[Force | Selection, int]) -> None:
        self.made = made
        self.source = source
        self.numbers = numbers
        self.regiments = 0

    def line(self, thing: Force | Selection) -> int:
        return self.numbers[thing]

    def read(self, tree: Tree) -> None:
        roster, made = tree.roster, self.made
        made.name = Words(roster.name, 1) if roster.name and self.source.lines else None
        made.total = points_of(roster.costs)
        limit = points_of(roster.limits)
        made.limit = limit if limit and limit > 0 else None
        for force in roster.forces:
            made.faction.append(Words(force.catalogue, self.line(force)))
            if (revision := str(force.revision)).isdecimal():
                made.revisions.append((force.catalogue, number(revision)))
            self._season(force)
            for each in force.all():
                self.source.mapped(self.line(each))
                self._force(each, outer=each is force)
        if made.total is None or not made.total:
            made.total = sum(unit.points or 0 for unit in made.units) or None

    def _season(self, force: Force) -> None:
        name = force.name.lstrip("✦ ")
        if self.made.shape == "regiments" and fold(name).startswith(tuple(phrases.among("season"))):
            self.made.season = Words(name, self.line(force))

    def _force(self, force: Force, outer: bool) -> None:
        post, regiment = self._post(force, outer)
        named = {fold(word) for words in phrases.phrases()["lores"].values() for word in words}
        for selection in force.selections:
            lore = self.made.shape == "regiments" and fold(selection.name) in named
            if fold(selection.role) in phrases.among("terrain_roles"):
                self._noise_below(selection)
                self.source.mapped(self.line(selection))
                self.made.terrain.append(Words(selection.name, self.line(selection), _points(selection) or None))
            elif not lore and _is_unit(selection):
                unit = self._unit(selection)
                if post == "renown":
                    _join(self.made.units[-1], unit)
                    continue
                unit.post, unit.regiment = post, regiment
                unit.section = unit.section if self.made.shape == "muster" else force.name
                self.made.units.append(unit)
            elif post == "renown" and fold(selection.name).startswith(tuple(phrases.among("renown_price"))):
                self.made.units[-1].points = (self.made.units[-1].points or 0) + _points(selection)
                self._noise_below(selection)
            else:
                self._setting(selection)

    def _post(self, force: Force, outer: bool) -> tuple[Post, int | None]:
        if self.made.shape == "muster" or outer:
            return "regiment", None
        kind = phrases.group("regiments").get(fold(force.name).rstrip(" 0123456789"))
        if kind in ("number", "general"):
            self.regiments += 1
            return "regiment", self.regiments - 1
        if kind == "auxiliary":
            return "auxiliary", None
        self.made.units.append(ParsedUnit(name=force.name, line=self.line(force), points=0, post="renown"))
        return "renown", None

    def _setting(self, selection: Selection) -> None:
        """Detachment, size, lores: the choice is the child. A switch of the program is noise; what is not known stays unread."""
        made, name = self.made, fold(selection.name)
        if not name.startswith(tuple(phrases.among("settings"))) and not name.endswith(tuple(phrases.among("switches"))):
            return
        made.fee += points_of(selection.costs) or 0
        children = selection.selections
        self.source.noise(self.line(selection))
        for child in children:
            if name in phrases.among("formation"):  # one of the names of the head, of which each is looked for
                made.heads.append(Words(child.name, self.line(child), _points(child) or None))
                continue
            self._noise_below(child)
            words = Words(child.name, self.line(child), _points(child) or None)
            if name.startswith("detachment"):
                take_detachment(made, words)
            elif name.startswith("force disposition"):
                made.dispositions.append(words)
            elif name.startswith("battle size"):
                made.size = words
            elif name in phrases.among("tactics"):
                made.tactics.append(words)
            else:
                kinds = [kind for kind, names in phrases.phrases()["lores"].items() if name in map(fold, names)]
                made.lores.extend((kind, words) for kind in kinds)
            self.source.mapped(self.line(child))

    def _noise_below(self, selection: Selection) -> None:
        """A choice or a switch, and what comes with it; nothing that has points does."""
        free = [each for each in (selection, *selection.below()) if each is selection or not points_of(each.costs)]
        self.source.noise(*(self.line(each) for each in free))

    def _unit(self, selection: Selection) -> ParsedUnit:
        models = list(_models(selection))
        unit = ParsedUnit(
            name=selection.name,
            line=self.line(selection),
            points=_points(selection),
            models=sum(each.count for each in models) or selection.count,
            section=selection.role,
        )
        self.source.mapped(self.line(selection))
        holder = selection.selections
        if self.made.shape == "muster":
            unit.categories = [keyword_in(each.name) for each in selection.categories]
            unit.entries = [entry for child in holder if (entry := self._entry(unit, child))]
        else:
            self._warscroll(unit, selection)
        return unit

    def _entry(self, unit: ParsedUnit, selection: Selection, under: str = "") -> Listed | None:
        line = self.line(selection)
        self.source.mapped(line)
        if fold(selection.name) in phrases.among("warlord"):
            unit.warlord, unit.warlord_under = line, under
            return None
        if outline.keywords(unit, selection.name, line):
            return None
        if fold(selection.group).startswith("enhancement"):
            unit.enhancements.append(Words(selection.name, line, points_of(selection.costs), under=under))
            return None
        if selection.group == ATTACHMENT:
            host = _NUMBERED.fullmatch(selection.name)
            if host:
                unit.leads.append(Words(host[1], line, number=int(host[2]) if host[2] else None))
            return None
        entry = Listed(selection.name, line, selection.count, counted=True, points=points_of(selection.costs) or None)
        entry.models = True if selection.type == "model" else None
        under = selection.name if entry.models else under
        entry.children = [made for child in selection.selections if (made := self._entry(unit, child, under))]
        return entry

    def _warscroll(self, unit: ParsedUnit, selection: Selection) -> None:
        """A warscroll has no choices but these; models and their weapons follow from it, and are only looked up."""
        for child in selection.selections:
            name, line = fold(child.name), self.line(child)
            if name in phrases.among("general"):
                unit.warlord = line
            elif name in phrases.among("reinforced"):
                unit.reinforced = line
            elif (child.group and child.type == "upgrade" and "::" in child.group) or points_of(child.costs):
                unit.enhancements.append(Words(child.name, line, points_of(child.costs)))
            else:
                unit.entries.append(self._had(child))
            self.source.mapped(line)

    def _had(self, selection: Selection) -> Listed:
        entry = Listed(selection.name, self.line(selection), selection.count, counted=True)
        entry.models = selection.type == "model"
        entry.children = [self._had(child) for child in selection.selections]
        self.source.mapped(entry.line)
        return entry


def _join(regiment: ParsedUnit, unit: ParsedUnit) -> None:
    """A unit of a regiment of renown, with what is said of it, under the regiment."""
    regiment.members.append(Words(unit.name, unit.line))
    regiment.points = (regiment.points or 0) + (unit.points or 0)
    regiment.entries.extend(unit.entries)
    regiment.enhancements.extend(unit.enhancements)


def _models(selection: Selection) -> Iterator[Selection]:
    """The models in a unit; a unit of one model is a model itself."""
    if selection.type == "model" and not any(child.type == "model" for child in selection.below()):
        yield selection
        return
    for child in selection.below():
        if child.type == "model":
            yield child
