"""`listbuilder fill FILE`: ranked legal ways to spend the remaining points, and what is free."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from listbuilder.advice.candidates import Candidate, Free
from listbuilder.advice.fill import MOST_WAYS, PURPOSES, FillResult, GapState, Spending, fill_points
from listbuilder.advice.fix import refuse_large_army
from listbuilder.cli import verdict_text
from listbuilder.cli.check import choose_exit_code
from listbuilder.cli.context import OUR_BUG, UNREAD, Context, format_json
from listbuilder.cli.fix import collect_shared_options
from listbuilder.cli.judge_file import is_our_bug, judge_named_file
from listbuilder.cli.layout import HEADLINE, Page, format_command, measure_width
from listbuilder.games import game_wording as games
from listbuilder.games.common.editor import Text, make_name_text
from listbuilder.i18n.messages import add_remark, join_list, join_with_colon, translate_name
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.rules import messages
from listbuilder.version import VERSION

GAPS = "gaps."  # their names among the words
TEXT = 50  # cells: where the purchases have less beside the gaps they fill, these go below them


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of `listbuilder fill` to `parser`."""
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--points", metavar="N")
    parser.add_argument("--collection", metavar="FILE")
    parser.add_argument("--for", dest="purpose", choices=PURPOSES, default=PURPOSES[0])
    parser.add_argument("--from", dest="form", metavar="FORMAT")


def run(args: argparse.Namespace, context: Context) -> int:
    """Print legal ways to spend the remaining points, and what is free; return the exit code.

    A list that can't be read gets only its problems. Raises Unreadable if the list is too large for
    advice, or if `--points` is not a number.
    """
    points = _parse_points(args.points)
    owned = context.read_collection(args.collection)
    position = judge_named_file(args.file, args.form, context)
    context = context.copy_for_game(position.system)
    context.print_problems(position.problems)
    if position.verdict == "unread":
        return OUR_BUG if is_our_bug(position) else UNREAD
    if too_large := refuse_large_army(position):
        raise Unreadable([too_large])
    result = fill_points(position, args.purpose, points, owned, MOST_WAYS)
    if context.format == "json":
        print(format_json(build_report(result, context)))
    else:
        print(_build_page(result, args, context))
    return choose_exit_code([position.verdict])


def _parse_points(text: str | None) -> int | None:
    """Return the number given with `--points`, or None if `text` is None.

    Raises Unreadable if the text is not a whole number in ASCII digits.
    """
    if text is not None and not (text.isdecimal() and text.isascii()):
        raise Unreadable([Problem(key="not_a_number", args={"given": text})])
    return None if text is None else int(text)


# --- in words ---


def _build_page(result: FillResult, args: argparse.Namespace, context: Context) -> Page:
    """Return the page: remaining points, ways to spend them, free choices, the next command.

    An illegal list for which nothing is found gets its verdict and the command that fixes it
    instead.
    """
    page = Page(context)
    army = result.before.army
    assert army is not None
    if result.before.verdict == "illegal" and not result.ways and not result.free:
        page.add_header(verdict_text.format_headline(result.before, context), result.before.file)
        page.add_prose("", context.say("fill.illegal"))
        fix = format_command("fix", args.file, *collect_shared_options(args, context))
        page.add_command(context.say("fill.first"), fix)
        return page
    _add_header(page, result, context)
    if result.ways:
        page.add_prose("", _describe_ways(result, context))
    elif army.counts_points or result.candidates or not result.free:
        why_none = _explain_no_ways(result, context)
        if why_none:
            page.add_prose("", why_none)
    if result.purpose == "gaps":
        for name, state in result.lacking.items():
            if state.before < state.wanted:
                page.add_prose("", _format_gap("fill.lacking", name, state, context))
    if result.ways:
        page.add_blank_line()
        _add_way_rows(page, result, context)
    if not result.complete:
        page.add_prose("", context.paint(context.say("fill.not_all", tried=result.tried), "dim"))
    note = context.paint(messages.say_severity("info", context.lang), "label")
    if result.free or result.ways:
        page.add_blank_line()
    for free in result.free:
        text = _format_free_choice(free, result, context)
        page.add_prose(join_with_colon(note, "", context.lang), text)
    if result.ways and army.counts_points:
        other_purpose = PURPOSES[0] if result.purpose == "gaps" else "gaps"
        points = ("--points", args.points) if args.points else ()
        owned = ("--collection", args.collection) if args.collection else ()
        more = (*points, *owned, *collect_shared_options(args, context))
        line = format_command("fill", args.file, *more, "--for", other_purpose)
        page.add_command(context.say("fill.other"), line)
    return page


