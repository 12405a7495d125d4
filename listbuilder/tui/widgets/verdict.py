"""The verdict: points against the limit as a bar, counts, every finding with its fixes, and what is free and not chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from listbuilder.edit.session import Session
from listbuilder.games.shared.choices import Text
from listbuilder.games.shared.declaration_fields import name_of
from listbuilder.games.shared.labels import numbers
from listbuilder.law.position import Position
from listbuilder.model.finding import Stamped
from listbuilder.tui.widgets.army import SIGNS
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.words import Words

if TYPE_CHECKING:
    from listbuilder.advice.candidates import Free

VERDICTS = {"legal": ("✓", "good"), "illegal": ("✗", "bad"), "unread": ("?", "warn")}
ORDER = {"error": 0, "warning": 1, "info": 2}
WITH_FIXES = 100  # findings with their fixes below them: looking for those of a thousand would stop the keyboard
MOST_OPTIONS = 4  # named of what is free


class VerdictPane(Rows):
    """Keys are ("finding", place), ("fix", place, place of the fix), ("problem", place), ("free", place) and ("notes",)."""

    _last: tuple[Session, Words] | None = None
    free: Sequence[Free] = ()
    unfolded = False

    def refresh_from(self, session: Session, words: Words) -> None:
        self._last = (session, words)
        self.show(list(self._lines(session, words, max(self.scrollable_content_region.width - 2, 10))))

    def _fit(self) -> None:
        """Draw the bar again as wide as there is room now."""
        super()._fit()
        if self._last is not None:
            self.refresh_from(*self._last)

    def fold(self, session: Session, words: Words) -> None:
        self.unfolded = not self.unfolded
        self.refresh_from(session, words)

    def _lines(self, session: Session, words: Words, width: int) -> Iterator[Line]:
        position = session.position
        if not is_begun(position):
            yield from _greeting(position, words)
            return
        yield from _head(position, words, width)
        for place, problem in enumerate(position.problems):
            yield Line(key=("problem", place), left=words.problem(problem), mark="✗", mark_look="bad", wrap=True)
        order = sorted(range(len(position.findings)), key=lambda place: ORDER[position.findings[place].severity])
        told = [place for place in order if position.findings[place].severity != "info"]
        yield from _findings(position, told, words)
        for place, free in enumerate(self.free):
            yield Line(key=("free", place), left=_said_free(free, words), mark="○", mark_look="good", wrap=True)
        notes = [place for place in order if position.findings[place].severity == "info"]
        assumed = list(session.army.assumed) if session.army is not None else []
        if notes or assumed:
            sign = "▾" if self.unfolded else "▸"
            count = len(notes) + len(assumed)
            yield Line(key=("notes",), left=words("notes_folded", count=count), mark=sign, look="dim", wrap=True)
        if self.unfolded:
            yield from _findings(position, notes, words)
            for note in assumed:
                yield Line(left=words.basis("assumed", note), look="dim", indent=2, wrap=True)


def is_begun(position: Position) -> bool:
    """False: nothing was put into it yet, so nobody is to be told what is wrong with it."""
    return position.army is None or bool(position.army.units or position.problems)


def headline(position: Position, words: Words) -> tuple[str, str]:
    """The verdict in a few words, and its look: for wherever the pane itself is not seen."""
    if not is_begun(position):
        most = position.army.limit if position.army is not None and position.army.counts_points else None
        return f"{words('greeting.head')}{f'  0/{most}' if most else ''}", "name"
    sign, look = VERDICTS[position.verdict]
    text = f"{sign} {words.verdict(position.verdict)}"
    if position.army is not None and position.army.counts_points:
        limit = f"/{position.army.limit}" if position.army.limit is not None else ""
        text += f"  {position.points}{limit}"
    errors, warnings = position.count("error") + len(position.problems), position.count("warning")
    if errors:
        text += f"  {words('errors', count=errors)}"
    if warnings:
        text += f"  {words('warnings', count=warnings)}"
    return text, look


def status(position: Position, words: Words) -> Line:
    """One line for where the pane is not seen: the points left, and the first thing that is wrong."""
    if not is_begun(position):
        return Line(left=words("greeting.add"), mark="→", look="good")
    sign, look = VERDICTS[position.verdict]
    army = position.army
    left = ""
    if army is not None and army.counts_points and army.limit is not None:
        spare = army.limit - army.points
        left = words("points_left", points=spare) if spare >= 0 else words("points_over", points=-spare)
    worst = min(position.findings, key=lambda each: ORDER[each.severity], default=None)
    if position.problems:
        what = words.problem(position.problems[0])
    elif worst is not None and worst.severity != "info":
        what = f"{worst.code} {words.finding(worst)}"
    else:
        what = ""
    shown = (words.verdict(position.verdict), left, f"! {what}" if what else words("nothing_wrong"))
    return Line(left=" · ".join(filter(None, shown)), mark=sign, look=look)


def basis(position: Position, words: Words) -> list[Line]:
    """What the verdict rests on."""
    army = position.army
    if army is None:
        return []
    found = [words.dated(army)] if army.priced_on else []
    found += [words.basis("not_checked", note) for note in position.not_checked]
    return [Line(left=text, look="dim", wrap=True) for text in found]


def bar(points: int, limit: int | None, width: int) -> str:
    """Full blocks up to the limit, and a mark of its own for what is over it."""
    if not limit:
        return ""
    if points <= limit:
        full = points * width // limit
        return "█" * full + "░" * (width - full)
    inside = max(limit * width // points, 1)
    return "█" * inside + "▚" * (width - inside)


def _head(position: Position, words: Words, width: int) -> Iterator[Line]:
    sign, look = VERDICTS[position.verdict]
    yield Line(left=words.verdict(position.verdict), mark=sign, look=look)
    army = position.army
    if army is not None:
        if army.counts_points:
            yield Line(left=_points(army.points, army.limit, words), look="name")
        if army.limit and army.counts_points:
            yield Line(left=bar(army.points, army.limit, min(width, 40)), look="bad" if army.points > army.limit else "good")
        if army.past_day:
            yield Line(left=words("day.judged", day=army.priced_on), look="warn", wrap=True)
        errors, warnings = position.count("error") + len(position.problems), position.count("warning")
        yield Line(left=words("listed", items=[words("errors", count=errors), words("warnings", count=warnings)]), look="dim")
    yield Line()


def _findings(position: Position, places: Sequence[int], words: Words) -> Iterator[Line]:
    mended = unmended = 0
    labels = _labels(position, words)
    for place in places:
        finding = position.findings[place]
        sign, look = SIGNS[finding.severity]
        text = f"{finding.code} {words.finding(finding)}{_which(finding, labels, words)}"
        yield Line(key=("finding", place), left=text, mark=sign, mark_look=look, wrap=True)
        if mended == WITH_FIXES:
            unmended += 1
            continue
        mended += bool(finding.fixes)
        for number, fix in enumerate(finding.fixes):
            yield Line(key=("fix", place, number), left=words.fix(finding, fix), mark="→", mark_look="good", indent=2, wrap=True)
    if unmended:
        yield Line(left=words("fixes_shown", count=mended), look="dim", wrap=True)


def _labels(position: Position, words: Words) -> dict[str, str]:
    """What units are called of whose name there are several."""
    if position.army is None or not position.findings:
        return {}
    units = position.army.known_units()
    known = numbers(units)
    return {unit.id: words.text(name_of(unit, known)) for unit in units if unit.id in known}


def _which(finding: Stamped, labels: dict[str, str], words: Words) -> str:
    """Which of several that are called the same."""
    found = [labels[each] for each in finding.units if each in labels]
    return f" [{words('listed', items=found)}]" if 0 < len(found) <= MOST_OPTIONS else ""


def _said_free(free: Free, words: Words) -> str:
    what: Any = words(f"field.{free.key}", **free.args)
    named = [Text("name", {"name": each.args["name"]}) if "name" in each.args else each for each in free.options]
    options = [words.text(each) for each in named[:MOST_OPTIONS]] + ["…"] * (len(named) > MOST_OPTIONS)
    return words("free", what=what, options=options)


def _greeting(position: Position, words: Words) -> Iterator[Line]:
    """What to do first, and what the list will need."""
    yield Line(left=words("greeting.head"), look="name")
    for key in ("add", "size", "next"):
        yield Line(left=words(f"greeting.{key}"), mark="→", mark_look="good", wrap=True)
    needs = [finding for finding in position.findings if finding.severity != "info"]
    if needs:
        yield Line()
        yield Line(left=words("greeting.needs"), look="head")
    for finding in needs:
        yield Line(left=words.finding(finding), mark="·", look="dim", wrap=True)


def _points(points: int, limit: int | None, words: Words) -> str:
    if limit is None:
        return words("points", points=points)
    left = limit - points
    rest = words("points_left", points=left) if left >= 0 else words("points_over", points=-left)
    return f"{words('points_of', points=points, limit=limit)}  ({rest})"
