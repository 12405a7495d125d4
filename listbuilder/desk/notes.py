"""The notes of the desk on lists, in the file `notes.yaml` beside the folder of lists.

An organiser may edit it by hand while the server doesn't run.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from listbuilder.desk.list_folder import flush_folder
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.yamlio import reader, writer

MOST_TEXT = 2_000  # characters of a note
_HEAD = "# Notes of the desk on lists: when accepted, when asked. Read when the server starts.\n"


class Note(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The notes of an organiser about one version of a list.

    `accepted`: when it was accepted as it is, `asked`: when its player was asked; "" if not.
    """

    accepted: str = ""
    asked: str = ""
    note: str = ""


class NotesFile(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The content of `notes.yaml`. `published`: when the lists were published by hand."""

    published: str = ""
    lists: dict[str, Note] = {}


class Notes:
    """The notes of an event. When a function that changes them returns, they are on the disk."""

    def __init__(self, file: Path) -> None:
        """Read the notes in `file`, if it exists. Raises Unreadable if they make no sense."""
        self._file = file
        self._content = NotesFile()
        if file.exists():
            document = reader.read_yaml_file(file)
            try:
                self._content = msgspec.convert(document.data or {}, NotesFile)
            except msgspec.ValidationError as error:
                problem = Problem(key="json_damaged", args={"reason": str(error)}, file=str(file))
                raise Unreadable([problem]) from None

    @property
    def published(self) -> str:
        """Return when the lists were published by hand, or ""."""
        return self._content.published

    def get_note(self, key: str) -> Note:
        """Return the note on the list `key`, which is empty if there is none."""
        return self._content.lists.get(key, Note())

    def change_note(self, key: str, note: Note) -> None:
        """Store `note` on the list `key`; an empty one is removed. Raises Unreadable."""
        lists = {other: kept for other, kept in self._content.lists.items() if other != key}
        if note != Note():
            lists[key] = note
        self._write(msgspec.structs.replace(self._content, lists=lists))

    def set_published(self, when: str) -> None:
        """Store when the lists were published by hand; "" hides them again. Raises Unreadable."""
        self._write(msgspec.structs.replace(self._content, published=when))

    def _write(self, content: NotesFile) -> None:
        """Write `content` to the file, and use it from then on."""
        plain = msgspec.to_builtins(content)
        text = _HEAD + (writer.write_new_text(plain) if plain else "{}\n")
        writer.write_bytes(self._file, text.encode("utf-8", "backslashreplace"))
        flush_folder(self._file.parent)
        self._content = content
