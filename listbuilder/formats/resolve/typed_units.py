"""Find out what the lines of a typed list are: names of the army, units, what a unit has, or talk.

People leave out points and wargear, shorten names and put several units on a line. A note says
which units were recognised by a shortened name; if another unit could be meant, the list gets no
verdict.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from listbuilder.formats.import_account import Account
from listbuilder.formats.parsed import ParsedList, ParsedUnit, Words
from listbuilder.games.wh40k.datasheet_names import get_sheet_names
from listbuilder.games.wh40k.name_index import MusterNameIndex
from listbuilder.matching import phrases
from listbuilder.matching.likeness import make_plain
from listbuilder.matching.names import Match, Names
from listbuilder.matching.numbers import parse_limit
from listbuilder.matching.short_names import ShortName, find_short_name
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.message_args import MessageArgs
from listbuilder.model.problem import Problem

UNSURE = ("typed_unit_unsure", "typed_size_open", "typed_count_unsure")
"""Problems of a unit that was told by a guess; a total that is met settles them."""
UNCHECKED = "import_item_not_checked"
"""Note of wargear that is typed without saying which models have it."""

_NUMBER = r"\d{1,2}"
_COUNT = re.compile(
    rf"(?P<copies>{_NUMBER}) ?(?:[x×*]|(?:units?|squads?) of) ?(?P<models>{_NUMBER})"
    rf" ?(?:[x×]|man|strong)? (?=[^\W\d])"
    rf"|(?P<count>{_NUMBER}) ?(?P<times>[x×*])? ?(?:(?:man|strong) )?(?=[^\W\d])"
    rf"|[x×](?P<after>{_NUMBER}) (?=[^\W\d])",
    re.IGNORECASE,
)
_COUNT_BEHIND = re.compile(
    rf"(?P<name>.*[^\W\d_].*?) ?(?:\(?[x×] ?(?P<times>{_NUMBER})\)?"
    rf"|[-–:(] ?(?P<count>{_NUMBER})(?: (?:models?|man|strong))?\)?| (?P<bare>{_NUMBER}))",
    re.IGNORECASE,
)
_JOINT = re.compile(r" ?(\() ?| (\+|&|w/|with|and|-) | ?([,;:]) |\)", re.IGNORECASE)
_DESCRIBING = ("(", "w/", "with", ":", ";", "-")  # joints before what a unit has
_GOING_ON = ("&", "and", ",")  # joints that don't end such a description
_SHORTEST_ITEM = 3  # letters of a word that stands for one of an item, of the few a unit has
_CHARACTER, _UNIQUE = "character", "epic hero"  # keywords
_MOST_UNITS = 3  # of one datasheet, written without saying of how many models each
_TALK = 3  # words of a line that ends like a sentence
_LONGEST = 9  # words of a line that may be a unit with what it has
MOST_OTHERS = 3  # units that are named besides the one that was taken
_MOST_PIECES = 12  # of one line: a longer one tells something else

_LIMIT = re.compile(
    r"[ (](?:(?P<kilo>\d(?:[.,]\d{1,2})?)k|(?P<number>\d[,.]?\d{3}))(?: ?(?:pts|points?))?\)?$",
    re.IGNORECASE,
)

FindEnhancement = Callable[[str], Match | None]


class _Piece(NamedTuple):
    """A part of a line: the joint before it (a comma, "with", …) and its words.

    `described`: it is in brackets, or follows "with" or the like, and so describes the unit.
    """

    joint: str
    words: str
    described: bool = False


class _Named(NamedTuple):
    """The unit that a text begins with, the words that name it, and the pieces behind them."""

    short: ShortName
    written: str
    pieces: list[_Piece]


class _Count(NamedTuple):
    """The numbers on a line: copies of the unit, models of each, or a number of either."""

    copies: int | None
    models: int | None
    either: int | None
    name: str


def split_header(parsed: ParsedList, index: MusterNameIndex) -> None:
    """Move the lines above the first unit, and others that name an army, to the header.

    The first unit is the first line with a bullet, a count, or the exact name of a unit. Points at
    the end of a line above it are the limit. If the first line ends with them in brackets, it is
    the list's title, unless it is exactly the name of an army or a detachment.
    """
    units: list[ParsedUnit] = []
    first = parsed.units[0] if parsed.units else None
    for unit in parsed.units:
        is_begun = bool(units) or unit.depth > 0 or _COUNT.match(unit.name) is not None
        beginning = _JOINT.split(unit.name, maxsplit=1)[0].strip()
        names = (unit.name, beginning, _parse_count(beginning).name)
        is_unit = any(map(index.find_factions_with_unit, names))
        if not is_begun and not is_unit and (limit := _LIMIT.search(unit.name)):
            parsed.limit = parsed.limit or parse_limit(limit["number"], limit["kilo"])
            unit.name = unit.name[: limit.start()].rstrip(" -–,:(")
            is_title = unit is first and "(" in limit[0] and not index.find_army(unit.name)
            if is_title and parsed.name is None:
                parsed.name = Words(unit.name, unit.line)
        if (not is_begun and not is_unit) or (not is_unit and index.find_army(unit.name)):
            parsed.heads.append(Words(unit.name, unit.line))
        else:
            units.append(unit)
    parsed.units = units


def list_names(written: str) -> list[str]:
    """Return the names, without counts, that may be those of units on a typed line."""
    return [_parse_count(piece.words).name for piece in _split_pieces(written)]


def mark_talk(parsed: ParsedList, account: Account) -> None:
    """Remove sentences from the header and the units of `parsed`, and mark them as noise."""
    for words in parsed.heads:
        if _is_talk(words.text):
            account.source.mark_noise(words.line)
    parsed.heads = [words for words in parsed.heads if not _is_talk(words.text)]
    for unit in parsed.units:
        if _is_talk(unit.name):
            account.source.mark_noise(unit.line)
    parsed.units = [unit for unit in parsed.units if not _is_talk(unit.name)]


def _is_talk(words: str) -> bool:
    """Return whether `words` are a sentence that isn't part of a list: it has no number."""
    is_sentence = words[-1:] in ".!?" and len(words.split()) >= _TALK
    return is_sentence and not any(map(str.isdigit, words))


