"""Is a law sound? Every row names a check that this game's armies can take, with parameters that the check understands.

`data check` names every flaw. Of a law of the user's own, what a flaw makes useless is left out, and the rest holds.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, get_type_hints

import msgspec
from msgspec.inspect import DictType, Metadata, StructType, UnionType, type_info

from listbuilder.games.base import Game
from listbuilder.law.catalog import CHECKS
from listbuilder.law.words import NOTES, words_file
from listbuilder.model.army import Army
from listbuilder.model.base import Path
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rule import Citation, Override, Rule, RuleBook
from listbuilder.store import words
from listbuilder.store.convert import without_own_keys
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document

SCHEMA = "rules"
LEFT_OUT = "own_rules_left_out"
_LISTS = ("rules", "missions", "battle_sizes", "points_limits", "not_checked")


class Flaw(NamedTuple):
    problem: Problem
    drop: Path | None = None  # what of the file cannot be used because of it; () is all of it


class Declared(NamedTuple):
    army: type[Army]
    params: type[Any]


@cache
def declared(check: str) -> Declared:
    """What a check takes, by the annotations of its function: the ones that mypy holds its body to."""
    hints = get_type_hints(import_module(CHECKS[check]).check)
    return Declared(hints["army"], hints["params"])


def problems(document: Document, game: Game) -> list[Problem]:
    """Everything wrong with a law."""
    return _each_once(flaws(document, game))


def usable(document: Document, game: Game) -> tuple[Document, list[Problem]]:
    """A law without what cannot be used of it, and why. Raises Unreadable where nothing can."""
    found = [flaw for flaw in flaws(document, game) if flaw.drop is not None]
    parts = list(dict.fromkeys(flaw.drop for flaw in found if flaw.drop is not None))
    why = _each_once(found)
    if not parts:
        return document, []
    if () in parts:
        raise Unreadable(why)
    data = _without(document.data, parts)
    if not data["rules"]:
        raise Unreadable([*why, document.problem("data_law_empty", ("rules",))])
    if any(part[0] in ("rules", "seasons") for part in parts):
        data["not_checked"] = [*data.get("not_checked", ()), LEFT_OUT]
    named = [_called(document.data, part) for part in parts]
    summary = Problem(key=LEFT_OUT, args={"parts": named}, file=document.file)
    return msgspec.structs.replace(document, data=data), [*why, summary]


def _each_once(found: Iterable[Flaw]) -> list[Problem]:
    problems: list[Problem] = []
    problems.extend(flaw.problem for flaw in found if flaw.problem not in problems)
    return problems


def flaws(document: Document, game: Game) -> list[Flaw]:
    """First of the form, then of what the form cannot see in the parts whose form is right."""
    found = list(_form(document))
    dropped = [flaw.drop for flaw in found if flaw.drop is not None]
    if () in dropped:
        return found
    book = msgspec.convert(without_own_keys(_without(document.data, dropped)), RuleBook)
    found += _Validator(document, game, book, dropped).all()
    return sorted(found, key=lambda flaw: (flaw.problem.line or 0, flaw.problem.column or 0))


def _form(document: Document) -> Iterator[Flaw]:
    """What the schema says, where the model cannot be made at once."""
    if _misfit(document.data) is None:
        return
    from listbuilder.store import schema  # jsonschema: only where something is wrong

    found = [Flaw(problem, _part(problem.path)) for problem in schema.problems(document, SCHEMA)]
    yield from found
    rest = [flaw.drop for flaw in found if flaw.drop is not None]
    reason = None if () in rest else _misfit(_without(document.data, rest))
    if reason is not None:  # more is wrong than the schema names
        yield Flaw(found[-1].problem if found else document.problem("does_not_fit", reason=reason), ())


def _misfit(data: Any) -> str | None:
    """Why the model cannot be made of the data, if it cannot."""
    try:
        msgspec.convert(without_own_keys(data), RuleBook)
    except msgspec.ValidationError as error:
        return str(error)
    return None


def _part(path: Path) -> Path:
    """The smallest part of a law around `path` that it can do without."""
    match path:
        case ("seasons", _, "overrides", _, *_):
            return path[:4]
        case (str(key), _, *_) if key == "seasons" or key in _LISTS:
            return path[:2]
    return ()


def _without(data: Any, parts: Iterable[Path]) -> Any:
    """A copy of the data that lacks these parts; of a list the later ones go first, and what is in others before them."""
    left = copy.deepcopy(data)
    for part in sorted(set(parts), key=lambda part: (-len(part), [-each if isinstance(each, int) else 0 for each in part])):
        holder = left
        for each in part[:-1]:
            holder = holder[each]
        del holder[part[-1]]
    return left


def _called(data: Any, part: Path) -> str:
    """What a player would call a part: 40K-06 rule-of-three, 2026-27, 2026-27: AOS-15, battle_sizes 2."""
    if part[0] == "seasons":
        inside = [data["seasons"][part[1]]["not_checked"][each] if isinstance(each, int) else each for each in part[3:]]
        return ": ".join(str(each) for each in (part[1], *inside))
    row = data[part[0]][part[1]]
    if not isinstance(row, dict):
        return f"{part[0]}: {row}"
    keys = (str(row[key]) for key in ("code", "name", "id") if key in row)
    return " ".join(keys) or f"{part[0]} {int(part[1]) + 1}"


class _Validator:
    """What the schema of a law cannot see, in a book that lacks what was dropped from the document."""

    def __init__(self, document: Document, game: Game, book: RuleBook, dropped: list[Path]) -> None:
        self.document = document
        self.game = game
        self.book = book
        self.dropped = dropped
        self.known = _codes(document.data)

    def _paths(self, key: str) -> list[Path]:
        """Where in the file each entry of a list of the book stands."""
        places = range(len(self.document.data.get(key, ())))
        return [path for place in places if (path := (key, place)) not in self.dropped]

    def all(self) -> Iterator[Flaw]:
        yield from self._whole()
        seen: set[tuple[str, str]] = set()
        sound: list[Rule] = []
        for path, rule in zip(self._paths("rules"), self.book.rules, strict=True):
            found = list(self._row(rule, path))
            if (rule.code.casefold(), rule.name) in seen:
                found.append(Flaw(self._error("data_rule_twice", path, code=rule.code, name=rule.name), path))
            seen.add((rule.code.casefold(), rule.name))
            if not any(flaw.drop for flaw in found):
                sound.append(rule)
            yield from found
        yield from self._seasons(sound)

    def _whole(self) -> Iterator[Flaw]:
        if self.book.system != self.game.id:
            yield Flaw(self._error("not_allowed", ("system",), given=self.book.system, allowed=[self.game.id]), ())
        for need in self.game.law_needs:
            if not getattr(self.book, need):
                yield Flaw(self._error("data_law_needs", (need,), missing=need, game=self.book.name), ())
        yield from self._notes(self.book.not_checked, ("not_checked",))
        sizes = [size.id for size in self.book.battle_sizes]
        yield from self._twice(sizes, "battle_sizes")
        yield from self._twice([mission.id for mission in self.book.missions], "missions")
        for path, mission in zip(self._paths("missions"), self.book.missions, strict=True):
            for key, named in (("sizes", mission.sizes), ("battlefield", mission.battlefield)):
                for size in named:
                    if size not in sizes:
                        yield Flaw(self._unknown("data_unknown_id", (*path, key), size, sizes))
            if mission.citation:
                yield from self._citation(mission.citation, (*path, "citation"))

    def _row(self, rule: Rule, path: Path) -> Iterator[Flaw]:
        yield from self._citation(rule.citation, (*path, "citation"))
        yield from self._cited(rule.check, rule.cited, (*path, "cited"))
        if rule.check not in CHECKS:
            yield Flaw(self._unknown("data_unknown_check", (*path, "check"), rule.check, CHECKS), path)
        elif not issubclass(self.game.army, declared(rule.check).army):
            args = {"given": rule.check, "game": self.book.name}
            yield Flaw(self._error("data_check_not_for_game", (*path, "check"), **args), path)
        else:
            yield from (Flaw(problem, path) for problem in self._params(rule.check, rule.params, (*path, "params")))
        on_in_season = (season.overrides.get(rule.code) for season in self.book.seasons.values())
        if not rule.on and not any(override and override.on for override in on_in_season):
            yield Flaw(self._warning("data_rule_never_on", (*path, "on"), code=rule.code))

    def _params(self, check: str, params: dict[str, Any], path: Path) -> Iterator[Problem]:
        model = declared(check).params
        try:
            value = msgspec.convert(params, model)
        except msgspec.ValidationError as error:
            from listbuilder.store import schema

            yield from schema.part_problems(self.document, path, params, model) or [
                self._error("does_not_fit", path, reason=str(error))
            ]
            return
        info = type_info(model)
        assert isinstance(info, StructType)
        for field in info.fields:
            for what, given, where in _names(field.type, getattr(value, field.name), (*path, field.encode_name)):
                yield from self._name(what, given, where, check)

    def _name(self, what: str, given: str, where: Path, check: str) -> Iterator[Problem]:
        key, known, args = self._names_of(what, check)
        if given not in known:
            yield self._unknown(key, where, given, known, **args)

    def _names_of(self, what: str, check: str) -> tuple[str, list[str], dict[str, str]]:
        if what == "finding":
            return "data_unknown_finding", _keys_of("findings", check), {"check": check}
        if what == "battle_size":
            return "data_unknown_size", [size.id for size in self.book.battle_sizes], {"game": self.book.name}
        keys = [field.encode_name for field in msgspec.structs.fields(self.game.roster)]
        return "data_unknown_roster_key", keys, {"game": self.book.name}

    def _citation(self, citation: Citation, path: Path) -> Iterator[Flaw]:
        """It is shown as it stands: what is wrong with it makes no rule useless."""
        books = list(self.book.books)
        if citation.book not in books:
            yield Flaw(self._unknown("data_unknown_book", (*path, "book"), citation.book, books, known=books))
        terms = words.terms("en")
        game, dot, _ = citation.section.partition(".")
        if dot and any(term.startswith(f"{game}.") for term in terms) and citation.section not in terms:
            yield Flaw(self._unknown("data_unknown_term", (*path, "section"), citation.section, terms))
        if citation.last_page is not None and citation.last_page < (citation.page or citation.last_page + 1):
            args = {"last": citation.last_page, "first": citation.page or "-"}
            yield Flaw(self._error("data_pages_backwards", (*path, "last_page"), **args))

    def _cited(self, check: str, cited: dict[str, Citation], path: Path) -> Iterator[Flaw]:
        known = _keys_of("findings", check) if check in CHECKS else list(cited)
        for key, citation in cited.items():
            if key not in known:
                yield Flaw(self._unknown("data_unknown_finding", (*path, key), key, known, check=check))
            yield from self._citation(citation, (*path, key))

    def _seasons(self, sound: list[Rule]) -> Iterator[Flaw]:
        for season_id, season in self.book.seasons.items():
            path: Path = ("seasons", season_id)
            yield from self._notes(season.not_checked, (*path, "not_checked"))
            for code, override in season.overrides.items():
                here = (*path, "overrides", code)
                if code not in self.known:
                    yield Flaw(self._unknown("data_unknown_id", here, code, self.known), here)
                for rule in sound:
                    if rule.code == code:
                        yield from self._override(rule, override, here)

    def _override(self, rule: Rule, override: Override, path: Path) -> Iterator[Flaw]:
        if override.citation:
            yield from self._citation(override.citation, (*path, "citation"))
        yield from self._cited(rule.check, override.cited, (*path, "cited"))
        changed = {**rule.params, **override.params}
        found = list(self._params(rule.check, changed, (*path, "params")))
        yield from (Flaw(problem, path) for problem in found)
        explained = _keys_of("params", rule.check)
        for name in () if found else override.params:
            if name not in explained:
                args = {"given": name, "check": rule.check}
                yield Flaw(self._warning("data_param_without_words", (*path, "params", name), **args))

    def _notes(self, notes: Iterable[str], path: Path) -> Iterator[Flaw]:
        """Those of the file's own, wherever in the file they are: what says nothing of a unit can be said of a law."""
        known = [key for key, text in words.table(NOTES, "en").items() if "{" not in text and key != LEFT_OUT]
        for given in notes:
            if given not in known:
                here = (*path, _place(self.document.data, path, given))
                yield Flaw(self._unknown("data_unknown_note", here, given, known, known=known), here)

    def _twice(self, ids: list[str], key: str) -> Iterator[Flaw]:
        for place, (path, each) in enumerate(zip(self._paths(key), ids, strict=True)):
            if each in ids[:place]:
                yield Flaw(self._error("data_id_twice", (*path, "id"), given=each))

    def _error(self, key: str, path: Path, **args: Any) -> Problem:
        return self.document.problem(key, path, **args)

    def _warning(self, key: str, path: Path, **args: Any) -> Problem:
        return msgspec.structs.replace(self.document.problem(key, path, **args), severity="warning")

    def _unknown(self, key: str, path: Path, given: str, choices: Iterable[str], **args: Any) -> Problem:
        return self._error(key, path, given=given, near=nearest(given, choices), **args)


def _codes(data: Any) -> list[str]:
    """Every code of the file, of rows that cannot be read too."""
    return [row["code"] for row in data["rules"] if isinstance(row, dict) and isinstance(row.get("code"), str)]


def _keys_of(kind: str, check: str) -> list[str]:
    """`findings` or `params` in the words of a check."""
    return [key.split(".")[1] for key in words.table(words_file(check), "en") if key.startswith(f"{kind}.")]


def _place(data: Any, path: Path, given: str) -> int:
    """Where a word stands in a list of words."""
    for each in path:
        data = data[each]
    return int(data.index(given))


def _names(kind: Any, value: Any, path: Path) -> Iterator[tuple[str, str, Path]]:
    """Every text of a parameter that names something, with what it names and where it stands."""
    if isinstance(kind, Metadata) and kind.extra and "naming" in kind.extra:
        yield kind.extra["naming"], value, path
    elif isinstance(kind, UnionType) and isinstance(value, dict):
        for each in kind.types:
            yield from _names(each, value, path)
    elif isinstance(kind, DictType) and isinstance(value, dict):
        for key, inner in value.items():
            yield from _names(kind.key_type, key, (*path, key))
            yield from _names(kind.value_type, inner, (*path, key))
