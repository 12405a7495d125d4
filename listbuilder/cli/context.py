"""The settings every command needs: language, data, colours, and where to write."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from listbuilder.cli import streams
from listbuilder.data import atomic_file, paths
from listbuilder.data.library import Library
from listbuilder.data.settings import find_config_problems, find_setting, get_setting
from listbuilder.i18n import messages, problem_text
from listbuilder.i18n.messages import Lang, find_language
from listbuilder.model.problem import Problem
from listbuilder.model.safe_text import escape_hidden, escape_json
from listbuilder.yamlio.reader import YamlDocument

if TYPE_CHECKING:
    from listbuilder.advice.collection import Owned
    from listbuilder.games.game import Game

_HALF_CHARACTER = "[\ud800-\udfff]"  # UTF-8 can hold none
WORDS = Path(__file__).parent / "words.yaml"

OK, ILLEGAL, UNREAD, OUR_BUG = 0, 1, 2, 3
# whoever read the output went away: as the shell shows it of any program, and never to be taken for
# a verdict
CUT_OFF = 141


class Context(msgspec.Struct):
    """One run of the program: language, output format, date, data, and whether it has colours."""

    lang: Lang
    format: str
    as_of: str | None
    library: Library
    color: bool

    def copy_for_game(self, game: Game | None) -> Context:
        """Return a copy of this context in which names are translated as in the books of `game`.

        If `game` is None, this context itself is returned.
        """
        if game is None:
            return self
        return msgspec.structs.replace(self, lang=messages.make_game_language(self.lang, game.id))

    def read_collection(self, name: str | None) -> Owned | None:
        """Return the player's collection of models in the file `name`; None without a name."""
        if name is None:
            return None
        from listbuilder.advice import collection

        return collection.read_collection(Path(name), self.library)

    def find_page(self, given: str | None) -> str:
        """Return the address of the page that opens links: `given`, else the setting, else "".

        Raises Unreadable if it isn't an address.
        """
        from listbuilder.formats.link import check_page, get_page_of_settings

        return check_page(given) if given is not None else get_page_of_settings()

    def say(self, key: str, **args: object) -> str:
        """Return the text `key` of words.yaml in the language of the run, filled with `args`."""
        return messages.say(WORDS, key, self.lang, args)

    def has_text(self, key: str) -> bool:
        """Return whether words.yaml has a text with this key."""
        return key in messages.load_texts(WORDS, self.lang)

    def format_problem(self, problem: Problem) -> str:
        """Return a problem as one line: place in the file, sentence, and the nearest right word."""
        return problem_text.say_problem_with_place(problem, self.lang)

    def format_without_place(self, problem: Problem) -> str:
        """Return the sentence of a problem without the file, line and column that it is about."""
        return self.format_problem(
            msgspec.structs.replace(problem, file="", line=None, column=None)
        )

    def format_in_file(self, problem: Problem) -> str:
        """Return a problem as one line with its line and column, but without the file's name."""
        return self.format_problem(msgspec.structs.replace(problem, file=""))

    def print_written(self, out: Path) -> None:
        """Print that the file `out` was written.

        If `out` is a pipe, the message goes to standard error. Why: the pipe may be standard output
        itself, whose reader wants only the content.
        """
        print(
            self.say("new.written", file=str(out)),
            file=sys.stderr if atomic_file.is_stream(out) else sys.stdout,
        )

    def print_problems(self, problems: Iterable[Problem]) -> None:
        """Print problems to standard error, one line each."""
        for problem in problems:
            print(self.format_problem(problem), file=sys.stderr)

    def paint(self, text: str, style: str) -> str:
        """Return `text` in the colour of `style`, such as `bad` or `dim`.

        If the run has no colours, `text` stays as it is.
        """
        codes = {
            "good": "1;32",
            "bad": "1;31",
            "warn": "1;33",
            "label": "36",
            "bold": "1",
            "dim": "2",
        }
        return f"\x1b[{codes[style]}m{text}\x1b[0m" if self.color and text else text


