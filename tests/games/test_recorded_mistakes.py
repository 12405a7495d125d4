"""Every word of the toys' files misspelt, one at a time: what the check of data says of it, as it was looked through once."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from listbuilder.data.library import find_kind
from listbuilder.games.registry import get_game
from listbuilder.model.problem import Unreadable
from listbuilder.yamlio import reader
from listbuilder.yamlio.convert import convert_document
from tests.games import recorded
from tests.games.test_recorded import GAMES, HERE, RECORDS, library_of
from tests.games.told import dotted

FILE = RECORDS / "mistakes.jsonl"
AT_ONCE = 60  # words to a test
UNCHECKED = {
    "stats",
    "weapons",
    "name",
}  # numbers of the models, and names, which nothing refers to by themselves
Json = dict[str, Any]
Place = tuple[str | int, ...]


def files() -> Iterator[tuple[str, str]]:
    for game in ("warhammer-40k-11e", "age-of-sigmar-4e"):
        folder = HERE / "toy_data" / GAMES[game][0]
        yield from (
            (game, file.relative_to(folder).with_suffix("").as_posix())
            for file in sorted(folder.rglob("*.yaml"))
        )


@cache
def data_of(game: str, place: str) -> Any:
    file = library_of(game).find_candidates(game, place)[0]
    return json.loads(
        json.dumps(reader.read_yaml(file.read_bytes(), file.name, reader.DATA_BYTES).data)
    )


def words_in(data: Any, at: Place = ()) -> Iterator[Place]:
    """Yield the place of every word: of a value, or of a key that is a name."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key not in UNCHECKED:
                yield from words_in(value, (*at, key))
            if not key.isdigit() and (not key.islower() or "/" in key or "-" in key):
                yield (*at, key, "<key>")
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from words_in(value, (*at, number))
    elif isinstance(data, str):
        yield at


def misspelt(data: Any, place: Place) -> Any:
    made = copy.deepcopy(data)
    here, is_key = made, place[-1] == "<key>"
    *way, last = place[:-1] if is_key else place
    for step in way:
        here = here[step]
    if is_key:
        changed = {(f"{key}x" if key == last else key): value for key, value in here.items()}
        here.clear()
        here.update(changed)
    else:
        here[last] = f"{here[last]}x"
    return made


def told(game: str, place: str, data: Any) -> list[Any]:
    """Return what the check says of a file: what, where, and which word it speaks of."""
    library, toy = library_of(game), get_game(game)
    file = library.find_candidates(game, place)[0]
    text = re.sub(r'"([0-9]+)":', r"\1:", json.dumps(data))  # numbers of models are numbers in YAML
    document = reader.read_yaml(text.encode(), str(file), reader.DATA_BYTES)
    kind = find_kind(place, toy.get_data_kinds())
    try:
        model = convert_document(document, kind.model, kind.schema)
    except Unreadable as error:
        return [["unreadable", dotted(each.path)] for each in error.problems]
    found = toy.check_consistency(file, document, model, library)
    return [[each.key, each.severity, dotted(each.path), each.args.get("given")] for each in found]


def said(game: str, place: str, words: list[Place]) -> Json:
    """Return by word what is said of it beside what is said of the file as it is."""
    data = data_of(game, place)
    before = told(game, place, data)
    found = {
        dotted(word): [
            each for each in told(game, place, misspelt(data, word)) if each not in before
        ]
        for word in words
    }
    return {"as it is": before} | {word: each for word, each in found.items() if each}


def chunks() -> Iterator[tuple[str, str, int]]:
    for game, place in files():
        number = len(list(words_in(data_of(game, place))))
        yield from ((game, place, first) for first in range(0, number, AT_ONCE))


def of_chunk(game: str, place: str, first: int) -> Json:
    return said(game, place, list(words_in(data_of(game, place)))[first : first + AT_ONCE])


@pytest.mark.parametrize(("game", "place", "first"), list(chunks()), ids=str)
@pytest.mark.slow_but(6)
def test_what_is_said_of_a_misspelt_word(game: str, place: str, first: int) -> None:
    found = of_chunk(game, place, first)
    assert recorded.as_read(found) == recorded.read(FILE)[f"{game} {place}"][str(first)]


def record() -> None:
    made: dict[str, Json] = {}
    for game, place, first in chunks():
        made.setdefault(f"{game} {place}", {})[str(first)] = recorded.as_read(
            of_chunk(game, place, first)
        )
    recorded.write(FILE, made)


def main() -> None:
    record()


if __name__ == "__main__":
    main()
