"""`listbuilder serve --event EVENT`: the desk of an event, to which players hand in their lists."""

from __future__ import annotations

import argparse
import contextlib
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from listbuilder.cli import pool, serve_judging
from listbuilder.cli.context import OK, Context
from listbuilder.cli.judge_file import ReadingOptions
from listbuilder.desk.settings import DeskSettings
from listbuilder.event import event_file, players
from listbuilder.event.message import Sender, say
from listbuilder.event.triage import Desk
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.safe_text import escape_hidden
from listbuilder.reports.event import EventFile

NEEDED = ("starlette", "uvicorn", "python_multipart")  # what the extra `web` installs
ANY_HOST = ("0.0.0.0", "::")  # every address of this machine


def serve_event(args: argparse.Namespace, context: Context) -> int:
    """Serve the desk of an event until the program is interrupted, and return the exit code.

    Raises Unreadable if the event or its players can't be read, if the server can't be started, or
    if its packages are not installed.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise Unreadable([Problem(key="no_web", args={"missing": missing})])
    from listbuilder.desk import server

    event_path = Path(args.event)
    rules = event_file.read_event(event_path, context.library)
    try:
        listening = server.open_socket(args.host, args.port)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        details = {"address": f"{args.host}:{args.port}", "reason": reason}
        raise Unreadable([Problem(key="cannot_serve", args=details)]) from None
    with listening:
        port = listening.getsockname()[1]
        host = server.find_own_address() if args.host in ANY_HOST else args.host
        shown_host = f"[{host}]" if ":" in host else host
        base_url = _check_url(args.url) if args.url else f"http://{shown_host}:{port}"
        settings = make_settings(args, rules, event_path, base_url, context)
        state = server.open_desk_state(settings)
        processes = args.jobs or pool.count_cores()
        job = serve_judging.ServeJob(
            pool.build_task(args, context), ReadingOptions(None, rules), rules.points_limit
        )
        app = server.make_desk_app(state, serve_judging.make_handler, job, processes)
        for line in _list_welcome(settings, state.secret, args.host, context):
            print(line, flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            server.run_until_stopped(app, listening, args.proxy)
    print(context.say("serve.stopped"))
    return OK


def _check_url(url: str) -> str:
    """Return `url` without the slash at its end. Raises Unreadable if links can't begin with it.

    The desk needs an address of its own, without a path.
    """
    parts = urlsplit(url)
    is_plain = not (parts.path.strip("/") or parts.query or parts.fragment)
    if parts.scheme not in ("http", "https") or not parts.hostname or not is_plain:
        raise Unreadable([Problem(key="no_url", args={"given": url})])
    return f"{parts.scheme}://{parts.netloc}"


def make_settings(
    args: argparse.Namespace, rules: EventFile, file: Path, base_url: str, context: Context
) -> DeskSettings:
    """Return the settings of the desk for the event `rules`, read from `file`."""
    players_file = file.parent / rules.players if rules.players else None
    deadline = _format_moment(rules.deadline)
    title = escape_hidden(rules.event)

    def describe(desk: Desk) -> list[str]:
        """Return the lines below the title of the desk."""
        day = context.as_of or event_file.get_day_of_event(rules)
        facts = [say("event.as_of", context.lang, day=day)]
        if rules.points_limit:
            facts.append(say("event.points", context.lang, points=rules.points_limit))
        if deadline:
            facts.append(say("event.deadline", context.lang, deadline=deadline))
        return [" · ".join(facts), say("event.lists", context.lang, count=len(desk.rows))]

    return DeskSettings(
        folder=Path(args.folder) if args.folder else file.resolve().parent,
        sender=Sender(title, deadline),
        deadline=deadline,
        publish_at=_format_moment(rules.publish),
        lang=context.lang,
        fallback=rules.lang or context.lang,
        players=players.read_players(players_file) if players_file else [],
        base_url=base_url,
        describe=describe,
        rate=args.rate,
    )


def _format_moment(moment: str | None) -> str:
    """Return a time from the event file as “2026-05-30 23:59”, or "" if there is none.

    A date without a time means the end of that day.
    """
    text = (moment or "").replace("T", " ")
    return f"{text} 23:59" if len(text) == 10 else text


def _list_welcome(settings: DeskSettings, secret: str, host: str, context: Context) -> list[str]:
    """Return the lines to print at the start: both links, and where the lists are."""
    lines = [
        context.say("serve.players", link=f"{settings.base_url}/"),
        context.say("serve.desk", link=f"{settings.base_url}/desk/{secret}"),
        context.say("serve.folder", folder=str(settings.folder)),
    ]
    if host not in ANY_HOST and settings.base_url.startswith("http://127."):
        lines.append(context.say("serve.only_here"))
    return lines
