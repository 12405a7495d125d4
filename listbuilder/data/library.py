"""The data at hand: shipped files, and the user's own beside or over them.

One faction is loaded at a time.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from listbuilder.data import compiled, paths
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.yamlio import reader
from listbuilder.yamlio.convert import convert_document
from listbuilder.yamlio.reader import YamlDocument

T = TypeVar("T")

# Not data of a game, but for maintainers: where our data differ from a source on purpose.
CORRECTIONS = "corrections.yaml"
SOURCES = "sources"  # the folder in which `data update` keeps what its sources said last time

Usable = Callable[[str, YamlDocument], tuple[YamlDocument, list[Problem]]]
"""A function that returns the usable part of a file of one game, and the problems of the rest.

It raises Unreadable if no part is usable.
"""


class DataFileKind(Generic[T]):
    """One kind of data file: its model, its schema, and the sections that it is cut into.

    These are decoded on demand.
    """

    def __init__(
        self,
        name: str,
        model: type[T],
        cut: Callable[[T], compiled.Sections] | None = None,
        *,
        always: tuple[str, ...] = ("",),
        laid_over: bool = False,
    ) -> None:
        """Describe a kind of data file by its `name`, and the `model` that its content is read
        into.

        `cut` turns the model into sections, by default into one. `always`: the sections that every
        file of the kind has; a compiled form without them is rebuilt. `laid_over`: a file of the
        user's is added to the shipped one instead of replacing it.
        """
        self.name = name
        self.model = model
        self.always = always
        self.laid_over = laid_over
        self.cut = cut or (lambda value: {"": compiled.encode_section(value)})

    @property
    def schema(self) -> str:
        """Return the name of the JSON Schema of such files, which is the name of the kind."""
        return self.name

    def read_model(self, file: Path, raw: bytes) -> T:
        """Return the content of `file`, whose YAML bytes are `raw`, as the model of this kind.

        It is slow, because the YAML is parsed. Raises Unreadable.
        """
        document = reader.read_yaml(raw, str(file), reader.DATA_BYTES)
        return convert_document(document, self.model, self.schema)

    def make_sections(self, file: Path, raw: bytes) -> compiled.Sections:
        """Return the encoded sections of `file`, made from its YAML bytes `raw`.

        It is slow, because the YAML is parsed. Raises Unreadable.
        """
        return self.cut(self.read_model(file, raw))


def find_kind(place: str, kinds: Mapping[str, DataFileKind[Any]]) -> DataFileKind[Any]:
    """Return the kind of the file at `place`, its folder and name without ending, from `kinds`.

    An example of a place is `history/necrons`. It is the kind of that very file, else that of its
    folder (`history/*`), else that of all others (`*`).
    """
    folder = place.rpartition("/")[0]
    return kinds.get(place) or kinds.get(f"{folder}/*") or kinds["*"]


class Library:
    """A library of data files, where later folders win over earlier ones.

    The shipped folder comes first. `usable` has, by name of a kind, the function that looks through
    files of it: the user's own whenever they are read, shipped ones when they are compiled.
    """

    def __init__(
        self, own: Iterable[Path] = (), usable: Mapping[str, Usable] | None = None
    ) -> None:
        """Set up the library with the shipped folder and the user's folders `own`.

        No file is read yet. Files in later folders have priority. `usable`: by name of a kind, the
        function that finds what of a file can be used.
        """
        self.folders: tuple[Path, ...] = (paths.get_factions_folder(), *own)
        self.usable: Mapping[str, Usable] = usable or {}
        self.problems: list[Problem] = []
        self._loaded: dict[Path, compiled.Compiled] = {}
        self._opened: dict[
            tuple[str, str], compiled.Compiled
        ] = {}  # those of them that count, without a look at the disk
        self._files: dict[tuple[str, str], dict[str, Path]] = {}

    def list_files(self, system: str, inside: str = "") -> dict[str, Path]:
        """Return the data files of a game by name without ending; the user's own replace shipped
        ones.

        `inside`: a folder of the game; empty for the files outside of its folders.
        """
        key = (system, inside)
        if key not in self._files:
            places = [folder / system / inside for folder in self.folders]
            self._files[key] = {
                file.stem: file for place in places for file in self._list_folder(place)
            }
        return dict(self._files[key])

    def _list_folder(self, place: Path) -> list[Path]:
        """Return the data files in the folder `place`, sorted by name; empty if it doesn't exist.

        A folder that can't be read is reported and left out.
        """
        try:
            return sorted(
                place / name
                for name in os.listdir(place)
                if name.endswith(".yaml") and not name.startswith(".") and name != CORRECTIONS
            )
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            self._report_closed_folder(place, error)
            return []

    def list_all_files(self, system: str, kinds: Iterable[str]) -> dict[str, Path]:
        """Return the data files in the folders that `kinds` name (such as `history/*`).

        The keys are folder and name without ending, such as `history/necrons`.
        """
        folders = sorted({kind.rpartition("/")[0] for kind in kinds})
        return {
            f"{folder}/{stem}".lstrip("/"): file
            for folder in folders
            for stem, file in self.list_files(system, folder).items()
        }

    def find_candidates(self, system: str, stem: str) -> list[Path]:
        """Return the paths of the existing files named `stem`, the one with priority first.

        Empty if no file can have that name.
        """
        places = (folder / system / f"{stem}.yaml" for folder in reversed(self.folders))
        return [place for place in places if self._is_file(place)]

    def _is_file(self, place: Path) -> bool:
        """Return whether `place` is a regular file; a folder that may not be read is reported."""
        try:
            return stat.S_ISREG(os.stat(place).st_mode)
        except PermissionError as error:
            self._report_closed_folder(place.parent, error)
        except (OSError, ValueError):  # not there, or no name for a file
            pass
        return False

    def _report_closed_folder(self, place: Path, error: OSError) -> None:
        """Report that the folder `place` can't be read, unless that is reported already.

        Raises Unreadable for a shipped folder.
        """
        problem = Problem(
            key="cannot_open", args={"reason": error.strerror or str(error)}, file=str(place)
        )
        if problem not in self.problems:
            self._note_problems([problem], place, last=True)

    def has_file(self, system: str, stem: str) -> bool:
        """Return whether a game has a data file with this stem."""
        return bool(self.find_candidates(system, stem))

    def get_compiled(
        self, system: str, stem: str, kind: DataFileKind[Any]
    ) -> compiled.Compiled | None:
        """Return the compiled form of the file `stem`, or None if no such file can be used.

        A broken file of the user's is reported and left out. A broken shipped file raises
        Unreadable.
        """
        if (system, stem) not in self._opened:
            compiled_file = self._load_compiled(system, stem, kind)
            if compiled_file is None:
                return None
            self._opened[system, stem] = compiled_file
        return self._opened[system, stem]

    def _load_compiled(
        self, system: str, stem: str, kind: DataFileKind[Any]
    ) -> compiled.Compiled | None:
        """Return the compiled form of the first candidate file that can be used, or None.

        Kinds that are laid over the shipped file are combined with it instead.
        """
        candidates = self.find_candidates(system, stem)
        if kind.laid_over and candidates and not _is_shipped(candidates[0]):
            return self._load_laid_over(candidates, kind)
        for place in candidates:
            if place in self._loaded:
                return self._loaded[place]
            try:
                raw = reader.read_bytes(place, reader.DATA_BYTES)
                if kind.name in self.usable and not _is_shipped(place):
                    done = self._load_usable_part(system, place, raw, kind)
                else:
                    done = compiled.load_compiled(
                        place,
                        raw,
                        partial(self._make_checked_sections, system, kind, place),
                        kind.always,
                    )
            except Unreadable as error:
                self._note_problems(error.problems, place, last=place == candidates[-1])
                continue
            self._loaded[place] = done
            return done
        return None

    def _load_laid_over(
        self, candidates: Sequence[Path], kind: DataFileKind[Any]
    ) -> compiled.Compiled | None:
        """Return the compiled form of the shipped file with the user's files laid over it in turn.

        A file that doesn't fit is reported and left out; None if none can be read. A result with
        problems isn't kept in the cache, because they must be reported each time.
        """
        from listbuilder.data import overlay  # only for a user's own data

        raws: dict[Path, bytes] = {}
        for place in reversed(candidates):
            raw = self._read_candidate(place, candidates)
            if raw is not None:
                raws[place] = raw
        if not raws:
            return None
        problems_before = len(self.problems)

        def build_sections(_: bytes) -> compiled.Sections:
            """Return the sections of all files laid over each other; report those that don't fit.

            Raises Unreadable if no file can be used.
            """
            model = None
            under: YamlDocument | None = None
            for place, raw in raws.items():
                combined: YamlDocument | None = None
                try:
                    document = reader.read_yaml(raw, str(place), reader.DATA_BYTES)
                    combined = overlay.remove_replace_mark(document)
                    if under is not None:
                        combined = overlay.lay_over(document, under)
                    model, under = convert_document(combined, kind.model, kind.schema), combined
                except Unreadable as error:
                    problems: Sequence[Problem] = error.problems
                    if combined is not None:
                        problems = overlay.combine_by_entry(problems, combined, under)
                    self._note_problems(problems, place, last=place == candidates[-1])
            if model is None:
                raise Unreadable(self.problems[problems_before:])
            return kind.cut(model)

        whole = b"\0".join(raws.values())
        done = compiled.load_compiled(candidates[0], whole, build_sections, kind.always)
        if len(self.problems) > problems_before:
            compiled.delete_cached(candidates[0], whole)
        return done

    def _read_candidate(self, place: Path, candidates: Sequence[Path]) -> bytes | None:
        """Return the bytes of the file at `place`, or None after reporting why it can't be read."""
        try:
            return reader.read_bytes(place, reader.DATA_BYTES)
        except Unreadable as error:
            self._note_problems(error.problems, place, last=place == candidates[-1])
            return None

    def _make_checked_sections(
        self, system: str, kind: DataFileKind[Any], place: Path, raw: bytes
    ) -> compiled.Sections:
        """Return the sections of a file that must be correct as a whole.

        Raises Unreadable if it isn't.
        """
        if kind.name in self.usable:
            document = reader.read_yaml(raw, str(place), reader.DATA_BYTES)
            _, problems = self.usable[kind.name](system, document)
            if problems:
                raise Unreadable(problems)
        return kind.make_sections(place, raw)

    def _load_usable_part(
        self, system: str, place: Path, raw: bytes, kind: DataFileKind[Any]
    ) -> compiled.Compiled:
        """Return the compiled form of what is usable in a user's file, and report the rest.

        It isn't kept in the cache, because the problems must be reported each time.
        """
        whole = reader.read_yaml(raw, str(place), reader.DATA_BYTES)
        usable, problems = self.usable[kind.name](system, whole)
        sections = kind.cut(convert_document(usable, kind.model, kind.schema))
        self.problems.extend(problems)
        return compiled.compile_without_cache(raw, sections)

    def _note_problems(self, problems: Sequence[Problem], place: Path, last: bool) -> None:
        """Add the problems of a user's file, and a last one that says the file is left out.

        Raises Unreadable with them if `place` is a shipped file.
        """
        if _is_shipped(place):
            raise Unreadable(problems)
        self.problems.extend(problems)
        self.problems.append(Problem(key="own_data_left_out", file=str(place)))

    def load_section(
        self, system: str, stem: str, kind: DataFileKind[Any], name: str, model: type[T]
    ) -> T | None:
        """Return section `name` of a file, decoded as `model`.

        None if the file or section doesn't exist.
        """
        opened = self.get_compiled(system, stem, kind)
        if opened is None or name not in opened:
            return None
        return get_decoder(model).decode(opened.get_section(name))

    def compute_digest(self, used: Iterable[compiled.Compiled]) -> str:
        """Return one hash over all data files in `used`, to record which data a verdict was based
        on.
        """
        hashes = sorted({compiled_file.sha256 for compiled_file in used})
        return hashlib.sha256("".join(hashes).encode()).hexdigest()


def _is_shipped(place: Path) -> bool:
    """Return whether `place` lies in the shipped folder."""
    return place.is_relative_to(paths.get_factions_folder())


_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}


def get_decoder(model: type[T]) -> msgspec.json.Decoder[T]:
    """Return the JSON decoder for `model`, the same at each call, because making one is
    expensive.
    """
    if model not in _decoders:
        _decoders[model] = msgspec.json.Decoder(model)
    return _decoders[model]