class TypedUnits:
    """The units of a typed list, recognised with the names of one faction."""

    def __init__(
        self,
        parsed: ParsedList,
        account: Account,
        index: MusterNameIndex,
        home: str,
        find_enhancement: FindEnhancement,
    ) -> None:
        """Prepare to recognise the units of `parsed` with the names of the faction `home`."""
        self.parsed = parsed
        self.account = account
        self.index = index
        self.home = home
        self.find_enhancement = find_enhancement
        self.own_ids = [data.head.id for data in index.list_own_factions(home)]
        head = index.get_faction_data(home).head
        self.allies = {
            fold(name) for data in index.list_own_factions(home) for name in data.head.allies
        }
        self.usual = frozenset(make_plain(head.name).split())

    def sort_header(self, detachments: Names, below: int) -> None:
        """Complete shortened names of detachments in the header, and move units out of it.

        `detachments` are the names to look up; only lines below line `below` can be units.
        """
        heads: list[Words] = []
        for words in self.parsed.heads:
            if self._write_out_detachment(words, detachments) or words.line <= below:
                heads.append(words)
            elif self._split_name(_parse_count(words.text).name):
                self.parsed.units.append(ParsedUnit(words.text, words.line, partial=True))
            else:
                heads.append(words)
        self.parsed.heads = heads
        self.parsed.units.sort(key=lambda unit: unit.line)
        for words in self.parsed.beside:
            self._write_out_detachment(words, detachments)

    def _write_out_detachment(self, words: Words, detachments: Names) -> bool:
        """Return whether `words` name a detachment; a shortened name is completed, with a note."""
        if detachments.find_exact(words.text):
            return True
        if self.parsed.name is not None and words.line == self.parsed.name.line:
            return False
        short = find_short_name(words.text, detachments.titles.values(), self.usual)
        if short is None or short.others:
            return bool(detachments.guess(words.text))
        self.account.note_guess(words.text, short.name, words.line)
        words.text = short.name
        return True

    def arrange_units(self) -> None:
        """Replace the candidate lines of the list by its units, each as often as it is there.

        What is below or after a unit becomes part of it. A line that isn't a unit stays as it is,
        and is reported later.
        """
        arranged: list[ParsedUnit] = []
        above: list[ParsedUnit] = []  # the units of the last line that is no deeper
        for candidate in self.parsed.units:
            is_below = bool(above) and candidate.depth > above[0].depth
            if is_below and self._is_part_of_unit(above[0], candidate.name):
                for unit in self._choose_bearers(above, candidate.name):
                    self._read_piece(unit, _Piece("", candidate.name), candidate.line)
                continue
            above = self._read_line(candidate)
            arranged += above
        self.parsed.units = arranged

    def _choose_bearers(self, units: list[ParsedUnit], words: str) -> list[ParsedUnit]:
        """Return those of `units`, all from one line, that have what a line below them names.

        Something that only one unit can have, such as an enhancement, is given to the first
        Character.
        """
        if not self._is_about_unit(words):
            return units
        for unit in units:
            sheet = self._find_datasheet(unit.name)
            if sheet is not None and _CHARACTER in map(fold, sheet.keywords):
                return [unit]
        return units

    def _is_part_of_unit(self, unit: ParsedUnit, written: str) -> bool:
        """Return whether a line below `unit` names something that it has, and not another unit."""
        name = _parse_count(written).name
        if self._is_own_unit(name):
            return False
        return (
            self._is_about_unit(written)
            or self._is_wargear(unit, name)
            or self._split_name(name) is None
        )

    def _is_own_unit(self, written: str) -> bool:
        """Return whether `written` is exactly the name of a unit of the own faction."""
        named = self.index.find_unit(written, self.home)
        return named is not None and named[1].how != "guess" and "/" not in named[0]

    def _read_line(self, candidate: ParsedUnit) -> list[ParsedUnit]:
        """Return the units that the line of `candidate` names, or only `candidate` if none.

        Their copies, numbers of models, wargear and so on are read too.
        """
        units: list[ParsedUnit] = []
        waiting = candidate.name
        while waiting:
            count = _parse_count(waiting)
            named = self._split_name(count.name, count)
            if named is None and not units:
                return [candidate]
            if named is None:
                self.account.mark_unread(candidate.line, "unread_line", text=waiting)
                return units
            short, written, pieces = self._widen_name(named)
            first = msgspec.structs.replace(candidate, name=short.name)
            made = self._make_units(first, short, count, written)
            waiting = ""
            for place, piece in enumerate(pieces):
                if self._is_other_unit(piece, first):
                    waiting = _join_pieces(pieces[place:])
                    break
                for unit in made:
                    self._read_piece(unit, piece, candidate.line)
            units += made
        return units

    def _widen_name(self, named: _Named) -> _Named:
        """Return `named` with its first piece as part of the name, if that is a unit's name.

        `Sorcerer (Terminator armour)` is a Sorcerer in Terminator Armour.
        """
        if not named.pieces:
            return named
        piece = named.pieces[0]
        is_apart = piece.joint == "+" or piece.words[:1].isdigit()
        if is_apart or self._is_about_unit(piece.words) or self._is_own_unit(piece.words):
            return named
        written = f"{named.written} {piece.words}"
        wider = self._find_name(written, exactly=False)
        if wider is None or wider.others or wider.name == named.short.name:
            return named
        return _Named(wider, written, named.pieces[1:])

    def _make_units(
        self, unit: ParsedUnit, short: ShortName, count: _Count, written: str
    ) -> list[ParsedUnit]:
        """Return as many copies of `unit` as `count` says, with their numbers of models.

        Doubts are reported: which unit is meant (`short`, for the name as `written`), its size if
        it has several, or whether a number is one of models or of units.
        """
        sheet = self._find_datasheet(short.name)
        line = unit.line
        if short.others:
            others = list(short.others[:MOST_OTHERS])
            args: MessageArgs = {"given": written, "taken": short.name, "others": others}
            self._report("typed_unit_unsure", line, args)
        elif fold(written) != fold(short.name) and self._find_name(written, exactly=True) is None:
            self.account.note_guess(written, short.name, line)
        copies, models = count.copies or 1, count.models
        size = sheet.size if sheet else None
        if count.either is not None and size is not None:
            is_unique = sheet is not None and _UNIQUE in map(fold, sheet.keywords)
            if size.max == 1 or count.either < size.min:
                copies = 1 if short.others or is_unique else count.either
            else:
                models = count.either
            is_odd = is_unique if size.max == 1 else _MOST_UNITS < count.either < size.min
            if count.either > 1 and (is_odd or size.min == 1 < size.max):
                args = {"unit": short.name, "count": count.either}
                self._report("typed_count_unsure", line, args)
        if size is not None and models is not None and models > size.max:
            args = {"unit": short.name, "count": models}
            self._report("typed_count_unsure", line, args)
        if size is not None and models is None and 1 < size.min != size.max:
            args = {"unit": short.name, "min": size.min, "max": size.max}
            self._report("typed_size_open", line, args)
        unit.models = models
        return [_copy_unit(unit) for _ in range(copies)]

    def _report(self, key: str, line: int, args: MessageArgs) -> None:
        """Add the problem `key` of a unit that was read by a guess on `line`."""
        problem = Problem(key=key, args=args, file=self.account.file, line=line)
        self.account.problems.append(problem)

    def _split_name(self, written: str, count: _Count | None = None) -> _Named | None:
        """Return the unit that `written` begins with, its words, and the pieces after it, or None.

        `count`: the numbers on the line; a shortened name should mean a unit of that size. Exact
        names are tried before shortened ones, and long beginnings before short ones.
        """
        pieces = _split_pieces(written)
        if len(written.split()) > 4 * _LONGEST or len(pieces) > _MOST_PIECES:
            return None
        joints = [match.start() for match in _JOINT.finditer(written)]
        ends = [len(written), *reversed(joints)]
        for exactly in (True, False):
            for end in ends:
                beginning = written[:end].strip(" -:,;()")
                if not beginning:
                    continue
                if named := self._find_name(beginning, exactly, count):
                    return _Named(named, beginning, _split_pieces(written[end:]))
        return None

    def _is_near(self, reference: str) -> bool:
        """Return whether the datasheet at `reference` is of the own faction or of an ally."""
        place, slash, _ = reference.rpartition("/")
        return not slash or fold(self.index.get_faction_data(place).head.name) in self.allies

    def _find_name(
        self, written: str, exactly: bool, count: _Count | None = None
    ) -> ShortName | None:
        """Return the datasheet's name that `written` means, or None.

        `exactly`: only names and aliases of the own faction and its allies count. Otherwise names
        that differ by a few letters are tried too, then shortened names of the own faction, and
        last the names of all other factions.
        """
        named = self.index.find_unit(written, self.home)
        sheet = self.index.find_datasheet(named[0], self.home) if named else None
        if named and sheet and self._is_near(named[0]):
            is_guess = named[1].how == "guess"
            return None if is_guess and exactly else ShortName(sheet[0].name)
        if exactly:
            return None
        titles = [
            title
            for faction_id in self.own_ids
            for title in self.index.get_datasheet_names(faction_id).titles.values()
        ]
        number = (count.models or count.either) if count else None
        fitting = [title for title in titles if number and self._has_size(title, number)]
        short = find_short_name(written, fitting, self.usual) or find_short_name(
            written, titles, self.usual
        )
        if sheet and (short is None or short.others):
            return ShortName(sheet[0].name)
        return short

    def _has_size(self, name: str, models: int) -> bool:
        """Return whether a unit of the datasheet `name` can have as many `models`."""
        sheet = self._find_datasheet(name)
        return sheet is not None and sheet.size.min <= models <= sheet.size.max

    def _find_datasheet(self, name: str) -> Datasheet | None:
        """Return the datasheet with the exact `name`, or None."""
        named = self.index.find_unit(name, self.home)
        found = self.index.find_datasheet(named[0], self.home) if named else None
        return found[0] if found else None

    def _is_other_unit(self, piece: _Piece, unit: ParsedUnit) -> bool:
        """Return whether `piece` is another unit on the line of `unit`, and not something it has.

        The full name of a unit always is. A shortened one must not be wargear of `unit`, and after
        words such as "with" it needs a count: `Overlord with 10 warriors`.
        """
        if self._is_about_unit(piece.words):
            return False
        count = _parse_count(piece.words)
        if self._is_own_unit(count.name):
            return True
        is_counted = count.name != piece.words
        if self._is_wargear(unit, count.name) or (piece.described and not is_counted):
            return False
        return self._find_name(count.name, exactly=False, count=count) is not None

    def _is_about_unit(self, words: str) -> bool:
        """Return whether `words` are an enhancement, or say that the unit is the Warlord."""
        if fold(words) in phrases.get_words("warlord"):
            return True
        label = phrases.split_label(words)
        is_labelled = label is not None and label[0] in phrases.get_words("enhancement")
        return is_labelled or self.find_enhancement(words) is not None

    def _is_wargear(self, unit: ParsedUnit, words: str) -> bool:
        """Return whether `words` name wargear of `unit`, in full, shortened or in other words."""
        named = self.index.find_unit(unit.name, self.home)
        found = self.index.find_datasheet(named[0], self.home) if named else None
        if found is None:
            return False
        names = get_sheet_names(self.index, found[0], found[1], self.home)
        return (
            bool(names.list_items_in(words))
            or names.is_about_wargear(words)
            or find_short_name(words, names.items.titles.values(), frozenset(), _SHORTEST_ITEM)
            is not None
        )

    def _read_piece(self, unit: ParsedUnit, piece: _Piece, line: int) -> None:
        """Read what follows or is below `unit`: Warlord, an enhancement, or wargear.

        Typed wargear doesn't say which model has it, so it is only noted as not checked. Anything
        else that isn't marked as a description is reported as unread.
        """
        words = piece.words.strip(" -:,;()")
        self.account.source.mark_mapped(line)
        label = phrases.split_label(words)
        is_labelled = label is not None and label[0] in phrases.get_words("enhancement")
        if not words:
            return
        if fold(words) in phrases.get_words("warlord"):
            unit.warlord = line
        elif label and is_labelled:
            unit.enhancements.append(Words(label[1], line))
        elif self.find_enhancement(words) is not None:
            unit.enhancements.append(Words(words, line))
        elif piece.described or self._is_wargear(unit, _parse_count(words).name):
            self.account.add_note(UNCHECKED, line=line, given=words, unit=unit.name)
        else:
            self.account.mark_unread(line, "unread_line", text=words)


