"""The summary after `import`: lines guessed or not understood, the file written, the next step."""

from __future__ import annotations

from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.layout import (
    VERDICT_ROLE,
    Page,
    format_command,
    join_whole_sentences,
    limit_line_numbers,
)
from listbuilder.data import atomic_file
from listbuilder.formats.imported_list import SEALED, Import
from listbuilder.formats.registry import get_form_name
from listbuilder.formats.suggest_names import suggest_unit
from listbuilder.i18n import problem_text
from listbuilder.i18n.messages import join_list, join_with_colon, translate_name
from listbuilder.model.finding import Note
from listbuilder.model.message_args import Literal
from listbuilder.model.problem import Problem
from listbuilder.model.safe_text import escape_hidden
from listbuilder.roster.position import Position
from listbuilder.rules import messages

_TAKEN = (
    "import_guess",
    "import_taken",
    "import_unit_by_points",
)  # notes that say which name was taken for which
Row = tuple[str, str, str, str]


def build_summary(
    imported: Import, position: Position, name: str, out: Path | None, context: Context
) -> str:
    """Return the summary of an import: guesses, lines not understood, result, next step.

    `position`: the new roster as judged. `name`: the file that was read. `out`: the file written,
    or None if the roster went to standard output.
    """
    page = Page(context)
    account = imported.account
    if account.format == SEALED:
        page.add_prose("", context.say("import.read_seal", file=name))
    else:
        args = {
            "file": name,
            "format": get_form_name(account.format),
            "count": account.mapped + account.noise,
            "lines": account.lines,
        }
        page.add_prose("", context.say("import.read_as", **args))
    notes = [*account.notes, *account.warned]
    rows = [_build_guess_row(note, context) for note in notes if note.key in _TAKEN]
    names = [problem for problem in account.unread if _is_name(problem)]
    rows += [_build_unread_row(problem, imported, position, context) for problem in names]
    rows.sort(key=lambda row: int(row[0]))
    others = [note for note in notes if note.key not in _TAKEN]
    if rows or others or account.unread or account.differences:
        page.add_blank_line()
    page.add_table([(context.paint(number, "dim"), *rest) for number, *rest in rows], "rlll")

    def add_sentence(label: str, role: str, text: str) -> None:
        """Add the sentence `text` after `label`, which gets the colour of `role`, and a colon."""
        page.add_prose(join_with_colon(context.paint(label, role), "", context.lang), text)

    for problem in account.unread:
        if not _is_name(problem):
            error = messages.say_severity("error", context.lang)
            add_sentence(error, "bad", _format_problem(problem, context))
    for note in others:
        assumed = context.say("check.assumed")
        add_sentence(assumed, "label", messages.say_note(note, context.lang))
    for note in account.differences:
        warning = messages.say_severity("warning", context.lang)
        add_sentence(warning, "warn", messages.say_note(note, context.lang))
    page.add_blank_line()
    _add_outcome(page, imported, position, out, context)
    return str(page)


def _build_guess_row(note: Note, context: Context) -> Row:
    """Return the table row of a guessed name: line, name written, name it was taken for.

    The last cell says by how many letters they differ.
    """
    args = note.args
    distance = int(args.get("distance") or 0)
    hint = context.paint(context.say("import.letters", count=distance), "dim") if distance else ""
    return (
        str(args["line"]),
        escape_hidden(str(args["given"])),
        f"→ {translate_name(str(args['taken']), context.lang)}",
        hint,
    )


def _is_name(problem: Problem) -> bool:
    """Return whether `problem` is about a name or line that was not understood at all.

    Such a problem is shown as a row of the table. Any other problem is shown as a sentence.
    """
    return (
        problem.key.startswith("unread_") and problem.line is not None and _get_given(problem) != ""
    )


def _get_given(problem: Problem) -> str:
    """Return the text of the list that `problem` is about, or ""."""
    written = problem.args.get("given", problem.args.get("text"))
    return written if isinstance(written, str) else ""


def _build_unread_row(
    problem: Problem, imported: Import, position: Position, context: Context
) -> Row:
    """Return the table row of a name not understood: line, name, and what it may mean."""
    assert problem.line is not None
    lines = imported.source.lines
    text = lines[problem.line - 1].text if problem.line <= len(lines) else ""
    suggested = suggest_unit(problem, text, position)
    hint = context.say("check.did_you_mean", name=suggested.name) if suggested is not None else ""
    name = context.paint(escape_hidden(_get_given(problem)), "bad")
    unknown = context.paint(context.say("import.not_read"), "bad")
    return str(problem.line), name, unknown, hint


def _format_problem(problem: Problem, context: Context) -> str:
    """Return the sentence of a problem, with its line if there is one."""
    sentence = problem_text.say_problem(problem, context.lang)
    if problem.line is None:
        return sentence
    return context.say("import.unread_at", line=problem.line, what=Literal(sentence))


def _add_outcome(
    page: Page, imported: Import, position: Position, out: Path | None, context: Context
) -> None:
    """Add what was written, the verdict on it, and the command to go on with.

    The command is left out if the roster went to standard output or into a pipe.
    """
    assert imported.document is not None
    wrote = context.say("import.wrote" if out is not None else "import.made", file=str(out))
    facts = []
    if imported.account.format != SEALED:
        stated = max(imported.unit_count, len(imported.parsed.units))
        facts.append(context.say("import.units", count=imported.unit_count, all=stated))
    if position.army is not None and position.army.counts_points:
        facts.append(context.say("check.points_no_limit", points=position.army.points))
    if imported.account.stated_day:
        facts.append(context.say("import.dated", day=imported.account.stated_day))
    label = join_with_colon(context.paint(wrote, "good"), "", context.lang)
    page.add_prose(label, join_list(facts, context.lang), hang=2)
    verdict = _format_verdict(position, context)
    if out is None or atomic_file.is_stream(out):
        page.add_prose("", verdict)
    else:
        line = format_command("edit" if position.verdict == "unread" else "check", str(out))
        page.add_step(
            join_whole_sentences([verdict, context.say("import.next")], context.lang), line
        )


def _format_verdict(position: Position, context: Context) -> str:
    """Return the verdict as a sentence; if lines could not be read, it names those to correct."""
    verdict = messages.say_verdict(position.verdict, context.lang)
    lines = sorted({problem.line for problem in position.problems if problem.line is not None})
    if position.verdict != "unread" or not lines:
        text = context.say("import.verdict", verdict=verdict)
    else:
        key = "import.until_line" if len(lines) == 1 else "import.until_lines"
        text = context.say(key, verdict=verdict, line=lines[0], lines=limit_line_numbers(lines))
    return text.replace(verdict, context.paint(verdict, VERDICT_ROLE[position.verdict]), 1)
