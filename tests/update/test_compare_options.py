"""Options and default wargear that mean the same have the same form, others haven't."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.update.compare_options import normalise_default, normalise_options
from listbuilder.yamlio import reader

FILE = Path(__file__).with_name("compare_options.yaml")
CASES = reader.read_yaml(FILE.read_bytes(), str(FILE)).data


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_forms_are_equal_if_the_meaning_is(case: dict[str, Any]) -> None:
    models = case.get("models", [])
    if "options" in case:
        default = case.get("default", [])
        forms = [normalise_options(rows, default, models) for rows in case["options"]]
    else:
        forms = [normalise_default(rows, models) for rows in case["wargear"]]
    first, second = forms
    assert (first == second) == case["equal"]
    assert (hash(first) == hash(second)) or not case["equal"]
