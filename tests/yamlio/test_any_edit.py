"""Edits no game makes, in files of every form YAML has: the text is kept and says what the data says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from listbuilder.model.edit import Edit, Step
from listbuilder.yamlio import reader, writer
from listbuilder.yamlio.node_positions import copy_unshared, is_same

from ..workspace.written import Written

VALUES: tuple[Any, ...] = (
    *(1, 2.5, None, True, "x", "a: b", "# no", "two\nlines", {}, [], {"k": 1}),
    *({"k": {"m": [1, {"z": 2}]}}, ["a", {"b": []}], [[1, 2], ["x"]]),
)

FORMS = {
    "explicit keys": "? system\n: w\n? name\n:\n  x\nunits:\n- ? id\n  : a\n  k: v\n",
    "directives, tags, anchors": """\
%YAML 1.2
---
# head
system: !!str w
units: !!seq
  - !!map
    id: a   # c
  - &x !!map {id: b}
  - *x
  - [*x, &y 5, *y]
...
# end
""",
    "brackets over lines": """\
system: w
units: [
  # one
  {id: a, k: [1,
     2, # two
     3
  ]}   # after a
  , {id: b}, # after b
  # last
  "q", 'r' ,s
] # end
z: {
 a: 1 # c
 , b
 , c: {}
}
""",
    "lists in lists": """\
system:	w	# tab
name: "a
  b"   # c
units:
  - id:	a
    k: v	# tabbed
  - - 1
    - - 2   # two
      # in two
      - 3
    # in one
    - {a: 1}
  # tail
""",
    "json": '{"system": "w", "units": [{"id": "a", "n": 1}, {"id": "b"}], "x": {"y": [1, 2]}}',
    "json over lines": '{\n  "system": "w",\n  "units": [\n    {\n      "id": "a"\n    },\n    {\n      "id": "b"}\n  ]\n}\n',
    "comments at every depth": """\
system: w
units:   # c1
    # c2

    # c3

  # c4
  - id: a
# c5
    # c6

      # c7
    k: >-
       fold
       # no comment

    # c8
  # c9
  - id: b
    k: |+
      keep


  -
    id: c
    l:
    - 1
    # c10
    - 2
    m:
# c11
last: 1""",
    "a text at the end": "system: w\nunits:\n  - id: a\n    t: |\n      end",
    "a quote at the end": "system: w\nunits:\n  - id: a\n    t: 'end'  # c",
    "lines of another age": "system: w\rname: x\runits:\r  - id: a\r",
    "blank lines": "system: w\nunits:\n- id: a\n\n\n- id: b\n\n\n\n- id: c\n\nz: 1\n",
    "comments right behind quotes": "system: w\nname: 'a'#c\nunits: [1,2]#c\n",
}


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*path, key), each
        if isinstance(each, (dict, list)):
            yield from _places(each, (*path, key))


def _edit(rng: random.Random, data: Any) -> Edit:
    """Something set, put in, taken out, moved into any list, or exchanged for another."""
    places = list(_places(data)) or [(("x",), None)]
    (path, value), (other, there) = rng.choice(places), rng.choice(places)
    new = deepcopy(rng.choice((*VALUES, there)))
    kind = rng.choice(("set", "remove", "insert", "move", "add", "exchange"))
    if kind == "remove":
        return Edit((Step("remove", path),))
    if kind == "insert" and isinstance(path[-1], int):
        return Edit((Step("insert", path, new),))
    if kind == "move":
        rest = deepcopy(data)
        Edit((Step("remove", path),)).apply_in_place(rest)
        lists = [(place, each) for place, each in _places(rest) if isinstance(each, list)]
        if lists:
            place, row = rng.choice(lists)
            return Edit(
                (
                    Step("remove", path),
                    Step("insert", (*place, rng.randint(0, len(row))), deepcopy(value)),
                )
            )
    if kind == "add" and isinstance(value, dict):
        return Edit((Step("set", (*path, rng.choice(("new", "x y", "1", 'q"'))), new),))
    if kind == "exchange" and other[: len(path)] != path and path[: len(other)] != other:
        return Edit((Step("set", path, deepcopy(there)), Step("set", other, deepcopy(value))))
    return Edit((Step("set", path, new),)) if kind == "set" else Edit((Step("set", ("n",), 1),))


def _check(raw: bytes, seed: int) -> None:
    rng = random.Random(seed)
    manuscript = writer.Manuscript(raw)
    data = copy_unshared(reader.read_yaml(raw, "").data)
    for _ in range(rng.randint(1, 6)):
        if not data:
            break
        edit = _edit(rng, data)
        manuscript.apply_edit(edit)
        deepcopy(edit).apply_in_place(data)
    written = manuscript.compose_written(data)
    assert is_same(reader.read_yaml(written.raw, "").data, data), seed
    assert not written.anew, seed


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_every_form(form: str) -> None:
    for seed in range(40):
        _check(form.encode(), seed)


@pytest.mark.parametrize("lot", range(4))
def test_files_of_players(lot: int) -> None:
    for seed in range(lot, 200, 4):
        _check(Written(seed).text, seed)
