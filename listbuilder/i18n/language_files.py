"""The problems of languages.yaml and of the files of words that it names.

Not said where these are read (`languages.py`): as long as they are, there are no words to say it
in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from listbuilder.data import paths
from listbuilder.i18n import languages, templates, text_files
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.yamlio import reader, schema_errors
from listbuilder.yamlio.reader import YamlDocument
from listbuilder.yamlio.value_text import describe_kinds, describe_value

_ONE_TEXT = {"place_not_filled", "nothing_to_fill"}  # the others of its file are said


def find_own_problems() -> Iterator[Problem]:
    """Yield the problems of the user's own language files.

    Those of each file are followed by one that says the file is left out, unless only single texts
    are wrong.
    """
    languages_at_hand = languages.load_languages()
    for file, wrong in [(file, find_row_problems) for file in languages_at_hand.broken] + [
        (file, find_text_problems) for file in list_added_files()
    ]:
        if problems_of_file := list(wrong(file)):
            yield from problems_of_file
            if not {problem.key for problem in problems_of_file} <= _ONE_TEXT:
                yield Problem(key="own_data_left_out", file=str(file))


def list_added_files() -> list[Path]:
    """Return the files of languages that the user added, beside those that are shipped."""
    shipped = paths.get_factions_folder()
    return [file for file in languages.load_languages().words.values() if file.parent != shipped]


def find_language_problems(file: Path) -> Iterable[Problem]:
    """Return the problems of `file`, if it is a languages.yaml or a language's own file; else
    none.
    """
    if file.name == languages.FILE:
        return find_row_problems(file)
    if languages.is_language_words(file):
        return find_text_problems(file)
    return ()


def find_row_problems(file: Path) -> Iterable[Problem]:
    """Return the problems of the languages.yaml `file`; empty if it is valid."""
    try:
        languages.read_language_rows(file)
    except Unreadable as error:
        return error.problems
    except msgspec.ValidationError:
        document = reader.read_yaml_file(file, reader.DATA_BYTES)
        return list(_find_wrong_codes(document)) or schema_errors.find_part_problems(
            document, (), document.data, languages.Rows
        )
    return ()


def _find_wrong_codes(document: YamlDocument) -> Iterator[Problem]:
    """Yield a problem for each key that is no code of a language."""
    for key in document.data if isinstance(document.data, dict) else ():
        if not re.fullmatch(languages.CODE, str(key)):
            line, column = document.find_key_mark((str(key),))
            yield Problem(
                key="language_code",
                args={"given": str(key)},
                file=document.file,
                line=line,
                column=column,
            )


def find_text_problems(file: Path) -> Iterator[Problem]:
    """Yield the problems of a file of texts in one language."""
    try:
        document = languages.read_texts(file)
    except Unreadable as error:
        yield from error.problems
        return
    wrong = list(languages.find_misplaced(document.data))
    for path, node in wrong:
        allowed = describe_kinds(["map" if len(path) < 2 else "text"])
        if node is None and path:
            yield document.make_problem("nothing_there", path, key_of=path[-1], allowed=allowed)
        else:
            yield document.make_problem(
                "wrong_type", path, given=describe_value(node), allowed=allowed
            )
    if not wrong:
        for place, file_texts in document.data.items():
            if place != "names":
                yield from _find_unfilled_places(document, str(place), file_texts)


def _find_unfilled_places(
    document: YamlDocument, place: str, file_texts: object
) -> Iterator[Problem]:
    """Yield a problem for each text with an argument in braces that the program doesn't fill in.

    `place`: the words file that the texts belong to. Such a text isn't used; the fallback's is.
    """
    relative = languages.find_words_file(place)
    words_files = (base / relative for base in (paths.PACKAGE, paths.get_factions_folder()))
    words_file = next(filter(Path.is_file, words_files), None)
    english = text_files.load_texts(words_file, text_files.SHIPPED[0]) if words_file else {}
    for key, text in text_files.yield_texts_below(file_texts):
        if key in english and not text_files.has_only_known_places(text, english[key]):
            known = [f"{{{name}}}" for name in sorted(templates.list_places(english[key]) or ())]
            wrong = "place_not_filled" if known else "nothing_to_fill"
            path = (place, *key.split("."))
            yield document.make_problem(wrong, path, given=text, known=known)
