"""`listbuilder import FILE`: another program's list as a roster of ours, with every guess told."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from listbuilder.cli import streams
from listbuilder.cli.context import OK, UNREAD, Context
from listbuilder.cli.judge_file import LIST_BYTES
from listbuilder.data import atomic_file
from listbuilder.data.is_roster_file import is_named_as_ours, is_our_roster
from listbuilder.formats.import_list import import_list, judge_import, make_plain_roster
from listbuilder.formats.imported_list import Import
from listbuilder.games.game import TODAY
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.safe_text import quote_for_shell
from listbuilder.roster.position import find_game_of_document
from listbuilder.rules import messages
from listbuilder.yamlio import reader, writer
from listbuilder.yamlio.schema_line import make_schema_line, write_schema_beside


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of `listbuilder import` to `parser`."""
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("-o", "--output", dest="out", metavar="OUT")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--schema", action="store_true")
    parser.add_argument("--from", dest="form", metavar="FORMAT")


def run(args: argparse.Namespace, context: Context) -> int:
    """Write another program's list as a roster, print a summary, and return the exit code.

    Raises Unreadable if the list is a roster already, or if the roster made from it could not be
    read.
    """
    name = args.file
    raw = reader.read_named_file(args.file, LIST_BYTES)
    if args.form is None and is_named_as_ours(name) and is_our_roster(raw):
        raise Unreadable(
            [Problem(key="ours_already", args={"path": quote_for_shell(name)}, file=name)]
        )
    imported = import_list(raw, name, context.library, args.form, context.as_of)
    if imported.document is None:
        context.print_problems(imported.account.unread)
        return UNREAD
    date = context.as_of or imported.account.stated_day
    # raises Unreadable where `check` would read nothing
    find_game_of_document(imported.document).read_roster(imported.document, context.library, date)
    content = build_roster_text(imported, args.file, context)
    out = Path(args.out) if args.out else None
    if out is not None:
        if args.schema:
            content = write_schema_beside(content.decode(), out).encode()
        writer.write_new_file(out, content, force=args.force)
    else:
        streams.send_text(content.decode())
    _print_summary(imported, name, out, context)
    return UNREAD if imported.account.unread else OK


def _print_summary(imported: Import, name: str, out: Path | None, context: Context) -> None:
    """Judge the new roster and print the summary of the import.

    It goes to standard error if the roster went to standard output or into a pipe.
    """
    from listbuilder.cli.import_summary import build_summary

    on_stderr = out is None or atomic_file.is_stream(out)
    if on_stderr:
        context = msgspec.structs.replace(context, color=False)
    position = judge_import(imported, name, context.library, context.as_of)
    context = context.copy_for_game(position.system)
    summary = build_summary(imported, position, name, out, context)
    print(summary, file=sys.stderr if on_stderr else sys.stdout)


def build_roster_text(imported: Import, file: str, context: Context) -> bytes:
    """Return the imported roster as YAML bytes.

    Comments at its beginning say what was guessed and what was not understood.
    """
    assert imported.document is not None
    account = imported.account
    notes = [context.say("import.read", format=account.format, file=file)]
    if account.stated_total is not None:
        notes.append(context.say("import.stated", points=account.stated_total))
    for note in (*account.notes, *account.warned):
        notes.append(context.say("import.guess", what=messages.say_note(note, context.lang)))
    for problem in account.unread:
        notes.append(context.say("import.unread", what=context.format_problem(problem)))
    data = make_plain_roster(imported, context.library, context.as_of)
    text = make_schema_line(f"roster-{data['system']}") + "\n"
    text += "".join(map(writer.make_comment, notes))
    date = (context.as_of if context.as_of != TODAY else None) or account.stated_day
    if date is None:
        return writer.encode_checked(text + writer.write_new_text(data), data)
    data["points_as_of"] = date
    units: dict[str, object] = {
        key: data[key] for key in ("units", "regiments", "auxiliary", "formations") if key in data
    }
    head = {key: value for key, value in data.items() if key not in units and key != "points_as_of"}
    text += writer.write_new_text(head)
    text += f'points_as_of: "{date}"  {writer.make_comment(context.say("import.day"))}'
    if units:
        text += writer.write_new_text(units)
    return writer.encode_checked(text, data)
