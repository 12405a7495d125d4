"""Find several lists in one paste: where each begins, and each for itself.

A list has one header: the line of its battle size, of its faction or total, of its general. Another
header with units before it is that of another list, whose own title and first lines stand above it.
"""

from __future__ import annotations

import itertools
import re
from functools import cache, lru_cache

from listbuilder.formats.detect import extract_list_text
from listbuilder.formats.read.sealed import guess_form, read_seal
from listbuilder.formats.source import MAX_TEXT, Source, SourceLine, is_rule
from listbuilder.matching import phrases
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem, Unreadable

_HEADS = ("total", "title", "fence")  # what stands above all units of a list
_FOUND_ANEW = 3  # units between two different signs of a head; within one head stand fewer prices
_PRICED_IN_HEAD = 2  # a formation and a lore may have prices
_UNITS_OF_ANOTHER = 3  # units behind a signature; a remark there may have a price
_MOST_ABOVE = 12  # lines that a head may have above its sign
_PRICE = re.compile(
    r"[\[(]\+?\d[\d.,]{0,6} {0,2}(?:pt|point|punt|punkt)?[^\W\d]{0,4}\.?[\])]|\d ?(?:pts|points)\b",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"\d[\d.,]{0,6} ?/ ?\d[\d.,]{2,6}|[\[(][1-9]\d?[.,]?\d{3} ?(?:pt|point|punt|punkt)",
    re.IGNORECASE,
)
_POINTS = re.compile(r"[\[(](\d[\d.,]{0,6})")
_OF_LIMIT = re.compile(r"\d[\d.,]{0,6} ?/ ?\d[\d.,]{2,6} ?(?:pt|point)", re.IGNORECASE)
_SEAL = re.compile(r"^LB1:[0-9A-Z+\-./:]{20,}(?:\r?\n[0-9A-Z+\-./:]{20,})*", re.MULTILINE)
_COUNTED = re.compile(
    r"\d{1,3} ?[x×] |\d{1,3} with |[^\W\d][\w' ]{1,30}? ?\d{1,2} ?: ", re.IGNORECASE
)


def refuse_two_lists(raw: bytes, name: str) -> None:
    """Raise Unreadable if the text in `raw` holds more than one list.

    Why: two lists in one paste would be read as one army of both. Files that are no text are not
    checked.
    """
    text = extract_list_text(raw, name)
    if text is not None and (starts_below := find_further_starts(Source(text))):
        raise Unreadable([Problem(key="two_lists", file=name, line=starts_below[0])])


def refuse_two_exports(raw: bytes, name: str) -> None:
    """Raise Unreadable if a text with exports of our own holds more than one list.

    Why: each export has its seal, and one seal must not be taken for the whole text.
    """
    lists = split_paste(raw, name)
    if len(lists) > 1:
        line = raw[: raw.find(lists[1][1].strip()[:80])].count(b"\n") + 1
        raise Unreadable([Problem(key="two_lists", file=name, line=line)])


def split_paste(raw: bytes, name: str) -> list[tuple[str, bytes]]:
    """Return (name, content) of each list in a paste; empty if it holds only one list.

    The name of each list is `name` with its number.
    """
    texts: list[str] = []
    if read_seal(raw) is None:
        text = extract_list_text(raw, name)
        texts = split_text(text) if text is not None else []
    elif guess_form(raw) in ("text", "markdown"):
        texts = _split_at_seals(raw.decode("utf-8", "replace"))
    if len(texts) < 2:
        return []
    return [(name_part(name, number), part.encode()) for number, part in enumerate(texts, start=1)]


def name_part(name: str, number: int) -> str:
    """Return the name of list number `number` of a paste: the paste's `name`, then the number."""
    return f"{name} ({number})"


