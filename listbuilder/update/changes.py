"""The changes that `data update` has decided on and writes into the data files.

Deciding makes these, writing consumes them. All names in them are ours: the stem of our file, the
id of our entry, and values in the shape of our YAML. `source` and `place` say where a value comes
from; they are for the report and reach no file.

An entry is found by its book, kind and id, and what it is `inside` of:

    kind    one of fields.yaml for the game: datasheet, warscroll, detachment, unit ...
    inside  the id of the entry that holds it: the detachment of an enhancement, the table of a
            choice; "" if none does
"""

from __future__ import annotations

from typing import Literal

import msgspec

Action = Literal["set", "add", "remove"]


class FieldChange(msgspec.Struct, frozen=True, kw_only=True):
    """One key of one entry gets another value.

    `before` is the value that our file has now and `after` the one it gets; each is None if the
    entry lacks the key. `set` and `add` write `after`; `remove` deletes the key. If a file has
    neither `before` nor `after`, it has changed since the decision, which stops the update.
    """

    book: str
    kind: str
    entry_id: str
    field: str
    before: object | None
    after: object | None
    action: Action = "set"
    inside: str = ""
    source: str = ""
    place: str = ""


class NewEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that our file lacks, with all its keys but `id` and `name`, in our order.

    It is put after the entry with the id `after`; after the last of its kind if that is empty.
    """

    book: str
    kind: str
    entry_id: str
    name: str
    fields: dict[str, object]
    inside: str = ""
    after: str = ""
    source: str = ""
    place: str = ""


class Removed(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that is removed on the date of the update; the history keeps its last state.

    `replaced_by` is the id of another entry that replaces it, if there is one. An entry that moves
    to Legends isn't removed; its key `legends` changes.
    """

    book: str
    kind: str
    entry_id: str
    name: str
    inside: str = ""
    replaced_by: str = ""
    source: str = ""
    place: str = ""


class Renamed(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that has another name from the date of the update on.

    With a `new_id` other than `entry_id` it gets that id as well. Lists with the old name or id
    are still understood: the history and the aliases say what it is called today.
    """

    book: str
    kind: str
    entry_id: str
    before: str
    after: str
    new_id: str = ""
    inside: str = ""
    source: str = ""
    place: str = ""


class NewBook(msgspec.Struct, frozen=True, kw_only=True):
    """A new file, such as a new box.

    `data` is its whole content from the key `system` on, in our order; `as_of` becomes the date of
    the update.
    """

    book: str
    data: dict[str, object]
    source: str = ""
    place: str = ""


Change = FieldChange | NewEntry | Removed | Renamed | NewBook
