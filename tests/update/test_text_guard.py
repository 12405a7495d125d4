"""No rules text reaches a file, and no name is taken for rules text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder.data import paths
from listbuilder.update.fields import list_games
from listbuilder.update.text_guard import find_rules_text, is_rules_text
from listbuilder.yamlio import reader

FILE = Path(__file__).with_name("names_and_rules_text.yaml")
TEXTS = reader.read_yaml(FILE.read_bytes(), FILE.name).data
# What people write beside the data, in whole sentences: an update writes none of it.
LONGEST = 80
REMARKS = {"basis", "anomalies", "data_source", "base_size", "marks", "sources"}


@pytest.mark.parametrize("text", TEXTS["names"])
def test_a_name_passes(text: str) -> None:
    assert not is_rules_text(text)


@pytest.mark.parametrize("text", TEXTS["rules_text"])
def test_rules_text_is_refused(text: str) -> None:
    assert is_rules_text(text)
    assert list(find_rules_text({"a": [{text: 1}, {"b": text}], "c": "Name"})) == [text, text]


def list_texts(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key not in REMARKS:
                yield str(key)
                yield from list_texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from list_texts(item)
    elif isinstance(value, str):
        yield value


@pytest.mark.slow
@pytest.mark.parametrize("system", list_games())
def test_every_name_of_our_books_passes(system: str) -> None:
    for file in sorted((paths.get_factions_folder() / system).glob("*.yaml")):
        if file.stem in ("rules", "sources", "terms", "corrections"):
            continue
        data = reader.read_yaml(file.read_bytes(), file.name, reader.DATA_BYTES).data
        refused = {text for text in list_texts(data) if is_rules_text(text)}
        # A few models are called by all they carry; those that a book has may stay in it.
        assert {text for text in refused if len(text) <= LONGEST} == set(), file.name
