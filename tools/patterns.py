"""`make lint`: no regular expression of listbuilder takes exponential or cubic time, whatever text it meets.

    python -m tools.patterns [--all]

Every pattern is caught as it is compiled: all modules are imported, and lists of every game are read, so that the patterns
built from YAML at run time are there too. A pattern that stands in the source and was never compiled is an error.

For each repetition of a pattern, texts are made that repeat what it repeats and then fail. A small matcher, which backtracks as
Python's does, counts its steps on them: once for a text, and once for one twice as long. Four times as many steps are
quadratic, which lines of 4,000 characters allow; more are refused. Nothing here depends on the clock.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import functools
import importlib
import io
import itertools
import json
import operator
import os
import pkgutil
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from pathlib import Path
from re import _constants as c  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from types import ModuleType
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "listbuilder"
SHORT, RATIO = (
    24,
    5.2,
)  # repetitions; how many times the steps may grow when they are doubled: 4 is quadratic, 8 cubic
MOST_STEPS = 250_000  # in which a text of `2 * SHORT` repetitions is done with, or never
MOST_PUMPS = 40  # texts for each repetition
TINY = 3  # repetitions of the first look: most texts are done in linear time, and a few repetitions show that
_SEARCHES = {"search", "sub", "subn", "finditer", "findall", "split"}
_CALLS = _SEARCHES | {"compile", "match", "fullmatch"}
_SAMPLES = "a1 A.,-x!(_\n\"'一"


class Found(NamedTuple):
    """A pattern, where it is compiled, and whether it is searched for at every place of a text."""

    text: str | bytes
    flags: int
    place: str
    searched: bool


class TooSlow(Exception):
    """More steps than any text needs that takes quadratic time."""


# --- which patterns there are ---


def patterns() -> list[Found]:
    """Return every pattern that listbuilder compiles. Raises SystemExit if one in the source was never compiled."""
    caught: dict[tuple[str, int], set[tuple[str | bytes, int]]] = {}
    real = re._compile  # type: ignore[attr-defined]

    def catching(pattern: Any, flags: int) -> Any:
        made = real(pattern, flags)
        frame = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename.endswith(("/re/__init__.py",)):
            frame = frame.f_back  # type: ignore[assignment]
        if frame is not None and frame.f_code.co_filename.startswith(str(PACKAGE)):
            caught.setdefault((frame.f_code.co_filename, frame.f_lineno), set()).add(
                (made.pattern, made.flags)
            )
        return made

    re._compile = catching  # type: ignore[attr-defined]
    try:
        _load_everything()
    finally:
        re._compile = real  # type: ignore[attr-defined]
    calls = list(_calls())
    searched = _searched_names()
    found = []
    missing = []
    for place, first, last, name, method, written in calls:
        here = {
            each
            for (file, line), texts in caught.items()
            if file == place and first <= line <= last
            for each in texts
        }
        here |= written
        if not here:
            missing.append(
                f"{Path(place).relative_to(ROOT)}:{first}: never compiled here; read a list that needs it"
            )
        at = f"{Path(place).relative_to(ROOT)}:{first}"
        is_searched = method in _SEARCHES or (
            method == "compile" and (not name or name in searched)
        )
        found += [Found(text, flags, at, is_searched) for text, flags in sorted(here, key=str)]
    for file in sorted((ROOT / "schemas").glob("*.json")):
        for text in _of_schema(json.loads(file.read_text(encoding="utf-8"))):
            found.append(Found(text, re.UNICODE, f"schemas/{file.name}", True))
    if missing:
        raise SystemExit("\n".join(missing))
    return _once(found)


def _once(found: list[Found]) -> list[Found]:
    """Return each pattern once, under the first place that compiles it; as searched for, if it is at any place."""
    kept: dict[tuple[str | bytes, int], Found] = {}
    for each in found:
        before = kept.get((each.text, each.flags))
        kept[each.text, each.flags] = (
            each if before is None or (each.searched and not before.searched) else before
        )
    return list(kept.values())


def _of_schema(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("pattern"), str):
            yield schema["pattern"]
        yield from (
            schema.get("patternProperties", {})
            if isinstance(schema.get("patternProperties"), dict)
            else ()
        )
        for value in schema.values():
            yield from _of_schema(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _of_schema(value)


def _calls() -> Iterator[tuple[str, int, int, str, str, set[tuple[str | bytes, int]]]]:
    """Give each call of `re` in the sources.

    File, first and last line, the name it is assigned to or the function that returns it, the function of `re`, and the
    pattern if it is written out there.
    """
    for file in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names: dict[int, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                names |= {id(each): node.targets[0].id for each in ast.walk(node.value)}
            elif isinstance(
                node, ast.FunctionDef
            ):  # a pattern that is returned is known by the function's name
                returned = [
                    each.value
                    for each in ast.walk(node)
                    if isinstance(each, ast.Return) and each.value is not None
                ]
                names |= {id(each): node.name for value in returned for each in ast.walk(value)}
        for node in ast.walk(tree):
            if not (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in _CALLS
            ):
                continue
            if isinstance(node.func.value, ast.Name) and node.func.value.id == "re":
                last = node.end_lineno or node.lineno
                yield (
                    str(file),
                    node.lineno,
                    last,
                    names.get(id(node), ""),
                    node.func.attr,
                    set(_written_out(node, file)),
                )


def _written_out(call: ast.Call, file: Path) -> Iterator[tuple[str | bytes, int]]:
    """Yield each pattern that the `call` of `re` in `file` names in full or by a constant, with its flags."""
    arguments = [*call.args[1:], *(keyword.value for keyword in call.keywords)]
    words = [
        node.attr
        for value in arguments
        for node in ast.walk(value)
        if isinstance(node, ast.Attribute)
    ]
    flags = [int(re.RegexFlag[word]) for word in words if word in re.RegexFlag.__members__]
    name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
    module = importlib.import_module(name.removesuffix(".__init__"))
    for text in _find_texts(call.args[0], module):
        made = re.compile(text, functools.reduce(operator.or_, flags, 0))
        yield made.pattern, made.flags


def _find_texts(node: ast.expr, module: ModuleType) -> list[str | bytes]:
    """Return the texts that `node` of `module` stands for; none if that isn't known before it runs.

    It is a text, a constant of the module or of one it imports, or one of two of these.
    """
    if isinstance(node, ast.IfExp):
        return [*_find_texts(node.body, module), *_find_texts(node.orelse, module)]
    value: object = None
    if isinstance(node, ast.Constant):
        value = node.value
    elif isinstance(node, ast.Name):
        value = getattr(module, node.id, None)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        value = getattr(getattr(module, node.value.id, None), node.attr, None)
    return [value] if isinstance(value, (str, bytes)) else []


def _searched_names() -> set[str]:
    """Return the names of patterns that some place searches a text for, rather than matching it from its beginning."""
    found = set()
    for file in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in _SEARCHES:
                owner = node.value.func if isinstance(node.value, ast.Call) else node.value
                if isinstance(owner, (ast.Name, ast.Attribute)):
                    found.add(owner.id if isinstance(owner, ast.Name) else owner.attr)
            elif isinstance(node, ast.For) and isinstance(node.iter, ast.Name):
                found.add(node.iter.id)  # one of several patterns
    return found


def _load_everything() -> None:
    """Import all modules, and run the commands on lists of every game and form."""
    for module in pkgutil.walk_packages([str(PACKAGE)], "listbuilder."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    from listbuilder.cli.main import run

    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(LISTBUILDER_STATE=f"{folder}/state", XDG_DATA_HOME=f"{folder}/home")
        for words in _commands(Path(folder)):
            quiet = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
            with (
                contextlib.redirect_stdout(quiet),
                contextlib.redirect_stderr(quiet),
                contextlib.suppress(SystemExit),
            ):
                run(words)
        _read_cards()
        _read_sources()
        from listbuilder.data.library import Library
        from listbuilder.event import guess_faction

        guess_faction.guess_faction(
            b"", Library()
        )  # by `event` only where there are more lists than one process judges


def _read_cards() -> None:
    """Read the cards of the tests: the phrases for their sentences are compiled as they are needed."""
    from listbuilder.update.read.option_sentences import read_unit_fields
    from listbuilder.update.tree import Place
    from listbuilder.yamlio import reader

    file = ROOT / "tests" / "update" / "option_sentences.yaml"
    for case in reader.read_yaml(file.read_bytes(), str(file)).data:
        read_unit_fields(
            case["composition"], case.get("loadout", ""), case.get("wargear", []), Place("")
        )


def _read_sources() -> None:
    """Read every source of the tests as one of every game: the readers of `data update`."""
    from listbuilder.model.problem import Unreadable
    from listbuilder.update.fields import list_games
    from listbuilder.update.run import read_source

    sources = ROOT / "tests" / "update" / "sources"
    for path in sorted([*sources.glob("*"), *sources.glob("*/*")]):
        for system in list_games():
            with contextlib.suppress(Unreadable):
                read_source(path, system)


def _commands(folder: Path) -> Iterator[list[str]]:
    from tests.formats.read import one_list_per_format

    texts = folder / "texts"
    texts.mkdir()
    for name, text in vars(one_list_per_format).items():
        if name.isupper() and isinstance(text, str):
            (texts / f"{name}.txt").write_text(text, encoding="utf-8")
    for text in sorted(texts.iterdir()):
        yield [
            "check",
            str(text),
            "--lang",
            "ja",
        ]  # alone: of several, each is read by another process
    roster = str(sorted((ROOT / "examples").glob("*/illegal/*.yaml"))[0])
    yield ["show", roster, "--lang", "ja"]
    yield ["fix", roster]
    yield ["event", str(texts), "-o", str(folder / "event")]


# --- a matcher that counts its steps ---


class Counted:
    """Matches as `re` does, and counts how often it looks at a character or takes a choice back."""

    def __init__(self, text: str, flags: int) -> None:
        self.text, self.steps = text, 0
        self.caseless = bool(flags & re.IGNORECASE)
        self.groups: dict[int, tuple[int, int]] = {}

    def _step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooSlow

    def ends(self, items: list[Any], place: int, at: int = 0) -> Iterator[int]:
        """Give every place where items[at:] may end, in the order of `re`."""
        if at == len(items):
            yield place
            return
        op, arg = items[at]
        for end in self._one(op, arg, place):
            yield from self.ends(items, end, at + 1)

    def _one(self, op: Any, arg: Any, place: int) -> Iterator[int]:
        self._step()
        if op in (c.LITERAL, c.NOT_LITERAL, c.ANY, c.IN):
            if place < len(self.text) and accepts(op, arg, self.text[place], self.caseless):
                yield place + 1
        elif op is c.BRANCH:
            for branch in arg[1]:
                yield from self.ends(list(branch), place)
        elif op is c.SUBPATTERN:
            for end in self.ends(list(arg[3]), place):
                if arg[0] is not None:
                    self.groups[arg[0]] = (place, end)
                yield end
        elif op in (c.MAX_REPEAT, c.MIN_REPEAT):
            yield from self._repeat(op is c.MAX_REPEAT, arg, place, 0)
        elif op in (POSSESSIVE, ATOMIC):
            body = (
                self._repeat(True, arg, place, 0)
                if op is POSSESSIVE
                else self.ends(list(arg), place)
            )
            yield from itertools.islice(body, 1)
        elif op in (c.ASSERT, c.ASSERT_NOT):
            start = place if arg[0] > 0 else place - _width(arg[1])
            holds = start >= 0 and any(True for _ in self.ends(list(arg[1]), start))
            if holds is (op is c.ASSERT):
                yield place
        elif op is c.GROUPREF:
            start, end = self.groups.get(arg, (0, 0))
            if self.text.startswith(self.text[start:end], place):
                yield place + end - start
        elif op is c.GROUPREF_EXISTS:
            yield from self.ends(list((arg[1] if arg[0] in self.groups else arg[2]) or []), place)
        elif op is c.AT:
            if self._at(arg, place):
                yield place
        else:
            raise NotImplementedError(str(op))

    def _at(self, what: Any, place: int) -> bool:
        if what in (c.AT_BEGINNING, c.AT_BEGINNING_STRING):
            return place == 0 or self.text[place - 1] == "\n"
        if what in (c.AT_END, c.AT_END_STRING):
            return place == len(self.text) or self.text[place] == "\n"
        return (self._is_word(place - 1) != self._is_word(place)) is (what is c.AT_BOUNDARY)

    def _is_word(self, place: int) -> bool:
        return 0 <= place < len(self.text) and (
            self.text[place].isalnum() or self.text[place] == "_"
        )

    def _repeat(self, greedy: bool, arg: Any, place: int, done: int) -> Iterator[int]:
        least, most, body = arg
        self._step()
        if not greedy and done >= least:
            yield place
        if most is c.MAXREPEAT or done < most:
            for end in self.ends(list(body), place):
                if end > place or done < least:
                    yield from self._repeat(greedy, arg, end, done + 1)
        if greedy and done >= least:
            yield place


POSSESSIVE = getattr(c, "POSSESSIVE_REPEAT", None)
ATOMIC = getattr(c, "ATOMIC_GROUP", None)
REPEATS = (c.MAX_REPEAT, c.MIN_REPEAT, POSSESSIVE)
_CATEGORIES: dict[Any, Callable[[str], bool]] = {
    c.CATEGORY_DIGIT: str.isdecimal,
    c.CATEGORY_SPACE: str.isspace,
    c.CATEGORY_WORD: lambda each: each.isalnum() or each == "_",
}
_NOT = {
    c.CATEGORY_NOT_DIGIT: c.CATEGORY_DIGIT,
    c.CATEGORY_NOT_SPACE: c.CATEGORY_SPACE,
    c.CATEGORY_NOT_WORD: c.CATEGORY_WORD,
}


def accepts(op: Any, arg: Any, letter: str, caseless: bool) -> bool:
    """Return whether one item of a pattern accepts a character."""
    cases = {letter, letter.lower(), letter.upper()} if caseless else {letter}
    if op is c.LITERAL:
        return chr(arg) in cases
    if op is c.NOT_LITERAL:
        return chr(arg) not in cases
    if op is c.ANY:
        return letter != "\n"
    negated = bool(arg) and arg[0][0] is c.NEGATE
    return (
        any(_in(what, of, case) for what, of in arg for case in cases if len(case) == 1)
        is not negated
    )


def _in(op: Any, arg: Any, letter: str) -> bool:
    if op is c.LITERAL:
        return chr(arg) == letter
    if op is c.RANGE:
        return bool(arg[0] <= ord(letter) <= arg[1])
    if op is c.CATEGORY:
        return not _CATEGORIES[_NOT[arg]](letter) if arg in _NOT else _CATEGORIES[arg](letter)
    return False  # the sign of a negated set


def _width(items: Any) -> int:
    return int(items.getwidth()[0])


# --- texts to try ---


def example(items: list[Any], samples: str, caseless: bool) -> str:
    """Return a short text that the items accept, as far as that can be said without trying."""
    made = ""
    for op, arg in items:
        if op in (c.LITERAL, c.NOT_LITERAL, c.ANY, c.IN):
            made += next((each for each in samples if accepts(op, arg, each, caseless)), "")
        elif op is c.BRANCH:
            made += example(list(arg[1][0]), samples, caseless)
        elif op is c.SUBPATTERN:
            made += example(list(arg[3]), samples, caseless)
        elif op in REPEATS:
            made += example(list(arg[2]), samples, caseless) * arg[0]
        elif op is ATOMIC:
            made += example(list(arg), samples, caseless)
    return made


def repeats(items: list[Any], before: list[Any]) -> Iterator[tuple[list[Any], Any]]:
    """Give each repetition of `SHORT` times and more, with what comes before it."""
    for place, (op, arg) in enumerate(items):
        ahead = [*before, *items[:place]]
        if op in REPEATS and (arg[1] is c.MAXREPEAT or arg[1] >= SHORT):
            yield ahead, arg
        for each in parts(op, arg):
            yield from repeats(each, ahead)


def parts(op: Any, arg: Any) -> list[list[Any]]:
    """Return the patterns inside of an item."""
    if op is c.BRANCH:
        return [list(each) for each in arg[1]]
    if op is c.SUBPATTERN:
        return [list(arg[3])]
    if op in REPEATS:
        return [list(arg[2])]
    if op in (c.ASSERT, c.ASSERT_NOT):
        return [list(arg[1])]
    if op is c.GROUPREF_EXISTS:
        return [list(each) for each in arg[1:] if each]
    return [list(arg)] if op is ATOMIC else []


def letters(items: Any) -> Iterator[str]:
    """Give the characters that a pattern speaks of."""
    for op, arg in items:
        if op in (c.LITERAL, c.NOT_LITERAL):
            yield chr(arg)
        elif op is c.RANGE:
            yield chr(arg[0])
        for each in [arg] if op is c.IN else parts(op, arg):
            yield from letters(each)


def slow_text(found: Found) -> str:
    """Return what makes a pattern slow, as a repeated text; empty if nothing was found."""
    text = found.text.decode("latin-1") if isinstance(found.text, bytes) else found.text
    tree = list(parser.parse(text, found.flags & ~re.DEBUG))
    caseless = bool(found.flags & re.IGNORECASE)
    samples = "".join(dict.fromkeys([*itertools.islice(letters(tree), 24), *_SAMPLES]))
    for before, arg in repeats(tree, []):
        prefix = example(before, samples, caseless)
        own = [each for each in samples if _starts(list(arg[2]), each, found.flags)]
        pairs = map("".join, itertools.product(own, samples))
        pumps = dict.fromkeys([example(list(arg[2]), samples, caseless) or "a", *own, *pairs])
        for pump in itertools.islice(pumps, MOST_PUMPS):
            for end in ("\0", ""):
                if grows(tree, found, prefix, pump, end):
                    return f"{prefix!r} + {pump!r} * n + {end!r}"
    return ""


def _starts(body: list[Any], letter: str, flags: int) -> bool:
    return any(end for end in Counted(letter * 3, flags).ends(body, 0))


def grows(tree: list[Any], found: Found, prefix: str, pump: str, end: str) -> bool:
    """Return whether the steps grow faster than quadratically with the number of pumps."""
    if _is_linear(tree, found, prefix, pump, end):
        return False
    few, many = (steps(tree, found, prefix + pump * times + end) for times in (SHORT, 2 * SHORT))
    return many is None or few is None or (many > 2000 and many > few * RATIO)


def _is_linear(tree: list[Any], found: Found, prefix: str, pump: str, end: str) -> bool:
    """Return whether few repetitions already show that twice as many take at most about twice the steps."""
    counts = [
        steps(tree, found, prefix + pump * times + end) for times in (TINY, 2 * TINY, 4 * TINY)
    ]
    if counts[0] is None or counts[1] is None or counts[2] is None:
        return False
    first, second = counts[1] - counts[0], counts[2] - counts[1]
    return second <= 2.5 * first


def steps(tree: list[Any], found: Found, text: str) -> int | None:
    """Return how many steps the pattern takes on the text, whole or searched for; None if there are too many."""
    counted = Counted(text, found.flags)
    try:
        for start in range(len(text) + 1) if found.searched else (0,):
            for end in counted.ends(tree, start):
                if found.searched or end == len(text):
                    break
    except TooSlow:
        return None
    return counted.steps


def main() -> int:
    arguments = argparse.ArgumentParser(prog="python -m tools.patterns")
    arguments.add_argument(
        "--all", action="store_true", help="name each pattern that was looked at"
    )
    args = arguments.parse_args()
    sys.setrecursionlimit(20_000)
    found = patterns()
    slow = 0
    with get_context("fork").Pool(os.cpu_count()) as pool:
        for each, text in zip(found, pool.imap(slow_text, found, chunksize=1), strict=True):
            shown = each.text[:120]
            if args.all:
                print(f"{each.place}: {shown!r}")
            if text:
                slow += 1
                print(f"{each.place}: {shown!r} takes more than quadratic time on {text}")
    print(f"{len(found)} patterns: {slow} slow")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
