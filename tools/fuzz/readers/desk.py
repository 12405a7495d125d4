"""What players hand in to the server: the same damaged and hostile lists, and the pages that show them."""

from __future__ import annotations

import json
import re
import tempfile
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import msgspec

from listbuilder.cli import pool, serve_judging
from listbuilder.cli.context import Context
from listbuilder.cli.judge_file import ReadingOptions
from listbuilder.data.library import Library
from listbuilder.desk import pages
from listbuilder.desk.jobs import (
    Answer,
    Checked,
    CheckRequest,
    CleanRequest,
    DiffRequest,
    FixRequest,
    ListText,
    Reply,
    Request,
    SourceRequest,
)
from listbuilder.event import event_file
from tools.fuzz.case import UNSEEN, Asking, Case
from tools.fuzz.readers import roster, text, tree

NAME = "desk"
_EVENT = b"event: Fuzz\npoints_limit: 2000\nlegends: false\n"
_RUNS = re.compile(r"on\w+|srcdoc")
_OURS = {"src": "/", "action": "/", "formaction": "/", "href": "?/#"}


def make(random: Random) -> Case:
    """Return a list as another reader makes it, to be handed in."""
    made: Case = random.choice((roster, text, text, tree)).make(random)
    name, raw = next(iter(made.files.items()))
    ending = re.search(r"\.(txt|yaml|json|rosz?)$", name)
    file = f"list{ending[0] if ending else '.txt'}"
    return Case(NAME, {file: raw}, made.kind, {"lang": random.choice(roster.LANGS)})


@cache
def _open_job() -> tuple[serve_judging.ServeJob, Context]:
    """Return what a process of the server works with."""
    context = Context("en", "text", None, Library(), False)
    with tempfile.TemporaryDirectory() as folder:
        event = Path(folder, "event.yaml")
        event.write_bytes(_EVENT)
        rules = event_file.read_event(event, context.library)
    task = pool.Task("en", "text", None, None)
    return serve_judging.ServeJob(task, ReadingOptions(None, rules), rules.points_limit), context


class _Tags(HTMLParser):
    """Notes every tag and attribute that could run something or lead away."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "img", "iframe", "object", "embed", "base", "link"):
            self.found.append(tag)
        for name, value in attrs:
            first = (value or "/")[:1]
            if _RUNS.fullmatch(name) or first not in _OURS.get(name, first):
                self.found.append(f"{tag} {name}={value}")


def ask(case: Case, folder: Path, asking: Asking) -> None:
    event = folder / "event.yaml"
    event.write_bytes(_EVENT)
    (file, raw), lang = next(iter(case.files.items())), case.facts["lang"]
    place = folder / file
    place.write_bytes(raw)
    job, context = _open_job()

    def reply(request: Request) -> Reply:
        """Return the reply of a process to a request."""
        done = serve_judging.answer_request(msgspec.msgpack.encode(request), job, context)
        return msgspec.msgpack.decode(done, type=Checked | Answer)

    given = ListText(raw, file)
    checked = reply(CheckRequest(given, "en", lang))
    assert isinstance(checked, Checked)
    values = {"found": checked.own, "problem": ""}
    _check_page(pages.render("verdict.html", lang, values), asking)
    done = asking.call("check", str(place), "--event", str(event), "--format", "json")
    told = [row["verdict"] for row in json.loads(done.out)["rosters"]] if done.out else []
    if len(told) == 1:
        asking.check(
            "one verdict",
            told[0] == checked.entry.verdict,
            f"{told[0]} by check, {checked.entry.verdict} at the desk",
        )
    fixed = reply(FixRequest(given))
    if isinstance(fixed, Answer) and fixed.raw:
        again = reply(CheckRequest(ListText(fixed.raw, "list.yaml"), "en", "en"))
        asking.check(
            "fixed is legal",
            isinstance(again, Checked) and again.entry.verdict != "illegal",
            lambda: f"the fixed list: {again}",
        )
        lines = reply(DiffRequest(given, ListText(fixed.raw, "list.yaml"), lang))
        _check_lines(lines, asking)
    _check_lines(reply(SourceRequest(given)), asking)
    clean = reply(CleanRequest(given, "Ann <b>", lang))
    if isinstance(clean, Answer) and clean.raw:
        _check_page(clean.raw.decode(), asking)


def _check_page(page: str, asking: Asking) -> None:
    tags = _Tags()
    tags.feed(page)
    asking.check("only text", tags.found == [], lambda: f"in the page: {tags.found[:3]}")
    asking.check("nothing unseen", UNSEEN.search(page) is None, "in the page")


def _check_lines(answer: Reply, asking: Asking) -> None:
    lines = answer.lines if isinstance(answer, Answer) else []
    asking.check("nothing unseen", UNSEEN.search("\n".join(lines)) is None, "in lines of the desk")
