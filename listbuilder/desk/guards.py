"""The guard between the network and the pages: limits of requests, headers of each answer."""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 2_000_000  # of a body, as of a list anywhere in the program
BODY_SECONDS = 30.0  # until the next piece of a body; a slower visitor is disconnected

# The policy of the exports, with scripts and requests of this server alone.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# For pages in the form of an export, which need no scripts and no forms.
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
    """An application around another one that limits requests and adds headers to answers."""

    def __init__(self, app: ASGIApp) -> None:
        """Put this guard around `app`."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer a request within the limits."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        await self.app(scope, _limit_body(scope, receive), _add_headers(send))


def _limit_body(scope: Scope, receive: Receive) -> Receive:
    """Return a `receive` that raises HTTPException for a body that is too large or too slow."""
    headers = dict(scope["headers"])
    announced = headers.get(b"content-length", b"0")
    count = 0
    is_complete = False

    async def receive_limited() -> Message:
        """Return the next piece of the body; raise HTTPException if there is too much of it."""
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

    return receive_limited


def _add_headers(send: Send) -> Send:
    """Return a `send` that adds the security headers that an answer doesn't have yet."""

    async def send_with_headers(message: Message) -> None:
        """Send a part of the answer, with the headers added to its start."""
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
    """Return the visitor's address; behind a trusted proxy, the one that the proxy states."""
    return request.client.host if request.client else ""
