"""What tells lists apart, and what two lists have in common."""

from __future__ import annotations

from listbuilder.event.entry import is_id, make_list_id
from listbuilder.roster.content_hash import hash_content

ONE = {
    "system": "warhammer-40k-10e",
    "faction": "necrons",
    "name": "One",
    "units": [
        {"id": "a", "datasheet": "overlord", "warlord": True},
        {"datasheet": "lychguard", "models": 5},
    ],
}


def test_the_same_things_under_other_names_are_alike() -> None:
    other = {"name": "Other", "player": "Bo", **{key: ONE[key] for key in ("faction", "system")}}
    other["units"] = [
        {"models": 5, "datasheet": "lychguard", "name": "My own"},
        {"datasheet": "overlord", "warlord": True},
    ]
    assert hash_content(ONE) == hash_content(other)
    assert hash_content(ONE) != hash_content(
        {**ONE, "units": [*ONE["units"], {"datasheet": "monolith"}]}
    )
    assert hash_content(ONE) != hash_content(
        {**ONE, "units": [ONE["units"][0], {"datasheet": "lychguard", "models": 10}]}
    )


def test_an_id_names_a_file_and_nothing_else() -> None:
    assert is_id(make_list_id("../../x", b"y")) and is_id(make_list_id("\udcff", b""))
    assert make_list_id("a", b"x") != make_list_id("b", b"x") != make_list_id("b", b"y")
    assert not any(
        is_id(text)
        for text in ("", "../../etc/passwd", "0123456789abcde/", "0123456789ABCDEF", "0" * 17)
    )
