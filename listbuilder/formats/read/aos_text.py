"""The reader of lists of regiments, as several programs write them.

The Age of Sigmar app in both renderings, Sigdex, New Recruit and Scrollcaster.
"""

from __future__ import annotations

import re

from listbuilder.formats import list_date as days
from listbuilder.formats.detect import Detected
from listbuilder.formats.parsed import Listed, ParsedList, ParsedUnit, Post, Words
from listbuilder.formats.read import aos_header
from listbuilder.formats.source import Source, SourceLine
from listbuilder.matching import phrases
from listbuilder.matching.numbers import (
    BARE_COUNT,
    ROUND,
    has_price,
    parse_number,
    split_count,
    split_last_bracket,
)
from listbuilder.model.base import fold

_MODELS = re.compile(r"(.+?) ?\((\d{1,3}) models?\)", re.IGNORECASE)
_MARKED = re.compile(r"\[([^\[\]]{3,60})\](?: ?: ?(.+))?")
_MARKS_BEHIND = re.compile(r"(\w.+?)(?: ?[(\[]([^()\[\]]+)[)\]]|(?:,| [-–—])? (\w+))")
_FRAME = ":. -=~*#_"  # drawn around a title
_REGIMENT = re.compile(
    r"([a-z ]{4,20}?) ?#? ?(\d{1,2})(?: ?[-(:] ?(general(?:'?s)?(?: regiment)?)\)?)?"
)
_BEHIND = re.compile(r": ?\w|[-–—] \w")
_PRICE = re.compile(r"(.+?) - ?\((\d{1,3})\) ?(?:points?|pts?)", re.IGNORECASE)


def read(detected: Detected) -> tuple[ParsedList, Source]:
    """Return the list read from the detected text, and its source with each line marked.

    The marks tell which lines were understood, which are noise, and which were not understood.
    """
    source = detected.source
    assert source is not None
    parsed = ParsedList(
        shape="aos",
        format=detected.format,
        adds_enhancements=detected.format.startswith("sigdex"),
    )
    lines = [line for line in source.written_lines if line.fate is None]
    lines = _remove_footer(parsed, lines, source)
    start = 0
    while start < len(lines) and read_section_title(lines[start]) is None:
        start += 1
    aos_header.read_header(parsed, lines[:start], source)
    _BodyReader(parsed, source).read_lines(lines[start:])
    return parsed, source


def _remove_footer(parsed: ParsedList, lines: list[SourceLine], source: Source) -> list[SourceLine]:
    """Mark footers and the chat text after them as noise, and return the lines that are left.

    A footer is a line such as the name of the program that wrote the list; the version of its data
    is noted in `parsed`. After a footer in the second half, lines without a bullet, points or
    section title are chat text: they can't be part of a list.
    """
    past = False
    for place, line in enumerate(lines):
        if phrases.is_footer(line.words):
            past = past or place > len(lines) // 2
            parsed.data_version = parsed.data_version or days.find_data_version(line.words)
            source.mark_noise(line.number)
        elif (
            past
            and not line.bullet
            and split_last_bracket(line.words, ROUND) is None
            and read_section_title(line) is None
        ):
            source.mark_noise(line.number)
    return [line for line in lines if line.fate is None]


def read_section_title(line: SourceLine) -> tuple[Post, int | None] | None:
    """Return (kind of section, regiment number) if `line` is a section title, otherwise None.

    The number is None if the title gives none.
    """
    words = fold(line.words).strip(_FRAME)
    if len(words) > 40 or line.bullet:
        return None
    if words.startswith("roster "):
        words = words.removeprefix("roster ")
    kinds = phrases.get_group_by_word("regiments")
    if words in kinds:
        kind = kinds[words]
        if kind in ("general", "number"):
            return "regiment", None
        posts: dict[str, Post] = {
            "auxiliary": "auxiliary",
            "terrain": "terrain",
            "renown": "renown",
            "lore": "lore",
        }
        return (posts[kind], None) if kind in posts else None
    found = _REGIMENT.fullmatch(words)
    if found and kinds.get(found[1]) == "number":
        return "regiment", int(found[2])
    return None


