"""Give every page what it needs: the server's state, sessions, languages, forms and errors."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime

import msgspec
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from listbuilder.desk import pages, wording
from listbuilder.desk.board import Board
from listbuilder.desk.codes import Codes
from listbuilder.desk.guards import MOST_BYTES, get_address
from listbuilder.desk.jobs import ListText
from listbuilder.desk.list_folder import TEXT, choose_ending
from listbuilder.desk.rates import Rate
from listbuilder.desk.settings import DeskSettings
from listbuilder.desk.signing import COOKIE, SECONDS, Session, Signer
from listbuilder.i18n.messages import PLAYER_LANGS, Lang

MOST_FIELDS = 12  # of a form
WRONG_CODES = (60, 0.1)  # at once from one address, and then a second: a whole venue may have one
STATUS_KEYS = {
    400: "bad_form",
    403: "stale",
    404: "not_found",
    405: "not_found",
    408: "bad_form",
    413: "too_large",
    429: "too_often",
    503: "too_busy",
    507: "disk",
}


class PublicFiles(msgspec.Struct):
    """The clean pages and the book of all lists, kept in memory because making them takes long.

    `pages` are by list and language. `book` has what it was made from, and its bytes.
    """

    pages: dict[tuple[str, Lang], bytes] = {}
    book: tuple[object, bytes] | None = None
    is_making: asyncio.Lock = msgspec.field(default_factory=asyncio.Lock)


class DeskState(msgspec.Struct, kw_only=True):
    """The state of the server for one event, which all pages use.

    `secret`: the part of the desk's address that nobody can guess. `streams`: how many desks are
    open and get changes as they happen.
    """

    settings: DeskSettings
    board: Board
    codes: Codes
    signer: Signer
    secret: str
    requests: Rate
    failures: Rate
    public_files: PublicFiles = msgspec.field(default_factory=PublicFiles)
    streams: int = 0


def get_desk_state(request: Request) -> DeskState:
    """Return the state of the server."""
    state: DeskState = request.app.state.desk_state
    return state


def get_session(request: Request) -> Session | None:
    """Return the session of the visitor, or None if there is none yet."""
    value = request.cookies.get(COOKIE, "")
    return get_desk_state(request).signer.read_cookie(value, time.time())


def keep_session(request: Request, response: Response, session: Session) -> None:
    """Put the cookie for `session` into `response`. No script can read it."""
    state = get_desk_state(request)
    response.set_cookie(
        COOKIE,
        state.signer.make_cookie(session),
        max_age=SECONDS,
        httponly=True,
        samesite="lax",
        secure=state.settings.base_url.startswith("https:"),
    )


def choose_language(request: Request) -> Lang:
    """Return the language for a visitor.

    It is the one in `?lang=`, else that of the session, the player, the browser or the event.
    """
    asked = request.query_params.get("lang", "")
    if asked in PLAYER_LANGS:
        return asked
    state, session = get_desk_state(request), get_session(request)
    if session is not None and session.lang in PLAYER_LANGS:
        return session.lang
    if session is not None and session.folder:
        player = state.board.get_player(session.folder)
        if player is not None and player.lang:
            return player.lang
    header = request.headers.get("accept-language", "")
    return wording.choose_language(header, state.settings.fallback)


def limit_rate(request: Request) -> None:
    """Count a request that costs something. Raises HTTPException if there are too many."""
    if not get_desk_state(request).requests.allow(get_address(request)):
        raise HTTPException(429, headers={"retry-after": "60"})


async def read_form(request: Request, purpose: str) -> FormData:
    """Return the form that was sent. Raises HTTPException if it isn't one of our forms.

    `purpose`: what its token must be for (see `Signer.make_token`).
    """
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise HTTPException(403)
    form = await request.form(max_files=1, max_fields=MOST_FIELDS, max_part_size=MOST_BYTES)
    if not get_desk_state(request).signer.is_token(purpose, get_text(form, "token", 200)):
        raise HTTPException(403)
    return form


def get_text(form: FormData, name: str, most: int) -> str:
    """Return at most `most` characters of the field `name`, or "" if there is none."""
    value = form.get(name)
    return value[:most] if isinstance(value, str) else ""


async def get_list(form: FormData) -> ListText | None:
    """Return the list in a form: the uploaded file, else the text; None if there is none.

    Browsers send each line break as two characters, of which one is removed. Only the ending of a
    file's name is used.
    """
    upload = form.get("file")
    if isinstance(upload, UploadFile) and upload.filename:
        raw = await upload.read()
        if raw:
            return ListText(raw, f"list{choose_ending(upload.filename)}")
    text = get_text(form, "text", MOST_BYTES).replace("\r\n", "\n")
    if not text.strip():
        return None
    return ListText(text.encode("utf-8", "backslashreplace"), f"list{TEXT}")


def make_redirect(to: str) -> RedirectResponse:
    """Return the answer that leads to the page `to` of this server after a form was sent."""
    return RedirectResponse(to, 303)


def get_time() -> datetime:
    """Return the time now, in the organiser's time zone, which is that of this machine."""
    return datetime.now()


def is_over(state: DeskState) -> bool:
    """Return whether the deadline has passed."""
    deadline = state.settings.deadline
    return bool(deadline) and get_time().strftime("%Y-%m-%d %H:%M") > deadline


def show_busy(request: Request, _error: Exception) -> Response:
    """Return the page that says to try again soon, because too many requests are waiting."""
    return show_error(request, HTTPException(503, headers={"retry-after": "5"}))


def show_error(request: Request, error: Exception) -> Response:
    """Return the page that says in one sentence what didn't work.

    If htmx asked for a part of a page, the sentence is shown where the verdict would be.
    """
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    lang = choose_language(request)
    problem = wording.say(f"error.{STATUS_KEYS.get(status, 'bad_form')}", lang)
    if request.headers.get("hx-request"):
        headers |= {"hx-retarget": "#verdict", "hx-reswap": "outerHTML"}
        values = {"problem": problem, "found": None}
        return pages.make_response("verdict.html", lang, values, status, headers)
    event = get_desk_state(request).settings.sender.event
    values = {"problem": problem, "event": event, "back": "/"}
    return pages.make_response("error.html", lang, values, status, headers)