def _split_at_seals(text: str) -> list[str]:
    """Return the exports of our own in `text`, each up to the end of its seal.

    A text behind the last seal is added as a list if it has enough units. Otherwise it is talk, and
    left out.
    """
    exports: list[str] = []
    start = 0
    for seal in _SEAL.finditer(text):
        exports.append(text[start : seal.end()].lstrip("\r\n") + "\n")
        start = seal.end()
    rest = text[start:].strip("\r\n")
    if len(rest) < MAX_TEXT and sum(map(_is_unit, Source(rest).lines)) >= _UNITS_OF_ANOTHER:
        exports.append(rest)
    return exports


def split_text(text: str) -> list[str]:
    """Return the lists in `text`, each behind empty lines that keep its line numbers.

    A text that holds one list is returned unchanged, alone.
    """
    begins = find_further_starts(Source(text))
    if not begins:
        return [text]
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    bounds = [1, *begins, len(lines) + 1]
    return [
        "\n" * (first - 1) + "\n".join(lines[first - 1 : end - 1])
        for first, end in itertools.pairwise(bounds)
    ]


def find_further_starts(source: Source) -> list[int]:
    """Return the numbers of the lines on which a second, third or later list begins.

    A new list begins where a header line appears that the list already had, where another header
    line follows after enough units, or where a program's signature ends the list above. Empty for
    one list.
    """
    lines = [line for line in source.lines if line.words or line.bullet]
    start_lines: list[int] = []
    seen_signs: set[str] = set()
    units_since = 0
    last_sign = -1
    signature: int | None = None
    is_closed = False
    has_regiment = False
    for place, line in enumerate(lines):
        kind = _find_sign(line)
        if kind == "general" and kind not in seen_signs and has_regiment:
            continue  # the general's regiment below others
        has_regiment = (has_regiment or _is_regiment(line)) and kind not in _HEADS
        if _is_footer(line) and " with " in fold(line.words):  # a program's signature
            first = _find_line_after(lines, signature) if signature is not None else place
            top_line = lines[signature or 0].number
            is_found = any(top_line <= start_line < line.number for start_line in start_lines)
            if not is_found and any(map(_is_unit, lines[first:place])):
                start_lines.append(lines[first].number)
            signature = place
        if kind is None:
            units_since += _is_unit(line)
            continue
        units_wanted = 1 if kind in seen_signs else _FOUND_ANEW
        again = seen_signs and (is_closed or units_since >= units_wanted)
        # A total below the units, and not in their head.
        is_closed = kind == "total" and units_since >= _FOUND_ANEW and not seen_signs
        if again and any(map(_is_unit, lines[place + 1 :])):
            top = _find_top(lines, place, last_sign)
            start_lines.append(lines[top - _is_name_above(lines[top - 1])].number)
            seen_signs = set()
        seen_signs.add(kind)
        units_since = 0
        last_sign = place
    start_lines += _find_start_behind_signature(lines, signature, start_lines)
    return sorted({_move_start_to_signature(lines, start_line) for start_line in start_lines})


def _is_regiment(line: SourceLine) -> bool:
    """Return whether a line is the title of a numbered regiment, such as `Regiment 2`."""
    title, _, count = fold(line.words).strip(":. -").rpartition(" ")
    return count.isdecimal() and phrases.get_group_by_word("regiments").get(title) == "number"


def _move_start_to_signature(lines: list[SourceLine], start: int) -> int:
    """Return the number of the first line below the signature above line `start`.

    Why: all lines below the signature of the list above belong to the next list. If a priced line
    or a bullet comes between, the start stays where it is.
    """
    place = next((place for place, line in enumerate(lines) if line.number == start), 0)
    top = place
    while place and not _is_footer(lines[place - 1]):
        place -= 1
        if _PRICE.search(lines[place].words) or lines[place].bullet:
            return lines[top].number
    return lines[place or top].number


def _find_start_behind_signature(
    lines: list[SourceLine], signed: int | None, start_lines: list[int]
) -> list[int]:
    """Return the number of the line on which an unsigned list begins below the last signature.

    The result is a list with that one number, or empty. `signed` is the place of the last
    signature, or None. Such a list shows no other sign of a header, so both lists need enough
    units.
    """
    if signed is None or sum(map(_is_unit, lines[:signed])) < _UNITS_OF_ANOTHER:
        return []
    first = _find_line_after(lines, signed)
    if first == len(lines) or any(start_line >= lines[first].number for start_line in start_lines):
        return []
    if sum(map(_is_unit, lines[first:])) < _UNITS_OF_ANOTHER:
        return []
    return [lines[first].number]


