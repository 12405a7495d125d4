"""Other people's formats, by name, and which game has which."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from listbuilder.data.library import Library
from listbuilder.formats import editions, export_wording
from listbuilder.formats.detect import Detected
from listbuilder.formats.parsed import TYPED, ParsedList
from listbuilder.formats.printout import Printout
from listbuilder.formats.source import Source
from listbuilder.games.game import Game
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem, Unreadable

Reader = Callable[[Detected], tuple[ParsedList, Source]]
Writer = Callable[[Printout], bytes]

FLAT = "-flat"  # ends the name of a form whose texts have lost their indents
_WH40K, _AOS = ("wh40k",), ("aos",)  # kinds of army


# Loaders of readers: a reader is imported when a list in its format comes.


def _load_aos_text_reader() -> Reader:
    """Import the reader of Age of Sigmar texts and return its `read` function."""
    from listbuilder.formats.read import aos_text

    return aos_text.read


def _load_brackets_reader() -> Reader:
    from listbuilder.formats.read import brackets

    return brackets.read


def _load_gw_app_reader() -> Reader:
    from listbuilder.formats.read import gw_app

    return gw_app.read


def _load_list_forge_reader() -> Reader:
    from listbuilder.formats.read import list_forge

    return list_forge.read


def _load_listbot_reader() -> Reader:
    from listbuilder.formats.read import listbot

    return listbot.read


def _load_roster_files_reader() -> Reader:
    from listbuilder.formats.read import roster_files

    return roster_files.read


def _load_simple_reader() -> Reader:
    from listbuilder.formats.read import nr_simple

    return nr_simple.read


def _load_warorgan_reader() -> Reader:
    from listbuilder.formats.read import warorgan

    return warorgan.read


def _load_wtc_reader() -> Reader:
    from listbuilder.formats.read import wtc

    return wtc.read


def _load_typed_list_reader() -> Reader:
    """Import the reader of lists typed without points and return its `read` function."""
    from listbuilder.formats.read import typed_list

    return typed_list.read


class ImportForm(msgspec.Struct, frozen=True):
    """A form that lists are read in: what loads its reader, and the kinds of army in it.

    `called`: what a player knows it by, where that is not its name here.
    """

    load: Callable[[], Reader]
    kinds: tuple[str, ...]
    called: str = ""

    @property
    def is_tree(self) -> bool:
        """Return whether files of this form are trees of selections rather than lines."""
        return self.load is _load_roster_files_reader


READERS: dict[str, ImportForm] = {
    "aos-app-text": ImportForm(_load_aos_text_reader, _AOS, "Age of Sigmar app"),
    "battlebase-text": ImportForm(_load_gw_app_reader, _WH40K, "BattleBase"),
    "battlescribe-ros": ImportForm(_load_roster_files_reader, _WH40K + _AOS, "BattleScribe .ros"),
    "battlescribe-rosz": ImportForm(_load_roster_files_reader, _WH40K + _AOS, "BattleScribe .rosz"),
    "bracket-en-text": ImportForm(_load_brackets_reader, _WH40K),
    "bracket-fr-text": ImportForm(_load_brackets_reader, _WH40K),
    "gw-app-text": ImportForm(_load_gw_app_reader, _WH40K, "Warhammer 40,000 app"),
    "gw-app-text-flat": ImportForm(_load_gw_app_reader, _WH40K, "Warhammer 40,000 app"),
    "listbot-text": ImportForm(_load_listbot_reader, _AOS, "Listbot"),
    "listforge-json": ImportForm(_load_roster_files_reader, _WH40K + _AOS, "List Forge JSON"),
    "listforge-share": ImportForm(_load_roster_files_reader, _WH40K + _AOS, "List Forge link"),
    "listforge-text": ImportForm(_load_list_forge_reader, _WH40K, "List Forge text"),
    "newrecruit-json": ImportForm(_load_roster_files_reader, _WH40K + _AOS, "New Recruit JSON"),
    "newrecruit-ros": ImportForm(_load_roster_files_reader, _WH40K + _AOS, "New Recruit .ros"),
    "newrecruit-rosz": ImportForm(_load_roster_files_reader, _WH40K + _AOS, "New Recruit .rosz"),
    "nr-aos-text": ImportForm(_load_aos_text_reader, _AOS, "New Recruit text"),
    "nr-gw-text": ImportForm(_load_gw_app_reader, _WH40K, "New Recruit GW"),
    "nr-simple": ImportForm(_load_simple_reader, _WH40K, "New Recruit simple"),
    "nr-wtc-compact": ImportForm(_load_wtc_reader, _WH40K, "New Recruit WTC compact"),
    "nr-wtc-full": ImportForm(_load_wtc_reader, _WH40K, "New Recruit WTC"),
    "rosterizer-json": ImportForm(_load_roster_files_reader, _WH40K, "Rosterizer JSON"),
    "scrollcaster-text": ImportForm(_load_aos_text_reader, _AOS, "Scrollcaster"),
    "sigdex-text": ImportForm(_load_aos_text_reader, _AOS, "Sigdex"),
    TYPED: ImportForm(_load_typed_list_reader, _WH40K, "typed list"),
    "warorgan-text": ImportForm(_load_warorgan_reader, _WH40K, "War Organ"),
}


def get_form_name(form: str) -> str:
    """Return the name by which players know the form `form`.

    Our own forms, and forms without such a name, are returned as they are.
    """
    return READERS[form].called or form if form in READERS else form


def load_reader(format_name: str) -> Reader:
    """Return the function that reads lists in the format `format_name`; this imports its module."""
    return READERS[format_name].load()


def find_games(detected: Detected, library: Library, name: str) -> list[Game]:
    """Return the games that a list may be of: the one detected, else all of its form.

    For a roster file without a detected game, its game system must have the name that several
    editions share. Raises Unreadable if that name is not known, or if the form isn't read for the
    detected game.
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
    if detected.game is None and detected.format == TYPED:  # if both fit, the newest is meant
        return editions.get_games_of_kind(form.kinds[0])[::-1]
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


