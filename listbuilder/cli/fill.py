"""`listbuilder fill FILE`: ranked legal ways to spend the points left, and what could be had for nothing."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.advice.candidates import Candidate, Free
from listbuilder.advice.fill import MOST_WAYS, PURPOSES, Filled, GapState, Way, fill
from listbuilder.advice.fix import too_large_for_advice
from listbuilder.cli import verdict_text
from listbuilder.cli.check import exit_code
from listbuilder.cli.context import OUR_BUG, UNREAD, Context, as_json
from listbuilder.cli.lists import LIST_BYTES, Wish, is_our_bug, judge_safely
from listbuilder.cli.tables import Kind, Sheet, cell, rendered, screen_width, stacked
from listbuilder.games import words as games
from listbuilder.games.shared.choices import Text
from listbuilder.law.position import Position
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.visible import visible
from listbuilder.store import reader
from listbuilder.store.ours import named_as_ours
from listbuilder.store.words import local
from listbuilder.version import VERSION

if TYPE_CHECKING:
    from rich.table import Table

GAPS = "gaps."  # their names among the words


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
        _print(found, context)
    return exit_code([position.verdict])


def _points(given: str | None) -> int | None:
    if given is not None and not (given.isdecimal() and given.isascii()):
        raise Unreadable([Problem(key="not_a_number", args={"given": given})])
    return None if given is None else int(given)


def _read(name: str, form: str | None, context: Context) -> Position:
    limit = reader.ROSTER_BYTES if named_as_ours(name) else LIST_BYTES
    return judge_safely(partial(reader.read_named, name, limit), name, context, Wish(form))


# --- in words ---


def _print(found: Filled, context: Context) -> None:
    army = found.before.army
    assert army is not None
    print(f"{visible(found.before.file)}: {verdict_text.headline(found.before, context)}")
    print(f"  {verdict_text.heading(found.before, context)}")
    print(f"  {context.say('fill.left', left=found.budget) if army.counts_points else context.say('fill.no_points')}")
    if found.purpose == "gaps":
        for name, state in found.lacking.items():
            if state.before < state.wanted:
                print(f"  {context.say('fill.lacking', gap=context.say(GAPS + name), before=state.before, wanted=state.wanted)}")
    if found.ways:
        print(rendered(context, _table(found, context)).rstrip("\n"))
    elif army.counts_points or found.candidates or not found.free:
        print(_why_none(found, context))
    if not found.complete:
        print(context.paint(context.say("fill.not_all", tried=found.tried), "dim"))
    for each in found.free:
        print(_free(each, found, context))


def _why_none(found: Filled, context: Context) -> str:
    counts_points = found.before.army is not None and found.before.army.counts_points
    if counts_points and not found.budget:
        return context.say("fill.nothing_left")
    if not counts_points and not found.candidates:
        return context.say("fill.all_chosen")
    if not found.candidates:
        return context.say("fill.nothing_costs_so_little", left=found.budget)
    if found.before.verdict == "illegal":
        return context.say("fill.illegal", file=found.before.file)
    return context.say("fill.no_way", count=found.candidates)


def _table(found: Filled, context: Context) -> Table:
    assert found.before.army is not None
    priced = found.before.army.counts_points
    heads = ("number", "points", "rest") if priced else ("number",)
    columns: list[tuple[str, Kind]] = [(context.say(f"fill.{name}"), "number") for name in heads]
    sheet = Sheet(*columns, (context.say("fill.what"), "words"), (context.say("fill.why"), "words"))
    for place, way in enumerate(found.ways, start=1):
        numbers = [cell(way.spent), cell(way.left)] if priced else []
        lines = [_priced(each, found, context) for each in way.members]
        if way.instead:
            lines.append(context.say("fill.instead", units=list(way.instead)))
        what = stacked(lines)
        sheet.add(cell(place), *numbers, what, stacked(reasons(way, found, context)))
    return sheet.table(screen_width())


def _priced(candidate: Candidate, found: Filled, context: Context) -> str:
    text = bought(candidate, found, context)
    shown = candidate.what in ("unit", "size") and found.before.army is not None and found.before.army.counts_points
    return f"{text}  {candidate.cost}" if shown else text


def bought(candidate: Candidate, found: Filled, context: Context) -> str:
    """One purchase in words."""
    if candidate.what == "unit":
        name = local(candidate.label.args["name"], context.lang)
        many = candidate.models is not None and candidate.models > 1
        return context.say("fill.unit_of" if many else "fill.unit", name=name, **({"models": candidate.models} if many else {}))
    what = _said(candidate.label, found, context)
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
