"""`listbuilder export FILE --to FORMAT`: the roster in the form its reader reads."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

from listbuilder.cli import streams
from listbuilder.cli.check import exit_code
from listbuilder.cli.context import UNREAD, Context
from listbuilder.cli.lists import LIST_BYTES, judge_any
from listbuilder.cli.lists import Wish as From
from listbuilder.exchange.catalog import WRITERS, export
from listbuilder.exchange.make_printout import printout_of
from listbuilder.exchange.printout import Printout, Wish
from listbuilder.exchange.readers.sealed import sealed_in
from listbuilder.law.position import Position
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import reader
from listbuilder.store.writer import write_bytes

PICTURE = ".png"  # a QR code in a folder is for phones
SEALED_BYTES = 64 << 20  # of an export with its pictures


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--from", dest="form", metavar="FORMAT")
    parser.add_argument("--to", required=True, choices=tuple(WRITERS), metavar="FORMAT")
    parser.add_argument("-o", "--output", metavar="OUT")
    parser.add_argument("--for", dest="audience", choices=("opponent", "me"), default="opponent")
    parser.add_argument("--formations", action="store_true")


def run(args: argparse.Namespace, context: Context) -> int:
    done = _judged(args.file, args.form, context)
    context.complain(done.problems)
    wish = Wish(args.to, context.lang, args.audience, args.formations, context.as_of)
    sheet = printout_of(done, context.library, wish)
    if sheet is None:
        return UNREAD
    out = _place(args.output, sheet, wish)
    if out is not None and os.path.isdir(args.output):
        _keep_other_form(out, wish.form)
    if out is None and not WRITERS[wish.form].text and sys.stdout.isatty():
        raise Unreadable([Problem(key="not_for_terminal", args={"form": wish.form})])
    if out is not None and args.file != "-" and os.path.exists(out) and os.path.samefile(out, args.file):
        raise Unreadable([Problem(key="export_onto_roster", file=str(out))])
    content = _picture(sheet, out, context) or export(sheet)
    if out is None:
        streams.send_bytes(content)
    else:
        write_bytes(out, content)
        print(context.say("export.written", file=str(out)), file=sys.stderr)
    return exit_code([sheet.done.verdict])


def _picture(sheet: Printout, out: Path | None, context: Context) -> bytes | None:
    """A QR code for a file that is a picture. One too large for phones is written, and said to be so."""
    if sheet.wish.form != "qr":
        return None
    from listbuilder.exchange.writers import qr

    if qr.is_large(sheet):
        print(context.say("export.large_qr"), file=sys.stderr)
    kind = out.suffix.lower().removeprefix(".") if out is not None else ""
    return qr.picture(sheet, kind) if kind in ("png", "svg") else None


def _judged(name: str, form: str | None, context: Context) -> Position:
    return judge_any(reader.read_named(name, LIST_BYTES), name, context, From(form))


def _place(given: str | None, sheet: Printout, wish: Wish) -> Path | None:
    """The file to write. In a folder it is called as the roster is, and by its form where several forms end alike."""
    if given is None or given == "-":
        return None
    path = Path(given)
    if given.endswith(("/", os.sep)):
        _make_folder(path)
    if not os.path.isdir(path):
        return path
    name = re.sub(r"[^\w-]+", "-", sheet.name.casefold()).strip("-_")[:60] or sheet.army.faction_id
    return path / f"{name}{_ending(wish.form)}"


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Unreadable([Problem(key="cannot_write", file=str(folder), args={"reason": reason})]) from None


def _ending(form: str) -> str:
    """Return the ending of a form's files in a folder that may hold other forms: `.html`, `.wtc.txt`, `.qr.png`."""
    ending = PICTURE if form == "qr" else WRITERS[form].ending
    alone = sum(each.ending == ending for each in WRITERS.values()) == 1 and form != "qr"
    return ending if alone or ending == f".{form}" else f".{form}{ending}"


def _keep_other_form(out: Path, form: str) -> None:
    """Raise Unreadable if a file of another form has the name that was made for this one."""
    if not WRITERS[form].sealed or out.suffix == PICTURE or not out.is_file():
        return
    there = sealed_in(reader.read_bytes(out, SEALED_BYTES))
    if there is None or there.seal.form != form:
        raise Unreadable([Problem(key="other_form_there", file=str(out), args={"form": form})])
