"""`listbuilder share FILE`: a link that opens the list in a browser.

The list is in the link itself, after a `#`; browsers don't send that part to any server.
"""

from __future__ import annotations

import argparse

from listbuilder.cli.context import UNREAD, Context, format_json
from listbuilder.cli.judge_file import LIST_BYTES, ReadingOptions, judge_bytes
from listbuilder.data.decoding import decode_text
from listbuilder.data.is_roster_file import is_our_roster
from listbuilder.formats import documents, link
from listbuilder.formats.make_printout import make_printout
from listbuilder.formats.printout import Wish
from listbuilder.formats.read.sealed import read_seal
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.roster.position import Position
from listbuilder.yamlio import reader


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of `listbuilder share` to `parser`."""
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--page", metavar="ADDRESS")
    parser.add_argument("--from", dest="form", metavar="FORMAT")


def run(args: argparse.Namespace, context: Context) -> int:
    """Print a link to the list, and return the exit code.

    The link to a roster has only what an opponent may see: no notes and formations. The link to a
    list from another program has its whole text. Raises Unreadable if no page is set, or if the
    list is too long for a link.
    """
    page = context.find_page(args.page)
    if not page:
        raise Unreadable([Problem(key="no_page_set")])
    raw = reader.read_named_file(args.file, LIST_BYTES)
    position = judge_bytes(raw, args.file, context, ReadingOptions(args.form))
    context.print_problems(position.problems)
    made = _make_link(raw, position, page, context)
    if made is None:
        return UNREAD
    if context.format == "json":
        print(format_json({"link": made, "verdict": position.verdict}))
    else:
        print(made)
    return 0


def _make_link(raw: bytes, position: Position, page: str, context: Context) -> str | None:
    """Return the link to a list, or None for a roster that can't be read.

    Why not the text of a roster: it may have private notes.
    """
    text = None
    if not is_our_roster(raw) and read_seal(raw) is None:
        text = decode_text(documents.extract_text(raw, position.file))
    if text is not None and "\0" not in text:
        return link.make_text_link(page, text)
    sheet = make_printout(position, context.library, Wish("link", context.lang, page=page))
    return sheet.link if sheet is not None else None
