"""The pages of players, to check a list, take its fix, hand it in, and see what was handed in."""

from __future__ import annotations

import asyncio
import time

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from listbuilder.desk import pages, publishing
from listbuilder.desk.guards import get_address
from listbuilder.desk.jobs import FixRequest, ListText
from listbuilder.desk.list_folder import (
    MOST_FOLDERS,
    MOST_VERSIONS,
    Version,
    make_folder_name,
)
from listbuilder.desk.processes import GaveOut
from listbuilder.desk.signing import Session
from listbuilder.desk.visitor import (
    Office,
    choose_language,
    get_list,
    get_office,
    get_session,
    get_text,
    get_time,
    is_over,
    keep_session,
    limit_rate,
    read_form,
    redirect,
)
from listbuilder.desk.wording import say
from listbuilder.event.entry import Entry
from listbuilder.i18n.messages import Lang, format_day
from listbuilder.model.problem import Unreadable
from listbuilder.model.safe_text import escape_hidden

MOST_NAME = 200  # characters of a name
VERDICT_SECONDS = 8.0  # that the page of a player waits for the verdict on what was handed in


async def show_start(request: Request) -> Response:
    """Return the player's own page, or the page that asks who the player is."""
    office, session = get_office(request), get_session(request)
    lang = choose_language(request)
    if session is None:
        session = office.signer.make_session(time.time())
    if request.query_params.get("lang") == lang:
        session = msgspec.structs.replace(session, lang=lang)
    if session.folder:
        response = await _show_own_page(request, session, lang)
    else:
        response = _show_entrance(request, session, lang)
    keep_session(request, response, session)
    return response


def _list_facts(office: Office, lang: Lang) -> list[str]:
    """Return the lines below the title of a player's page."""
    deadline = office.settings.deadline
    if not deadline:
        return []
    return [say("page.deadline", lang, deadline=format_day(deadline, lang))]


def _make_shared_values(office: Office, session: Session, lang: Lang) -> dict[str, object]:
    """Return the values that both pages of a player need."""
    return {
        "event": office.settings.sender.event,
        "facts": _list_facts(office, lang),
        "is_over": is_over(office),
        "is_open": office.settings.is_open,
        "token": office.signer.make_token(session.id),
        "is_published": publishing.is_published(office, get_time()),
        "publish_at": format_day(office.settings.publish_at, lang),
    }


def _show_entrance(
    request: Request, session: Session, lang: Lang, problem: str = "", name: str = ""
) -> Response:
    """Return the page that asks for name and code. `problem`: what was wrong the last time."""
    office = get_office(request)
    names = list(office.board.list_names())
    values = _make_shared_values(office, session, lang)
    values |= {"names": names, "name": name, "problem": problem}
    return pages.respond("enter.html", lang, values, 403 if problem else 200)


async def enter(request: Request) -> Response:
    """Take name and code, and lead to the player's own page if they belong together."""
    office, session = get_office(request), get_session(request)
    if session is None:
        raise HTTPException(403)
    form = await read_form(request, session.id)
    lang = choose_language(request)
    address = get_address(request)
    if not office.failures.is_allowed(address):
        raise HTTPException(429, headers={"retry-after": "60"})
    name = escape_hidden(" ".join(get_text(form, "name", MOST_NAME).split()))
    problem, folder, proven = _identify(office, name, get_text(form, "code", 100), lang)
    if problem:
        office.failures.allow(address)
        return _show_entrance(request, session, lang, problem, name)
    fresh = office.signer.make_session(time.time())  # so that nobody else knows the session's id
    known = msgspec.structs.replace(
        fresh, folder=folder, name=name, proven=proven, lang=session.lang
    )
    response = redirect("/")
    keep_session(request, response, known)
    return response


def _identify(office: Office, name: str, code: str, lang: Lang) -> tuple[str, str, bool]:
    """Return (problem, folder, whether the code proves it) for a name and a code.

    `problem` is "" if the visitor may go on. At an event without a file of players a new name needs
    no code.
    """
    if not name:
        return say("enter.no_name", lang), "", False
    if not office.settings.is_open:
        for folder in office.board.find_folders(name) or [""]:
            if office.codes.is_code(folder, code):
                return "", folder, True
        return say("enter.wrong", lang), "", False
    folder = make_folder_name(name)
    if not folder:
        return say("enter.no_name", lang), "", False
    known = office.codes.find_folder(folder)
    if known:
        if office.codes.is_code(known, code):
            return "", known, True
        return say("enter.wrong" if code else "enter.taken", lang), "", False
    if len(office.codes.list_names()) >= MOST_FOLDERS:
        return say("enter.full", lang), "", False
    return "", folder, False


async def leave(request: Request) -> Response:
    """Forget who the visitor is."""
    session = get_session(request)
    if session is not None:
        await read_form(request, session.id)
    fresh = get_office(request).signer.make_session(time.time())
    response = redirect("/")
    keep_session(request, response, fresh)
    return response


async def _show_own_page(
    request: Request,
    session: Session,
    lang: Lang,
    *,
    text: str = "",
    found: Entry | None = None,
    notice: str = "",
    problem: str = "",
    status: int = 200,
) -> Response:
    """Return the page of a player: what was handed in, and the form for another version."""
    office = get_office(request)
    board = office.board
    versions = board.versions.get(session.folder, []) if _may_see(office, session) else []
    counting = board.find_counting(session.folder) if versions else None
    counted = await _wait_for_verdict(office, counting) if counting else None
    is_open = office.settings.is_open
    values = _make_shared_values(office, session, lang)
    values |= {
        "player": session.name,
        "code": office.codes.get_code(session.folder) if is_open and versions else "",
        "versions": versions[::-1],
        "counting": counting,
        "counted": counted,
        "is_accepted": counting is not None and board.is_accepted(counting),
        "latest": versions[-1] if versions else None,
        "late": board.is_late,
        "is_same": "same" in request.query_params,
        "deadline": format_day(office.settings.deadline, lang),
        "text": text,
        "found": found,
        "notice": notice,
        "problem": problem,
    }
    return pages.respond("mine.html", lang, values, status)


