"""The head of a list of regiments: name and total, faction and formation, season, lores, cards."""

from __future__ import annotations

import re
from collections.abc import Callable

from listbuilder.exchange.parsed import ParsedList, Words
from listbuilder.exchange.source import Source, SourceLine
from listbuilder.games.shared import phrases
from listbuilder.games.shared.numbers import ROUND, bracket, number
from listbuilder.model.base import fold

_TOTAL = re.compile(r"(.*?)(\d[\d,.]{0,6}) ?/ ?(\d[\d,.]{0,6}) ?(?:pts?|points?)?\.?", re.IGNORECASE)
_LABEL = 60  # letters of a label, with room to spare
_SETS = re.compile(r" ?: ?| - |: ?$| -$")
_LIMIT = re.compile(r"(\d[\d,.]{0,6}) ?(?:pts?|points?) limit", re.IGNORECASE)
_DROPS = re.compile(r"\d{1,2} drops?", re.IGNORECASE)
_ENDS = re.compile(r"(\d[\d,.]{0,6}) ?/ ?(\d[\d,.]{0,6}) ?(?:pts?|points?)\.?$", re.IGNORECASE)


def is_total(made: ParsedList, line: SourceLine) -> bool:
    """`2000/2000 pts` alone, or `Points: 1,990 / 2,000`: the total, and no name with it. True if it was one."""
    label, colon, value = line.words.rpartition(":")
    if colon and phrases.group("fence").get(fold(label)) != "total":
        return False
    found = _TOTAL.fullmatch(value.strip())
    if line.bullet or found is None or found[1]:
        return False
    made.total, made.limit, made.total_line = number(found[2]), number(found[3]), line.number
    return True


def read(made: ParsedList, lines: list[SourceLine], source: Source) -> None:
    start = _total(made, lines, source)
    for line in lines[:start]:
        source.noise(line.number)  # the name over several lines, or text before the list
    listing, kind = 0, ""  # the last line of a list that goes on, and what it lists
    for line in lines[start:]:
        if line.fate is not None:
            continue
        named = setting_name(line.words)
        if listing and (line.bullet or (named is None and line.number == listing + 1)):
            listing = line.number
            source.mapped(line.number)
            _take(made, kind, line.words, line.number)
            continue
        if not setting(made, line, source):
            _identity(made, line, source)
        listing = 0
        if named and (named[0] == "tactics" or named[0].startswith("lore:")) and (not named[1] or _more_below(lines, line)):
            listing, kind = line.number, named[0]


def _take(made: ParsedList, kind: str, value: str, line: int) -> None:
    """One value of a setting that may have several."""
    if kind == "tactics":
        _named(value, line, made.tactics.append)
    else:
        _named(value, line, lambda each: made.lores.append((kind.removeprefix("lore:"), each)))


def _more_below(lines: list[SourceLine], line: SourceLine) -> bool:
    after = next((each for each in lines if each.number > line.number), None)
    return after is not None and bool(after.bullet)


def _total(made: ParsedList, lines: list[SourceLine], source: Source) -> int:
    """The line with the total; the head starts behind it."""
    identified = False
    for place, line in enumerate(lines):
        if identified and is_total(made, line):
            source.mapped(line.number)
            return 0  # below what the army is, rather than with its name
        identified = identified or _says_identity(line)
        found = _ENDS.search(line.words[-40:])
        if found and not line.bullet:
            made.total, made.limit, made.total_line = number(found[1]), number(found[2]), line.number
            whole = _ENDS.sub("", line.words).strip()
            made.name = Words(whole or " ".join(each.words for each in lines[:place]), line.number)
            source.mapped(line.number)
            return place + 1
    for place, line in enumerate(lines[:12]):
        priced = bracket(line.words)
        if priced and not setting_name(line.words) and "|" not in line.words and priced[1] > 100:
            made.total, made.total_line, made.name = priced[1], line.number, Words(priced[0], line.number)
            if _is_season(priced[2].lstrip("- ✦")):
                made.season = Words(priced[2].lstrip("- ✦"), line.number)
            source.mapped(line.number)
            return place + 1
    return 0


