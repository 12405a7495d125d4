"""A roster as it stands: its document, the army that it describes, the findings, the verdict."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import msgspec

from listbuilder.data.library import Library
from listbuilder.games.game import Game, Reading
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path
from listbuilder.model.edit import Edit
from listbuilder.model.finding import Breach, Note, Stamped
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rulebook import Severity, rank_severity
from listbuilder.model.safe_text import quote_for_shell
from listbuilder.rules import engine
from listbuilder.yamlio import reader
from listbuilder.yamlio.reader import YamlDocument

if TYPE_CHECKING:
    from listbuilder.games.common.editor import Editor
    from listbuilder.model.imported import Imported
    from listbuilder.roster.effect import Effect

Verdict = Literal["legal", "illegal", "unread"]
Demands = Callable[["Position"], Iterable[Breach]]
"""A function of an event: yields what of the roster breaks its demands beyond the rules."""
Past: TypeAlias = "tuple[YamlDocument, Past | None]"
"""The document before an edit, with what was before that."""


def determine_verdict(
    army: Army | None,
    problems: Sequence[Problem],
    findings: Sequence[Stamped],
    breaches: Sequence[Breach],
) -> Verdict:
    """Return the verdict on a roster: "unread", "illegal" or "legal".

    It is "unread" if there is no army or if there is any reading problem. Otherwise it is "illegal"
    if a finding of the rules or a breach of an event's demands is an error. Every verdict that is
    shown comes from here.
    """
    if army is None or problems:
        return "unread"
    severities = (
        *(breach.severity for breach in breaches),
        *(finding.severity for finding in findings),
    )
    return "illegal" if "error" in severities else "legal"


class _Origin(NamedTuple):
    """The older position from which an edit made a new one, as far as it was read and checked.

    `reading` is what was read of the roster before the edit. `by_rule` has the findings before the
    edit by rule, or is None if the rules had not been run then.
    """

    reading: Reading
    by_rule: engine.FindingsByRule | None
    edit: Edit


class _Results(msgspec.Struct):
    """The cache of a position. A field is None until it is first asked for.

    It is the only part of a position that changes.
    """

    reading: Reading | None = None
    problems: list[Problem] | None = None
    causes: list[Stamped] | None = None
    findings: list[Stamped] | None = None
    breaches: list[Breach] | None = None
    by_rule: engine.FindingsByRule | None = None  # what the rules found, for what comes of an edit
    derived_from: _Origin | None = None  # only until it is read and checked
    verdict: Verdict | None = None  # only where it rests on more than is shown


class Position:
    """A roster at one moment, with the army it describes and what the rules find in it.

    It never changes and writes nothing: an edit makes another one, which shares all that the edit
    leaves alone.

    Three things are worked out when they are first asked for, and kept in `_results`: the reading
    (the roster resolved against the data, which loads data files), from it the causes (all rules
    run), from these what is shown. Each property says which of them it needs.
    """

    __slots__ = (
        "_failed",
        "_past",
        "_results",
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
        past: Past | None = None,
    ) -> None:
        """Hold the roster and find its game; nothing is read or checked yet.

        A document that names no known game adds to the problems. `sha256` is the hash of the file;
        `as_of` is the date whose prices are asked for; `imported` is the account of an imported
        list's lines; `demands` returns the demands of an event that a position does not meet.
        `problems` says why there is no document. `past` is the document before the last edit, with
        the documents before that one. `secrets=False` hides the findings about declared battle
        formations.
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
        self._results = _Results()
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
        """Return the position of a roster file called `name` with the content `raw`.

        Content that can't be read as YAML does not raise: what is wrong with the text is among the
        position's problems. `as_of` is the date whose prices are asked for, None for the default
        date. `secrets=False` hides findings about declared battle formations.
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
        """The roster as plain data, which callers must not change.

        None if the text could not be read.
        """
        return self.document.data if self.document is not None else None

    @property
    def editor(self) -> Editor:
        """The editor that turns a player's changes into edits of a roster of this game.

        Only for a position whose game is known.
        """
        assert self.system is not None
        return self.system.make_editor(self.library)

    def _read_once(self) -> Reading:
        """Return the document resolved against the data; the result is kept for the next call.

        If the position came from an edit, what was read before the edit is reused where the game
        can do so.
        """
        if self._results.reading is None:
            self._results.reading = self._read_roster()
        return self._results.reading

    def _read_roster(self) -> Reading:
        """Return the document resolved against the data: the army, and the problems of reading.

        There is no army if the document names no known game, or if nothing could be resolved; in
        the second case the returned problems say why. The prices that an imported list misstates
        are noted in the army.
        """
        if self.document is None or self.system is None:
            return Reading(None, [])
        try:
            reading = self._read_after_edit(self.document, self.system)
            if reading is None:
                reading = self.system.read_roster(self.document, self.library, self.as_of)
        except Unreadable as error:
            return Reading(None, list(error.problems))
        return self._add_misstated_prices(reading)

    def _read_after_edit(self, document: YamlDocument, game: Game) -> Reading | None:
        """Return the reading made by updating the one before the edit, or None to read anew.

        None if the position does not come from an edit, or if the game can't tell what the edit
        changes. If the edit did more than add a unit, `derived_from` is cleared, because the
        findings before the edit can't be reused.
        """
        derived_from = self._results.derived_from
        if derived_from is None:
            return None
        reading = game.read_after_edit(
            derived_from.reading, derived_from.edit, document, self.library, self.as_of
        )
        if reading is None or reading.joined is None:
            self._results.derived_from = None
        return reading

    def _add_misstated_prices(self, reading: Reading) -> Reading:
        """Return `reading` with the prices that an imported list misstates noted in its army.

        The reading is returned unchanged if the list misstates no price, after an edit, and if the
        list's prices are of another date than the army's.
        """
        army, imported = reading.army, self.imported
        if army is None or imported is None or not imported.misstated or self._past is not None:
            return reading
        if imported.misstated_day != army.priced_on:
            return reading
        with_prices = copy(army)
        with_prices.misstated = imported.misstated
        return msgspec.structs.replace(reading, army=with_prices)

    @property
    def army(self) -> Army | None:
        """The army that the roster describes. None if nothing of it could be read.

        Reads the roster the first time, and loads the data files that it needs.
        """
        return self._read_once().army

    @property
    def problems(self) -> list[Problem]:
        """The problems of reading the roster.

        They say why there is no document, what could not be resolved against the data, and which
        lines of an imported list were not understood. Reads the roster the first time.
        """
        if self._results.problems is None:
            unread = self.imported.unread if self.imported else ()
            self._results.problems = [*self._failed, *self._read_once().problems, *unread]
        return self._results.problems

    @property
    def points(self) -> int | None:
        """The total points of the army. None if there is no army. Reads the roster."""
        return self.army.points if self.army else None

    @property
    def data_sha256(self) -> str:
        """The hash of the data files that were used to read the roster. Reads the roster."""
        return self.library.compute_digest(self._read_once().used)

    @property
    def assumed(self) -> list[Note]:
        """The notes on what was assumed when the list was imported and when the roster was read.

        Reads the roster.
        """
        guesses = self.imported.notes if self.imported else []
        return [*guesses, *(self.army.assumed if self.army else [])]

    @property
    def not_checked(self) -> list[Note]:
        """The notes on what the rules did not check.

        First come the notes on what the list has and nobody can check, then those on this army,
        then the note on data unknown for the army's date, then those on the whole game. Empty
        without an army. Reads the roster; runs the rules for an army of a past date.
        """
        if self.army is None:
            return []
        of_game = [Note(key=key) for key in self.army.book.not_checked]
        of_list = self.imported.not_checked if self.imported else []
        return [*of_list, *self.army.not_checked, *self.by_today, *of_game]

    @property
    def by_today(self) -> list[Note]:
        """The note on findings that rest on today's data because that of the date is unknown.

        A list of one note at most. Empty if the army is of today, or if no finding rests on today's
        data. Reads the roster; runs the rules for an army of a past date.
        """
        if self.army is None or not self.army.by_today:
            return []
        from listbuilder.rules import by_todays_rules  # only for a past day

        return by_todays_rules.note_unknown_on_date(self.findings, self.army)

    # --- what is found in it ---

    @property
    def causes(self) -> list[Stamped]:
        """All findings, with the silent ones that repeat another finding and are not shown.

        If `secrets` is False, findings about declared battle formations are left out. In an
        imported list with lines that were not understood, errors that such lines may have caused
        are only warnings. Runs the rules the first time; after an edit that only adds a unit, only
        the rules whose findings the addition can change.
        """
        if self._results.causes is None:
            found = self._run_rules()
            self._results.by_rule, self._results.derived_from = engine.FindingsByRule(found), None
            shown = found if self.secrets else drop_secret_findings(found)
            self._results.causes = self._soften_unread(shown)
        return self._results.causes

    def _run_rules(self) -> list[Stamped]:
        """Return all findings of the rules in the army, including secret ones.

        Empty without an army. After an edit that only adds a unit, the earlier findings are reused
        and only the rules that the addition can affect are run.
        """
        army, joined = self.army, self._read_once().joined
        derived_from = self._results.derived_from
        if army is None:
            return []
        if derived_from is None or derived_from.by_rule is None or joined is None:
            return engine.run_rules(army)
        return engine.run_rules_after_addition(army, derived_from.by_rule, joined)

    def _soften_unread(self, found: list[Stamped]) -> list[Stamped]:
        """Return the findings, with errors made warnings if an unread line may have caused them.

        An unread line is a line of an imported list that was not understood. The findings are
        returned unchanged for a list that was read completely, and after an edit.
        """
        if self.imported is None or not self.imported.unread or self._past is not None:
            return found
        from listbuilder.roster.unread_lines import soften_unread  # only of such a list

        return soften_unread(found, self.imported.unread)

    @property
    def findings(self) -> list[Stamped]:
        """The findings that are shown: all findings but the silent ones, which repeat another.

        Runs the rules the first time.
        """
        if self._results.findings is None:
            self._results.findings = [finding for finding in self.causes if not finding.silent]
        return self._results.findings

    def find_by_rule(self, code: str, name: str) -> list[Stamped]:
        """Return the shown findings of the rules with that code and name.

        They are those in `findings`. If not all rules were run yet, only these are run; what they
        find is not kept. That is much less work for a roster of which nothing else is asked.
        """
        army, known = self.army, self._results
        if known.causes is not None or known.derived_from is not None or army is None:
            found = self.causes
        else:
            found = engine.run_rules_called(army, code, name)
            found = self._soften_unread(found if self.secrets else drop_secret_findings(found))
        return [
            finding
            for finding in found
            if (finding.code, finding.name) == (code, name) and not finding.silent
        ]

    @property
    def breaches(self) -> list[Breach]:
        """The demands of an event that the roster does not meet.

        Empty without an army, and if the position has no demands. Calls the position's `demands`
        the first time; that function may use every other property of the position.
        """
        if self._results.breaches is None:
            self._results.breaches = []
            if self.demands is not None and self.army is not None:
                self._results.breaches = list(self.demands(self))
        return self._results.breaches

    @property
    def verdict(self) -> Verdict:
        """The verdict: "legal", "illegal" or "unread".

        Findings that are hidden from other players count too. Reads the roster, runs the rules and
        asks for an event's demands.
        """
        return self._results.verdict or determine_verdict(
            self.army, self.problems, self.findings, self.breaches
        )

    @property
    def otherwise(self) -> Literal["legal", "illegal"] | None:
        """The verdict that the list would have without its unread lines, if none can be a unit.

        Unread lines are lines of an imported list that were not understood. None if every line was
        understood, or if one that was not can be a unit. Needs all that the verdict needs.
        """
        if self.verdict != "unread" or self.army is None:
            return None
        from listbuilder.roster.unread_lines import (
            find_verdict_without_unread_lines,  # only of a list that has a line unread
        )

        return find_verdict_without_unread_lines(self)

    def compute_verdict(self) -> Verdict:
        """Return the verdict, like the property `verdict`.

        It is a method for callers that want all work done at this moment: reading the roster and
        running the rules.
        """
        return self.verdict

    def count_findings(self, severity: Severity) -> int:
        """Return the number of shown findings of the given severity. Runs the rules."""
        return sum(finding.severity == severity for finding in self.findings)

    def get_worst_severities(self) -> dict[Path, Severity]:
        """Return, by path in the roster, the worst severity of the shown findings about that path.

        A finding counts at its own path and at the paths of the units it involves. Every path with
        a reading problem gets "error". Runs the rules.
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

    def copy_with_document(self, document: YamlDocument, past: Past | None = None) -> Position:
        """Return a position of `document` with this one's settings and nothing read yet.

        `past` is the earlier document that `undo` returns to, with the documents before it. None
        means that nothing can be undone.
        """
        return self._copy_with(document=document, past=past)

    def apply(self, edit: Edit) -> Position:
        """Return the position after `edit`; `undo` on it returns to this roster.

        This position is not changed. Raises KeyError, IndexError or TypeError if the edit does not
        fit the roster.
        """
        assert self.document is not None
        changed = edit.apply_to_copy(self.document.data)
        after = self.copy_with_document(
            YamlDocument(changed, {}, {}, self.document.file, b""), (self.document, self._past)
        )
        known = self._results
        if known.reading is not None:
            after._results.derived_from = _Origin(known.reading, known.by_rule, edit)
        return after

    def replace_roster(self, other: Position) -> Position:
        """Return the position with the whole text replaced by that of `other`.

        Settings such as the date and the file's name stay those of this position. `undo` on the
        result returns to this roster.
        """
        assert self.document is not None and other.document is not None
        return self.copy_with_document(other.document, (self.document, self._past))

    def undo(self) -> Position:
        """Return the position before the last edit. Raises IndexError if there was no edit."""
        if self._past is None:
            raise IndexError("nothing was done yet")
        return self.copy_with_document(*self._past)

    def predict_effect(self, edit: Edit) -> Effect:
        """Return the effect that `edit` would have on points, findings and problems.

        The roster stays unchanged. The effect is the empty `NOTHING` if the edit does not fit the
        roster. Runs the rules before and after the edit.
        """
        from listbuilder.roster.effect import NOTHING, compute_effect

        if self.document is None:
            return NOTHING
        try:
            after = self.apply(edit)
        except (KeyError, IndexError, TypeError):
            return NOTHING
        return compute_effect(edit, self, after)

    def hide_secrets(self) -> Position:
        """Return the position as other players may see it, without declared battle formations.

        Findings about them are left out too, but the verdict stays that of the whole roster.
        Returns this same position if there is no army or nothing is declared. Runs the rules.
        """
        army = self.army
        if army is None or army.declarations is None:
            return self
        shown = self._copy_with(secrets=False)
        whole = self._read_once()
        shown._results.reading = Reading(army.hide_secrets(), whole.problems, whole.used)
        shown._results.causes = drop_secret_findings(self.causes)
        shown._results.verdict = self.verdict
        return shown

    def copy_on_date(self, date: str | None) -> Position:
        """Return the same roster at the prices and rules of `date`; None is the default date.

        Nothing of the new position is read or checked yet.
        """
        return self._copy_with(as_of=date)

    def copy_as_imported(self, file: str, sha256: str, imported: Imported) -> Position:
        """Return this position as an imported list of another program, with what was found.

        The copy gets the imported file's name and hash, and `imported`, the account of the import.
        Prices that the list misstates are noted in its army, and the rules then run again, because
        they compare prices. Errors that lines not understood may have caused become warnings.
        """
        done = self._copy_with_results(
            file=file, sha256=sha256, format=imported.format, imported=imported
        )
        known = done._results
        if known.reading is not None:
            known.reading = done._add_misstated_prices(known.reading)
        if imported.misstated:
            known.causes = None
        elif known.causes is not None:
            known.causes = done._soften_unread(known.causes)
        return done

    def copy_with_demands(self, demands: Demands) -> Position:
        """Return a copy with an event's `demands` in place of the old ones.

        The army and findings of this position are kept.
        """
        return self._copy_with_results(demands=demands)

    def _copy_with_results(self, **changes: Any) -> Position:
        """Return a copy with `changes`, with the army and findings worked out so far.

        `changes` are attributes by name; they must not change the roster or its date.
        """
        done = self._copy_with(**changes)
        done._results.reading, done._results.causes = self._results.reading, self._results.causes
        return done

    def _copy_with(self, **changes: Any) -> Position:
        """Return a copy of this position with the attributes in `changes` and no results yet."""
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
    """Return the findings that other players may see: all but those marked secret.

    Secret ones are about battle formations, which are a player's own until both players have
    declared them.
    """
    return [finding for finding in findings if not finding.secret]


