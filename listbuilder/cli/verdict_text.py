"""A verdict for the terminal: the answer, what is wrong and where, the fix, the next command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from listbuilder.cli.context import Context
from listbuilder.cli.layout import VERDICT_ROLE, Page, join_whole_sentences
from listbuilder.cli.problem_blocks import ProblemWriter, list_blocks
from listbuilder.cli.problem_blocks import format_severity_label as format_severity_label
from listbuilder.cli.problem_blocks import format_short_lines as format_short_lines
from listbuilder.games.game import TODAY
from listbuilder.i18n.messages import join_with_colon, translate_name
from listbuilder.model.army import Army
from listbuilder.model.message_args import Literal
from listbuilder.model.safe_text import escape_hidden
from listbuilder.roster.position import Position
from listbuilder.rules import messages

if TYPE_CHECKING:
    from listbuilder.model.imported import Imported


def build_verdict_text(
    position: Position,
    context: Context,
    *,
    verbose: bool = False,
    everything: bool = False,
    raw: bytes | None = None,
) -> str:
    """Return the whole verdict on a list as text for the terminal.

    `verbose`: with all that the verdict rests on. `everything`: with every problem, however many.
    `raw`: the bytes of the file, so that a line can be quoted even if the file could not be read as
    a list.
    """
    page = Page(context)
    if position.army is None:
        page.add_header(
            context.paint(messages.say_verdict("unread", context.lang), "warn"), position.file
        )
    else:
        page.add_header(
            format_headline(position, context, dated=True),
            position.file,
            _format_short_heading(position, context),
        )
    ProblemWriter(page, position, raw, verbose, everything).add_blocks(
        list_blocks(position, context)
    )
    if verbose:
        page.add_blank_line()
        for line in _list_basis(position, context, explained=False):
            page.add_prose("", context.paint(line, "dim"), hang=2)
    elif position.army is not None:
        _add_basis(page, position, context)
    return str(page)


# --- the headline ---


def format_headline(position: Position, context: Context, dated: bool = False) -> str:
    """Return the verdict, with the points against the limit if the army counts points.

    `dated`: if the list gets another verdict or other points by today's data, both verdicts are
    given with the date.
    """
    assert position.army is not None
    verdict = context.paint(
        messages.say_verdict(position.verdict, context.lang), VERDICT_ROLE[position.verdict]
    )
    if dated and (today := _judge_today_if_different(position)) is not None:
        args = {
            "day": position.army.priced_on,
            "verdict": messages.say_verdict(position.verdict, context.lang),
        }
        return _format_dated_headline(position, today, verdict, args, context)
    if not position.army.counts_points:
        return verdict
    return f"{verdict}  {format_points(position.army, context)}"


def _format_dated_headline(
    position: Position, today: Position, verdict: str, args: dict[str, str], context: Context
) -> str:
    """Return the headline of a list whose verdict or points are different today.

    It has the list's date with the verdict of that date, then today's. `verdict`: the verdict in
    colour. `args`: the date, and the verdict without colour.
    """
    assert position.army is not None and today.army is not None
    counts = position.army.counts_points
    text = context.say("check.by_points_of" if counts else "check.by_data_of", **args)
    text = text.replace(args["verdict"], verdict, 1)
    if counts:
        text = join_with_colon(text, format_sum(position.army), context.lang)
    today_parts = [format_sum(today.army)] if counts else []
    over = today.army.limit is not None and today.army.points > today.army.limit
    name = messages.say_verdict(today.verdict, context.lang)
    if today.verdict != position.verdict and not (today.verdict == "illegal" and over):
        today_parts.insert(0, name)
    today_text = context.say("check.today", what=Literal(" ".join(today_parts)))
    return (
        f"{text} · {today_text.replace(name, context.paint(name, VERDICT_ROLE[today.verdict]), 1)}"
    )


def format_sum(army: Army) -> str:
    """Return “POINTS / LIMIT”, or the points alone if there is no limit."""
    return str(army.points) if army.limit is None else f"{army.points} / {army.limit}"


def _judge_today_if_different(position: Position) -> Position | None:
    """Return the list judged by today's data, or None if verdict and points stay the same.

    None also for a list that is judged by today's data already, or that can't be read.
    """
    if position.army is None or not position.army.past_day or position.verdict == "unread":
        return None
    today = position.copy_on_date(TODAY)
    if today.army is None or (
        today.verdict == position.verdict and today.army.points == position.army.points
    ):
        return None
    return today


def format_points(army: Army, context: Context) -> str:
    """Return the points of an army against its limit, as words for the headline."""
    if army.limit is None:
        return context.say("check.points_no_limit", points=army.points)
    return context.say("check.points", points=army.points, limit=army.limit)


def format_verdict(position: Position, context: Context) -> str:
    """Return the verdict in words.

    For a list that can't be read, the verdict it would get without the lines that aren't units is
    added, if known.
    """
    verdict = messages.say_verdict(position.verdict, context.lang)
    if position.otherwise is None:
        return verdict
    return context.say(
        "check.otherwise",
        verdict=verdict,
        otherwise=messages.say_verdict(position.otherwise, context.lang),
    )


def format_heading(position: Position, context: Context) -> str:
    """Return the army's name, game with edition, faction and labels such as the detachment."""
    assert position.army is not None
    return _join_labels(position.army, messages.say_game(position.army.book, context.lang), context)


