"""Regiment options of Age of Sigmar, as printed, turned into the shape of our YAML.

"0-1 Herd Alpha, Any Beasts of Chaos" is two rows of `regiment: options:`. Names are looked up in a
`Vocabulary`, which a reader makes from its own source; no name is written here. A phrase with an
unknown name, or one with two meanings, is reported as not understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from listbuilder.matching.likeness import make_singular_key
from listbuilder.model.base import fold, make_id_from_name

Option = dict[str, object]
"""One row of `regiment: options:`."""

LONGEST_PIECE = 60  # characters kept of a piece that was not understood; it is no copy of the text
MOST_WORDS = 8  # words kept of it


def cut_piece(text: str) -> str:
    """Return the first words of a text that was not understood.

    Why: only so few may be kept that it isn't a copy of the text.
    """
    return " ".join(text.split()[:MOST_WORDS])[:LONGEST_PIECE].rstrip(" ,;:")


def make_unit_id(name: str) -> str:
    """Return the id that a unit of this name has in our data."""
    return make_id_from_name(re.sub(r"[,:.!()]", "", name))


class NameTable:
    """Names that a phrase can be looked up in, whatever its case, apostrophes and plural."""

    def __init__(self, names: Iterable[str], fallback: NameTable | None = None) -> None:
        """Store `names`, which are then found also by a plural or by the part before a comma.

        Such a form that two of them share finds neither. Other names are looked up in `fallback`.
        """
        self.exact: dict[str, str] = {}
        self._loose: dict[str, str | None] = {}
        self._fallback = fallback
        for name in names:
            self.exact.setdefault(fold(name), name)
        for name in self.exact.values():
            self._add_loose(name, name)
            title = name.partition(",")[0]
            if title != name:
                self._add_loose(title, name)

    def _add_loose(self, written: str, name: str) -> None:
        """Make `written` a loose form of `name`; if it is one of another name too, of neither."""
        key = make_singular_key(written)
        if self._loose.setdefault(key, name) != name:
            self._loose[key] = None

    def find(self, phrase: str) -> str | None:
        """Return the name that `phrase` stands for, or None."""
        found = self.exact.get(fold(phrase)) or self._loose.get(make_singular_key(phrase))
        if found is None and self._fallback is not None:
            return self._fallback.find(phrase)
        return found


class Vocabulary(msgspec.Struct, frozen=True, eq=False):
    """The names that the options of one book can contain.

    `heroes` are the names of units that are heroes. `variants` are, for a unit's name, the names of
    the same unit for one season or in another size, which an option for the unit allows too.
    `armies` are the Armies of Renown: an option for their units is not one of the faction.
    """

    faction: str
    keywords: NameTable
    sub_heroes: NameTable
    units: NameTable
    heroes: frozenset[str] = frozenset()
    variants: dict[str, tuple[str, ...]] = {}
    armies: NameTable = NameTable(())


class RegimentText(msgspec.Struct, frozen=True):
    """The rows that a text of options says, and the pieces of it that were not understood."""

    options: list[Option]
    not_understood: tuple[str, ...] = ()


# --- the text of all options ---

# A comma ends an option only where the next begins with a count: names contain commas too.
_NEXT_OPTION = re.compile(
    r"\s*[,;]\s*(?=(?:Any|Up to|\d+)\b)|\s*,\s*(?=[^,]*\(required\))", re.IGNORECASE
)
_REQUIRED = re.compile(r"\s*\(required\)\.?$", re.I)
_COUNT = re.compile(r"(?P<any>Any)\b|(?P<low>\d+)\s*[-–]\s*(?P<high>\d+)\b|(?P<exact>\d+)\b", re.I)
_ALTERNATIVE = re.compile(r"\s*,\s*(?:or\s+)?|\s+or\s+|\s*/\s*", re.I)
_NOTHING = frozenset(("", "none", "-", "–", "n/a"))


def read_regiment_options(text: str, vocabulary: Vocabulary) -> RegimentText:
    """Return the rows of a hero's regiment options, such as "0-1 Monster, Any Skink Cavalry"."""
    text = " ".join(text.split())
    if text.casefold().strip(".") in _NOTHING:
        return RegimentText([])
    options: list[Option] = []
    not_understood: list[str] = []
    for sentence in _NEXT_OPTION.split(text):
        sentence = sentence.strip(" .,;")
        if not sentence:
            continue
        option = _read_option(sentence, vocabulary)
        if option is None:
            not_understood.append(cut_piece(sentence))
        elif option:
            options.append(option)
    return RegimentText(options, tuple(not_understood))


def _read_option(sentence: str, vocabulary: Vocabulary) -> Option | None:
    """Return the row of one option such as "0-1 Herd Alpha"; None if it isn't understood.

    Empty for an option on units of an Army of Renown, which isn't one of the faction.
    """
    required = bool(_REQUIRED.search(sentence))
    phrase = _REQUIRED.sub("", sentence)
    count = _COUNT.match(phrase)
    low, high = 0, None
    if count:
        phrase = phrase[count.end() :].strip()
        if count["exact"]:
            low = high = int(count["exact"])
        elif count["high"]:
            low, high = int(count["low"]), int(count["high"])
    elif not required:
        return None
    if required:
        low, high = max(low, 1), high or 1
    if high is not None and (high < 1 or low > high):
        return None
    if vocabulary.armies.find(phrase):
        return {}
    return _read_whom(phrase, low, high, vocabulary)


