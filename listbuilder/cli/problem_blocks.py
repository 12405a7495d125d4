"""The problems of a list as `check` shows them: with line, rule, fix, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from listbuilder.cli.context import Context
from listbuilder.cli.layout import Page, format_command, join_whole_sentences, limit_line_numbers
from listbuilder.cli.quoted_lines import ListLines, QuotedLine
from listbuilder.i18n import problem_text
from listbuilder.i18n.languages import get_language
from listbuilder.i18n.messages import add_remark, join_with_colon
from listbuilder.model.finding import Breach, Note, Stamped
from listbuilder.model.message_args import Literal
from listbuilder.model.problem import Problem
from listbuilder.model.rulebook import Severity, rank_severity
from listbuilder.model.safe_text import escape_hidden
from listbuilder.roster.position import Position
from listbuilder.rules import messages

if TYPE_CHECKING:
    from listbuilder.advice.first_fix import ShownFix, ShownFixes
    from listbuilder.advice.fix_lines import AnswerLine

MOST = 10  # problems shown of one list; whoever has fixed these sees the others
# what was not checked and is said unasked: the verdict may hang on it
_LOUD = ("own_rules_left_out", "by_today", "items_unknown_in_language")
_REST = "unread_line"  # a line that nothing is known of, as below a unit that nobody knows
_ROLE = {"error": "bad", "warning": "warn", "info": "label"}
# What was assumed about the list as it is written. Without -v, other assumptions are left out: they
# change no points.
_GUESSES = frozenset(
    (
        "import_guess",
        "import_taken",
        "import_unit_by_points",
        "import_faction_by_units",
        "import_detachment_by_enhancements",
        "smallest_size",
        "import_enhancement_by_points",
        "import_game_assumed",
        "day_by_prices",
        "import_warlord_assumed",
        "import_general_assumed",
        "size_assumed",
        "away_before",
        "price_not_known",
        "priced_elsewhere",
        "seal_of_other_text",
    )
)


class Block(NamedTuple):
    """One problem of a list, with its label (severity), code and sentence.

    `about`: a line that was not understood, a broken rule, something an event forbids, or stated
    points that differ.
    """

    label: Severity
    code: str
    message: str
    about: Problem | Stamped | Note

    @property
    def order(self) -> int:
        """The rank of the label, the worst first: error 0, warning 1, info 2."""
        return rank_severity(self.label)


def list_blocks(position: Position, context: Context) -> list[Block]:
    """Return all problems of a list, the worst first.

    They are the lines that were not understood, broken rules, what the event forbids, and points
    that differ from those stated. Problems with the same words and line are given once.
    """
    blocks_found = [
        Block("error", "", _say_with_lines_below(problem, below, context), problem)
        for problem, below in _count_lines_below(position.problems)
    ]
    blocks_found += [
        Block(finding.severity, finding.code, messages.say_finding(finding, context.lang), finding)
        for finding in position.findings
    ]
    for breach in position.breaches:
        message = context.say("check.event", what=messages.say_note(breach, context.lang))
        blocks_found.append(Block(breach.severity, "", message, breach))
    for note in position.imported.differences if position.imported else ():
        blocks_found.append(Block("warning", "", messages.say_note(note, context.lang), note))
    blocks_found.sort(key=lambda block: block.order)
    once: dict[tuple[str, str, str, int | None], Block] = {}
    for block in blocks_found:
        line = block.about.line if isinstance(block.about, Problem) else None
        once.setdefault((block.label, block.code, block.message, line), block)
    return list(once.values())


def _count_lines_below(problems_found: Sequence[Problem]) -> Iterator[tuple[Problem, int]]:
    """Yield each problem and how many lines below it were not understood because of it.

    The problems of these lines are not yielded themselves.
    """
    waiting: Problem | None = None
    below = 0
    for problem in problems_found:
        if waiting is not None:
            next_line = waiting.line + below + 1 if waiting.line is not None else None
            if problem.key == _REST and problem.line is not None and problem.line == next_line:
                below += 1
                continue
            yield waiting, below
        waiting, below = problem, 0
    if waiting is not None:
        yield waiting, below


def _say_with_lines_below(problem: Problem, below: int, context: Context) -> str:
    """Return the sentence of `problem`, with “and N lines below” if `below` (that N) is not 0."""
    sentence = _say_without_hint(problem, context)
    if not below:
        return sentence
    return context.say("check.and_below", what=Literal(sentence), count=below)


def format_severity_label(severity: str, code: str, context: Context) -> str:
    """Return the label that a problem begins with, such as error[40K-06], in its colour."""
    word = messages.say_severity(severity, context.lang)
    return context.paint(f"{word}[{code}]" if code else word, _ROLE.get(severity, "label"))


def format_short_lines(position: Position, context: Context) -> list[str]:
    """Return one line for each problem, in the style of compilers.

    An example: file:11: error[40K-06] message.
    """
    lines = ListLines(position)
    lines_found = []
    for block in list_blocks(position, context):
        message = block.message
        # A problem says the nearest name itself here: there is no line of help below it.
        if isinstance(block.about, Problem):
            message = problem_text.say_problem(block.about, context.lang)
        label = format_severity_label(block.label, block.code, context)
        lines_found.append(f"{_format_place(position, block, lines)}: {label} {message}")
    return lines_found


def _format_place(position: Position, block: Block, lines: ListLines) -> str:
    """Return the name of the list's file, with the line of the problem if that is known."""
    if isinstance(block.about, Problem):
        line = block.about.line
    else:
        quoted = lines.find_path_line(block.about.path)
        line = quoted.number if quoted is not None else None
    file = escape_hidden(position.file)
    return file if line is None else f"{file}:{line}"


