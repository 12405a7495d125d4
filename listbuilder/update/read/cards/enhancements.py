"""Enhancements of 40K cards: points, tags, and who can have them, from the first sentence."""

from __future__ import annotations

import re

from listbuilder.update.read.cards.card_json import (
    Json,
    Vocabulary,
    get_number,
    get_texts,
    make_key,
    make_plain_text,
    make_value,
    read_english,
)
from listbuilder.update.tree import Entry, Place, Value

_TAG = re.compile(r"\s*\(([^()]+)\)")
_UPGRADE = "upgrade"
_NOT_FOR_USE = "DNU"  # a keyword of enhancements that nobody can be given
_WHO = re.compile(
    r"(?:Upgrade: )?(?P<who>[^.]{1,160}?)\s+(?P<what>models?|units?)\b"
    r"(?P<between>[^.]{0,80}?)\s*\bonly\b\s*(?:\(excluding (?P<none>[^()]{1,80})\))?",
)
_WHO_ALONE = re.compile(r"(?P<who>[A-Z][A-Z' \-]{2,60}) only\b")
_BETWEEN = re.compile(
    r"(?:\(excluding (?P<none>[^()]{1,80})\))?\s*"
    r"(?:with the (?P<ability>[A-Z][\w' ]{2,40}) ability)?\s*"
    r"(?:equipped with an? (?P<item>[\w' \-]{2,40}))?"
)
_SEPARATOR = re.compile(r"\s*(?:,| or |/| and )\s*")


def split_tags(written: str) -> tuple[str, list[str]]:
    """Return (name, tags): the name without brackets, and the words in them (Aura, Upgrade)."""
    return _TAG.sub("", written).strip(), _TAG.findall(written)


def read_enhancement(card: Json, place: Place, keywords: Vocabulary, inside: str) -> Entry | None:
    """Return the entry of an enhancement, or None if its card has no name.

    `keywords` are all keywords and names of datasheets of the source, `inside` is its detachment.
    """
    name, tags = split_tags(read_english(card.get("name")))
    if not name:
        return None
    fields: dict[str, Value] = {}
    points, cost = get_number(card, "cost"), card.get("cost")
    if points is not None:
        fields["points"] = make_value(points, place)
    elif cost not in (None, "", "null"):
        fields["points"] = make_value(None, place, [f"{cost} points"])
    is_upgrade = any(tag.casefold() == _UPGRADE for tag in tags)
    others = [tag for tag in tags if tag.casefold() != _UPGRADE]
    if others:
        fields["tags"] = make_value(others, place)
    if is_upgrade:
        fields["upgrade"] = make_value(True, place)
    fields |= _read_bearer(card, place, keywords)
    return Entry(
        kind="enhancement",
        name=name,
        place=place,
        fields=fields,
        source_id=read_english(card.get("id")),
        inside=inside,
    )


def is_price_change(card: Json) -> bool:
    """Return whether an enhancement's card is a surcharge for one unit in its detachment.

    The app stores such a surcharge as an enhancement with a keyword that no unit has.
    """
    return _NOT_FOR_USE in get_texts(card, "keywords")


def read_price_changes(cards: list[Json], place: Place, units: Vocabulary) -> dict[str, Value]:
    """Return the field `unit_price_changes` of a detachment, from the `cards` of its surcharges.

    `units` are the names of all datasheets. A surcharge for an unknown unit is not understood.
    Empty without cards.
    """
    rows: list[Json] = []
    missed: list[str] = []
    for card in cards:
        name, _ = split_tags(read_english(card.get("name")))
        found = _WHO.match(read_english(card.get("description")))
        unit = units.find_either_number(found["who"]) if found else None
        points = get_number(card, "cost")
        if unit is None or points is None:
            missed.append(name)
        else:
            rows.append({"name": name, "unit": unit, "points": points})
    return {"unit_price_changes": make_value(rows, place, missed)} if cards else {}


