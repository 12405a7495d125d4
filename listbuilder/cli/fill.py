"""`listbuilder fill FILE`: ranked legal ways to spend the points left, and what could be had for nothing."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from listbuilder.advice.candidates import Candidate, Free
from listbuilder.advice.fill import MOST_WAYS, PURPOSES, Filled, GapState, Way, fill
from listbuilder.advice.fix import too_large_for_advice
from listbuilder.cli import verdict_text
from listbuilder.cli.check import exit_code
from listbuilder.cli.context import OUR_BUG, UNREAD, Context, as_json
from listbuilder.cli.fix import asked_for, say_command
from listbuilder.cli.layout import HEADLINE, Page, command, width_of
from listbuilder.cli.lists import LIST_BYTES, Wish, is_our_bug, judge_safely
from listbuilder.games import words as games
from listbuilder.games.shared.choices import Text, named
from listbuilder.law import words
from listbuilder.law.position import Position
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import reader
from listbuilder.store.ours import named_as_ours
from listbuilder.store.words import bracketed, listed, local, paired
from listbuilder.version import VERSION

GAPS = "gaps."  # their names among the words
TEXT = 50  # cells: where the purchases have less beside the gaps they fill, these go below them


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--points", metavar="N")
    parser.add_argument("--collection", metavar="FILE")
    parser.add_argument("--for", dest="purpose", choices=PURPOSES, default=PURPOSES[0])
    parser.add_argument("--from", dest="form", metavar="FORMAT")


def run(args: argparse.Namespace, context: Context) -> int:
    points = _points(args.points)
    owned = None
    if args.collection is not None:
        from listbuilder.advice import collection

        owned = collection.read(Path(args.collection), context.library)
    position = _read(args.file, args.form, context)
    context = context.about(position.system)
    context.complain(position.problems)
    if position.verdict == "unread":
        return OUR_BUG if is_our_bug(position) else UNREAD
    if too_large := too_large_for_advice(position):
        raise Unreadable([too_large])
    found = fill(position, args.purpose, points, owned, MOST_WAYS)
    if context.format == "json":
        print(_json(found, context))
    else:
        print(_page(found, args, context))
    return exit_code([position.verdict])


def _points(given: str | None) -> int | None:
    if given is not None and not (given.isdecimal() and given.isascii()):
        raise Unreadable([Problem(key="not_a_number", args={"given": given})])
    return None if given is None else int(given)


def _read(name: str, form: str | None, context: Context) -> Position:
    limit = reader.ROSTER_BYTES if named_as_ours(name) else LIST_BYTES
    return judge_safely(partial(reader.read_named, name, limit), name, context, Wish(form))


# --- in words ---


def _page(found: Filled, args: argparse.Namespace, context: Context) -> Page:
    """Return what is left, the ways to spend it, what is free besides, and the next command."""
    page = Page(context)
    army = found.before.army
    assert army is not None
    if found.before.verdict == "illegal" and not found.ways and not found.free:
        page.head(verdict_text.headline(found.before, context), found.before.file)
        page.prose("", context.say("fill.illegal"))
        say_command(page, context.say("fill.first"), command("fix", args.file, *asked_for(args, context)))
        return page
    _add_head(page, found, context)
    if found.ways:
        page.prose("", _summary(found, context))
    elif (why_none := _why_none(found, context)) and (army.counts_points or found.candidates or not found.free):
        page.prose("", why_none)
    if found.purpose == "gaps":
        for name, state in found.lacking.items():
            if state.before < state.wanted:
                gap = context.say(GAPS + name)
                page.prose("", context.say("fill.lacking", gap=gap, before=state.before, wanted=state.wanted))
    if found.ways:
        page.blank()
        _add_ways(page, found, context)
    if not found.complete:
        page.prose("", context.paint(context.say("fill.not_all", tried=found.tried), "dim"))
    note = context.paint(words.severity("info", context.lang), "label")
    if found.free or found.ways:
        page.blank()
    for free in found.free:
        page.prose(paired(note, "", context.lang), _free(free, found, context))
    if found.ways and army.counts_points:
        other = PURPOSES[0] if found.purpose == "gaps" else "gaps"
        points = ("--points", args.points) if args.points else ()
        owned = ("--collection", args.collection) if args.collection else ()
        more = (*points, *owned, *asked_for(args, context))
        say_command(page, context.say("fill.other"), command("fill", args.file, *more, "--for", other))
    return page


def _add_head(page: Page, found: Filled, context: Context) -> None:
    """Add what can be spent, and the verdict where the list is not legal yet."""
    army = found.before.army
    assert army is not None
    if not army.counts_points:
        page.head(verdict_text.headline(found.before, context), found.before.file)
        return
    all_left = army.limit is None or found.budget == max(0, army.limit - army.points)
    left = context.paint(context.say("fill.left" if all_left else "fill.to_spend", left=found.budget), "bold")
    total = str(army.points) if army.limit is None else f"{army.points} / {army.limit}"
    left = bracketed(left, total, context.lang)
    if found.before.verdict == "illegal":
        verdict = context.paint(verdict_text.called(found.before, context), "bad")
        left = f"{verdict}  {left}"
    page.head(left, found.before.file)


def _summary(found: Filled, context: Context) -> str:
    """Return how many ways there are, and what they are ranked by."""
    army = found.before.army
    assert army is not None
    if not army.counts_points:
        return context.say("fill.no_points")
    key = f"ways_{found.purpose}"
    if found.purpose == "closest" and all(way.spent == found.budget for way in found.ways):
        key = "ways_all"
    return context.say(f"fill.{key}", count=len(found.ways), budget=found.budget)


def _why_none(found: Filled, context: Context) -> str:
    counts_points = found.before.army is not None and found.before.army.counts_points
    if counts_points and not found.budget:
        return ""  # the headline says it
    if not counts_points and not found.candidates:
        return context.say("fill.all_chosen")
    if not found.candidates:
        return context.say("fill.nothing_costs_so_little", left=found.budget)
    if found.before.verdict == "illegal":
        return context.say("fill.illegal")
    return context.say("fill.no_way", count=found.candidates)


def _add_ways(page: Page, found: Filled, context: Context) -> None:
    """Add a row for each way; what is the same in all rows has no column."""
    columns = _columns(found, context)
    texts = [_purchases(way, found, context) for way in found.ways]
    heads = [context.paint(head, "dim") for head in columns]
    beside = sum(max(width_of(head), *map(width_of, cells)) + 2 for head, cells in columns.items())
    widest = max(map(width_of, texts))
    gap = context.say("fill.gap_filled")
    below = gap in columns and min(page.width, HEADLINE) - beside - 6 < min(widest, TEXT)
    if below:
        heads = [context.paint(head, "dim") for head in columns if head != gap]
    rows: list[list[str]] = []
    if heads:
        rows.append(["", context.paint(context.say("fill.what"), "dim"), *heads])
    empty = [""] * len(heads)
    for place, (way, text) in enumerate(zip(found.ways, texts, strict=True)):
        cells = [cells[place] for head, cells in columns.items() if not below or head != gap]
        rows.append([str(place + 1), text, *cells])
        if way.instead:
            rows.append(["", context.paint(context.say("fill.instead", units=list(way.instead)), "dim"), *empty])
        if below:
            rows.append(["", context.paint(columns[gap][place], "dim"), *empty])
    aligns = "rl" + "".join("l" if head == gap else "r" for head in columns if not below or head != gap)
    page.table(rows, aligns, text=1)


def _columns(found: Filled, context: Context) -> dict[str, list[str]]:
    """Return heads and cells of what is not the same for all ways, and of what they are ranked by."""
    army = found.before.army
    assert army is not None
    columns: dict[str, list[str]] = {}
    if army.counts_points and len({way.spent for way in found.ways}) > 1:
        columns[context.say("fill.points")] = [str(way.spent) for way in found.ways]
        columns[context.say("fill.rest")] = [str(way.left) for way in found.ways]
    if found.purpose == "gaps":
        filled = (
            [_gap("fill.gap_state", f"short.{name}", state, context) for name, state in way.gaps.items()] for way in found.ways
        )
        columns[context.say("fill.gap_filled")] = [listed(each or [context.say("fill.no_gap")], context.lang) for each in filled]
    elif found.purpose != "closest" or not army.counts_points:
        measure = "models" if found.purpose == "closest" else found.purpose
        columns[context.say(f"fill.gained.{measure}")] = [f"{getattr(way.gained, measure):+}" for way in found.ways]
    return columns


def _purchases(way: Way, found: Filled, context: Context) -> str:
    """Return what is bought, with its points: “10 Deathmarks 120”; what is bought more than once is counted."""
    bought: dict[str, list[int]] = {}
    for each in way.members:
        bought.setdefault(_purchase(each, found, context), []).append(each.cost)
    counts_points = found.before.army is not None and found.before.army.counts_points
    said = []
    for text, costs in bought.items():
        text = context.say("fill.times", count=len(costs), what=text) if len(costs) > 1 else text
        total = sum(costs)
        said.append(f"{text} {total}" if counts_points and total else text)
    return " + ".join(said)


def _purchase(candidate: Candidate, found: Filled, context: Context) -> str:
    if candidate.what == "unit":
        many = candidate.models is not None and candidate.models > 1
        key = "fill.models_of" if many else "fill.unit"
        return context.say(key, name=candidate.label.args["name"], models=candidate.models)
    return bought(candidate, found, context, priced=False)


def bought(candidate: Candidate, found: Filled, context: Context, *, priced: bool = True) -> str:
    """Return one purchase in words. `priced`: an enhancement has its points behind its name."""
    if candidate.what == "unit":
        name = local(candidate.label.args["name"], context.lang)
        many = candidate.models is not None and candidate.models > 1
        return context.say("fill.unit_of" if many else "fill.unit", name=name, **({"models": candidate.models} if many else {}))
    label = candidate.label if priced or "name" not in candidate.label.args else named(candidate.label.args["name"])
    what = _said(label, found, context)
    field = _said(Text(f"field.{candidate.key}", candidate.args), found, context)
    if candidate.what == "choice":
        return context.say("fill.to", unit=field, what=what)
    if candidate.what == "size" and candidate.models is None:
        what = field
    return context.say("fill.to", unit=local(candidate.to, context.lang), what=what)


def _said(text: Text, found: Filled, context: Context) -> str:
    return games.say(found.before.system, text.key, context.lang, text.args)


def reasons(way: Way, found: Filled, context: Context) -> list[str]:
    """Why it stands where it does."""
    assert found.before.army is not None
    if found.purpose == "gaps":
        return [_gap("fill.gap", name, state, context) for name, state in way.gaps.items()] or [context.say("fill.no_gap")]
    if found.purpose == "closest":
        if not found.before.army.counts_points:
            return [context.say("fill.models", gained=way.gained.models)]
        return [context.say("fill.closest", spent=way.spent, budget=found.budget, count=len(way.members))]
    return [context.say(f"fill.{found.purpose}", gained=getattr(way.gained, found.purpose))]


def _gap(key: str, name: str, state: GapState, context: Context) -> str:
    gap = context.say(GAPS + name)
    return context.say(key, gap=gap, before=state.before, after=state.after, wanted=state.wanted)


def _free(free: Free, found: Filled, context: Context) -> str:
    what = _said(Text(f"field.{free.key}", free.args), found, context)
    options = _options(free, found, context)
    if not free.to:
        return context.say("fill.free", what=what, options=options)
    return context.say("fill.free_for", what=what, units=list(free.to), options=options)


def _options(free: Free, found: Filled, context: Context) -> list[str]:
    """Names alone: whatever the data says they cost in a season, they cost nothing here."""
    named = [Text("name", {"name": each.args["name"]}) if "name" in each.args else each for each in free.options]
    return [_said(each, found, context) for each in named]


# --- for programs ---


def _json(found: Filled, context: Context) -> str:
    army = found.before.army
    assert army is not None
    content = {
        "listbuilder": VERSION,
        "file": found.before.file,
        "system": army.book.system,
        "verdict": found.before.verdict,
        "points": army.points if army.counts_points else None,
        "limit": army.limit,
        "budget": found.budget if army.counts_points else None,
        "ranked_by": found.purpose,
        "lacking": [_state(name, state) for name, state in found.lacking.items() if state.before < state.wanted],
        "ways": [_way(way, found, context) for way in found.ways],
        "candidates": found.candidates,
        "tried": found.tried,
        "complete": found.complete,
        "free": list(_free_json(found, context)),
    }
    return as_json(content)


def _way(way: Way, found: Filled, context: Context) -> dict[str, Any]:
    return {
        "spent": way.spent,
        "left": way.left,
        "points": way.after.points,
        "purchases": [
            {
                "what": each.what,
                "text": bought(each, found, context),
                "datasheet": each.offer or None,
                "to": each.to or None,
                "models": each.models,
                "points": each.cost,
            }
            for each in way.members
        ],
        "models": way.gained.models,
        "wounds": way.gained.wounds,
        "control": way.gained.control,
        "gaps": [_state(name, state) for name, state in way.gaps.items()],
        "bearers_instead": list(way.instead),
        "reasons": reasons(way, found, context),
    }


def _state(name: str, state: GapState) -> dict[str, Any]:
    return {"gap": name, "before": state.before, "after": state.after, "wanted": state.wanted}


def _free_json(found: Filled, context: Context) -> Iterator[dict[str, Any]]:
    for each in found.free:
        yield {
            "what": _said(Text(f"field.{each.key}", each.args), found, context),
            "units": list(each.to),
            "options": _options(each, found, context),
        }