def _add_header(page: Page, result: FillResult, context: Context) -> None:
    """Add the points left to spend as the headline, with the verdict if the list is illegal.

    For an army that counts no points, the verdict is the headline.
    """
    army = result.before.army
    assert army is not None
    if not army.counts_points:
        page.add_header(verdict_text.format_headline(result.before, context), result.before.file)
        return
    all_left = army.limit is None or result.budget == max(0, army.limit - army.points)
    key = "fill.left" if all_left else "fill.to_spend"
    left = context.paint(context.say(key, left=result.budget), "bold")
    left = add_remark(left, verdict_text.format_sum(army), context.lang)
    if result.before.verdict == "illegal":
        verdict = context.paint(verdict_text.format_verdict(result.before, context), "bad")
        left = f"{verdict}  {left}"
    page.add_header(left, result.before.file)


def _describe_ways(result: FillResult, context: Context) -> str:
    """Return a sentence with the number of ways to spend the points and their ranking.

    For an army that counts no points, a sentence of its own is returned.
    """
    army = result.before.army
    assert army is not None
    if not army.counts_points:
        return context.say("fill.no_points")
    key = f"ways_{result.purpose}"
    if result.purpose == "closest" and all(way.spent == result.budget for way in result.ways):
        key = "ways_all"
    return context.say(f"fill.{key}", count=len(result.ways), budget=result.budget)


def _explain_no_ways(result: FillResult, context: Context) -> str:
    """Return a sentence that says why no way to spend the points was found.

    "" if no points are left, because the headline says so already.
    """
    counts_points = result.before.army is not None and result.before.army.counts_points
    if counts_points and not result.budget:
        return ""  # the headline says it
    if not counts_points and not result.candidates:
        return context.say("fill.all_chosen")
    if not result.candidates:
        return context.say("fill.nothing_costs_so_little", left=result.budget)
    if result.before.verdict == "illegal":
        return context.say("fill.illegal")
    return context.say("fill.no_way", count=result.candidates)


def _add_way_rows(page: Page, result: FillResult, context: Context) -> None:
    """Add a table with a row for each way to spend the points.

    Points that are the same in all rows have no column. The gaps that a way fills (what the army
    lacks, such as anti-tank) go below its row if the purchases would have too little room beside
    them.
    """
    columns = _build_columns(result, context)
    texts = [_join_purchases(way, result, context) for way in result.ways]
    heads = [context.paint(head, "dim") for head in columns]
    beside = sum(
        max(measure_width(head), *map(measure_width, cells)) + 2 for head, cells in columns.items()
    )
    widest = max(map(measure_width, texts))
    gap = context.say("fill.gap_filled")
    below = gap in columns and min(page.width, HEADLINE) - beside - 6 < min(widest, TEXT)
    if below:
        heads = [context.paint(head, "dim") for head in columns if head != gap]
    rows: list[list[str]] = []
    if heads:
        rows.append(["", context.paint(context.say("fill.what"), "dim"), *heads])
    empty = [""] * len(heads)
    for place, (way, text) in enumerate(zip(result.ways, texts, strict=True)):
        cells = [cells[place] for head, cells in columns.items() if not below or head != gap]
        rows.append([str(place + 1), text, *cells])
        if way.instead:
            instead = context.say("fill.instead", units=list(way.instead))
            rows.append(["", context.paint(instead, "dim"), *empty])
        if below:
            rows.append(["", context.paint(columns[gap][place], "dim"), *empty])
    aligns = "rl" + "".join(
        "l" if head == gap else "r" for head in columns if not below or head != gap
    )
    page.add_table(rows, aligns, text=1)