def is_generals_title(line: SourceLine) -> bool:
    """Return whether the section title `line` names the general's regiment.

    For instance `General's Regiment`, `Regiment 1 (General's)`.
    """
    words = fold(line.words).strip(_FRAME)
    found = _REGIMENT.fullmatch(words)
    return phrases.get_group_by_word("regiments").get(words) == "general" or bool(
        found and found[3]
    )


class _BodyReader:
    """A reader of everything from the first section title of a list to its end."""

    def __init__(self, made: ParsedList, source: Source) -> None:
        """Start before the first section title.

        `made`: the list to fill. `source`: the text, in which lines are marked as understood or
        noise.
        """
        self.made = made
        self.source = source
        self.post: Post = "regiment"
        self.regiment: int | None = None
        self.count = -1
        self.opened = -1  # units above the last title
        self.section = ""
        # The regiment that a title says is the general's, and the line of the title.
        self.generals: tuple[int, int] | None = None

    def read_lines(self, lines: list[SourceLine]) -> None:
        """Read `lines` into the list, and mark each line that was understood or is noise.

        At the end, the general of the general's regiment is set if no unit was marked as the
        general.
        """
        _unbullet_units(lines)
        for line in lines[: self._find_end(lines)]:
            opened = read_section_title(line)
            if opened:
                self._open_section(line, opened[0])
            elif aos_header.read_setting(self.made, line, self.source):
                continue  # some programs print lores and cards below the units
            elif self.post in ("terrain", "lore") and not line.bullet:
                priced = split_last_bracket(line.words, ROUND)
                words = Words(line.words, line.number)
                if priced:
                    words = Words(priced[0], line.number, priced[1])
                if self.post == "terrain":
                    self.made.terrain.append(words)
                else:
                    self.made.lores.append(("manifestation", words))
                self.source.mark_mapped(line.number)
            elif self.made.total is None and aos_header.read_total(self.made, line):
                self.source.mark_mapped(line.number)
            else:
                self._read_line(line)
        self._set_general()

    def _open_section(self, line: SourceLine, post: Post) -> None:
        """Open the section that the title `line` names; following units get `post`, its kind.

        A new regiment is counted only if the last one has units: where `General's Regiment` stands
        below `Regiment 1`, both titles open the same regiment.
        """
        self.source.mark_noise(line.number)
        self.post, self.section, self.opened = post, line.words.strip(" :"), len(self.made.units)
        if post == "regiment":
            if not self._is_regiment_empty():
                self.count += 1
            self.regiment = self.count
            if is_generals_title(line):
                self.generals = self.count, line.number
        else:
            self.regiment = None

    def _find_end(self, lines: list[SourceLine]) -> int:
        """Return how many of `lines` belong to the list; mark chat text after them as noise.

        Chat text stands behind a blank line, and has no points, bullet or title. Lines right below
        a section title are never chat text.
        """
        end = len(lines)
        while end and not (lines[end - 1].bullet or _is_list_line(lines[end - 1])):
            end -= 1
        while 0 < end < len(lines) and not self.source[lines[end].number - 1].is_blank:
            end += 1
        if end == 0 or read_section_title(lines[end - 1]) is not None:
            return len(lines)
        self.source.mark_noise(*(line.number for line in lines[end:]))
        return end

    def _is_regiment_empty(self) -> bool:
        """Return whether a regiment is open that has no unit yet."""
        return (
            self.count >= 0
            and self.regiment == self.count
            and all(unit.regiment != self.count for unit in self.made.units)
        )

    def _set_general(self) -> None:
        """Mark the first unit of the general's regiment as the general, unless a unit is marked."""
        if self.generals is None or any(unit.warlord for unit in self.made.units):
            return
        regiment, line = self.generals
        for unit in self.made.units:
            if unit.regiment == regiment:
                unit.warlord = line
                return

    def _read_line(self, line: SourceLine) -> None:
        """Read `line` as a unit, a choice of the unit above, or a unit bundled with that one.

        A bundled unit has no points of its own, such as the units of a regiment of renown. The
        first line below a title is a unit even without points. A line that is none of these is not
        marked.
        """
        unit = self._read_unit(line) or self._read_marked_unit(line)
        if line.bullet and self.made.units and self.post != "renown":
            self._separate_unpriced_unit(line)
        last = self.made.units[-1] if self.made.units else None
        if unit is not None:
            self.made.units.append(unit)
            self.source.mark_mapped(line.number)
        elif self.opened == len(self.made.units) and not line.bullet and self.post != "renown":
            # The first line below a title: a unit without points.
            self.made.units.append(self._place_unit(make_unit(line.words, None, line.number)))
            self.source.mark_mapped(line.number)
        elif last is None:
            return
        elif (
            line.bullet
            or is_mark(line.words)
            or split_count(line.words)[0] is not None
            or BARE_COUNT.match(line.words)
        ):
            add_choice(last, line.words, line.number)
            self.source.mark_mapped(line.number)
        elif (chosen := _read_bare_choice(line.words)) is not None:
            add_choice(last, chosen, line.number)
            self.source.mark_mapped(line.number)
        else:
            last.members.append(Words(line.words, line.number))
            self.source.mark_mapped(line.number)

    def _separate_unpriced_unit(self, line: SourceLine) -> None:
        """Make the last bundled name a unit of its own if the choice `line` is right below it.

        Why: a name with choices under it is a unit that has lost its points.
        """
        above = self.made.units[-1]
        if not above.members:
            return
        between = self.source.lines[above.members[-1].line : line.number - 1]
        if all(line_between.is_blank for line_between in between):
            lost = above.members.pop()
            self.made.units.append(self._place_unit(make_unit(lost.text, None, lost.line)))

    def _place_unit(self, unit: ParsedUnit) -> ParsedUnit:
        """Set post, regiment and section of `unit` to those of the open section, and return it."""
        unit.post, unit.regiment, unit.section = self.post, self.regiment, self.section
        return unit

    def _read_unit(self, line: SourceLine) -> ParsedUnit | None:
        """Return the unit that `line` names with its points, or None if it is no unit's line.

        Choices that stand behind the points are added to the unit.
        """
        priced = split_last_bracket(line.words, ROUND)
        if (line.bullet and line.bullet != "-") or priced is None or not priced[0]:
            return None
        name, points, behind = priced[:3]
        if behind and not _BEHIND.match(behind):
            return None
        if line.bullet and self.made.units and (not points or _PRICE.fullmatch(line.words)):
            return None
        unit = self._place_unit(make_unit(name, points, line.number))
        if behind:
            for choice in behind.strip(" :-–—").split(", "):
                add_choice(unit, choice, line.number)
        return unit

    def _read_marked_unit(self, line: SourceLine) -> ParsedUnit | None:
        """Return the unit without points that `line` marks, or None if there is no mark on it.

        For instance `Liberators (reinforced)` and `Lord-Vigilant, general`, as people type them.
        """
        marked = _MARKS_BEHIND.fullmatch(line.words)
        if marked is None or (line.bullet and line.bullet != "-"):
            return None
        marks = re.split(r", ?| & | and ", marked[2] or marked[3])
        if not all(map(is_mark, marks)):
            return None
        unit = self._place_unit(make_unit(marked[1], None, line.number))
        for mark in marks:
            add_choice(unit, mark, line.number)
        return unit


