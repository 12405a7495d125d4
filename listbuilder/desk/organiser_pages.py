"""The pages of the organiser: the live desk, a list with its versions, notes, messages, publishing.

Their address begins with a secret of 128 random bits; anybody who knows it can open them.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import AsyncIterator, Awaitable, Callable
from urllib.parse import quote

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route

from listbuilder.desk import pages, publishing
from listbuilder.desk.guards import POLICY, get_address
from listbuilder.desk.jobs import Checked, DiffRequest, ListText, SourceRequest
from listbuilder.desk.list_folder import Version
from listbuilder.desk.notes import MOST_TEXT, Note
from listbuilder.desk.player_pages import send_version
from listbuilder.desk.processes import NoAnswer, TooBusy
from listbuilder.desk.visitor import (
    DeskState,
    get_desk_state,
    get_text,
    get_time,
    is_over,
    make_redirect,
    read_form,
)
from listbuilder.desk.wording import say
from listbuilder.event import message, results
from listbuilder.event import pages as event_pages
from listbuilder.event.entry import Entry
from listbuilder.event.mail import Mail, make_draft, make_mail_link
from listbuilder.event.message import Sender
from listbuilder.event.pages import Extension
from listbuilder.model.problem import Unreadable

FORMS = "desk"  # what the tokens of the desk's forms are for
HEARTBEAT = 15.0  # seconds between signs of life, so that a lost connection is noticed
MOST_STREAMS = 50  # open desks; each keeps a connection

Endpoint = Callable[[Request], Awaitable[Response]]


def _require_secret(endpoint: Endpoint) -> Endpoint:
    """Return an endpoint that answers like `endpoint` if the address has the secret.

    For a wrong secret, the answer is the same as for an address that doesn't exist.
    """

    async def answer(request: Request) -> Response:
        """Return the answer of `endpoint`. Raises HTTPException without the secret."""
        state = get_desk_state(request)
        given = str(request.path_params["secret"]).encode("utf-8", "replace")
        if not hmac.compare_digest(given, state.secret.encode()):
            state.failures.allow(get_address(request))
            raise HTTPException(404)
        return await endpoint(request)

    return answer


def _get_prefix(state: DeskState) -> str:
    """Return the beginning of all addresses of the desk, with the secret."""
    return f"/desk/{state.secret}"


def _find_list(request: Request) -> Version:
    """Return the version that the address asks for. Raises HTTPException if there is none."""
    version = get_desk_state(request).board.find_version(request.path_params["key"])
    if version is None:
        raise HTTPException(404)
    return version


def _make_address(state: DeskState, version: Version) -> str:
    """Return the address of the page of a version."""
    return f"{_get_prefix(state)}/list/{quote(version.key)}"


def _make_response(raw: bytes, template: str) -> HTMLResponse:
    """Return the answer with the page `raw`, whose policy allows its inline script and our scripts.

    `template`: the template with the inline script.
    """
    digest = event_pages.hash_script(template)
    policy = POLICY.replace("script-src 'self'", f"script-src 'self' 'sha256-{digest}'")
    return HTMLResponse(raw, headers={"content-security-policy": policy})


# --- the live desk ---


async def show_desk(request: Request) -> Response:
    """Return the live desk: what to do about each list, and whom to ask."""
    state = get_desk_state(request)
    board, lang = state.board, state.settings.lang
    desk = board.build_desk()
    values: dict[str, object] = {
        "prefix": _get_prefix(state),
        "token": state.signer.make_token(FORMS),
        "version": pages.get_version(),
        "desk_say": lambda key, **args: say(key, lang, **args),
        "page": lambda entry: _make_address(state, board.versions_by_id[entry.id]),
        "note_of": lambda entry: board.notes.get_note(board.versions_by_id[entry.id].key),
        "key_of": lambda entry: board.versions_by_id[entry.id].key,
        "count_versions": lambda entry: board.count_versions(board.versions_by_id[entry.id]),
        "in_folder": lambda entry: bool(board.versions_by_id[entry.id].folder),
        "message": lambda entry: board.versions_by_id[entry.id].key,
        "mail": lambda key: _find_mail_link(state, key),
        "unchecked": board.count_unchecked(),
        "players_link": f"{state.settings.base_url}/",
        "is_published": publishing.is_published(state, get_time()),
        "by_hand": bool(board.notes.published),
        "publish_at": state.settings.publish_at,
    }
    raw = event_pages.render_desk(
        desk,
        state.settings.sender.event,
        state.settings.describe(desk),
        lang,
        [(player, "") for player in desk.missing],
        False,
        Extension(pages.FOLDER, "live.html", values),
    )
    return _make_response(raw, "triage.html")


def _find_mail_link(state: DeskState, key: str) -> str:
    """Return the link that opens a mail about a list, or "" if the list isn't checked yet."""
    version = state.board.find_version(key)
    checked = state.board.get_checked(version) if version else None
    if version is None or checked is None:
        return ""
    return make_mail_link(_compose_mail(state, version, checked))


