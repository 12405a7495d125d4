"""Say what `import` read: each line that was guessed or not understood, what was written, and what to do next."""

from __future__ import annotations

from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.layout import VERDICT_ROLE, Page, command, few_numbers, sentences
from listbuilder.exchange.catalog import called
from listbuilder.exchange.imports import SEALED, Import
from listbuilder.exchange.suggest import suggestion
from listbuilder.law import words
from listbuilder.law.position import Position
from listbuilder.model.finding import Note
from listbuilder.model.problem import Problem
from listbuilder.model.said import Literal
from listbuilder.model.visible import visible
from listbuilder.store import atomic, problems
from listbuilder.store.words import listed, local, paired

_TAKEN = ("import_guess", "import_taken")  # notes that say which name was taken for which
Row = tuple[str, str, str, str]


def summary(made: Import, done: Position, name: str, out: Path | None, context: Context) -> str:
    """Return the summary. `done`: the roster as judged; `out`: the file written, None if it went to standard output."""
    page = Page(context)
    account = made.account
    if account.format == SEALED:
        page.prose("", context.say("import.read_seal", file=name))
    else:
        read = account.mapped + account.noise
        page.prose("", context.say("import.read_as", file=name, format=called(account.format), count=read, lines=account.lines))
    notes = [*account.notes, *account.warned]
    rows = [_taken(note, context) for note in notes if note.key in _TAKEN]
    names = [problem for problem in account.unread if _is_name(problem)]
    rows += [_unread(problem, made, done, context) for problem in names]
    rows.sort(key=lambda row: int(row[0]))
    others = [note for note in notes if note.key not in _TAKEN]
    if rows or others or account.unread or account.differences:
        page.blank()
    page.table([(context.paint(number, "dim"), *rest) for number, *rest in rows], "rlll")
    for problem in account.unread:
        if not _is_name(problem):
            label = context.paint(words.severity("error", context.lang), "bad")
            page.prose(paired(label, "", context.lang), _placed(problem, context))
    for note in others:
        page.prose(paired(context.paint(context.say("check.assumed"), "label"), "", context.lang), words.note(note, context.lang))
    for note in account.differences:
        label = context.paint(words.severity("warning", context.lang), "warn")
        page.prose(paired(label, "", context.lang), words.note(note, context.lang))
    page.blank()
    _add_outcome(page, made, done, out, context)
    return str(page)


def _taken(note: Note, context: Context) -> Row:
    args = note.args
    distance = int(args.get("distance") or 0)
    hint = context.paint(context.say("import.letters", count=distance), "dim") if distance else ""
    return str(args["line"]), visible(str(args["given"])), f"→ {local(str(args['taken']), context.lang)}", hint


def _is_name(problem: Problem) -> bool:
    """Return whether a problem is a name or a line that nothing is known of; anything else needs a sentence."""
    return problem.key.startswith("unread_") and problem.line is not None and _given(problem) != ""


def _given(problem: Problem) -> str:
    given = problem.args.get("given", problem.args.get("text"))
    return given if isinstance(given, str) else ""


def _unread(problem: Problem, made: Import, done: Position, context: Context) -> Row:
    """Return the row of a name that nothing is known of: its line, the name, and what it may mean."""
    assert problem.line is not None
    text = made.source.lines[problem.line - 1].text if problem.line <= len(made.source.lines) else ""
    found = suggestion(problem, text, done)
    hint = context.say("check.did_you_mean", name=found.name) if found is not None else ""
    shown, unknown = context.paint(visible(_given(problem)), "bad"), context.paint(context.say("import.not_read"), "bad")
    return str(problem.line), shown, unknown, hint


def _placed(problem: Problem, context: Context) -> str:
    sentence = problems.sentence(problem, context.lang)
    return sentence if problem.line is None else context.say("import.unread_at", line=problem.line, what=Literal(sentence))


def _add_outcome(page: Page, made: Import, done: Position, out: Path | None, context: Context) -> None:
    """Add what was written, the verdict, and the command that goes on from here."""
    assert made.document is not None
    wrote = context.say("import.wrote" if out is not None else "import.made", file=str(out))
    said = [context.say("import.units", count=made.units, all=max(made.units, len(made.parsed.units)))]
    if made.account.format == SEALED:
        said = []
    if done.army is not None and done.army.counts_points:
        said.append(context.say("check.points_no_limit", points=done.army.points))
    if made.account.stated_day:
        said.append(context.say("import.dated", day=made.account.stated_day))
    page.prose(paired(context.paint(wrote, "good"), "", context.lang), listed(said, context.lang), hang=2)
    verdict = _verdict(done, context)
    if out is None or atomic.is_stream(out):
        page.prose("", verdict)
    else:
        line = command("edit" if done.verdict == "unread" else "check", str(out))
        page.step(sentences([verdict, context.say("import.next")], context.lang), line)


def _verdict(done: Position, context: Context) -> str:
    verdict = words.verdict(done.verdict, context.lang)
    lines = sorted({problem.line for problem in done.problems if problem.line is not None})
    if done.verdict != "unread" or not lines:
        said = context.say("import.verdict", verdict=verdict)
    else:
        key = "import.until_line" if len(lines) == 1 else "import.until_lines"
        said = context.say(key, verdict=verdict, line=lines[0], lines=few_numbers(lines))
    return said.replace(verdict, context.paint(verdict, VERDICT_ROLE[done.verdict]), 1)
