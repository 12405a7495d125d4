"""Whether a unit answers to a keyword, a name, or several of them."""

from __future__ import annotations

import pytest

from listbuilder.matching.requirements import (
    Requires,
    has_all_tags,
    has_any_tag,
    has_tag,
    is_eligible,
)

TAGS = frozenset({"heavy infantry", "small", "tech-priest", "fly"})


@pytest.mark.parametrize(
    ("element", "there"),
    [
        ("Fly", True),
        ("Heavy Infantry", True),
        ("Heavy", False),
        ("Tech-Priest Fly", True),
        ("Heavy Infantry Small", True),
        ("Small Heavy Infantry", True),
        ("Small Heavy Infantry Fly", True),
        ("Infantry Small", False),
        ("Heavy Infantry Large", False),
        (("Fly", "Small"), True),
        (("Fly", "Large"), False),
        (("Fly Small", "Heavy Infantry"), True),
        ((), True),
    ],
)
def test_a_keyword_or_several(element: str | tuple[str, ...], there: bool) -> None:
    assert has_tag(TAGS, element) is there


def test_any_and_all() -> None:
    assert (
        has_any_tag(TAGS, ["Large", "Fly"])
        and not has_any_tag(TAGS, ["Large", "Huge"])
        and not has_any_tag(TAGS, [])
    )
    assert (
        has_all_tags(TAGS, ["Small", "Fly"])
        and not has_all_tags(TAGS, ["Small", "Huge"])
        and has_all_tags(TAGS, [])
    )


@pytest.mark.parametrize(
    ("requires", "fit"),
    [
        (Requires(), True),
        (Requires(all=("Fly", "Small")), True),
        (Requires(all=("Fly", "Large")), False),
        (Requires(any=("Large", "Fly")), True),
        (Requires(any=("Large", "Huge")), False),
        (Requires(none=("Large",)), True),
        (Requires(none=("Large", "Fly")), False),
        (Requires(all=("Fly",), any=("Small",), none=("Huge",)), True),
        (Requires(all=("Fly",), any=("Small",), none=("Small",)), False),
    ],
)
def test_what_an_enhancement_asks_of_its_bearer(requires: Requires, fit: bool) -> None:
    assert is_eligible(TAGS, requires) is fit
