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
    """Return the entries of the block `node` as parts, and two facts about its beginning.

    The first fact is whether the first entry follows a dash on the same line. The second is where
    the colon, dash or anchor before the block ends.
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
    """Return where the last token before the value of `node` ends: a colon, dash or anchor.

    `place`: where to stop looking.
    """
    return max((token[1] for token in yield_tokens(text, node.after, place)), default=node.after)


def _find_column_inside(text: str, entry: NodeEntry) -> int:
    """Return the column of a list item's first key or word, after its dash or on a line below."""
    node = entry.node
    first = node.entries[0].at if node.is_block else max(node.start, entry.at + 2)
    return first - find_line_start(text, first)


def _find_part_end(text: str, entry: NodeEntry, limit: int, least: int) -> int:
    """Return where the entry ends, with its last line and the comments below it that belong to it.

    These are comments indented by at least `least` columns. `limit`: where the next entry begins.
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
    """Return `text` so that more can be added at its end, or None if it is so already.

    If a file ends inside a text over several lines (`|`) without a line break, an added line would
    change that text. It is then written with `|-` and a line break, which reads the same.
    """
    last = root
    while last.is_block:
        last = last.entries[-1].node
    if last.style not in ("|", ">") or last.end != len(text) or has_line_end(text):
        return None
    start = text.index(last.style, last.start) + 1
    return text[:start] + _CHOMP.sub(r"\1-", text[start:], count=1) + newline


def split_lead(lead: str) -> tuple[str, str]:
    """Return the lines before an entry in two halves: those further up, and the comment right above
    it.
    """
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
    """Return the indentation of the least indented of the lines; blank lines don't count."""
    return min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)


def shift_lines(text: str, by: int) -> str:
    """Return `text` with every line indented by `by` columns more, or less if `by` is negative.

    No line is moved out further than its indentation allows.
    """
    if by > 0:
        return "".join(
            " " * by + line if line.strip() else line for line in text.splitlines(keepends=True)
        )
    return "".join(
        line[min(-by, len(line) - len(line.lstrip(" "))) :]
        for line in text.splitlines(keepends=True)
    )
