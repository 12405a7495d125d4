"""A list or map over several lines as a row of parts, and operations on their lines."""

from __future__ import annotations

import re

import msgspec

from listbuilder.yamlio.node_positions import (
    Node,
    NodeEntry,
    find_line_end,
    find_line_start,
    has_line_end,
    yield_tokens,
)

_COMMENT = re.compile(r"( *)#")
_CHOMP = re.compile(r"^[+-]?([1-9]?)[+-]?")


class BlockPart(msgspec.Struct, frozen=True):
    """An entry of a block list or map: text[lead:start] leads to it, text[start:end] is its own."""

    entry: NodeEntry
    lead: int
    start: int
    end: int
    column: int


def split_parts(text: str, node: Node) -> tuple[list[BlockPart], bool, int]:
    """Return the parts of a block, whether the first is behind a dash, and where its lead ends.

    The second is true if the dash stands on the same line. The last is where the colon, dash or
    anchor ends that leads to the block.
    """
    first = node.entries[0].at
    head = find_lead_end(text, node, first)
    begin = find_line_end(text, head) if head > node.after else head
    inline = begin > first
    begin = min(begin, first)
    made: list[BlockPart] = []
    starts = [find_line_start(text, entry.at) for entry in node.entries]
    for place, entry in enumerate(node.entries):
        limit = starts[place + 1] if place + 1 < len(starts) else len(text)
        column = entry.at - starts[place]
        end = _find_part_end(
            text,
            entry,
            limit,
            column + 1 if entry.key_node is not None else _find_column_inside(text, entry),
        )
        made.append(BlockPart(entry, begin, max(begin, starts[place]), end, column))
        begin = end
    return made, inline, head


def find_lead_end(text: str, node: Node, place: int) -> int:
    """Return where the last thing ends that leads to the value of `node`: colon, dash, anchor."""
    return max((token[1] for token in yield_tokens(text, node.after, place)), default=node.after)


def _find_column_inside(text: str, entry: NodeEntry) -> int:
    """Return the column of what belongs to an item: its first key or word.

    That stands behind the dash or below it.
    """
    node = entry.node
    first = node.entries[0].at if node.is_block else max(node.start, entry.at + 2)
    return first - find_line_start(text, first)


def _find_part_end(text: str, entry: NodeEntry, limit: int, least: int) -> int:
    """Return the end of an entry behind its last line and the comments below it that are its own.

    Such comments stand at least `least` columns in.
    """
    end = entry.end
    if not (end > entry.at and has_line_end(text[end - 1 : end])):
        end = find_line_end(text, end)
    while match := _COMMENT.match(text, end, limit):
        if len(match.group(1)) < least:
            break
        end = find_line_end(text, end)
    return end


def close_last_text(text: str, root: Node, newline: str) -> str | None:
    """Return `text` so that more can follow it, or None if nothing has to be changed for that.

    Where a file ends within the lines of a text (`|`) and without an end of line, what follows
    would change that text: it is the same file when that is said (`|-`).
    """
    last = root
    while last.is_block:
        last = last.entries[-1].node
    if last.style not in ("|", ">") or last.end != len(text) or has_line_end(text):
        return None
    start = text.index(last.style, last.start) + 1
    return text[:start] + _CHOMP.sub(r"\1-", text[start:], count=1) + newline


def split_lead(lead: str) -> tuple[str, str]:
    """Return the halves of a lead: lines apart from the entry, and the comment right above it."""
    lines = lead.splitlines(keepends=True)
    place = len(lines)
    while place and lines[place - 1].strip():
        place -= 1
    return "".join(lines[:place]), "".join(lines[place:])


def drop_if_blank(lead: str) -> str:
    """Return `lead`, or "" if there are only blanks in it."""
    return lead if lead.strip() else ""


def drop_first_blank_lines(lead: str) -> str:
    """Return `lead` without the blank lines it begins with."""
    lines = lead.splitlines(keepends=True)
    while lines and not lines[0].strip():
        del lines[0]
    return "".join(lines)


def find_margin(lines: list[str]) -> int:
    """Return how far in the least indented of the lines stands; blank ones do not count."""
    return min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)


def shift_lines(text: str, by: int) -> str:
    """Return `text` with every line `by` columns further in, or out as far as it goes."""
    if by > 0:
        return "".join(
            " " * by + line if line.strip() else line for line in text.splitlines(keepends=True)
        )
    return "".join(
        line[min(-by, len(line) - len(line.lstrip(" "))) :]
        for line in text.splitlines(keepends=True)
    )
