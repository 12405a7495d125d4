"""Saves rosters: comments, key order and unknown x- keys stay, and nothing is rewritten that did not change.

A text is never believed: it is read back, and where it does not say what the roster holds, the next way to write it is
taken. The last one writes anew from plain data, and that is said.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.model.edit import Edit, Step
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import atomic, reader
from listbuilder.store.layout import Layout
from listbuilder.store.scalars import dash_offset
from listbuilder.store.syntax import own, same

_BOM = b"\xef\xbb\xbf"


class Written(msgspec.Struct, frozen=True):
    """What to save; `anew` if the player's own layout could not be kept."""

    raw: bytes
    anew: bool = False


class Manuscript:
    """The text of a roster as its owner wrote it, and the data that edits change."""

    def __init__(self, raw: bytes) -> None:
        self._original = raw
        self._text = raw.decode("utf-8-sig")
        self.data: Any = own(reader.read_text(raw, "").data)
        self._layout = Layout(self._text, self.data)
        self._edits: list[Edit] = []

    def apply(self, edit: Edit) -> Edit:
        """Change the data; returns the edit that takes it back."""
        self._edits.append(edit)
        known = self._layout.stays
        put = Edit(tuple(Step(step.op, step.path, step.value if known(step.value) else own(step.value)) for step in edit.steps))
        back = put.apply(self.data)
        gone = [step.value for step in back.steps if known(step.value)]
        return self._moved(gone, put, back) if gone else back

    def _moved(self, gone: list[Any], put: Edit, back: Edit) -> Edit:
        """What an edit takes out and puts in elsewhere, perhaps with a key more or less, is the same list or map still."""
        steps = list(back.steps)
        new = {id(value) for _, _, value in _places([step.value for step in put.steps])}
        places = list(_places(self.data))
        there = {id(value) for _, _, value in places}
        gone = [each for each in gone if id(each) not in there]
        for parent, key, value in places:
            match = next((each for each in gone if _is_it(each, value)), None)
            if match is None or id(value) not in new or self._layout.stays(value) is not None:
                continue
            if not same(match, value):
                steps = [Step(step.op, step.path, own(step.value)) if step.value is match else step for step in steps]
                for each in [each for each in match if each not in value]:
                    del match[each]
                match.update((each, value[each]) for each in value if each not in match)
            parent[key] = match
            gone = [each for each in gone if each is not match]
        return Edit(tuple(steps))

    def text(self) -> str:
        return self.raw().decode("utf-8-sig")

    def raw(self) -> bytes:
        return self.written(self.data).raw

    def written(self, data: Any) -> Written:
        """The text to save for `data`. What was never changed comes out byte for byte. Raises Unreadable."""
        bom = _BOM if self._original.startswith(_BOM) else b""
        ways: list[Callable[[], str]] = [
            lambda: self._layout.write(self.data),
            lambda: self._layout.write(self.data, aliases=False),
            lambda: _by_ruamel(self._text, self._edits),
            lambda: _head(self._text) + new_text(data),
        ]
        for number, way in enumerate(ways):
            # A way that fails must not stop the save: the next one is plainer.
            with contextlib.suppress(Exception):
                raw = bom + way().encode()
                if says(raw, data):
                    return Written(raw, anew=number > 1)
        return Written(new_text(data).encode(), anew=True)


def says(raw: bytes, data: Any) -> bool:
    """Whether a text, read back, is this very data."""
    try:
        return same(reader.read_text(raw, "").data, data)
    except Unreadable:
        return False


def write_bytes(path: Path, content: bytes) -> None:
    """Write whole or not at all; says in one sentence why it could not."""
    try:
        atomic.write(path, content)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Unreadable([Problem(key="cannot_write", file=str(path), args={"reason": reason})]) from None


def new_text(data: dict[str, Any]) -> str:
    """YAML for a roster that has no file yet. Raises Unreadable where it would not read back as what it is."""
    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.width = 120
    yaml.indent(mapping=2, sequence=4, offset=2)
    text = _dumped(yaml, data)
    try:
        if says(text.encode(), data):
            return text
    except UnicodeEncodeError:
        pass
    raise Unreadable([Problem(key="not_readable_back")])


def _places(value: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Every list and map in it, and where it is held."""
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(each, (dict, list)):
            yield value, key, each
            yield from _places(each)


def _is_it(gone: Any, new: Any) -> bool:
    if not isinstance(gone, dict) or not isinstance(new, dict):
        return same(gone, new)
    shared = gone.keys() & new.keys()
    return bool(shared) and len(shared) == min(len(gone), len(new)) and all(same(gone[key], new[key]) for key in shared)


def _by_ruamel(text: str, edits: list[Edit]) -> str:
    """By a library that keeps comments, though not always where they were."""
    from ruamel.yaml import YAML

    yaml = YAML()  # round trip
    yaml.preserve_quotes = True
    yaml.width = 4096  # never fold a line the user wrote
    dash = dash_offset(text)
    yaml.indent(mapping=2, sequence=dash + 2, offset=dash)
    tree = yaml.load(text)
    for edit in edits:
        Edit(tuple(Step(step.op, step.path, own(step.value)) for step in edit.steps)).apply(tree)
    return _dumped(yaml, tree)


def _head(text: str) -> str:
    """The comments that a file begins with."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            break
        lines.append(line + "\n")
    return "".join(lines)


def _dumped(yaml: Any, tree: Any) -> str:
    out = io.StringIO()
    yaml.dump(tree, out)
    return out.getvalue()
