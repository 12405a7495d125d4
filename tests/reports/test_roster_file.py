"""Rosters in JSON of other programs: what of them is read, and that nothing they hold harms."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.cli.context import Context
from listbuilder.data.library import Library
from listbuilder.formats import trees
from listbuilder.model.problem import Unreadable
from listbuilder.reports import roster_file
from listbuilder.reports.model_errors import DoesNotFit
from tests.formats.read.test_corpus import CORPUS
from tests.formats.read.test_formats import as_json, dumped

READ = sorted(file for file in CORPUS.rglob("*newrecruit-json*/*.json")) + sorted(
    CORPUS.rglob("*newrecruit-json.json")
)


def sentence(raw: bytes) -> str:
    with pytest.raises(Unreadable) as refused:
        trees.parse_json(raw, "list.json")
    (problem,) = refused.value.problems
    return Context("en", "text", None, Library(), False).format_problem(problem)


def plain(content: Any) -> Any:
    """A tree as plain values: its selections are themselves and equal to no others."""
    return msgspec.to_builtins(content)


@pytest.mark.parametrize(
    "content", [as_json(), as_json("List Forge"), *(json.loads(file.read_bytes()) for file in READ)]
)
def test_nothing_is_lost_on_the_way_to_the_core(content: dict[str, Any]) -> None:
    """Straight into the core's own models is the reading that was before there was a border."""
    straight = msgspec.convert(content["roster"], trees.Roster)
    straight.system_name = straight.system_name or content.get("gameSystemName", "")
    straight.name = straight.name or content.get("name", "")
    assert plain(trees.parse_json(dumped(content), "x").roster) == plain(straight)


@pytest.mark.parametrize("name", ["Cost", "Category", "Profile", "Selection", "Force", "Roster"])
def test_the_border_has_the_fields_of_the_core(name: str) -> None:
    core = {field.encode_name for field in msgspec.structs.fields(getattr(trees, name))}
    assert set(get_type_hints(getattr(roster_file, name))) == core


def test_other_programs_may_add_what_they_like() -> None:
    content = as_json()
    content["version"] = {"of": ["the", "program", None, 3]}
    content["roster"]["forces"][0]["selections"][2]["rules"] = [{"$text": "..."}]
    assert plain(trees.parse_json(dumped(content), "x")) == plain(
        trees.parse_json(dumped(as_json()), "x")
    )


def nested(depth: int) -> bytes:
    """Selections in selections: each is a list and a map."""
    return (
        b'{"roster":{"forces":[{"selections":['
        + b'{"selections":[' * depth
        + b"]}" * depth
        + b"]}]}}"
    )


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b'{"a": 1}', "list.json: JSON, but not a roster"),
        (b'{"roster": [1]}', "list.json: JSON, but not a roster"),
        (
            b'{"roster": {}, "generatedBy": 3}',
            'list.json: in this JSON roster, "generatedBy" is "3"; expected text',
        ),
        (
            b'{"roster": {"forces": {"name": "x"}}}',
            'list.json: in this JSON roster, "roster.forces" is "{name}"; expected list',
        ),
        (
            b'{"roster": {"forces": [{"selections": [{"name": "x"}, {"name": "y", "number": true}]}]}}',
            'list.json: in this JSON roster, "roster.forces.0.selections.1.number" is "true"; expected number or text',
        ),
        (
            b'{"roster": {"costs": [{"value": NaN}]}}',
            'list.json: in this JSON roster, "roster.costs.0.value" is "nan"; expected number or text',
        ),
        (
            b'{\n "roster": {\n  "name": "x" "y"}}',
            "list.json:3:15: not valid JSON: expected `,` or `}`",
        ),
        (b'{"roster": {}} and more', "list.json:1:16: not valid JSON: trailing characters"),
        (nested(99), "list.json: nested deeper than 200 levels"),
        (b'{"roster":' + b"[" * 100_000, "list.json: nested deeper than 200 levels"),
    ],
)
def test_what_is_no_roster_is_refused_in_a_sentence(raw: bytes, said: str) -> None:
    assert sentence(raw) == said


def test_a_byte_that_is_no_letter_is_refused_with_its_place() -> None:
    """Older versions of pydantic count one column more."""
    said = sentence(b'{\n "roster": {"name": "\xff"}}')
    assert re.fullmatch(r"list\.json:2:2[23]: not valid JSON: invalid unicode code point", said)


def test_as_deep_as_any_list_goes() -> None:
    """BattleScribe's own files are read to a depth of 60 selections."""
    tree = trees.parse_json(nested(97), "x")
    assert sum(1 for _ in tree.roster.forces[0].selections[0].iter_below()) == 96


def test_of_a_list_of_mistakes_the_first_is_named() -> None:
    """Four million of them fit into a file; kept one by one they take 4.7 GB."""
    with pytest.raises(DoesNotFit) as refused:
        roster_file.read_roster_file(b'{"roster": {"forces": [' + b",".join([b"1"] * 1000) + b"]}}")
    assert [each.path for each in refused.value.misfits] == [("roster", "forces", 0)]


_ANY = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "costs", "number", "x"]), inner, max_size=3)
    ),
    max_leaves=5,
)


def places(content: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    for step in (
        content
        if isinstance(content, dict)
        else range(len(content))
        if isinstance(content, list)
        else ()
    ):
        yield from places(content[step], (*path, step))


@given(data=st.data(), value=_ANY)
def test_what_the_core_could_read_is_read_and_all_else_is_one_problem(
    data: st.DataObject, value: Any
) -> None:
    """The core's own decoder, which says only that something is wrong, is the oracle of what may pass."""
    content = as_json()
    *path, last = data.draw(st.sampled_from([place for place in places(content) if place]))
    place: Any = content
    for step in path:
        place = place[step]
    place[last] = value
    raw = dumped(content)
    try:
        expected = msgspec.json.decode(raw, type=trees._Outer).roster
    except msgspec.ValidationError:
        assert sentence(raw).startswith(("list.json: JSON", "list.json: in this JSON roster"))
    else:
        assert plain(trees.parse_json(raw, "x").roster) == plain(expected)