def format_json(content: object) -> str:
    """Return `content` as JSON text that is also harmless on a terminal and fits its encoding.

    A name that is not valid text, which JSON can't hold, is written with escapes.
    """
    return streams.escape_json(
        escape_json(msgspec.json.format(encode_json(content), indent=1).decode())
    )


def encode_json(content: object) -> bytes:
    """Return `content` as JSON in bytes; text that can't be encoded is written with escapes."""
    try:
        return msgspec.json.encode(content)
    except UnicodeEncodeError:
        return msgspec.json.encode(_escape_invalid_text(content))


def _escape_invalid_text(content: object) -> object:
    """Return a copy of `content` with escapes in every text that can't be encoded."""
    if isinstance(content, dict):
        return {
            _escape_invalid_text(key): _escape_invalid_text(value) for key, value in content.items()
        }
    if isinstance(content, (list, tuple)):
        return [_escape_invalid_text(part) for part in content]
    if isinstance(content, str) and re.search(_HALF_CHARACTER, content):
        return escape_hidden(content)
    return content


def should_show_trace() -> bool:
    """Return whether a bug should end the program with a traceback, as developers want.

    The environment variable LISTBUILDER_DEBUG asks for this.
    """
    return bool(os.environ.get("LISTBUILDER_DEBUG"))


def build_bug_problem(error: Exception, file: str = "") -> Problem:
    """Return the problem that reports `error` as a bug of listbuilder, met with `file`."""
    return Problem(key="our_bug", args={"what": f"{type(error).__name__}: {error}"}, file=file)


def choose_language(asked: str | None) -> Lang:
    """Return the language `asked` for if known, else that of the settings, else English.

    The user's setting for this program comes before the system's locale.
    """
    known = find_language(asked or get_setting("lang"))
    if known:
        return known
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return find_language(value) or "en"
    return "en"


def list_settings_problems() -> list[Problem]:
    """Return what is wrong with the user's settings: in their file, and values without a use."""
    problems = list(find_config_problems())
    lang = find_setting("lang")
    if lang and find_language(lang.value) is None:
        args = {"given": lang.value, "allowed": list(messages.LANGS)}
        problems.append(Problem(key="not_allowed", args=args, file=lang.origin))
    data = find_setting("data")
    if data and not os.path.isdir(os.path.expanduser(data.value)):
        args = {"given": data.value}
        problems.append(Problem(key="setting_no_folder", args=args, file=data.origin))
    return problems


def should_use_color(forbidden: bool) -> bool:
    """Return whether standard output gets colours.

    That is the case if it is a terminal, and neither `forbidden` nor NO_COLOR is set.
    """
    return not forbidden and not os.environ.get("NO_COLOR") and sys.stdout.isatty()


def is_served() -> bool:
    """Return whether another program draws the builder, such as textual-serve in a browser.

    That program sets TEXTUAL_DRIVER, and the builder writes to it through pipes.
    """
    return bool(os.environ.get("TEXTUAL_DRIVER"))


def open_library(folder: str | None) -> Library:
    """Return the library of the shipped data, the user's own, and those given with `--data`.

    `folder`: the value of `--data`, or None for that of the settings, if they have one.
    """
    folders = [paths.get_user_data_folder()]
    if folder := folder or get_setting("data"):
        folders.append(Path(os.path.realpath(os.path.expanduser(folder))))
    return Library(folders, {"rules": _drop_unusable_rules})


def _drop_unusable_rules(
    system_id: str, document: YamlDocument
) -> tuple[YamlDocument, list[Problem]]:
    """Return a user's rules file without the parts that can't be used, and their problems.

    Built-in rules are not checked here. Raises Unreadable if nothing of the file can be used.
    """
    from listbuilder.games.registry import get_game
    from listbuilder.rules import validate  # only a law of the user's own is looked through

    return validate.drop_unusable_parts(document, get_game(system_id))
