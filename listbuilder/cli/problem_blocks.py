"""The problems of a list as `check` shows them: each with its line quoted, its rule, its fix, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from listbuilder.cli.context import Context
from listbuilder.cli.layout import Page, command, few_numbers, sentences
from listbuilder.cli.quoted_lines import Lines, Quoted
from listbuilder.law import words
from listbuilder.law.position import Position
from listbuilder.model.finding import Breach, Note, Stamped
from listbuilder.model.imported import Imported
from listbuilder.model.problem import Problem
from listbuilder.model.said import Literal
from listbuilder.model.visible import visible
from listbuilder.store import problems
from listbuilder.store.languages import language
from listbuilder.store.words import bracketed, paired

if TYPE_CHECKING:
    from listbuilder.advice.answer_lines import AnswerLine
    from listbuilder.advice.first_fix import ShownFix, ShownFixes

MOST = 10  # problems shown of one list; whoever has fixed these sees the others
_LOUD = ("own_rules_left_out", "by_today")  # what was not checked and is said unasked: the verdict may hang on it
_REST = "unread_line"  # a line that nothing is known of, as below a unit that nobody knows
_ORDER = {"error": 0, "warning": 1, "info": 2}
_ROLE = {"error": "bad", "warning": "warn", "info": "label"}
# What was assumed about the list as it is written. Without -v, other assumptions are left out: they change no points.
_GUESSES = frozenset(
    (
        *("import_guess", "import_taken", "import_faction_by_units", "import_detachment_by_enhancements", "smallest_size"),
        *("import_enhancement_by_points", "import_warlord_assumed", "import_general_assumed", "size_assumed", "away_before"),
        *("price_not_known", "priced_elsewhere", "seal_of_other_text"),
    )
)


class Block(NamedTuple):
    """One problem: a line that could not be read, a finding, what an event asks, or what the stated points say."""

    label: str  # error, warning or info
    code: str
    message: str
    about: Problem | Stamped | Note

    @property
    def order(self) -> int:
        return _ORDER[self.label]


def blocks(done: Position, context: Context) -> list[Block]:
    """Return all problems of a list, the worst first. What is said twice in the same words is said once."""
    found = [Block("error", "", _counted(problem, below, context), problem) for problem, below in _led(done.problems)]
    found += [Block(each.severity, each.code, words.message(each, context.lang), each) for each in done.findings]
    found += [Block(each.severity, "", _breach(each, context), each) for each in done.breaches]
    for note in done.imported.differences if done.imported else ():
        found.append(Block("warning", "", words.note(note, context.lang), note))
    found.sort(key=lambda block: block.order)
    once: dict[tuple[str, str, str, int | None], Block] = {}
    for block in found:
        line = block.about.line if isinstance(block.about, Problem) else None
        once.setdefault((block.label, block.code, block.message, line), block)
    return list(once.values())


def _led(found: Sequence[Problem]) -> Iterator[tuple[Problem, int]]:
    """Return the problems of a list, each with how many of the next lines could only not be read because of it."""
    waiting, below = None, 0
    for problem in found:
        if waiting is not None and waiting.line is not None and problem.key == _REST and problem.line == waiting.line + below + 1:
            below += 1
            continue
        if waiting is not None:
            yield waiting, below
        waiting, below = problem, 0
    if waiting is not None:
        yield waiting, below


def _counted(problem: Problem, below: int, context: Context) -> str:
    sentence = _sentence(problem, context)
    return context.say("check.and_below", what=Literal(sentence), count=below) if below else sentence


def severity_label(severity: str, code: str, context: Context) -> str:
    """Return how a problem begins: error[40K-06]."""
    said = words.severity(severity, context.lang)
    return context.paint(f"{said}[{code}]" if code else said, _ROLE.get(severity, "label"))


def short(done: Position, context: Context) -> list[str]:
    """Return one line for each problem, as compilers print them: file:11: error[40K-06] message."""
    lines = Lines(done)
    found = []
    for block in blocks(done, context):
        # A problem says the nearest name itself here: there is no line of help below it.
        message = problems.sentence(block.about, context.lang) if isinstance(block.about, Problem) else block.message
        found.append(f"{_place(done, block, lines)}: {severity_label(block.label, block.code, context)} {message}")
    return found


def _place(done: Position, block: Block, lines: Lines) -> str:
    line = block.about.line if isinstance(block.about, Problem) else None
    if line is None and not isinstance(block.about, Problem) and (quoted := lines.of_path(block.about.path)):
        line = quoted.number
    return visible(done.file) if line is None else f"{visible(done.file)}:{line}"


def _sentence(problem: Problem, context: Context) -> str:
    """Return the sentence of a problem without its place and the nearest name, which is said as a hint."""
    args = {name: value for name, value in problem.args.items() if name != "near"}
    return problems.sentence(msgspec.structs.replace(problem, args=args), context.lang)


def _breach(breach: Breach, context: Context) -> str:
    return context.say("check.event", what=words.note(breach, context.lang))


class Problems:
    """Sets the problems of one list on a page."""

    def __init__(self, page: Page, done: Position, raw: bytes | None, verbose: bool, everything: bool) -> None:
        self.page, self.done, self.context = page, done, page.context
        self.verbose, self.everything = verbose, everything
        self.lines = Lines(done, raw)
        self._fixes: ShownFixes | None = None
        self._quoted: set[Quoted] = set()

    def add(self, found: Sequence[Block]) -> None:
        errors = [block for block in found if block.label == "error"]
        if errors:
            self.page.blank()
        shown = found if self.everything else found[:MOST]
        for block in shown:
            if block.label == "error" or self.verbose:
                self._add_whole(block)
            else:
                self.page.prose(self._label(block), block.message)
        for note in self.done.assumed:
            if note.key in _GUESSES and not self.verbose:
                self.page.prose(self._begun(self.context.paint(self.context.say("check.assumed"), "label")), self._note(note))
        for note in self.done.not_checked:
            if note.key in _LOUD and not self.verbose:
                self.page.prose("", words.basis("not_checked", note, self.context.lang), hang=2)
        if len(shown) < len(found):
            self.page.add(self.context.say("check.more", count=len(found) - len(shown)))
        if self._fixes is not None and self._fixes.offers.ended:
            self.page.prose("", self.context.say("check.fixes_shown", count=self._fixes.offers.count))
        if errors:
            self.page.blank()
            self._add_next(errors)

    def _note(self, note: Note) -> str:
        return words.note(note, self.context.lang)

    def _label(self, block: Block) -> str:
        code = "" if block.label == "info" and not self.verbose else block.code
        return self._begun(severity_label(block.label, code, self.context))

    def _begun(self, label: str) -> str:
        return paired(label, "", self.context.lang)

    def _add_whole(self, block: Block) -> None:
        """Add a problem with its line, its rule and its fix."""
        page, context, about = self.page, self.context, block.about
        page.prose(self._label(block), block.message)
        if isinstance(about, Problem):
            self._quote(self.lines.of_problem(about), block)
            if hint := self._hint(about):
                page.label("help", hint)
            return
        self._quote(self.lines.of_path(about.path) or self._line_of_unit(about), block)
        if isinstance(about, Stamped) and self.done.army is not None:
            rule = words.rule_line(self.done.army.book, about.name, about.citation, context.lang)
            page.label("rule", context.paint(rule, "dim"), "dim")
        if isinstance(about, (Stamped, Breach)) and (fix := self._fix(about)) is not None:
            self._add_fix(fix)

    def _quote(self, quoted: Quoted | None, block: Block) -> None:
        if quoted is None or (quoted in self._quoted and block.label != "error"):
            return
        self._quoted.add(quoted)
        role = _ROLE[block.label] if block.label in ("error", "warning") else "dim"
        self.page.quote(quoted.text, quoted.number, quoted.start, quoted.end, role)

    def _line_of_unit(self, about: Stamped | Note) -> Quoted | None:
        """Return the line of the unit that a problem of the whole list is about, if it is one alone."""
        if not isinstance(about, (Stamped, Breach)) or len(about.units) != 1 or self.done.army is None:
            return None
        path = next((unit.path for unit in self.done.army.units if unit.id == about.units[0]), None)
        return self.lines.of_path(path) if path is not None else None

    def _hint(self, problem: Problem) -> str:
        near = problem.args.get("near")
        if isinstance(near, str) and near:
            return self.context.say("check.did_you_mean", name=near)
        if self.done.imported is None or self.done.army is None:
            return ""
        from listbuilder.exchange.suggest import suggestion

        quoted = self.lines.of_problem(problem)
        found = suggestion(problem, quoted.text if quoted else "", self.done)
        if found is None:
            return ""
        key = "check.did_you_mean" if found.points is None else "check.did_you_mean_points"
        return self.context.say(key, name=found.name, points=found.points)

    # --- fixes ---

    def _fix(self, about: Stamped | Breach) -> ShownFix | None:
        if self.done.verdict == "legal" and not self.verbose:
            return None
        if self._fixes is None:
            from listbuilder.advice.first_fix import ShownFixes  # only for a list with something to fix

            self._fixes = ShownFixes(self.done, self.context.lang)
        return self._fixes.of(about)

    def _add_fix(self, fix: ShownFix) -> None:
        context = self.context
        if fix.with_above:
            self.page.label("fix", context.say("check.fixed_above"))
            return
        for place, line in enumerate(fix.lines):
            said = _with_points(line, context)
            if place == len(fix.lines) - 1:
                said += self._outcome(fix)
            self.page.label("fix", said)

    def _outcome(self, fix: ShownFix) -> str:
        """Return what the list is after a fix."""
        context = self.context
        if fix.opens:
            opens = list(dict.fromkeys(f"{each.code} {each.name}" for each in fix.opens))
            return f" {context.say('check.but_then', opens=opens)}"
        if fix.legal:
            verdict = words.verdict("legal", context.lang)
            key = "check.becomes_plain" if fix.points is None else "check.becomes"
            said = context.say(key, verdict=verdict, points=fix.points)
            return f" {said.replace(verdict, context.paint(verdict, 'good'), 1)}"
        if fix.points is not None and fix.points != self.done.points:
            return f" → {context.say('check.points_no_limit', points=fix.points)}"
        return ""

    # --- what to do next ---

    def _add_next(self, errors: Sequence[Block]) -> None:
        """Add how many errors there are, and the command that fixes them or the lines to correct."""
        context, done = self.context, self.done
        if done.verdict == "unread":
            self.page.prose("", self._to_correct(errors))
            return
        count = context.say("check.errors", count=len(errors))
        if done.breaches:  # `fix` knows the law and not the event
            self.page.add(count)
            return
        solved = self._fixes is not None and self._fixes.solved
        own = done.format == "roster" and done.file != "-"
        day = ("--as-of", context.as_of) if context.as_of else ()
        file = f"./{done.file}" if done.file.startswith("-") and done.file != "-" else done.file  # else it reads as an option
        if not solved:
            key, line = "check.find_fix", command("fix", file, *day)
        else:
            key = "check.apply_fix" if len(errors) == 1 else "check.apply_all"
            line = command("fix", file, *day, *(("--apply",) if own else ("-o", "fixed.yaml")))
        self.page.step(sentences([count, context.say(key)], context.lang), line)

    def _to_correct(self, errors: Sequence[Block]) -> str:
        context, imported = self.context, self.done.imported
        lines = sorted({each.about.line for each in errors if isinstance(each.about, Problem) and each.about.line is not None})
        if imported is not None and imported.lines:
            understood = context.say("check.understood", count=_understood(imported), lines=imported.lines)
        else:
            understood = context.say("check.errors", count=len(errors))
        if not lines:
            return sentences([understood, context.say("check.correct")], context.lang)
        key = "check.correct_line" if len(lines) == 1 else "check.correct_lines"
        said = [understood, context.say(key, line=lines[0], lines=few_numbers(lines))]
        if self.done.otherwise is not None:
            then = words.verdict(self.done.otherwise, context.lang)
            said.append(context.say("check.without_it" if len(lines) == 1 else "check.without_them", verdict=then))
        return sentences(said, context.lang)


def _with_points(line: AnswerLine, context: Context) -> str:
    """Return a change with its points, in the brackets at its end if it has such: remove Lychguard (line 8, -85)."""
    text = line.text
    if not line.points:
        return text
    opening, closing = language(context.lang).brackets
    if not text.endswith(closing) or opening not in text:
        return bracketed(text, f"{line.points:+}", context.lang)
    return context.say("check.costs", what=Literal(text.removesuffix(closing)), points=f"{line.points:+}") + closing


def _understood(imported: Imported) -> int:
    return imported.mapped + imported.noise