def _copy_unit(unit: ParsedUnit) -> ParsedUnit:
    """Return a copy of `unit` that shares no list with it."""
    return msgspec.structs.replace(
        unit, entries=[], enhancements=list(unit.enhancements), labels=[], leads=[], led=[]
    )


def _split_pieces(written: str) -> list[_Piece]:
    """Return the parts of `written` between joints, each with the joint before it."""
    pieces: list[_Piece] = []
    start, joint, described, is_inside = 0, "", False, False
    for match in _JOINT.finditer(written):
        if words := written[start : match.start()].strip():
            pieces.append(_Piece(joint, words, described))
        start, joint = match.end(), (match[1] or match[2] or match[3] or "").casefold()
        is_inside = joint == "(" or (is_inside and bool(joint))
        is_going_on = is_inside or (described and joint in _GOING_ON)
        described = joint in _DESCRIBING or is_going_on
    if words := written[start:].strip():
        pieces.append(_Piece(joint, words, described))
    return pieces


def _join_pieces(pieces: list[_Piece]) -> str:
    """Return `pieces` as one text again, beginning with the words of the first."""
    text = pieces[0].words
    for piece in pieces[1:]:
        text += f" ({piece.words})" if piece.joint == "(" else f" {piece.joint} {piece.words}"
    return text


def _parse_count(written: str) -> _Count:
    """Return the numbers before or after the name in `written`, and the name.

    `2x5 Immortals` is two units of five; of `5x Immortals`, only the datasheet says what it is.
    """
    if before := _COUNT.match(written):
        name = written[before.end() :].strip()
        if before["copies"]:
            return _Count(int(before["copies"]), int(before["models"]), None, name)
        number = int(before["count"] or before["after"])
        return _Count(None, None, number, name)
    behind = _COUNT_BEHIND.fullmatch(written)
    if behind is None:
        return _Count(None, None, None, written)
    number = int(behind["times"] or behind["count"] or behind["bare"])
    return _Count(None, None, number, behind["name"].strip())
