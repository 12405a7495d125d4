"""A roster as it stands: its document, the army it describes, the findings in it, and the verdict."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from listbuilder.data.library import Library
from listbuilder.games.catalog import SYSTEMS, get_game
from listbuilder.games.game import Game, Reading
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path
from listbuilder.model.edit import Edit
from listbuilder.model.finding import Breach, Note, Stamped
from listbuilder.model.imported import Imported
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rulebook import Severity, rank_severity
from listbuilder.model.safe_text import quote_for_shell
from listbuilder.roster.effect import NOTHING, Effect, compute_effect
from listbuilder.rules import engine
from listbuilder.yamlio import reader
from listbuilder.yamlio.reader import YamlDocument

if TYPE_CHECKING:
    from listbuilder.games.common.editor import Editor

Verdict = Literal["legal", "illegal", "unread"]
Demands = Callable[["Position"], Iterable[Breach]]
"""What is asked of a roster beyond the law, by an event: what of it is not so."""


def determine_verdict(
    army: Army | None,
    problems: Sequence[Problem],
    findings: Sequence[Stamped],
    breaches: Sequence[Breach],
) -> Verdict:
    """Return the verdict on a roster: unread, illegal or legal.

    It is unread if there is no army or anything could not be read, and illegal if a finding or a
    breach of an event's demands is an error. Every verdict that is shown comes from here.
    """
    if army is None or problems:
        return "unread"
    severities = (
        *(breach.severity for breach in breaches),
        *(finding.severity for finding in findings),
    )
    return "illegal" if "error" in severities else "legal"


class Position:
    """A roster at one moment, with the army it describes and what the rules find in it.

    It never changes and never touches the disk: an edit makes another one, which shares all that
    the edit leaves alone. The army and the findings are worked out once, when they are first asked
    for.
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
        document: YamlDocument | None,
        library: Library,
        *,
        file: str = "",
        sha256: str = "",
        as_of: str | None = None,
        format: str = "roster",
        imported: Imported | None = None,
        demands: Demands | None = None,
        secrets: bool = True,
        problems: Iterable[Problem] = (),
        past: tuple[YamlDocument, Any] | None = None,
    ) -> None:
        """Hold the roster and find its game; nothing is read or checked yet.

        A document that names no known game adds to the problems. `problems` says why there is no
        document; `past` is the document before the last edit, with what was before that;
        `secrets=False` hides what speaks of declared battle formations.
        """
        self.document = document
        self.library = library
        self.file = file
        self.sha256 = sha256  # of the file
        self.as_of = as_of  # the day whose prices were asked for
        self.format = format
        self.imported = imported  # a list that another program wrote: what became of its lines
        self.demands = demands
        self.secrets = secrets  # False: nothing is said that speaks of battle formations
        self.system: Game | None = None
        self._failed = tuple(problems)  # why there is no document, or no game
        self._past = past  # the document before the last edit, with what was before that
        self._reading: Reading | None = None
        self._problems: list[Problem] | None = None
        self._found: list[Stamped] | None = None
        self._told: list[Stamped] | None = None
        self._breaches: list[Breach] | None = None
        self._judged: engine.FindingsByRule | None = (
            None  # what was found, for what comes of an edit
        )
        self._from: tuple[Reading, engine.FindingsByRule | None, Edit] | None = (
            None  # what it came of, until it is read and judged
        )
        self._verdict: Verdict | None = None  # where it rests on more than is shown
        if document is not None:
            try:
                self.system = find_game_of_document(document)
            except Unreadable as error:
                self._failed = (*self._failed, *error.problems)

    @classmethod
    def read(
        cls,
        raw: bytes,
        name: str,
        library: Library,
        as_of: str | None = None,
        *,
        secrets: bool = True,
    ) -> Position:
        """Return the position of a roster file with the content `raw`.

        Never raises for anything that a file can hold: what is wrong with its text is among the
        problems.
        """
        sha256 = hashlib.sha256(raw).hexdigest()
        try:
            document = reader.read_yaml(raw, name)
        except Unreadable as error:
            return cls(
                None, library, file=name, sha256=sha256, problems=error.problems, secrets=secrets
            )
        return cls(document, library, file=name, sha256=sha256, as_of=as_of, secrets=secrets)

    # --- what it is ---

    @property
    def data(self) -> Any:
        """The roster as plain data, which nobody may change. None if the text could not be read."""
        return self.document.data if self.document is not None else None

    @property
    def editor(self) -> Editor:
        """The editor that makes a player's changes to a roster of this game."""
        assert self.system is not None
        return self.system.make_editor(self.library)

    def _read_once(self) -> Reading:
        """Return the document resolved against the data, reading it the first time only.

        If it came from an edit, what was read before the edit is reused where the game can. Mutates
        the cache.
        """
        if self._reading is None:
            self._reading = Reading(None, [])
            if self.document is not None and self.system is not None:
                try:
                    incremental = self._read_after_edit(self.document, self.system)
                    self._reading = incremental or self.system.read_roster(
                        self.document, self.library, self.as_of
                    )
                except Unreadable as error:
                    self._reading = Reading(None, list(error.problems))
        return self._reading

    def _read_after_edit(self, document: YamlDocument, game: Game) -> Reading | None:
        """Return the reading made from the one before the edit, or None where it has to be read
        whole.

        None if the position does not come from an edit, or if the game cannot tell what the edit
        changes. Forgets the position before the edit where its findings can't be reused either.
        """
        if self._from is None:
            return None
        before, _, edit = self._from
        reading = game.read_after_edit(before, edit, document, self.library, self.as_of)
        if reading is None or reading.joined is None:
            self._from = None
        return reading

    @property
    def army(self) -> Army | None:
        """The army that the roster describes. None if nothing of it could be read."""
        return self._read_once().army

    @property
    def problems(self) -> list[Problem]:
        """The problems of reading the roster.

        They say why there is no document, what could not be resolved, and which lines of an
        imported list were not read.
        """
        if self._problems is None:
            self._problems = [
                *self._failed,
                *self._read_once().problems,
                *(self.imported.unread if self.imported else ()),
            ]
        return self._problems

    @property
    def points(self) -> int | None:
        """The total points of the army. None if there is no army."""
        return self.army.points if self.army else None

    @property
    def data_sha256(self) -> str:
        """The hash of the data files that the verdict rests on."""
        return self.library.compute_digest(self._read_once().used)

    @property
    def assumed(self) -> list[Note]:
        """The notes on what was assumed, first by the import of another program's list, then by
        reading.
        """
        guesses = self.imported.notes if self.imported else []
        return [*guesses, *(self.army.assumed if self.army else [])]

    @property
    def not_checked(self) -> list[Note]:
        """The notes on what the rules did not check.

        It is about this army, about data of the date that are not known, and about this game at
        all.
        """
        if self.army is None:
            return []
        return [
            *self.army.not_checked,
            *self.by_today,
            *(Note(key=key) for key in self.army.book.not_checked),
        ]

    @property
    def by_today(self) -> list[Note]:
        """The note on findings that rest on today's data, as those of the roster's date are not
        known.

        Empty if the army is of today, or if no finding rests on it.
        """
        if self.army is None or not self.army.by_today:
            return []
        from listbuilder.rules import by_todays_rules  # only for a past day

        return by_todays_rules.note_unknown_on_date(self.findings, self.army)

    # --- what is found in it ---

    @property
    def causes(self) -> list[Stamped]:
        """All findings, including silent ones, which say what another finding says already.

        Worked out the first time: after an edit that only adds a unit, from what was found before
        it. Without `secrets`, those that speak of battle formations are left out. Mutates: gives
        the army the misstated prices of an imported list if they are of the army's date.
        """
        if self._found is None:
            army, imported = self.army, self.imported
            if (
                army is not None
                and imported is not None
                and self._past is None
                and imported.misstated_day == army.priced_on
            ):
                army.misstated = imported.misstated
            before, joined = (
                self._from[1] if self._from is not None else None,
                self._read_once().joined,
            )
            if army is None:
                found = []
            elif before is None or joined is None:
                found = engine.run_rules(army)
            else:
                found = engine.run_rules_after_addition(army, before, joined)
            self._judged, self._from = engine.FindingsByRule(found), None
            self._found = self._soften_unread(
                found if self.secrets else drop_secret_findings(found)
            )
        return self._found

    def _soften_unread(self, found: list[Stamped]) -> list[Stamped]:
        """Return the findings of a list with unread lines, with no error that could rest on such a
        line.

        Returned unchanged for a list that was read whole, and after an edit.
        """
        if self.imported is None or not self.imported.unread or self._past is not None:
            return found
        from listbuilder.roster.unread_lines import soften_unread  # only of such a list

        return soften_unread(found, self.imported.unread)

    @property
    def findings(self) -> list[Stamped]:
        """The findings that are shown: all causes but the silent ones."""
        if self._told is None:
            self._told = [finding for finding in self.causes if not finding.silent]
        return self._told

    @property
    def breaches(self) -> list[Breach]:
        """The demands beyond the rules, such as an event's, that the roster does not meet.

        Empty without an army.
        """
        if self._breaches is None:
            self._breaches = (
                list(self.demands(self))
                if self.demands is not None and self.army is not None
                else []
            )
        return self._breaches

    @property
    def verdict(self) -> Verdict:
        """The verdict: legal, illegal or unread. What is hidden from others still counts."""
        return self._verdict or determine_verdict(
            self.army, self.problems, self.findings, self.breaches
        )

    @property
    def otherwise(self) -> Literal["legal", "illegal"] | None:
        """The verdict without the unread lines, if none of these can be a unit.

        None if every line was read, or if an unread one can be a unit.
        """
        if self.verdict != "unread" or self.army is None:
            return None
        from listbuilder.roster.unread_lines import (
            find_verdict_without_unread_lines,  # only of a list that has a line unread
        )

        return find_verdict_without_unread_lines(self)

    def compute_verdict(self) -> Verdict:
        """Return the verdict, working out now all that would else be worked out when first asked
        for.
        """
        return self.verdict

    def count_findings(self, severity: Severity) -> int:
        """Return the number of shown findings of the given severity."""
        return sum(finding.severity == severity for finding in self.findings)

    def get_worst_severities(self) -> dict[Path, Severity]:
        """Return the worst severity at each path that a finding speaks of, units involved included.

        Paths of reading problems count as errors.
        """
        places = {unit.id: unit.path for unit in self.army.units} if self.army else {}
        worst: dict[Path, Severity] = {}
        for finding in self.findings:
            for path in {finding.path, *(places[unit] for unit in finding.units if unit in places)}:
                worst[path] = min(worst.get(path, "info"), finding.severity, key=rank_severity)
        return worst | {problem.path: "error" for problem in self.problems}

    def find_unit(self, path: Path | None) -> Unit | None:
        """Return the army's unit at `path`. None if `path` is None or no unit is there."""
        units = self.army.units if self.army is not None and path is not None else ()
        return next((unit for unit in units if unit.path == path), None)

    # --- what it could be ---

    def copy_with_document(
        self, document: YamlDocument, past: tuple[YamlDocument, Any] | None = None
    ) -> Position:
        """Return the position of another document in place of this one, with all else as it is.

        `past` is the history that `undo` leads back to.
        """
        return self._copy_with(document=document, past=past)

    def apply(self, edit: Edit) -> Position:
        """Return the position after `edit`; `undo` leads back to this one.

        Raises KeyError, IndexError or TypeError if the edit does not fit the roster.
        """
        assert self.document is not None
        changed = edit.apply_to_copy(self.document.data)
        after = self.copy_with_document(
            YamlDocument(changed, {}, {}, self.document.file, b""), (self.document, self._past)
        )
        if self._reading is not None:
            after._from = (self._reading, self._judged, edit)
        return after

    def replace_roster(self, other: Position) -> Position:
        """Return the position after the whole text is replaced by that of `other`.

        `undo` leads back to this one.
        """
        assert self.document is not None and other.document is not None
        return self.copy_with_document(other.document, (self.document, self._past))

    def undo(self) -> Position:
        """Return the position before the last edit. Raises IndexError if there was none."""
        if self._past is None:
            raise IndexError("nothing was done yet")
        return self.copy_with_document(*self._past)

    def predict_effect(self, edit: Edit) -> Effect:
        """Return the effect that `edit` would have on points and findings, without making it.

        An edit that does not fit the roster has the empty effect `NOTHING`.
        """
        if self.document is None:
            return NOTHING
        try:
            after = self.apply(edit)
        except (KeyError, IndexError, TypeError):
            return NOTHING
        return compute_effect(edit, self, after)

    def hide_secrets(self) -> Position:
        """Return the position as others may see it, without declared battle formations.

        What was found in them is left out too.

        The verdict stays that of the whole roster. Returns itself if nothing is declared.
        """
        army = self.army
        if army is None or army.declarations is None:
            return self
        shown = self._copy_with(secrets=False)
        shown._reading = Reading(
            army.hide_secrets(), self._read_once().problems, self._read_once().used
        )
        shown._found, shown._verdict = drop_secret_findings(self.causes), self.verdict
        return shown

    def copy_on_date(self, date: str | None) -> Position:
        """Return the same roster at the prices and rules of another date; None is the default date."""
        return self._copy_with(as_of=date)

    def copy_as_imported(self, file: str, sha256: str, imported: Imported) -> Position:
        """Return the position as the list of another program, read and checked already.

        It gets the file, the hash and the account of the import.

        If the list misstates prices, the rules run again, because they ask about stated prices.
        """
        done = self._copy_with_results(
            file=file, sha256=sha256, format=imported.format, imported=imported
        )
        done._found = (
            None if imported.misstated or done._found is None else done._soften_unread(done._found)
        )
        return done

    def copy_with_demands(self, demands: Demands) -> Position:
        """Return the position with an event's demands added. Army and findings are kept."""
        return self._copy_with_results(demands=demands)

    def _copy_with_results(self, **changes: Any) -> Position:
        """Return a copy with changes that touch neither the roster nor its date, keeping army and
        findings.
        """
        done = self._copy_with(**changes)
        done._reading, done._found = self._reading, self._found
        return done

    def _copy_with(self, **changes: Any) -> Position:
        """Return a new position with the same attributes, apart from `changes`.

        Nothing is worked out in it.
        """
        same = (
            "document",
            "library",
            "file",
            "sha256",
            "as_of",
            "format",
            "imported",
            "demands",
            "secrets",
        )
        given = {name: getattr(self, name) for name in same} | {"past": self._past}
        if self.document is None:
            given["problems"] = self._failed
        return Position(**(given | changes))


