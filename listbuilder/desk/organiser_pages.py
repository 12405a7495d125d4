"""The pages of the organiser: the live desk, a list with its versions, notes, messages, publishing.

Their address begins with a secret of 128 random bits, which is all that opens them.
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
from listbuilder.desk.processes import GaveOut, TooBusy
from listbuilder.desk.visitor import (
    Office,
    get_office,
    get_text,
    get_time,
    is_over,
    read_form,
    redirect,
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


def _need_secret(endpoint: Endpoint) -> Endpoint:
    """Return `endpoint`, which answers only under the secret address.

    A wrong secret gets the same answer as any address at which nothing is.
    """

    async def answer(request: Request) -> Response:
        """Answer a request if its address has the secret."""
        office = get_office(request)
        given = str(request.path_params["secret"]).encode("utf-8", "replace")
        if not hmac.compare_digest(given, office.secret.encode()):
            office.failures.allow(get_address(request))
            raise HTTPException(404)
        return await endpoint(request)

    return answer


def _get_prefix(office: Office) -> str:
    """Return what the addresses of the desk begin with."""
    return f"/desk/{office.secret}"


def _find_list(request: Request) -> Version:
    """Return the version that the address asks for. Raises HTTPException if there is none."""
    version = get_office(request).board.find_version(request.path_params["key"])
    if version is None:
        raise HTTPException(404)
    return version


def _make_address(office: Office, version: Version) -> str:
    """Return the address of the page of a version."""
    return f"{_get_prefix(office)}/list/{quote(version.key)}"


def _respond(raw: bytes, template: str) -> HTMLResponse:
    """Return the answer with a page of the desk, which runs its own script and those of ours."""
    digest = event_pages.hash_script(template)
    policy = POLICY.replace("script-src 'self'", f"script-src 'self' 'sha256-{digest}'")
    return HTMLResponse(raw, headers={"content-security-policy": policy})


# --- the live desk ---


async def show_desk(request: Request) -> Response:
    """Return the live desk: what to do about each list, and whom to ask."""
    office = get_office(request)
    board, lang = office.board, office.settings.lang
    desk = board.build_desk()
    values: dict[str, object] = {
        "prefix": _get_prefix(office),
        "token": office.signer.make_token(FORMS),
        "version": pages.get_version(),
        "desk_say": lambda key, **args: say(key, lang, **args),
        "page": lambda entry: _make_address(office, board.versions_by_id[entry.id]),
        "note_of": lambda entry: board.notes.get_note(board.versions_by_id[entry.id].key),
        "key_of": lambda entry: board.versions_by_id[entry.id].key,
        "count_versions": lambda entry: board.count_versions(board.versions_by_id[entry.id]),
        "in_folder": lambda entry: bool(board.versions_by_id[entry.id].folder),
        "message": lambda entry: board.versions_by_id[entry.id].key,
        "mail": lambda key: _find_mail_link(office, key),
        "unchecked": board.count_unchecked(),
        "players_link": f"{office.settings.base_url}/",
        "is_published": publishing.is_published(office, get_time()),
        "by_hand": bool(board.notes.published),
        "publish_at": office.settings.publish_at,
    }
    raw = event_pages.render_desk(
        desk,
        office.settings.sender.event,
        office.settings.describe(desk),
        lang,
        [(player, "") for player in desk.missing],
        False,
        Extension(pages.FOLDER, "live.html", values),
    )
    return _respond(raw, "triage.html")


def _find_mail_link(office: Office, key: str) -> str:
    """Return the link that opens a mail about a list, or "" without an address."""
    version = office.board.find_version(key)
    checked = office.board.get_checked(version) if version else None
    if version is None or checked is None:
        return ""
    return make_mail_link(_compose_mail(office, version, checked))


async def stream_changes(request: Request) -> Response:
    """Return a stream of events, one whenever there is something new to see."""
    office = get_office(request)
    if office.streams >= MOST_STREAMS:
        raise HTTPException(503, headers={"retry-after": "60"})

    async def make_events() -> AsyncIterator[bytes]:
        """Yield an event for each change, and a comment when nothing happens for long."""
        board = office.board
        office.streams += 1
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
            office.streams -= 1

    # A proxy that collects an answer before it passes it on would never pass on this one.
    headers = {"x-accel-buffering": "no"}
    return StreamingResponse(make_events(), headers=headers, media_type="text/event-stream")


# --- one list ---


async def show_list(request: Request) -> Response:
    """Return the page of a version: findings, message, versions, notes, and the list itself."""
    office, version = get_office(request), _find_list(request)
    board, lang = office.board, office.settings.lang
    checked = await _check(office, version)
    text = await _read_text(office, version)
    try:
        source = (await board.ask_answer(SourceRequest(text))).lines
    except (GaveOut, TooBusy):
        source = []
    player = board.get_player(version.folder)
    name = board.get_name(version.folder)
    mail = _compose_mail(office, version, checked)
    versions = [other for other in board.versions.get(version.folder, []) if version.folder]
    counting = board.find_counting(version.folder) if version.folder else version
    values: dict[str, object] = {
        "prefix": _get_prefix(office),
        "token": office.signer.make_token(FORMS),
        "version": pages.get_version(),
        "this": version,
        "versions": versions[::-1],
        "counting": counting,
        "before": versions[versions.index(version) - 1] if version in versions[1:] else None,
        "is_late": board.is_late,
        "is_accepted": board.is_accepted,
        "note": board.notes.get_note(version.key),
        "address": lambda other: _make_address(office, other),
        "mail_link": make_mail_link(mail),
        "desk_say": lambda key, **args: say(key, lang, **args),
        "team": player.team if player else "",
    }
    raw = event_pages.render_list(
        checked.entry,
        name,
        office.settings.sender,
        mail.text,
        source,
        lang,
        Extension(pages.FOLDER, "live_list.html", values),
    )
    return _respond(raw, "list.html")


async def _check(office: Office, version: Version) -> Checked:
    """Return what was found in a version. Raises TooBusy if too much is going on."""
    checked = await office.board.check_version(version)
    if checked is None:
        raise TooBusy
    return checked


async def _read_text(office: Office, version: Version) -> ListText:
    """Return the text of a version. Raises HTTPException if it is gone."""
    try:
        raw = await asyncio.to_thread(office.board.lists.read, version)
    except Unreadable:
        raise HTTPException(404) from None
    return ListText(raw, version.file)


def _compose_mail(office: Office, version: Version, checked: Checked) -> Mail:
    """Return the message to the player about a version, in the player's language."""
    board, sender = office.board, office.settings.sender
    lang = board.choose_language(version.folder)
    entry: Entry = checked.own
    name = board.get_name(version.folder)
    if is_over(office):
        sender = Sender(sender.event)  # a deadline that has passed is not told as one
    parts = message.compose_message(entry, entry.fix, name, sender, lang)
    text = message.join_message(parts, entry.file, None, lang)
    kind = {"illegal": "illegal", "legal": "legal"}.get(entry.verdict, "question")
    subject = message.say(f"message.subject.{kind}", lang, event=sender.event)
    player = board.get_player(version.folder)
    address = player.email if player else ""
    return Mail("", address, name, "", lang, subject, text)


