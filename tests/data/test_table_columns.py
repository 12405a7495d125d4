"""Columns of names and addresses, as event sites, forms and people title them."""

from __future__ import annotations

import pytest

from listbuilder.data.table_columns import NameColumns, clean_email, find_person_columns


@pytest.mark.parametrize(
    ("head", "names", "email"),
    [
        # Google Forms
        (["Timestamp", "Email Address", "First and last name", "Army list"], (2,), 1),
        (["Horodateur", "Nom et prénom", "Adresse e-mail", "Votre liste"], (1,), 2),
        (["Zeitstempel", "Vor- und Nachname", "E-Mail-Adresse", "Armeeliste"], (1,), 2),
        (["Timestamp", "Username", "Player name", "List"], (2,), 1),
        # Best Coast Pairings
        (["ID", "First Name", "Last Name", "Email", "Team", "Faction"], (1, 2), 3),
        # typed by somebody
        (["Prénom", "Nom", "Courriel"], (0, 1), 2),
        (["Nom", "Prénom"], (1, 0), None),
        (["Nombre", "Apellidos", "Correo electrónico"], (0, 1), 2),
        (["Team name", "List name", "Full name"], (2,), None),
        (["Name", "List"], (0,), None),
        (["氏名", "メールアドレス"], (0,), 1),
        (["姓名", "邮箱"], (0,), 1),
        (["Team name", "List name", "File name"], (), None),
        (["table", "round"], (), None),
        ([], (), None),
    ],
)
def test_columns_of_people(head: list[str], names: tuple[int, ...], email: int | None) -> None:
    found = find_person_columns(head, NameColumns())
    assert (found.names, found.email) == (names, email)


def test_a_chosen_column_decides() -> None:
    head = ["Name", "Who plays", "Contact"]
    found = find_person_columns(head, NameColumns("who plays", "CONTACT"))
    assert found.get_name(["x", " Anna ", "anna@example.org"]) == "Anna"
    assert found.get_email(["x", " Anna ", " anna@example.org "]) == "anna@example.org"
    assert found.get_email(["x"]) == ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "anna",
        "a@b@c",
        "a b@c.org",
        "x@y.org\nBcc: z@y.org",
        "<a@b.org>",
        "a\u202e@b.org",
        "a\udcff@b.org",
        "a@b.org,c@d.org",
    ],
)
def test_what_is_no_address(text: str) -> None:
    assert clean_email(text) == ""
