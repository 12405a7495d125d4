"""Catalogues of BattleScribe and New Recruit: their forms, their links, and what breaks them.

The catalogues in `sources/battlescribe/` are invented for these tests.
"""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from listbuilder.update.read.battlescribe import (
    Catalogues,
    Element,
    read_catalogues,
    recognise_catalogues,
)

FOLDER = Path(__file__).parent / "sources" / "battlescribe"


@pytest.fixture(scope="module")
def catalogues() -> Catalogues:
    return read_catalogues(FOLDER)


def _find(catalogues: Catalogues, name: str) -> Element:
    """Return the root entry of this name."""
    for book in catalogues.list_books():
        for element in book.iter_root_entries():
            if element.name == name:
                return element
    raise AssertionError(f"{name} is not there")


def test_folder_of_xml_and_json_is_one_whole(catalogues: Catalogues) -> None:
    assert catalogues.unread == ()
    assert catalogues.label == "Invented Battles 7"
    assert [book.name for book in catalogues.list_books()] == ["Blue Folk"]


def test_book_imports_root_entries_that_may_be_imported(catalogues: Catalogues) -> None:
    (book,) = catalogues.list_books()
    assert [element.name for element in book.iter_root_entries()] == ["Blue Captain", "Blue Guard"]
    assert [element.name for element in book.iter_root_entries(False)] == ["Blue Captain"]
    assert book.missing_anywhere == ("Library - Gone",)


def test_link_adds_to_what_it_leads_to(catalogues: Catalogues) -> None:
    captain = _find(catalogues, "Blue Captain")
    assert captain.points == 70
    assert captain.ids == ("e-captain", "l-captain")
    assert captain.category_names == ["Infantry", "Character"]
    (profile,) = captain.list_profiles("Unit")
    assert profile.characteristics == {"M": '6"'}


def test_entry_of_another_file_has_limits_categories_and_profiles(catalogues: Catalogues) -> None:
    guard = _find(catalogues, "Blue Guard")
    assert guard.place.file == "library.cat"
    assert guard.points == 90
    assert guard.categories == [("c-inf", "Infantry", True)]
    assert [info.name for info in guard.iter_info()] == ["Shared Shield"]
    (group,) = guard.iter_entries()
    assert group.is_group
    assert (group.get_limit("min"), group.get_limit("max")) == (5, 10)
    assert group.get_limit("max", "roster") is None
    assert group.get("defaultSelectionEntryId") == "e-one"
    (model,) = group.iter_entries()
    (spear,) = model.iter_entries()
    assert (spear.name, spear.get_limit("min"), spear.get_limit("max")) == ("Blue spear", 1, 1)
    assert model.list_dangling_links() == ["Nowhere"]


def test_modifiers_carry_the_conditions_of_their_groups(catalogues: Catalogues) -> None:
    points, category = _find(catalogues, "Blue Guard").modifiers
    assert (points.type, points.field, points.number) == ("set", "pts", 180)
    (condition,) = points.conditions
    assert (condition.kind, condition.node.number) == ("atLeast", 6)
    assert [condition.kind for condition in category.conditions] == ["instanceOf", "or"]
    assert [node.child_id for node in category.iter_conditions()] == ["book-1", "e-a", "e-b"]


def test_entry_inside_itself_is_followed_once(catalogues: Catalogues) -> None:
    library = next(one for one in catalogues.catalogues if one.is_library)
    wagon = next(one for one in library.iter_root_entries() if one.id == "e-wagon")
    assert list(wagon.iter_everything()) == []
    assert wagon.comments == ("made of wood",)


# --- forms ---


def test_zipped_catalogues_are_read(tmp_path: Path, catalogues: Catalogues) -> None:
    with zipfile.ZipFile(tmp_path / "everything.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(FOLDER.iterdir()):
            archive.write(file, file.name)
        archive.writestr("notes.txt", "nothing")
    zipped = read_catalogues(tmp_path / "everything.zip")
    assert recognise_catalogues(tmp_path / "everything.zip")
    assert [one.name for one in zipped.catalogues] == [one.name for one in catalogues.catalogues]
    assert zipped.unread == ()


def test_later_revision_of_a_catalogue_counts(tmp_path: Path) -> None:
    older = (FOLDER / "library.cat").read_text().replace('revision="3"', 'revision="2"', 1)
    (tmp_path / "z-older.cat").write_text(older)
    shutil.copy(FOLDER / "library.cat", tmp_path / "library.cat")
    assert [one.revision for one in read_catalogues(tmp_path).catalogues] == [3]


@pytest.mark.parametrize("text", ['{"data": []}', "<roster/>", "", "name;points"])
def test_other_files_are_not_recognised(tmp_path: Path, text: str) -> None:
    (tmp_path / "other.json").write_text(text)
    assert not recognise_catalogues(tmp_path)
    assert read_catalogues(tmp_path).catalogues == ()


# --- what is broken ---

_HEAD = '<catalogue id="a" name="A" gameSystemId="s">'
_BOMB = (
    '<?xml version="1.0"?><!DOCTYPE catalogue [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    f"{_HEAD}<comment>&b;</comment></catalogue>"
)
_OUTSIDE = f'<!DOCTYPE catalogue [<!ENTITY e SYSTEM "file:///etc/passwd">]>{_HEAD}&e;</catalogue>'
_BROKEN = {
    "cut off": (f"{_HEAD}<selectionEntries><selectionEntry", "malformed XML"),
    "two attributes": ('<catalogue id="a" id="b" name="A">', "malformed XML"),
    "entity bomb": (_BOMB, "entities is not read"),
    "external entity": (_OUTSIDE, "entities is not read"),
    "too deep": (_HEAD + "<a>" * 300 + "</a>" * 300 + "</catalogue>", "nested too deep"),
    "without a name": ('<catalogue id="a"/>', "without id or name"),
    "JSON cut off": ('{"catalogue": {"id": "a", "name":', "malformed JSON"),
    "JSON too deep": ('{"catalogue": ' + '{"a": ' * 5000 + "1" + "}" * 5001, "nested too deep"),
    "empty": ("", "no element found"),
    "a pointer to the file": ("version https://git-lfs.github.com/spec/v1", "malformed XML"),
    "JSON of nothing": ('{"catalogue": 5}', "no catalogue"),
}


@pytest.mark.parametrize("kind", _BROKEN)
def test_broken_file_is_named_with_the_reason(tmp_path: Path, kind: str) -> None:
    text, reason = _BROKEN[kind]
    (tmp_path / "Red Folk.cat").write_text(text)
    shutil.copy(FOLDER / "system.gst", tmp_path / "system.gst")
    catalogues = read_catalogues(tmp_path)
    assert [one.name for one in catalogues.catalogues] == ["Invented Battles"]
    (unread,) = catalogues.unread
    assert (unread.place.file, unread.book) == ("Red Folk.cat", "Red Folk")
    assert reason in unread.reason


def test_archive_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bomb.catz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.cat", _HEAD + " " * 61_000_000 + "</catalogue>")
    (unread,) = read_catalogues(tmp_path).unread
    assert "unpacks to more than" in unread.reason


def test_damaged_archive_is_named(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "blue.catz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(FOLDER / "library.cat", "library.cat")
    raw = bytearray((tmp_path / "blue.catz").read_bytes())
    raw[200:300] = b"\0" * 100
    (tmp_path / "blue.catz").write_bytes(raw)
    catalogues = read_catalogues(tmp_path)
    assert catalogues.catalogues == ()
    assert [unread.place.file for unread in catalogues.unread] == ["blue.catz"]
