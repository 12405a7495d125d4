"""The codes by which players show who they are, in the file `codes.csv` beside the lists.

Each player gets a code of eight letters and digits (39 random bits). The organiser sends it to the
player, and anybody with the code may hand in lists for that player.
"""

from __future__ import annotations

import csv
import hmac
import io
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path

from listbuilder.data.tables import make_safe_cell, read_table
from listbuilder.desk.list_folder import write_private_file
from listbuilder.model.base import fold

# Letters and digits that aren't confused when they are written down or read out.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 8
COLUMNS = ("folder", "player", "code", "link")


def make_code() -> str:
    """Return a new code, such as `K7QM-2XWA`."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    return f"{letters[:4]}-{letters[4:]}"


def normalize_code(code: str) -> str:
    """Return `code` in the form for comparing: without spaces and hyphens, in capitals."""
    return "".join(letter for letter in code[:100].upper() if letter.isalnum())


class Codes:
    """The code of each player, by the name of the player's folder."""

    def __init__(self, file: Path, make_link: Callable[[str, str], str]) -> None:
        """Read the codes in `file`, if it exists. `make_link(name, code)` makes a player's link."""
        self._file, self._make_link = file, make_link
        self._codes: dict[str, tuple[str, str]] = {}
        if file.exists():
            self._read()

    def _read(self) -> None:
        """Read the file, without rows that lack a folder or a code. Raises Unreadable."""
        rows = read_table(str(self._file))
        titles = [fold(title) for title in rows[0]] if rows else []
        places = [titles.index(title) if title in titles else None for title in COLUMNS[:3]]
        for row in rows[1:]:
            folder, name, code = (
                row[place].strip() if place is not None and place < len(row) else ""
                for place in places
            )
            if folder and normalize_code(code):
                self._codes[folder] = (name or folder, code)

    def list_names(self) -> dict[str, str]:
        """Return the name of each player who has a code, by folder."""
        return {folder: name for folder, (name, _) in self._codes.items()}

    def find_folder(self, folder: str) -> str:
        """Return the folder with a code that equals `folder` apart from capitals, or ""."""
        for known in self._codes:
            if known.casefold() == folder.casefold():
                return known
        return ""

    def get_code(self, folder: str) -> str:
        """Return the code of the player with this folder, or "" if there is none."""
        return self._codes.get(folder, ("", ""))[1]

    def is_code(self, folder: str, given: str) -> bool:
        """Return whether `given` is the code of the player with this folder.

        It takes the same time in any case, so that the time reveals nothing.
        """
        code = self.get_code(folder)
        wanted = normalize_code(code) or secrets.token_hex(LENGTH)
        given_bytes = normalize_code(given).encode("utf-8", "replace")
        return hmac.compare_digest(wanted.encode("utf-8", "replace"), given_bytes) and bool(code)

    def add(self, players: Iterable[tuple[str, str]]) -> None:
        """Make a code for each (folder, name) that has none, and write the file if any is new."""
        missing = [(folder, name) for folder, name in players if folder not in self._codes]
        for folder, name in missing:
            self._codes[folder] = (name, make_code())
        if missing or not self._file.exists():
            self._write()

    def make_csv(self) -> bytes:
        """Return the table of all codes, with a link for each player that fills in the code."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\r\n")
        writer.writerow(COLUMNS)
        for folder, (name, code) in sorted(self._codes.items()):
            cells = (folder, name, code, self._make_link(name, code))
            writer.writerow([make_safe_cell(cell) for cell in cells])
        return out.getvalue().encode("utf-8-sig")

    def _write(self) -> None:
        """Write the file so that only its owner can read it."""
        write_private_file(self._file, self.make_csv())