def _unbullet_units(lines: list[SourceLine]) -> None:
    """Take the bullets off the units in `lines` if people typed one before each, without points.

    These are the lines that stand least deep. Titles are left out.
    """
    typed = [line for line in lines if read_section_title(line) is None]
    if not all(line.bullet for line in typed) or any(has_price(line.words) for line in typed):
        return
    for line in typed:
        if line.column == min(other.column for other in typed):
            line.bullet = ""


def make_unit(words: str, points: int | None, line: int) -> ParsedUnit:
    """Return the unit named by `words`: `2 x Name`, `Name (2 models)`, or just the name.

    `(2 models)` stays part of the name too: a warscroll may be sold by the model.
    """
    count, name = split_count(words)
    models = _MODELS.fullmatch(name)
    if models:
        count = int(models[2])
    return ParsedUnit(name=name, line=line, points=points, models=count)


def _is_list_line(line: SourceLine) -> bool:
    """Return whether a line can be part of a list, rather than chat text.

    Such a line is a section title, a choice or a setting, says General or Reinforced, or has a
    count or a digit in it.
    """
    if (
        read_section_title(line) is not None
        or split_count(line.words)[0] is not None
        or is_mark(line.words)
    ):
        return True
    return (
        any(map(str.isdigit, line.words))
        or _read_bare_choice(line.words) is not None
        or aos_header.split_setting(line.words) is not None
    )


