"""Whatever is said finds words that take what it is given: looked at in every test that makes a problem, a finding or a note.

A word of the text without an argument would be a crash before the player, and only there; an argument that no text takes
tells him nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from listbuilder.i18n import problem_text
from listbuilder.i18n.messages import LANGS, load_texts
from listbuilder.model.army import Army
from listbuilder.model.finding import Finding, Note, Phrase, Stamped
from listbuilder.model.problem import Problem
from listbuilder.model.rulebook import Rule
from listbuilder.rules import engine
from listbuilder.rules import messages as law_words
from listbuilder.yamlio import reader

BEHIND_THE_TEXT = {
    *problem_text.TAILS,
    "given",
    "known",
    "allowed",
}  # of a problem: where one is near, it is named instead of all there are


@cache
def asked(file: Path, key: str) -> frozenset[str]:
    """The arguments that a text takes, in any language."""
    texts = (load_texts(file, lang)[key] for lang in LANGS)
    return frozenset(
        name for text in texts for _, name, _, _ in Formatter().parse(text) if name is not None
    )


@cache
def asked_of_any(file: Path, part: str) -> frozenset[str]:
    """The arguments that some text of this part of the file takes: what a check says in several ways is given in one."""
    return frozenset().union(
        *(asked(file, key) for key in load_texts(file, "en") if key.startswith(part))
    )


def fits(file: Path, key: str, args: dict[str, Any], known: Iterable[str]) -> None:
    assert key in load_texts(file, "en"), f"no words for {key} in {file.name}"
    assert asked(file, key) <= set(args), (
        f"{key} in {file.name} is not given {set(asked(file, key)) - set(args)}"
    )
    assert set(args) <= set(known), (
        f"no words of {file.name} take {set(args) - set(known)}, as {key} is given"
    )


def of_finding(finding: Finding, rule: Rule) -> None:
    file = law_words.get_words_path(rule.check)
    key = f"findings.{finding.key}"
    if key not in load_texts(file, "en"):  # one that several checks make
        fits(law_words.FINDINGS, finding.key, finding.args, asked_of_any(law_words.FINDINGS, ""))
        assert finding.cause in load_texts(law_words.FINDINGS, "en")
        return
    fits(file, key, finding.args, asked_of_any(file, "findings."))
    cause = finding.cause or finding.key
    assert f"findings.{cause}" in load_texts(file, "en"), (
        f"{cause} is no way to say what {file.name} finds"
    )
    for phrase in finding.args.values():
        if isinstance(phrase, Phrase):
            fits(file, f"phrases.{phrase.key}", phrase.args, asked_of_any(file, "phrases."))


def of_note(note: Note) -> None:
    fits(law_words.NOTES, note.key, note.args, asked(law_words.NOTES, note.key))


@contextmanager
def listened_to() -> Iterator[None]:
    problem, stamped, judge = (
        reader.YamlDocument.make_problem,
        engine._stamp_finding,
        engine.run_rules,
    )

    def placed(self: reader.YamlDocument, key: str, path: Any = (), **args: Any) -> Problem:
        fits(problem_text.FILE, key, args, asked(problem_text.FILE, key) | BEHIND_THE_TEXT)
        return problem(self, key, path, **args)

    def found(finding: Finding, rule: Rule) -> Stamped:
        of_finding(finding, rule)
        return stamped(finding, rule)

    def judged(army: Army) -> list[Stamped]:
        for note in (*army.assumed, *army.not_checked):
            of_note(note)
        return judge(army)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader.YamlDocument, "make_problem", placed)
        patch.setattr(engine, "_stamp_finding", found)
        patch.setattr(engine, "run_rules", judged)
        yield
