"""The notes beside a unit in the Battle Profiles of Age of Sigmar, sentence by sentence.

Each sentence has one known form; a sentence of any other form is not understood as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import msgspec

from listbuilder.update.read.regiment_sentences import (
    NameTable,
    Option,
    Profile,
    Vocabulary,
    cut_piece,
    make_unit_id,
    read_regiment_options,
)


class UnitNotes(msgspec.Struct):
    """What the notes of a unit say: keys of its `regiment:`, keys of the unit itself, the rest.

    `fields` can have `can_be_reinforced`, `legends_from`, `battlepack`, `max_per`,
    `exclusive_with`, `army` (the Army of Renown it is only for), `previous_name` and
    `regiment_limit`.
    """

    regiment: Profile = msgspec.field(default_factory=dict)
    fields: dict[str, object] = msgspec.field(default_factory=dict)
    not_understood: list[str] = msgspec.field(default_factory=list)


_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "´": "'", "`": "'"})
_SENTENCE_END = re.compile(r"(?<=[a-z0-9)'])\.(?:\s+(?=[A-Z])|\s*$)")
_BATTLEPACK = re.compile(r"General's Handbook (\d{4}-\d{2})")


def split_sentences(text: str) -> list[str]:
    """Return the sentences of the notes, with plain apostrophes and without their full stops."""
    text = " ".join(text.translate(_APOSTROPHES).split())
    return [sentence for sentence in map(str.strip, _SENTENCE_END.split(text)) if sentence]


def find_sub_heroes(notes: Iterable[str]) -> list[str]:
    """Return the roles in which heroes can join a regiment, as the notes print them."""
    return _find_all(notes, _JOINS_AS)


def find_armies(notes: Iterable[str]) -> list[str]:
    """Return the Armies of Renown that some units are only for, as the notes print them."""
    return _find_all(notes, _ONLY_IN_ARMY)


def _find_all(notes: Iterable[str], form: re.Pattern[str]) -> list[str]:
    """Return the `what` of every sentence of the notes that has `form`, each once."""
    found: dict[str, None] = {}
    for text in notes:
        for sentence in split_sentences(text):
            match = form.fullmatch(sentence)
            if match:
                found.setdefault(match["what"])
    return list(found)


def read_unit_notes(text: str, vocabulary: Vocabulary) -> UnitNotes:
    """Return what the notes of a unit say, and the sentences that were not understood."""
    notes = UnitNotes()
    for sentence in split_sentences(text):
        for pattern, read in _SENTENCES:
            match = pattern.fullmatch(sentence)
            if match is not None:
                if not read(match, notes, vocabulary):
                    notes.not_understood.append(cut_piece(sentence))
                break
        else:
            notes.not_understood.append(cut_piece(sentence))
    return notes


# --- the forms of sentences ---

_JOINS_AS = re.compile(r"This Hero can join an eligible regiment as (?:an? |the )?(?P<what>.+)")
_ONLY_IN_ARMY = re.compile(
    r"This unit can only be taken in (?:an? |the )?(?P<what>.+) Army of Renown"
)


def _read_joins_as(match: re.Match[str], notes: UnitNotes, vocabulary: Vocabulary) -> bool:
    """Record the role in which the hero can join a regiment; return whether it is known."""
    category = vocabulary.sub_heroes.find(match["what"])
    if category is None:
        return False
    joins = notes.regiment.setdefault("joins_as", [])
    if isinstance(joins, list):
        joins.append(category)
    return True


def _read_leaders(match: re.Match[str], notes: UnitNotes, vocabulary: Vocabulary) -> bool:
    """Record whose regiments the hero can join; return whether all of them are known units."""
    leaders = _find_owners(match["who"], vocabulary)
    if leaders:
        notes.regiment["joins_leaders"] = leaders
    return bool(leaders)


def _read_only_leader(match: re.Match[str], notes: UnitNotes, vocabulary: Vocabulary) -> bool:
    """Record whose regiment the unit has to be in; return whether all of them are known units."""
    leaders = _find_owners(match["who"], vocabulary)
    if leaders:
        notes.regiment["only_in_regiment_of"] = leaders
    return bool(leaders)


def _find_owners(phrase: str, vocabulary: Vocabulary) -> list[str]:
    """Return the units in "a Sorceress' or Lord Kroak's"; empty if one of them isn't known."""
    found: list[str] = []
    for part in re.split(r"\s+or\s+|'s?,\s*", phrase):
        name = re.sub(r"^(?:an? |the )", "", part.strip())
        unit = vocabulary.units.find(re.sub(r"'s?$", "", name)) or vocabulary.units.find(name)
        if unit is None:
            return []
        found.append(unit)
    return found


def _read_companion(match: re.Match[str], notes: UnitNotes, vocabulary: Vocabulary) -> bool:
    """Record the unit that has to be in the same regiment; return whether it is known."""
    unit = vocabulary.units.find(match["need"])
    if unit is None:
        return False
    notes.regiment["requires_in_regiment"] = [unit]
    if match["other"] is not None:
        notes.regiment["max_per_regiment"] = 1
    return True


def _read_slot(match: re.Match[str], notes: UnitNotes, vocabulary: Vocabulary) -> bool:
    """Record that the unit doesn't count towards the size of its regiment; return True."""
    notes.regiment["uses_slot"] = False
    return True


def _read_reinforced(match: re.Match[str], notes: UnitNotes, vocabulary: Vocabulary) -> bool:
    """Record whether the unit can be reinforced; return True."""
    notes.fields["can_be_reinforced"] = match["not"] is None
    return True