def _says_identity(line: SourceLine) -> bool:
    """`Helsmiths of Hashut | Domination Force`, `Faction: Skaven`, `Drops: 2`."""
    label = fold(line.words.partition(":")[0])
    return "|" in line.words or setting_name(line.words) is not None or phrases.group("fence").get(label) == "faction"


def setting_name(words: str) -> tuple[str, str] | None:
    """("Spell Lore - X") -> ("lore:spell", "X"); None where the line sets nothing."""
    found = _SETS.search(words[:_LABEL])
    if found is None and len(words) > _LABEL:
        return None
    left, right = fold(words[: found.start()] if found else words).strip(), words[found.end() :].strip() if found else ""
    for kind, names in phrases.phrases()["lores"].items():
        if left in map(fold, names):
            return f"lore:{kind}", right
    for kind in ("tactics", "drops", "auxiliary_fee", "wounds", "formation"):
        if left in phrases.among(kind) and found is not None:
            return kind, right
    return None


def setting(made: ParsedList, line: SourceLine, source: Source) -> bool:
    """A line of the head that says what it sets. True if it was one."""
    words = line.words
    if _is_season(words):
        made.season = made.season or Words(words.lstrip("✦ "), line.number)
        source.mapped(line.number)
        return True
    found = setting_name(words)
    if found is None or line.bullet:
        return False
    kind, value = found
    source.mapped(line.number)
    if kind == "tactics" or kind.startswith("lore:"):
        _take(made, kind, value, line.number)
    elif kind == "formation":
        _named(value, line.number, made.heads.append)
    elif kind == "auxiliary_fee":
        priced = bracket(value, ROUND)
        made.fee = priced[1] if priced else 0
    return True


def _named(value: str, line: int, take: Callable[[Words], None]) -> None:
    """A value, with its price where one stands behind it; an empty one is a choice not made."""
    if not value:
        return
    priced = bracket(value, ROUND)
    take(Words(priced[0], line, priced[1]) if priced and not priced[2] else Words(value, line))


def _without_season(made: ParsedList, words: str, line: int) -> str:
    """`Vanguard Wing General's Handbook 2025-26`: a season behind something else, without a mark between them."""
    places = [place for each in phrases.among("season") if (place := words.lower().replace("\u2019", "'").find(f" {each} ")) > 0]
    if not places:
        return words
    made.season = made.season or Words(words[min(places) :].strip(), line)
    return words[: min(places)].strip()


def _is_season(words: str) -> bool:
    folded = fold(words).lstrip("✦ ")
    return any(folded.startswith(each) for each in phrases.among("season"))


def _identity(made: ParsedList, line: SourceLine, source: Source) -> None:
    """Faction and formation: on lines of their own, or on one with pipes."""
    words = line.words
    mark = "|" if "|" in words else " - " if made.format.startswith("scrollcaster") else None
    if mark is not None and mark in words:
        parts = [part.strip() for part in words.split(mark) if part.strip()]
        if parts and fold(parts[0]).startswith(tuple(phrases.among("alliance"))):
            parts = parts[1:]
        for part in parts:
            _named(_without_season(made, part, line.number), line.number, made.heads.append)
        source.mapped(line.number)
        return
    label, colon, value = words.partition(":")
    if fold(label).strip() in phrases.among("army_of_renown"):
        made.army_of_renown = True
        source.mapped(line.number)
        _named(value.rpartition(" - ")[2].strip(), line.number, made.heads.append)  # behind the faction's name
        return
    if colon and phrases.group("fence").get(fold(label)) == "faction":
        _named(value.strip(), line.number, made.heads.append)
        source.mapped(line.number)
        return
    if (found := _LIMIT.fullmatch(words)) or _DROPS.fullmatch(words):
        made.limit = number(found[1]) if found else made.limit
        source.mapped(line.number)
        return
    if fold(words).startswith(tuple(phrases.among("alliance"))):
        source.noise(line.number)
        return
    _named(words, line.number, made.heads.append)
