"""`listbuilder fix FILE`: the smallest edits that make a list legal, and, if asked to, the list with them."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Container, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from listbuilder.advice import said
from listbuilder.advice.answer_lines import line_in, lines_of
from listbuilder.advice.fix import Mending, mend
from listbuilder.advice.state import Answer
from listbuilder.cli import streams, verdict_text
from listbuilder.cli.context import ILLEGAL, OK, OUR_BUG, UNREAD, Context, as_json
from listbuilder.cli.layout import Page, command
from listbuilder.cli.lists import LIST_BYTES, Wish, is_our_bug, judge_safely
from listbuilder.cli.verdict_text import severity_label
from listbuilder.law import published, words
from listbuilder.law.position import Position
from listbuilder.model.base import text_lines
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.visible import visible
from listbuilder.store import atomic, reader, writer
from listbuilder.store.ours import named_as_ours
from listbuilder.store.schema_line import schema_line
from listbuilder.store.words import paired
from listbuilder.version import VERSION

MOST_ERRORS = 10  # of a list; whoever has fixed these sees the others
MOST_LINES = 40  # of a diff after `--apply`; a longer one is read in an editor
NEW_FILE = "fixed"  # name of a new file in the command that is shown


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--apply", action="store_true")
    parser.add_argument("-o", "--output", dest="out", metavar="OUT")
    parser.add_argument("--offer", type=int, default=1, metavar="N")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--from", dest="form", metavar="FORMAT")


def run(args: argparse.Namespace, context: Context) -> int:
    limit = reader.ROSTER_BYTES if named_as_ours(args.file) else LIST_BYTES
    position = judge_safely(partial(reader.read_named, args.file, limit), args.file, context, Wish(args.form))
    context = context.about(position.system)
    context.complain(position.problems)
    mending = mend(position)
    context.complain([mending.too_large] if mending.too_large else [])
    wanted = bool(args.apply or args.out)
    asked = _chosen(mending, args.offer) if mending.answers else None
    chosen = asked if wanted else None
    raw = _text(position, chosen) if chosen else b""
    out = _write(mending, raw, args) if chosen else None
    if context.format == "json" and args.out != "-":
        print(as_json(_report(mending, out, context)))
    elif chosen and out is not None:
        aside = atomic.is_stream(out)  # what goes into a pipe is the list alone
        print(_applied(mending, chosen, raw, out, context), file=sys.stderr if aside else sys.stdout)
    elif args.out != "-":
        print(_page(mending, args, context))
    if is_our_bug(position):
        return OUR_BUG
    return UNREAD if position.verdict == "unread" else OK if position.verdict == "legal" or chosen else ILLEGAL


def _chosen(mending: Mending, number: int) -> Answer:
    if not 1 <= number <= len(mending.answers):
        details = {"given": number, "count": len(mending.answers)}
        raise Unreadable([Problem(key="no_such_offer", args=details, file=mending.position.file)])
    return mending.answers[number - 1]


def _write(mending: Mending, raw: bytes, args: argparse.Namespace) -> Path | None:
    """Write the mended list where it was asked for, and return its file; None for standard output."""
    position = mending.position
    if args.out == "-":
        streams.send(raw.decode())
        return None
    if args.out:
        out = Path(args.out)
        writer.write_new(out, raw, force=args.force)
        return out
    if args.file == "-" or position.format != "roster":
        raise Unreadable([Problem(key="apply_needs_out", file=position.file)])
    from listbuilder.edit import saving  # only what is saved into the player's own file goes into its history

    out = Path(args.file)
    writer.refuse_read_only(out)
    try:
        saving.put(out, raw, position.sha256)
    except (saving.ChangedOnDisk, saving.AlreadyThere):
        raise Unreadable([Problem(key="changed_meanwhile", file=args.file)]) from None
    return out


def _text(position: Position, answer: Answer) -> bytes:
    """The player's own text with the edits in it; of another program's list a roster."""
    data = answer.after.data
    if position.document is not None and position.format == "roster":
        from listbuilder.edit import saving

        return saving.written(position.document.raw, [answer.edit], data).raw
    data = dict(data)
    if position.army is not None and position.army.past_day:
        data["points_as_of"] = position.army.priced_on
    head = schema_line("roster-" + data["system"]) + "\n"
    return writer.checked(head + writer.new_text(data), data)


# --- in words ---


def _page(mending: Mending, args: argparse.Namespace, context: Context) -> Page:
    """Return the verdict, what is wrong, the answers, and the command for the first of them."""
    position = mending.position
    page = Page(context)
    if position.army is None or position.verdict == "unread":
        page.head(context.paint(words.verdict("unread", context.lang), "warn"), position.file)
        page.prose("", context.say("fix.unread"))
        return page
    page.head(verdict_text.headline(position, context), position.file)
    if position.verdict == "legal":
        page.prose("", context.say("fix.nothing_to_mend"))
        return page
    errors = _errors(position, context)
    for code, message in errors[:MOST_ERRORS]:
        page.prose(paired(severity_label("error", code, context), "", context.lang), message)
    if len(errors) > MOST_ERRORS:
        check = command("check", args.file, *asked_for(args, context))
        page.prose("", context.say("fix.more_errors", count=len(errors) - MOST_ERRORS, command=check))
    page.blank()
    if mending.answers:
        page.table(_rows(mending, context), "rlrl", text=1)
        page.blank()
        _say_next(page, mending, args, context)
    elif mending.standing and not mending.too_large:
        _say_standing(page, mending, len(errors), context)
    return page


def _errors(position: Position, context: Context) -> list[tuple[str, str]]:
    """Return code and sentence of each error; what is said of several units in the same words is there once."""
    errors = (finding for finding in position.findings if finding.severity == "error")
    return list(dict.fromkeys((finding.code, words.message(finding, context.lang)) for finding in errors))


def _rows(mending: Mending, context: Context) -> Iterator[tuple[str, str, str, str]]:
    """Return a row for each change: number of the answer, what to do, points; and on the last one the verdict after it."""
    for number, answer in enumerate(mending.answers, 1):
        lines = lines_of(answer, mending.position, context.lang)
        for place, line in enumerate(lines):
            first = context.paint(str(number), "bold") if place == 0 else ""
            outcome = f"→ {_outcome(answer, context)}" if place == len(lines) - 1 else ""
            yield first, line.text, signed(line.points), outcome


def signed(points: int | None) -> str:
    """Return a change of points with its sign; nothing where there is none."""
    return f"{points:+}" if points else ""


def _outcome(answer: Answer, context: Context) -> str:
    """Return the verdict after an answer, and its points."""
    after = answer.after
    verdict = context.paint(words.verdict(after.verdict, context.lang), "good" if after.verdict == "legal" else "bad")
    army = after.army
    if army is None or not army.counts_points:
        return verdict
    return f"{verdict}  {army.points}" if army.limit is None else f"{verdict}  {army.points} / {army.limit}"


def _say_next(page: Page, mending: Mending, args: argparse.Namespace, context: Context) -> None:
    """Add the command that applies the first answer, and how to ask for another one."""
    own = mending.position.format == "roster" and args.file != "-"
    more = asked_for(args, context)
    line = command("fix", args.file, *more, *(("--apply",) if own else ("-o", f"{NEW_FILE}.yaml")))
    count = len(mending.answers)
    say_command(page, context.say("fix.apply_one" if count == 1 else "fix.apply_first"), line)
    if count > 1:
        page.prose("", context.paint(context.say("fix.other_two" if count == 2 else "fix.other"), "dim"))


def say_command(page: Page, said: str, line: str) -> None:
    """Add a command to type after what it is for."""
    page.step(paired(said, "", page.context.lang).rstrip(), line)


def asked_for(args: argparse.Namespace, context: Context) -> tuple[str, ...]:
    """Return the options that another command for the same list needs too: its date, and the format it was read as."""
    day = ("--as-of", context.as_of) if context.as_of else ()
    return (*day, *(("--from", args.form) if args.form else ()))


def _say_standing(page: Page, mending: Mending, errors: int, context: Context) -> None:
    """Add what nothing helps against; the errors themselves only if the page does not list just these."""
    standing = mending.standing
    page.prose("", context.say("fix.together" if mending.together else "fix.stands"))
    shown = list(dict.fromkeys((finding.code, words.message(finding, context.lang)) for finding in standing))
    for code, message in shown if len(shown) < errors else ():
        page.prose(paired(severity_label("error", code, context), "", context.lang), message, indent=2)


def _applied(mending: Mending, chosen: Answer, raw: bytes, out: Path, context: Context) -> Page:
    """Return the new verdict, the file, and what is different in it, as git shows it; of a list that was another
    program's, whose file is all new, the changes themselves.
    """
    page = Page(context)
    wrote = context.paint(context.say("fix.wrote", file=str(out)), "dim")
    page.head(f"{verdict_text.headline(chosen.after, context)}   {wrote}")
    document = mending.position.document
    if document is not None and mending.position.format == "roster":
        mark = line_in(mending.position)
        gone = {line for move in chosen.moves for path in move.lost if (line := mark(path)) is not None}
        _add_diff(page, document.raw, raw, gone)
    else:
        lines = lines_of(chosen, mending.position, context.lang)
        page.table([(line.text, signed(line.points)) for line in lines], "lr", text=0)
    return page


def _add_diff(page: Page, before: bytes, after: bytes, gone: Container[int]) -> None:
    """Add the lines that are different, each with its number in the file that it is from. `gone`: lines where units were
    that are no longer there; of several equal lines the one that goes is shown.
    """
    old, new = (text_lines(raw.decode("utf-8", "replace").removesuffix("\n")) for raw in (before, after))
    lines: list[tuple[int, str]] = []
    for kind, first, last, then, until in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        while kind == "delete" and first + 1 not in gone and first and old[first - 1] == old[last - 1]:
            first, last = first - 1, last - 1
        if kind != "equal":
            lines += ((place + 1, f"- {old[place]}") for place in range(first, last))
            lines += ((place + 1, f"+ {new[place]}") for place in range(then, until))
    gutter = len(str(max((number for number, _ in lines), default=0)))
    for number, line in lines[:MOST_LINES]:
        style = "bad" if line.startswith("-") else "good"
        page.prose(
            f"  {page.paint(f'{number:>{gutter}}', 'dim')} ", page.paint(visible(line.expandtabs(2)), style), hang=gutter + 5
        )
    if len(lines) > MOST_LINES:
        page.prose("", page.context.say("fix.more_lines", count=len(lines) - MOST_LINES), indent=2)


# --- for programs ---


def _report(mending: Mending, out: Path | None, context: Context) -> dict[str, Any]:
    position = mending.position
    army = position.army
    return {
        "listbuilder": VERSION,
        "file": position.file,
        "format": position.format,
        "sha256": position.sha256,
        "system": army.book.system if army else None,
        "verdict": position.verdict,
        "points": army.points if army and army.counts_points else None,
        "limit": army.limit if army else None,
        "findings": [published.finding(finding, context.lang) for finding in position.findings if finding.severity == "error"],
        "offers": [offer(answer, position, context) for answer in mending.answers],
        "standing": [published.finding(finding, context.lang) for finding in mending.standing],
        "together": mending.together,
        "unread": [context.sentence(problem) for problem in position.problems],
        "written": str(out) if out else None,
    }


def offer(answer: Answer, position: Position, context: Context) -> dict[str, Any]:
    after = answer.after
    assert after.army is not None
    return {
        "changes": [said.title(move, position.system, context.lang) for move in answer.moves],
        "steps": [{"op": step.op, "path": list(step.path), "value": step.value} for step in answer.edit.steps],
        "units_lost": answer.units_lost,
        "things_changed": answer.things,
        "points_lost": answer.points_lost if after.army.counts_points else None,
        "verdict": after.verdict,
        "points": after.points if after.army.counts_points else None,
        "roster": after.data,
    }