async def stream_changes(request: Request) -> Response:
    """Return a stream with an event whenever there is something new to see.

    Raises HTTPException if too many desks are open.
    """
    state = get_desk_state(request)
    if state.streams >= MOST_STREAMS:
        raise HTTPException(503, headers={"retry-after": "60"})

    async def make_events() -> AsyncIterator[bytes]:
        """Yield an event for each change, and a comment when nothing happens for long."""
        board = state.board
        state.streams += 1
        try:
            seen = board.changes
            yield b"retry: 3000\n\n"
            while True:
                changes = await board.wait_for_change(seen, HEARTBEAT)
                if changes == seen:
                    yield b": nothing new\n\n"
                else:
                    yield f"event: change\ndata: {changes}\n\n".encode()
                seen = changes
        finally:
            state.streams -= 1

    # Why: a proxy that waits for the end of an answer would never pass this one on.
    headers = {"x-accel-buffering": "no"}
    return StreamingResponse(make_events(), headers=headers, media_type="text/event-stream")


# --- one list ---


async def show_list(request: Request) -> Response:
    """Return the page of a version: findings, message, versions, notes, and the list itself."""
    state, version = get_desk_state(request), _find_list(request)
    board, lang = state.board, state.settings.lang
    checked = await _check(state, version)
    text = await _read_text(state, version)
    try:
        source = (await board.ask_answer(SourceRequest(text))).lines
    except (NoAnswer, TooBusy):
        source = []
    player = board.get_player(version.folder)
    name = board.get_name(version.folder)
    mail = _compose_mail(state, version, checked)
    versions = [other for other in board.versions.get(version.folder, []) if version.folder]
    counting = board.find_counting(version.folder) if version.folder else version
    values: dict[str, object] = {
        "prefix": _get_prefix(state),
        "token": state.signer.make_token(FORMS),
        "version": pages.get_version(),
        "this": version,
        "versions": versions[::-1],
        "counting": counting,
        "before": versions[versions.index(version) - 1] if version in versions[1:] else None,
        "is_late": board.is_late,
        "is_accepted": board.is_accepted,
        "note": board.notes.get_note(version.key),
        "address": lambda other: _make_address(state, other),
        "mail_link": make_mail_link(mail),
        "desk_say": lambda key, **args: say(key, lang, **args),
        "team": player.team if player else "",
    }
    raw = event_pages.render_list(
        checked.entry,
        name,
        state.settings.sender,
        mail.text,
        source,
        lang,
        Extension(pages.FOLDER, "live_list.html", values),
    )
    return _make_response(raw, "list.html")


async def _check(state: DeskState, version: Version) -> Checked:
    """Return what was found in a version. Raises TooBusy if all processes are busy."""
    checked = await state.board.check_version(version)
    if checked is None:
        raise TooBusy
    return checked


async def _read_text(state: DeskState, version: Version) -> ListText:
    """Return the text of a version. Raises HTTPException if it is gone."""
    try:
        raw = await asyncio.to_thread(state.board.lists.read, version)
    except Unreadable:
        raise HTTPException(404) from None
    return ListText(raw, version.file)


def _compose_mail(state: DeskState, version: Version, checked: Checked) -> Mail:
    """Return the message to the player about a version, in the player's language."""
    board, sender = state.board, state.settings.sender
    lang = board.choose_language(version.folder)
    entry: Entry = checked.own
    name = board.get_name(version.folder)
    if is_over(state):
        sender = Sender(sender.event)  # a deadline that has passed isn't mentioned
    parts = message.compose_message(entry, entry.fix, name, sender, lang)
    text = message.join_message(parts, entry.file, None, lang)
    kind = {"illegal": "illegal", "legal": "legal"}.get(entry.verdict, "question")
    subject = message.say(f"message.subject.{kind}", lang, event=sender.event)
    player = board.get_player(version.folder)
    address = player.email if player else ""
    return Mail("", address, name, "", lang, subject, text)


async def send_message_file(request: Request) -> Response:
    """Return the message to the player as a draft that mail programs open."""
    state, version = get_desk_state(request), _find_list(request)
    mail = _compose_mail(state, version, await _check(state, version))
    headers = {"content-disposition": 'attachment; filename="message.eml"'}
    return Response(make_draft(mail), 200, headers, "message/rfc822")


async def show_source(request: Request) -> Response:
    """Return a version as it was handed in."""
    return await send_version(get_desk_state(request), _find_list(request))


