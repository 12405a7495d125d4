"""The sentences on 40K cards about models, default wargear and options, read into our YAML's shape.

`read_unit_fields` reads all three of a card at once, because each needs the others: an option is
only understood if it is about models and items that the unit has. A sentence that isn't understood
completely goes to `not_understood`; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from listbuilder.update.read.card_sentence import Note, Sentence, split_sentence
from listbuilder.update.read.card_text import (
    Phrase,
    clean_text,
    clip,
    get_phrases,
    get_words,
    read_number,
    read_times,
)
from listbuilder.update.read.option_grammar import (
    Names,
    read_carried_items,
    read_heading,
    read_option_text,
    yield_gained_items,
)
from listbuilder.update.read.unit_sentences import Row, read_default_rows, read_unit, sort_lines
from listbuilder.update.singular import make_name_key
from listbuilder.update.tree import Place, Value

_COMPOSITION = ("models", "compositions", "size", "composition_rules")
_PROFILE = re.compile(r"\s[-\u2010-\u2015]\s.*")  # which profile of a weapon: "gun - long range"


def read_unit_fields(
    composition: Iterable[str],
    loadout: str,
    wargear: Iterable[str],
    place: Place,
    *,
    items: Iterable[str] = (),
    gear: Iterable[str] = (),
) -> dict[str, Value]:
    """Return the fields models, compositions, size, composition_rules, default_wargear and options.

    `items` are the names of the weapons that the card prints elsewhere: they tell where a list of
    names is cut, and correct misprints. `gear` are the names of other wargear that the card prints.
    If `items` are given, an item that is in neither of them is reported as not understood. Fields
    that the card doesn't mention are absent.
    """
    text = sort_lines([*composition, loadout])
    unit = read_unit(text)
    fields: dict[str, Value] = {}
    not_understood = tuple(unit.not_understood)
    if len(unit.compositions) == 1:
        fields["models"] = Value(unit.compositions[0], place, not_understood)
    elif unit.compositions:
        fields["compositions"] = Value(unit.compositions, place, not_understood)
    if unit.size is not None or not_understood:
        fields["size"] = Value(unit.size or {}, place, not_understood)
    if unit.rules:
        fields["composition_rules"] = Value(unit.rules, place)
    items = tuple(_PROFILE.sub("", item) for item in items)
    gear = tuple(gear)
    sentences = [clean_text(sentence) for sentence in wargear]
    rows, missed = read_default_rows(text.loadouts, unit.model_names, items, "\n".join(sentences))
    if rows or missed:
        carried: list[Row] = [{"with": [row["items"]]} for row in rows]
        missed += _note_unprinted(carried, items, gear)
        fields["default_wargear"] = Value(rows, place, tuple(missed))
    options = read_options(
        sentences, place, models=unit.model_names, default_wargear=rows, items=items
    )
    assert isinstance(options.data, list)
    unprinted = _note_unprinted(options.data, items, gear)
    missed = [*options.not_understood, *unprinted]
    if options.data:  # who takes them can't be known
        missed += unit.not_understood
    fields["options"] = Value(options.data, place, tuple(missed))
    return fields


def _note_unprinted(options: Iterable[Row], items: Iterable[str], gear: Iterable[str]) -> list[str]:
    """Return a note for each item given by `options` that the card prints nowhere else.

    Empty if the printed `items` are unknown.
    """
    printed = {make_name_key(item) for item in items}
    if not printed:
        return []
    printed.update(make_name_key(name) for name in gear)
    gained = dict.fromkeys(yield_gained_items(options))
    return [clip(f"{name}: not printed") for name in gained if make_name_key(name) not in printed]


def read_composition(sentences: Iterable[str], place: Place) -> dict[str, Value]:
    """Return the fields that the sentences on composition state: models or compositions, size."""
    fields = read_unit_fields(sentences, "", (), place)
    return {name: value for name, value in fields.items() if name in _COMPOSITION}


def read_loadout(
    loadout: str, place: Place, *, models: Iterable[str] = (), items: Iterable[str] = ()
) -> Value:
    """Return the default wargear that the sentences of `loadout` state, for the unit's `models`.

    Without `models`, the names of models are taken as the card writes them.
    """
    text = sort_lines([loadout])
    rows, missed = read_default_rows(text.loadouts, list(models), items)
    return Value(rows, place, tuple(missed))


def read_options(
    sentences: Iterable[str],
    place: Place,
    *,
    models: Iterable[str] = (),
    default_wargear: Iterable[Row] = (),
    items: Iterable[str] = (),
) -> Value:
    """Return the options that `sentences` state.

    `models` are the names of the unit's models, `default_wargear` the rows of what they carry, and
    `items` the names of the weapons that the card prints.
    """
    read = [split_sentence(sentence) for sentence in sentences]
    read = [s for s in read if s.text.lower() not in get_words("nothing") or s.notes]
    plain = [_PROFILE.sub("", item) for item in items]
    names = Names(list(models), {}, {make_name_key(item): item for item in plain}, lenient=True)
    for row in default_wargear:
        for name in yield_gained_items([{"with": [row["items"]]}]):
            names.items.setdefault(make_name_key(name), name)
        names.counts.update(_count_several(row))
    for sentence in read:
        _read_sentence(sentence, names)
        for name in yield_gained_items(sentence.options):
            names.items.setdefault(make_name_key(name), name)
    names.lenient = False
    missed: list[str] = []
    for sentence in read:
        _read_sentence(sentence, names)
        if not sentence.is_read:
            missed.append(clip(sentence.raw))
    for sentence in read:
        for note in sentence.notes:
            if not _apply_note(note, sentence, read, names):
                missed.append(clip(note.text))
    missed += [clip(f"{s.raw}: a mark without a note") for s in read if _lacks_note(s, read)]
    _exclude_others(read)
    options = [option for sentence in read for option in sentence.options]
    _number_exclusives(options)
    return Value(options, place, tuple(missed))


def _count_several(row: Row) -> dict[str, int]:
    """Return the count of each item that a row of default wargear has several of, by its key."""
    counts: dict[str, int] = {}
    items = row["items"]
    assert isinstance(items, list)
    for item in items:
        if not isinstance(item, str):
            counts[make_name_key(str(item["item"]))] = int(str(item["count"]))
    return counts


# --- sentences ---


def _read_sentence(sentence: Sentence, names: Names) -> None:
    """Write into `sentence` the options that it states, and whether it was understood."""
    sentence.options, sentence.is_read = [], not sentence.is_garbled
    if sentence.is_garbled:
        return
    if not sentence.text:
        sentence.is_read = bool(sentence.notes)
        return
    if not sentence.bullets and not sentence.notes and _find_note(sentence.text) is not None:
        sentence.notes.append(Note(sentence.text, "".join(sorted(sentence.marks)[:1])))
        sentence.text = ""
        return
    heading = read_heading(sentence.text, names) if sentence.bullets else None
    is_choice = sentence.text.lower() in get_words("choice_headings")
    if heading is not None or is_choice:
        for bullet in sentence.bullets:
            read = read_option_text(bullet.rstrip("."), [], names, heading or {})
            if read is None:
                sentence.is_read = False
                return
            for option in read:
                if is_choice:
                    option.update({"exclusive": "choice", "exclusive_scope": "unit"})
            sentence.options += read
        return
    read = read_option_text(sentence.text, sentence.bullets, names)
    sentence.is_read = read is not None
    sentence.options = read or []


# --- notes ---


def _find_note(text: str) -> tuple[Phrase, dict[str, str]] | None:
    """Return the first phrase for notes that `text` fits, and its pieces; None if none fits."""
    for phrase in get_phrases("notes"):
        for pieces in phrase.list_matches(_strip_note(text)):
            return phrase, pieces
    return None


def _strip_note(text: str) -> str:
    """Return the text of a note without brackets and the full stop."""
    return " ".join(text.replace("(", " ").replace(")", " ").split()).strip(" .")


def _apply_note(note: Note, own: Sentence, sentences: list[Sentence], names: Names) -> bool:
    """Change the options that `note` is about; return whether it was understood."""
    text = _strip_note(note.text)
    for phrase in get_phrases("notes"):
        for pieces in phrase.list_matches(text):
            if phrase.means.get("ignore") or phrase.means.get("nothing"):
                return True
            marked = _list_marked(note, own, sentences)
            targets = marked or ([own] if own.options else [])
            if phrase.means.get("exclusive"):
                if _apply_exclusive(marked, own, sentences, pieces, names):
                    return True
                continue
            done = [_apply_to(phrase, pieces, note, s, names) for s in targets]
            if done and all(done):
                return True
    return False


def _list_marked(note: Note, own: Sentence, sentences: list[Sentence]) -> list[Sentence]:
    """Return the sentences with options that have the mark of `note`, also on a bullet.

    `own` is the note's own sentence; others with a note of their own for that mark are left out. If
    no sentence has the mark and the card has a single other one, that one is meant: a star of
    emphasis was counted with it.
    """
    if not note.mark:
        return []
    with_options = [sentence for sentence in sentences if sentence.options]
    marks = [set().union(s.marks, *s.bullet_marks) for s in with_options]
    used = set().union(*marks)
    mark = note.mark if note.mark in used or len(used) != 1 else next(iter(used))
    marked = [s for s, its in zip(with_options, marks, strict=True) if mark in its]
    return [s for s in marked if s is own or not any(n.mark == mark for n in s.notes)]


def _lacks_note(sentence: Sentence, sentences: list[Sentence]) -> bool:
    """Return whether `sentence` has a mark that no note explains.

    A note of its own without a mark may explain it: the mark was lost. So may a note that made its
    options exclude others.
    """
    marks = sentence.marks.union(*sentence.bullet_marks)
    notes = [note for other in sentences for note in other.notes if note.mark]
    is_explained = any(not note.is_aside for note in sentence.notes)
    is_explained = is_explained or any("exclusive" in option for option in sentence.options)
    if not marks or is_explained or not sentence.is_read:
        return False
    explained = {mark for note in notes for mark in _list_marks_meant(note, sentences)}
    return not marks <= explained


def _list_marks_meant(note: Note, sentences: list[Sentence]) -> set[str]:
    """Return the marks of the sentences that `note` is about."""
    marked = _list_marked(note, sentences[0], sentences)
    used = [s.marks.union(*s.bullet_marks) for s in marked]
    if any(note.mark in marks for marks in used):
        return {note.mark}
    return set().union(*used)


def _apply_exclusive(
    marked: list[Sentence],
    own: Sentence,
    sentences: list[Sentence],
    pieces: dict[str, str],
    names: Names,
) -> bool:
    """Make options exclude each other on a model; return whether it is clear which options.

    They are the ones with the note's mark (`marked`). Without marks they are those for the same
    models as the note's own option, or else the only group of such options on the card.
    """
    targets = marked
    if len(targets) < 2:
        targets = _find_alike(own, sentences)
    if len(targets) < 2:
        return False
    lacked = pieces.get("lacked")
    label = f"note {sentences.index(own)}"
    for sentence in targets:
        for option in sentence.options:
            option["exclusive"] = label
            models = option["models"]
            if lacked is not None:
                assert isinstance(models, dict)
                items = read_carried_items(lacked.replace(" or ", " and "), names)
                if items is None:
                    return False
                models["lacks"] = items
    return True


def _find_alike(own: Sentence, sentences: list[Sentence]) -> list[Sentence]:
    """Return the sentences whose options are for the same models and give up the same items.

    They are the group with `own`, the sentence with the note. If `own` has no options, they are the
    only such group; empty if there is none or more than one.
    """
    groups: dict[str, list[Sentence]] = {}
    for sentence in sentences:
        if sentence.options:
            alike = [(option["models"], option.get("replace")) for option in sentence.options]
            groups.setdefault(repr(alike), []).append(sentence)
    several = [group for group in groups.values() if len(group) > 1]
    if own.options:
        several = [group for group in several if own in group]
    return several[0] if len(several) == 1 else []


def _apply_to(
    phrase: Phrase, pieces: dict[str, str], note: Note, sentence: Sentence, names: Names
) -> bool:
    """Change the options of one sentence by a note; return whether the note makes sense there."""
    means = phrase.means
    about = _list_items_meant(note, sentence)
    for option in sentence.options:
        if "locks" in pieces:
            items = read_carried_items(pieces["locks"], names)
            if items is None or not _locks_all(items, note, sentence):
                return False
            option["locks"] = items
        elif means.get("locks_marked"):
            option["locks"] = about or list(yield_gained_items([option]))
        elif "each_max" in means:
            each_max = _read_each_max(means, pieces)
            if each_max is None or _is_partly_marked(note, sentence):
                return False
            option["each_max"] = each_max
        elif means.get("no_duplicates"):
            if not about:
                return False
            option["no_duplicates"] = about
        elif means.get("model_max_marked"):
            number = read_number(pieces["n"])
            if not about or number is None or not _are_single(about, option):
                return False
            option["model_max"] = dict.fromkeys(about, number)
        elif means.get("model_max"):
            most = [names.find_item(pieces[key]) for key in ("most", "most2") if key in pieces]
            if None in most:
                return False
            gained = set(yield_gained_items([option]))
            option["model_max"] = {str(name): 1 for name in most if name in gained}
        elif means.get("model_excludes"):
            pair = [names.find_item(pieces[key]) for key in ("first", "second")]
            if None in pair:
                return False
            option["model_excludes"] = [pair]
        elif means.get("pistol_rule") and "pick" in option:
            option["pistol_rule"] = True
        elif means.get("no_pairs"):
            option.pop("duplicates", None)
    return True


def _list_items_meant(note: Note, sentence: Sentence) -> list[str]:
    """Return the items that a note is about: those of the bullet it follows, or with its mark.

    Empty if the note is about the whole sentence, or if the sentence has several options.
    """
    if len(sentence.options) != 1:
        return []
    sets = sentence.options[0]["with"]
    assert isinstance(sets, list)
    if note.bullet is not None:
        return list(yield_gained_items([{"with": [sets[note.bullet]]}]))
    if not note.mark or len(sets) != len(sentence.bullet_marks):
        return []
    chosen = [
        items
        for items, marks in zip(sets, sentence.bullet_marks, strict=True)
        if note.mark in marks
    ]
    return list(yield_gained_items([{"with": chosen}]))


def _are_single(names: list[str], option: Row) -> bool:
    """Return whether each of `names` is the only item of an alternative of `option`."""
    sets = option["with"]
    assert isinstance(sets, list)
    return all([name] in sets for name in names)


def _is_partly_marked(note: Note, sentence: Sentence) -> bool:
    """Return whether some alternatives of `sentence` have the mark of `note`, and others don't."""
    marked = [note.mark in marks for marks in sentence.bullet_marks]
    return bool(note.mark) and any(marked) and not all(marked)


