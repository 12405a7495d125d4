"""The builder's messages in the current language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from listbuilder.games import game_wording as games
from listbuilder.games.common.editor import Text
from listbuilder.games.common.reference_aids import AidLine
from listbuilder.games.game import Game
from listbuilder.i18n import messages, problem_text
from listbuilder.i18n.messages import (
    Lang,
    add_remark,
    join_sentences,
    join_with_colon,
    make_game_language,
    name_with_english,
    translate_name,
)
from listbuilder.i18n.readings import get_sort_key
from listbuilder.model.army import Army
from listbuilder.model.finding import Amount, Fix, Note, Stamped
from listbuilder.model.message_args import Literal
from listbuilder.model.problem import Problem
from listbuilder.model.rulebook import RuleBook
from listbuilder.rules import messages as law
from listbuilder.workspace.journal import SetAside

T = TypeVar("T")
_OWN = Path(__file__).parent / "words.yaml"


class Words:
    """The builder's own messages first, then those of the game whose roster is on the screen."""

    def __init__(self, lang: Lang, game: Game | None = None) -> None:
        """Use the messages of `lang`, in the variant of `game` if there is one."""
        self.lang = make_game_language(lang, game.id) if game else lang
        self.game = game

    def get_for_game(self, game: Game | None) -> Words:
        """Return the messages for `game` in the same language.

        That is this object if it is for that game already.
        """
        return self if game is self.game else Words(self.lang, game)

    def __call__(self, key: str, **args: Any) -> str:
        """Return the message `key` with `args` filled in: the builder's own, else that of the
        game.
        """
        if key in messages.load_texts(_OWN, self.lang):
            return messages.say(_OWN, key, self.lang, args)
        return games.say(self.game, key, self.lang, args)

    def has_message(self, key: str) -> bool:
        """Return whether there is a message `key`."""
        return key in messages.load_texts(_OWN, self.lang) or games.has_words(
            self.game, key, self.lang
        )

    def format_text(self, text: Text) -> str:
        """Return `text`, a message key with arguments made by a game's editor, in the current
        language.

        The key `plain` is a text of the player, returned as it is. The key `custom_name` is the
        player's own name for something, with the translated name added.
        """
        if text.key == "plain":
            return str(text.args["text"])
        if text.key == "custom_name":
            return add_remark(
                text.args["custom"], translate_name(text.args["name"], self.lang), self.lang
            )
        return self(text.key, **self.format_args(text.args))

    def format_args(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments of a message with each Text among them written in the current
        language.

        In a list of names, equal names are counted.
        """
        return {
            key: self.format_text(value) if isinstance(value, Text) else _count_equal_names(value)
            for key, value in given.items()
        }

    def format_numbered(self, text: Text, number: int | None) -> str:
        """Return `text` in the current language, with `number` added unless it is None or 0.

        A number is given where several things have the same name.
        """
        shown = self.format_text(text)
        if not number:
            return shown
        return self("numbered_of", label=shown, number=number)

    def translate_name(self, name: str) -> str:
        """Return a name of the data in the current language."""
        return translate_name(name, self.lang)

    def name_with_english(self, name: str) -> str:
        """Return the translated `name` with the English one added.

        The English name is left out if a book prints the translation. This form is used where
        things are chosen or looked up.
        """
        return name_with_english(name, self.lang)

    def join_name_and_text(self, name: str, text: str) -> str:
        """Return `name` and a text about it, joined with a colon as the language writes it."""
        return join_with_colon(name, text, self.lang)

    def sort_by_name(self, named: Iterable[tuple[T, str]]) -> list[tuple[T, str]]:
        """Return (thing, name) pairs sorted by name, in the order of this language (by how it is
        read).
        """
        return sorted(named, key=lambda pair: get_sort_key(pair[1], self.lang))

    def format_game_title(self, book: RuleBook) -> str:
        """Return the title of the game of `book` with its edition."""
        return law.say_game(book, self.lang)

    def format_game_edition(self, name: str, edition: str) -> str:
        """Return the title of the game called `name` with its edition."""
        return law.say_game_edition(name, edition, self.lang)

    def join_reasons(self, reasons: Iterable[str]) -> str:
        """Return several sentences, reasons against something, joined on one line."""
        return join_sentences(reasons, self.lang)

    def describe_finding(self, finding: Stamped) -> str:
        """Return the sentence that describes a finding of the rules."""
        return law.say_finding(finding, self.lang)

    def describe_fix(self, finding: Stamped, fix: Fix) -> str:
        """Return the title of `fix`, a way offered to correct `finding`."""
        return law.say_fix_title(finding, fix, self.lang)

    def describe_note(self, note: Note) -> str:
        """Return the sentence for `note`, a remark on the verdict, in the current language."""
        return law.say_note(note, self.lang)

    def translate_verdict(self, word: str) -> str:
        """Return the text for a verdict, given as `legal`, `illegal` or `unread`."""
        return law.say_verdict(word, self.lang)

    def describe_date(self, army: Army) -> str:
        """Return the date of the army's prices, or of the data if the game has none, in words."""
        return law.say_date_of_data(army, self.lang)

    def describe_aid(self, aid: AidLine, book: RuleBook) -> str:
        """Return a line about what players need before the battle, with its page in `book` if
        known.
        """
        text = self(aid.key, **self.format_args(aid.args))
        if aid.citation is None:
            return text
        return self(
            "aid.cited",
            text=Literal(text),
            citation=Literal(law.say_citation(book, aid.citation, self.lang)),
        )

    def describe_basis(self, kind: law.Basis, note: Note) -> str:
        """Return the text of `note`, which the verdict is based on or leaves open.

        `kind` says which of the two it is.
        """
        return law.say_basis(kind, note, self.lang)

    def describe_set_aside(self, aside: SetAside) -> str:
        """Return the sentence that a recovery file can't be recovered and where it is kept now.

        If it is known how many changes are lost, the sentence names their number and the roster's
        file.
        """
        if not aside.lost:
            return self("aside", file=str(aside.file))
        name = str(aside.path) if aside.path else self("unnamed")
        return self("aside_damaged", name=name, count=aside.lost, file=str(aside.file))

    def describe_problem(self, problem: Problem, *, place: bool = True) -> str:
        """Return the sentence for a problem in a file, with the nearest correct word if there is
        one.

        If `place` is true, the line number is put before it where it is known.
        """
        text = problem_text.say_problem(problem, self.lang)
        if place and problem.line is not None:
            return self.join_name_and_text(self("line", line=problem.line), text)
        return text


def _count_equal_names(value: Any) -> Any:
    """Return a list of names with each name once and repeated ones counted; other values
    unchanged.
    """
    if (
        not isinstance(value, list)
        or len(value) < 2
        or not all(isinstance(item, str) for item in value)
    ):
        return value
    counts = Counter(value)
    return [name if count == 1 else Amount(count, name) for name, count in counts.items()]
