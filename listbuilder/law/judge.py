"""From a file's bytes to a verdict: what every command, export and screen starts from."""

from __future__ import annotations

import copy
import hashlib
from typing import Literal

import msgspec

from listbuilder.games.base import Reading, System
from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.law import engine
from listbuilder.model.army import Army
from listbuilder.model.edit import Edit
from listbuilder.model.finding import Finding, Note
from listbuilder.model.imported import Imported
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import reader
from listbuilder.store.library import Library
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document

Verdict = Literal["legal", "illegal", "unread"]


class Judgement(msgspec.Struct):
    """A roster, what was found in it, and what the verdict rests on."""

    file: str
    sha256: str
    verdict: Verdict
    format: str = "roster"
    document: Document | None = None
    system: System | None = None
    army: Army | None = None
    findings: list[Finding] = []
    problems: list[Problem] = []
    data_sha256: str = ""
    as_of: str | None = None  # the day whose prices were asked for
    imported: Imported | None = None  # a list that another program wrote: what became of its lines
    breaches: list[Note] = []  # of what an event asks beyond the law

    @property
    def assumed(self) -> list[Note]:
        guessed = self.imported.notes if self.imported else []
        return [*guessed, *(self.army.assumed if self.army else [])]

    @property
    def not_checked(self) -> list[Note]:
        if self.army is None:
            return []
        return [*self.army.not_checked, *(Note(key=key) for key in self.army.book.not_checked)]


def judge(raw: bytes, name: str, library: Library, as_of: str | None = None) -> Judgement:
    """The verdict on a roster. Never raises for anything a file can hold."""
    done = Judgement(file=name, sha256=hashlib.sha256(raw).hexdigest(), verdict="unread")
    try:
        document = reader.read_text(raw, name)
    except Unreadable as error:
        done.problems = list(error.problems)
        return done
    return judge_document(document, done, library, as_of)


def judge_document(document: Document, done: Judgement, library: Library, as_of: str | None = None) -> Judgement:
    """The rest of the way, from a document wherever it came from."""
    done.as_of = as_of
    try:
        done.document = document
        done.system = system_of(document)
        reading = done.system.read(document, library, as_of)
    except Unreadable as error:
        done.problems = list(error.problems)
        return done
    return _judged(done, reading, library)


def _judged(done: Judgement, reading: Reading, library: Library) -> Judgement:
    done.army, done.problems = reading.army, reading.problems
    done.data_sha256 = library.digest(reading.used)
    if reading.army is None:
        return done
    done.findings = engine.check(reading.army)
    if not reading.problems:
        done.verdict = "illegal" if any(finding.severity == "error" for finding in done.findings) else "legal"
    return done


def public(done: Judgement) -> Judgement:
    """What others may see of it: battle formations are the player's own until both players have declared them."""
    if done.army is None or done.army.formations is None:
        return done
    secret = {rule.code for rule in done.army.book.rules if rule.secret}
    findings = [finding for finding in done.findings if finding.code not in secret]
    return msgspec.structs.replace(done, army=done.army.public(), findings=findings)


def system_of(document: Document) -> System:
    """The game a roster names, or the sentence that says what is wrong with that."""
    if not isinstance(document.data, dict):
        raise Unreadable([document.problem("not_a_map")])
    given = document.data.get("system")
    known = list(SYSTEMS)
    if given is None:
        raise Unreadable([document.problem("no_system", known=known)])
    if given not in SYSTEMS:
        near = nearest(str(given), known, cutoff=0.4)
        raise Unreadable([document.problem("unknown_system", ("system",), given=str(given), known=known, near=near)])
    return system(given)


def points_after(done: Judgement, edit: Edit, library: Library, as_of: str | None = None) -> int | None:
    """The total once an edit is made, or None where the roster could not be read then."""
    if done.document is None or done.system is None:
        return None
    data = copy.deepcopy(done.document.data)
    edit.apply(data)
    changed = Document(data=data, marks={}, keys={}, file=done.file, raw=b"")
    try:
        reading = done.system.read(changed, library, as_of or done.as_of)
    except Unreadable:
        return None
    return reading.army.points if reading.army else None
