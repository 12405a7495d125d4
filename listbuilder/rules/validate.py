"""The validation of a rule book against the checks, the game and its own names.

Every row names a check that the game's armies can take, with parameters that the check understands.

`data check` names every flaw. In a rule book of the user's own, what a flaw makes useless is left
out, and the rest holds.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple, get_type_hints

import msgspec
from msgspec.inspect import DictType, Metadata, StructType, UnionType, type_info

from listbuilder.games.game import Game
from listbuilder.i18n import messages
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.army import Army
from listbuilder.model.base import Path
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rulebook import Citation, Override, Rule, RuleBook
from listbuilder.rules.messages import NOTES, get_words_path
from listbuilder.rules.registry import CHECKS
from listbuilder.yamlio.convert import drop_own_keys
from listbuilder.yamlio.reader import YamlDocument

SCHEMA = "rules"
LEFT_OUT = "own_rules_left_out"
_LISTS = ("rules", "missions", "battle_sizes", "points_limits", "not_checked")


class Flaw(NamedTuple):
    """A problem of a rule book, and the part that cannot be used because of it.

    `drop` is the path of that part: () is the whole file, None means that everything can still be
    used.
    """

    problem: Problem
    drop: Path | None = None  # what of the file cannot be used because of it; () is all of it


class CheckTypes(NamedTuple):
    """The types of army and parameters that a check takes."""

    army: type[Army]
    params: type[Any]


@cache
def get_check_types(check: str) -> CheckTypes:
    """Return the classes of army and parameters that the check called `check` takes.

    They are read from the type annotations of its function, which mypy holds the function's body
    to.
    """
    hints = get_type_hints(CHECKS[check]().check)
    return CheckTypes(hints["army"], hints["params"])


def list_problems(document: YamlDocument, game: Game) -> list[Problem]:
    """Return everything that is wrong with the rule book in `document`, each problem once.

    `game` is the game that the rule book must be for. Empty if nothing is wrong.
    """
    return _list_distinct_problems(find_flaws(document, game))


def drop_unusable_parts(document: YamlDocument, game: Game) -> tuple[YamlDocument, list[Problem]]:
    """Return the rule book without the parts that can't be used, with the problems.

    The last problem sums up what was left out. If rules or parts of seasons were left out, a note
    under `not_checked` says so. A rule book whose parts can all be used is returned unchanged, with
    no problems. Raises Unreadable if the whole file is unusable, or if no rule is left.
    """
    blocking = [flaw for flaw in find_flaws(document, game) if flaw.drop is not None]
    parts = list(dict.fromkeys(flaw.drop for flaw in blocking if flaw.drop is not None))
    why = _list_distinct_problems(blocking)
    if not parts:
        return document, []
    if () in parts:
        raise Unreadable(why)
    data = _copy_without(document.data, parts)
    if not data["rules"]:
        raise Unreadable([*why, document.make_problem("data_law_empty", ("rules",))])
    if any(part[0] in ("rules", "seasons") for part in parts):
        data["not_checked"] = [*data.get("not_checked", ()), LEFT_OUT]
    named = [_name_part(document.data, part) for part in parts]
    summary = Problem(key=LEFT_OUT, args={"parts": named}, file=document.file)
    return msgspec.structs.replace(document, data=data), [*why, summary]


def _list_distinct_problems(flaws_found: Iterable[Flaw]) -> list[Problem]:
    """Return the problems of `flaws_found` in their order, without repetitions."""
    problems: list[Problem] = []
    problems.extend(flaw.problem for flaw in flaws_found if flaw.problem not in problems)
    return problems


def find_flaws(document: YamlDocument, game: Game) -> list[Flaw]:
    """Return the flaws of a rule book in the order of its lines.

    Wrong form (what the schema checks) is found first. Parts with the right form are then checked
    for what a schema can't see, such as unknown names. If the form makes the whole file unusable,
    only the flaws of form are returned.
    """
    result = list(_find_schema_flaws(document))
    dropped = [flaw.drop for flaw in result if flaw.drop is not None]
    if () in dropped:
        return result
    book = msgspec.convert(drop_own_keys(_copy_without(document.data, dropped)), RuleBook)
    result += _Validator(document, game, book, dropped).find_flaws()
    return sorted(result, key=lambda flaw: (flaw.problem.line or 0, flaw.problem.column or 0))


def _find_schema_flaws(document: YamlDocument) -> Iterator[Flaw]:
    """Yield the flaws that the schema finds; none if the data can be converted to a RuleBook.

    If the data can't be converted even without the flawed parts, more is wrong than the schema
    finds. A last flaw then says that the whole file is unusable.
    """
    if _find_conversion_error(document.data) is None:
        return
    from listbuilder.yamlio import schema_errors  # jsonschema: only where something is wrong

    schema_flaws = [
        Flaw(problem, _find_droppable_part(problem.path))
        for problem in schema_errors.find_schema_problems(document, SCHEMA)
    ]
    yield from schema_flaws
    rest = [flaw.drop for flaw in schema_flaws if flaw.drop is not None]
    reason = None if () in rest else _find_conversion_error(_copy_without(document.data, rest))
    if reason is not None:  # more is wrong than the schema names
        yield Flaw(
            schema_flaws[-1].problem
            if schema_flaws
            else document.make_problem("does_not_fit", reason=reason),
            (),
        )


def _find_conversion_error(data: Any) -> str | None:
    """Return why `data` can't be converted to a RuleBook, as a text, or None if it can."""
    try:
        msgspec.convert(drop_own_keys(data), RuleBook)
    except msgspec.ValidationError as error:
        return str(error)
    return None