def _format_short_heading(position: Position, context: Context) -> str:
    """Return the army's name, game in short, and labels, and which app wrote the list.

    The app is left out for listbuilder's own lists.
    """
    assert position.army is not None
    about = _join_labels(
        position.army, messages.say_short_game(position.army.book, context.lang), context
    )
    if position.imported is None or position.format == "listbuilder":
        return about
    from listbuilder.formats.registry import get_form_name as named

    return f"{about} · {context.say('check.read_as', format=named(position.format))}"


def _join_labels(army: Army, game: str, context: Context) -> str:
    """Return the army's name, `game` and the army's labels in one line, separated by “·”."""
    parts = [
        army.name,
        game,
        *(translate_name(label, context.lang) for label in army.list_labels()),
    ]
    return " · ".join(escape_hidden(part) for part in parts if part)


# --- what it rests on ---


def _add_basis(page: Page, position: Position, context: Context) -> None:
    """Add a line with the date of the points, and what was not checked.

    Several unchecked points are only counted. Nothing is added if there is neither.
    """
    assert position.army is not None
    sentences_shown = []
    if position.army.priced_on:
        list_date = position.imported.day if position.imported is not None else None
        key = "data_as_of" if not position.army.counts_points else "points_as_of"
        if list_date is not None and list_date.how == "prices" and position.army.counts_points:
            key = "points_of_best_day"
        agreeing, stated = (
            (list_date.agreeing, list_date.stated) if list_date is not None else (0, 0)
        )
        sentences_shown.append(
            context.say(
                f"check.{key}", day=position.army.priced_on, agreeing=agreeing, stated=stated
            )
        )
    open_ = position.not_checked
    if len(open_) == 1 and (key := f"not_checked.{open_[0].key}") and context.has_text(key):
        sentences_shown.append(context.say("check.not_checked_one", what=context.say(key)))
    elif open_:
        sentences_shown.append(context.say("check.not_checked_some", count=len(open_)))
    if sentences_shown:
        page.add_prose(
            "", context.paint(join_whole_sentences(sentences_shown, context.lang), "dim")
        )


def format_footing(position: Position, context: Context) -> Iterator[str]:
    """Yield indented lines on what the verdict rests on: date, totals, assumptions, hashes.

    What was not checked is among them.
    """
    for line in _list_basis(position, context):
        yield f"  {line}"


def _list_basis(position: Position, context: Context, *, explained: bool = True) -> Iterator[str]:
    """Yield lines on what the verdict rests on: date, totals, assumptions, gaps, hashes.

    `explained`: also explain how stated points differ. It is off where these differences are shown
    among the problems.
    """
    army = position.army
    if army is None:
        if position.imported is not None:
            yield from _describe_import(position.imported, context, explained)
        return
    if army.counts_points:
        prices = messages.say_date_of_data(army, context.lang)
        stated = position.imported.stated_total if position.imported else None
        key = "check.computed" if stated is None else "check.stated"
        yield f"{prices} · {context.say(key, points=army.points, stated=stated)}"
    elif army.priced_on:
        yield messages.say_date_of_data(army, context.lang)
    if position.imported is not None:
        yield from _describe_import(position.imported, context, explained)
    for note in position.assumed:
        yield messages.say_basis("assumed", note, context.lang)
    for note in position.not_checked:
        yield messages.say_basis("not_checked", note, context.lang)
    yield context.say("check.hashes", roster=position.sha256[:16], data=position.data_sha256[:16])


def _describe_import(imported: Imported, context: Context, explained: bool) -> Iterator[str]:
    """Yield how many lines of another program's list were understood, and what told its date.

    `explained`: also how the points stated in the list differ from those computed.
    """
    args = {"lines": imported.lines, "mapped": imported.mapped, "noise": imported.noise}
    unread = imported.lines - imported.mapped - imported.noise
    yield context.say("check.lines", format=imported.format, unread=unread, **args)
    if (day := imported.day) is not None and day.stated:
        yield context.say(
            "check.judged",
            day=day.day,
            agreeing=day.agreeing,
            stated=day.stated,
            today=day.agreeing_today,
        )
    for note in imported.differences if explained else ():
        yield context.say("check.explained", what=messages.say_note(note, context.lang))