def _read_whom(phrase: str, low: int, high: int | None, vocabulary: Vocabulary) -> Option | None:
    """Return the row of an option for `low` to `high` of what `phrase` names.

    None if a part of the phrase isn't known, or if several alternatives can't be one row.
    """
    whole = _read_alternative(phrase, vocabulary)
    if whole is not None:
        return make_option(whole, low, high, vocabulary)
    parts = _ALTERNATIVE.split(phrase)
    if len(parts) < 2:
        return None
    merged: Option = {}
    for part in parts:
        alternative = _read_alternative(part, vocabulary)
        # keywords of one row are all required, so "Infantry or Cavalry" cannot be one row
        if alternative is None or "keywords" in alternative:
            return None
        for key, names in alternative.items():
            merged[key] = [*_list_texts(merged.get(key)), *_list_texts(names)]
    if len(merged) > 1:
        merged["label"] = phrase
    return make_option(merged, low, high, vocabulary)


def _read_alternative(phrase: str, vocabulary: Vocabulary) -> Option | None:
    """Return what `phrase` names, by its key in a row: a category, a unit or keywords.

    None if it isn't known.
    """
    category = vocabulary.sub_heroes.find(phrase)
    if category is not None:
        return {"sub_heroes": [category]}
    exact = fold(phrase)
    if exact not in vocabulary.keywords.exact:
        unit = vocabulary.units.find(phrase)
        if unit is not None:
            return {"units": [unit]}
    return read_keywords(phrase, vocabulary)


def read_keywords(phrase: str, vocabulary: Vocabulary) -> Option | None:
    """Return the keywords in `phrase` by their keys in a row; None if any of it isn't a keyword.

    Those with "non-" are `none_of_keywords`; if there are no others, the faction is required.
    """
    wanted: list[str] = []
    unwanted: list[str] = []
    words = phrase.split()
    position = 0
    while position < len(words):
        for end in range(len(words), position, -1):
            part = " ".join(words[position:end])
            negative = part.casefold().startswith("non-")
            keyword = vocabulary.keywords.find(part[4:] if negative else part)
            if keyword is not None:
                (unwanted if negative else wanted).append(keyword)
                position = end
                break
        else:
            return None
    if not wanted:
        if not unwanted:
            return None
        wanted = [vocabulary.faction]
    option: Option = {"keywords": wanted}
    if unwanted:
        option["none_of_keywords"] = unwanted
    return option


def _list_texts(value: object) -> list[str]:
    """Return the texts in `value` if it is a list; empty if it is anything else."""
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []


def make_option(whom: Option, low: int, high: int | None, vocabulary: Vocabulary) -> Option:
    """Return the row of an option, with its keys in the order of our files.

    `whom` are the keys that say what it allows, and `low` and `high` how many; variants of its
    units are added. It gets `hero: true` if one of the units is a hero, because `keywords` never
    allow heroes.
    """
    option: Option = {}
    for key in ("keywords", "sub_heroes", "units", "none_of_keywords"):
        names = _list_texts(whom.get(key))
        if key == "units":
            names = list(_add_variants(names, vocabulary))
        if names:
            option[key] = names
    if any(fold(name) in vocabulary.heroes for name in _list_texts(option.get("units"))):
        option["hero"] = True
    if low:
        option["min"] = low
    if high is not None:
        option["max"] = high
    if "label" in whom:
        option["label"] = whom["label"]
    return option


def _add_variants(names: Iterable[str], vocabulary: Vocabulary) -> Iterator[str]:
    """Yield each name once, followed by those of its variants."""
    seen: set[str] = set()
    for name in names:
        for variant in (name, *vocabulary.variants.get(fold(name), ())):
            if variant not in seen:
                seen.add(variant)
                yield variant


# --- what the options of one hero mean for the others ---

Profile = dict[str, object]
"""The `regiment:` of one unit."""

_KEYS = (
    "can_lead",
    "options",
    "joins_as",
    "joins_leaders",
    "only_in_regiment_of",
    "requires_in_regiment",
    "max_per_regiment",
    "uses_slot",
    "cannot_be_auxiliary",
)


def complete_profiles(profiles: dict[str, Profile], heroes: frozenset[str]) -> dict[str, Profile]:
    """Return the profiles of a book, by the names of its units, with what each means for others.

    A hero that an option names joins that leader. A unit that has to be in a regiment, or a leader
    that has to have one, can't be an auxiliary unit. A hero that is only in another's regiment
    can't lead one. Units without anything about regiments are left out.
    """
    completed = {name: dict(profile) for name, profile in profiles.items()}
    for leader, profile in profiles.items():
        for option in _list_rows(profile.get("options")):
            if option.get("min"):
                completed[leader]["cannot_be_auxiliary"] = True
            if option.get("hero"):
                named = _list_texts(option.get("units"))
                _add_leader(leader, [name for name in named if fold(name) in heroes], completed)
    for name, profile in completed.items():
        if profile.get("only_in_regiment_of") or profile.get("requires_in_regiment"):
            profile["cannot_be_auxiliary"] = True
        if fold(name) in heroes and profile.get("only_in_regiment_of"):
            profile["can_lead"] = False
            leaders = _list_texts(profile["only_in_regiment_of"])
            others = [
                leader
                for leader in _list_texts(profile.get("joins_leaders"))
                if leader not in leaders
            ]
            profile["joins_leaders"] = [*leaders, *others]
    return {
        name: {key: profile[key] for key in _KEYS if profile.get(key) not in (None, [])}
        for name, profile in completed.items()
        if any(profile.get(key) not in (None, []) for key in _KEYS)
    }


def _add_leader(leader: str, names: Iterable[str], profiles: dict[str, Profile]) -> None:
    """Record in the profiles of these heroes that they can join the regiment of `leader`."""
    for name in names:
        if name in profiles:
            leaders = _list_texts(profiles[name].get("joins_leaders"))
            if leader not in leaders:
                profiles[name]["joins_leaders"] = [*leaders, leader]


def _list_rows(value: object) -> list[Option]:
    """Return the rows in `value` if it is a list; empty if it is anything else."""
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []
