"""The work of the processes of the desk: check a list, fix it, compare it, make its pages.

They are the same steps as those of `check`, `fix`, `diff`, `export` and `event`.
"""

from __future__ import annotations

import gc
import hashlib
import os
from collections.abc import Callable

import msgspec

from listbuilder.advice.diff import compare_lists
from listbuilder.cli import diff, fix, pool, same_form_text
from listbuilder.cli.context import Context, should_show_trace
from listbuilder.cli.judge_file import ReadingOptions, judge_safely, make_bug_position
from listbuilder.desk.jobs import (
    Answer,
    BookRequest,
    Checked,
    CheckRequest,
    CleanRequest,
    DiffRequest,
    FixRequest,
    ListText,
    Reply,
    Request,
    SourceRequest,
)
from listbuilder.event import files, message
from listbuilder.event.entry import Entry
from listbuilder.event.message import Sender
from listbuilder.event.players import PlayerRegistry
from listbuilder.formats.make_printout import make_printout
from listbuilder.formats.registry import export_printout
from listbuilder.i18n.messages import Lang
from listbuilder.model.problem import Unreadable
from listbuilder.roster.position import Position
from listbuilder.rules import messages

WIDTH = "88"  # cells of a line of a comparison, which scrolls on a phone


class ServeJob(pool.Job):
    """The settings of a process of the desk. `wish`: how lists are read, with the event."""

    wish: ReadingOptions
    limit: int | None


def make_handler(job: ServeJob) -> Callable[[bytes], bytes]:
    """Return the function that answers requests. It is called once in each process."""
    os.environ["COLUMNS"] = WIDTH
    context = job.task.build_context()
    gc.freeze()
    gc.set_threshold(*pool.SELDOM)

    return lambda raw: answer_request(raw, job, context)


def answer_request(raw: bytes, job: ServeJob, context: Context) -> bytes:
    """Return the reply to a request; both are encoded for the pipe between processes."""
    reply = _answer(msgspec.msgpack.decode(raw, type=Request), job, context)
    context.library.problems.clear()
    return msgspec.msgpack.encode(reply)


def _answer(request: Request, job: ServeJob, context: Context) -> Reply:
    """Do the work for one kind of request, and return the reply."""
    match request:
        case CheckRequest():
            return _check_list(request, job, context)
        case FixRequest():
            return Answer(raw=_fix_list(_judge(request.text, job, context), job, context))
        case SourceRequest():
            position = _judge(request.text, job, context)
            return Answer(lines=list(files.yield_source_lines(position, request.text.raw)))
        case DiffRequest():
            return Answer(lines=_compare(request, job, context))
        case CleanRequest():
            return Answer(raw=_make_clean_page(request, job, context))
        case BookRequest():
            return Answer(raw=_make_book(request, job, context))


def _judge(text: ListText, job: ServeJob, context: Context) -> Position:
    """Return the position of a list; any error becomes a problem of the position."""
    return judge_safely(lambda: text.raw, text.file, context, job.wish)


def _check_list(request: CheckRequest, job: ServeJob, context: Context) -> Checked:
    """Return the entries of a list, in the organiser's and in the player's language."""
    text = request.text
    position = _judge(text, job, context)
    entry = _fill_entry(position, text, request.lang, job, context)
    if request.own_lang == request.lang:
        return Checked(entry, entry)
    return Checked(entry, _fill_entry(position, text, request.own_lang, job, context))


def _fill_entry(
    position: Position, text: ListText, lang: Lang, job: ServeJob, context: Context
) -> Entry:
    """Return the entry of a list in `lang`, as `event` makes it, with its smallest fix.

    An unforeseen error becomes an entry that says so.
    """
    plan = files.EventSettings(
        out=None,
        sender=Sender(""),
        roll=PlayerRegistry([]),
        lang=lang,
        fallback=lang,
        pages=False,
        clean=False,
        limit=job.limit,
    )

    def make_entry() -> Entry:
        """Return an entry about which nothing is known yet."""
        return Entry(id="", file=text.file, sha256=hashlib.sha256(text.raw).hexdigest())

    try:
        return files.write_list_files(position, make_entry(), text.raw, plan)
    except (OSError, MemoryError):
        raise
    except Exception as error:
        if should_show_trace():
            raise
        failed = make_bug_position(error, text.file, context, position.sha256)
        return files.write_list_files(failed, make_entry(), text.raw, plan)


def _fix_list(position: Position, job: ServeJob, context: Context) -> bytes:
    """Return the text of a list after its smallest fix, or b"" if there is none.

    The text has the form of the original list if that form can say the same; else it is a roster.
    """
    answer = message.find_smallest_fix(position) if position.verdict == "illegal" else None
    if answer is None:
        return b""
    try:
        if position.format != "roster":
            same_form = same_form_text.write_in_form(
                answer.after, position.format, context, job.wish
            )
            if same_form:
                return same_form
        return fix.build_fixed_text(position, answer)
    except Unreadable:
        return b""


def _compare(request: DiffRequest, job: ServeJob, context: Context) -> list[str]:
    """Return lines with the differences between two versions.

    Empty if one of them can't be read, or if they are for different games.
    """
    before = _judge(request.before, job, context)
    after = _judge(request.after, job, context)
    if before.army is None or after.army is None:
        return []
    if before.army.book.system != after.army.book.system:
        return []
    in_language = msgspec.structs.replace(context, lang=request.lang)
    in_language = in_language.copy_for_game(before.system)
    page = diff.build_page(compare_lists(before, after), in_language)
    return str(page).split("\n")


def _make_clean_page(request: CleanRequest, job: ServeJob, context: Context) -> bytes:
    """Return the public page of a list as HTML, or b"" if the list can't be read."""
    position = _judge(request.text, job, context)
    wish = files.make_export_wish("html", position, request.player, request.lang, remarks=False)
    try:
        sheet = make_printout(position, context.library, wish)
        return b"" if sheet is None else export_printout(sheet)
    except Unreadable:
        return b""


def _make_book(request: BookRequest, job: ServeJob, context: Context) -> bytes:
    """Return the PDF of all lists without cards, so that most of them take one page."""
    from listbuilder.formats.write import pdf

    lang = request.lang
    columns = ("player", "faction", "points", "verdict", "page")
    contents = []
    for item in request.lists:
        position = _judge(item.text, job, context)
        wish = files.make_export_wish("pdf", position, item.player, lang, remarks=False)
        try:
            sheet = make_printout(position, context.library, wish)
        except Unreadable:
            sheet = None
        verdict = messages.say_verdict(item.verdict, lang)
        if sheet is not None:
            sheet.verdict.kind, sheet.verdict.word = item.verdict, verdict
        points = "" if item.points is None else str(item.points)
        contents.append(([item.player, item.faction, points, verdict], sheet))
    heads = [message.say(f"column.{key}", lang) for key in columns]
    return pdf.write_book(contents, heads, request.title, lang, short=True)