# Loaders of writers: a writer is imported when somebody exports in its form.


def _load_aos_app_writer() -> Writer:
    from listbuilder.formats.write import aos_app

    return aos_app.write


def _load_atc_writer() -> Writer:
    from listbuilder.formats.write import atc

    return atc.write


def _load_gw_writer() -> Writer:
    from listbuilder.formats.write import gw

    return gw.write


def _load_html_writer() -> Writer:
    from listbuilder.formats.write import html

    return html.write


def _load_json_writer() -> Writer:
    from listbuilder.formats.write import json

    return json.write


def _load_markdown_writer() -> Writer:
    from listbuilder.formats.write import markdown

    return markdown.write


def _load_newrecruit_json_writer() -> Writer:
    from listbuilder.formats.write import newrecruit_json

    return newrecruit_json.write


def _load_nr_simple_writer() -> Writer:
    from listbuilder.formats.write import nr_simple

    return nr_simple.write


def _load_pdf_writer() -> Writer:
    from listbuilder.formats.write import pdf

    return pdf.write


def _load_qr_writer() -> Writer:
    from listbuilder.formats.write import qr

    return qr.write


def _load_ros_writer() -> Writer:
    from listbuilder.formats.write import ros

    return ros.write


def _load_rosterizer_writer() -> Writer:
    from listbuilder.formats.write import rosterizer

    return rosterizer.write


def _load_rosz_writer() -> Writer:
    from listbuilder.formats.write import rosz

    return rosz.write


def _load_svg_writer() -> Writer:
    from listbuilder.formats.write import svg

    return svg.write


def _load_text_writer() -> Writer:
    from listbuilder.formats.write import text

    return text.write


def _load_wtc_writer() -> Writer:
    from listbuilder.formats.write import wtc

    return wtc.write


