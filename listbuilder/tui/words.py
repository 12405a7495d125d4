"""The builder's texts in the language it is in now."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from listbuilder.games.shared.choices import Text
from listbuilder.law import words as law
from listbuilder.model.finding import Fix, Note, Stamped
from listbuilder.model.problem import Problem
from listbuilder.store import paths, words
from listbuilder.store.words import Lang, local

_OWN = Path(__file__).parent / "words.yaml"
# Looked up in this order: our own; section.* and show.*, which systems name in columns and remarks; heads of datasheets.
_FILES = (_OWN, paths.PACKAGE / "cli" / "words.yaml", paths.PACKAGE / "exchange" / "writers" / "words.yaml")
_PROBLEMS = Path(words.__file__).parent / "problems.yaml"


class Words:
    def __init__(self, lang: Lang) -> None:
        self.lang = lang

    def __call__(self, key: str, **args: Any) -> str:
        file = next((file for file in _FILES if key in words.table(file, self.lang)), _OWN)
        return words.say(file, key, self.lang, args)

    def has(self, key: str) -> bool:
        return any(key in words.table(file, self.lang) for file in _FILES)

    def text(self, text: Text) -> str:
        """A text of an editor. `plain` is the player's own words, shown as they are."""
        if text.key == "plain":
            return str(text.args["text"])
        if text.key == "custom_name":
            return f"{text.args['custom']} ({local(text.args['name'], self.lang)})"
        args = {key: self.text(value) if isinstance(value, Text) else value for key, value in text.args.items()}
        return self(text.key, **args)

    def name(self, name: str) -> str:
        return local(name, self.lang)

    def finding(self, finding: Stamped) -> str:
        return law.message(finding, self.lang)

    def fix(self, finding: Stamped, fix: Fix) -> str:
        return law.fix_title(finding, fix, self.lang)

    def note(self, note: Note) -> str:
        return law.note(note, self.lang)

    def problem(self, problem: Problem, *, place: bool = True) -> str:
        """Where, what, and the nearest right word."""
        text = words.say(_PROBLEMS, problem.key, self.lang, problem.args)
        if near := problem.args.get("near"):
            text += words.say(_PROBLEMS, "near", self.lang, {"near": near})
        if place and problem.line is not None:
            return f"{self('line', line=problem.line)}: {text}"
        return text
