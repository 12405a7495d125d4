"""`listbuilder doctor`: what is installed here and whether it works; what to send along when something does not."""

from __future__ import annotations

import argparse
import locale
import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.cli.context import OK, UNREAD, Context, as_json
from listbuilder.games.base import Game
from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.law.engine import law_of
from listbuilder.law.explain import explained
from listbuilder.law.words import title
from listbuilder.model.problem import Unreadable
from listbuilder.model.visible import visible
from listbuilder.store import paths
from listbuilder.store.library import kind_of
from listbuilder.store.texts import words_files
from listbuilder.store.words import LANGS, in_turn, table
from listbuilder.version import VERSION

EXAMINES_DATA = True  # it runs on data that can't be used, and says so
_HEAD = 2000
_AS_OF = re.compile(rb"^as_of: *[\"']?(\d{4}-\d{2}-\d{2})", re.MULTILINE)


class Row(msgspec.Struct):
    """One thing looked at. `ok` is false where something will not work."""

    what: str
    found: str
    ok: bool = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes nothing."""


def run(args: argparse.Namespace, context: Context) -> int:
    rows = [*_program(), *_check_data(context), _check_words(context), *_folders(), *_terminal(context), *_packages()]
    if context.format == "json":
        print(as_json({"listbuilder": VERSION, "rows": rows}))
    else:
        _print(rows, context)
    return OK if all(row.ok for row in rows) else UNREAD


def _print(rows: list[Row], context: Context) -> None:
    from rich.cells import cell_len

    titles = {row.what: context.say(f"doctor.{row.what}") for row in rows}
    width = max(map(cell_len, titles.values()))
    for row in rows:
        title = titles[row.what] + " " * (width - cell_len(titles[row.what]))
        mark = context.paint("✓", "good") if row.ok else context.paint("✗", "bad")
        print(f"{mark} {title}  {visible(row.found) or '-'}")
    wrong = sum(not row.ok for row in rows)
    print(context.say("doctor.wrong", count=wrong) if wrong else context.say("doctor.fine"))


def _program() -> Iterator[Row]:
    yield Row("version", VERSION)
    yield Row("python", f"{platform.python_version()}  {sys.executable}")
    yield Row("system", platform.platform())
    yield Row("installed", str(paths.PACKAGE))


def _check_data(context: Context) -> Iterator[Row]:
    """Open every faction, past day and rule of each game, and tell how many there are.

    Opening them is the only proof that they are installed whole: a listing of files once said that everything was
    there while two games could not be shown.
    """
    for game in SYSTEMS:
        try:
            opened = context.say("doctor.opened", **_open_game(system(game), context))
            yield Row("data", f"{game}: {opened}  {_newest(paths.factions() / game)}".rstrip())
        except Exception as error:
            yield Row("data", f"{game}: {_reason(error, context)}", ok=False)
    own = paths.user_data()
    yield Row("own_data", str(own) if own.is_dir() else "")
    for problem in context.library.problems:
        yield Row("own_data", context.sentence(problem), ok=False)


def _open_game(manifest: Game, context: Context) -> dict[str, int]:
    """Return how many factions, rules and files of a game could be opened. Raises whatever goes wrong."""
    factions = manifest.factions(context.library)
    for faction_id, _ in factions:
        manifest.entries(context.library, faction_id)
    kinds = manifest.data_kinds()
    files = context.library.all_files(manifest.id, kinds)
    for place in files:
        context.library.open(manifest.id, place, kind_of(place, kinds))
    book = manifest.book(context.library)
    for rule, _, _ in law_of(book):
        for lang in LANGS:
            title(rule, lang)
            explained(rule, lang)
    return {"factions": len(factions), "rules": len(book.rules), "files": len(files)}


def _check_words(context: Context) -> Row:
    """Open every table of words in every language, and tell how many there are."""
    try:
        files = words_files()
        tables = {lang: [table(file, lang) for file in files] for lang in LANGS}
        texts = sum(map(len, tables[LANGS[0]]))
        return Row("words", context.say("doctor.texts", texts=texts, files=len(files), languages=", ".join(LANGS)))
    except Exception as error:
        return Row("words", _reason(error, context), ok=False)


def _newest(folder: Path) -> str:
    """The day that the newest of its files is of; each says so at its head."""
    heads = (file.read_bytes()[:_HEAD] for file in folder.glob("*.yaml"))
    return max((found[1].decode() for head in heads if (found := _AS_OF.search(head))), default="")


def _reason(error: Exception, context: Context) -> str:
    if isinstance(error, Unreadable):
        return in_turn(map(context.sentence, error.problems), context.lang)
    return str(error) if isinstance(error, OSError) else f"{type(error).__name__}: {error}"


def _folders() -> Iterator[Row]:
    from listbuilder.edit.folders import state_folder

    for what, folder in (("cache", paths.cache_folder()), ("state", state_folder())):
        yield Row(what, f"{folder}  {_size(folder)}".rstrip(), ok=_writable(folder))


def _writable(folder: Path) -> bool:
    """Or would be, once it is made."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), Path("/"))
    return there.is_dir() and os.access(there, os.W_OK)


def _size(folder: Path) -> str:
    try:
        files = [each.stat().st_size for each in folder.rglob("*") if each.is_file()]
    except OSError:
        return ""
    return f"{sum(files) / 1e6:.1f} MB" if files else ""


def _terminal(context: Context) -> Iterator[Row]:
    size = shutil.get_terminal_size()
    interactive = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    colors = os.environ.get("COLORTERM") or ("NO_COLOR" if os.environ.get("NO_COLOR") else "-")
    yield Row(
        "terminal",
        f"{os.environ.get('TERM', '-')}  {size.columns}x{size.lines}  {colors}{'' if interactive else '  (no terminal)'}",
    )
    yield Row("encoding", f"{sys.stdout.encoding}, {locale.getpreferredencoding(False)}, {sys.getfilesystemencoding()}")
    names = [f"{name}={os.environ[name]}" for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)]
    yield Row("language", " ".join([context.lang, *names]))


def _packages() -> Iterator[Row]:
    """What listbuilder depends on, as its own installation says."""
    for name in _required():
        try:
            yield Row("package", f"{name} {version(name)}")
        except PackageNotFoundError:
            yield Row("package", f"{name}: pip install {name}", ok=False)


def _required() -> list[str]:
    try:
        wanted: list[Any] = requires("listbuilder") or []
    except PackageNotFoundError:
        return []
    names = (each.split(";")[0] for each in wanted if "extra ==" not in each)
    return sorted({_bare(name) for name in names})


def _bare(requirement: str) -> str:
    end = next((place for place, character in enumerate(requirement) if character in " <>=!~["), len(requirement))
    return requirement[:end]
