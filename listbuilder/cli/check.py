"""`listbuilder check PATH...`: the verdict, what led to it, and what it rests on."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from listbuilder.cli.context import ILLEGAL, OK, UNREAD, Context
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.rules.judge import Judgement, judge
from listbuilder.store import reader

ENDINGS = (".yaml", ".yml")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH", help="roster, folder of rosters, or - for standard input")


def run(args: argparse.Namespace, context: Context) -> int:
    judgements = []
    for name in args.paths:
        for done in _judge(name, context):
            context.complain(done.problems)
            judgements.append(done)
            if context.format == "text":
                from listbuilder.cli import verdict_text

                print(verdict_text.full(done, context), end="\n\n" if len(args.paths) > 1 or Path(name).is_dir() else "\n")
    if context.format == "json":
        from listbuilder.cli import verdict_json

        print(verdict_json.report(judgements, context))
    elif len(judgements) > 1:
        print(_summary(judgements, context))
    return exit_code(judgements)


def exit_code(judgements: Sequence[Judgement]) -> int:
    """What could not be read weighs more than what is illegal."""
    verdicts = {done.verdict for done in judgements}
    return UNREAD if "unread" in verdicts else ILLEGAL if "illegal" in verdicts else OK


def _judge(name: str, context: Context) -> Iterator[Judgement]:
    if name == "-":
        yield judge(sys.stdin.buffer.read(reader.ROSTER_BYTES + 1), "-", context.library, context.as_of)
        return
    path = Path(name)
    for file in _files(path) if path.is_dir() else [path]:
        try:
            raw = reader.read_bytes(file, reader.ROSTER_BYTES)
        except Unreadable as error:
            yield Judgement(file=str(file), sha256="", verdict="unread", problems=list(error.problems))
            continue
        yield judge(raw, str(file), context.library, context.as_of)
    if path.is_dir() and not any(_files(path)):
        problem = Problem(key="no_rosters_here", file=str(path))
        yield Judgement(file=str(path), sha256="", verdict="unread", problems=[problem])


def _files(folder: Path) -> Iterable[Path]:
    """Every roster below a folder, hidden places left out."""
    for file in sorted(folder.rglob("*")):
        inside = file.relative_to(folder)
        if file.suffix.lower() in ENDINGS and file.is_file() and not any(part.startswith(".") for part in inside.parts):
            yield file


def _summary(judgements: Sequence[Judgement], context: Context) -> str:
    verdicts = [done.verdict for done in judgements]
    return context.say(
        "check.summary",
        count=len(verdicts),
        legal=verdicts.count("legal"),
        illegal=verdicts.count("illegal"),
        unread=verdicts.count("unread"),
    )
