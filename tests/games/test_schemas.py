"""What the published schemas say of every file is what its reader takes: keys, types, bounds, and what is so by default."""

from __future__ import annotations

import json

import pytest

from listbuilder.data import paths
from tools.make_schemas import all_schemas

MADE = all_schemas()


@pytest.mark.parametrize("name", sorted(MADE))
def test_the_schema_is_that_of_the_model(name: str) -> None:
    published = json.loads(
        (paths.get_schemas_folder() / f"{name}.schema.json").read_text(encoding="utf-8")
    )
    assert json.loads(json.dumps(MADE[name])) == published


def test_there_are_no_others() -> None:
    assert {
        file.name.removesuffix(".schema.json")
        for file in paths.get_schemas_folder().glob("*.schema.json")
    } == set(MADE)
