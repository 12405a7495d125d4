"""A roster as it stands: its document, the army it is, what was found in it, and the verdict."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from listbuilder.games.base import Game, Reading
from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.law import engine
from listbuilder.law.effect import NOTHING, Effect, effect_of
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path
from listbuilder.model.edit import Edit
from listbuilder.model.finding import Breach, Note, Stamped
from listbuilder.model.imported import Imported
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rule import Severity
from listbuilder.model.visible import typed
from listbuilder.store import reader
from listbuilder.store.library import Library
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document

if TYPE_CHECKING:
    from listbuilder.games.shared.choices import Editor

Verdict = Literal["legal", "illegal", "unread"]
Demands = Callable[["Position"], Iterable[Breach]]
"""What is asked of a roster beyond the law, by an event: what of it is not so."""


def verdict_of(
    army: Army | None, problems: Sequence[Problem], findings: Sequence[Stamped], breaches: Sequence[Breach]
) -> Verdict:
    """What a roster is called, wherever that is said."""
    if army is None or problems:
        return "unread"
    severities = (*(breach.severity for breach in breaches), *(finding.severity for finding in findings))
    return "illegal" if "error" in severities else "legal"


class Position:
    """Never changes and never touches the disk: an edit makes another one, which shares all that the edit leaves alone.

    What it is as an army, and what the law says of it, is worked out once, when it is first asked for.
    """

    __slots__ = (
        "_breaches",
        "_failed",
        "_found",
        "_from",
        "_judged",
        "_past",
        "_problems",
        "_reading",
        "_told",
        "_verdict",
        "agreed",
        "as_of",
        "demands",
        "document",
        "file",
        "format",
        "imported",
        "library",
        "secrets",
        "sha256",
        "system",
    )

    def __init__(
        self,
        document: Document | None,
        library: Library,
        *,
        file: str = "",
        sha256: str = "",
        as_of: str | None = None,
        format: str = "roster",
        imported: Imported | None = None,
        demands: Demands | None = None,
        agreed: int | None = None,
        secrets: bool = True,
        problems: Iterable[Problem] = (),
        past: tuple[Document, Any] | None = None,
    ) -> None:
        self.document = document
        self.library = library
        self.file = file
        self.sha256 = sha256  # of the file
        self.as_of = as_of  # the day whose prices were asked for
        self.format = format
        self.imported = imported  # a list that another program wrote: what became of its lines
        self.demands = demands
        self.agreed = agreed  # the points limit of the event, for a roster that states none
        self.secrets = secrets  # False: nothing is said that speaks of battle formations
        self.system: Game | None = None
        self._failed = tuple(problems)  # why there is no document, or no game
        self._past = past  # the document before the last edit, with what was before that
        self._reading: Reading | None = None
        self._problems: list[Problem] | None = None
        self._found: list[Stamped] | None = None
        self._told: list[Stamped] | None = None
        self._breaches: list[Breach] | None = None
        self._judged: engine.Judged | None = None  # what was found, for what comes of an edit
        self._from: tuple[Reading, engine.Judged | None, Edit] | None = None  # what it came of, until it is read and judged
        self._verdict: Verdict | None = None  # where it rests on more than is shown
        if document is not None:
            try:
                self.system = system_of(document)
            except Unreadable as error:
                self._failed = (*self._failed, *error.problems)

    @classmethod
    def read(cls, raw: bytes, name: str, library: Library, as_of: str | None = None, *, secrets: bool = True) -> Position:
        """Of the text of a roster. Never raises for anything a file can hold."""
        sha256 = hashlib.sha256(raw).hexdigest()
        try:
            document = reader.read_text(raw, name)
        except Unreadable as error:
            return cls(None, library, file=name, sha256=sha256, problems=error.problems, secrets=secrets)
        return cls(document, library, file=name, sha256=sha256, as_of=as_of, secrets=secrets)

    # --- what it is ---

    @property
    def data(self) -> Any:
        """The roster as plain data, which nobody changes."""
        return self.document.data if self.document is not None else None

    @property
    def editor(self) -> Editor:
        """What a player can change in a roster of this game."""
        assert self.system is not None
        return self.system.editor(self.library)

    def _read(self) -> Reading:
        if self._reading is None:
            self._reading = Reading(None, [])
            if self.document is not None and self.system is not None:
                try:
                    known = self._read_on(self.document, self.system)
                    self._reading = known or self.system.read(self.document, self.library, self.as_of)
                    self._take_agreed_limit(self._reading.army)
                except Unreadable as error:
                    self._reading = Reading(None, list(error.problems))
        return self._reading

    def _take_agreed_limit(self, army: Army | None) -> None:
        """Give `army` the agreed limit if its roster states none and its game lets the players agree on any number."""
        if army is not None and army.limit is None and army.book.points_limits:
            army.limit = self.agreed

    def _read_on(self, document: Document, game: Game) -> Reading | None:
        """Of what was read before the edit that it comes of, where that is known and enough."""
        if self._from is None:
            return None
        before, _, edit = self._from
        reading = game.read_on(before, edit, document, self.library, self.as_of)
        if reading is None or reading.joined is None:
            self._from = None
        return reading

    @property
    def army(self) -> Army | None:
        return self._read().army

    @property
    def problems(self) -> list[Problem]:
        """What could not be read."""
        if self._problems is None:
            self._problems = [*self._failed, *self._read().problems, *(self.imported.unread if self.imported else ())]
        return self._problems

    @property
    def points(self) -> int | None:
        return self.army.points if self.army else None

    @property
    def data_sha256(self) -> str:
        """Of the data that the verdict rests on."""
        return self.library.digest(self._read().used)

    @property
    def assumed(self) -> list[Note]:
        guessed = self.imported.notes if self.imported else []
        return [*guessed, *(self.army.assumed if self.army else [])]

    @property
    def not_checked(self) -> list[Note]:
        if self.army is None:
            return []
        return [*self.army.not_checked, *self.by_today, *(Note(key=key) for key in self.army.book.not_checked)]

    @property
    def by_today(self) -> list[Note]:
        """Which findings rest on today's data, for that of the day is not known."""
        if self.army is None or not self.army.by_today:
            return []
        from listbuilder.law import by_today  # only for a past day

        return by_today.notes(self.findings, self.army)

    # --- what is found in it ---

    @property
    def causes(self) -> list[Stamped]:
        """Everything found; also what nobody is told, because another finding says as much."""
        if self._found is None:
            army, imported = self.army, self.imported
            if army is not None and imported is not None and self._past is None and imported.misstated_day == army.priced_on:
                army.misstated = imported.misstated
            before, joined = self._from[1] if self._from is not None else None, self._read().joined
            if army is None:
                found = []
            elif before is None or joined is None:
                found = engine.judge(army)
            else:
                found = engine.judge_on(army, before, joined)
            self._judged, self._from = engine.Judged(found), None
            self._found = self._sure(found if self.secrets else told(found))
        return self._found

    def _sure(self, found: list[Stamped]) -> list[Stamped]:
        """Of a list with lines unread: no error rests on what was not read."""
        if self.imported is None or not self.imported.unread or self._past is not None:
            return found
        from listbuilder.law.otherwise import softened  # only of such a list

        return softened(found, self.imported.unread)

    @property
    def findings(self) -> list[Stamped]:
        if self._told is None:
            self._told = [finding for finding in self.causes if not finding.silent]
        return self._told

    @property
    def breaches(self) -> list[Breach]:
        """Of what is asked beyond the law."""
        if self._breaches is None:
            self._breaches = list(self.demands(self)) if self.demands is not None and self.army is not None else []
        return self._breaches

    @property
    def verdict(self) -> Verdict:
        return self._verdict or verdict_of(self.army, self.problems, self.findings, self.breaches)

    @property
    def otherwise(self) -> Literal["legal", "illegal"] | None:
        """Of an unread list: what it would be but for lines that cannot be units."""
        if self.verdict != "unread" or self.army is None:
            return None
        from listbuilder.law.otherwise import otherwise  # only of a list that has a line unread

        return otherwise(self)

    def judge(self) -> Verdict:
        """Works out all that would else be worked out when it is first asked for."""
        return self.verdict

    def count(self, severity: Severity) -> int:
        return sum(finding.severity == severity for finding in self.findings)

    def marks(self) -> dict[Path, Severity]:
        """The worst severity at each place of the roster that a finding speaks of."""
        order = ("info", "warning", "error")
        places = {unit.id: unit.path for unit in self.army.units} if self.army else {}
        found: dict[Path, Severity] = {}
        for finding in self.findings:
            for path in {finding.path, *(places[unit] for unit in finding.units if unit in places)}:
                found[path] = max(found.get(path, "info"), finding.severity, key=order.index)
        return found | {problem.path: "error" for problem in self.problems}

    def unit_at(self, path: Path | None) -> Unit | None:
        units = self.army.units if self.army is not None and path is not None else ()
        return next((unit for unit in units if unit.path == path), None)

    # --- what it could be ---

    def at(self, document: Document, past: tuple[Document, Any] | None = None) -> Position:
        """With another document in place of this one; all else as it is."""
        return self._like(document=document, past=past)

    def apply(self, edit: Edit) -> Position:
        """After an edit. Raises KeyError, IndexError or TypeError where it does not fit."""
        assert self.document is not None
        changed = edit.applied(self.document.data)
        after = self.at(Document(changed, {}, {}, self.document.file, b""), (self.document, self._past))
        if self._reading is not None:
            after._from = (self._reading, self._judged, edit)
        return after

    def replace(self, other: Position) -> Position:
        """After a change of the whole text to that of another."""
        assert self.document is not None and other.document is not None
        return self.at(other.document, (self.document, self._past))

    def undo(self) -> Position:
        """Before the last edit."""
        if self._past is None:
            raise IndexError("nothing was done yet")
        return self.at(*self._past)

    def what_if(self, edit: Edit) -> Effect:
        """What an edit would bring. Nothing is made of it."""
        if self.document is None:
            return NOTHING
        try:
            after = self.apply(edit)
        except (KeyError, IndexError, TypeError):
            return NOTHING
        return effect_of(edit, self, after)

    def public(self) -> Position:
        """What others may see of it. The verdict is of the whole roster."""
        army = self.army
        if army is None or army.declarations is None:
            return self
        shown = self._like(secrets=False)
        shown._reading = Reading(army.public(), self._read().problems, self._read().used)
        shown._found, shown._verdict = told(self.causes), self.verdict
        return shown

    def on(self, day: str | None) -> Position:
        """At the prices of another day."""
        return self._like(as_of=day)

    def handed_in(self, file: str, sha256: str, imported: Imported) -> Position:
        """As the list that another program wrote: read and judged already, unless it states what the law asks about."""
        done = self._as_read(file=file, sha256=sha256, format=imported.format, imported=imported)
        done._found = None if imported.misstated or done._found is None else done._sure(done._found)
        return done

    def under(self, demands: Demands, agreed: int | None = None) -> Position:
        """At an event. `agreed`: its points limit, which also holds for a roster that states none."""
        if agreed is not None and self.army is not None and self.army.limit is None:
            return self._like(demands=demands, agreed=agreed)
        return self._as_read(demands=demands)

    def _as_read(self, **changes: Any) -> Position:
        """With changes that are none to the roster, its day and what the law says of it."""
        done = self._like(**changes)
        done._reading, done._found = self._reading, self._found
        return done

    def _like(self, **changes: Any) -> Position:
        same = ("document", "library", "file", "sha256", "as_of", "format", "imported", "demands", "agreed", "secrets")
        given = {name: getattr(self, name) for name in same} | {"past": self._past}
        if self.document is None:
            given["problems"] = self._failed
        return Position(**(given | changes))