async def show_diff(request: Request) -> Response:
    """Return the page with the differences between a version and the one before it."""
    state, version = get_desk_state(request), _find_list(request)
    board, lang = state.board, state.settings.lang
    versions = board.versions.get(version.folder, [])
    place = versions.index(version)
    if not version.folder or place == 0:
        raise HTTPException(404)
    before = versions[place - 1]
    asked = DiffRequest(await _read_text(state, before), await _read_text(state, version), lang)
    try:
        lines = (await board.ask_answer(asked)).lines
    except NoAnswer:
        lines = []
    values: dict[str, object] = {
        "event": state.settings.sender.event,
        "player": board.get_name(version.folder),
        "lines": lines,
        "before": before,
        "after": version,
        "back": _make_address(state, version),
    }
    return pages.make_response("diff.html", lang, values)


# --- what an organiser does ---


async def change_note(request: Request) -> Response:
    """Accept a list, withdraw that, store a note, or store that its player was asked.

    The answer leads back to the desk or to the page of the list.
    """
    state = get_desk_state(request)
    form = await read_form(request, FORMS)
    board = state.board
    version = board.find_version(get_text(form, "list", 500))
    if version is None:
        raise HTTPException(404)
    old, now = board.notes.get_note(version.key), get_time().strftime("%Y-%m-%d %H:%M")
    what = get_text(form, "what", 20)
    text = get_text(form, "note", MOST_TEXT) if "note" in form else old.note
    note = Note(accepted=old.accepted, asked=old.asked, note=" ".join(text.split()))
    if what == "accept":
        note.accepted = now
    elif what == "withdraw":
        note.accepted = ""
    elif what == "asked":
        note.asked = now
    await _write(lambda: board.notes.change_note(version.key, note))
    await board.announce_change()
    if get_text(form, "back", 10) == "list":
        return make_redirect(_make_address(state, version))
    return make_redirect(_get_prefix(state))


async def publish(request: Request) -> Response:
    """Publish the lists now, or hide them again, and lead back to the desk."""
    state = get_desk_state(request)
    form = await read_form(request, FORMS)
    is_hidden = get_text(form, "what", 20) == "hide"
    when = "" if is_hidden else get_time().strftime("%Y-%m-%d %H:%M")
    await _write(lambda: state.board.notes.set_published(when))
    await state.board.announce_change()
    return make_redirect(_get_prefix(state))


async def _write(change: Callable[[], None]) -> None:
    """Call `change`, which writes the notes. Raises HTTPException if they can't be written."""
    try:
        await asyncio.to_thread(change)
    except (Unreadable, OSError):
        raise HTTPException(507) from None


# --- files ---


async def send_results(request: Request) -> Response:
    """Return the results as JSON, as `event` writes them."""
    state = get_desk_state(request)
    desk = state.board.build_desk()
    event = state.settings.sender.event
    content = results.make_results(desk, event, len(desk.rows), [""] * len(desk.missing))
    raw = msgspec.json.format(msgspec.json.encode(content), indent=1)
    return Response(raw, media_type="application/json")


async def send_table(request: Request) -> Response:
    """Return the results as a table for spreadsheets, as `event` writes it."""
    headers = {"content-disposition": 'attachment; filename="results.csv"'}
    raw = results.make_csv(get_desk_state(request).board.build_desk())
    return Response(raw, 200, headers, "text/csv")


async def send_codes(request: Request) -> Response:
    """Return the codes of all players, to be sent to them."""
    headers = {"content-disposition": 'attachment; filename="codes.csv"'}
    return Response(get_desk_state(request).codes.make_csv(), 200, headers, "text/csv")


async def send_book(request: Request) -> Response:
    """Return one PDF with all lists that count, whether they are published or not."""
    state = get_desk_state(request)
    raw = await publishing.make_book(state, publishing.list_public(state))
    headers = {"content-disposition": 'inline; filename="lists.pdf"'}
    return Response(raw, 200, headers, "application/pdf")


def _make_route(path: str, endpoint: Endpoint, method: str = "GET") -> Route:
    """Return a route of the desk, with the secret in its address."""
    return Route(f"/desk/{{secret}}{path}", _require_secret(endpoint), methods=[method])


ROUTES = [
    _make_route("", show_desk),
    _make_route("/events", stream_changes),
    _make_route("/note", change_note, "POST"),
    _make_route("/publish", publish, "POST"),
    _make_route("/results.json", send_results),
    _make_route("/results.csv", send_table),
    _make_route("/codes.csv", send_codes),
    _make_route("/lists.pdf", send_book),
    _make_route("/list/{key:path}", show_list),
    _make_route("/source/{key:path}", show_source),
    _make_route("/diff/{key:path}", show_diff),
    _make_route("/message/{key:path}", send_message_file),
]