def _say_without_hint(problem: Problem, context: Context) -> str:
    """Return the sentence of `problem` without its place and without the nearest name.

    Why: the nearest name is printed as a hint below the sentence.
    """
    args = {name: value for name, value in problem.args.items() if name != "near"}
    return problem_text.say_problem(msgspec.structs.replace(problem, args=args), context.lang)


class ProblemWriter:
    """Writes the problems of one list to a page."""

    def __init__(
        self, page: Page, position: Position, raw: bytes | None, verbose: bool, everything: bool
    ) -> None:
        """Prepare to write the problems of `position` to `page`.

        `raw`: the text of the list, from which lines are quoted. `verbose`: show warnings and notes
        in full too. `everything`: show more than `MOST` problems.
        """
        self.page, self.done, self.context = page, position, page.context
        self.verbose, self.everything = verbose, everything
        self.lines = ListLines(position, raw)
        self._fixes: ShownFixes | None = None
        self._quoted: set[QuotedLine] = set()

    def add_blocks(self, blocks_found: Sequence[Block]) -> None:
        """Add problems to the page, then what the verdict may depend on, then what to do next.

        What the verdict may depend on: assumptions about the list, and what was not checked; left
        out if `verbose`. Errors are shown in full, other problems on one line unless `verbose`. At
        most `MOST` are shown unless `everything`; the others are counted. What to do next is added
        only if there are errors.
        """
        errors = [block for block in blocks_found if block.label == "error"]
        if errors:
            self.page.add_blank_line()
        shown = blocks_found if self.everything else blocks_found[:MOST]
        for block in shown:
            if block.label == "error" or self.verbose:
                self._add_full_block(block)
            else:
                self.page.add_prose(self._format_label(block), block.message)
        if not self.verbose:
            self._add_important_basis()
        if len(shown) < len(blocks_found):
            left = len(blocks_found) - len(shown)
            self.page.add_lines(self.context.say("check.more", count=left))
        if self._fixes is not None and self._fixes.offers.ended:
            count = self._fixes.offers.count
            self.page.add_prose("", self.context.say("check.fixes_shown", count=count))
        if errors:
            self.page.add_blank_line()
            self._add_next_step(errors)

    def _add_important_basis(self) -> None:
        """Add assumptions about the list and unchecked points that the verdict may depend on.

        Assumptions that change no points are left out.
        """
        context = self.context
        for note in self.done.assumed:
            if note.key in _GUESSES:
                label = self._end_with_colon(context.paint(context.say("check.assumed"), "label"))
                self.page.add_prose(label, messages.say_note(note, context.lang))
        for note in self.done.not_checked:
            if note.key in _LOUD:
                text = messages.say_basis("not_checked", note, context.lang)
                self.page.add_prose("", text, hang=2)

    def _format_label(self, block: Block) -> str:
        """Return the severity and the code of a problem, with a colon, to put before its sentence.

        The code of an info is left out unless `verbose`.
        """
        code = "" if block.label == "info" and not self.verbose else block.code
        return self._end_with_colon(format_severity_label(block.label, code, self.context))

    def _end_with_colon(self, label: str) -> str:
        """Return `label` with a colon after it, as the language of the run writes it."""
        return join_with_colon(label, "", self.context.lang)

    def _add_full_block(self, block: Block) -> None:
        """Add a problem with its sentence, the quoted line of the list, its rule and its fix.

        A line that was not understood has a hint of what was meant instead of rule and fix.
        """
        page, context, about = self.page, self.context, block.about
        page.add_prose(self._format_label(block), block.message)
        if isinstance(about, Problem):
            self._quote_line(self.lines.find_problem_line(about), block)
            hint = self._find_hint(about)
            if hint:
                page.add_label("help", hint)
            return
        quoted = self.lines.find_path_line(about.path) or self._find_line_of_unit(about)
        self._quote_line(quoted, block)
        if isinstance(about, Stamped) and self.done.army is not None:
            rule = messages.say_rule_with_citation(
                self.done.army.book, about.name, about.citation, context.lang
            )
            page.add_label("rule", context.paint(rule, "dim"), "dim")
        if isinstance(about, (Stamped, Breach)):
            fix = self._find_fix(about)
            if fix is not None:
                self._add_fix(fix)

    def _quote_line(self, quoted: QuotedLine | None, block: Block) -> None:
        """Add `quoted`, the line of the list that the problem is about; nothing if it is None.

        A line that was quoted before is quoted again only for an error.
        """
        if quoted is None or (quoted in self._quoted and block.label != "error"):
            return
        self._quoted.add(quoted)
        role = _ROLE[block.label] if block.label in ("error", "warning") else "dim"
        self.page.add_quote(quoted.text, quoted.number, quoted.start, quoted.end, role)

    def _find_line_of_unit(self, about: Stamped | Note) -> QuotedLine | None:
        """Return the line of the unit that a problem names, if it names exactly one, else None.

        It is used for problems that have no line of their own.
        """
        if not isinstance(about, (Stamped, Breach)) or len(about.units) != 1:
            return None
        for unit in self.done.army.units if self.done.army is not None else ():
            if unit.id == about.units[0]:
                return self.lines.find_path_line(unit.path)
        return None

    def _find_hint(self, problem: Problem) -> str:
        """Return “did you mean …?” for a name or points that were not understood, or "".

        If the problem has no nearest name, a unit is suggested, but only for the list of another
        program.
        """
        near = problem.args.get("near")
        if isinstance(near, str) and near:
            return self.context.say("check.did_you_mean", name=near)
        if self.done.imported is None or self.done.army is None:
            return ""
        from listbuilder.formats.suggest_names import suggest_unit

        quoted = self.lines.find_problem_line(problem)
        suggested = suggest_unit(problem, quoted.text if quoted else "", self.done)
        if suggested is None:
            return ""
        key = "check.did_you_mean" if suggested.points is None else "check.did_you_mean_points"
        return self.context.say(key, name=suggested.name, points=suggested.points)

    # --- fixes ---

    def _find_fix(self, about: Stamped | Breach) -> ShownFix | None:
        """Return the fix to show for a problem, or None if none is found.

        Fixes for a legal list are shown only if `verbose`. The search for fixes is loaded only for
        a list with something to fix.
        """
        if self.done.verdict == "legal" and not self.verbose:
            return None
        if self._fixes is None:
            from listbuilder.advice.first_fix import ShownFixes

            self._fixes = ShownFixes(self.done, self.context.lang)
        return self._fixes.get_fix(about)

    def _add_fix(self, fix: ShownFix) -> None:
        """Add a line for each change of `fix`, with the outcome after the last one.

        If the problem is solved by a fix shown above, one line says so instead.
        """
        context = self.context
        if fix.with_above:
            self.page.add_label("fix", context.say("check.fixed_above"))
            return
        for place, line in enumerate(fix.lines):
            text = _add_points_to_change(line, context)
            if place == len(fix.lines) - 1:
                text += self._describe_outcome(fix)
            self.page.add_label("fix", text)

    def _describe_outcome(self, fix: ShownFix) -> str:
        """Return what the list is like after `fix`, to put behind its last change.

        The text names the rules that are broken then, else says that the list is legal, else gives
        the new points. "" if none of these applies.
        """
        context = self.context
        if fix.opens:
            opens = list(dict.fromkeys(f"{finding.code} {finding.name}" for finding in fix.opens))
            return f" {context.say('check.but_then', opens=opens)}"
        if fix.legal:
            verdict = messages.say_verdict("legal", context.lang)
            key = "check.becomes_plain" if fix.points is None else "check.becomes"
            text = context.say(key, verdict=verdict, points=fix.points)
            return f" {text.replace(verdict, context.paint(verdict, 'good'), 1)}"
        if fix.points is not None and fix.points != self.done.points:
            return f" → {context.say('check.points_no_limit', points=fix.points)}"
        return ""

    # --- what to do next ---

    def _add_next_step(self, errors: Sequence[Block]) -> None:
        """Add the number of errors, and the command that fixes them or the lines to correct.

        The lines to correct are given if the list could not be read. For a list that breaks
        conditions of an event only the number is added. Why: `fix` knows the rules of the game but
        not those of the event.
        """
        context, position = self.context, self.done
        if position.verdict == "unread":
            self.page.add_prose("", self._say_lines_to_correct(errors))
            return
        count = context.say("check.errors", count=len(errors))
        if position.breaches:  # `fix` knows the law and not the event
            self.page.add_lines(count)
            return
        solved = self._fixes is not None and self._fixes.solved
        own = position.format == "roster" and position.file != "-"
        day = ("--as-of", context.as_of) if context.as_of else ()
        if not solved:
            key, line = "check.find_fix", format_command("fix", position.file, *day)
        else:
            key = "check.apply_fix" if len(errors) == 1 else "check.apply_all"
            where = ("--apply",) if own else ("-o", "fixed.yaml")
            line = format_command("fix", position.file, *day, *where)
        self.page.add_step(join_whole_sentences([count, context.say(key)], context.lang), line)

    def _say_lines_to_correct(self, errors: Sequence[Block]) -> str:
        """Return sentences on how many lines were understood and which lines to correct.

        If known, a last sentence says what the verdict would be without those lines. Without the
        number of lines read, the number of errors comes first.
        """
        context, imported = self.context, self.done.imported
        problems = [block.about for block in errors if isinstance(block.about, Problem)]
        lines = sorted({problem.line for problem in problems if problem.line is not None})
        if imported is not None and imported.lines:
            count = imported.mapped + imported.noise  # noise is known not to matter
            understood = context.say("check.understood", count=count, lines=imported.lines)
        else:
            understood = context.say("check.errors", count=len(errors))
        if not lines:
            return join_whole_sentences([understood, context.say("check.correct")], context.lang)
        key = "check.correct_line" if len(lines) == 1 else "check.correct_lines"
        texts = [understood, context.say(key, line=lines[0], lines=limit_line_numbers(lines))]
        if self.done.otherwise is not None:
            then = messages.say_verdict(self.done.otherwise, context.lang)
            key = "check.without_it" if len(lines) == 1 else "check.without_them"
            texts.append(context.say(key, verdict=then))
        return join_whole_sentences(texts, context.lang)


def _add_points_to_change(line: AnswerLine, context: Context) -> str:
    """Return the text of a change with its points.

    If the text ends with brackets, the points go inside them: remove Lychguard (line 8, -85).
    """
    text = line.text
    if not line.points:
        return text
    opening, closing = get_language(context.lang).brackets
    if not text.endswith(closing) or opening not in text:
        return add_remark(text, f"{line.points:+}", context.lang)
    what = Literal(text.removesuffix(closing))
    return context.say("check.costs", what=what, points=f"{line.points:+}") + closing