def _find_droppable_part(path: Path) -> Path:
    """Return the path of the smallest part around `path` that can be left out of a rule book.

    Such parts are entries of its lists, a season's override or note, or a season. The result is ()
    for any other path: then the whole file is unusable.
    """
    match path:
        case ("seasons", _, "overrides", _, *_):
            return path[:4]
        case (str(key), _, *_) if key == "seasons" or key in _LISTS:
            return path[:2]
    return ()


def _copy_without(data: Any, parts: Iterable[Path]) -> Any:
    """Return a copy of `data` without the values at the paths in `parts`.

    Inner parts are removed before the parts that contain them, and later entries of a list before
    earlier ones, so that no path shifts.
    """
    left = copy.deepcopy(data)
    for part in sorted(
        set(parts),
        key=lambda part: (-len(part), [-step if isinstance(step, int) else 0 for step in part]),
    ):
        holder = left
        for key in part[:-1]:
            holder = holder[key]
        del holder[part[-1]]
    return left


def _name_part(data: Any, part: Path) -> str:
    """Return a name for the rule book's part at path `part` that its author will recognise.

    Examples: `40K-06 rule-of-three`, `2026-27`, `2026-27: AOS-15`, `battle_sizes 2`.
    """
    if part[0] == "seasons":
        inside = [
            data["seasons"][part[1]]["not_checked"][step] if isinstance(step, int) else step
            for step in part[3:]
        ]
        return ": ".join(str(name) for name in (part[1], *inside))
    row = data[part[0]][part[1]]
    if not isinstance(row, dict):
        return f"{part[0]}: {row}"
    keys = (str(row[key]) for key in ("code", "name", "id") if key in row)
    return " ".join(keys) or f"{part[0]} {int(part[1]) + 1}"


