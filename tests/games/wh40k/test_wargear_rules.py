"""The rule behind a limit of wargear, as the field that offers it says it."""

from __future__ import annotations

from listbuilder.games.common.editor import Text
from listbuilder.games.wh40k.wargear_fields import _describe_limit


def test_so_many_for_every_so_many() -> None:
    assert _describe_limit({"count": 1, "per": 5}) == Text("for_every", {"many": 1, "per": 5})
    assert _describe_limit({"each": 2, "per": 10}) == Text("for_every", {"many": 2, "per": 10})
    assert _describe_limit({"each": 2, "count": 3, "per": 10}) == Text(
        "for_every", {"many": 2, "per": 10}
    )
    assert _describe_limit({"count": 1, "per": 3, "per_model": "Squighog Boy"}) == Text(
        "for_every_model", {"many": 1, "per": 3, "model": "Squighog Boy"}
    )


def test_a_number_that_depends_on_nothing_needs_no_rule() -> None:
    assert (
        _describe_limit({"count": 2}) is None
        and _describe_limit({"each": 2}) is None
        and _describe_limit({}) is None
    )
