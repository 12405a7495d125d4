"""`listbuilder export FILE --to FORMAT`: the roster in the format its reader needs."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

from listbuilder.cli import streams
from listbuilder.cli.check import choose_exit_code
from listbuilder.cli.context import UNREAD, Context
from listbuilder.cli.folders import create_folder
from listbuilder.cli.judge_file import LIST_BYTES, ReadingOptions, judge_bytes
from listbuilder.formats import link
from listbuilder.formats.make_printout import make_printout
from listbuilder.formats.printout import Printout, Wish
from listbuilder.formats.read.sealed import find_sealed
from listbuilder.formats.registry import (
    WRITERS,
    ExportForm,
    export_printout,
    find_writer,
    list_writer_names,
)
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.yamlio import reader
from listbuilder.yamlio.writer import write_bytes

PICTURE = ".png"  # a QR code in a folder is for phones
SEALED_BYTES = 64 << 20  # of an export with its pictures


class _FormNames(Collection[str]):
    """The names of all forms; those of other packages are looked for only if one is needed."""

    def __contains__(self, name: object) -> bool:
        """Return whether a form has this name."""
        return name in WRITERS or (isinstance(name, str) and find_writer(name) is not None)

    def __iter__(self) -> Iterator[str]:
        """Yield all names."""
        return iter(list_writer_names())

    def __len__(self) -> int:
        """Return the number of forms."""
        return len(list_writer_names())


def _get_writer(form: str) -> ExportForm:
    """Return the form of export called `form`, which must exist."""
    writer = find_writer(form)
    assert writer is not None
    return writer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of `listbuilder export` to `parser`."""
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--from", dest="form", metavar="FORMAT")
    parser.add_argument("--to", required=True, choices=_FormNames(), metavar="FORMAT")
    parser.add_argument("-o", "--output", metavar="OUT")
    parser.add_argument("--for", dest="audience", choices=("opponent", "me"), default="opponent")
    parser.add_argument("--formations", action="store_true")
    parser.add_argument("--page", metavar="ADDRESS")


def run(args: argparse.Namespace, context: Context) -> int:
    """Write a list in another format, and return the exit code.

    Raises Unreadable if the output is binary and would go to a terminal, or if it would replace the
    list itself or a file that was exported in another format.
    """
    raw = reader.read_named_file(args.file, LIST_BYTES)
    position = judge_bytes(raw, args.file, context, ReadingOptions(args.form))
    context.print_problems(position.problems)
    page = context.find_page(args.page) if args.to in link.FORMS else ""
    wish = Wish(args.to, context.lang, args.audience, args.formations, context.as_of, page=page)
    printout = make_printout(position, context.library, wish)
    if printout is None:
        return UNREAD
    out = _choose_output(args.output, printout, wish)
    if out is not None and os.path.isdir(args.output):
        _refuse_to_replace_other_form(out, wish.form)
    if out is None and not _get_writer(wish.form).text and sys.stdout.isatty():
        raise Unreadable([Problem(key="not_for_terminal", args={"form": wish.form})])
    if (
        out is not None
        and args.file != "-"
        and os.path.exists(out)
        and os.path.samefile(out, args.file)
    ):
        raise Unreadable([Problem(key="export_onto_roster", file=str(out))])
    content = _build_picture(printout, out, context) or export_printout(printout)
    if out is None:
        streams.send_bytes(content)
    else:
        write_bytes(out, content)
        print(context.say("export.written", file=str(out)), file=sys.stderr)
    return choose_exit_code([printout.done.verdict])


def _build_picture(printout: Printout, out: Path | None, context: Context) -> bytes | None:
    """Return the QR code as a picture; None if the format isn't `qr` or `out` is no picture.

    A warning is printed if the code is too large for phones.
    """
    if printout.wish.form != "qr":
        return None
    from listbuilder.formats.write import qr

    if qr.is_large(printout):
        print(context.say("export.large_qr"), file=sys.stderr)
    kind = out.suffix.lower().removeprefix(".") if out is not None else ""
    return qr.make_picture(printout, kind) if kind in ("png", "svg") else None


def _choose_output(asked: str | None, printout: Printout, wish: Wish) -> Path | None:
    """Return the file to write, or None for standard output.

    `asked`: the value of `-o`. If it is a folder, the file is named after the roster, with the name
    of its format if several formats have the same ending. The folder is created if `asked` ends
    with a slash.
    """
    if asked is None or asked == "-":
        return None
    path = Path(asked)
    if asked.endswith(("/", os.sep)):
        create_folder(path)
    if not os.path.isdir(path):
        return path
    name = re.sub(r"[^\w-]+", "-", printout.name.casefold()).strip("-_")[:60]
    return path / f"{name or printout.army.faction_id}{_choose_ending(wish.form)}"


def _choose_ending(form: str) -> str:
    """Return the ending for files of format `form` in a folder that may hold other formats.

    Examples: `.html`, `.wtc.txt`, `.qr.png`.
    """
    if form == "qr":
        return f".qr{PICTURE}"
    ending = _get_writer(form).ending
    alone = sum(writer.ending == ending for writer in WRITERS.values()) == 1
    return ending if alone or ending == f".{form}" else f".{form}{ending}"


def _refuse_to_replace_other_form(out: Path, form: str) -> None:
    """Raise Unreadable if the file `out` exists and was not exported in the format `form`.

    Only formats that carry their roster inside are checked, and no pictures.
    """
    if not _get_writer(form).sealed or out.suffix == PICTURE or not out.is_file():
        return
    sealed = find_sealed(reader.read_bytes(out, SEALED_BYTES))
    if sealed is None or sealed.seal.form != form:
        raise Unreadable([Problem(key="other_form_there", file=str(out), args={"form": form})])
