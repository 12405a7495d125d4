"""The lists as everybody may see them, from the time that the event or an organiser sets."""

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
from listbuilder.desk.processes import GaveOut, TooBusy
from listbuilder.desk.visitor import Office, choose_language, get_office, get_time, limit_rate
from listbuilder.event.entry import Entry
from listbuilder.event.files import make_slug
from listbuilder.event.triage import DeskRow
from listbuilder.i18n.messages import Lang
from listbuilder.model.problem import Unreadable
from listbuilder.version import VERSION

BOOK_SECONDS = 300.0  # for the book of a large event
COLUMNS = ("player", "team", "faction", "labels", "name", "points", "verdict", "page")
MOST_PAGES = 2_000  # clean pages that are kept, 14 kB each
_READABLE = ("legal", "illegal")


class PublicList(msgspec.Struct, frozen=True):
    """A list as it is published. `page`: the last part of its page's address, "" if it has none."""

    row: DeskRow
    page: str


def is_published(office: Office, now: datetime) -> bool:
    """Return whether the lists are public now: by the event's time, or by an organiser."""
    if office.board.notes.published:
        return True
    publish_at = office.settings.publish_at
    return bool(publish_at) and now.strftime("%Y-%m-%d %H:%M") >= publish_at


def list_public(office: Office) -> list[PublicList]:
    """Return the lists to publish, by player: those that count, with a page if they are settled.

    Settled are legal lists, and those that an organiser accepted.
    """
    board = office.board
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


def _require_public(request: Request) -> Office:
    """Return the state of the server. Raises HTTPException if the lists are not public yet."""
    office = get_office(request)
    if not is_published(office, get_time()):
        raise HTTPException(404)
    return office


async def show_index(request: Request) -> Response:
    """Return the page of all lists."""
    office = _require_public(request)
    lang = choose_language(request)
    values = {"event": office.settings.sender.event, "lists": list_public(office)}
    return pages.respond("public.html", lang, values)


async def show_list(request: Request) -> Response:
    """Return the clean page of one list."""
    office = _require_public(request)
    wanted = request.path_params["page"]
    for public in list_public(office):
        if public.page and public.page == wanted:
            raw = await _make_page(office, public, choose_language(request))
            headers = {"content-security-policy": EXPORT_POLICY}
            return HTMLResponse(raw, 200, headers)
    raise HTTPException(404)


async def _make_page(office: Office, public: PublicList, lang: Lang) -> bytes:
    """Return the clean page of a list, made once for each language."""
    shop, entry = office.shop, public.row.entry
    known = shop.pages.get((entry.id, lang))
    if known is not None:
        return known
    text = await _read_text(office, entry)
    try:
        request = CleanRequest(text, public.row.player, lang)
        raw = (await office.board.ask_answer(request)).raw
    except GaveOut:
        raise HTTPException(404) from None
    if not raw:
        raise HTTPException(404)
    if len(shop.pages) >= MOST_PAGES:
        shop.pages.clear()
    shop.pages[(entry.id, lang)] = raw
    return raw


async def _read_text(office: Office, entry: Entry) -> ListText:
    """Return the text of a list of the desk. Raises HTTPException if it is gone."""
    version = office.board.versions_by_id.get(entry.id)
    if version is None:  # another one was handed in meanwhile
        raise HTTPException(404)
    try:
        raw = await asyncio.to_thread(office.board.lists.read, version)
    except Unreadable:
        raise HTTPException(404) from None
    return ListText(raw, version.file)


def _make_record(public: PublicList) -> dict[str, object]:
    """Return a list as the JSON and CSV have it. The verdict is given only if it is settled."""
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
    office = _require_public(request)
    content = {
        "listbuilder": VERSION,
        "event": office.settings.sender.event,
        "lists": [_make_record(public) for public in list_public(office)],
    }
    raw = msgspec.json.format(msgspec.json.encode(content), indent=1)
    return Response(raw, media_type="application/json")


async def show_csv(request: Request) -> Response:
    """Return all published lists as a table for spreadsheets."""
    office = _require_public(request)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for public in list_public(office):
        record = _make_record(public) | {"labels": "; ".join(public.row.entry.labels)}
        cells = ["" if record[name] is None else record[name] for name in COLUMNS]
        writer.writerow([make_safe_cell(cell) for cell in cells])
    headers = {"content-disposition": 'attachment; filename="lists.csv"'}
    return Response(out.getvalue().encode("utf-8-sig"), 200, headers, "text/csv")


async def show_book(request: Request) -> Response:
    """Return all settled lists as one PDF, made once after each change."""
    office = _require_public(request)
    limit_rate(request)
    raw = await make_book(office, [public for public in list_public(office) if public.page])
    headers = {"content-disposition": 'inline; filename="lists.pdf"'}
    return Response(raw, 200, headers, "application/pdf")


async def make_book(office: Office, lists: list[PublicList]) -> bytes:
    """Return the PDF of `lists`. Raises HTTPException if it takes too long."""
    shop = office.shop
    basis = tuple((public.row.entry.id, public.row.player) for public in lists)
    async with shop.is_making:
        if shop.book is not None and shop.book[0] == basis:
            return shop.book[1]
        items = [
            BookItem(
                await _read_text(office, public.row.entry),
                public.row.player,
                public.row.entry.faction,
                public.row.entry.points,
                public.row.entry.verdict,
            )
            for public in lists
        ]
        settings = office.settings
        request = BookRequest(items, settings.sender.event, settings.lang)
        try:
            raw = (await office.board.ask_answer(request, BOOK_SECONDS)).raw
        except (GaveOut, TooBusy):
            raise HTTPException(503, headers={"retry-after": "60"}) from None
        shop.book = (basis, raw)
        return raw


ROUTES = [
    Route("/lists", show_index),
    Route("/lists.json", show_json),
    Route("/lists.csv", show_csv),
    Route("/lists.pdf", show_book),
    Route("/lists/{page}", show_list),
]