def _build_columns(result: FillResult, context: Context) -> dict[str, list[str]]:
    """Return the columns beside the purchases: for each heading, the cells of all ways.

    There are columns for the points if the ways differ in them, and for what the ways are ranked
    by.
    """
    army = result.before.army
    assert army is not None
    columns: dict[str, list[str]] = {}
    if army.counts_points and len({way.spent for way in result.ways}) > 1:
        columns[context.say("fill.points")] = [str(way.spent) for way in result.ways]
        columns[context.say("fill.rest")] = [str(way.left) for way in result.ways]
    if result.purpose == "gaps":
        filled: list[str] = []
        for way in result.ways:
            gap_texts = [
                _format_gap("fill.gap_state", f"short.{name}", state, context)
                for name, state in way.gaps.items()
            ]
            filled.append(join_list(gap_texts or [context.say("fill.no_gap")], context.lang))
        columns[context.say("fill.gap_filled")] = filled
    elif result.purpose != "closest" or not army.counts_points:
        measure = "models" if result.purpose == "closest" else result.purpose
        columns[context.say(f"fill.gained.{measure}")] = [
            f"{getattr(way.gained, measure):+}" for way in result.ways
        ]
    return columns


def _join_purchases(way: Spending, result: FillResult, context: Context) -> str:
    """Return all that `way` buys as one text, with points: “10 Deathmarks 120 + …”.

    Equal purchases are put together with their number.
    """
    costs_by_text: dict[str, list[int]] = {}
    for member in way.members:
        text = _describe_purchase(member, result, context)
        costs_by_text.setdefault(text, []).append(member.cost)
    counts_points = result.before.army is not None and result.before.army.counts_points
    texts = []
    for text, costs in costs_by_text.items():
        if len(costs) > 1:
            text = context.say("fill.times", count=len(costs), what=text)
        total = sum(costs)
        texts.append(f"{text} {total}" if counts_points and total else text)
    return " + ".join(texts)


def _describe_purchase(candidate: Candidate, result: FillResult, context: Context) -> str:
    """Return one purchase in words, without its points.

    A unit is named with its number of models. Anything else is named with the unit that gets it.
    """
    if candidate.what == "unit":
        many = candidate.models is not None and candidate.models > 1
        key = "fill.models_of" if many else "fill.unit"
        return context.say(key, name=candidate.label.args["name"], models=candidate.models)
    return format_purchase(candidate, result, context, priced=False)


def format_purchase(
    candidate: Candidate, result: FillResult, context: Context, *, priced: bool = True
) -> str:
    """Return one purchase in words: a unit, or for example an enhancement and its bearer.

    `priced`: an enhancement has its points after its name.
    """
    if candidate.what == "unit":
        name = translate_name(candidate.label.args["name"], context.lang)
        if candidate.models is not None and candidate.models > 1:
            return context.say("fill.unit_of", name=name, models=candidate.models)
        return context.say("fill.unit", name=name)
    label = candidate.label
    if not priced and "name" in label.args:
        label = make_name_text(label.args["name"])
    what = _say_text(label, result, context)
    field = _say_text(Text(f"field.{candidate.key}", candidate.args), result, context)
    if candidate.what == "choice":
        return context.say("fill.to", unit=field, what=what)
    if candidate.what == "size" and candidate.models is None:
        what = field
    return context.say("fill.to", unit=translate_name(candidate.to, context.lang), what=what)


def _say_text(text: Text, result: FillResult, context: Context) -> str:
    """Return `text` in the language of the run, in the words that the list's game uses."""
    return games.say(result.before.system, text.key, context.lang, text.args)


