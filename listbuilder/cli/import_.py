"""`listbuilder import FILE`: another program's list as a roster of ours, with every guess told."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from listbuilder.cli.context import OK, UNREAD, Context
from listbuilder.cli.lists import LIST_BYTES
from listbuilder.exchange.catalog import READERS
from listbuilder.exchange.imports import Import, import_list
from listbuilder.law import words
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import reader, writer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="list of another program, or - for standard input")
    parser.add_argument("-o", "--out", metavar="OUT", help="write here instead of to standard output")
    parser.add_argument("--force", action="store_true", help="replace OUT if it exists")
    formats = ", ".join(sorted(READERS))
    parser.add_argument("--from", dest="form", metavar="FORMAT", help=f"where it is not to be detected: {formats}")


def run(args: argparse.Namespace, context: Context) -> int:
    given = args.file
    raw = sys.stdin.buffer.read(LIST_BYTES) if given == "-" else reader.read_bytes(Path(given), LIST_BYTES)
    made = import_list(raw, args.file, context.library, args.form)
    context.complain(made.account.unread)
    if made.document is None:
        return UNREAD
    text = roster_text(made, args.file, context)
    if args.out:
        out = Path(args.out)
        if out.exists() and not args.force:
            raise Unreadable([Problem(key="exists_already", file=args.out)])
        writer.write_bytes(out, text.encode())
        print(context.say("new.written", file=args.out))
    else:
        sys.stdout.write(text)
    return UNREAD if made.account.unread else OK


def roster_text(made: Import, file: str, context: Context) -> str:
    """The roster as YAML, with what was guessed and what could not be read as comments before it."""
    assert made.document is not None
    account = made.account
    notes = [context.say("import.read", format=account.format, file=file)]
    if account.stated_total is not None:
        notes.append(context.say("import.stated", points=account.stated_total))
    notes += [context.say("import.guess", what=words.note(note, context.lang)) for note in account.notes]
    notes += [context.say("import.unread", what=context.sentence(problem)) for problem in account.unread]
    data = dict(made.document.data)
    schema = f"# yaml-language-server: $schema=roster-{data['system']}.schema.json\n"
    day = context.as_of or account.stated_day
    comments = "".join(f"# {' '.join(note.split())}\n" for note in notes)
    if day is None:
        return schema + comments + writer.new_text(data)
    units = {key: data.pop(key) for key in ("units", "regiments", "auxiliary", "formations") if key in data}
    head = writer.new_text(data)
    said = context.say("import.day")
    return f'{schema}{comments}{head}points_as_of: "{day}"  # {said}\n{writer.new_text(units)}'
