"""From the bytes of any list to a verdict: detected, read, resolved, accounted for, and judged by the law of its game."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from importlib import import_module
from typing import Any, cast

import msgspec

from listbuilder.exchange import catalog, contradictions, dates, differences, editions
from listbuilder.exchange.account import Account
from listbuilder.exchange.detect import Found, decode, detect
from listbuilder.exchange.parsed import Entry, ParsedList
from listbuilder.exchange.readers.sealed import form_of, seal_in
from listbuilder.exchange.seal import Seal
from listbuilder.exchange.source import Source
from listbuilder.exchange.two_lists import second_list
from listbuilder.games.base import Game
from listbuilder.law.position import Position
from listbuilder.model.imported import Imported
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import reader
from listbuilder.store.library import Library
from listbuilder.store.reader import Document

MAX_UNITS = 400
MAX_ITEMS = 10_000  # things listed under all units together
SEALED = "listbuilder"  # the format of our own html, pdf, json, svg and qr exports

Resolver = Callable[[ParsedList, Account, Game, Library], dict[str, Any] | None]


class Import(msgspec.Struct):
    """A list in our own format, with the account of how it came to be one."""

    document: Document | None
    account: Imported
    parsed: ParsedList
    source: Source


def import_list(raw: bytes, name: str, library: Library, format_name: str | None = None) -> Import:
    """Raises Unreadable where the source is no list, is dangerous, or is of another edition."""
    if format_name is None and (seal := seal_in(raw)) is not None:
        _refuse_list_around(raw, name)
        return _from_seal(seal, name)
    found = detect(raw, name) if format_name is None else _forced(raw, name, format_name)
    game = catalog.game_of(found, library, name)
    try:
        parsed, source = catalog.reader(found.format)(found)
    except Unreadable as error:
        raise Unreadable([_in_file(problem, name) for problem in error.problems]) from None
    if len(parsed.units) > MAX_UNITS:
        raise Unreadable([Problem(key="too_many_units", args={"count": len(parsed.units), "limit": MAX_UNITS}, file=name)])
    items = sum(_items(unit.entries) + len(unit.enhancements) + len(unit.members) for unit in parsed.units)
    if items > MAX_ITEMS:
        raise Unreadable([Problem(key="too_many_items", args={"count": items, "limit": MAX_ITEMS}, file=name)])
    account = Account(source, name)
    contradictions.of_nothing(parsed, account)
    if not parsed.units:
        raise Unreadable([Problem(key="no_units_found", args={"format": found.format}, file=name)])
    _refuse_two_lists(parsed, source, name)
    data = _resolver(game.kind)(parsed, account, game, library)
    account.close()
    document = None
    if data is not None:
        text = "\n".join(line.text for line in source.lines).encode()
        document = Document(data=data, marks=account.marks, keys={}, file=name, raw=text)
    return Import(document, _accounting(parsed, account, game), parsed, source)


def _resolver(kind: str) -> Resolver:
    """resolve_<kind>.py beside this has resolve(), for every kind of army whose lists other programs write."""
    return cast(Resolver, import_module(f"listbuilder.exchange.resolve_{kind}").resolve)


def _from_seal(seal: Seal, name: str) -> Import:
    """An export of our own has the roster in it, whole: there is nothing to look up and nothing can be lost."""
    account = Imported(format=SEALED, stated_total=seal.points, stated_day=seal.as_of)
    return Import(reader.read_text(seal.raw(), name), account, ParsedList(shape="muster", format=SEALED), Source(""))


def _refuse_list_around(raw: bytes, name: str) -> None:
    """What is a list itself is not to be judged by the roster of another that someone put beside it."""
    try:
        found = detect(raw, name)
        if found.tree is not None and not any(found.tree.top_names()):  # our own json has a roster too, and no units in it
            return
    except Unreadable as error:
        if form_of(raw) or error.problems[0].key in ("no_list_found", "link_holds_no_list"):
            return
    raise Unreadable([Problem(key="list_and_roster", file=name)])


def judge_list(raw: bytes, name: str, library: Library, as_of: str | None = None, format_name: str | None = None) -> Position:
    """The verdict on a list that another program wrote. Never raises for anything a file can hold."""
    sha256 = hashlib.sha256(raw).hexdigest()
    try:
        made = import_list(raw, name, library, format_name)
    except Unreadable as error:
        return Position(None, library, file=name, sha256=sha256, problems=error.problems)
    account = made.account
    done = Position(
        made.document,
        library,
        file=name,
        sha256=sha256,
        as_of=as_of or account.stated_day,
        format=account.format,
        imported=account,
    )
    if done.army is not None and account.format != SEALED:
        account.differences = differences.explain(done, made)
    return done


def _forced(raw: bytes, name: str, format_name: str) -> Found:
    """The user says which format it is; files of trees say it themselves."""
    if format_name not in catalog.READERS:
        known = sorted(catalog.READERS)
        raise Unreadable([Problem(key="unknown_format", args={"given": format_name, "known": known})])
    if catalog.READERS[format_name].tree:
        return detect(raw, name)
    source = Source(decode(raw, name))
    return Found(format_name, source=source, game=editions.of_text(source, name))


def _items(entries: list[Entry]) -> int:
    return sum(1 + _items(entry.children) for entry in entries)


def _in_file(problem: Problem, name: str) -> Problem:
    return problem if problem.file else msgspec.structs.replace(problem, file=name)


def _refuse_two_lists(parsed: ParsedList, source: Source, name: str) -> None:
    """Two lists in one paste would be one army of both: each is to be checked alone."""
    second = second_list(source) if not catalog.READERS[parsed.format].tree else None
    if second is not None:
        raise Unreadable([Problem(key="two_lists", file=name, line=second)])


def _accounting(parsed: ParsedList, account: Account, game: Game) -> Imported:
    fates = [line.fate for line in account.source.lines]
    made = Imported(
        format=parsed.format,
        player=parsed.player,
        mapped=fates.count("mapped"),
        noise=fates.count("noise"),
        unread=account.problems,
        notes=account.notes,
        gone=account.gone,
        past=account.past,
        stated_total=parsed.total,
        stated_day=parsed.date or dates.day_of(game.id, parsed.data_version if _series(parsed) else None),
    )
    made.lines = sum(fate is not None for fate in fates)
    return made


def _series(parsed: ParsedList) -> bool:
    """Whether the version of the data is that of the publisher's own app."""
    return parsed.format.startswith(("gw-app", "aos-app"))