def told(findings: Iterable[Stamped]) -> list[Stamped]:
    """What others may be told: battle formations are the player's own until both players have declared them."""
    return [finding for finding in findings if not finding.secret]


# A key that only a file of ours of another kind has -> what it is.
_OTHERS = {"event": "event", "datasheets": "data", "warscrolls": "data", "games": "collection"}


def system_of(document: Document) -> Game:
    """The game a roster names, or the sentence that says what is wrong with that."""
    if not isinstance(document.data, dict):
        raise Unreadable([document.problem("not_a_map")])
    if (other := next((kind for key, kind in _OTHERS.items() if key in document.data), None)) is not None:
        raise Unreadable([Problem(key=f"another_file.{other}", args={"path": typed(document.file)}, file=document.file)])
    given = document.data.get("system")
    known = list(SYSTEMS)
    if given is None:
        raise Unreadable([document.problem("no_system", known=known)])
    if not isinstance(given, str):
        from listbuilder.store.shown import kinds, shown

        raise Unreadable([document.problem("wrong_type", ("system",), given=shown(given), allowed=kinds(["text"]))])
    if given not in SYSTEMS:
        near = nearest(given, known, cutoff=0.4)
        raise Unreadable([document.problem("unknown_system", ("system",), given=given, known=known, near=near)])
    return system(given)