def _find_line_after(lines: list[SourceLine], signed: int) -> int:
    """Return the index of the first line that follows the whole signature at `signed`.

    If there is no such line, the number of lines is returned.
    """
    for place in range(signed + 1, len(lines)):
        if lines[place].words and not _is_footer(lines[place]):
            return place
    return len(lines)


def _find_sign(line: SourceLine) -> str | None:
    """Return which kind of header line `line` is, of those a list has only once; else None."""
    if line.bullet or len(line.words) > 120 or _is_footer(line):
        return None
    return _find_sign_in(line.words)


@lru_cache(maxsize=4096)  # lists have lines in common
def _find_sign_in(written: str) -> str | None:
    """Return the kind of header line that `written` is, or None.

    The kinds are "general", "fence", "total", "title" and "size". Each appears once in the header
    of a list.
    """
    words = fold(written).lstrip("+ ")
    if phrases.get_group_by_word("regiments").get(words.strip(":. -")) == "general":
        return "general"
    if words.startswith(_get_fence_labels()):
        return "fence"
    if _OF_LIMIT.search(words):
        return "total"
    if words.count(" - ") >= 2 and _TITLE.search(words):
        return "title"
    size, *points = re.split(r" ?[\[(]", words, maxsplit=1)
    label, _, value = size.rpartition(":")
    if label and phrases.get_group_by_word("fence").get(label.strip()) != "size":
        return None
    is_size = value.strip() in phrases.get_words("sizes")
    return "size" if is_size and points and points[0][:1].isdigit() else None


@cache
def _get_fence_labels() -> tuple[str, ...]:
    """Return the beginnings of header lines that state a total, such as `total points:`."""
    labels: list[str] = []
    for word, kind in phrases.get_group_by_word("fence").items():
        if kind == "total" and " " in word:
            labels += (f"{word}:", f"{word} :")
    return tuple(labels)


def _is_footer(line: SourceLine) -> bool:
    """Return whether a line is one that programs write at the end of a list."""
    return _is_footer_text(line.words)


@lru_cache(maxsize=4096)
def _is_footer_text(words: str) -> bool:
    """Return whether `words` begins like a line that programs write at the end of a list."""
    return fold(words).startswith(_get_footers())


def _is_unit(line: SourceLine) -> bool:
    """Return whether a line has a price and is no heading, title, header line or footer."""
    return not line.heading and _is_priced_unit(line.words, _is_fenced(line))


@lru_cache(maxsize=4096)
def _is_priced_unit(words: str, fenced: bool) -> bool:
    """Return whether `words` has a price and is no header line, footer or list title.

    `fenced` says whether the line begins with a sign of a fenced header.
    """
    if not _PRICE.search(words):
        return False
    return not (_is_header_text(words, fenced) or _is_footer_text(words) or _TITLE.search(words))


def _is_header_line(line: SourceLine) -> bool:
    """Return whether a line is one of a list's header: it says something about the whole army."""
    return _is_header_text(line.words, _is_fenced(line))


def _is_fenced(line: SourceLine) -> bool:
    """Return whether a line begins with `+` or `&`, the signs of lines in a fenced header."""
    return line.text.lstrip().startswith(("+", "&"))


@lru_cache(maxsize=4096)
def _is_header_text(written: str, fenced: bool) -> bool:
    """Return whether `written` begins with a header's label, or is a fenced header's line.

    `fenced` says whether the line begins with a sign of a fence. If it doesn't, the labels of
    enhancements and warlords don't count, because units have such lines too.
    """
    words = fold(written).lstrip("+& ")
    label = re.split(r" ?:| - ", words, maxsplit=1)[0]
    if phrases.get_group_by_word("fence").get(label) in ("enhancement", "warlord") and not fenced:
        return False  # where a fence begins no line, units have these
    return label in _get_header_labels() or (fenced and bool(words))


