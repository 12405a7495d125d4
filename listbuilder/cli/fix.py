"""`listbuilder fix FILE`: the smallest edits that make a list legal, and, if asked to, the list with them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from listbuilder.advice import said
from listbuilder.advice.fix import Mending, mend
from listbuilder.advice.state import Answer
from listbuilder.cli import streams, verdict_text
from listbuilder.cli.context import ILLEGAL, OK, OUR_BUG, UNREAD, Context, as_json
from listbuilder.cli.lists import LIST_BYTES, Wish, is_our_bug, judge_safely
from listbuilder.law import published, words
from listbuilder.law.position import Position
from listbuilder.model.finding import Stamped
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.visible import visible
from listbuilder.store import reader, writer
from listbuilder.store.ours import named_as_ours
from listbuilder.store.schema_line import schema_line
from listbuilder.version import VERSION


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--apply", action="store_true")
    parser.add_argument("-o", "--output", dest="out", metavar="OUT")
    parser.add_argument("--offer", type=int, default=1, metavar="N")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--from", dest="form", metavar="FORMAT")


def run(args: argparse.Namespace, context: Context) -> int:
    limit = reader.ROSTER_BYTES if named_as_ours(args.file) else LIST_BYTES
    position = judge_safely(partial(reader.read_named, args.file, limit), args.file, context, Wish(args.form))
    context = context.about(position.system)
    context.complain(position.problems)
    mending = mend(position)
    context.complain([mending.too_large] if mending.too_large else [])
    wanted = bool(args.apply or args.out)
    asked = _chosen(mending, args.offer) if mending.answers else None
    chosen = asked if wanted else None
    out = _written(mending, chosen, args, context) if chosen else None
    if args.out != "-":
        print(as_json(_report(mending, out, context)) if context.format == "json" else "\n".join(_lines(mending, context)))
    if out is not None and context.format != "json":
        context.say_written(out)
    if is_our_bug(position):
        return OUR_BUG
    return UNREAD if position.verdict == "unread" else OK if position.verdict == "legal" or chosen else ILLEGAL


def _chosen(mending: Mending, number: int) -> Answer:
    if not 1 <= number <= len(mending.answers):
        details = {"given": number, "count": len(mending.answers)}
        raise Unreadable([Problem(key="no_such_offer", args=details, file=mending.position.file)])
    return mending.answers[number - 1]


def _written(mending: Mending, answer: Answer, args: argparse.Namespace, context: Context) -> Path | None:
    position = mending.position
    raw = _text(position, answer)
    if args.out == "-":
        streams.send(raw.decode())
        return None
    if args.out:
        out = Path(args.out)
        writer.write_new(out, raw, force=args.force)
        return out
    if args.file == "-" or position.format != "roster":
        raise Unreadable([Problem(key="apply_needs_out", file=position.file)])
    from listbuilder.edit import saving  # only what is saved into the player's own file goes into its history

    out = Path(args.file)
    try:
        saving.put(out, raw, position.sha256)
    except (saving.ChangedOnDisk, saving.AlreadyThere):
        raise Unreadable([Problem(key="changed_meanwhile", file=args.file)]) from None
    return out


def _text(position: Position, answer: Answer) -> bytes:
    """The player's own text with the edits in it; of another program's list a roster."""
    data = answer.after.data
    if position.document is not None and position.format == "roster":
        from listbuilder.edit import saving

        return saving.written(position.document.raw, [answer.edit], data).raw
    data = dict(data)
    if position.army is not None and position.army.past_day:
        data["points_as_of"] = position.army.priced_on
    head = schema_line("roster-" + data["system"]) + "\n"
    return writer.checked(head + writer.new_text(data), data)


# --- in words ---


def _lines(mending: Mending, context: Context) -> Iterator[str]:
    position = mending.position
    if position.army is None or position.verdict == "unread":
        yield f"{visible(position.file)}: {context.paint(words.verdict('unread', context.lang), 'warn')}"
        yield f"  {context.say('fix.unread')}"
        return
    yield f"{visible(position.file)}: {verdict_text.headline(position, context)}"
    if position.verdict == "legal":
        yield f"  {context.say('fix.nothing_to_mend')}"
    for finding in position.findings if position.verdict == "illegal" else ():
        if finding.severity == "error":
            label = context.paint(words.severity("error", context.lang), "bad")
            yield f"  {label} {finding.code} {words.message(finding, context.lang)}"
    for number, answer in enumerate(mending.answers, 1):
        yield from _offer(number, answer, mending, context)
    if mending.standing and not mending.too_large:
        yield f"  {context.say('fix.together' if mending.together else 'fix.stands')}"
        for finding in mending.standing:
            yield f"    {finding.code} {words.message(finding, context.lang)}  {_cited(finding, position, context)}"


def _offer(number: int, answer: Answer, mending: Mending, context: Context) -> Iterator[str]:
    titles = [said.title(move, mending.position.system, context.lang) for move in answer.moves]
    for place, title in enumerate(titles):
        yield f"  {f'{number}.' if place == 0 else '':<3}{title}"
    yield context.paint(f"     {_outcome(answer, context)}", "dim")


def _outcome(answer: Answer, context: Context) -> str:
    after = answer.after
    verdict = words.verdict(after.verdict, context.lang)
    army = after.army
    if army is None or not army.counts_points:
        return context.say("fix.then", verdict=verdict)
    key = "fix.then_points" if army.limit is not None else "fix.then_points_no_limit"
    return context.say(key, verdict=verdict, points=army.points, limit=army.limit)


def _cited(finding: Stamped, position: Position, context: Context) -> str:
    assert position.army is not None
    return context.paint(words.citation(position.army.book, finding.citation, context.lang), "dim")


# --- for programs ---


def _report(mending: Mending, out: Path | None, context: Context) -> dict[str, Any]:
    position = mending.position
    army = position.army
    return {
        "listbuilder": VERSION,
        "file": position.file,
        "format": position.format,
        "sha256": position.sha256,
        "system": army.book.system if army else None,
        "verdict": position.verdict,
        "points": army.points if army and army.counts_points else None,
        "limit": army.limit if army else None,
        "findings": [published.finding(finding, context.lang) for finding in position.findings if finding.severity == "error"],
        "offers": [offer(answer, position, context) for answer in mending.answers],
        "standing": [published.finding(finding, context.lang) for finding in mending.standing],
        "together": mending.together,
        "unread": [context.sentence(problem) for problem in position.problems],
        "written": str(out) if out else None,
    }


def offer(answer: Answer, position: Position, context: Context) -> dict[str, Any]:
    after = answer.after
    assert after.army is not None
    return {
        "changes": [said.title(move, position.system, context.lang) for move in answer.moves],
        "steps": [{"op": step.op, "path": list(step.path), "value": step.value} for step in answer.edit.steps],
        "units_lost": answer.units_lost,
        "things_changed": answer.things,
        "points_lost": answer.points_lost if after.army.counts_points else None,
        "verdict": after.verdict,
        "points": after.points if after.army.counts_points else None,
        "roster": after.data,
    }
