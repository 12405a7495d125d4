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
        """Use the messages of `lang`, as far as `game` has its own kind of them."""
        self.lang = make_game_language(lang, game.id) if game else lang
        self.game = game

    def get_for_game(self, game: Game | None) -> Words:
        """Return the messages for another game, in the same language."""
        return self if game is self.game else Words(self.lang, game)

    def __call__(self, key: str, **args: Any) -> str:
        """Return the message `key` with `args` filled in."""
        if key in messages.load_texts(_OWN, self.lang):
            return messages.say(_OWN, key, self.lang, args)
        return games.say(self.game, key, self.lang, args)

    def has_message(self, key: str) -> bool:
        """Return whether there is a message `key`."""
        return key in messages.load_texts(_OWN, self.lang) or games.has_words(
            self.game, key, self.lang
        )

    def format_text(self, text: Text) -> str:
        """Return a text of an editor in words.

        `plain` is the player's own words, shown as they are.
        """
        if text.key == "plain":
            return str(text.args["text"])
        if text.key == "custom_name":
            return add_remark(
                text.args["custom"], translate_name(text.args["name"], self.lang), self.lang
            )
        return self(text.key, **self.format_args(text.args))

    def format_args(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return arguments of a message with texts in words, and equal names of a list counted."""
        return {
            key: self.format_text(value) if isinstance(value, Text) else _count_equal_names(value)
            for key, value in given.items()
        }

    def format_numbered(self, text: Text, number: int | None) -> str:
        """Return a text in words, with its number if others have the same name."""
        shown = self.format_text(text)
        if not number:
            return shown
        return self("numbered_of", label=shown, number=number)

    def translate_name(self, name: str) -> str:
        """Return a name of the data in the current language."""
        return translate_name(name, self.lang)

    def name_with_english(self, name: str) -> str:
        """Return the translated name, with the English one unless a book prints the translation.

        It is for where things are chosen or looked up.
        """
        return name_with_english(name, self.lang)

    def join_name_and_text(self, name: str, text: str) -> str:
        """Return what something is called and what is said about it, in the language's own form."""
        return join_with_colon(name, text, self.lang)

    def sort_by_name(self, named: Iterable[tuple[T, str]]) -> list[tuple[T, str]]:
        """Return things with their names, sorted by how the names are read in this language."""
        return sorted(named, key=lambda pair: get_sort_key(pair[1], self.lang))

    def format_game_title(self, book: RuleBook) -> str:
        """Return the title of a game with its edition."""
        return law.say_game(book, self.lang)

    def join_reasons(self, reasons: Iterable[str]) -> str:
        """Return what counts against something, in one line."""
        return join_sentences(reasons, self.lang)

    def describe_finding(self, finding: Stamped) -> str:
        """Return the message of a finding."""
        return law.say_finding(finding, self.lang)

    def describe_fix(self, finding: Stamped, fix: Fix) -> str:
        """Return the title of a fix of a finding."""
        return law.say_fix_title(finding, fix, self.lang)

    def describe_note(self, note: Note) -> str:
        """Return a note in words."""
        return law.say_note(note, self.lang)

    def translate_verdict(self, word: str) -> str:
        """Return a verdict in words."""
        return law.say_verdict(word, self.lang)

    def describe_date(self, army: Army) -> str:
        """Return the date of the army's prices, or of the data if the game has none, in words."""
        return law.say_date_of_data(army, self.lang)

    def describe_aid(self, aid: AidLine, book: RuleBook) -> str:
        """Return what players need before the battle, with its place in the book."""
        text = self(aid.key, **self.format_args(aid.args))
        if aid.citation is None:
            return text
        return self(
            "aid.cited",
            text=Literal(text),
            citation=Literal(law.say_citation(book, aid.citation, self.lang)),
        )

    def describe_basis(self, kind: law.Basis, note: Note) -> str:
        """Return what the verdict is based on, or leaves open."""
        return law.say_basis(kind, note, self.lang)

    def describe_set_aside(self, aside: SetAside) -> str:
        """Return in words that nothing of a recovery file can be recovered, and where it is."""
        if not aside.lost:
            return self("aside", file=str(aside.file))
        name = str(aside.path) if aside.path else self("unnamed")
        return self("aside_damaged", name=name, count=aside.lost, file=str(aside.file))

    def describe_problem(self, problem: Problem, *, place: bool = True) -> str:
        """Return a problem in words with the nearest right word, and its line if `place`."""
        text = problem_text.say_problem(problem, self.lang)
        if place and problem.line is not None:
            return self.join_name_and_text(self("line", line=problem.line), text)
        return text


def _count_equal_names(value: Any) -> Any:
    """Return a list of names with equal ones counted; any other value as it is."""
    if (
        not isinstance(value, list)
        or len(value) < 2
        or not all(isinstance(item, str) for item in value)
    ):
        return value
    counts = Counter(value)
    return [name if count == 1 else Amount(count, name) for name, count in counts.items()]
