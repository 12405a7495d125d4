"""Other people's formats, by name, and which game has which."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import cast

import msgspec

from listbuilder.data.library import Library
from listbuilder.formats import editions, wording
from listbuilder.formats.detect import Detected
from listbuilder.formats.parsed import ParsedList
from listbuilder.formats.printout import Printout
from listbuilder.formats.source import Source
from listbuilder.games.game import Game
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem, Unreadable

Reader = Callable[[Detected], tuple[ParsedList, Source]]
Writer = Callable[[Printout], bytes]

_WH40K, _AOS = ("wh40k",), ("aos",)  # kinds of army


class ImportForm(msgspec.Struct, frozen=True):
    """A form that lists are read in: the module of its reader and the kinds of army in it.

    The module has read(found). `called`: what a player knows it by, where that is not its name
    here.
    """

    module: str
    kinds: tuple[str, ...]
    called: str = ""

    @property
    def is_tree(self) -> bool:
        """Return whether files of this form are trees of selections rather than lines."""
        return self.module == "roster_files"


# A reader is imported when a list in its format comes.
READERS: dict[str, ImportForm] = {
    "aos-app-text": ImportForm("aos_text", _AOS, "Age of Sigmar app"),
    "battlebase-text": ImportForm("gw_app", _WH40K, "BattleBase"),
    "battlescribe-ros": ImportForm("roster_files", _WH40K + _AOS, "BattleScribe .ros"),
    "battlescribe-rosz": ImportForm("roster_files", _WH40K + _AOS, "BattleScribe .rosz"),
    "bracket-en-text": ImportForm("brackets", _WH40K),
    "bracket-fr-text": ImportForm("brackets", _WH40K),
    "gw-app-text": ImportForm("gw_app", _WH40K, "Warhammer 40,000 app"),
    "gw-app-text-flat": ImportForm("gw_app", _WH40K, "Warhammer 40,000 app"),
    "listbot-text": ImportForm("listbot", _AOS, "Listbot"),
    "listforge-json": ImportForm("roster_files", _WH40K + _AOS, "List Forge JSON"),
    "listforge-share": ImportForm("roster_files", _WH40K + _AOS, "List Forge link"),
    "listforge-text": ImportForm("list_forge", _WH40K, "List Forge text"),
    "newrecruit-json": ImportForm("roster_files", _WH40K + _AOS, "New Recruit JSON"),
    "newrecruit-ros": ImportForm("roster_files", _WH40K + _AOS, "New Recruit .ros"),
    "newrecruit-rosz": ImportForm("roster_files", _WH40K + _AOS, "New Recruit .rosz"),
    "nr-aos-text": ImportForm("aos_text", _AOS, "New Recruit text"),
    "nr-gw-text": ImportForm("gw_app", _WH40K, "New Recruit GW"),
    "nr-simple": ImportForm("simple", _WH40K, "New Recruit simple"),
    "nr-wtc-compact": ImportForm("wtc", _WH40K, "New Recruit WTC compact"),
    "nr-wtc-full": ImportForm("wtc", _WH40K, "New Recruit WTC"),
    "rosterizer-json": ImportForm("roster_files", _WH40K, "Rosterizer JSON"),
    "scrollcaster-text": ImportForm("aos_text", _AOS, "Scrollcaster"),
    "sigdex-text": ImportForm("aos_text", _AOS, "Sigdex"),
    "warorgan-text": ImportForm("warorgan", _WH40K, "War Organ"),
}


def get_form_name(form: str) -> str:
    """Return the name by which a player knows a form.

    Our own forms, and those without such a name, are called as they are here.
    """
    return READERS[form].called or form if form in READERS else form


def load_reader(format_name: str) -> Reader:
    """Return the `read` function of a format; its module is imported when a list in the format
    comes.
    """
    module = import_module(f"listbuilder.formats.read.{READERS[format_name].module}")
    return cast(Reader, module.read)


def find_games(detected: Detected, library: Library, name: str) -> list[Game]:
    """Return the game of a list by its signs; without a sign all that it can be of by its form.

    Of roster files the name of the game system must be one that several editions share. Raises
    Unreadable where there is none.
    """
    form = READERS[detected.format]
    if form.is_tree and detected.game is None:
        given = detected.tree.system_name if detected.tree else ""
        same_named = [
            edition_game
            for edition_game in editions.get_games_of_kind(form.kinds[0])
            if fold(edition_game.load_rulebook(library).name).startswith(fold(given) or "?")
        ]
        if len(same_named) > 1:  # the name that all its editions have
            return same_named
        raise Unreadable([Problem(key="game_not_read", args={"given": given or "?"}, file=name)])
    if detected.game is None:
        return editions.get_games_of_kind(form.kinds[0])
    game = detected.game
    if game.kind in form.kinds:
        return [game]
    args = {"game": game.load_rulebook(library).name, "system": game.id, "format": detected.format}
    if readable := [
        format_name for format_name, form in READERS.items() if game.kind in form.kinds
    ]:
        raise Unreadable(
            [Problem(key="format_not_for_game", args={**args, "formats": readable}, file=name)]
        )
    raise Unreadable([Problem(key="lists_not_for_game", args=args, file=name)])


class ExportForm(msgspec.Struct, frozen=True):
    """A form of export: its module, which has write(sheet), and how its files end.

    `text`: it can go to a terminal. `sealed`: it holds the roster itself, for verify and import.
    `kinds`: for another program's form the kinds of army that it can be written of; a game has it
    if its manifest says so. Empty: every game.
    """

    module: str
    ending: str
    text: bool = True
    sealed: bool = False
    kinds: tuple[str, ...] = ()


WRITERS: dict[str, ExportForm] = {
    "text": ExportForm("text", ".txt", sealed=True),
    "markdown": ExportForm("markdown", ".md", sealed=True),
    "html": ExportForm("html", ".html", sealed=True),
    "pdf": ExportForm("pdf", ".pdf", text=False, sealed=True),
    "json": ExportForm("json", ".json", sealed=True),
    "gw": ExportForm("gw", ".txt", kinds=_WH40K),
    "wtc": ExportForm("wtc", ".txt", kinds=_WH40K),
    "atc-2026": ExportForm("atc", ".txt", kinds=_WH40K),
    "wtc-compact": ExportForm("wtc_compact", ".txt", kinds=_WH40K),
    "nr-simple": ExportForm("nr_simple", ".txt", kinds=_WH40K),
    "aos-app": ExportForm("aos_app", ".txt", kinds=_AOS),
    "ros": ExportForm("ros", ".ros", kinds=_WH40K + _AOS),
    "newrecruit-json": ExportForm("newrecruit_json", ".json", kinds=_WH40K + _AOS),
    "rosterizer-json": ExportForm("rosterizer", ".json", kinds=_WH40K),
    "rosz": ExportForm("rosz", ".rosz", text=False, kinds=_WH40K + _AOS),
    "qr": ExportForm("qr", ".txt", sealed=True),
    "svg": ExportForm("svg", ".svg", sealed=True),
}


def get_export_forms(game: Game) -> dict[str, ExportForm]:
    """Return the forms that rosters of a game can be exported in, by name."""
    named = [name for name in game.forms if game.kind in WRITERS[name].kinds]
    return {name: form for name, form in WRITERS.items() if not form.kinds or name in named}


def export_printout(sheet: Printout) -> bytes:
    """Return the printout in its form as bytes, with nothing hidden in it.

    Raises Unreadable for a form that the game has not.
    """
    forms = get_export_forms(sheet.system)
    if sheet.wish.form not in forms:
        args = {"form": sheet.wish.form, "game": sheet.army.book.name, "forms": list(forms)}
        raise Unreadable([Problem(key="form_not_for_game", args=args)])
    form = forms[sheet.wish.form]
    module = import_module(f"listbuilder.formats.write.{form.module}")
    content = cast(Writer, module.write)(sheet)
    return wording.finish_export(content.decode()).encode() if form.text else content
