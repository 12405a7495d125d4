"""The verdict: points against the limit as a bar, counts, findings with fixes, and what is free."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from textual import events

from listbuilder.games.common.deployment_fields import make_unit_name
from listbuilder.games.common.editor import Text
from listbuilder.games.common.labels import number_units
from listbuilder.model.edit import Edit
from listbuilder.model.finding import Stamped
from listbuilder.model.rulebook import rank_severity
from listbuilder.roster.position import Position
from listbuilder.tui.text import Words
from listbuilder.tui.widgets.army import SIGNS
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.workspace.session import Session

if TYPE_CHECKING:
    from listbuilder.advice.candidates import Free

VERDICTS = {"legal": ("✓", "good"), "illegal": ("✗", "bad"), "unread": ("?", "warn")}
# findings with their fixes below them: looking for those of a thousand would stop the keyboard
WITH_FIXES = 100
MOST_OPTIONS = 4  # named of what is free


class VerdictPane(Rows):
    """The pane of the verdict.

    Keys of its lines are ("finding", place), ("fix", place, place of the fix), ("problem", place),
    ("free", place) and ("notes",).
    """

    _last: tuple[Session, Words] | None = None
    free: Sequence[Free] = ()
    unfolded = False

    def refresh_from(self, session: Session, words: Words) -> None:
        """Show the verdict on the roster of `session`, as wide as the pane is."""
        self._last = (session, words)
        self.show_lines(
            list(
                self._yield_lines(session, words, max(self.scrollable_content_region.width - 2, 10))
            )
        )

    def on_click(self, event: events.Click) -> None:
        """Show or hide the notes with one click on their line; else do as any list does."""
        key, _ = self.find_at(event)
        if key == ("notes",):
            event.prevent_default()
            self.move_cursor_to(key)
            self.post_message(self.Chosen(self, key))

    def _fit_lines(self) -> None:
        """Show everything again for the present width.

        Why: the bar of points is as wide as the pane.
        """
        super()._fit_lines()
        if self._last is not None:
            self.refresh_from(*self._last)

    def toggle_notes(self, session: Session, words: Words) -> None:
        """Show the notes if they are hidden, or hide them."""
        self.unfolded = not self.unfolded
        self.refresh_from(session, words)

    def _yield_lines(self, session: Session, words: Words, width: int) -> Iterator[Line]:
        """Yield all lines of the pane: verdict, unreadable parts, findings, choices and notes.

        For a list that is still empty, it is a greeting instead.
        """
        position = session.position
        if not is_begun(position):
            yield from _yield_greeting(position, words)
            return
        yield from _yield_header(position, words, width)
        for place, problem in enumerate(position.problems):
            yield Line(
                key=("problem", place),
                left=words.describe_problem(problem),
                mark="✗",
                mark_look="bad",
                wrap=True,
            )
        order = sorted(
            range(len(position.findings)),
            key=lambda place: rank_severity(position.findings[place].severity),
        )
        errors_and_warnings = [
            place for place in order if position.findings[place].severity != "info"
        ]
        yield from _yield_findings(position, errors_and_warnings, words)
        for place, free in enumerate(self.free):
            yield Line(
                key=("free", place),
                left=_describe_free_choice(free, words),
                mark="○",
                mark_look="good",
                wrap=True,
            )
        notes = [place for place in order if position.findings[place].severity == "info"]
        assumed = list(session.army.assumed) if session.army is not None else []
        if notes or assumed:
            sign = "▾" if self.unfolded else "▸"
            count = len(notes) + len(assumed)
            yield Line(
                key=("notes",),
                left=words("notes_folded", count=count),
                mark=sign,
                look="dim",
                wrap=True,
            )
        if self.unfolded:
            yield from _yield_findings(position, notes, words)
            for note in assumed:
                yield Line(
                    left=words.describe_basis("assumed", note), look="dim", indent=2, wrap=True
                )


def is_begun(position: Position) -> bool:
    """Return whether the roster has units or a part that can't be read; True too without an army.

    Why: the errors of a list that is still empty are not worth showing.
    """
    return position.army is None or bool(position.army.units or position.problems)


def format_headline(position: Position, words: Words) -> tuple[str, str]:
    """Return the verdict, points and counts of findings on one line, and the name of its colour.

    It is used where the pane of the verdict can't be seen.
    """
    if not is_begun(position):
        headline = words("greeting.head")
        if position.army is not None and position.army.counts_points and position.army.limit:
            headline += f"  0/{position.army.limit}"
        return headline, "name"
    sign, look = VERDICTS[position.verdict]
    text = f"{sign} {words.translate_verdict(position.verdict)}"
    if position.army is not None and position.army.counts_points:
        limit = f"/{position.army.limit}" if position.army.limit is not None else ""
        text += f"  {position.points}{limit}"
    errors, warnings = (
        position.count_findings("error") + len(position.problems),
        position.count_findings("warning"),
    )
    if errors:
        text += f"  {words('errors', count=errors)}"
    if warnings:
        text += f"  {words('warnings', count=warnings)}"
    return text, look


def make_status_line(position: Position, words: Words, *, picking: bool = False) -> Line:
    """Return one line with the verdict, the points left and the worst finding.

    It is used where the pane of the verdict can't be seen. For a list that is still empty, it says
    what to do first: with `picking`, in the picker; otherwise on the page of the army.
    """
    if not is_begun(position):
        is_free = position.army is not None and not position.army.counts_points
        key = "greeting.type_free" if is_free else "greeting.type"
        text = words(key if picking else "greeting.open")
        return Line(left=text, mark="→", look="good")
    sign, look = VERDICTS[position.verdict]
    army = position.army
    points_text = ""
    if army is not None and army.counts_points and army.limit is not None:
        spare = army.limit - army.points
        points_text = _format_points_left(spare, words)
    worst = min(
        position.findings, key=lambda finding: rank_severity(finding.severity), default=None
    )
    if position.problems:
        worst_text = words.describe_problem(position.problems[0])
    elif worst is not None and worst.severity != "info":
        worst_text = f"{worst.code} {words.describe_finding(worst)}"
    else:
        worst_text = ""
    parts = (
        words.translate_verdict(position.verdict),
        points_text,
        f"! {worst_text}" if worst_text else words("nothing_wrong"),
    )
    return Line(left=" · ".join(filter(None, parts)), mark=sign, look=look)


def list_basis(position: Position, words: Words) -> list[Line]:
    """Return what the verdict is based on as lines: date of the data, what was not checked."""
    army = position.army
    if army is None:
        return []
    texts = [words.describe_date(army)] if army.priced_on else []
    texts += [words.describe_basis("not_checked", note) for note in position.not_checked]
    return [Line(left=text, look="dim", wrap=True) for text in texts]


def draw_bar(points: int, limit: int | None, width: int) -> str:
    """Return the points as a bar of full blocks, with another mark for those over the limit."""
    if not limit:
        return ""
    if points <= limit:
        full = points * width // limit
        return "█" * full + "░" * (width - full)
    inside = max(limit * width // points, 1)
    return "█" * inside + "▚" * (width - inside)


def _yield_header(position: Position, words: Words, width: int) -> Iterator[Line]:
    """Yield the verdict, the points with their bar, and the counts of errors and warnings."""
    sign, look = VERDICTS[position.verdict]
    yield Line(left=words.translate_verdict(position.verdict), mark=sign, look=look)
    army = position.army
    if army is not None:
        if army.counts_points:
            yield Line(left=_format_points(army.points, army.limit, words), look="name")
        if army.limit and army.counts_points:
            yield Line(
                left=draw_bar(army.points, army.limit, min(width, 40)),
                look="bad" if army.points > army.limit else "good",
            )
        if army.past_day:
            yield Line(left=words("day.judged", day=army.priced_on), look="warn", wrap=True)
        errors, warnings = (
            position.count_findings("error") + len(position.problems),
            position.count_findings("warning"),
        )
        yield Line(
            left=words(
                "listed", items=[words("errors", count=errors), words("warnings", count=warnings)]
            ),
            look="dim",
        )
    yield Line()


def _yield_findings(position: Position, places: Sequence[int], words: Words) -> Iterator[Line]:
    """Yield the lines of the findings at `places`, each with its fixes below it.

    Only the first WITH_FIXES findings that have fixes are shown with them; a last line says so.
    """
    with_fixes = without_fixes = 0
    labels = number_equal_units(position, words)
    for place in places:
        finding = position.findings[place]
        sign, look = SIGNS[finding.severity]
        which_units = _tell_which_units(finding, labels, words)
        text = f"{finding.code} {words.describe_finding(finding)}{which_units}"
        yield Line(key=("finding", place), left=text, mark=sign, mark_look=look, wrap=True)
        if with_fixes == WITH_FIXES:
            without_fixes += 1
            continue
        with_fixes += bool(finding.fixes)
        titles = describe_fixes(position, finding, labels, words)
        for number, title in enumerate(titles):
            yield Line(
                key=("fix", place, number),
                left=title,
                mark="→",
                mark_look="good",
                indent=2,
                wrap=True,
            )
    if without_fixes:
        yield Line(left=words("fixes_shown", count=with_fixes), look="dim", wrap=True)


def describe_fixes(
    position: Position, finding: Stamped, labels: dict[str, str], words: Words
) -> list[str]:
    """Return the titles of the fixes of `finding`, with the unit where several share its name.

    `labels`: the numbered names of units that share one, by unit id.
    """
    return [
        name_changed_unit(words.describe_fix(finding, fix), fix.edit, position, labels, words)
        for fix in finding.fixes
    ]


def name_changed_unit(
    title: str, edit: Edit, position: Position, labels: dict[str, str], words: Words
) -> str:
    """Return `title` with the unit that `edit` changes, if that one shares its name with others.

    Nothing is added where several such units are changed. `labels`: their numbered names, by id.
    """
    units = position.army.list_known_units() if position.army is not None else []
    changed = {
        labels[unit.id]
        for unit in units
        if unit.id in labels
        and unit.path
        and any(step.path[: len(unit.path)] == unit.path for step in edit.steps)
    }
    return words("which_unit", text=title, unit=changed.pop()) if len(changed) == 1 else title


def number_equal_units(position: Position, words: Words) -> dict[str, str]:
    """Return by unit id the numbered name of each unit whose name several units have.

    Empty if there are no findings.
    """
    if position.army is None or not position.findings:
        return {}
    units = position.army.list_known_units()
    unit_numbers = number_units(units)
    return {
        unit.id: words.format_text(make_unit_name(unit, unit_numbers))
        for unit in units
        if unit.id in unit_numbers
    }


def _tell_which_units(finding: Stamped, labels: dict[str, str], words: Words) -> str:
    """Return in brackets which units a finding is about, where several have the same name.

    `labels`: their numbered names by unit id. Empty if no such unit is concerned, or more than
    MOST_OPTIONS.
    """
    names = [labels[unit_id] for unit_id in finding.units if unit_id in labels]
    if not 0 < len(names) <= MOST_OPTIONS:
        return ""
    return f" [{words('listed', items=names)}]"


def _describe_free_choice(free: Free, words: Words) -> str:
    """Return the sentence that something can be chosen without a price, with the first few
    options.
    """
    field_name: Any = words(f"field.{free.key}", **free.args)
    named = [
        Text("name", {"name": option.args["name"]}) if "name" in option.args else option
        for option in free.options
    ]
    options = [words.format_text(label) for label in named[:MOST_OPTIONS]] + ["…"] * (
        len(named) > MOST_OPTIONS
    )
    return words("free", what=field_name, options=options)


def _yield_greeting(position: Position, words: Words) -> Iterator[Line]:
    """Yield the lines for an empty list: what to do first, and what the list will need."""
    yield Line(left=words("greeting.head"), look="name")
    has_sizes = position.army is None or position.army.counts_points
    for key in ("add", "size", "next") if has_sizes else ("add", "next"):
        yield Line(left=words(f"greeting.{key}"), mark="→", mark_look="good", wrap=True)
    needs = [finding for finding in position.findings if finding.severity != "info"]
    if needs:
        yield Line()
        yield Line(left=words("greeting.needs"), look="head")
    for finding in needs:
        yield Line(left=words.describe_finding(finding), mark="·", look="dim", wrap=True)


def _format_points(points: int, limit: int | None, words: Words) -> str:
    """Return the points; with a limit also the limit, and how many are left or too many."""
    if limit is None:
        return words("points", points=points)
    rest = _format_points_left(limit - points, words)
    return f"{words('points_of', points=points, limit=limit)}  ({rest})"


def _format_points_left(left: int, words: Words) -> str:
    """Return how many points remain, or if `left` is negative how many are too many."""
    if left < 0:
        return words("points_over", points=-left)
    return words("points_left", points=left)