def _read_legends_from(match: re.Match[str], notes: UnitNotes, vocabulary: Vocabulary) -> bool:
    """Record from which date the unit is in Warhammer Legends; return whether it is a date."""
    month = match["month"].casefold()
    if month not in _MONTHS or not 1 <= int(match["day"]) <= 31:
        return False
    number = _MONTHS.index(month) + 1
    notes.fields["legends_from"] = f"{match['year']}-{number:02}-{int(match['day']):02}"
    return True


def _read_battlepack(match: re.Match[str], notes: UnitNotes, vocabulary: Vocabulary) -> bool:
    """Record the battlepack that the unit is for; return whether its name has the known form."""
    found = _BATTLEPACK.fullmatch(match["what"])
    if found is None:
        return False
    notes.fields["battlepack"] = f"ghb-{found[1]}"
    return True


def _read_army(match: re.Match[str], notes: UnitNotes, vocabulary: Vocabulary) -> bool:
    """Record the Army of Renown that the unit is only for; return True."""
    notes.fields["army"] = match["what"]
    return True


def _read_max_per(match: re.Match[str], notes: UnitNotes, vocabulary: Vocabulary) -> bool:
    """Record how many of the unit can be taken for each of another one; return if that is known."""
    unit = vocabulary.units.find(match["what"])
    if unit is None:
        return False
    notes.fields["max_per"] = {"unit": make_unit_id(unit), "count": int(match["count"])}
    return True


def _read_exclusive(match: re.Match[str], notes: UnitNotes, vocabulary: Vocabulary) -> bool:
    """Record the unit that can't be in the same army; return whether it is known."""
    unit = vocabulary.units.find(match["what"])
    if unit is None and match["what"].startswith("the "):
        unit = vocabulary.units.find(match["what"].removeprefix("the "))
    if unit is None:
        return False
    notes.fields["exclusive_with"] = [make_unit_id(unit)]
    return True


def _read_regiment_limit(match: re.Match[str], notes: UnitNotes, vocabulary: Vocabulary) -> bool:
    """Record a limit on the regiments of the whole book; return whether its keywords are known."""
    limited = _read_only_keywords(match["what"], vocabulary)
    leader = vocabulary.keywords.find(match["leader"])
    if not limited or leader is None:
        return False
    row: Option = {"keywords": limited, "max": int(match["count"])}
    row["unless_leader_keywords"] = [leader]
    notes.fields["regiment_limit"] = row
    return True


def _read_only_keywords(phrase: str, vocabulary: Vocabulary) -> list[str]:
    """Return the keywords that make up the phrase; empty if any of it isn't a keyword."""
    keywords_only = msgspec.structs.replace(
        vocabulary, sub_heroes=NameTable(()), units=NameTable(()), armies=NameTable(())
    )
    rows = read_regiment_options(f"Any {phrase}", keywords_only)
    if rows.not_understood or len(rows.options) != 1 or set(rows.options[0]) != {"keywords"}:
        return []
    keywords = rows.options[0]["keywords"]
    return (
        [word for word in keywords if isinstance(word, str)] if isinstance(keywords, list) else []
    )


def _read_previous_name(match: re.Match[str], notes: UnitNotes, vocabulary: Vocabulary) -> bool:
    """Record the name that the unit had before; return True."""
    notes.fields["previous_name"] = match["what"]
    return True


_Read = Callable[[re.Match[str], UnitNotes, Vocabulary], bool]

# The first form that fits a sentence is taken, so the more special ones are first. Each function
# returns whether it understood the sentence.
_SENTENCES: tuple[tuple[re.Pattern[str], _Read], ...] = (
    (_JOINS_AS, _read_joins_as),
    (_ONLY_IN_ARMY, _read_army),
    (
        re.compile(
            r"This unit can only be taken in a regiment that contains an? (?P<need>.+?)(?: unit)?"
            r"(?: and no other (?P<other>.+))?"
        ),
        _read_companion,
    ),
    (
        re.compile(
            r"This unit does not count towards the number of (?:friendly )?units that can"
            r" accompany a Hero"
        ),
        _read_slot,
    ),
    (
        re.compile(r"This (?:unit|Hero) can only be taken in (?P<who>.+?'s?) regiment"),
        _read_only_leader,
    ),
    (re.compile(r"This Hero can join (?P<who>.+?'s?) regiments?"), _read_leaders),
    (re.compile(r"This (?:unit|Hero) can(?P<not>not)? be reinforced"), _read_reinforced),
    (
        re.compile(
            r"This unit will move to Warhammer Legends on"
            r" (?P<day>\d{1,2}) (?P<month>[A-Za-z]+) (?P<year>\d{4})"
        ),
        _read_legends_from,
    ),
    (
        re.compile(
            r"This unit is legal for Matched Play for battles fought using the (?P<what>.+?)"
            r"(?: battlepack)?"
        ),
        _read_battlepack,
    ),
    (
        re.compile(
            r"You can include (?P<count>\d+) units? of this type for each (?P<what>.+)"
            r" in your army"
        ),
        _read_max_per,
    ),
    (
        re.compile(r"You cannot include this unit and (?P<what>.+) in the same army"),
        _read_exclusive,
    ),
    (
        re.compile(
            r"You cannot include more than (?P<count>\d+) (?P<what>.+) in a regiment led by a"
            r" non-(?P<leader>.+) Hero"
        ),
        _read_regiment_limit,
    ),
    (re.compile(r"Previously (?P<what>.+)"), _read_previous_name),
)
