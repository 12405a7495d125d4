"""What a 40K transport carries, from the sentences of its card.

There are a few fixed sentences: how many of whom, who not, who takes more space, other loads, what
a piece of wargear changes, and which units may be split. Any other is not understood.
"""

from __future__ import annotations

import re

from listbuilder.update.read.cards.card_json import (
    Json,
    Vocabulary,
    make_plain_text,
    make_value,
    read_english,
)
from listbuilder.update.tree import Place, Value

_SENTENCE = re.compile(r"(?<=[.])\s+(?=[A-Z])(?!A \w+ with a Wounds)")
_THIS = r"(?:This|The|It|this) ?(?:model|Fortification|FORTIFICATION|unit)?"
_WOUNDS = r"with a Wounds characteristic of"
_MAX_WOUNDS = rf"(?: {_WOUNDS} (?P<wounds>\d+) or less)?"

# Each form of a sentence, and the method of _Loads that reads it.
_FORMS = {
    "read_units": rf"{_THIS} has a transport capacity of (?P<count>\d+) models from the following "
    r"units: (?P<who>.+)",
    "read_capacity": rf"{_THIS} has a transport capacity of (?P<count>\d+) (?P<who>.+?) "
    r"(?P<what>models?|units?)(?: \(excluding (?P<none>[^()]+)\))?"
    rf"(?:(?P<more>,? and|,? or) (?P<more_count>\d+) (?P<more_who>.+?) models?{_MAX_WOUNDS})?",
    "read_excluded_wounds": rf"{_THIS} cannot transport (?:non-\s?(?P<unless>.+?) )?models? "
    rf"{_WOUNDS} (?P<min>\d+) or more",
    "read_excluded": rf"{_THIS} cannot transport (?P<who>[^()]+?)(?: models?)?"
    r"(?: \((?:excluding|except for) (?P<but>[^()]+?)(?: models?)?"
    r"(?: that (?:began|begin) the battle attached to an? non-\s?(?P<without>.+?) unit)?\))?",
    "read_with_item": rf"If {_THIS} is equipped with an? (?P<item>[\w' -]+), it has a transport "
    r"capacity of (?P<count>\d+) [^.]+? models(?: instead)?",
    "read_other_load": rf"{_THIS} can (?P<how>also|instead) transport (?:up to )?(?P<count>\d+) "
    rf"(?P<who>[^();]+?)(?: models?)?{_MAX_WOUNDS}(?: \((?P<note>.+)\))?"
    r"(?:; while doing so, its transport capacity is reduced to (?P<reduced>\d+) [^.;]+)?",
    "read_slots_by_wounds": rf"Each (?:Infantry )?model {_WOUNDS} "
    r"(?:(?P<min>\d+) or more|more than (?P<above>\d+))"
    r" takes up the space of (?P<count>\d+) models",
}
_COMPILED = {name: re.compile(form) for name, form in _FORMS.items()}
_SPACE = re.compile(
    r"(?:(?:[Ee]ach|[Tt]he) )?(?P<who>[^()]+?)(?: models?)? takes? (?:up )?the space of "
    r"(?P<count>\d+) models(?: and (?=each))?"
)
_SPACE_NOTE = re.compile(r".*take up the space of (?P<count>\d+) models")
_WOUNDS_NOTE = re.compile(r".*a number of models equal to their Wounds characteristic.*")
_SPLIT = re.compile(
    r"(?:Before the battle, )?[Aa]t the start of the Declare Battle Formations step, "
    r"you can select "
    r"one (?P<who>[^.]+?)(?: unit)?(?: from your army|\.)"
)
_SEPARATOR = re.compile(
    r"\s*,\s*(?:(?:or|and|1) )*| models? or (?:the |1 )?| models? and | or (?:1 )?| and "
)