def _read_bearer(card: Json, place: Place, keywords: Vocabulary) -> dict[str, Value]:
    """Return the field `requires`, and `bearer` if the bearer is a whole unit.

    They are read from the first words of the description. If these don't say it, `requires` has the
    card's list of keywords and is marked as not understood.
    """
    text = read_english(card.get("description"))
    found = _WHO.match(text)
    if found is None:
        alone = _WHO_ALONE.match(text)
        who = _read_alternatives(alone["who"], keywords) if alone else None
        if who is None:
            return {"requires": _show_lists(card, place, text)}
        return {"requires": make_value(_make_requires(who), place)}
    missed: list[str] = []
    who = _read_alternatives(found["who"], keywords)
    if who is None:
        return {"requires": _show_lists(card, place, found["who"])}
    between = _BETWEEN.fullmatch(found["between"].strip())
    nones = [found["none"]]
    requires = _make_requires(who)
    if between is None:
        missed.append(found["between"])
    else:
        nones.append(between["none"])
        if between["ability"]:
            requires["abilities"] = [between["ability"]]
        if between["item"]:
            requires["wargear"] = [between["item"]]
    excluded = _read_excluded([text for text in nones if text], keywords, missed)
    if excluded:
        requires["none"] = excluded
    fields = {"requires": make_value(requires, place, missed)}
    if found["what"].startswith("unit"):
        fields["bearer"] = make_value("unit", place)
    return fields


def _show_lists(card: Json, place: Place, text: str) -> Value:
    """Return the card's list of keywords as `requires`, marked as not understood.

    Why: the list doesn't say whether all of the keywords are needed or one of them. `text` is what
    should have said it.
    """
    return make_value({"any": get_texts(card, "keywords")}, place, [text or "no description"])


def _read_alternatives(written: str, keywords: Vocabulary) -> list[list[str]] | None:
    """Return the sets of keywords of which a bearer needs one, or None if a word is unknown.

    In "Infantry/Mounted Thousand Sons Psyker" the last alternative also has the keywords of all.
    """
    plain = make_plain_text(written).removeprefix("Friendly ")
    whole = keywords.find(plain)
    if whole is not None:
        return [[whole]]
    groups: list[list[str]] = []
    for part in _SEPARATOR.split(plain):
        found = keywords.split(part)
        if not found:
            return None
        groups.append(found)
    if "/" in plain:
        return _share_last_words(groups)
    if len({len(group) for group in groups}) > 1:
        return None  # in "A B or C", A may be needed for C too
    return groups


def _share_last_words(groups: list[list[str]]) -> list[list[str]]:
    """Return alternatives separated by slashes, each with the keywords that follow the last one.

    In "Infantry/Mounted Thousand Sons Psyker" all before the last slash are single keywords; then
    the words after the last alternative belong to all. Otherwise nothing is added.
    """
    *first, last = groups
    if len(last) > 1 and all(len(group) == 1 for group in first):
        shared = last[1:]
        return [[*group, *shared] for group in first] + [last]
    return groups


def _make_requires(groups: list[list[str]]) -> Json:
    """Return `requires` as our data writes it: `all` for keywords in each set, `any` for the rest.

    "Adeptus Custodes Infantry or Adeptus Custodes Mounted" needs Adeptus Custodes and one of two.
    """
    shared = [word for word in groups[0] if all(word in group for group in groups)]
    rests = [[word for word in group if word not in shared] for group in groups]
    requires: Json = {}
    if [] in rests:
        return {"all": shared}
    if shared:
        requires["all"] = shared
    requires["any"] = [rest[0] if len(rest) == 1 else rest for rest in rests]
    return requires


def _read_excluded(texts: list[str], keywords: Vocabulary, missed: list[str]) -> list[object]:
    """Return the keywords that a bearer must not have; unknown words go to `missed`."""
    excluded: list[object] = []
    for text in texts:
        plain = re.sub(r"\s+(models?|units?)$", "", make_plain_text(text))
        for part in _SEPARATOR.split(plain):
            found = keywords.split(part)
            if not found:
                missed.append(text)
            elif make_key(part) and found not in excluded:
                excluded.append(found[0] if len(found) == 1 else found)
    return excluded
