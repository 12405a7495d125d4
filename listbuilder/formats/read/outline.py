"""The lines under a unit as a tree: by how deep they stand, or flat where a paste has lost that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

import msgspec

from listbuilder.formats.parsed import Listed, ParsedUnit, Words
from listbuilder.formats.source import Source, SourceLine
from listbuilder.matching import phrases
from listbuilder.matching.numbers import BARE_COUNT, ROUND, SQUARE, split_count, split_last_bracket
from listbuilder.model.base import fold

LONGEST_LABEL = 40  # characters of a model's name before a colon
_SHOUTS = ("!", "?", "…")  # no unit's or item's name ends so
TIMES = re.compile(r"([^:,]+?) ?[x×] ?(\d{1,3})(?=:|$)", re.IGNORECASE)
_ASIDE = re.compile(r"[-–—] ?[^\W\d][^,:()\[\]]{2,40}|\([^\W\d][^,:()\[\]]{2,40}\)")
# Without a colon.
_BESIDE = re.compile(
    r"(leading|supporting|attached to) ([^\[\]:]{2,60}?)(?:\[(\d{1,2})\])?", re.IGNORECASE
)


# How it is attached is said by any words: `Loyal Protector Cadian Command Squad[1]`
_NUMBERED = re.compile(r"([^\W\d][^\[\]:(),]{4,80}[^\s\[\]:(),])\[(\d{1,2})\]")


def read_outline(unit: ParsedUnit, lines: Sequence[SourceLine], source: Source, flat: bool) -> None:
    """Read `lines`, which stand under a unit, into it as a tree of entries; mark each line.

    Deeper lines become children of the line above. What the entries name is found later. `flat`:
    the text has lost its indentation, so only bullets tell models from their wargear.
    """
    open_at: list[tuple[int, Listed]] = []  # the entries a deeper line would belong to
    rings = {line.bullet for line in lines} >= {"•", "◦"}
    unit.flat = flat and not rings
    for line, after in zip_longest(lines, lines[1:]):
        source.mark_mapped(line.number)
        heads = (
            after is not None
            and not flat
            and after.column > line.column
            and bool(line.bullet) == bool(after.bullet)
        )
        known_enhancements = len(unit.enhancements)
        may_head = heads or (flat and after is not None)
        is_heading = may_head and _is_choice_heading(line, flat)
        new_entries = [_read_heading(line, heads)] if is_heading else read_entries(unit, line)
        depth = line.column
        if flat:
            depth = 1 if line.bullet == "◦" or (not line.bullet and open_at) else 0
        while open_at and open_at[-1][0] >= depth and not (flat and rings and not line.bullet):
            open_at.pop()
        if open_at and not flat:
            above = open_at[-1][1].name
            if unit.warlord == line.number:
                unit.warlord_under = above
            for words in unit.enhancements[known_enhancements:]:
                words.under = above
        siblings = open_at[-1][1].children if open_at and not unit.flat else unit.entries
        siblings.extend(new_entries)
        if len(new_entries) == 1 and (not (flat and rings) or line.bullet == "•"):
            open_at.append((depth, new_entries[0]))


def get_last_model_name(unit: ParsedUnit) -> str:
    """Return the name of the last kind of model listed in `unit`, or "" if not several.

    Why "": in these texts, Warlord written below the first models stands for the whole unit.
    """
    models = [entry.name for entry in unit.entries if entry.models]
    return models[-1] if len(models) > 1 else ""


def _is_choice_heading(line: SourceLine, flat: bool) -> bool:
    """Return whether a line is the heading of choices that stand on deeper lines.

    For instance `B: 1 mauler chainblade, 7 chainblades`. `flat`: the text has lost its indentation;
    commas are then no sign of a heading.
    """
    label = phrases.split_label(line.words)
    is_about_unit = label is not None and label[0] in (
        *phrases.get_words("enhancement"),
        *phrases.get_words("leads"),
        *phrases.get_words("led"),
    )
    lettered = label is not None and len(label[0]) == 1
    return (
        not is_about_unit
        and ((", " in line.words and not flat) or lettered)
        and split_last_bracket(line.words) is None
    )


def _read_heading(line: SourceLine, heads: bool) -> Listed:
    """Return the entry for `line`, the heading of choices that stand below it.

    `heads`: whether the lines below stand deeper. If not, the entry is marked as a heading, because
    only its words tell that it is one.
    """
    label = phrases.split_label(line.words)
    count, name = split_count(label[1] if label and not heads else line.words)
    entry = Listed(name, line.number, heading=not heads)
    if count is not None:
        entry.count, entry.counted = count, True
    return entry


def read_entries(unit: ParsedUnit, line: SourceLine) -> list[Listed]:
    """Return the entries that `line` names; several if the line is a list.

    The list is empty if the line is about the unit itself, such as its keywords or the Warlord;
    that is noted in `unit`.
    """
    words = line.words
    label = phrases.split_label(words)
    if label is not None and label[0] in phrases.get_words("listed") and not label[1]:
        return []
    if read_keywords(unit, words, line.number):
        return []
    if label is not None and label[0] in phrases.get_words("carried"):
        return [_read_counted_item(token, line.number) for token in split_list(label[1])]
    count, name = split_count(words)
    head, colon, carried = name.partition(": ")
    if count is not None and colon and ", " not in head:
        # `4x Terminator: 4x Power Fist, 4x Storm Bolter`, `4x Terminator: 4 with Power Fist`
        carried = carried.removeprefix(f"{count} with ")
        children = [_read_counted_item(token, line.number) for token in split_list(carried)]
        if not any(child.counted for child in children):
            for child in children:  # `4x Terminator: Power Fist, Storm Bolter`: each of them
                child.count = count
        return [Listed(head, line.number, count, counted=True, children=children)]
    if line.bullet and ", " in words and may_label_model(words):
        unit.labels.append(Words(words, line.number))
        return []
    tokens = split_list(words) if ", " in words else []
    has_bare_counts = any(map(BARE_COUNT.match, tokens[1:]))
    is_list = unit.counts_alone or count is None or has_bare_counts
    if tokens and (is_list or all(map(_is_complete_token, tokens))):
        items = []
        for token in tokens:
            if not read_annotation(unit, token, line.number):
                count, name = split_count(token)
                if has_bare_counts and (bare := BARE_COUNT.match(name)):
                    count, name = int(bare[1]), name[bare.end() :]
                items.append(
                    Listed(name, line.number, count or 1, counted=count is not None, token=True)
                )
        return items
    if read_annotation(unit, words, line.number):
        return []
    return [Listed(name, line.number, 1 if count is None else count, counted=count is not None)]


def may_label_model(words: str) -> bool:
    """Return whether a line may be a model without its count: `Sergeant: Sword, Pistol`.

    Its label must be none that lists use for other things. Whether it is the name of a model is
    found out later, from the datasheet.
    """
    label = phrases.split_label(words)
    if label is None or not label[1] or len(label[0]) > LONGEST_LABEL:
        return False
    if split_count(words)[0] is not None or phrases.is_keyword_label(label[0]):
        return False
    groups = ("enhancement", "leads", "led", "attached_as", "carried", "listed", "printed")
    if any(label[0].strip() in phrases.get_words(group) for group in groups):
        return False
    return "," not in label[0] and not set(label[0].split()) & phrases.get_words("choices")


def _is_complete_token(token: str) -> bool:
    """Return whether `token`, a part of a line, has a count or is about the unit itself."""
    if split_count(token)[0] is not None:
        return True
    label = phrases.split_label(token)
    if label:
        return label[0] in phrases.get_words("enhancement")
    return fold(token) in phrases.get_words("warlord")


def _read_counted_item(token: str, number: int) -> Listed:
    """Return the item that `token` names with its count: `4x Power Fist`, or `Power Fist x4`."""
    count, name = split_count(token)
    if count is None and (found := TIMES.fullmatch(token)):
        count, name = int(found[2]), found[1]
    return Listed(name, number, count or 1, counted=count is not None, token=True)


def read_rest_of_unit_line(unit: ParsedUnit, line: SourceLine, words: str) -> None:
    """Read `words`, which stand behind the points on the unit's own `line`, into `unit`.

    A name behind a dash or in brackets may be what the player calls the unit.
    """
    is_apart = _ASIDE.fullmatch(words.strip()) is not None
    words = words.strip(" :-–—")
    first, _, more = words.partition(" ")
    if (
        more
        and fold(first).rstrip(",.;") in phrases.get_words("warlord")
        and read_annotation(unit, first.rstrip(",.;"), line.number)
    ):
        words = more
    if words:
        rest = msgspec.structs.replace(line, words=words, bullet="")
        entries = read_entries(unit, rest)
        if (
            len(entries) == 1
            and is_apart
            and all(word[:1].isupper() for word in words.strip("()").split())
        ):
            entries[0].remark = True
        unit.entries.extend(entries)


def split_list(words: str) -> list[str]:
    """Return the parts of `words` between commas; commas inside brackets do not count."""
    parts, depth, start = [], 0, 0
    for place, char in enumerate(words):
        if char in "([":
            depth += 1
        elif char in ")]":
            depth = max(0, depth - 1)
        elif char == "," and not depth:
            parts.append(words[start:place].strip())
            start = place + 1
    parts.append(words[start:].strip())
    return [part for part in parts if part]


def read_attachment(unit: ParsedUnit, words: str, number: int) -> bool:
    """Note in `unit` the unit that `words` say it joins, as in `Supporting Immortals[2]`.

    Return whether they say so. `number`: the line.
    """
    beside = _BESIDE.fullmatch(words)
    if beside is None or fold(beside[1]) not in phrases.get_words("leads"):
        return False
    which = int(beside[3]) if beside[3] else None
    unit.leads.append(Words(beside[2], number, number=which))
    return True


def read_annotation(unit: ParsedUnit, words: str, number: int) -> bool:
    """Note in `unit` what `words` say about it; return whether they were such an annotation.

    An annotation is the Warlord, an enhancement, an attachment to another unit, or a labelled
    choice. `number`: the line.
    """
    folded = fold(words).rstrip(".")
    if folded in phrases.get_words("warlord"):
        unit.warlord = number
        return True
    if read_attachment(unit, words, number):
        return True
    if numbered := _NUMBERED.fullmatch(words):
        unit.leads.append(Words(numbered[1], number, number=int(numbered[2])))
        return True
    bracketed = split_last_bracket(words)
    if bracketed and bracketed[3] and not bracketed[2]:
        name = bracketed[0]
        label = phrases.split_label(name)
        if label and label[0] in phrases.get_words("enhancement"):
            name = label[1]
        unit.enhancements.append(Words(name, number, bracketed[1]))
        return True
    label = phrases.split_label(words)
    if label is not None and not label[1] and label[0] in phrases.get_words("leads"):
        return True  # it leads the unit below it, and the title says so too
    if label is None or not label[1] or len(label[0]) > 40:
        return False
    if label[0] in phrases.get_words("enhancement"):
        value = split_last_bracket(label[1])
        name, points = value[:2] if value else (label[1], None)
        unit.enhancements.append(Words(name, number, points))
    elif label[0] in phrases.get_words("attached_as"):
        unit.role = Words(label[1], number)
    elif label[0] in phrases.get_words("leads"):
        unit.leads.append(Words(label[1], number))
    elif label[0] in phrases.get_words("led"):
        unit.led.append(Words(label[1], number))  # said at the leader as well
    elif split_count(words)[0] is None:
        unit.labels.append(Words(words, number))
    else:
        return False
    return True


def read_keywords(unit: ParsedUnit, words: str, number: int) -> bool:
    """Note in `unit` a line such as `Keywords: Infantry`; return whether it was one.

    `number`: the line.
    """
    label = phrases.split_label(words) if ":" in words else None
    if label is None or not label[1] or not phrases.is_keyword_label(label[0]):
        return False
    unit.labels.append(Words(words, number))
    return True


def remove_farewell(lines: Sequence[SourceLine], source: Source) -> list[SourceLine]:
    """Return `lines` without chat text at the end, which is marked as noise.

    Chat text stands behind a blank line and has no points, count, bullet or section title; if any
    line there is a section, or has a digit but is no exclamation or question, nothing is removed.
    """
    end = len(lines)
    while (
        end
        and not is_item_line(lines[end - 1])
        and not any(split_last_bracket(lines[end - 1].words, shape) for shape in (ROUND, SQUARE))
    ):
        end -= 1
    while 0 < end < len(lines) and not source[lines[end].number - 1].is_blank:
        end += 1
    for line in lines[end:]:
        if phrases.is_section(line.words) or (
            any(map(str.isdigit, line.words))
            and not phrases.is_footer(line.words)
            and not line.words.endswith(_SHOUTS)
        ):
            return list(lines)
    source.mark_noise(*(line.number for line in lines[end:] if end))
    return list(lines[:end] if end else lines)


def remove_attached_marks(lines: Sequence[SourceLine], source: Source) -> list[SourceLine]:
    """Return `lines` without bullets that only say Attached Unit, which are marked as noise.

    As a title over units it has no bullet. Below a unit it doesn't say to which it is attached.
    """
    rest: list[SourceLine] = []
    for line in lines:
        if line.bullet and phrases.is_attached(line.words):
            source.mark_noise(line.number)
        else:
            rest.append(line)
    return rest


def is_item_line(line: SourceLine) -> bool:
    """Return whether a line can only stand under a unit: a bullet, a count, or Warlord."""
    if (line.bullet and line.bullet not in "-–—") or split_count(line.words)[0] is not None:
        return True
    return bool(line.bullet) or fold(line.words) in phrases.get_words("warlord")