def _load_wtc_compact_writer() -> Writer:
    from listbuilder.formats.write import wtc_compact

    return wtc_compact.write


class ExportForm(msgspec.Struct, frozen=True):
    """A form of export: what loads its writer, and how its files end.

    `text`: it can go to a terminal. `sealed`: it holds the roster itself, for verify and import.
    `kinds`: for another program's form the kinds of army that it can be written of; a game has it
    if its manifest says so. Empty: every game.
    """

    load: Callable[[], Writer]
    ending: str
    text: bool = True
    sealed: bool = False
    kinds: tuple[str, ...] = ()


WRITERS: dict[str, ExportForm] = {
    "text": ExportForm(_load_text_writer, ".txt", sealed=True),
    "markdown": ExportForm(_load_markdown_writer, ".md", sealed=True),
    "html": ExportForm(_load_html_writer, ".html", sealed=True),
    "pdf": ExportForm(_load_pdf_writer, ".pdf", text=False, sealed=True),
    "json": ExportForm(_load_json_writer, ".json", sealed=True),
    "gw": ExportForm(_load_gw_writer, ".txt", kinds=_WH40K),
    "wtc": ExportForm(_load_wtc_writer, ".txt", kinds=_WH40K),
    "atc-2026": ExportForm(_load_atc_writer, ".txt", kinds=_WH40K),
    "wtc-compact": ExportForm(_load_wtc_compact_writer, ".txt", kinds=_WH40K),
    "nr-simple": ExportForm(_load_nr_simple_writer, ".txt", kinds=_WH40K),
    "aos-app": ExportForm(_load_aos_app_writer, ".txt", kinds=_AOS),
    "ros": ExportForm(_load_ros_writer, ".ros", kinds=_WH40K + _AOS),
    "newrecruit-json": ExportForm(_load_newrecruit_json_writer, ".json", kinds=_WH40K + _AOS),
    "rosterizer-json": ExportForm(_load_rosterizer_writer, ".json", kinds=_WH40K),
    "rosz": ExportForm(_load_rosz_writer, ".rosz", text=False, kinds=_WH40K + _AOS),
    "qr": ExportForm(_load_qr_writer, ".txt", sealed=True),
    "svg": ExportForm(_load_svg_writer, ".svg", sealed=True),
}


def find_writer(name: str) -> ExportForm | None:
    """Return the form of export called `name`: one of ours, else of another package, else None."""
    if name in WRITERS:
        return WRITERS[name]
    from listbuilder.formats import plugins

    if name not in plugins.list_plugins("writers"):
        return None
    return ExportForm(lambda: partial(plugins.write_with_plugin, name), f".{name}", text=False)


def list_writer_names() -> list[str]:
    """Return the names of all forms of export, those of other packages last."""
    from listbuilder.formats import plugins

    return list(dict.fromkeys([*WRITERS, *plugins.list_plugins("writers")]))


def get_export_forms(game: Game) -> dict[str, ExportForm]:
    """Return the forms in which rosters of `game` can be exported, by name.

    These are our own forms, and those of other programs that the game's manifest lists.
    """
    named = [name for name in game.forms if game.kind in WRITERS[name].kinds]
    return {name: form for name, form in WRITERS.items() if not form.kinds or name in named}


def export_printout(sheet: Printout) -> bytes:
    """Return the printout as the bytes of a file, in the form that its wish asks for.

    Text is made free of hidden characters. Raises Unreadable if the game doesn't have that form.
    """
    forms = get_export_forms(sheet.system)
    if sheet.wish.form not in WRITERS and (other := find_writer(sheet.wish.form)):
        return other.load()(sheet)
    if sheet.wish.form not in forms:
        args = {"form": sheet.wish.form, "game": sheet.army.book.name, "forms": list(forms)}
        raise Unreadable([Problem(key="form_not_for_game", args=args)])
    form = forms[sheet.wish.form]
    write = form.load()
    content = write(sheet)
    if not form.text:
        return content
    return export_wording.finish_export(content.decode()).encode()
