"""Other people's formats, by name."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import cast

import msgspec

from listbuilder.exchange import plain
from listbuilder.exchange.detect import Found
from listbuilder.exchange.parsed import ParsedList
from listbuilder.exchange.printout import Sheet
from listbuilder.exchange.source import Source
from listbuilder.games.muster.army import Muster
from listbuilder.games.regiments.army import RegimentArmy
from listbuilder.model.army import Army
from listbuilder.model.problem import Problem, Unreadable

Reader = Callable[[Found], tuple[ParsedList, Source]]
Writer = Callable[[Sheet], bytes]

# format -> module of its reader, which has read(found); imported when a list in that format comes
READERS: dict[str, str] = {
    "aos-app-text": "regiments_text",
    "battlebase-text": "gw_app",
    "battlescribe-ros": "roster_tree",
    "battlescribe-rosz": "roster_tree",
    "bracket-en-text": "brackets",
    "bracket-fr-text": "brackets",
    "gw-app-text": "gw_app",
    "gw-app-text-flat": "gw_app",
    "listbot-text": "listbot",
    "listforge-json": "roster_tree",
    "listforge-share": "roster_tree",
    "listforge-text": "list_forge",
    "newrecruit-json": "roster_tree",
    "newrecruit-ros": "roster_tree",
    "newrecruit-rosz": "roster_tree",
    "nr-aos-text": "regiments_text",
    "nr-gw-text": "gw_app",
    "nr-simple": "simple",
    "nr-wtc-compact": "wtc",
    "nr-wtc-full": "wtc",
    "scrollcaster-text": "regiments_text",
    "sigdex-text": "regiments_text",
    "warorgan-text": "warorgan",
}


def reader(format_name: str) -> Reader:
    module = import_module(f"listbuilder.exchange.readers.{READERS[format_name]}")
    return cast(Reader, module.read)


class Form(msgspec.Struct, frozen=True):
    """A form of export: its module, which has write(sheet), and how its files end.

    `text`: it can go to a terminal. `sealed`: it holds the roster itself, for verify and import. `armies`: the kinds of
    army it is for; empty is every one.
    """

    module: str
    ending: str
    text: bool = True
    sealed: bool = False
    armies: tuple[type[Army], ...] = ()

    def fits(self, army: Army) -> bool:
        return not self.armies or isinstance(army, self.armies)


_MUSTER, _REGIMENTS = (Muster,), (RegimentArmy,)


WRITERS: dict[str, Form] = {
    "text": Form("text", ".txt"),
    "markdown": Form("markdown", ".md"),
    "html": Form("html", ".html", sealed=True),
    "pdf": Form("pdf", ".pdf", text=False, sealed=True),
    "json": Form("json", ".json", sealed=True),
    "gw": Form("gw", ".txt", armies=_MUSTER),
    "wtc": Form("wtc", ".txt", armies=_MUSTER),
    "wtc-compact": Form("wtc_compact", ".txt", armies=_MUSTER),
    "nr-simple": Form("nr_simple", ".txt", armies=_MUSTER),
    "aos-app": Form("aos_app", ".txt", armies=_REGIMENTS),
    "ros": Form("ros", ".ros", armies=_MUSTER + _REGIMENTS),
    "rosz": Form("rosz", ".rosz", text=False, armies=_MUSTER + _REGIMENTS),
    "qr": Form("qr", ".txt", sealed=True),
    "svg": Form("svg", ".svg", sealed=True),
}


def export(sheet: Sheet) -> bytes:
    """The sheet in its form, with nothing hidden in it. Raises Unreadable for a game that the form is not for."""
    form = WRITERS[sheet.wish.form]
    if not form.fits(sheet.army):
        forms = [name for name, each in WRITERS.items() if each.fits(sheet.army)]
        args = {"form": sheet.wish.form, "game": sheet.army.book.name, "forms": forms}
        raise Unreadable([Problem(key="form_not_for_game", args=args)])
    module = import_module(f"listbuilder.exchange.writers.{form.module}")
    content = cast(Writer, module.write)(sheet)
    return plain.finished(content.decode()).encode() if form.text else content
