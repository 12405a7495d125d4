"""The guard between the network and the pages: limits of bodies, headers of each answer."""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 2_000_000  # of a body, as of a list anywhere in the program
BODY_SECONDS = 30.0  # until the next piece of a body; whoever is slower is cut off

# The policy of the exports, with scripts and requests of this server alone.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# A page that the program makes elsewhere too, and that has its own policy: it may do nothing else.
EXPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"same-origin",  # the desk's address is its key
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
    b"x-robots-tag": b"noindex",
    b"cache-control": b"no-store",
}


class Guard:
    """Bounds every request, and adds the headers of safety to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        """Guard `app`."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        await self.app(scope, _bound_body(scope, receive), _add_headers(send))


def _bound_body(scope: Scope, receive: Receive) -> Receive:
    """Return `receive`, which raises HTTPException for a body that is too large or too slow."""
    headers = dict(scope["headers"])
    announced = headers.get(b"content-length", b"0")
    count = 0
    is_complete = False

    async def receive_bounded() -> Message:
        """Return the next piece of the body."""
        nonlocal count, is_complete
        if is_complete:
            return await receive()  # waits until the visitor leaves
        if not announced.isdigit() or int(announced) > MOST_BYTES:
            raise HTTPException(413, headers={"connection": "close"})
        try:
            message = await asyncio.wait_for(receive(), BODY_SECONDS)
        except TimeoutError:
            raise HTTPException(408, headers={"connection": "close"}) from None
        if message["type"] == "http.request":
            count += len(message.get("body", b""))
            is_complete = not message.get("more_body", False)
            if count > MOST_BYTES:
                raise HTTPException(413, headers={"connection": "close"})
        return message

    return receive_bounded


def _add_headers(send: Send) -> Send:
    """Return `send`, which adds the headers of safety that an answer doesn't have yet."""

    async def send_with_headers(message: Message) -> None:
        """Send a message of the answer."""
        if message["type"] == "http.response.start":
            there = {name.lower() for name, _ in message["headers"]}
            extra = {b"content-security-policy": POLICY.encode(), **_HEADERS}
            message["headers"] = [
                *message["headers"],
                *((name, value) for name, value in extra.items() if name not in there),
            ]
        await send(message)

    return send_with_headers


def get_address(request: Request) -> str:
    """Return the address of the visitor; behind a trusted proxy it is the one that it states."""
    return request.client.host if request.client else ""
