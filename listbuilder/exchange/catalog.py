"""Other people's formats, by name, and which game has which."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import cast

import msgspec

from listbuilder.exchange import editions, wording
from listbuilder.exchange.detect import Detected
from listbuilder.exchange.parsed import ParsedList
from listbuilder.exchange.printout import Printout
from listbuilder.exchange.source import Source
from listbuilder.games.base import Game
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store.library import Library

Reader = Callable[[Detected], tuple[ParsedList, Source]]
Writer = Callable[[Printout], bytes]

_MUSTER, _REGIMENTS = ("muster",), ("regiments",)  # kinds of army


class Format(msgspec.Struct, frozen=True):
    """A form that lists are read in: the module of its reader, which has read(found), and the kinds of army in it.

    `called`: what a player knows it by, where that is not its name here.
    """

    module: str
    kinds: tuple[str, ...]
    called: str = ""

    @property
    def tree(self) -> bool:
        return self.module == "roster_tree"


# A reader is imported when a list in its format comes.
READERS: dict[str, Format] = {
    "aos-app-text": Format("regiments_text", _REGIMENTS, "Age of Sigmar app"),
    "battlebase-text": Format("gw_app", _MUSTER, "BattleBase"),
    "battlescribe-ros": Format("roster_tree", _MUSTER + _REGIMENTS, "BattleScribe .ros"),
    "battlescribe-rosz": Format("roster_tree", _MUSTER + _REGIMENTS, "BattleScribe .rosz"),
    "bracket-en-text": Format("brackets", _MUSTER),
    "bracket-fr-text": Format("brackets", _MUSTER),
    "gw-app-text": Format("gw_app", _MUSTER, "Warhammer 40,000 app"),
    "gw-app-text-flat": Format("gw_app", _MUSTER, "Warhammer 40,000 app"),
    "listbot-text": Format("listbot", _REGIMENTS, "Listbot"),
    "listforge-json": Format("roster_tree", _MUSTER + _REGIMENTS, "List Forge JSON"),
    "listforge-share": Format("roster_tree", _MUSTER + _REGIMENTS, "List Forge link"),
    "listforge-text": Format("list_forge", _MUSTER, "List Forge text"),
    "newrecruit-json": Format("roster_tree", _MUSTER + _REGIMENTS, "New Recruit JSON"),
    "newrecruit-ros": Format("roster_tree", _MUSTER + _REGIMENTS, "New Recruit .ros"),
    "newrecruit-rosz": Format("roster_tree", _MUSTER + _REGIMENTS, "New Recruit .rosz"),
    "nr-aos-text": Format("regiments_text", _REGIMENTS, "New Recruit text"),
    "nr-gw-text": Format("gw_app", _MUSTER, "New Recruit GW"),
    "nr-simple": Format("simple", _MUSTER, "New Recruit simple"),
    "nr-wtc-compact": Format("wtc", _MUSTER, "New Recruit WTC compact"),
    "nr-wtc-full": Format("wtc", _MUSTER, "New Recruit WTC"),
    "rosterizer-json": Format("roster_tree", _MUSTER, "Rosterizer JSON"),
    "scrollcaster-text": Format("regiments_text", _REGIMENTS, "Scrollcaster"),
    "sigdex-text": Format("regiments_text", _REGIMENTS, "Sigdex"),
    "warorgan-text": Format("warorgan", _MUSTER, "War Organ"),
}


def called(form: str) -> str:
    """A form as a player knows it; our own, and those without a name, as they are called here."""
    return READERS[form].called or form if form in READERS else form


def reader(format_name: str) -> Reader:
    module = import_module(f"listbuilder.exchange.readers.{READERS[format_name].module}")
    return cast(Reader, module.read)


def games_of(found: Detected, library: Library, name: str) -> list[Game]:
    """The game of a list by its signs; without a sign all that it can be of by its form. Raises Unreadable where none is."""
    form = READERS[found.format]
    if form.tree and found.game is None:
        given = found.tree.system_name if found.tree else ""
        called = [
            each for each in editions.games_of(form.kinds[0]) if fold(each.book(library).name).startswith(fold(given) or "?")
        ]
        if len(called) > 1:  # the name that all its editions have
            return called
        raise Unreadable([Problem(key="game_not_read", args={"given": given or "?"}, file=name)])
    if found.game is None:
        return editions.games_of(form.kinds[0])
    game = found.game
    if game.kind in form.kinds:
        return [game]
    args = {"game": game.book(library).name, "system": game.id, "format": found.format}
    if readable := [each for each, form in READERS.items() if game.kind in form.kinds]:
        raise Unreadable([Problem(key="format_not_for_game", args={**args, "formats": readable}, file=name)])
    raise Unreadable([Problem(key="lists_not_for_game", args=args, file=name)])


class Form(msgspec.Struct, frozen=True):
    """A form of export: its module, which has write(sheet), and how its files end.

    `text`: it can go to a terminal. `sealed`: it holds the roster itself, for verify and import. `kinds`: for another
    program's form the kinds of army that it can be written of; a game has it if its manifest says so. Empty: every game.
    """

    module: str
    ending: str
    text: bool = True
    sealed: bool = False
    kinds: tuple[str, ...] = ()


WRITERS: dict[str, Form] = {
    "text": Form("text", ".txt", sealed=True),
    "markdown": Form("markdown", ".md", sealed=True),
    "html": Form("html", ".html", sealed=True),
    "pdf": Form("pdf", ".pdf", text=False, sealed=True),
    "json": Form("json", ".json", sealed=True),
    "gw": Form("gw", ".txt", kinds=_MUSTER),
    "wtc": Form("wtc", ".txt", kinds=_MUSTER),
    "atc-2026": Form("atc", ".txt", kinds=_MUSTER),
    "wtc-compact": Form("wtc_compact", ".txt", kinds=_MUSTER),
    "nr-simple": Form("nr_simple", ".txt", kinds=_MUSTER),
    "aos-app": Form("aos_app", ".txt", kinds=_REGIMENTS),
    "ros": Form("ros", ".ros", kinds=_MUSTER + _REGIMENTS),
    "newrecruit-json": Form("newrecruit_json", ".json", kinds=_MUSTER + _REGIMENTS),
    "rosterizer-json": Form("rosterizer", ".json", kinds=_MUSTER),
    "rosz": Form("rosz", ".rosz", text=False, kinds=_MUSTER + _REGIMENTS),
    "qr": Form("qr", ".txt", sealed=True),
    "svg": Form("svg", ".svg", sealed=True),
}


def forms_of(game: Game) -> dict[str, Form]:
    """The forms that rosters of a game can be exported in."""
    named = [name for name in game.forms if game.kind in WRITERS[name].kinds]
    return {name: form for name, form in WRITERS.items() if not form.kinds or name in named}


def export(sheet: Printout) -> bytes:
    """The sheet in its form, with nothing hidden in it. Raises Unreadable for a form that the game has not."""
    forms = forms_of(sheet.system)
    if sheet.wish.form not in forms:
        args = {"form": sheet.wish.form, "game": sheet.army.book.name, "forms": list(forms)}
        raise Unreadable([Problem(key="form_not_for_game", args=args)])
    form = forms[sheet.wish.form]
    module = import_module(f"listbuilder.exchange.writers.{form.module}")
    content = cast(Writer, module.write)(sheet)
    return wording.finished(content.decode()).encode() if form.text else content