def _read_bare_choice(words: str) -> str | None:
    """Return the choice of the unit above in `words`, a line without a bullet, or None.

    For instance `-Overdrive Switch`, `[Heroic Trait]: X`, `[General]`, `Artefact of Power: X`.
    """
    if words[:1] in "-–—~" and words[1:2].isalpha():
        return words[1:]
    marked = _MARKED.fullmatch(words)
    if marked is not None:
        return f"{marked[1]}: {marked[2]}" if marked[2] else marked[1]
    if _strip_kind(words) != words:
        return words
    return None


def is_mark(words: str) -> bool:
    """Return whether `words` are only General or Reinforced.

    These are understood even without a bullet, which a paste may have lost.
    """
    folded = fold(words).strip(". ")
    return folded in phrases.get_words("general") or folded in phrases.get_words("reinforced")


def add_choice(unit: ParsedUnit, words: str, line: int) -> None:
    """Add to `unit` the choice `words`, which stand at one of its bullets on `line`.

    The choice makes the unit the general or reinforced, or is a counted weapon or an enhancement.
    Some known phrases are ignored.
    """
    folded = fold(words).strip(". ")
    if folded in phrases.get_words("general"):
        unit.warlord = line
    elif folded in phrases.get_words("reinforced"):
        unit.reinforced = line
    elif folded in phrases.get_words("ignored"):
        return
    else:
        name, points = _split_points(words)
        count, rest = split_count(name)
        if count is None and (bare := BARE_COUNT.match(name)):
            count, rest = parse_number(bare[1]), name[bare.end() :]
        if count is not None:
            unit.entries.append(Listed(rest, line, count, counted=True, points=points))
        else:
            unit.enhancements.append(Words(_strip_kind(name), line, points))


def _split_points(words: str) -> tuple[str, int | None]:
    """Return (name, points) of `Name - (10) points` or `Name (10 pts)`.

    If there are no points, or more words stand behind them, `words` are returned unchanged with
    None.
    """
    priced = _PRICE.fullmatch(words)
    if priced:
        return priced[1], int(priced[2])
    bracketed = split_last_bracket(words, ROUND)
    if bracketed and bracketed[0] and not bracketed[2]:
        return bracketed[0], bracketed[1]
    return words, None


def _strip_kind(name: str) -> str:
    """Return the enhancement `name` without its kind.

    `Artefact of Power: X` and `Heroic Trait - X` give `X`.
    """
    for mark in (":", " - "):
        left, cut, right = name.partition(mark)
        if cut and fold(left) in phrases.get_words("enhancement_kinds"):
            return right.strip()
    return name
