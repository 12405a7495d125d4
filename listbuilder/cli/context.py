"""What every command needs: language, data, colours, and where to write."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from listbuilder.cli import streams
from listbuilder.model.problem import Problem
from listbuilder.model.visible import escaped, visible
from listbuilder.store import atomic, paths, problems, words
from listbuilder.store.library import Library
from listbuilder.store.reader import Document
from listbuilder.store.words import Lang, as_lang

if TYPE_CHECKING:
    from listbuilder.games.base import Game

WORDS = Path(__file__).parent / "words.yaml"

OK, ILLEGAL, UNREAD, OUR_BUG = 0, 1, 2, 3
CUT_OFF = 141  # whoever read the output went away: as the shell shows it of any program, and never to be taken for a verdict


class Context(msgspec.Struct):
    """One run of the program."""

    lang: Lang
    format: str
    as_of: str | None
    library: Library
    color: bool

    def about(self, game: Game | None) -> Context:
        """The same run, speaking of one game: names are those of its books."""
        return msgspec.structs.replace(self, lang=words.of_game(self.lang, game.id)) if game is not None else self

    def say(self, key: str, **args: Any) -> str:
        """A text of the command line, in the language of this run."""
        return words.say(WORDS, key, self.lang, args)

    def knows(self, key: str) -> bool:
        """Return whether the command line has a text of this key."""
        return key in words.table(WORDS, self.lang)

    def sentence(self, problem: Problem) -> str:
        """A problem in one line: where, what, and the nearest right word."""
        return problems.placed(problem, self.lang)

    def say_written(self, out: Path) -> None:
        """What goes into a pipe, perhaps our own output, is not to have this in it."""
        print(self.say("new.written", file=str(out)), file=sys.stderr if atomic.is_stream(out) else sys.stdout)

    def complain(self, problems: Iterable[Problem]) -> None:
        """Diagnostics go to stderr."""
        for problem in problems:
            print(self.sentence(problem), file=sys.stderr)

    def paint(self, text: str, style: str) -> str:
        """Return a text in the colour of its role: a verdict or severity, a label, what changes, what is said aside."""
        codes = {"good": "1;32", "bad": "1;31", "warn": "1;33", "label": "36", "bold": "1", "dim": "2"}
        return f"\x1b[{codes[style]}m{text}\x1b[0m" if self.color and text else text


def as_json(content: Any) -> str:
    """For other programs, and harmless on a terminal too. A name that is no text, which JSON cannot hold, is written out."""
    return streams.fitting_json(escaped(msgspec.json.format(encoded(content), indent=1).decode()))


def encoded(content: Any) -> bytes:
    try:
        return msgspec.json.encode(content)
    except UnicodeEncodeError:
        return msgspec.json.encode(_text_only(content))


def _text_only(content: Any) -> Any:
    if isinstance(content, dict):
        return {_text_only(key): _text_only(value) for key, value in content.items()}
    if isinstance(content, (list, tuple)):
        return [_text_only(each) for each in content]
    return visible(content) if isinstance(content, str) and not _encodable(content) else content


def _encodable(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)


def wants_trace() -> bool:
    return bool(os.environ.get("LISTBUILDER_DEBUG"))


def bug(error: Exception, file: str = "") -> Problem:
    """What to say of an error that nobody foresaw."""
    return Problem(key="our_bug", args={"what": f"{type(error).__name__}: {error}"}, file=file)


def language(given: str | None) -> Lang:
    """The language asked for, else that of the locale, else English."""
    if given and (known := as_lang(given)):
        return known
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return as_lang(value) or "en"
    return "en"


def wants_color(forbidden: bool) -> bool:
    return not forbidden and not os.environ.get("NO_COLOR") and sys.stdout.isatty()


def library_for(own: str | None) -> Library:
    """The shipped data, the user's folder if there is one, and the folder named on the command line."""
    folders = [paths.user_data()]
    if own:
        folders.append(Path(os.path.realpath(os.path.expanduser(own))))
    return Library(folders, {"rules": _usable_law})


def _usable_law(system_id: str, document: Document) -> tuple[Document, list[Problem]]:
    from listbuilder.games.catalog import system
    from listbuilder.law import validate  # only a law of the user's own is looked through

    return validate.usable(document, system(system_id))
