"""Check what stands around a seal of ours: another list, or a text that was changed."""

from __future__ import annotations

from listbuilder.data.library import Library
from listbuilder.formats.clean import split_lists
from listbuilder.formats.detect import detect_format
from listbuilder.formats.read.sealed import find_sealed, guess_form, read_head
from listbuilder.formats.seal import Seal
from listbuilder.model.problem import Problem, Unreadable


def refuse_list(raw: bytes, name: str, seal: Seal) -> None:
    """Raise Unreadable if the text around a seal is a list itself or holds several exports.

    Why: such a list must not be judged by another roster that someone put beside it. A web page of
    our own is accepted, although it can be read as a list, since pasted pages are read. Our own
    JSON is accepted too: it has a roster but no units in it.
    """
    if guess_form(raw) in ("text", "markdown"):
        split_lists.refuse_two_exports(raw, name)
        # in its head: the points of the roster
        if seal.points and str(seal.points) not in read_head(raw):
            raise Unreadable([Problem(key="list_and_roster", file=name)])
        return
    if guess_form(raw) == "html":  # our page is a list to read as well, since pasted pages are read
        return
    try:
        found = detect_format(raw, name)
        if found.tree is not None and not any(
            found.tree.iter_top_names()
        ):  # our own json has a roster too, and no units in it
            return
    except Unreadable as error:
        if guess_form(raw) or error.problems[0].key in ("no_list_found", "link_holds_no_list"):
            return
    raise Unreadable([Problem(key="list_and_roster", file=name)])


def is_edited(raw: bytes, name: str, library: Library) -> bool:
    """Return whether a text or Markdown export of our own differs from what its seal holds.

    The roster in the seal is exported again and compared with the text. False for other forms, and
    if no comparison is possible.
    """
    if guess_form(raw) not in ("text", "markdown") or (sealed := find_sealed(raw)) is None:
        return False
    from listbuilder.formats.verify import verify  # all that exports need: only for a text of ours

    return verify(sealed, raw, name, library).page == "changed"