def explain_rank(way: Spending, result: FillResult, context: Context) -> list[str]:
    """Return texts that say why `way` ranks where it does, by the purpose that was asked for.

    For the purpose `gaps`, there is a text for each gap filled, or one that says none is. For any
    other purpose there is one text.
    """
    assert result.before.army is not None
    if result.purpose == "gaps":
        gaps = [_format_gap("fill.gap", name, state, context) for name, state in way.gaps.items()]
        return gaps or [context.say("fill.no_gap")]
    if result.purpose == "closest":
        if not result.before.army.counts_points:
            return [context.say("fill.models", gained=way.gained.models)]
        count = len(way.members)
        return [context.say("fill.closest", spent=way.spent, budget=result.budget, count=count)]
    return [context.say(f"fill.{result.purpose}", gained=getattr(way.gained, result.purpose))]


def _format_gap(key: str, name: str, state: GapState, context: Context) -> str:
    """Return the message `key` about the gap `name`: how much the army has and needs.

    `state`: the amount before the purchase, after it, and the one wanted.
    """
    gap = context.say(GAPS + name)
    return context.say(key, gap=gap, before=state.before, after=state.after, wanted=state.wanted)


def _format_free_choice(free: Free, result: FillResult, context: Context) -> str:
    """Return a sentence about a choice that costs nothing, its options and units to take it."""
    what = _say_text(Text(f"field.{free.key}", free.args), result, context)
    options = _list_free_options(free, result, context)
    if not free.to:
        return context.say("fill.free", what=what, options=options)
    return context.say("fill.free_for", what=what, units=list(free.to), options=options)


def _list_free_options(free: Free, result: FillResult, context: Context) -> list[str]:
    """Return the names of the options of `free`, without points.

    Why: whatever points the data give them for a season, they cost nothing here.
    """
    names = [
        Text("name", {"name": option.args["name"]}) if "name" in option.args else option
        for option in free.options
    ]
    return [_say_text(option, result, context) for option in names]


# --- for programs ---


def build_report(result: FillResult, context: Context) -> dict[str, object]:
    """Return the JSON document: ways to spend points, what is lacking, what is free."""
    army = result.before.army
    assert army is not None
    return {
        "listbuilder": VERSION,
        "file": result.before.file,
        "system": army.book.system,
        "verdict": result.before.verdict,
        "points": army.points if army.counts_points else None,
        "limit": army.limit,
        "budget": result.budget if army.counts_points else None,
        "ranked_by": result.purpose,
        "lacking": [
            _build_gap_row(name, state)
            for name, state in result.lacking.items()
            if state.before < state.wanted
        ],
        "ways": [_build_way_row(way, result, context) for way in result.ways],
        "candidates": result.candidates,
        "tried": result.tried,
        "complete": result.complete,
        "free": list(_build_free_rows(result, context)),
    }


def _build_way_row(way: Spending, result: FillResult, context: Context) -> dict[str, object]:
    """Return the JSON fields of one way: points, purchases, gains, and why it ranks there."""
    return {
        "spent": way.spent,
        "left": way.left,
        "points": way.after.points,
        "purchases": [
            {
                "what": member.what,
                "text": format_purchase(member, result, context),
                "datasheet": member.offer or None,
                "to": member.to or None,
                "models": member.models,
                "points": member.cost,
            }
            for member in way.members
        ],
        "models": way.gained.models,
        "wounds": way.gained.wounds,
        "control": way.gained.control,
        "gaps": [_build_gap_row(name, state) for name, state in way.gaps.items()],
        "bearers_instead": list(way.instead),
        "reasons": explain_rank(way, result, context),
    }


def _build_gap_row(name: str, state: GapState) -> dict[str, object]:
    """Return the JSON fields of the gap `name`: amounts before, after, and wanted."""
    return {"gap": name, "before": state.before, "after": state.after, "wanted": state.wanted}


def _build_free_rows(result: FillResult, context: Context) -> Iterator[dict[str, object]]:
    """Yield the JSON fields of each choice that costs nothing: its name, units and options."""
    for free in result.free:
        yield {
            "what": _say_text(Text(f"field.{free.key}", free.args), result, context),
            "units": list(free.to),
            "options": _list_free_options(free, result, context),
        }