class _Validator:
    """The checks of a rule book that its schema can't make.

    `book` is the rule book made of `document` without the parts whose paths are in `dropped`.
    """

    def __init__(
        self, document: YamlDocument, game: Game, book: RuleBook, dropped: list[Path]
    ) -> None:
        """Hold the document, its game, the book made of it, and the paths dropped before.

        Also collects every rule code in the document.
        """
        self.document = document
        self.game = game
        self.book = book
        self.dropped = dropped
        self.known = _list_codes(document.data)

    def _list_paths(self, key: str) -> list[Path]:
        """Return the path in the file of each entry of the list `key` that was not dropped.

        They are in the same order as the entries of `book`.
        """
        places = range(len(self.document.data.get(key, ())))
        return [path for place in places if (path := (key, place)) not in self.dropped]

    def find_flaws(self) -> Iterator[Flaw]:
        """Yield every flaw: of the book as a whole, of each rule and of each season.

        A rule with the same code and name as an earlier rule is a flaw too. What a season changes
        in a rule is only checked if the rule itself has no flaw that drops it.
        """
        yield from self._check_book()
        seen: set[tuple[str, str]] = set()
        sound: list[Rule] = []
        for path, rule in zip(self._list_paths("rules"), self.book.rules, strict=True):
            rule_flaws = list(self._check_rule(rule, path))
            if (rule.code.casefold(), rule.name) in seen:
                rule_flaws.append(
                    Flaw(
                        self._make_error("data_rule_twice", path, code=rule.code, name=rule.name),
                        path,
                    )
                )
            seen.add((rule.code.casefold(), rule.name))
            if not any(flaw.drop for flaw in rule_flaws):
                sound.append(rule)
            yield from rule_flaws
        yield from self._check_seasons(sound)

    def _check_book(self) -> Iterator[Flaw]:
        """Yield the flaws of the book as a whole.

        They are about another game than expected, parts that the game needs and that are missing,
        notes, ids of battle sizes or missions given twice, and missions that name unknown battle
        sizes or have a wrong citation.
        """
        if self.book.system != self.game.id:
            yield Flaw(
                self._make_error(
                    "not_allowed", ("system",), given=self.book.system, allowed=[self.game.id]
                ),
                (),
            )
        for need in self.game.law_needs:
            if not getattr(self.book, need):
                yield Flaw(
                    self._make_error("data_law_needs", (need,), missing=need, game=self.book.name),
                    (),
                )
        yield from self._check_notes(self.book.not_checked, ("not_checked",))
        sizes = [size.id for size in self.book.battle_sizes]
        yield from self._check_duplicate_ids(sizes, "battle_sizes")
        yield from self._check_duplicate_ids(
            [mission.id for mission in self.book.missions], "missions"
        )
        for path, mission in zip(self._list_paths("missions"), self.book.missions, strict=True):
            for key, size_ids in (("sizes", mission.sizes), ("battlefield", mission.battlefield)):
                for size in size_ids:
                    if size not in sizes:
                        yield Flaw(
                            self._make_unknown_error("data_unknown_id", (*path, key), size, sizes)
                        )
            if mission.citation:
                yield from self._check_citation(mission.citation, (*path, "citation"))

    def _check_rule(self, rule: Rule, path: Path) -> Iterator[Flaw]:
        """Yield the flaws of a rule: its citations, check and parameters, and being never on.

        The check must exist and fit the game. A rule that is off and that no season switches on is
        only a warning.
        """
        yield from self._check_citation(rule.citation, (*path, "citation"))
        yield from self._check_finding_citations(rule.check, rule.cited, (*path, "cited"))
        if rule.check not in CHECKS:
            yield Flaw(
                self._make_unknown_error(
                    "data_unknown_check", (*path, "check"), rule.check, CHECKS
                ),
                path,
            )
        elif not issubclass(self.game.army, get_check_types(rule.check).army):
            args = {"given": rule.check, "game": self.book.name}
            yield Flaw(self._make_error("data_check_not_for_game", (*path, "check"), **args), path)
        else:
            yield from (
                Flaw(problem, path)
                for problem in self._check_params(rule.check, rule.params, (*path, "params"))
            )
        on_in_season = (season.overrides.get(rule.code) for season in self.book.seasons.values())
        if not rule.on and not any(override and override.on for override in on_in_season):
            yield Flaw(self._make_warning("data_rule_never_on", (*path, "on"), code=rule.code))

    def _check_params(self, check: str, params: dict[str, Any], path: Path) -> Iterator[Problem]:
        """Yield the problems of a check's parameters `params`, which stand at `path` in the file.

        If their form is wrong, only that is reported. Otherwise the names in them must stand for
        things that exist.
        """
        model = get_check_types(check).params
        try:
            value = msgspec.convert(params, model)
        except msgspec.ValidationError as error:
            from listbuilder.yamlio import schema_errors

            yield from schema_errors.find_part_problems(self.document, path, params, model) or [
                self._make_error("does_not_fit", path, reason=str(error))
            ]
            return
        info = type_info(model)
        assert isinstance(info, StructType)
        for field in info.fields:
            for kind, name, place in _find_names(
                field.type, getattr(value, field.name), (*path, field.encode_name)
            ):
                yield from self._check_name(kind, name, place, check)

    def _check_name(self, kind: str, given: str, place: Path, check: str) -> Iterator[Problem]:
        """Yield a problem if the name `given` stands for nothing that exists.

        `kind` is the kind of thing named, `place` the path in the file, `check` the check whose
        parameter it is.
        """
        key, allowed, args = self._list_allowed_names(kind, check)
        if given not in allowed:
            yield self._make_unknown_error(key, place, given, allowed, **args)

    def _list_allowed_names(self, kind: str, check: str) -> tuple[str, list[str], dict[str, str]]:
        """Return how to check a name in a parameter: problem key, allowed names, arguments.

        The key and the arguments are for the problem of an unknown name. `kind` is "finding" (a
        finding of the check), "battle_size" (a battle size of the rule book), or anything else for
        a key of the game's roster.
        """
        if kind == "finding":
            return "data_unknown_finding", _list_word_keys("findings", check), {"check": check}
        if kind == "battle_size":
            return (
                "data_unknown_size",
                [size.id for size in self.book.battle_sizes],
                {"game": self.book.name},
            )
        keys = [field.encode_name for field in msgspec.structs.fields(self.game.roster)]
        return "data_unknown_roster_key", keys, {"game": self.book.name}

    def _check_citation(self, citation: Citation, path: Path) -> Iterator[Flaw]:
        """Yield the flaws of a citation: unknown book, unknown term, pages in the wrong order.

        None of them drops a part: a citation is shown as it is written, so a wrong one makes no
        rule useless.
        """
        books = list(self.book.books)
        if citation.book not in books:
            yield Flaw(
                self._make_unknown_error(
                    "data_unknown_book", (*path, "book"), citation.book, books, known=books
                )
            )
        terms = messages.get_terms("en")
        game, dot, _ = citation.section.partition(".")
        if (
            dot
            and any(term.startswith(f"{game}.") for term in terms)
            and citation.section not in terms
        ):
            yield Flaw(
                self._make_unknown_error(
                    "data_unknown_term", (*path, "section"), citation.section, terms
                )
            )
        if citation.last_page is not None and citation.last_page < (
            citation.page or citation.last_page + 1
        ):
            args = {"last": citation.last_page, "first": citation.page or "-"}
            yield Flaw(self._make_error("data_pages_backwards", (*path, "last_page"), **args))

    def _check_finding_citations(
        self, check: str, cited: dict[str, Citation], path: Path
    ) -> Iterator[Flaw]:
        """Yield the flaws of the citations in `cited`, which a rule gives for single findings.

        A citation for a finding that the check does not have is a flaw too. If the check itself is
        unknown, only the citations are checked.
        """
        findings = _list_word_keys("findings", check) if check in CHECKS else list(cited)
        for key, citation in cited.items():
            if key not in findings:
                yield Flaw(
                    self._make_unknown_error(
                        "data_unknown_finding", (*path, key), key, findings, check=check
                    )
                )
            yield from self._check_citation(citation, (*path, key))

    def _check_seasons(self, sound: list[Rule]) -> Iterator[Flaw]:
        """Yield the flaws of every season: of its notes and of its overrides of rules.

        An override of an unknown rule code is a flaw. Overrides are checked in detail only for the
        rules in `sound`, which have no flaw that drops them.
        """
        for season_id, season in self.book.seasons.items():
            path: Path = ("seasons", season_id)
            yield from self._check_notes(season.not_checked, (*path, "not_checked"))
            for code, override in season.overrides.items():
                here = (*path, "overrides", code)
                if code not in self.known:
                    yield Flaw(
                        self._make_unknown_error("data_unknown_id", here, code, self.known), here
                    )
                for rule in sound:
                    if rule.code == code:
                        yield from self._check_override(rule, override, here)

    def _check_override(self, rule: Rule, override: Override, path: Path) -> Iterator[Flaw]:
        """Yield the flaws of what a season's `override` changes in `rule`.

        These are flaws of citations and of parameters.

        A changed parameter that the check's words do not explain is a warning. That warning is only
        given if the parameters are otherwise right.
        """
        if override.citation:
            yield from self._check_citation(override.citation, (*path, "citation"))
        yield from self._check_finding_citations(rule.check, override.cited, (*path, "cited"))
        changed = {**rule.params, **override.params}
        param_problems = list(self._check_params(rule.check, changed, (*path, "params")))
        yield from (Flaw(problem, path) for problem in param_problems)
        worded = _list_word_keys("params", rule.check)
        for name in () if param_problems else override.params:
            if name not in worded:
                args = {"given": name, "check": rule.check}
                yield Flaw(
                    self._make_warning("data_param_without_words", (*path, "params", name), **args)
                )

    def _check_notes(self, notes: Iterable[str], path: Path) -> Iterator[Flaw]:
        """Yield a flaw for each of `notes` that is not the key of a text in `notes.yaml`.

        `path` is where the notes stand in the file. A text with a placeholder is not allowed
        either: it speaks of a unit, so it can't be said of a rule book.
        """
        allowed = [
            key
            for key, text in messages.load_texts(NOTES, "en").items()
            if "{" not in text and key != LEFT_OUT
        ]
        for given in notes:
            if given not in allowed:
                here = (*path, _find_index(self.document.data, path, given))
                yield Flaw(
                    self._make_unknown_error(
                        "data_unknown_note", here, given, allowed, known=allowed
                    ),
                    here,
                )

    def _check_duplicate_ids(self, ids: list[str], key: str) -> Iterator[Flaw]:
        """Yield a flaw for each entry of the list `key` whose id an earlier entry has already.

        `ids` are the ids of that list's entries, in order.
        """
        for place, (path, entry_id) in enumerate(zip(self._list_paths(key), ids, strict=True)):
            if entry_id in ids[:place]:
                yield Flaw(self._make_error("data_id_twice", (*path, "id"), given=entry_id))

    def _make_error(self, key: str, path: Path, **args: Any) -> Problem:
        """Return the problem called `key` at `path`, with its line in the file.

        `args` are the words that fill its text.
        """
        return self.document.make_problem(key, path, **args)

    def _make_warning(self, key: str, path: Path, **args: Any) -> Problem:
        """Return the problem called `key` at `path`, as a warning.

        `args` are the words that fill its text.
        """
        return msgspec.structs.replace(
            self.document.make_problem(key, path, **args), severity="warning"
        )

    def _make_unknown_error(
        self, key: str, path: Path, given: str, choices: Iterable[str], **args: Any
    ) -> Problem:
        """Return the problem called `key`: `given` is unknown, with the nearest of `choices`.

        `path` is where the name stands; `args` are further words for the problem's text.
        """
        return self._make_error(key, path, given=given, near=find_nearest(given, choices), **args)


