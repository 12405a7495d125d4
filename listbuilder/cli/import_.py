"""`listbuilder import FILE`: another program's list as a roster of ours, with every guess told."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.cli import streams
from listbuilder.cli.context import OK, UNREAD, Context
from listbuilder.cli.lists import LIST_BYTES
from listbuilder.exchange.imports import Import, import_list, judged, plain_roster
from listbuilder.games.base import TODAY
from listbuilder.law import words
from listbuilder.law.position import system_of
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.visible import typed
from listbuilder.store import atomic, reader, writer
from listbuilder.store.ours import is_ours, named_as_ours
from listbuilder.store.schema_line import schema_line, with_schema_beside


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("-o", "--output", dest="out", metavar="OUT")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--schema", action="store_true")
    parser.add_argument("--from", dest="form", metavar="FORMAT")


def run(args: argparse.Namespace, context: Context) -> int:
    name = args.file
    raw = reader.read_named(args.file, LIST_BYTES)
    if args.form is None and named_as_ours(name) and is_ours(raw):
        raise Unreadable([Problem(key="ours_already", args={"path": typed(name)}, file=name)])
    made = import_list(raw, name, context.library, args.form, context.as_of)
    if made.document is None:
        context.complain(made.account.unread)
        return UNREAD
    day = context.as_of or made.account.stated_day
    system_of(made.document).read(made.document, context.library, day)  # raises where check would read nothing
    content = roster_text(made, args.file, context)
    out = Path(args.out) if args.out else None
    if out is not None:
        if args.schema:
            content = with_schema_beside(content.decode(), out).encode()
        writer.write_new(out, content, force=args.force)
    else:
        streams.send(content.decode())
    _report(made, name, out, context)
    return UNREAD if made.account.unread else OK


def _report(made: Import, name: str, out: Path | None, context: Context) -> None:
    """Print what became of the list: to standard error where the roster itself goes to standard output."""
    from listbuilder.cli.import_summary import summary

    on_stderr = out is None or atomic.is_stream(out)
    if on_stderr:
        context = msgspec.structs.replace(context, color=False)
    done = judged(made, name, context.library, context.as_of)
    print(summary(made, done, name, out, context.about(done.system)), file=sys.stderr if on_stderr else sys.stdout)


def roster_text(made: Import, file: str, context: Context) -> bytes:
    """The roster as YAML, with what was guessed and what could not be read as comments before it."""
    assert made.document is not None
    account = made.account
    notes = [context.say("import.read", format=account.format, file=file)]
    if account.stated_total is not None:
        notes.append(context.say("import.stated", points=account.stated_total))
    notes += [context.say("import.guess", what=words.note(note, context.lang)) for note in (*account.notes, *account.warned)]
    notes += [context.say("import.unread", what=context.sentence(problem)) for problem in account.unread]
    data = plain_roster(made, context.library, context.as_of)
    text = schema_line(f"roster-{data['system']}") + "\n" + "".join(map(writer.comment, notes))
    day = (context.as_of if context.as_of != TODAY else None) or account.stated_day
    if day is None:
        return writer.checked(text + writer.new_text(data), data)
    data["points_as_of"] = day
    units: dict[str, Any] = {key: data[key] for key in ("units", "regiments", "auxiliary", "formations") if key in data}
    head = {key: value for key, value in data.items() if key not in units and key != "points_as_of"}
    text += f'{writer.new_text(head)}points_as_of: "{day}"  {writer.comment(context.say("import.day"))}'
    return writer.checked(text + (writer.new_text(units) if units else ""), data)
