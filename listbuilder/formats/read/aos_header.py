"""The reader of the header of a list of regiments.

Name and total, faction and formation, season, lores, cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from listbuilder.formats.parsed import ParsedList, Words
from listbuilder.formats.source import Source, SourceLine
from listbuilder.matching import phrases
from listbuilder.matching.numbers import ROUND, parse_number, split_last_bracket
from listbuilder.model.base import fold

_TOTAL = re.compile(
    r"(.*?)(\d[\d,.]{0,6}) ?/ ?(\d[\d,.]{0,6}) ?(?:pts?|points?)?\.?", re.IGNORECASE
)
_LABEL = 60  # letters of a label, with room to spare
_SETS = re.compile(r" ?: ?| - |: ?$| -$")
_LIMIT = re.compile(r"(\d[\d,.]{0,6}) ?(?:pts?|points?) limit", re.IGNORECASE)
_SIZE_BEHIND = re.compile(
    r"(?:(\w.*?)(?:[,:(] ?| -? ?))?([1-9]\d{2,3}) ?(?:pts?|points?)?\)?", re.IGNORECASE
)
_DROPS = re.compile(r"\d{1,2} drops?", re.IGNORECASE)
_ENDS = re.compile(r"(\d[\d,.]{0,6}) ?/ ?(\d[\d,.]{0,6}) ?(?:pts?|points?)\.?$", re.IGNORECASE)


def read_total(parsed: ParsedList, line: SourceLine) -> bool:
    """Read total and limit from `line` into `parsed`; return whether the line is a total.

    For instance `2000/2000 pts` alone, or `Points: 1,990 / 2,000`. A line that also holds a name is
    not read here.
    """
    label, colon, value = line.words.rpartition(":")
    if colon and phrases.get_group_by_word("fence").get(fold(label)) != "total":
        return False
    sums = _TOTAL.fullmatch(value.strip())
    if line.bullet or sums is None or sums[1]:
        return False
    parsed.total, parsed.total_line = parse_number(sums[2]), line.number
    parsed.limit = parse_number(sums[3])
    return True


def read_header(parsed: ParsedList, lines: list[SourceLine], source: Source) -> None:
    """Read `lines`, which stand above the first section, into `parsed`; mark those understood.

    The values of a setting may stand on the lines below it: they belong to the setting as long as
    they have bullets or follow directly. Lines above the list's name are marked as noise.
    """
    start = _read_title(parsed, lines, source)
    for line in lines[:start]:
        source.mark_noise(line.number)  # the name over several lines, or text before the list
    listing, kind = 0, ""  # the last line of a list that goes on, and what it lists
    for line in lines[start:]:
        if line.fate is not None:
            continue
        named = split_setting(line.words)
        if listing and (line.bullet or (named is None and line.number == listing + 1)):
            listing = line.number
            source.mark_mapped(line.number)
            _add_value(parsed, kind, line.words, line.number)
            continue
        if not read_setting(parsed, line, source):
            _read_identity(parsed, line, source)
        listing = 0
        if (
            named
            and (named[0] == "tactics" or named[0].startswith("lore:"))
            and (not named[1] or _has_bullet_below(lines, line))
        ):
            listing, kind = line.number, named[0]


def _add_value(parsed: ParsedList, kind: str, value: str, line: int) -> None:
    """Add a value of the setting `kind`: a battle tactics card or a lore."""
    if kind == "tactics":
        _add_named(value, line, parsed.tactics.append)
    else:
        lore_kind = kind.removeprefix("lore:")
        _add_named(value, line, lambda lore: parsed.lores.append((lore_kind, lore)))


def _has_bullet_below(lines: list[SourceLine], line: SourceLine) -> bool:
    """Return whether the next of `lines` after `line` has a bullet."""
    for later_line in lines:
        if later_line.number > line.number:
            return bool(later_line.bullet)
    return False


def _read_title(parsed: ParsedList, lines: list[SourceLine], source: Source) -> int:
    """Read the line with total and name; return the index where the header goes on.

    That is the line after it. 0 if there is no such line, or if the total stands below lines such
    as the faction, because the line then has no name. If the line has no name beside the total, the
    name is taken from the lines above. A season behind the total is read too.
    """
    identified = False
    for place, line in enumerate(lines):
        if identified and read_total(parsed, line):
            source.mark_mapped(line.number)
            return 0  # below what the army is, rather than with its name
        identified = identified or _is_identity(line)
        sums = _ENDS.search(line.words[-40:])
        if sums and not line.bullet:
            parsed.total, parsed.total_line = parse_number(sums[1]), line.number
            parsed.limit = parse_number(sums[2])
            name = _ENDS.sub("", line.words).strip()
            if not name:  # the name stands above, perhaps over several lines
                name = " ".join(earlier_line.words for earlier_line in lines[:place])
            parsed.name = Words(name, line.number)
            source.mark_mapped(line.number)
            return place + 1
    for place, line in enumerate(lines[:12]):
        priced = split_last_bracket(line.words)
        if priced and not split_setting(line.words) and "|" not in line.words and priced[1] > 100:
            parsed.total, parsed.total_line = priced[1], line.number
            parsed.name = Words(priced[0], line.number)
            if _is_season(priced[2].lstrip("- ✦")):
                parsed.season = Words(priced[2].lstrip("- ✦"), line.number)
            source.mark_mapped(line.number)
            return place + 1
    return 0


def _is_identity(line: SourceLine) -> bool:
    """Return whether `line` says what the army is, such as `Skaven | Verminhost` or `Drops: 2`.

    Also `Faction: Skaven`, and every other setting.
    """
    label = fold(line.words.partition(":")[0])
    return (
        "|" in line.words
        or split_setting(line.words) is not None
        or phrases.get_group_by_word("fence").get(label) == "faction"
    )


def split_setting(words: str) -> tuple[str, str] | None:
    """Return (kind, value) of the setting in `words`, or None if they are no setting.

    `Spell Lore - X` gives ("lore:spell", "X"). The value is empty if it stands on other lines.
    """
    separator = _SETS.search(words[:_LABEL])
    if separator is not None:
        left = fold(words[: separator.start()]).strip()
        right = words[separator.end() :].strip()
    elif len(words) <= _LABEL:
        left, right = fold(words).strip(), ""
    else:
        return None
    for kind, names in phrases.load_phrases()["lores"].items():
        if left in map(fold, names):
            return f"lore:{kind}", right
    for kind in ("tactics", "drops", "auxiliary_fee", "wounds", "formation"):
        if left in phrases.get_words(kind) and separator is not None:
            return kind, right
    return None


def read_setting(parsed: ParsedList, line: SourceLine, source: Source) -> bool:
    """Read `line` as a setting or a season into `parsed`; return whether it was one of these.

    The line is then marked as understood.
    """
    words = line.words
    if _is_season(words):
        parsed.season = parsed.season or Words(words.lstrip("✦ "), line.number)
        source.mark_mapped(line.number)
        return True
    setting = split_setting(words)
    if setting is None or line.bullet:
        return False
    kind, value = setting
    source.mark_mapped(line.number)
    if kind == "tactics" or kind.startswith("lore:"):
        _add_value(parsed, kind, value, line.number)
    elif kind == "formation":
        _add_named(value, line.number, parsed.heads.append)
    elif kind == "auxiliary_fee":
        priced = split_last_bracket(value, ROUND)
        parsed.fee = priced[1] if priced else 0
    return True


def _add_named(value: str, line: int, add: Callable[[Words], None]) -> None:
    """Call `add` with `value` as Words, its points split off if they stand behind it.

    An empty value is a choice that was not made; `add` is not called then.
    """
    if not value:
        return
    priced = split_last_bracket(value, ROUND)
    if priced and not priced[2]:
        add(Words(priced[0], line, priced[1]))
    else:
        add(Words(value, line))


def _remove_season(parsed: ParsedList, words: str, line: int) -> str:
    """Return `words` without the season behind other words; the season is noted in `parsed`.

    For instance `Vanguard Wing General's Handbook 2025-26`, where nothing separates the two. Words
    without a season are returned unchanged.
    """
    plain = words.lower().replace("\u2019", "'")
    places = [plain.find(f" {phrase} ") for phrase in phrases.get_words("season")]
    start = min((place for place in places if place > 0), default=None)
    if start is None:
        return words
    parsed.season = parsed.season or Words(words[start:].strip(), line)
    return words[:start].strip()


def _is_season(words: str) -> bool:
    """Return whether `words` begin with the name of a season."""
    folded = fold(words).lstrip("✦ ")
    return any(folded.startswith(phrase) for phrase in phrases.get_words("season"))


def _read_identity(parsed: ParsedList, line: SourceLine, source: Source) -> None:
    """Read faction and formation from `line`, as names to be looked up; mark the line.

    Several names may stand on the line between pipes. A limit, a number of drops, or the name of a
    grand alliance is recognized too. Any line that is nothing else counts as a name; that alone
    leaves the line unmarked.
    """
    words = line.words
    mark = None
    if "|" in words:
        mark = "|"
    elif parsed.format.startswith("scrollcaster") and " - " in words:
        mark = " - "
    if mark is not None:
        parts = [part.strip() for part in words.split(mark) if part.strip()]
        if parts and fold(parts[0]).startswith(tuple(phrases.get_words("alliance"))):
            parts = parts[1:]
        for part in parts:
            _add_named(_remove_season(parsed, part, line.number), line.number, parsed.heads.append)
        source.mark_mapped(line.number)
        return
    label, colon, value = words.partition(":")
    if fold(label).strip() in phrases.get_words("army_of_renown"):
        parsed.army_of_renown = True
        source.mark_mapped(line.number)
        name = value.rpartition(" - ")[2].strip()  # it stands behind the faction's name
        _add_named(name, line.number, parsed.heads.append)
    elif colon and phrases.get_group_by_word("fence").get(fold(label)) == "faction":
        _add_named(value.strip(), line.number, parsed.heads.append)
        source.mark_mapped(line.number)
    elif limit := _LIMIT.fullmatch(words):
        parsed.limit = parse_number(limit[1])
        source.mark_mapped(line.number)
    elif _DROPS.fullmatch(words):
        source.mark_mapped(line.number)
    elif fold(words).startswith(tuple(phrases.get_words("alliance"))):
        source.mark_noise(line.number)
    else:
        name = _remove_size(parsed, words)
        if not name:
            source.mark_mapped(line.number)
        _add_named(name, line.number, parsed.heads.append)


def _remove_size(parsed: ParsedList, words: str) -> str:
    """Return `words` without the size of the game behind a name; it is noted in `parsed`.

    For instance `Skaven 2000`, as people type it who give no points, or `2000 points` alone. Words
    without a size, and those of a list that has a total, are returned unchanged.
    """
    sized = _SIZE_BEHIND.fullmatch(words)
    if sized is None or parsed.total is not None or parsed.limit is not None:
        return words
    size = parse_number(sized[2])
    if size % 250:
        return words  # a year, for instance
    parsed.limit = size
    return sized[1] or ""