def _list_codes(data: Any) -> list[str]:
    """Return every rule code in the file, including those of rules that can't be used."""
    return [
        row["code"]
        for row in data["rules"]
        if isinstance(row, dict) and isinstance(row.get("code"), str)
    ]


def _list_word_keys(kind: str, check: str) -> list[str]:
    """Return the names that the words of `check` explain in the group `kind`.

    `kind` is "findings" or "params": the result is then the check's findings, or its explained
    parameters.
    """
    return [
        key.split(".")[1]
        for key in messages.load_texts(get_words_path(check), "en")
        if key.startswith(f"{kind}.")
    ]


def _find_index(data: Any, path: Path, given: str) -> int:
    """Return the index of the text `given` in the list of texts at `path`."""
    for key in path:
        data = data[key]
    return int(data.index(given))


def _find_names(kind: Any, value: Any, path: Path) -> Iterator[tuple[str, str, Path]]:
    """Yield (kind, name, path) for every text in a parameter's value that names something.

    `kind` is the type of the parameter `value`. The type's metadata says what kind of thing a text
    names. Unions and dictionaries, with their keys, are searched for such texts.
    """
    if isinstance(kind, Metadata) and kind.extra and "naming" in kind.extra:
        yield kind.extra["naming"], value, path
    elif isinstance(kind, UnionType) and isinstance(value, dict):
        for member in kind.types:
            yield from _find_names(member, value, path)
    elif isinstance(kind, DictType) and isinstance(value, dict):
        for key, inner in value.items():
            yield from _find_names(kind.key_type, key, (*path, key))
            yield from _find_names(kind.value_type, inner, (*path, key))