async def send_message_file(request: Request) -> Response:
    """Return the message to the player as a draft that mail programs open."""
    office, version = get_office(request), _find_list(request)
    mail = _compose_mail(office, version, await _check(office, version))
    headers = {"content-disposition": 'attachment; filename="message.eml"'}
    return Response(make_draft(mail), 200, headers, "message/rfc822")


async def show_source(request: Request) -> Response:
    """Return a version as it was handed in."""
    return await send_version(get_office(request), _find_list(request))


async def show_diff(request: Request) -> Response:
    """Return what differs between a version and the one before it."""
    office, version = get_office(request), _find_list(request)
    board, lang = office.board, office.settings.lang
    versions = board.versions.get(version.folder, [])
    place = versions.index(version)
    if not version.folder or place == 0:
        raise HTTPException(404)
    before = versions[place - 1]
    asked = DiffRequest(await _read_text(office, before), await _read_text(office, version), lang)
    try:
        lines = (await board.ask_answer(asked)).lines
    except GaveOut:
        lines = []
    values: dict[str, object] = {
        "event": office.settings.sender.event,
        "player": board.get_name(version.folder),
        "lines": lines,
        "before": before,
        "after": version,
        "back": _make_address(office, version),
    }
    return pages.respond("diff.html", lang, values)


# --- what an organiser does ---


async def change_note(request: Request) -> Response:
    """Accept a list, note something about it, or note that its player was asked."""
    office = get_office(request)
    form = await read_form(request, FORMS)
    board = office.board
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
        return redirect(_make_address(office, version))
    return redirect(_get_prefix(office))


async def publish(request: Request) -> Response:
    """Publish the lists now, or hide them again if they were published by hand."""
    office = get_office(request)
    form = await read_form(request, FORMS)
    is_hidden = get_text(form, "what", 20) == "hide"
    when = "" if is_hidden else get_time().strftime("%Y-%m-%d %H:%M")
    await _write(lambda: office.board.notes.set_published(when))
    await office.board.announce_change()
    return redirect(_get_prefix(office))


async def _write(change: Callable[[], None]) -> None:
    """Make a change of the notes. Raises HTTPException if it could not be written."""
    try:
        await asyncio.to_thread(change)
    except (Unreadable, OSError):
        raise HTTPException(507) from None


# --- files ---


async def send_results(request: Request) -> Response:
    """Return the results as JSON, as `event` writes them."""
    office = get_office(request)
    desk = office.board.build_desk()
    event = office.settings.sender.event
    content = results.make_results(desk, event, len(desk.rows), [""] * len(desk.missing))
    raw = msgspec.json.format(msgspec.json.encode(content), indent=1)
    return Response(raw, media_type="application/json")


async def send_table(request: Request) -> Response:
    """Return the results as a table for spreadsheets, as `event` writes it."""
    headers = {"content-disposition": 'attachment; filename="results.csv"'}
    raw = results.make_csv(get_office(request).board.build_desk())
    return Response(raw, 200, headers, "text/csv")


async def send_codes(request: Request) -> Response:
    """Return the codes of all players, to be sent to them."""
    headers = {"content-disposition": 'attachment; filename="codes.csv"'}
    return Response(get_office(request).codes.make_csv(), 200, headers, "text/csv")


async def send_book(request: Request) -> Response:
    """Return all lists that count as one PDF, whether they are published or not."""
    office = get_office(request)
    raw = await publishing.make_book(office, publishing.list_public(office))
    headers = {"content-disposition": 'inline; filename="lists.pdf"'}
    return Response(raw, 200, headers, "application/pdf")


def _make_route(path: str, endpoint: Endpoint, method: str = "GET") -> Route:
    """Return a route of the desk."""
    return Route(f"/desk/{{secret}}{path}", _need_secret(endpoint), methods=[method])


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
