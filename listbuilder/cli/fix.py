"""`listbuilder fix FILE`: the smallest edits that make a list legal, and the list with them.

The list is written only if that is asked for.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Container, Iterable, Iterator
from pathlib import Path

from listbuilder.advice import move_text
from listbuilder.advice.fix import FixResult, find_fixes
from listbuilder.advice.fix_lines import list_answer_lines, make_line_finder
from listbuilder.advice.fix_state import Answer
from listbuilder.cli import streams, verdict_text
from listbuilder.cli.context import ILLEGAL, OK, OUR_BUG, UNREAD, Context, format_json
from listbuilder.cli.judge_file import is_our_bug, judge_named_file
from listbuilder.cli.layout import Page, format_command
from listbuilder.cli.verdict_text import format_severity_label
from listbuilder.data import atomic_file
from listbuilder.i18n.messages import join_with_colon
from listbuilder.model.base import split_lines
from listbuilder.model.edit import Edit
from listbuilder.model.finding import Stamped
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.safe_text import escape_hidden
from listbuilder.roster.position import Position
from listbuilder.rules import finding_json, messages
from listbuilder.version import VERSION
from listbuilder.yamlio import writer
from listbuilder.yamlio.schema_line import make_schema_line

MOST_ERRORS = 10  # of a list; whoever has fixed these sees the others
MOST_LINES = 40  # of a diff after `--apply`; a longer one is read in an editor
NEW_FILE = "fixed"  # name of a new file in the command that is shown


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of `listbuilder fix` to `parser`."""
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--apply", action="store_true")
    parser.add_argument("-o", "--output", dest="out", metavar="OUT")
    parser.add_argument("--offer", type=int, default=1, metavar="N")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--from", dest="form", metavar="FORMAT")


def run(args: argparse.Namespace, context: Context) -> int:
    """Print the smallest edits that make a list legal, and return the exit code.

    With `--apply` or `-o`, the list is also written with one of these answers applied: the one of
    `--offer`, else the first.
    """
    position = judge_named_file(args.file, args.form, context)
    context = context.copy_for_game(position.system)
    context.print_problems(position.problems)
    fix_result = find_fixes(position)
    if fix_result.too_large:
        context.print_problems([fix_result.too_large])
    chosen, raw, out = None, b"", None
    if fix_result.answers:
        asked_answer = _choose_answer(fix_result, args.offer)
        if args.apply or args.out:
            chosen = asked_answer
            raw = build_fixed_text(position, chosen)
            out = _write_fixed_list(fix_result, raw, args)
    if context.format == "json" and args.out != "-":
        print(format_json(build_report(fix_result, out, context)))
    elif chosen and out is not None:
        aside = atomic_file.is_stream(out)  # what goes into a pipe is the list alone
        print(
            _build_applied_page(fix_result, chosen, raw, out, context),
            file=sys.stderr if aside else sys.stdout,
        )
    elif args.out != "-":
        print(_build_page(fix_result, args, context))
    if is_our_bug(position):
        return OUR_BUG
    if position.verdict == "unread":
        return UNREAD
    return OK if position.verdict == "legal" or chosen else ILLEGAL


def _choose_answer(fix_result: FixResult, number: int) -> Answer:
    """Return answer `number`, counted from 1; an answer is a set of edits that fixes the list.

    Raises Unreadable if there is no answer with that number.
    """
    if not 1 <= number <= len(fix_result.answers):
        details = {"given": number, "count": len(fix_result.answers)}
        raise Unreadable(
            [Problem(key="no_such_offer", args=details, file=fix_result.position.file)]
        )
    return fix_result.answers[number - 1]


def _write_fixed_list(fix_result: FixResult, raw: bytes, args: argparse.Namespace) -> Path | None:
    """Write the fixed list `raw` to the file asked for, and return its path.

    None is returned for standard output (`-o -`). With `-o` the list goes to a new file; otherwise
    the player's own file is replaced, and only then the old text is kept among the saved versions.
    Raises Unreadable if the file can't be written, if no file was given for a list that is not a
    roster file, or if the file changed since it was read.
    """
    position = fix_result.position
    if args.out == "-":
        streams.send_text(raw.decode())
        return None
    if args.out:
        out = Path(args.out)
        writer.write_new_file(out, raw, force=args.force)
        return out
    if args.file == "-" or position.format != "roster":
        raise Unreadable([Problem(key="apply_needs_out", file=position.file)])
    from listbuilder.workspace import saving

    out = Path(args.file)
    writer.refuse_read_only(out)
    try:
        saving.replace_file(out, raw, position.sha256)
    except (saving.ChangedOnDisk, saving.AlreadyThere):
        raise Unreadable([Problem(key="changed_meanwhile", file=args.file)]) from None
    return out


def build_fixed_text(position: Position, answer: Answer) -> bytes:
    """Return the text of the list with the edits of `answer` made in it."""
    return build_changed_text(position, answer.edit, answer.after)


