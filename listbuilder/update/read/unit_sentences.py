"""The sentences of a card on its models and on what they carry by default.

A card prints its lines in two lists, and sometimes a line is in the wrong one. So both are read as
one list, and each line is recognised by its form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from listbuilder.update.read.card_text import (
    BULLETS,
    Phrase,
    clean_text,
    clip,
    get_phrases,
    get_words,
    read_number,
)
from listbuilder.update.singular import make_name_key, make_singular_name

Row = dict[str, object]
_NUMBERED = re.compile(r"(\d+)(?:\s*-\s*(\d+))?\s+(\S.*)")
_NEXT_MODEL = re.compile(r",? and (?=\d)|, (?=\d)")
_NEXT_LOADOUT = re.compile(r"(?<=[.;])\s+(?=[^.;:]+ (?:is|are) equipped with:)")
# a paragraph under a heading in capitals, on the same line
_HEADING = re.compile(r"(?<=\.)\s+(?:[A-Z]{2,} [A-Z]{2,}|[A-Z]{4,})\b.*")
_LOOSE_CAPITAL = re.compile(r"^([A-Z]) +([a-z]+)\b")  # the ornate first letter of a page
_NEXT_ITEM = re.compile(r";|,\s*(?!the )(?![^(]*\))")
_PROFILE = re.compile(r"\s-\s.*")  # which profile of a weapon: "gun - long range"
_REMARK = re.compile(r"\s*\([^()]*\)")
_ONE_MODEL = re.compile(
    r"(?:every|each|the|an?|one|1) (?:other )?(\S.*?)(?: model)? is (?:\w+ )?equipped with",
    re.IGNORECASE,
)
_COUNTED_ITEM = re.compile(r"(\d+)\s*x?\s+(\S.*)")
_LONGEST_NAME = 8  # words of a model's name on a line without a number
_LONG = 8  # letters of a name that may be misprinted


class UnitText(msgspec.Struct):
    """The lines of a card on its models, sorted by what they are about."""

    compositions: list[list[str]]
    loadouts: list[str]
    notes: list[tuple[Phrase, dict[str, str]]]


class Unit(msgspec.Struct):
    """What was read of a card's models: the rows of our YAML, and what was not understood."""

    compositions: list[list[Row]]
    size: dict[str, int] | None = None
    rules: list[Row] = []
    not_understood: list[str] = []

    @property
    def model_names(self) -> list[str]:
        """The names of all models, each once, in order."""
        names = dict.fromkeys(str(row["name"]) for rows in self.compositions for row in rows)
        return list(names)


def split_lines(texts: Iterable[str]) -> list[str]:
    """Return the lines of `texts` that aren't empty, without bullets and emphasis."""
    lines: list[str] = []
    for text in texts:
        for line in clean_text(text).split("\n"):
            for part in _NEXT_LOADOUT.split(line.replace("*", "")):
                line = " ".join(part.split()).lstrip(BULLETS + " ").strip()
                line = _HEADING.sub("", _LOOSE_CAPITAL.sub(_join_capital, line))
                if line:
                    lines.append(line)
    return lines


def _join_capital(found: re.Match[str]) -> str:
    """Return "T he" as "The" if sentences begin with that word, else unchanged."""
    word = found[1] + found[2]
    return word if word.lower() in get_words("first_words") else found[0]


def sort_lines(texts: Iterable[str]) -> UnitText:
    """Return the lines of `texts`, sorted into compositions, loadouts and notes.

    A card with several compositions has an "OR" between them.
    """
    sorted_text = UnitText([[]], [], [])
    is_list = False
    for line in split_lines(texts):
        note = _find_note(line)
        if note is not None:
            sorted_text.notes.append(note)
        elif line.lower() in get_words("separators"):
            sorted_text.compositions.append([])
        elif line.lower() in get_words("alternatives"):
            is_list = True
        elif " equipped with" in line:
            sorted_text.loadouts.append(line)
        else:
            sorted_text.compositions[-1].append(line)
    if is_list:  # each line is a unit of its own, wherever the heading is
        sorted_text.compositions = [[line] for lines in sorted_text.compositions for line in lines]
    sorted_text.compositions = [lines for lines in sorted_text.compositions if lines]
    return sorted_text


def _find_note(line: str) -> tuple[Phrase, dict[str, str]] | None:
    """Return the phrase for a note that `line` fits, with its pieces; None if none fits."""
    for phrase in get_phrases("unit_notes"):
        for pieces in phrase.list_matches(line.rstrip(".")):
            return phrase, pieces
    return None


# --- models ---


