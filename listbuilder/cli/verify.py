"""`listbuilder verify FILE`: judges the roster inside an export again, and says whether what is printed still holds."""

from __future__ import annotations

import argparse
from typing import Any

from listbuilder.cli import streams
from listbuilder.cli.context import ILLEGAL, OK, UNREAD, Context
from listbuilder.exchange import seal as seals
from listbuilder.exchange.readers.sealed import seal_in
from listbuilder.exchange.seal import Seal
from listbuilder.exchange.verify import Checked, verify
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import reader
from listbuilder.store.paths import shown

_MOST = 64 << 20  # a page with its pictures


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="an html, pdf, json or qr export, the text of its QR code, or -")


def run(args: argparse.Namespace, context: Context) -> int:
    raw = reader.read_named(args.file, _MOST)
    name = shown(args.file)
    seal = seal_in(raw)
    if seal is None:
        raise Unreadable([Problem(key="no_seal", file=name)])
    checked = verify(seal, raw, name, context.library)
    if checked.done.verdict == "unread":
        context.complain(checked.done.problems)
        return UNREAD
    print(_json(seal, checked, name) if context.format == "json" else _text(seal, checked, name, context))
    return OK if checked.holds else ILLEGAL


def _text(seal: Seal, checked: Checked, name: str, context: Context) -> str:
    done = checked.done
    assert done.army is not None
    key = "changed" if checked.page == "changed" else "holds" if checked.holds else "holds_not"
    word = context.paint(context.say(f"verify.{key}"), "good" if checked.holds else "bad")
    lines = [f"{name}: {word}", _line("printed", seal.verdict, seal.points, checked, context)]
    lines.append(_line("now", done.verdict, done.army.points, checked, context))
    for finding in done.findings if not checked.same_verdict else ():
        lines.append(f"  {finding.code} {_message(finding, context)}")
    day = {"data": seal.data, "day": seal.day, "now_data": done.data_sha256[: len(seal.data)], "now_day": done.army.priced_on}
    data = context.say("verify.same_data" if checked.same_data else "verify.other_data", **day)
    lines.append(f"  {data}")
    lines.append(f"  {context.say(f'verify.page_{checked.page}')}")
    roster = context.say("verify.roster", roster=seals.fingerprint(seal.roster)[:16])
    lines.append(f"  {roster} · {context.say('verify.made', version=seal.version)}")
    return "\n".join(lines)


def _line(key: str, verdict: str, points: int, checked: Checked, context: Context) -> str:
    assert checked.done.army is not None
    what = "verify.verdict" if checked.done.army.counts_points else "verify.verdict_no_points"
    said = context.say(what, verdict=context.say(f"verdict.{verdict}"), points=points)
    return f"  {context.say(f'verify.{key}', what=said)}"


def _message(finding: Any, context: Context) -> str:
    from listbuilder.rules import words

    return words.message(finding, context.lang)


def _json(seal: Seal, checked: Checked, name: str) -> str:
    done = checked.done
    assert done.army is not None
    content = {
        "file": name,
        "holds": checked.holds,
        "printed": {"verdict": seal.verdict, "points": seal.points, "data": seal.data, "day": seal.day},
        "now": {"verdict": done.verdict, "points": done.army.points, "data": done.data_sha256, "day": done.army.priced_on},
        "page": checked.page,
        "roster": seals.fingerprint(seal.roster),
        "version": seal.version,
    }
    return streams.as_json(content)