@cache
def _get_header_labels() -> frozenset[str]:
    """Return the folded labels with which header lines begin."""
    return frozenset(phrases.get_group_by_word("fence")).union(
        *(phrases.get_words(key) for key in ("lores", "tactics", "formation"))
    )


@cache
def _get_footers() -> tuple[str, ...]:
    """Return the folded words with which lines at the end of a list begin."""
    return tuple(phrases.get_words("footers"))


def _find_top(lines: list[SourceLine], sign: int, last_place: int) -> int:
    """Return the index of the first line of the header in which the line at `sign` stands.

    `last_place` is the index of the previous header line, which the header can't reach. Lines of
    units, and lines above more prices than a header has, belong to the list above.
    """
    top_unpriced = top = sign
    priced = 0
    for place in range(sign, max(last_place, sign - _MOST_ABOVE), -1):
        line = lines[place]
        if _is_rule(line):
            if not priced and not _is_rule(lines[top_unpriced]):
                top_unpriced = place
            continue
        if _is_title(line) or (place != sign and _is_sum_of_units(line, lines[sign + 1 :])):
            above = lines[place - 1]
            has_name = any(map(str.isalpha, _TITLE.split(line.words)[0]))
            if has_name or place - 1 <= last_place or _is_rule(above):
                return place
            return place if _is_no_header_line(above) or _PRICE.search(above.words) else place - 1
        if place != sign and _is_no_header_line(line):
            if _is_header_row(lines, place):
                continue
            break
        if place != sign and _PRICE.search(line.words) and not _is_header_line(line):
            priced += 1
        if priced > _PRICED_IN_HEAD:
            break
        if not priced:
            top_unpriced = place
        top = top_unpriced
    return min(top, top_unpriced)


def _is_rule(line: SourceLine) -> bool:
    """Return whether a line is a rule: only dashes, pluses and the like."""
    return is_rule(line.words or line.bullet)


def _is_header_row(lines: list[SourceLine], place: int) -> bool:
    """Return whether the line at index `place` is a bullet below a header line.

    The bullet is then a part of the header too. An example is a bullet below `Battle Tactic
    Cards:`.
    """
    while place and lines[place].bullet:
        place -= 1
    return _is_header_line(lines[place])


def _is_name_above(line: SourceLine) -> bool:
    """Return whether a line says whose list the one below it is, such as `Anna's list:`."""
    if not line.text.rstrip().endswith(":") or _is_no_header_line(line):
        return False
    return not (_PRICE.search(line.words) or phrases.is_section(line.words))


def _is_title(line: SourceLine) -> bool:
    """Return whether a line is a list's title with its points.

    A title has no bullet and no indent, and is no battle size.
    """
    return (
        _TITLE.search(line.words) is not None
        and not line.bullet
        and not line.indent
        and _find_sign(line) != "size"
    )


def _is_sum_of_units(line: SourceLine, below: list[SourceLine]) -> bool:
    """Return whether a line's price is about the sum of the units below, as a title's is.

    `below` are the lines below. Why: no single unit costs as much as all the others.
    """
    if line.bullet or line.indent:
        return False
    units: list[int] = []
    for unit_line in below:
        if units and _find_sign(unit_line):
            break
        if _is_unit(unit_line) and not unit_line.bullet:
            units.append(_get_points(unit_line))
    return bool(units) and 0.8 * sum(units) <= _get_points(line) <= 2 * sum(units)


def _get_points(line: SourceLine) -> int:
    """Return the points in brackets on a line, or 0 if it has none."""
    found = _POINTS.search(line.words)
    return int(re.sub(r"\D", "", found[1])) if found else 0


def _is_no_header_line(line: SourceLine) -> bool:
    """Return whether a line can't be in a header, but is one of a unit or a footer."""
    if _is_header_line(line):
        return False
    return bool(line.bullet or line.indent or _is_footer(line) or _COUNTED.match(line.words))
