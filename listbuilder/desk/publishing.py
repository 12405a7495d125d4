"""The public pages of all lists, from the time that the event or an organiser sets."""

from __future__ import annotations

import asyncio
import csv
import io
from datetime import datetime

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from listbuilder.data.tables import make_safe_cell
from listbuilder.desk import pages
from listbuilder.desk.guards import EXPORT_POLICY
from listbuilder.desk.jobs import BookItem, BookRequest, CleanRequest, ListText
from listbuilder.desk.processes import NoAnswer, TooBusy
from listbuilder.desk.visitor import (
    DeskState,
    choose_language,
    get_desk_state,
    get_time,
    limit_rate,
)
from listbuilder.event.entry import Entry
from listbuilder.event.files import make_slug
from listbuilder.event.triage import DeskRow
from listbuilder.i18n.messages import Lang
from listbuilder.model.problem import Unreadable
from listbuilder.version import VERSION

BOOK_SECONDS = 300.0  # for the book of a large event
COLUMNS = ("player", "team", "faction", "labels", "name", "points", "verdict", "page")
MOST_PAGES = 2_000  # clean pages that are kept in memory, 14 kB each
_READABLE = ("legal", "illegal")


class PublicList(msgspec.Struct, frozen=True):
    """A list as it is published. `page`: the last part of its page's address, "" if it has none."""

    row: DeskRow
    page: str


def is_published(state: DeskState, now: datetime) -> bool:
    """Return whether the lists are public now: by the event's time, or by an organiser."""
    if state.board.notes.published:
        return True
    publish_at = state.settings.publish_at
    return bool(publish_at) and now.strftime("%Y-%m-%d %H:%M") >= publish_at


def list_public(state: DeskState) -> list[PublicList]:
    """Return the lists to publish, sorted by player: those that count.

    Those that are settled, which means legal or accepted by an organiser, have a page.
    """
    board = state.board
    found = []
    used: set[str] = set()
    rows = sorted(board.build_desk().rows, key=lambda row: row.player.casefold())
    for row in rows:
        version = board.versions_by_id[row.entry.id]
        if board.is_late(version) and not board.is_accepted(version):
            continue
        is_settled = row.entry.verdict in _READABLE and row.group in ("legal", "warned")
        stem = make_slug(row.player) or row.entry.id
        page = f"{stem}-{row.entry.id[:8]}" if stem in used else stem
        used.add(page)
        found.append(PublicList(row, page if is_settled else ""))
    return found


def _require_public(request: Request) -> DeskState:
    """Return the state of the server. Raises HTTPException if the lists are not public yet."""
    state = get_desk_state(request)
    if not is_published(state, get_time()):
        raise HTTPException(404)
    return state


async def show_index(request: Request) -> Response:
    """Return the public page of all lists. Raises HTTPException if they aren't public yet."""
    state = _require_public(request)
    lang = choose_language(request)
    values = {"event": state.settings.sender.event, "lists": list_public(state)}
    return pages.make_response("public.html", lang, values)


async def show_list(request: Request) -> Response:
    """Return the clean page of one list. Raises HTTPException if it isn't public."""
    state = _require_public(request)
    wanted = request.path_params["page"]
    for public in list_public(state):
        if public.page and public.page == wanted:
            raw = await _make_page(state, public, choose_language(request))
            headers = {"content-security-policy": EXPORT_POLICY}
            return HTMLResponse(raw, 200, headers)
    raise HTTPException(404)


async def _make_page(state: DeskState, public: PublicList, lang: Lang) -> bytes:
    """Return the clean page of a list; it is made once for each language and then kept.

    Raises HTTPException if it can't be made.
    """
    public_files, entry = state.public_files, public.row.entry
    known = public_files.pages.get((entry.id, lang))
    if known is not None:
        return known
    text = await _read_text(state, entry)
    try:
        request = CleanRequest(text, public.row.player, lang)
        raw = (await state.board.ask_answer(request)).raw
    except NoAnswer:
        raise HTTPException(404) from None
    if not raw:
        raise HTTPException(404)
    if len(public_files.pages) >= MOST_PAGES:
        public_files.pages.clear()
    public_files.pages[(entry.id, lang)] = raw
    return raw


async def _read_text(state: DeskState, entry: Entry) -> ListText:
    """Return the text of a list of the desk. Raises HTTPException if it is gone."""
    version = state.board.versions_by_id.get(entry.id)
    if version is None:  # another one was handed in meanwhile
        raise HTTPException(404)
    try:
        raw = await asyncio.to_thread(state.board.lists.read, version)
    except Unreadable:
        raise HTTPException(404) from None
    return ListText(raw, version.file)


def _make_record(public: PublicList) -> dict[str, object]:
    """Return a list as a row of the JSON and CSV; the verdict is given only if it is settled."""
    entry = public.row.entry
    return {
        "player": public.row.player,
        "team": public.row.team,
        "faction": entry.faction,
        "labels": entry.labels,
        "name": entry.name,
        "points": entry.points,
        "verdict": entry.verdict if public.page else "",
        "page": f"/lists/{public.page}" if public.page else "",
    }


async def show_json(request: Request) -> Response:
    """Return all published lists as JSON, for sites that pair players."""
    state = _require_public(request)
    content = {
        "listbuilder": VERSION,
        "event": state.settings.sender.event,
        "lists": [_make_record(public) for public in list_public(state)],
    }
    raw = msgspec.json.format(msgspec.json.encode(content), indent=1)
    return Response(raw, media_type="application/json")


async def show_csv(request: Request) -> Response:
    """Return all published lists as a table for spreadsheets."""
    state = _require_public(request)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for public in list_public(state):
        record = _make_record(public) | {"labels": "; ".join(public.row.entry.labels)}
        cells = ["" if record[name] is None else record[name] for name in COLUMNS]
        writer.writerow([make_safe_cell(cell) for cell in cells])
    headers = {"content-disposition": 'attachment; filename="lists.csv"'}
    return Response(out.getvalue().encode("utf-8-sig"), 200, headers, "text/csv")


async def show_book(request: Request) -> Response:
    """Return one PDF with all settled lists."""
    state = _require_public(request)
    limit_rate(request)
    raw = await make_book(state, [public for public in list_public(state) if public.page])
    headers = {"content-disposition": 'inline; filename="lists.pdf"'}
    return Response(raw, 200, headers, "application/pdf")


async def make_book(state: DeskState, lists: list[PublicList]) -> bytes:
    """Return the PDF of `lists`, which is kept until the lists change.

    Raises HTTPException if it takes too long.
    """
    public_files = state.public_files
    basis = tuple((public.row.entry.id, public.row.player) for public in lists)
    async with public_files.is_making:
        if public_files.book is not None and public_files.book[0] == basis:
            return public_files.book[1]
        items = [
            BookItem(
                await _read_text(state, public.row.entry),
                public.row.player,
                public.row.entry.faction,
                public.row.entry.points,
                public.row.entry.verdict,
            )
            for public in lists
        ]
        settings = state.settings
        request = BookRequest(items, settings.sender.event, settings.lang)
        try:
            raw = (await state.board.ask_answer(request, BOOK_SECONDS)).raw
        except (NoAnswer, TooBusy):
            raise HTTPException(503, headers={"retry-after": "60"}) from None
        public_files.book = (basis, raw)
        return raw


ROUTES = [
    Route("/lists", show_index),
    Route("/lists.json", show_json),
    Route("/lists.csv", show_csv),
    Route("/lists.pdf", show_book),
    Route("/lists/{page}", show_list),
]