def _may_see(office: Office, session: Session) -> bool:
    """Return whether the visitor may see what is in the player's folder."""
    return session.proven


async def _wait_for_verdict(office: Office, version: Version) -> Entry | None:
    """Return the entry of a version in its player's language, or None if its check takes long."""
    try:
        found = await asyncio.wait_for(office.board.check_version(version), VERDICT_SECONDS)
    except TimeoutError:
        return None
    return found.own if found else None


def _require_player(request: Request) -> Session:
    """Return the session of a visitor who has said who it is. Raises HTTPException."""
    session = get_session(request)
    if session is None or not session.folder:
        raise HTTPException(403)
    return session


async def check(request: Request) -> Response:
    """Check the list in the form and show the verdict. Nothing is kept."""
    session = _require_player(request)
    limit_rate(request)
    form = await read_form(request, session.id)
    lang = choose_language(request)
    text = await get_list(form)
    found, problem = None, ""
    if text is None:
        problem = say("mine.empty", lang)
    else:
        try:
            found = (await get_office(request).board.check(text, lang)).own
        except GaveOut:
            problem = say("verdict.gave_out", lang)
    if request.headers.get("hx-request"):
        return pages.respond("verdict.html", lang, {"found": found, "problem": problem})
    typed = get_text(form, "text", len(text.raw) if text else 0)
    return await _show_own_page(request, session, lang, text=typed, found=found, problem=problem)


async def take_fix(request: Request) -> Response:
    """Show the form again with the smallest fix made in the list. Nothing is handed in."""
    session = _require_player(request)
    limit_rate(request)
    form = await read_form(request, session.id)
    lang = choose_language(request)
    office, given = get_office(request), await get_list(form)
    text, found, notice = get_text(form, "text", 2_000_000), None, ""
    if given is not None:
        try:
            fixed = (await office.board.ask_answer(FixRequest(given))).raw
            notice = say("mine.fixed" if fixed else "mine.no_fix", lang)
            if fixed:
                text, given = fixed.decode(), ListText(fixed, "list.yaml")
            found = (await office.board.check(given, lang)).own
        except GaveOut:
            notice = say("verdict.gave_out", lang)
    if request.headers.get("hx-request"):
        values = {"text": text, "found": found, "notice": notice, "problem": ""}
        values["token"] = office.signer.make_token(session.id)
        return pages.respond("work.html", lang, values)
    return await _show_own_page(request, session, lang, text=text, found=found, notice=notice)


async def hand_in(request: Request) -> Response:
    """Write the list to the disk, and only then say that it is handed in."""
    session = _require_player(request)
    limit_rate(request)
    form = await read_form(request, session.id)
    lang = choose_language(request)
    office, given = get_office(request), await get_list(form)
    board = office.board
    if given is None:
        empty = say("mine.empty", lang)
        return await _show_own_page(request, session, lang, problem=empty, status=422)
    if not session.proven:
        problem = await _claim_name(office, session, lang)
        if problem:
            return await _show_own_page(
                request, session, lang, text=get_text(form, "text", 2_000_000), problem=problem
            )
        session = msgspec.structs.replace(session, proven=True)
    if len(board.versions.get(session.folder, [])) >= MOST_VERSIONS:
        raise HTTPException(429)
    ending = given.file[len("list") :]
    try:
        version, is_new = await asyncio.to_thread(
            board.hand_in, session.folder, given.raw, ending, get_time()
        )
    except OSError:
        raise HTTPException(507) from None
    if is_new:
        board.add_version(version)
        board.check_soon(version)
    response = redirect("/" if is_new else "/?same=1")
    keep_session(request, response, session)
    return response


async def _claim_name(office: Office, session: Session, lang: Lang) -> str:
    """Give a new name its code, and return "" or why it can't have one.

    The code is on the disk before the list is, so that nobody else can claim the name later.
    """
    if office.codes.find_folder(session.folder):
        return say("enter.taken", lang)
    try:
        office.codes.add([(session.folder, session.name)])
    except (OSError, Unreadable):
        raise HTTPException(507) from None
    return ""


async def show_version(request: Request) -> Response:
    """Return a version as it was handed in, to the player whose it is."""
    session = _require_player(request)
    office = get_office(request)
    version = office.board.find_version(f"{session.folder}/{request.path_params['file']}")
    if version is None or not _may_see(office, session):
        raise HTTPException(404)
    return await send_version(office, version)


async def send_version(office: Office, version: Version) -> Response:
    """Return the bytes of a version as a text that no browser runs, or as a file to save."""
    try:
        raw = await asyncio.to_thread(office.board.lists.read, version)
    except Unreadable:
        raise HTTPException(404) from None
    try:
        return PlainTextResponse(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        ending = version.file.rpartition(".")[2]
        headers = {"content-disposition": f'attachment; filename="list.{ending}"'}
        return Response(raw, 200, headers, "application/octet-stream")


ROUTES = [
    Route("/", show_start),
    Route("/enter", enter, methods=["POST"]),
    Route("/leave", leave, methods=["POST"]),
    Route("/check", check, methods=["POST"]),
    Route("/fix", take_fix, methods=["POST"]),
    Route("/hand-in", hand_in, methods=["POST"]),
    Route("/mine/{file}", show_version),
]
