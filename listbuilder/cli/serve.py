"""`listbuilder serve`: a web server on this machine, until it is stopped.

With `--static` it serves the page that `make site` builds, with `--event` the desk of an event.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from listbuilder.cli.context import OK, Context
from listbuilder.model.problem import Problem, Unreadable

HOST = "127.0.0.1"  # only this machine, unless asked otherwise
PORT = 8300
RATE = 20  # checks a second from one address: a whole venue may have one
_PORTS = 65536


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of `listbuilder serve` to `parser`."""
    parser.add_argument("--static", action="store_true")
    parser.add_argument("--event", metavar="FILE")
    parser.add_argument("folder", nargs="?", metavar="FOLDER")
    parser.add_argument("--host", default=HOST, metavar="ADDRESS")
    parser.add_argument("--port", type=int, default=PORT, metavar="N")
    parser.add_argument("--url", metavar="URL")
    parser.add_argument("--proxy", default="", metavar="ADDRESS")
    parser.add_argument("--rate", type=int, default=RATE, metavar="N")
    parser.add_argument("--jobs", type=int, metavar="N")


def run(args: argparse.Namespace, context: Context) -> int:
    """Serve the page or the desk until the program is interrupted, and return the exit code.

    Raises Unreadable without `--static` and `--event`, or if the port can't be used.
    """
    if not 0 <= args.port < _PORTS:
        raise Unreadable([Problem(key="no_port", args={"given": args.port})])
    if args.event:
        from listbuilder.cli import serve_event

        return serve_event.serve_event(args, context)
    if args.static:
        return _serve_page(args, context)
    raise Unreadable([Problem(key="nothing_to_serve")])


def _serve_page(args: argparse.Namespace, context: Context) -> int:
    """Serve the built page from its folder until the program is interrupted; return 0.

    Raises Unreadable if the folder has no such page, or if the address can't be used.
    """
    from listbuilder.cli import static_server

    folder = Path(args.folder) if args.folder else static_server.get_default_folder()
    if not (folder / static_server.INDEX).is_file():
        raise Unreadable([Problem(key="no_page_there", file=str(folder))])
    try:
        server = static_server.open_server(folder, args.host, args.port)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        details = {"address": f"{args.host}:{args.port}", "reason": reason}
        raise Unreadable([Problem(key="cannot_serve", args=details)]) from None
    print(context.say("serve.page", link=static_server.get_link(server)), flush=True)
    with server:
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print(context.say("serve.stopped"))
    return OK
