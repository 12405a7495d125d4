"""What is wrong with languages.yaml and the files of words that it names.

Not said where these are read (`languages.py`): as long as they are, there are no words to say it in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import filling, languages, paths, reader, schema, texts
from listbuilder.store.reader import Document
from listbuilder.store.shown import kinds, shown

_ONE_TEXT = {"place_not_filled", "nothing_to_fill"}  # the others of its file are said


def problems() -> Iterator[Problem]:
    """Of the user's own, each followed by what that means."""
    spoken = languages.found()
    for file, wrong in [(file, of_rows) for file in spoken.broken] + [(file, of_texts) for file in spoken.words.values()]:
        if said := list(wrong(file)):
            yield from said
            if not {each.key for each in said} <= _ONE_TEXT:
                yield Problem(key="own_data_left_out", file=str(file))


def of(file: Path) -> Iterable[Problem]:
    """Of either kind; nothing of any other file."""
    return of_rows(file) if file.name == languages.FILE else of_texts(file) if languages.is_words(file) else ()


def of_rows(file: Path) -> Iterable[Problem]:
    try:
        languages.rows_of(file)
    except Unreadable as error:
        return error.problems
    except msgspec.ValidationError:
        document = reader.read_file(file, reader.DATA_BYTES)
        return list(_no_codes(document)) or schema.part_problems(document, (), document.data, languages.Rows)
    return ()


def _no_codes(document: Document) -> Iterator[Problem]:
    for key in document.data if isinstance(document.data, dict) else ():
        if not languages.CODE.fullmatch(str(key)):
            line, column = document.key_mark((str(key),))
            yield Problem(key="language_code", args={"given": str(key)}, file=document.file, line=line, column=column)


def of_texts(file: Path) -> Iterator[Problem]:
    try:
        document = languages.texts_of(file)
    except Unreadable as error:
        yield from error.problems
        return
    wrong = list(languages.misplaced(document.data))
    for path, node in wrong:
        allowed = kinds(["map" if len(path) < 2 else "text"])
        if node is None and path:
            yield document.problem("nothing_there", path, key_of=path[-1], allowed=allowed)
        else:
            yield document.problem("wrong_type", path, given=shown(node), allowed=allowed)
    if not wrong:
        for place, said in document.data.items():
            yield from _misfilled(document, str(place), said) if place != "names" else ()


def _misfilled(document: Document, place: str, said: object) -> Iterator[Problem]:
    """Texts with places to fill that nothing fills; they are said in the fallback."""
    beside = next((base / place for base in (paths.PACKAGE, paths.factions()) if (base / place).is_file()), None)
    english = texts.table(beside, texts.SHIPPED[0]) if beside else {}
    for key, text in texts.said_below(said):
        if key in english and not texts.fits(text, english[key]):
            known = [f"{{{name}}}" for name in sorted(filling.places(english[key]) or ())]
            wrong = "place_not_filled" if known else "nothing_to_fill"
            yield document.problem(wrong, (place, *key.split(".")), given=text, known=known)
