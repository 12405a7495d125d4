"""The builder's texts in the language it is in now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from listbuilder.edit.journal import Aside
from listbuilder.games import words as games
from listbuilder.games.base import Game
from listbuilder.games.shared.aids import Aided
from listbuilder.games.shared.choices import Text
from listbuilder.law import words as law
from listbuilder.model.army import Army
from listbuilder.model.finding import Amount, Fix, Note, Stamped
from listbuilder.model.problem import Problem
from listbuilder.model.rule import RuleBook
from listbuilder.model.said import Literal
from listbuilder.store import problems, words
from listbuilder.store.readings import in_order
from listbuilder.store.words import Lang, beside, bracketed, in_turn, local, of_game, paired

T = TypeVar("T")
_OWN = Path(__file__).parent / "words.yaml"


class Words:
    """Our own first, then those of the game whose roster is on the screen."""

    def __init__(self, lang: Lang, game: Game | None = None) -> None:
        self.lang = of_game(lang, game.id) if game else lang
        self.game = game

    def of(self, game: Game | None) -> Words:
        return self if game is self.game else Words(self.lang, game)

    def __call__(self, key: str, **args: Any) -> str:
        if key in words.table(_OWN, self.lang):
            return words.say(_OWN, key, self.lang, args)
        return games.say(self.game, key, self.lang, args)

    def has(self, key: str) -> bool:
        return key in words.table(_OWN, self.lang) or games.has(self.game, key, self.lang)

    def text(self, text: Text) -> str:
        """A text of an editor. `plain` is the player's own words, shown as they are."""
        if text.key == "plain":
            return str(text.args["text"])
        if text.key == "custom_name":
            return bracketed(text.args["custom"], local(text.args["name"], self.lang), self.lang)
        return self(text.key, **self.args(text.args))

    def args(self, given: dict[str, Any]) -> dict[str, Any]:
        """Texts in words, and what is listed several times with its number."""
        return {key: self.text(value) if isinstance(value, Text) else _counted(value) for key, value in given.items()}

    def one_of_several(self, text: Text, number: int | None) -> str:
        """With the number that tells it from others of that name."""
        shown = self.text(text)
        return self("numbered_of", label=shown, number=number) if number else shown

    def name(self, name: str) -> str:
        return local(name, self.lang)

    def beside(self, name: str) -> str:
        """The same where it is chosen or looked up: with the English, where no book is known to print it in this language."""
        return beside(name, self.lang)

    def pair(self, name: str, text: str) -> str:
        """What something is called, and what is said of it."""
        return paired(name, text, self.lang)

    def in_order(self, named: Iterable[tuple[T, str]]) -> list[tuple[T, str]]:
        """Things with their names, as these are shown and read."""
        return sorted(named, key=lambda each: in_order(each[1], self.lang))

    def game_title(self, book: RuleBook) -> str:
        return law.game(book, self.lang)

    def reasons(self, said: Iterable[str]) -> str:
        """What stands against something, in one line."""
        return in_turn(said, self.lang)

    def finding(self, finding: Stamped) -> str:
        return law.message(finding, self.lang)

    def fix(self, finding: Stamped, fix: Fix) -> str:
        return law.fix_title(finding, fix, self.lang)

    def note(self, note: Note) -> str:
        return law.note(note, self.lang)

    def verdict(self, word: str) -> str:
        return law.verdict(word, self.lang)

    def dated(self, army: Army) -> str:
        return law.dated(army, self.lang)

    def aid(self, found: Aided, book: RuleBook) -> str:
        """What players need before the battle, with its place in the book."""
        text = self(found.key, **self.args(found.args))
        if found.citation is None:
            return text
        return self("aid.cited", text=Literal(text), citation=Literal(law.citation(book, found.citation, self.lang)))

    def basis(self, kind: law.Basis, note: Note) -> str:
        return law.basis(kind, note, self.lang)

    def aside(self, aside: Aside) -> str:
        """A recovery file of which nothing can be taken up, and where it is kept."""
        if not aside.lost:
            return self("aside", file=str(aside.file))
        name = str(aside.path) if aside.path else self("unnamed")
        return self("aside_damaged", name=name, count=aside.lost, file=str(aside.file))

    def problem(self, problem: Problem, *, place: bool = True) -> str:
        """Where, what, and the nearest right word."""
        text = problems.sentence(problem, self.lang)
        if place and problem.line is not None:
            return self.pair(self("line", line=problem.line), text)
        return text


def _counted(value: Any) -> Any:
    if not isinstance(value, list) or len(value) < 2 or not all(isinstance(each, str) for each in value):
        return value
    counts = Counter(value)
    return [name if count == 1 else Amount(count, name) for name, count in counts.items()]