class _Loads:
    """The parts of the field `transport` read so far, and the pieces that weren't understood.

    Each method that begins with `read_` adds what one form of sentence says.
    """

    def __init__(self, names: Vocabulary) -> None:
        """Begin empty; `names` are the keywords, datasheets and models of the source."""
        self._names = names
        self.data: Json = {}
        self.missed: list[str] = []

    def read_sets(self, written: str) -> list[list[str]]:
        """Return the sets of keywords in a list such as "JUMP PACK, GRAVIS or TERMINATOR".

        Unknown names are added to `missed`.
        """
        plain = make_plain_text(written).removesuffix(" models").removesuffix(" model")
        plain = plain.removeprefix("models that can ").removeprefix("model that can ")
        sets: list[list[str]] = []
        for part in _SEPARATOR.split(plain):
            part = part.removeprefix("the ").strip()
            if not part:
                continue
            found = self._names.split(part, either_number=True)
            if found is None:
                self.missed.append(part)
            elif found not in sets:
                sets.append(found)
        return sets

    def read_units(self, found: re.Match[str]) -> None:
        """Add a capacity for units that are listed by name."""
        self.data["capacity"] = int(found["count"])
        self.data["units"] = [" ".join(words) for words in self.read_sets(found["who"])]

    def read_capacity(self, found: re.Match[str]) -> None:
        """Add how many models or units the transport carries, and with which keywords."""
        self.data["capacity"] = int(found["count"])
        takes = self.read_sets(found["who"])
        self.data["takes"] = takes
        if len(takes) > 1 and len(takes[0]) < len(takes[-1]):
            self.missed.append(found["who"])  # in "A or B C", C may be needed for A too
        if found["what"].startswith("unit"):
            self.data["counts"] = "units"
        if found["none"]:
            self.data["excludes"] = self.read_sets(found["none"])
        if found["more"]:
            load: Json = {
                "capacity": int(found["more_count"]),
                "takes": self.read_sets(found["more_who"]),
            }
            if found["wounds"]:
                load["max_wounds"] = int(found["wounds"])
            self.data["also" if "and" in found["more"] else "instead"] = [load]

    def read_excluded(self, found: re.Match[str]) -> None:
        """Add which units the transport can't carry, and the exceptions from that."""
        excludes = self.data.setdefault("excludes", [])
        if isinstance(excludes, list):
            excludes += self.read_sets(found["who"])
        if found["but"]:
            self.data["exceptions"] = self.read_sets(found["but"])
        if found["without"]:
            (without,) = self.read_sets(found["without"]) or [[found["without"]]]
            self.data["exceptions_when"] = {"attached_to_without": without}

    def read_excluded_wounds(self, found: re.Match[str]) -> None:
        """Add the number of wounds from which the transport can't carry a model."""
        row: Json = {"min": int(found["min"])}
        if found["unless"]:
            row["unless"] = [word for words in self.read_sets(found["unless"]) for word in words]
        self.data["excludes_wounds"] = row

    def read_with_item(self, found: re.Match[str]) -> None:
        """Add the capacity that the transport has with a piece of wargear."""
        row: Json = {"item": found["item"], "capacity": int(found["count"])}
        self.data["with_item"] = [row]

    def read_other_load(self, found: re.Match[str]) -> None:
        """Add a load that the transport can carry besides the main one, or instead of it."""
        load: Json = {"capacity": int(found["count"]), "takes": self.read_sets(found["who"])}
        if found["wounds"]:
            load["max_wounds"] = int(found["wounds"])
        if found["reduced"]:
            load["reduces_capacity_to"] = int(found["reduced"])
        note = found["note"] or ""
        space = _SPACE_NOTE.fullmatch(note)
        if note.startswith("excluding "):
            load["excludes"] = self.read_sets(note.removeprefix("excluding "))
        elif _WOUNDS_NOTE.fullmatch(note):
            load["slots_equal_wounds"] = True
        elif space:
            load["slots"] = int(space["count"])
        elif note:
            self.missed.append(note)
        self.data[found["how"]] = [load]

    def read_slots_by_wounds(self, found: re.Match[str]) -> None:
        """Add how many places a model takes if it has at least some number of wounds."""
        lowest = int(found["min"]) if found["min"] else int(found["above"]) + 1
        row: Json = {"min": lowest, "slots": int(found["count"])}
        self.data["slots_by_wounds"] = [row]

    def read_space(self, found: re.Match[str]) -> None:
        """Add how many places the models of some units take."""
        slots = self.data.setdefault("slots", {})
        for words in self.read_sets(found["who"]):
            if len(words) > 1:
                self.missed.append(found["who"])
            elif isinstance(slots, dict):
                slots[words[0]] = int(found["count"])

    def read_sentence(self, text: str) -> None:
        """Add what one sentence of the card says; if it has no known form, to `missed`."""
        plain = text.strip().rstrip(".").strip()
        for name, form in _COMPILED.items():
            found = form.fullmatch(plain)
            if found is not None:
                _READERS[name](self, found)
                return
        if _SPACE.match(plain) and not _SPACE.sub("", plain).strip():
            for found in _SPACE.finditer(plain):
                self.read_space(found)
        elif plain:
            self.missed.append(plain)


_READERS = {
    "read_units": _Loads.read_units,
    "read_capacity": _Loads.read_capacity,
    "read_excluded_wounds": _Loads.read_excluded_wounds,
    "read_excluded": _Loads.read_excluded,
    "read_with_item": _Loads.read_with_item,
    "read_other_load": _Loads.read_other_load,
    "read_slots_by_wounds": _Loads.read_slots_by_wounds,
}


def read_transport(card: Json, place: Place, names: Vocabulary) -> dict[str, Value]:
    """Return the field `transport` of a card, and `splits` if it lets units be split.

    Empty if the card isn't a transport's. `names` are the keywords, datasheets and models of the
    source.
    """
    text = read_english(card.get("transport"))
    if not text:
        return {}
    loads = _Loads(names)
    fields: dict[str, Value] = {}
    split = _SPLIT.search(text)
    if split is not None:
        units = _Loads(names)
        found = [" ".join(words) for words in units.read_sets(split["who"])]
        fields["splits"] = make_value(found, place, units.missed)
        text = text[: split.start()]
    for sentence in _SENTENCE.split(text):
        loads.read_sentence(sentence)
    if "capacity" not in loads.data and not loads.missed:
        loads.missed.append(text)
    fields["transport"] = make_value(loads.data, place, loads.missed)
    return fields
