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
from listbuilder.desk.processes import NoAnswer
from listbuilder.desk.signing import Session
from listbuilder.desk.visitor import (
    DeskState,
    choose_language,
    get_desk_state,
    get_list,
    get_session,
    get_text,
    get_time,
    is_over,
    keep_session,
    limit_rate,
    make_redirect,
    read_form,
)
from listbuilder.desk.wording import say
from listbuilder.event.entry import Entry
from listbuilder.i18n.messages import Lang, format_day
from listbuilder.model.problem import Unreadable
from listbuilder.model.safe_text import escape_hidden

MOST_NAME = 200  # characters of a name
VERDICT_SECONDS = 8.0  # how long a player's page waits for the verdict on the list handed in


async def show_start(request: Request) -> Response:
    """Return the player's own page, or the page that asks who the player is."""
    state, session = get_desk_state(request), get_session(request)
    lang = choose_language(request)
    if session is None:
        session = state.signer.make_session(time.time())
    if request.query_params.get("lang") == lang:
        session = msgspec.structs.replace(session, lang=lang)
    if session.folder:
        response = await _show_own_page(request, session, lang)
    else:
        response = _show_entrance(request, session, lang)
    keep_session(request, response, session)
    return response


def _list_facts(state: DeskState, lang: Lang) -> list[str]:
    """Return the lines below the title of a player's page."""
    deadline = state.settings.deadline
    if not deadline:
        return []
    return [say("page.deadline", lang, deadline=format_day(deadline, lang))]


def _make_shared_values(state: DeskState, session: Session, lang: Lang) -> dict[str, object]:
    """Return the values that both pages of a player need."""
    return {
        "event": state.settings.sender.event,
        "facts": _list_facts(state, lang),
        "is_over": is_over(state),
        "is_open": state.settings.is_open,
        "token": state.signer.make_token(session.id),
        "is_published": publishing.is_published(state, get_time()),
        "publish_at": format_day(state.settings.publish_at, lang),
    }


def _show_entrance(
    request: Request, session: Session, lang: Lang, problem: str = "", name: str = ""
) -> Response:
    """Return the page that asks for name and code. `problem`: what was wrong the last time."""
    state = get_desk_state(request)
    names = list(state.board.list_names())
    values = _make_shared_values(state, session, lang)
    values |= {"names": names, "name": name, "problem": problem}
    return pages.make_response("enter.html", lang, values, 403 if problem else 200)


async def enter(request: Request) -> Response:
    """Sign the visitor in with a name and a code, and lead to the player's own page.

    If they don't belong together, the entrance is shown again with the reason.
    """
    state, session = get_desk_state(request), get_session(request)
    if session is None:
        raise HTTPException(403)
    form = await read_form(request, session.id)
    lang = choose_language(request)
    address = get_address(request)
    if not state.failures.is_allowed(address):
        raise HTTPException(429, headers={"retry-after": "60"})
    name = escape_hidden(" ".join(get_text(form, "name", MOST_NAME).split()))
    problem, folder, proven = _identify(state, name, get_text(form, "code", 100), lang)
    if problem:
        state.failures.allow(address)
        return _show_entrance(request, session, lang, problem, name)
    fresh = state.signer.make_session(time.time())  # so that nobody else knows the session's id
    known = msgspec.structs.replace(
        fresh, folder=folder, name=name, proven=proven, lang=session.lang
    )
    response = make_redirect("/")
    keep_session(request, response, known)
    return response


def _identify(state: DeskState, name: str, code: str, lang: Lang) -> tuple[str, str, bool]:
    """Return (problem, folder, proven) for a name and a code.

    `problem` is a sentence, "" if the visitor may go on. `proven`: the code is the player's. At an
    event without a file of players, a new name needs no code.
    """
    if not name:
        return say("enter.no_name", lang), "", False
    if not state.settings.is_open:
        for folder in state.board.find_folders(name) or [""]:
            if state.codes.is_code(folder, code):
                return "", folder, True
        return say("enter.wrong", lang), "", False
    folder = make_folder_name(name)
    if not folder:
        return say("enter.no_name", lang), "", False
    known = state.codes.find_folder(folder)
    if known:
        if state.codes.is_code(known, code):
            return "", known, True
        return say("enter.wrong" if code else "enter.taken", lang), "", False
    if len(state.codes.list_names()) >= MOST_FOLDERS:
        return say("enter.full", lang), "", False
    return "", folder, False


