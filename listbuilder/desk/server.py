"""Running the server: read its state from files, open its port, serve until it is stopped."""

from __future__ import annotations

import asyncio
import re
import secrets
import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from listbuilder.desk.app import make_app
from listbuilder.desk.board import Board
from listbuilder.desk.codes import Codes
from listbuilder.desk.list_folder import ListFolder, write_private_file
from listbuilder.desk.notes import Notes
from listbuilder.desk.processes import Handler, ProcessPool
from listbuilder.desk.rates import Rate
from listbuilder.desk.settings import CODES, KEY, LISTS, NOTES, DeskSettings
from listbuilder.desk.signing import Signer
from listbuilder.desk.visitor import WRONG_CODES, DeskState
from listbuilder.model.problem import Unreadable, make_unwritable_problem

SECRET_BYTES = 16  # 128 bits, which nobody can guess
CHECK_SECONDS = 20.0  # that a list may take; the slowest of our corpus takes one
END_SECONDS = 3  # that open connections get when the server is stopped
MOST_CONNECTIONS = 1_000
_SECRET = re.compile(r"[\w-]{22}")


def open_desk_state(settings: DeskSettings) -> DeskState:
    """Return the state of the server, read from the folder of the event.

    The folder and its files are created if they don't exist. Raises Unreadable.
    """
    folder = settings.folder
    try:
        lists = ListFolder(folder / LISTS)
        secret, key = _read_keys(settings)
        codes = Codes(folder / CODES, settings.make_player_link)
        board = Board(settings, lists, Notes(folder / NOTES))
        if not settings.is_open:
            codes.add((name, player.name) for name, player in board.registry.folders.items())
    except OSError as error:
        raise Unreadable([make_unwritable_problem(error, folder)]) from None
    return DeskState(
        settings=settings,
        board=board,
        codes=codes,
        signer=Signer(key),
        secret=secret,
        requests=Rate(settings.rate * 10, settings.rate),
        failures=Rate(*WRONG_CODES),
    )


def _read_keys(settings: DeskSettings) -> tuple[str, bytes]:
    """Return (secret of the desk's address, key of signatures), made at the first start.

    They are in a file, so that links and cookies stay valid when the server is started again.
    """
    file = settings.folder / KEY
    if file.exists():
        lines = file.read_text(encoding="ascii", errors="replace").split()
        if len(lines) == 2 and all(map(_SECRET.fullmatch, lines)):
            return lines[0], lines[1].encode()
    secret, key = secrets.token_urlsafe(SECRET_BYTES), secrets.token_urlsafe(SECRET_BYTES)
    write_private_file(file, f"{secret}\n{key}\n".encode())
    return secret, key.encode()


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens on this address. Raises OSError or OverflowError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=512)


def find_own_address() -> str:
    """Return the address of this machine in its network, or 127.0.0.1 if it has none.

    Nothing is sent; the system is only asked which address it would send from.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation
            address: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return address


def make_desk_app(
    state: DeskState, make_handler: Callable[[Any], Handler], job: object, processes: int
) -> ASGIApp:
    """Return the application that serves `state`.

    Its lists are checked by that number of `processes`, each with what `make_handler(job)` returns.
    """
    state.board.pool = ProcessPool(make_handler, job, processes, CHECK_SECONDS)
    return make_app(state)


def run_until_stopped(app: ASGIApp, listening: socket.socket, proxy: str) -> None:
    """Serve `app` on a socket until the program is interrupted.

    `proxy`: the address of a proxy that is trusted to state the visitor's address; "" if none.
    """
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,  # addresses of the desk are secret
        server_header=False,
        date_header=True,
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy or None,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=END_SECONDS,
        timeout_keep_alive=10,
        lifespan="on",
        ws="none",
    )
    server = uvicorn.Server(config)
    asyncio.run(server.serve([listening]))
