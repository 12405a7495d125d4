"""A list or map over several lines as a row of parts, and what lines can be done with."""

from __future__ import annotations

import re

import msgspec

from listbuilder.store.syntax import Entry, Node, ends_line, line_end, line_start, tokens

_COMMENT = re.compile(r"( *)#")
_CHOMP = re.compile(r"^[+-]?([1-9]?)[+-]?")


class Part(msgspec.Struct, frozen=True):
    """An entry of a block list or map: text[lead:start] leads up to it, text[start:end] is its own."""

    entry: Entry
    lead: int
    start: int
    end: int
    column: int


def parts_of(text: str, node: Node) -> tuple[list[Part], bool, int]:
    """Its parts, whether the first stands behind a dash in the same line, and where what leads to it ends."""
    first = node.entries[0].at
    head = head_of(text, node, first)
    begin = line_end(text, head) if head > node.after else head
    inline = begin > first
    begin = min(begin, first)
    made: list[Part] = []
    starts = [line_start(text, entry.at) for entry in node.entries]
    for place, entry in enumerate(node.entries):
        limit = starts[place + 1] if place + 1 < len(starts) else len(text)
        column = entry.at - starts[place]
        end = _end(text, entry, limit, column + 1 if entry.key_node is not None else _inside(text, entry))
        made.append(Part(entry, begin, max(begin, starts[place]), end, column))
        begin = end
    return made, inline, head


def head_of(text: str, node: Node, place: int) -> int:
    """Where the last thing ends that leads to a value: colon, dash, anchor."""
    return max((token[1] for token in tokens(text, node.after, place)), default=node.after)


def _inside(text: str, entry: Entry) -> int:
    """How far in stands what belongs to an item: as its first key or word, behind the dash or below it."""
    node = entry.node
    first = node.entries[0].at if node.is_block else max(node.start, entry.at + 2)
    return first - line_start(text, first)


def _end(text: str, entry: Entry, limit: int, least: int) -> int:
    """Behind its last line, and the comments right below it that stand as far in as what is its own."""
    end = entry.end
    if not (end > entry.at and ends_line(text[end - 1 : end])):
        end = line_end(text, end)
    while match := _COMMENT.match(text, end, limit):
        if len(match.group(1)) < least:
            break
        end = line_end(text, end)
    return end


def closed(text: str, root: Node, newline: str) -> str | None:
    """Where a file ends within the lines of a text (`|`) and without an end of line, what follows would change that text:
    the same file, said so (`|-`) that more can follow. None where it does not end so.
    """
    last = root
    while last.is_block:
        last = last.entries[-1].node
    if last.style not in ("|", ">") or last.end != len(text) or ends_line(text):
        return None
    start = text.index(last.style, last.start) + 1
    return text[:start] + _CHOMP.sub(r"\1-", text[start:], count=1) + newline


def split(lead: str) -> tuple[str, str]:
    """What stands apart from an entry, and the comment right above it."""
    lines = lead.splitlines(keepends=True)
    place = len(lines)
    while place and lines[place - 1].strip():
        place -= 1
    return "".join(lines[:place]), "".join(lines[place:])


def if_told(lead: str) -> str:
    return lead if lead.strip() else ""


def without_blank_lines(lead: str) -> str:
    lines = lead.splitlines(keepends=True)
    while lines and not lines[0].strip():
        del lines[0]
    return "".join(lines)


def margin(lines: list[str]) -> int:
    return min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)


def shifted(text: str, by: int) -> str:
    """Every line further in, or out as far as it goes."""
    if by > 0:
        return "".join(" " * by + line if line.strip() else line for line in text.splitlines(keepends=True))
    return "".join(line[min(-by, len(line) - len(line.lstrip(" "))) :] for line in text.splitlines(keepends=True))