def drop_secret_findings(findings: Iterable[Stamped]) -> list[Stamped]:
    """Return the findings that others may see: all but the secret ones.

    Battle formations are the player's own until both players have declared them.
    """
    return [finding for finding in findings if not finding.secret]


# A key that only a file of ours of another kind has -> what it is.
_OTHERS = {"event": "event", "datasheets": "data", "warscrolls": "data", "games": "collection"}


def find_game_of_document(document: YamlDocument) -> Game:
    """Return the game that the document names under `system`.

    Raises Unreadable with one problem if the document is not a map, is another kind of file of ours
    (an event, data, a collection), or names no known game.
    """
    if not isinstance(document.data, dict):
        raise Unreadable([document.make_problem("not_a_map")])
    if (
        other := next((kind for key, kind in _OTHERS.items() if key in document.data), None)
    ) is not None:
        raise Unreadable(
            [
                Problem(
                    key=f"another_file.{other}",
                    args={"path": quote_for_shell(document.file)},
                    file=document.file,
                )
            ]
        )
    given = document.data.get("system")
    game_ids = list(SYSTEMS)
    if given is None:
        raise Unreadable([document.make_problem("no_system", known=game_ids)])
    if not isinstance(given, str):
        from listbuilder.yamlio.value_text import describe_kinds, describe_value

        raise Unreadable(
            [
                document.make_problem(
                    "wrong_type",
                    ("system",),
                    given=describe_value(given),
                    allowed=describe_kinds(["text"]),
                )
            ]
        )
    if given not in SYSTEMS:
        near = find_nearest(given, game_ids, cutoff=0.4)
        raise Unreadable(
            [
                document.make_problem(
                    "unknown_system", ("system",), given=given, known=game_ids, near=near
                )
            ]
        )
    return get_game(given)
