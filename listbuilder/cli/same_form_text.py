"""The text of a changed list in the form of the app that it came from.

A player takes it back to that app; a roster file would be of no use there.
"""

from __future__ import annotations

from functools import partial

from listbuilder.cli.context import Context
from listbuilder.cli.judge_file import ReadingOptions, judge_safely
from listbuilder.formats.detect import detect_format
from listbuilder.formats.make_printout import make_printout
from listbuilder.formats.printout import Wish
from listbuilder.formats.registry import FLAT, export_printout, get_export_forms
from listbuilder.roster.content_hash import hash_content
from listbuilder.roster.position import Position

_TEXT = ".txt"


def write_in_form(after: Position, form: str, context: Context, wish: ReadingOptions) -> bytes:
    """Return the list `after` as a text in `form`, as a form is named when a list is read.

    b"" if no text that can be written is recognised as that form, or if it isn't read back as the
    same list with the same verdict. `wish`: how lists are read.
    """
    wanted = form.removesuffix(FLAT)
    assert after.system is not None
    for name, writer in get_export_forms(after.system).items():
        if writer.ending != _TEXT or not writer.kinds:
            continue
        sheet = make_printout(after, context.library, Wish(name, as_of=after.as_of))
        raw = export_printout(sheet) if sheet is not None else b""
        if not raw or detect_format(raw, f"list{_TEXT}").format != wanted:
            continue
        again = judge_safely(partial(bytes, raw), f"list{_TEXT}", context, wish)
        if hash_content(again.data) == hash_content(after.data) and again.verdict == after.verdict:
            return raw
    return b""
