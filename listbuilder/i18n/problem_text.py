"""Problems in words: where, what, and the nearest right word. The texts are in problems.yaml."""

from __future__ import annotations

import re
from typing import Any

from listbuilder.i18n import messages
from listbuilder.i18n.messages import Lang
from listbuilder.i18n.text_files import PROBLEMS
from listbuilder.model.finding import Phrase
from listbuilder.model.problem import Problem
from listbuilder.model.safe_text import escape_hidden

FILE = PROBLEMS

# What a problem speaks of is mostly what a file says, and that is shown as it is written. These are
# names of the data.
NAMES = frozenset(
    (
        "action",
        "army",
        "box",
        "datasheet",
        "detachment",
        "enhancement",
        "faction",
        "hero",
        "name",
        "regiment",
        "unit",
    )
)

TAILS = (
    "near",
    "choose",
    "seek",
    "begin",
    "offers",
)  # arguments that are said behind the sentence, each with words of its own


def say_problem(problem: Problem, lang: Lang) -> str:
    """Return the sentence for `problem` in `lang`, without its place in the file.

    Hints, such as the most similar correct word, are added after the sentence.
    """
    args = dict(problem.args)
    for name, value in problem.args.items():
        if isinstance(value, Phrase):
            args[name] = messages.say(FILE, value.key, lang, value.args, called=NAMES)
    if "reason" in args:
        args["reason"] = _translate_reason(args["reason"], lang)
    tails = [tail for tail in TAILS if args.get(tail)]
    key = problem.key
    if "near" in tails and f"{key}_near" in messages.load_texts(FILE, lang):
        key = f"{key}_near"
        tails.remove("near")
    if len(tails) > 1 and tails[0] == "near":
        tails[:2] = [f"near_{tails[1]}"]
    texts = [
        messages.say_choices(FILE, text_key, lang, args, called=NAMES) for text_key in (key, *tails)
    ]
    return "".join(texts)


def _translate_reason(reason: object, lang: Lang) -> Any:
    """Return the operating system's `reason` in `lang`; unchanged, in English, if it isn't
    known.
    """
    key = "reasons." + re.sub("[^a-z]+", "_", str(reason).casefold())
    return messages.say(FILE, key, lang) if key in messages.load_texts(FILE, lang) else reason


def say_problem_with_place(problem: Problem, lang: Lang) -> str:
    """Return the sentence of a problem with file, line and column before it."""
    return f"{format_place(problem)}{say_problem(problem, lang)}"


def format_place(problem: Problem) -> str:
    """Return the problem's place as `file:line:column: `, with the parts that are known; else
    empty.
    """
    parts = [escape_hidden(problem.file)] if problem.file else []
    if problem.line is not None:
        parts.append(str(problem.line))
        if problem.column is not None:
            parts.append(str(problem.column))
    return ":".join(parts) + ": " if parts else ""