def read_unit(text: UnitText) -> Unit:
    """Return the models, the size and the rules of composition that `text` states.

    The names of models are spelled as the sentences on wargear write a single one.
    """
    unit = Unit([], rules=[], not_understood=[])
    for lines in text.compositions:
        rows: list[Row] = []
        for line in lines:
            read = _read_model_line(line)
            if read is None:
                unit.not_understood.append(clip(line))
            else:
                rows += read
        if rows:
            unit.compositions.append(rows)
    if unit.compositions and not unit.not_understood:
        unit.size = {
            "min": min(_sum_rows(rows, "min") for rows in unit.compositions),
            "max": max(_sum_rows(rows, "max") for rows in unit.compositions),
        }
    spelled = _list_singular_names(text.loadouts)
    for rows in unit.compositions:
        for row in rows:
            row["name"] = spelled.get(make_name_key(str(row["name"])), row["name"])
    for phrase, pieces in text.notes:
        _apply_note(unit, phrase, pieces)
    return unit


def _list_singular_names(lines: Iterable[str]) -> dict[str, str]:
    """Return the names of models in the singular, by their keys.

    They are taken from sentences on wargear, such as "the Captain is equipped with …".
    """
    found = [_ONE_MODEL.match(line) for line in lines]
    return {make_name_key(match[1]): match[1] for match in found if match is not None}


def _sum_rows(rows: list[Row], key: str) -> int:
    """Return the sum of the numbers `key` of all `rows`."""
    return sum(int(str(row[key])) for row in rows)


def _read_model_line(line: str) -> list[Row] | None:
    """Return the models of a line such as "1 Captain and 4-9 Guards"; None for any other line.

    A line without a number is one model if it can be a name.
    """
    for ending in get_words("label_endings"):
        if line.lower().endswith(ending):
            line = line[: -len(ending)].strip()
    line = line.rstrip(".,;")
    rows: list[Row] = []
    pieces = _NEXT_MODEL.split(line)
    for piece in pieces:
        numbered = _NUMBERED.fullmatch(piece.strip())
        if numbered is None:
            piece = piece.removesuffix(" model")
            is_name = len(pieces) == 1 and piece[:1].isupper() and not re.search(r"[.:;,()]", piece)
            if not is_name or len(piece.split()) > _LONGEST_NAME:
                return None
            return [{"name": piece, "min": 1, "max": 1}]
        least = int(numbered[1])
        most = int(numbered[2] or least)
        name = numbered[3].removesuffix(" models").removesuffix(" model")
        noun = name.partition(" with ")[0]
        if least > most or re.search(r"[.:;,()]| if ", noun):
            return None
        name = make_singular_name(name) if most > 1 else name
        rows.append({"name": name, "min": least, "max": most})
    return rows


def _apply_note(unit: Unit, phrase: Phrase, pieces: dict[str, str]) -> None:
    """Change `unit` by one note: its largest size, places in a transport, or what models need."""
    number = read_number(pieces.get("n", ""))
    if "size_max" in phrase.means and unit.size and number:
        unit.size["max"] = min(unit.size["max"], number)
    elif "transport_slots" in phrase.means:
        name = find_model(pieces["model"], unit.model_names)
        rows = [row for rows in unit.compositions for row in rows if row["name"] == name]
        for row in rows:
            row["transport_slots"] = number
        if not rows:
            unit.not_understood.append(clip(pieces["model"]))
    elif "needs" in phrase.means:
        model = find_model(pieces["model"], unit.model_names)
        other = find_model(pieces["other"], unit.model_names)
        needed = read_number(pieces["n2"])
        if model is None or other is None or number is None or needed is None:
            unit.not_understood.append(clip(" ".join(pieces.values())))
        else:
            needs = {"model": other, "min": needed}
            unit.rules.append({"model": model, "count": number, "needs": needs})


def find_model(text: str, names: Iterable[str]) -> str | None:
    """Return the one of `names` that `text` means; None if none or several could be meant.

    A card may use the plural, leave out or add words before the name, or misprint a letter.
    """
    names = list(names)
    key = make_name_key(text)
    if not key:
        return None
    keys = {name: make_name_key(name) for name in names}
    equal = [name for name in names if keys[name] == key]
    if equal:
        return equal[0]
    shorter = key.removesuffix(" model")
    equal = [name for name in names if keys[name] == shorter]
    if equal:
        return equal[0]
    if " and " in shorter:
        return None
    ending = [name for name in names if keys[name].endswith(" " + shorter)]
    if not ending and text == text.title():  # a title before the name, and no letters that strayed
        ending = [name for name in names if shorter.endswith(" " + keys[name])]
    if ending:
        return ending[0] if len(ending) == 1 else None
    close = [name for name in names if is_misprint(shorter, keys[name])]
    return close[0] if len(close) == 1 else None


def is_spaced_otherwise(key: str, other: str) -> bool:
    """Return whether two names differ only in their spaces."""
    return key.replace(" ", "") == other.replace(" ", "")


def is_misprint(key: str, other: str) -> bool:
    """Return whether two long names differ by one letter, or only by where their spaces are."""
    if is_spaced_otherwise(key, other):
        return True
    if min(len(key), len(other)) < _LONG:
        return False
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.distance(key, other, score_cutoff=1) <= 1


# --- default wargear ---