# A key that only a file of ours of another kind has -> what it is.
_OTHERS = {"event": "event", "datasheets": "data", "warscrolls": "data", "games": "collection"}


def find_game_of_document(document: YamlDocument) -> Game:
    """Return the game that the document names under the key `system`.

    Raises Unreadable with one problem if the document is not a map, if it is another kind of our
    files (an event, data or a collection), or if `system` is missing, not a text or no known game.
    """
    if not isinstance(document.data, dict):
        raise Unreadable([document.make_problem("not_a_map")])
    for key, kind in _OTHERS.items():
        if key in document.data:
            args = {"path": quote_for_shell(document.file)}
            raise Unreadable([Problem(key=f"another_file.{kind}", args=args, file=document.file)])
    given = document.data.get("system")
    game_ids = list(SYSTEMS)
    if given is None:
        raise Unreadable([document.make_problem("no_system", known=game_ids)])
    if not isinstance(given, str):
        from listbuilder.yamlio.value_text import describe_kinds, describe_value

        types = {"given": describe_value(given), "allowed": describe_kinds(["text"])}
        raise Unreadable([document.make_problem("wrong_type", ("system",), **types)])
    if given not in SYSTEMS:
        near = find_nearest(given, game_ids, cutoff=0.4)
        names = {"given": given, "known": game_ids, "near": near}
        raise Unreadable([document.make_problem("unknown_system", ("system",), **names)])
    return get_game(given)