def _locks_all(items: list[str | Row], note: Note, sentence: Sentence) -> bool:
    """Return whether a lock on `items`, stated by `note`, can be written for the whole option.

    It can if the note is about every alternative, or if only those it is about give these items.
    """
    about = {make_name_key(name) for name in _list_items_meant(note, sentence)}
    locked = {make_name_key(name) for name in yield_gained_items([{"with": [items]}])}
    is_about_some = note.bullet is not None or _is_partly_marked(note, sentence)
    return not is_about_some or locked <= about


def _read_each_max(means: dict[str, object], pieces: dict[str, str]) -> Row | None:
    """Return how often each alternative can be taken, as `each_max` of our YAML; None if unclear.

    "Once, unless it contains 20 models, then twice" is once for every 10 models.
    """
    most = means["each_max"]
    if most == "times":
        most = read_times(pieces["times"])
    elif most == "n":
        most = read_number(pieces["n"])
    if not isinstance(most, int):
        return None
    if "each_max_per" in means:
        per = read_number(pieces["per"])
        return None if per is None else {"max": most, "per": per}
    if "doubled_at" in means:
        at, double = read_number(pieces["n"]), read_times(pieces["double"])
        if at is None or double != 2 * most:
            return None
        return {"max": most, "per": at // 2}
    return {"max": most}


def _exclude_others(sentences: list[Sentence]) -> None:
    """Make two options exclude each other if one is for "1 Guard" and one for "1 other Guard"."""
    others = [any(option.pop("is_other", None) for option in s.options) for s in sentences]
    for index, sentence in enumerate(sentences):
        if others[index]:
            for alike in _find_alike(sentence, sentences):
                for option in alike.options:
                    option.setdefault("exclusive", f"other {option['models']}")


def _number_exclusives(options: list[Row]) -> None:
    """Give the groups of options that exclude each other short labels: e1, e2 and so on."""
    labels: dict[tuple[object, object], str] = {}
    for option in options:
        if "exclusive" in option:
            key = (option["exclusive"], option.get("exclusive_scope"))
            option["exclusive"] = labels.setdefault(key, f"e{len(labels) + 1}")