async def leave(request: Request) -> Response:
    """Sign the visitor out, and lead to the entrance."""
    session = get_session(request)
    if session is not None:
        await read_form(request, session.id)
    fresh = get_desk_state(request).signer.make_session(time.time())
    response = make_redirect("/")
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
    """Return the page of a player: what was handed in, and the form for another version.

    `text` and `found`: a list in the form, and what a check found in it. `notice` and `problem`:
    sentences to show.
    """
    state = get_desk_state(request)
    board = state.board
    versions = board.versions.get(session.folder, []) if _may_see(state, session) else []
    counting = board.find_counting(session.folder) if versions else None
    counted = await _wait_for_verdict(state, counting) if counting else None
    is_open = state.settings.is_open
    values = _make_shared_values(state, session, lang)
    values |= {
        "player": session.name,
        "code": state.codes.get_code(session.folder) if is_open and versions else "",
        "versions": versions[::-1],
        "counting": counting,
        "counted": counted,
        "is_accepted": counting is not None and board.is_accepted(counting),
        "latest": versions[-1] if versions else None,
        "late": board.is_late,
        "is_same": "same" in request.query_params,
        "deadline": format_day(state.settings.deadline, lang),
        "text": text,
        "found": found,
        "notice": notice,
        "problem": problem,
    }
    return pages.make_response("mine.html", lang, values, status)


def _may_see(state: DeskState, session: Session) -> bool:
    """Return whether the visitor may see what is in the player's folder."""
    return session.proven


async def _wait_for_verdict(state: DeskState, version: Version) -> Entry | None:
    """Return the entry of a version in its player's language, or None if the check takes long."""
    try:
        found = await asyncio.wait_for(state.board.check_version(version), VERDICT_SECONDS)
    except TimeoutError:
        return None
    return found.own if found else None


def _require_player(request: Request) -> Session:
    """Return the session of a visitor who has given a name. Raises HTTPException for others."""
    session = get_session(request)
    if session is None or not session.folder:
        raise HTTPException(403)
    return session


async def check(request: Request) -> Response:
    """Check the list in the form and show the verdict. Nothing is stored."""
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
            found = (await get_desk_state(request).board.check(text, lang)).own
        except NoAnswer:
            problem = say("verdict.gave_out", lang)
    if request.headers.get("hx-request"):
        return pages.make_response("verdict.html", lang, {"found": found, "problem": problem})
    typed = get_text(form, "text", len(text.raw) if text else 0)
    return await _show_own_page(request, session, lang, text=typed, found=found, problem=problem)


async def take_fix(request: Request) -> Response:
    """Show the form again with the list after its smallest fix. Nothing is handed in."""
    session = _require_player(request)
    limit_rate(request)
    form = await read_form(request, session.id)
    lang = choose_language(request)
    state, given = get_desk_state(request), await get_list(form)
    text, found, notice = get_text(form, "text", 2_000_000), None, ""
    if given is not None:
        try:
            fixed = (await state.board.ask_answer(FixRequest(given))).raw
            notice = say("mine.fixed" if fixed else "mine.no_fix", lang)
            if fixed:
                text, given = fixed.decode(), ListText(fixed, "list.yaml")
            found = (await state.board.check(given, lang)).own
        except NoAnswer:
            notice = say("verdict.gave_out", lang)
    if request.headers.get("hx-request"):
        values = {"text": text, "found": found, "notice": notice, "problem": ""}
        values["token"] = state.signer.make_token(session.id)
        return pages.make_response("work.html", lang, values)
    return await _show_own_page(request, session, lang, text=text, found=found, notice=notice)


async def hand_in(request: Request) -> Response:
    """Write the list in the form to the disk, and then confirm that it is handed in."""
    session = _require_player(request)
    limit_rate(request)
    form = await read_form(request, session.id)
    lang = choose_language(request)
    state, given = get_desk_state(request), await get_list(form)
    board = state.board
    if given is None:
        empty = say("mine.empty", lang)
        return await _show_own_page(request, session, lang, problem=empty, status=422)
    if not session.proven:
        problem = await _claim_name(state, session, lang)
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
    response = make_redirect("/" if is_new else "/?same=1")
    keep_session(request, response, session)
    return response


async def _claim_name(state: DeskState, session: Session, lang: Lang) -> str:
    """Make a code for a new name; return "", or a sentence with the reason why it can't have one.

    The code is on the disk before the list is, so that nobody else can claim the name later.
    """
    if state.codes.find_folder(session.folder):
        return say("enter.taken", lang)
    try:
        state.codes.add([(session.folder, session.name)])
    except (OSError, Unreadable):
        raise HTTPException(507) from None
    return ""


async def show_version(request: Request) -> Response:
    """Return a version as it was handed in, but only to its own player."""
    session = _require_player(request)
    state = get_desk_state(request)
    version = state.board.find_version(f"{session.folder}/{request.path_params['file']}")
    if version is None or not _may_see(state, session):
        raise HTTPException(404)
    return await send_version(state, version)


async def send_version(state: DeskState, version: Version) -> Response:
    """Return the answer with a version: as plain text if it is text, else as a file to save."""
    try:
        raw = await asyncio.to_thread(state.board.lists.read, version)
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