def read_item_text(text: str) -> str | Row | None:
    """Return the item that `text` names, with its count where that is not 1; None if empty."""
    counted = _COUNTED_ITEM.fullmatch(text)
    if counted is None:
        return text or None
    count, name = int(counted[1]), counted[2]
    if count == 1:
        return name
    return {"item": make_singular_name(name), "count": count}


def read_default_rows(
    lines: Iterable[str], models: list[str], items: Iterable[str] = (), sentences: str = ""
) -> tuple[list[Row], list[str]]:
    """Return the rows of default wargear that `lines` state, and what was not understood.

    `models` are the names of the unit's models; one that no line is about is not understood.
    `items` are the names of weapons that the card prints elsewhere. A misprint is corrected by
    them, unless the card's other `sentences` spell the name in the same way.
    """
    printed = {make_name_key(item): item for item in items}
    rows: list[Row] = []
    not_understood: list[str] = []
    for line in lines:
        read = _read_loadout(line, models)
        if read is None:
            not_understood.append(clip(line))
        else:
            rows += read
    for row in rows:
        carried = row["items"]
        assert isinstance(carried, list)
        row["items"] = [_correct_item(item, printed, sentences) for item in carried]
    covered = {str(row["model"]) for row in rows if not row.get("adds")}
    if rows and not not_understood and not covered & {"*", "rest"}:
        not_understood += [clip(f"{name}: no wargear") for name in models if name not in covered]
    return rows, not_understood


def _correct_item(item: str | Row, printed: dict[str, str], sentences: str) -> str | Row:
    """Return `item` spelled like the card's own weapon if only a letter or space differs.

    If the card's `sentences` have the item's name too, it is unchanged, because then the name of
    the weapon is the misprint.
    """
    if not isinstance(item, str):
        return {**item, "item": _correct_item(str(item["item"]), printed, sentences)}
    key = make_name_key(item)
    if key in printed or item.casefold() in sentences.casefold():
        return item
    close = [known for known in printed if is_misprint(key, known)]
    return printed[close[0]] if len(close) == 1 else item


def _read_loadout(line: str, models: list[str]) -> list[Row] | None:
    """Return the rows of one sentence on default wargear; None if any of it isn't understood."""
    for phrase in get_phrases("loadouts"):
        for pieces in phrase.list_matches(line):
            number = read_number(pieces.get("n", "1"))
            if number is None:
                continue
            if "rest" in pieces:
                rows = _read_loadout(pieces["rest"], models)
                for row in rows or ():
                    row.setdefault("count", 1)
                    _add_condition(row, phrase, number)
            else:
                rows = _read_subject(pieces["who"], pieces["items"], models)
                for row in rows or ():
                    row.update({"adds": True} if phrase.means.get("adds") else {})
            if rows:
                return rows
    return None


def _add_condition(row: Row, phrase: Phrase, number: int) -> None:
    """Write into `row` for how many models, or at which size of the unit, it applies."""
    if "per" in phrase.means:
        row["per"] = number
        return
    size = {"min": number} if "least" in phrase.means else {}
    if "most" in phrase.means:
        size["max"] = number
    row["unit_size"] = size


def _read_subject(who: str, items: str, models: list[str]) -> list[Row] | None:
    """Return the rows for the models `who` with `items`; None if the models aren't known."""
    texts = [text.strip(" .") for text in _NEXT_ITEM.split(items)]
    texts = [_PROFILE.sub("", _REMARK.sub("", text)) for text in texts]
    if any(re.search(r"[.:]", text) for text in texts):
        return None
    carried = [read_item_text(text) for text in texts if text and text not in get_words("nothing")]
    known = [item for item in carried if item is not None]
    for phrase in get_phrases("loadout_subjects"):
        for pieces in phrase.list_matches(who):
            rows = _make_subject_rows(phrase, pieces, models)
            if rows:
                return [{"model": row.pop("model"), "items": known, **row} for row in rows]
    return None


def _make_subject_rows(
    phrase: Phrase, pieces: dict[str, str], models: list[str]
) -> list[Row] | None:
    """Return a row for each model that `phrase` means, still without items; None if unknown."""
    if "first" in pieces:
        both: list[Row] = []
        for piece in (pieces["first"], pieces["second"]):
            read = _read_subject(piece, "x", models)
            if read is None:
                return None
            both += [{"model": row["model"]} for row in read]
        return both
    if phrase.means.get("all"):
        return [{"model": "rest" if phrase.means.get("is_rest") else "*"}]
    name = find_model(pieces["model"], models) if models else pieces["model"]
    if name is None:
        return _read_pair(pieces["model"], models)
    row: Row = {"model": name}
    if "count" in phrase.means:
        count = read_number(pieces["n"])
        if count is None:
            return None
        row["count"] = count
    if phrase.means.get("is_rest"):
        row["rest"] = True
    return [row]


def _read_pair(text: str, models: list[str]) -> list[Row] | None:
    """Return the rows of "Guards and Captain", two models after one "every"; None if unknown."""
    first, both, second = text.partition(" and ")
    names = [find_model(first, models), find_model(second, models)] if both else []
    if not names or None in names:
        return None
    return [{"model": name} for name in names]
