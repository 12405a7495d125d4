"""The server as an ASGI application: its routes, its limits, and its work in the background."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from listbuilder.desk import organiser_pages, pages, player_pages, publishing
from listbuilder.desk.guards import Guard
from listbuilder.desk.processes import TooBusy
from listbuilder.desk.visitor import DeskState, show_busy, show_error

_YEAR = "public, max-age=31536000, immutable"


def make_app(state: DeskState) -> ASGIApp:
    """Return the guarded application that serves the event of `state`."""

    @asynccontextmanager
    async def run_background(app: Starlette) -> AsyncIterator[None]:
        """Read the folder, watch it while the server runs, and end the processes at the end."""
        pool = state.board.pool
        assert pool is not None
        await state.board.scan()
        tasks = [
            asyncio.create_task(pool.warm_up()),
            asyncio.create_task(state.board.watch()),
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            pool.close()

    app = Starlette(
        routes=[
            *player_pages.ROUTES,
            *publishing.ROUTES,
            *organiser_pages.ROUTES,
            Route("/static/{version}/{name}", send_script),
        ],
        exception_handlers={
            HTTPException: show_error,
            TooBusy: show_busy,
            Exception: show_error,
        },
        lifespan=run_background,
    )
    app.state.desk_state = state
    return Guard(app)


async def send_script(request: Request) -> Response:
    """Return one of the scripts, which browsers may keep: its address changes with its content."""
    name = request.path_params["name"]
    if name not in pages.SCRIPTS:
        raise HTTPException(404)
    return FileResponse(
        pages.STATIC / name, headers={"cache-control": _YEAR}, media_type="text/javascript"
    )