def build_changed_text(position: Position, edit: Edit, after: Position) -> bytes:
    """Return the text of the list with `edit` made in it; `after` is the position it leads to.

    A roster file keeps the rest of its text. The list of another program becomes the text of a new
    roster file.
    """
    data = after.data
    if position.document is not None and position.format == "roster":
        from listbuilder.workspace import saving

        return saving.build_changed_text(position.document.raw, [edit], data).raw
    data = dict(data)
    if position.army is not None and position.army.past_day:
        data["points_as_of"] = position.army.priced_on
    head = make_schema_line("roster-" + data["system"]) + "\n"
    return writer.encode_checked(head + writer.write_new_text(data), data)


# --- in words ---


def _build_page(fix_result: FixResult, args: argparse.Namespace, context: Context) -> Page:
    """Return the page with the verdict, the errors, ways to fix them, and the next command.

    A list that can't be read, or that is legal already, gets one sentence instead.
    """
    position = fix_result.position
    page = Page(context)
    if position.army is None or position.verdict == "unread":
        page.add_header(
            context.paint(messages.say_verdict("unread", context.lang), "warn"), position.file
        )
        page.add_prose("", context.say("fix.unread"))
        return page
    page.add_header(verdict_text.format_headline(position, context), position.file)
    if position.verdict == "legal":
        page.add_prose("", context.say("fix.nothing_to_mend"))
        return page
    errors = _word_errors(position.findings, context)
    _add_errors(page, errors[:MOST_ERRORS], context)
    if len(errors) > MOST_ERRORS:
        check = format_command("check", args.file, *collect_shared_options(args, context))
        page.add_prose(
            "", context.say("fix.more_errors", count=len(errors) - MOST_ERRORS, command=check)
        )
    page.add_blank_line()
    if fix_result.answers:
        page.add_table(_build_answer_rows(fix_result, context), "rlrl", text=1)
        page.add_blank_line()
        _add_next_command(page, fix_result, args, context)
    elif fix_result.standing and not fix_result.too_large:
        _add_standing_errors(page, fix_result, len(errors), context)
    return page


def _word_errors(findings: Iterable[Stamped], context: Context) -> list[tuple[str, str]]:
    """Return code and sentence of each error among `findings`; equal ones are given once."""
    errors = (finding for finding in findings if finding.severity == "error")
    texts = ((finding.code, messages.say_finding(finding, context.lang)) for finding in errors)
    return list(dict.fromkeys(texts))


def _add_errors(
    page: Page, errors: Iterable[tuple[str, str]], context: Context, indent: int = 0
) -> None:
    """Add a line to `page` for each error, given as its code and its sentence."""
    for code, message in errors:
        label = join_with_colon(format_severity_label("error", code, context), "", context.lang)
        page.add_prose(label, message, indent=indent)


def _build_answer_rows(
    fix_result: FixResult, context: Context
) -> Iterator[tuple[str, str, str, str]]:
    """Yield a table row for each change of each answer: number, what to do, points, result.

    The number is only in the first row of an answer, and the resulting verdict only in the last.
    """
    for number, answer in enumerate(fix_result.answers, 1):
        lines = list_answer_lines(answer, fix_result.position, context.lang)
        for place, line in enumerate(lines):
            first = context.paint(str(number), "bold") if place == 0 else ""
            outcome = f"→ {_format_outcome(answer, context)}" if place == len(lines) - 1 else ""
            yield first, line.text, format_points_change(line.points), outcome


def format_points_change(points: int | None) -> str:
    """Return a change of points with its sign, or "" if it is 0 or None."""
    return f"{points:+}" if points else ""


def _format_outcome(answer: Answer, context: Context) -> str:
    """Return the verdict of the list with `answer` applied, and its points if it has any."""
    after = answer.after
    role = "good" if after.verdict == "legal" else "bad"
    verdict = context.paint(messages.say_verdict(after.verdict, context.lang), role)
    if after.army is None or not after.army.counts_points:
        return verdict
    return f"{verdict}  {verdict_text.format_sum(after.army)}"


def _add_next_command(
    page: Page, fix_result: FixResult, args: argparse.Namespace, context: Context
) -> None:
    """Add the command that applies the first answer, and how to choose another."""
    own = fix_result.position.format == "roster" and args.file != "-"
    more = collect_shared_options(args, context)
    where = ("--apply",) if own else ("-o", f"{NEW_FILE}.yaml")
    line = format_command("fix", args.file, *more, *where)
    count = len(fix_result.answers)
    page.add_command(context.say("fix.apply_one" if count == 1 else "fix.apply_first"), line)
    if count > 1:
        other = context.say("fix.other_two" if count == 2 else "fix.other")
        page.add_prose("", context.paint(other, "dim"))


