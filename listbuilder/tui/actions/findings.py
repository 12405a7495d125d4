"""The actions on findings: go to what they are about, fix them, read the rule."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING

from listbuilder.model.base import Path
from listbuilder.model.finding import Stamped
from listbuilder.model.rulebook import rank_severity
from listbuilder.roster.offers import list_caused_errors
from listbuilder.rules import messages as law
from listbuilder.tui.screens.base import is_left
from listbuilder.tui.screens.dialogs import Info
from listbuilder.tui.widgets.fields import is_about
from listbuilder.tui.widgets.rows import Line
from listbuilder.tui.widgets.verdict import describe_fixes, number_equal_units
from listbuilder.tui.workers import start_worker

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen

IDLE = 0.4  # seconds


def follow_selected_line(screen: BuilderScreen) -> None:
    """Do what Enter does on the selected line of the verdict.

    A fix is applied. A finding, a problem or a free choice moves the cursor to what it is about.
    The line of the notes shows or hides them.
    """
    key = screen.verdict.cursor
    if not isinstance(key, tuple):
        return
    position = screen.session.position
    match key:
        case ("fix", int(), int()):
            apply_selected_fix(screen)
        case ("finding", int(place)):
            if (finding := _get_finding(screen, place)) is not None:
                _go_to_finding(screen, finding)
        case ("problem", int(place)):
            for problem in position.problems[place : place + 1]:
                _go_to_path(screen, problem.path)
        case ("free", int(place)):
            _go_to_free_choice(screen, place)
        case ("notes",):
            screen.verdict.toggle_notes(screen.session, screen.words)


def apply_selected_fix(screen: BuilderScreen) -> None:
    """Apply the fix under the verdict's cursor, or the first fix of the finding there.

    A notice says so if there is no fix.
    """
    selected = find_selected_fix(screen)
    if selected is None:
        screen.notify(screen.words("nothing_to_mend"), severity="warning")
    else:
        _apply_fix(screen, *selected)


def find_selected_fix(screen: BuilderScreen) -> tuple[int, int] | None:
    """Return the fix under the verdict's cursor, or the first fix of the finding there, or None.

    It is given as the index of the finding and the index of the fix.
    """
    match screen.verdict.cursor:
        case ("fix", int(place), int(number)):
            finding = _get_finding(screen, place)
            return (place, number) if finding and number < len(finding.fixes) else None
        case ("finding", int(place)):
            finding = _get_finding(screen, place)
            return (place, 0) if finding and finding.fixes else None
    return None


def _get_finding(screen: BuilderScreen, place: int) -> Stamped | None:
    """Return finding number `place` of the roster as it is now; None if there are fewer.

    A line of the verdict can be older than the roster: it is drawn again a moment later.
    """
    findings = screen.session.position.findings
    return findings[place] if place < len(findings) else None


def _apply_fix(screen: BuilderScreen, place: int, number: int) -> None:
    """Apply fix `number` of finding `place`, and say what was done and which errors it causes."""
    position, words = screen.session.position, screen.words
    finding = position.findings[place]
    fix = finding.fixes[number]
    new_errors = list_caused_errors(position.predict_effect(fix.edit))
    labels = number_equal_units(position, words)
    text = words("fix_done", what=describe_fixes(position, finding, labels, words)[number])
    screen.session.apply(fix.edit)
    if new_errors:
        opens = dict.fromkeys(f"{new_error.code} {new_error.name}" for new_error in new_errors)
        text = "\n".join([text, words("fix_opens", opens=list(opens))])
    screen.notify(text)


def go_to_worst_finding(screen: BuilderScreen) -> None:
    """Move the cursor to what the worst finding is about, or to the first part that can't be read.

    If nothing is wrong, a notice says so.
    """
    position = screen.session.position
    if position.problems:
        _go_to_path(screen, position.problems[0].path)
        return
    concerning = [finding for finding in position.findings if finding.severity != "info"]
    if concerning:
        _go_to_finding(screen, min(concerning, key=lambda finding: rank_severity(finding.severity)))
    else:
        screen.notify(screen.words("nothing_wrong"))


def show_rule(screen: BuilderScreen) -> None:
    """Show the rule of the selected finding in a dialog, or a message if none is selected."""
    key, finding = screen.verdict.cursor, None
    if isinstance(key, tuple) and key[0] in ("finding", "fix"):
        finding = _get_finding(screen, key[1])
    if finding is None:
        screen.notify(screen.words("no_rule_here"), severity="warning")
        return
    screen.app.push_screen(
        Info(f"{finding.code} {finding.name}", lambda _: list(_yield_rule_lines(screen, finding)))
    )


def _yield_rule_lines(screen: BuilderScreen, finding: Stamped) -> Iterator[Line]:
    """Yield the lines that describe a finding: its text, its rule in words, and the rule's
    citation.

    The rule is left out if there is no army or it is not in its rulebook.
    """
    army = screen.session.army
    yield Line(left=screen.words.describe_finding(finding), look="name", wrap=True)
    if army is None:
        return
    key = (finding.code, finding.name)
    rule = next((rule for rule in army.book.rules if (rule.code, rule.name) == key), None)
    if rule is None:
        return
    from listbuilder.rules.explain import explain_rule

    lang = screen.words.lang
    yield Line()
    yield Line(
        left=f"{law.say_rule_title(rule, lang)} ({law.say_severity(finding.severity, lang)})",
        look="head",
    )
    yield Line(left=explain_rule(rule, lang), wrap=True)
    yield Line(left=law.say_citation(army.book, rule.citation, lang), look="dim", wrap=True)


# --- what is free ---


def look_for_free(screen: BuilderScreen) -> None:
    """Start a worker that looks for options without a price, once nothing has changed for IDLE
    seconds.
    """
    start_worker(screen, "free", _find_free_choices, screen)


async def _find_free_choices(screen: BuilderScreen) -> None:
    """Wait IDLE seconds, then show in the verdict the options that could be chosen without a price.

    Nothing is shown if the roster can't be read or has changed meanwhile.
    """
    await asyncio.sleep(IDLE)
    position = screen.session.position
    if position.verdict == "unread":
        return
    from listbuilder.advice.candidates import find_free_choices

    free_choices = await asyncio.to_thread(find_free_choices, position)
    # while the screen closes, its widgets are gone before it is itself
    is_shown = not is_left(screen) and bool(screen.query("#verdict"))
    if free_choices and is_shown and position is screen.session.position:
        screen.verdict.free = free_choices
        screen.verdict.refresh_from(screen.session, screen.words)


# --- going there ---


def _go_to_finding(screen: BuilderScreen, finding: Stamped) -> None:
    """Move the cursor to the line and field of the army that `finding` is about.

    If its path has no line, it is the line of a unit that the finding names.
    """
    if _find_line(screen, finding.path):
        _go_to_path(screen, finding.path, finding)
        return
    units = screen.session.army.units if screen.session.army else ()
    places = {unit.id: unit.path for unit in units}
    names = [name for name in (*map(str, finding.path[::-1]), *finding.units) if name in places]
    path = next((places[name] for name in names if _find_line(screen, places[name])), None)
    if path is not None:
        screen.focus_army(path)
    else:
        _go_to_path(screen, finding.path, finding)


def _find_line(screen: BuilderScreen, path: Path) -> Path:
    """Return the path of the army's line for `path`: its own or the nearest around it; () for
    none.
    """
    line_path, keys = path, screen.army_tree.keys
    while line_path and line_path not in keys:
        line_path = line_path[:-1]
    return line_path


def _go_to_path(screen: BuilderScreen, path: Path, finding: Stamped | None = None) -> None:
    """Select the army's line for `path`, and the field that `finding` or the rest of `path` is
    about.

    The editor gets the keyboard only if there is such a field, or if the line is the roster itself.
    """
    line_path = _find_line(screen, path)
    screen.focus_army(line_path)
    if line_path and len(path) == len(line_path) and finding is None:
        return
    fields = screen.field_list.fields
    concerned = [
        place
        for place, field in enumerate(fields)
        if finding is not None and is_about(field, finding, line_path)
    ]
    named = [place for place, field in enumerate(fields) if field.key in path[len(line_path) :]]
    if not concerned and not named and line_path:
        return
    screen.focus_fields()
    for place in (*concerned, *named)[:1]:
        screen.field_list.move_cursor_to(place)


def _go_to_free_choice(screen: BuilderScreen, place: int) -> None:
    """Move the cursor to the field in which the free choice number `place` can be made.

    It is that of the first unit that may have it, or of the roster.
    """
    if place >= len(screen.verdict.free):
        return  # another change has begun to be looked through
    free = screen.verdict.free[place]
    for path in ((), *screen.army_tree.unit_paths):
        leaf = screen.army_tree.leaves.get(path)
        if free.to and (leaf is None or leaf.unit is None or leaf.unit.name not in free.to):
            continue
        screen.focus_army(path)
        for number, field in enumerate(screen.field_list.fields):
            if (field.key, field.args) == (free.key, free.args):
                screen.focus_fields()
                screen.field_list.move_cursor_to(number)
                return
