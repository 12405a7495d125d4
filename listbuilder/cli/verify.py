"""`listbuilder verify FILE`: judge the roster inside an export again, and compare the page."""

from __future__ import annotations

import argparse

from listbuilder.cli.context import ILLEGAL, OK, UNREAD, Context, format_json
from listbuilder.formats import seal as seals
from listbuilder.formats.read.sealed import find_sealed
from listbuilder.formats.registry import WRITERS
from listbuilder.formats.verify import VerifiedExport, list_roster_lines, verify
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.safe_text import escape_hidden
from listbuilder.rules import messages
from listbuilder.version import VERSION
from listbuilder.yamlio import reader

_MOST = 64 << 20  # a page with its pictures


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the argument of `listbuilder verify` to `parser`."""
    parser.add_argument("file", metavar="FILE")


def run(args: argparse.Namespace, context: Context) -> int:
    """Print whether an export still fits the roster inside it, and return the exit code.

    Raises Unreadable if the file holds no roster.
    """
    raw = reader.read_named_file(args.file, _MOST)
    sealed = find_sealed(raw)
    if sealed is None:
        forms = [name for name, form in WRITERS.items() if form.sealed]
        details = {"sealed": forms, "others": [name for name in WRITERS if name not in forms]}
        raise Unreadable([Problem(key="no_seal", args=details, file=args.file)])
    checked = verify(sealed, raw, args.file, context.library)
    context = context.copy_for_game(checked.done.system)
    if checked.done.verdict == "unread":
        context.print_problems(checked.done.problems)
        return UNREAD
    if context.format == "json":
        print(_build_json(checked, args.file))
    else:
        print("\n".join(_build_text(checked, args.file, context)))
    return OK if checked.is_confirmed else ILLEGAL


def _choose_outcome(checked: VerifiedExport) -> str:
    """Return the key of the message that states the outcome.

    A changed page counts first, then a changed verdict, then a page that could not be compared.
    """
    if checked.page in ("changed", "form"):
        return checked.page
    if not checked.same_verdict:
        return "holds_not"
    return {"same": "holds", "alone": "roster_holds"}.get(checked.page, "not_compared")


def _build_text(checked: VerifiedExport, name: str, context: Context) -> list[str]:
    """Return the lines of the answer: outcome, both verdicts, data, page, what is inside.

    What is inside (the roster) is listed only if the page is not the same as one made now.
    """
    seal, position = checked.seal, checked.done
    assert position.army is not None
    role = "good" if checked.is_confirmed else "bad"
    word = context.paint(context.say(f"verify.{_choose_outcome(checked)}"), role)
    lines = [
        f"{escape_hidden(name)}: {word}",
        _format_line("printed", seal.verdict, seal.points, checked, context),
    ]
    lines.append(_format_line("now", position.verdict, position.army.points, checked, context))
    if not checked.same_verdict:
        for finding in position.findings:
            lines.append(f"  {finding.code} {messages.say_finding(finding, context.lang)}")
    for _, message in seal.asked:
        lines.append(f"  {context.say('verify.asked', what=escape_hidden(message))}")
    data_facts = {
        "data": seal.data,
        "day": seal.day,
        "now_data": position.data_sha256[:16],
        "now_day": position.army.priced_on,
    }
    key = "verify.same_data" if checked.same_data else "verify.other_data"
    lines.append(f"  {context.say(key, **data_facts)}")
    lines.append(f"  {_describe_page(checked, context)}")
    if checked.page != "same":
        lines.append(f"  {context.say('verify.inside')}")
        roster_lines = list_roster_lines(checked, context.library, context.lang)
        lines += [f"    {line}" for line in roster_lines]
    roster = context.say("verify.roster", roster=seals.compute_fingerprint(seal.roster)[:16])
    return [*lines, f"  {roster} · {context.say('verify.made', version=seal.version)}"]


def _describe_page(checked: VerifiedExport, context: Context) -> str:
    """Return a sentence on how the exported page compares with one made now."""
    versions = {
        "version": (checked.seal.version, VERSION),
        "tools": (checked.made, checked.now),
    }.get(checked.page, ("", ""))
    forms = {"file": checked.form, "form": checked.seal.form}
    return context.say(f"verify.page_{checked.page}", made=versions[0], now=versions[1], **forms)


def _format_line(
    key: str, verdict: str, points: int, checked: VerifiedExport, context: Context
) -> str:
    """Return the line with a verdict and its points.

    `key`: `printed` for the verdict in the export, or `now` for today's.
    """
    assert checked.done.army is not None
    counts_points = checked.done.army.counts_points
    verdict_key = "verify.verdict" if counts_points else "verify.verdict_no_points"
    word = messages.say_verdict(verdict, context.lang)
    text = context.say(verdict_key, verdict=word, points=points)
    return f"  {context.say(f'verify.{key}', what=text)}"


def _build_json(checked: VerifiedExport, name: str) -> str:
    """Return the outcome of the verification as JSON: what was printed and what holds now.

    With it go the outcome of comparing the file, its form, the units, and a fingerprint of the
    roster.
    """
    seal, position = checked.seal, checked.done
    assert position.army is not None
    content: dict[str, object] = {
        "file": name,
        "holds": checked.is_confirmed,
        "printed": {
            "verdict": seal.verdict,
            "points": seal.points,
            "data": seal.data,
            "day": seal.day,
        },
        "now": {
            "verdict": position.verdict,
            "points": position.army.points,
            "data": position.data_sha256,
            "day": position.army.priced_on,
        },
        "page": checked.page,
        "asked": [message for _, message in seal.asked],
        "form": {"file": checked.form or None, "roster": seal.form},
        "units": [
            {
                "datasheet": unit.datasheet_id,
                "name": unit.name,
                "models": unit.models,
                "points": unit.points,
            }
            for unit in position.army.units
        ],
        "roster": seals.compute_fingerprint(seal.roster),
        "version": seal.version,
    }
    return format_json(content)
