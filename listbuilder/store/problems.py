"""Problems in words: where, what, and the nearest right word. The texts are in problems.yaml."""

from __future__ import annotations

from listbuilder.model.finding import Phrase
from listbuilder.model.problem import Problem
from listbuilder.model.visible import visible
from listbuilder.store import words
from listbuilder.store.texts import PROBLEMS
from listbuilder.store.words import Lang

FILE = PROBLEMS

# What a problem speaks of is mostly what a file says, and that is shown as it is written. These are names of the data.
NAMES = frozenset(
    ("action", "army", "box", "datasheet", "detachment", "enhancement", "faction", "hero", "name", "regiment", "unit")
)


def sentence(problem: Problem, lang: Lang) -> str:
    """Without its place."""
    args = {
        name: words.say(FILE, value.key, lang, value.args, called=NAMES) if isinstance(value, Phrase) else value
        for name, value in problem.args.items()
    }
    near = args.get("near")
    if near and f"{problem.key}_near" in words.table(FILE, lang):
        return words.say(FILE, f"{problem.key}_near", lang, args, called=NAMES)
    text = words.say(FILE, problem.key, lang, args, called=NAMES)
    if near:
        text += words.say(FILE, "near", lang, {"near": near}, called=NAMES)
    return text


def placed(problem: Problem, lang: Lang) -> str:
    """With file, line and column before it."""
    return f"{place(problem)}{sentence(problem, lang)}"


def place(problem: Problem) -> str:
    parts = [visible(problem.file)] if problem.file else []
    if problem.line is not None:
        parts.append(str(problem.line))
        if problem.column is not None:
            parts.append(str(problem.column))
    return ":".join(parts) + ": " if parts else ""
