"""`listbuilder doctor`: what is installed here and whether it works.

Its output belongs in a report of a bug.
"""

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

import msgspec

from listbuilder.cli.context import OK, UNREAD, Context, format_json
from listbuilder.data import paths
from listbuilder.data.library import find_kind
from listbuilder.games.data_age import find_data_age
from listbuilder.games.game import Game
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n.messages import LANGS, join_sentences, load_texts
from listbuilder.i18n.text_files import list_words_files
from listbuilder.model.problem import Unreadable
from listbuilder.model.safe_text import escape_hidden
from listbuilder.rules.engine import prepare_rules
from listbuilder.rules.explain import explain_rule
from listbuilder.rules.messages import say_rule_title
from listbuilder.version import VERSION

EXAMINES_DATA = True  # it runs on data that can't be used, and says so


class DoctorRow(msgspec.Struct):
    """One thing that was examined, and what was found.

    `ok` is False if something will not work.
    """

    what: str
    found: str
    ok: bool = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Leave `parser` as it is: this command takes no arguments."""


def run(args: argparse.Namespace, context: Context) -> int:
    """Print what is installed and whether it works, and return the exit code.

    The code is OK if nothing is wrong, else UNREAD.
    """
    rows = [
        *_describe_program(),
        *_check_data(context),
        _check_words(context),
        *_check_folders(),
        *_describe_terminal(context),
        *_check_packages(),
    ]
    if context.format == "json":
        print(format_json({"listbuilder": VERSION, "rows": rows}))
    else:
        _print_rows(rows, context)
    return OK if all(row.ok for row in rows) else UNREAD


def _print_rows(rows: list[DoctorRow], context: Context) -> None:
    """Print a line for each row, with ✓ or ✗, and how many rows are wrong."""
    from rich.cells import cell_len

    titles = {row.what: context.say(f"doctor.{row.what}") for row in rows}
    width = max(map(cell_len, titles.values()))
    for row in rows:
        title = titles[row.what] + " " * (width - cell_len(titles[row.what]))
        mark = context.paint("✓", "good") if row.ok else context.paint("✗", "bad")
        print(f"{mark} {title}  {escape_hidden(row.found) or '-'}")
    wrong = sum(not row.ok for row in rows)
    print(context.say("doctor.wrong", count=wrong) if wrong else context.say("doctor.fine"))


def _describe_program() -> Iterator[DoctorRow]:
    """Yield the rows about the program: version, Python, platform, and where it is installed."""
    yield DoctorRow("version", VERSION)
    yield DoctorRow("python", f"{platform.python_version()}  {sys.executable}")
    yield DoctorRow("system", platform.platform())
    yield DoctorRow("installed", str(paths.PACKAGE))


def _check_data(context: Context) -> Iterator[DoctorRow]:
    """Yield a row for each game with the number of factions, rules and files that were opened.

    Everything is opened, because only this proves that it is installed: a listing of files once
    said that everything was there while two games could not be shown. Rows about the user's own
    data follow.
    """
    for game in SYSTEMS:
        try:
            opened = context.say("doctor.opened", **_open_game(get_game(game), context))
            age = find_data_age(game, context.library)
            date = context.say("doctor.age", day=age.day, days=age.days) if age else ""
            yield DoctorRow("data", f"{game}: {opened}  {date}".rstrip())
        except Exception as error:
            yield DoctorRow("data", f"{game}: {_format_reason(error, context)}", ok=False)
    user_folder = paths.get_user_data_folder()
    yield DoctorRow("own_data", str(user_folder) if user_folder.is_dir() else "")
    for problem in context.library.problems:
        yield DoctorRow("own_data", context.format_problem(problem), ok=False)


def _open_game(manifest: Game, context: Context) -> dict[str, int]:
    """Open all factions, rules and data files of a game, and return how many there are.

    Any error is raised.
    """
    factions = manifest.list_factions(context.library)
    for faction_id, _ in factions:
        manifest.list_entries(context.library, faction_id)
    kinds = manifest.get_data_kinds()
    files = context.library.list_all_files(manifest.id, kinds)
    for place in files:
        context.library.get_compiled(manifest.id, place, find_kind(place, kinds))
    book = manifest.load_rulebook(context.library)
    for rule, _, _ in prepare_rules(book):
        for lang in LANGS:
            say_rule_title(rule, lang)
            explain_rule(rule, lang)
    return {"factions": len(factions), "rules": len(book.rules), "files": len(files)}


def _check_words(context: Context) -> DoctorRow:
    """Open every table of texts in every language, and return a row that counts them.

    If that fails, the row says why.
    """
    try:
        files = list_words_files()
        tables = {lang: [load_texts(file, lang) for file in files] for lang in LANGS}
        texts = sum(map(len, tables[LANGS[0]]))
        languages = ", ".join(LANGS)
        counted = context.say("doctor.texts", texts=texts, files=len(files), languages=languages)
        return DoctorRow("words", counted)
    except Exception as error:
        return DoctorRow("words", _format_reason(error, context), ok=False)


def _format_reason(error: Exception, context: Context) -> str:
    """Return the message of `error` as one line."""
    if isinstance(error, Unreadable):
        return join_sentences(map(context.format_problem, error.problems), context.lang)
    return str(error) if isinstance(error, OSError) else f"{type(error).__name__}: {error}"


def _check_folders() -> Iterator[DoctorRow]:
    """Yield a row for each folder that listbuilder writes to, with its size.

    The row is wrong if the folder can't be written.
    """
    from listbuilder.workspace.folders import get_state_folder

    for what, folder in (("cache", paths.get_cache_folder()), ("state", get_state_folder())):
        size = _measure_size(folder)
        yield DoctorRow(what, f"{folder}  {size}".rstrip(), ok=_is_writable(folder))


def _is_writable(folder: Path) -> bool:
    """Return whether files can be written into `folder`, after making it if need be."""
    existing = next((path for path in (folder, *folder.parents) if path.exists()), Path("/"))
    return existing.is_dir() and os.access(existing, os.W_OK)


def _measure_size(folder: Path) -> str:
    """Return the size of all files below `folder` as text, or "" if there are none to be seen."""
    try:
        files = [file.stat().st_size for file in folder.rglob("*") if file.is_file()]
    except OSError:
        return ""
    return f"{sum(files) / 1e6:.1f} MB" if files else ""


def _describe_terminal(context: Context) -> Iterator[DoctorRow]:
    """Yield the rows about the terminal: type, size, colours, encodings and language."""
    size = shutil.get_terminal_size()
    interactive = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    colors = os.environ.get("COLORTERM") or ("NO_COLOR" if os.environ.get("NO_COLOR") else "-")
    terminal = f"{os.environ.get('TERM', '-')}  {size.columns}x{size.lines}  {colors}"
    yield DoctorRow("terminal", terminal if interactive else f"{terminal}  (no terminal)")
    preferred, of_files = locale.getpreferredencoding(False), sys.getfilesystemencoding()
    yield DoctorRow("encoding", f"{sys.stdout.encoding}, {preferred}, {of_files}")
    names = [
        f"{name}={os.environ[name]}"
        for name in ("LC_ALL", "LC_MESSAGES", "LANG")
        if os.environ.get(name)
    ]
    yield DoctorRow("language", " ".join([context.lang, *names]))


def _check_packages() -> Iterator[DoctorRow]:
    """Yield a row for each package that listbuilder requires, with its installed version.

    The row of a package that is missing is wrong and says how to install it.
    """
    for name in _list_required_packages():
        try:
            yield DoctorRow("package", f"{name} {version(name)}")
        except PackageNotFoundError:
            yield DoctorRow("package", f"{name}: pip install {name}", ok=False)


def _list_required_packages() -> list[str]:
    """Return the sorted names of the packages that listbuilder requires.

    Empty if listbuilder itself isn't installed as a package.
    """
    try:
        wanted = requires("listbuilder") or []
    except PackageNotFoundError:
        return []
    needed = [requirement for requirement in wanted if "extra ==" not in requirement]
    return sorted({re.split(r"[ <>=!~;\[]", requirement)[0] for requirement in needed})
