"""`listbuilder verify FILE`: judges the roster inside an export again, and says whether what is printed still holds."""

from __future__ import annotations

import argparse
from typing import Any

from listbuilder.cli.context import ILLEGAL, OK, UNREAD, Context, as_json
from listbuilder.exchange import seal as seals
from listbuilder.exchange.catalog import WRITERS
from listbuilder.exchange.readers.sealed import sealed_in
from listbuilder.exchange.verify import Checked, inside, verify
from listbuilder.law import words
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.visible import visible
from listbuilder.store import reader
from listbuilder.version import VERSION

_MOST = 64 << 20  # a page with its pictures


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE")


def run(args: argparse.Namespace, context: Context) -> int:
    raw = reader.read_named(args.file, _MOST)
    sealed = sealed_in(raw)
    if sealed is None:
        forms = [name for name, form in WRITERS.items() if form.sealed]
        details = {"sealed": forms, "others": [name for name in WRITERS if name not in forms]}
        raise Unreadable([Problem(key="no_seal", args=details, file=args.file)])
    checked = verify(sealed, raw, args.file, context.library)
    context = context.about(checked.done.system)
    if checked.done.verdict == "unread":
        context.complain(checked.done.problems)
        return UNREAD
    print(_json(checked, args.file) if context.format == "json" else "\n".join(_text(checked, args.file, context)))
    return OK if checked.holds else ILLEGAL


def _word(checked: Checked) -> str:
    """What counts first: whose page it is, then what the roster inside is worth, then what could not be compared."""
    if checked.page in ("changed", "form"):
        return checked.page
    if not checked.same_verdict:
        return "holds_not"
    return {"same": "holds", "alone": "roster_holds"}.get(checked.page, "not_compared")


def _text(checked: Checked, name: str, context: Context) -> list[str]:
    seal, done = checked.seal, checked.done
    assert done.army is not None
    word = context.paint(context.say(f"verify.{_word(checked)}"), "good" if checked.holds else "bad")
    lines = [f"{visible(name)}: {word}", _line("printed", seal.verdict, seal.points, checked, context)]
    lines.append(_line("now", done.verdict, done.army.points, checked, context))
    for finding in done.findings if not checked.same_verdict else ():
        lines.append(f"  {finding.code} {words.message(finding, context.lang)}")
    lines += [f"  {context.say('verify.asked', what=visible(message))}" for _, message in seal.asked]
    day = {"data": seal.data, "day": seal.day, "now_data": done.data_sha256[:16], "now_day": done.army.priced_on}
    lines.append(f"  {context.say('verify.same_data' if checked.same_data else 'verify.other_data', **day)}")
    lines.append(f"  {_page(checked, context)}")
    if checked.page != "same":
        lines.append(f"  {context.say('verify.inside')}")
        lines += [f"    {line}" for line in inside(checked, context.library, context.lang)]
    roster = context.say("verify.roster", roster=seals.fingerprint(seal.roster)[:16])
    return [*lines, f"  {roster} · {context.say('verify.made', version=seal.version)}"]


def _page(checked: Checked, context: Context) -> str:
    made = {"version": (checked.seal.version, VERSION), "tools": (checked.made, checked.now)}.get(checked.page, ("", ""))
    forms = {"file": checked.form, "form": checked.seal.form}
    return context.say(f"verify.page_{checked.page}", made=made[0], now=made[1], **forms)


def _line(key: str, verdict: str, points: int, checked: Checked, context: Context) -> str:
    assert checked.done.army is not None
    what = "verify.verdict" if checked.done.army.counts_points else "verify.verdict_no_points"
    said = context.say(what, verdict=words.verdict(verdict, context.lang), points=points)
    return f"  {context.say(f'verify.{key}', what=said)}"


def _json(checked: Checked, name: str) -> str:
    seal, done = checked.seal, checked.done
    assert done.army is not None
    content: dict[str, Any] = {
        "file": name,
        "holds": checked.holds,
        "printed": {"verdict": seal.verdict, "points": seal.points, "data": seal.data, "day": seal.day},
        "now": {"verdict": done.verdict, "points": done.army.points, "data": done.data_sha256, "day": done.army.priced_on},
        "page": checked.page,
        "asked": [message for _, message in seal.asked],
        "form": {"file": checked.form or None, "roster": seal.form},
        "units": [
            {"datasheet": unit.datasheet_id, "name": unit.name, "models": unit.models, "points": unit.points}
            for unit in done.army.units
        ],
        "roster": seals.fingerprint(seal.roster),
        "version": seal.version,
    }
    return as_json(content)
