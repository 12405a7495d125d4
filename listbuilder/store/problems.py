"""Problems in words: where, what, and the nearest right word. The texts are in problems.yaml."""

from __future__ import annotations

import re
from typing import Any

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

TAILS = ("near", "choose", "seek", "begin", "offers")  # arguments that are said behind the sentence, each with words of its own


def sentence(problem: Problem, lang: Lang) -> str:
    """Without its place."""
    args = {
        name: words.say(FILE, value.key, lang, value.args, called=NAMES) if isinstance(value, Phrase) else value
        for name, value in problem.args.items()
    }
    if "reason" in args:
        args["reason"] = _reason(args["reason"], lang)
    tails = [tail for tail in TAILS if args.get(tail)]
    key = problem.key
    if "near" in tails and f"{key}_near" in words.table(FILE, lang):
        key = f"{key}_near"
        tails.remove("near")
    if len(tails) > 1 and tails[0] == "near":
        tails[:2] = [f"near_{tails[1]}"]
    said = [words.say_choices(FILE, each, lang, args, called=NAMES) for each in (key, *tails)]
    return "".join(said)


def _reason(said: Any, lang: Lang) -> Any:
    """What the machine says it does in English, whatever the language; what is not known here stays as it is."""
    key = "reasons." + re.sub("[^a-z]+", "_", str(said).casefold())
    return words.say(FILE, key, lang) if key in words.table(FILE, lang) else said


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