def collect_shared_options(args: argparse.Namespace, context: Context) -> tuple[str, ...]:
    """Return the options that another command for the same list needs too: date and format.

    They are given as words of a command line; empty if neither was given.
    """
    date_option = ("--as-of", context.as_of) if context.as_of else ()
    form_option = ("--from", args.form) if args.form else ()
    return (*date_option, *form_option)


def _add_standing_errors(page: Page, fix_result: FixResult, errors: int, context: Context) -> None:
    """Add a sentence that no fix was found for errors, and list them if there are others too.

    `errors`: how many errors the list has. If no fix was found for any of them, the page lists them
    already. The sentence says either that no single change fixes the errors, or that no set of
    changes fixes all of them together.
    """
    page.add_prose("", context.say("fix.together" if fix_result.together else "fix.stands"))
    standing = _word_errors(fix_result.standing, context)
    if len(standing) < errors:
        _add_errors(page, standing, context, indent=2)


def _build_applied_page(
    fix_result: FixResult, chosen: Answer, raw: bytes, out: Path, context: Context
) -> Page:
    """Return the page with the new verdict, the written file's name, and its diff as in git.

    For a list of another program, whose file is all new, it lists the changes instead.
    """
    page = Page(context)
    wrote = context.paint(context.say("fix.wrote", file=str(out)), "dim")
    page.add_header(f"{verdict_text.format_headline(chosen.after, context)}   {wrote}")
    document = fix_result.position.document
    if document is not None and fix_result.position.format == "roster":
        find_line = make_line_finder(fix_result.position)
        lost_lines = {find_line(path) for move in chosen.moves for path in move.lost}
        _add_diff(page, document.raw, raw, lost_lines)
    else:
        lines = list_answer_lines(chosen, fix_result.position, context.lang)
        page.add_table(
            [(line.text, format_points_change(line.points)) for line in lines], "lr", text=0
        )
    return page


def _add_diff(page: Page, before: bytes, after: bytes, lost_lines: Container[int | None]) -> None:
    """Add the lines that differ between `before` and `after`, each with its line number.

    A removed line has its number in the old file, a new one its number in the new file.
    `lost_lines`: the lines of removed units. Of several equal lines in a row, the line of the
    removed unit is shown as deleted. At most `MOST_LINES` are shown; the others are counted.
    """
    old, new = (
        split_lines(raw.decode("utf-8", "replace").removesuffix("\n")) for raw in (before, after)
    )
    lines: list[tuple[int, str]] = []
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for kind, first, last, new_first, new_last in matcher.get_opcodes():
        if kind == "equal":
            continue
        if kind == "delete":
            while first and first + 1 not in lost_lines and old[first - 1] == old[last - 1]:
                first, last = first - 1, last - 1
        lines += ((place + 1, f"- {old[place]}") for place in range(first, last))
        lines += ((place + 1, f"+ {new[place]}") for place in range(new_first, new_last))
    gutter = len(str(max((number for number, _ in lines), default=0)))
    for number, line in lines[:MOST_LINES]:
        style = "bad" if line.startswith("-") else "good"
        label = f"  {page.paint(f'{number:>{gutter}}', 'dim')} "
        text = page.paint(escape_hidden(line.expandtabs(2)), style)
        page.add_prose(label, text, hang=gutter + 5)
    if len(lines) > MOST_LINES:
        more = page.context.say("fix.more_lines", count=len(lines) - MOST_LINES)
        page.add_prose("", more, indent=2)


# --- for programs ---


def build_report(fix_result: FixResult, out: Path | None, context: Context) -> dict[str, object]:
    """Return the JSON document with the errors, the answers, and errors without a fix.

    `out`: the file written, or None if none was.
    """
    position = fix_result.position
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
        "findings": [
            finding_json.make_finding_json(finding, context.lang)
            for finding in position.findings
            if finding.severity == "error"
        ],
        "offers": [build_offer_report(answer, position, context) for answer in fix_result.answers],
        "standing": [
            finding_json.make_finding_json(finding, context.lang) for finding in fix_result.standing
        ],
        "together": fix_result.together,
        "unread": [context.format_in_file(problem) for problem in position.problems],
        "written": str(out) if out else None,
    }


def build_offer_report(answer: Answer, position: Position, context: Context) -> dict[str, object]:
    """Return the JSON fields of one answer: changes, steps, cost, and the roster after it."""
    after = answer.after
    assert after.army is not None
    return {
        "changes": [
            move_text.format_title(move, position.system, context.lang) for move in answer.moves
        ],
        "steps": [
            {"op": step.op, "path": list(step.path), "value": step.value}
            for step in answer.edit.steps
        ],
        "units_lost": answer.units_lost,
        "things_changed": answer.things,
        "points_lost": answer.points_lost if after.army.counts_points else None,
        "verdict": after.verdict,
        "points": after.points if after.army.counts_points else None,
        "roster": after.data,
    }
