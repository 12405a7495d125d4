"""A verdict for the terminal: the answer, what is wrong and on which line, what fixes it, and the next command."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.cli.context import Context
from listbuilder.cli.layout import VERDICT_ROLE, Page, sentences
from listbuilder.cli.problem_blocks import Problems, blocks
from listbuilder.cli.problem_blocks import severity_label as severity_label
from listbuilder.cli.problem_blocks import short as short
from listbuilder.games.base import TODAY
from listbuilder.law import words
from listbuilder.law.position import Position
from listbuilder.model.army import Army
from listbuilder.model.imported import Imported
from listbuilder.model.said import Literal
from listbuilder.model.visible import visible
from listbuilder.store.words import local, paired


def full(done: Position, context: Context, *, verbose: bool = False, everything: bool = False, raw: bytes | None = None) -> str:
    """Return the whole verdict. `verbose`: with all that it rests on; `everything`: with every problem, however many.

    `raw`: the file, so that a line of it can be quoted although it could not be read as a list.
    """
    page = Page(context)
    if done.army is None:
        page.head(context.paint(words.verdict("unread", context.lang), "warn"), done.file)
    else:
        page.head(headline(done, context, dated=True), done.file, _about(done, context))
    Problems(page, done, raw, verbose, everything).add(blocks(done, context))
    if verbose:
        page.blank()
        for line in _basis(done, context, explained=False):
            page.prose("", context.paint(line, "dim"), hang=2)
    elif done.army is not None:
        _add_basis(page, done, context)
    return str(page)


# --- the headline ---


def headline(done: Position, context: Context, dated: bool = False) -> str:
    """Return the verdict and the points against the limit. `dated`: with the day, where today's verdict is another."""
    assert done.army is not None
    verdict = context.paint(words.verdict(done.verdict, context.lang), VERDICT_ROLE[done.verdict])
    if dated and (today := _today(done)) is not None:
        args = {"day": done.army.priced_on, "verdict": words.verdict(done.verdict, context.lang)}
        return _dated(done, today, verdict, args, context)
    return f"{verdict}  {points_of(done.army, context)}" if done.army.counts_points else verdict


def _dated(done: Position, today: Position, verdict: str, args: dict[str, str], context: Context) -> str:
    """Return the headline of a list that is something else today: by which points it is judged, and what it is now."""
    assert done.army is not None and today.army is not None
    counts = done.army.counts_points
    said = context.say("check.by_points_of" if counts else "check.by_data_of", **args)
    said = said.replace(args["verdict"], verdict, 1)
    if counts:
        said = paired(said, _sum(done.army), context.lang)
    now = [_sum(today.army)] if counts else []
    over = today.army.limit is not None and today.army.points > today.army.limit
    name = words.verdict(today.verdict, context.lang)
    if today.verdict != done.verdict and not (today.verdict == "illegal" and over):
        now.insert(0, name)
    then = context.say("check.today", what=Literal(" ".join(now)))
    return f"{said} · {then.replace(name, context.paint(name, VERDICT_ROLE[today.verdict]), 1)}"


def _sum(army: Army) -> str:
    return str(army.points) if army.limit is None else f"{army.points} / {army.limit}"


def _today(done: Position) -> Position | None:
    """Return the list by today's data, if it was judged by a past day's and that makes a difference."""
    if done.army is None or not done.army.past_day or done.verdict == "unread":
        return None
    today = done.on(TODAY)
    if today.army is None or (today.verdict == done.verdict and today.army.points == done.army.points):
        return None
    return today


def points_of(army: Army, context: Context) -> str:
    """Return the points of an army against its limit."""
    if army.limit is None:
        return context.say("check.points_no_limit", points=army.points)
    return context.say("check.points", points=army.points, limit=army.limit)


def called(done: Position, context: Context) -> str:
    """Return the verdict; of an unread list also what it would be but for lines that are no units."""
    verdict = words.verdict(done.verdict, context.lang)
    if done.otherwise is None:
        return verdict
    return context.say("check.otherwise", verdict=verdict, otherwise=words.verdict(done.otherwise, context.lang))


def heading(done: Position, context: Context) -> str:
    """Return name, game, edition, faction and what the army is mustered under."""
    assert done.army is not None
    return _parts(done.army, words.game(done.army.book, context.lang), context)


def _about(done: Position, context: Context) -> str:
    """Return the heading in short, and which app wrote the list."""
    assert done.army is not None
    about = _parts(done.army, words.short_game(done.army.book, context.lang), context)
    if done.imported is None or done.format == "listbuilder":
        return about
    from listbuilder.exchange.catalog import called as named

    return f"{about} · {context.say('check.read_as', format=named(done.format))}"


def _parts(army: Army, game: str, context: Context) -> str:
    parts = [army.name, game, *(local(label, context.lang) for label in army.labels())]
    return " · ".join(visible(part) for part in parts if part)


# --- what it rests on ---


def _add_basis(page: Page, done: Position, context: Context) -> None:
    """Add the day and what was not checked, in a line or two."""
    assert done.army is not None
    said = []
    if done.army.priced_on:
        day = done.imported.day if done.imported is not None else None
        key = "data_as_of" if not done.army.counts_points else "points_as_of"
        if day is not None and day.how == "prices" and done.army.counts_points:
            key = "points_of_best_day"
        agreeing, stated = (day.agreeing, day.stated) if day is not None else (0, 0)
        said.append(context.say(f"check.{key}", day=done.army.priced_on, agreeing=agreeing, stated=stated))
    open_ = done.not_checked
    if len(open_) == 1 and (key := f"not_checked.{open_[0].key}") and context.knows(key):
        said.append(context.say("check.not_checked_one", what=context.say(key)))
    elif open_:
        said.append(context.say("check.not_checked_some", count=len(open_)))
    if said:
        page.prose("", context.paint(sentences(said, context.lang), "dim"))


def footing(done: Position, context: Context) -> Iterator[str]:
    """Return the day, the totals, what was assumed and not checked, and the hashes."""
    for line in _basis(done, context):
        yield f"  {line}"


def _basis(done: Position, context: Context, *, explained: bool = True) -> Iterator[str]:
    """`explained`: with what the stated points say; not where that is among the problems."""
    army = done.army
    if army is None:
        if done.imported is not None:
            yield from _imported(done.imported, context, explained)
        return
    if army.counts_points:
        prices = words.dated(army, context.lang)
        stated = done.imported.stated_total if done.imported else None
        key = "check.computed" if stated is None else "check.stated"
        yield f"{prices} · {context.say(key, points=army.points, stated=stated)}"
    elif army.priced_on:
        yield words.dated(army, context.lang)
    if done.imported is not None:
        yield from _imported(done.imported, context, explained)
    for note in done.assumed:
        yield words.basis("assumed", note, context.lang)
    for note in done.not_checked:
        yield words.basis("not_checked", note, context.lang)
    yield context.say("check.hashes", roster=done.sha256[:16], data=done.data_sha256[:16])


def _imported(imported: Imported, context: Context, explained: bool) -> Iterator[str]:
    """Return what became of the lines of another program's list, and what its points say."""
    args = {"lines": imported.lines, "mapped": imported.mapped, "noise": imported.noise}
    unread = imported.lines - imported.mapped - imported.noise
    yield context.say("check.lines", format=imported.format, unread=unread, **args)
    if (day := imported.day) is not None and day.stated:
        yield context.say("check.judged", day=day.day, agreeing=day.agreeing, stated=day.stated, today=day.agreeing_today)
    for note in imported.differences if explained else ():
        yield context.say("check.explained", what=words.note(note, context.lang))
