"""The data at hand: shipped files, and the user's own beside or over them. One faction is loaded at a time."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import compiled, overlay, paths, reader
from listbuilder.store.convert import convert
from listbuilder.store.reader import Document

T = TypeVar("T")

Usable = Callable[[str, Document], tuple[Document, list[Problem]]]
"""Of a file of one game: what of it can be used, and what is wrong with the rest. Raises Unreadable where nothing can."""


class Kind(Generic[T]):
    """One kind of data file: its model, its schema, and how it is cut into sections that are decoded on demand."""

    def __init__(
        self,
        name: str,
        model: type[T],
        cut: Callable[[T], compiled.Sections] | None = None,
        *,
        always: tuple[str, ...] = ("",),
        laid_over: bool = False,
    ) -> None:
        self.name = name
        self.model = model
        self.always = always  # sections that `cut` makes of every file; without them a compiled form is rebuilt
        self.laid_over = laid_over  # a file of the user's adds to the shipped one instead of taking its place
        self.cut = cut or (lambda value: {"": compiled.encode(value)})

    @property
    def schema(self) -> str:
        return self.name

    def read(self, file: Path, raw: bytes) -> T:
        """The whole file as its model, straight from YAML. Slow; raises Unreadable."""
        return convert(reader.read_text(raw, str(file), reader.DATA_BYTES), self.model, self.schema)

    def sections(self, file: Path, raw: bytes) -> compiled.Sections:
        return self.cut(self.read(file, raw))


def kind_of(place: str, kinds: Mapping[str, Kind[Any]]) -> Kind[Any]:
    """The kind of a file by its folder and stem (`history/necrons`): its own, or that of its folder (`history/*`)."""
    folder = place.rpartition("/")[0]
    return kinds.get(place) or kinds.get(f"{folder}/*") or kinds["*"]


class Library:
    """Finds and loads data files. Later folders win over earlier ones; the shipped folder comes first.

    `usable`: by name of a kind, what looks through files of it: the user's own whenever they are read, shipped ones when
    they are compiled.
    """

    def __init__(self, own: Iterable[Path] = (), usable: Mapping[str, Usable] | None = None) -> None:
        self.folders: tuple[Path, ...] = (paths.factions(), *own)
        self.usable: Mapping[str, Usable] = usable or {}
        self.problems: list[Problem] = []
        self._loaded: dict[Path, compiled.Compiled] = {}
        self._opened: dict[tuple[str, str], compiled.Compiled] = {}  # those of them that count, without a look at the disk
        self._files: dict[tuple[str, str], dict[str, Path]] = {}

    def files(self, system: str, inside: str = "") -> dict[str, Path]:
        """Every data file of a game, by stem; the user's own in place of a shipped one. `inside`: a folder of the game."""
        key = (system, inside)
        if key not in self._files:
            places = [folder / system / inside for folder in self.folders]
            self._files[key] = {file.stem: file for place in places for file in self._listed(place)}
        return dict(self._files[key])

    def _listed(self, place: Path) -> list[Path]:
        """The data files of a folder. One of the user's that cannot be looked into is named and left out."""
        try:
            return sorted(place / name for name in os.listdir(place) if name.endswith(".yaml") and not name.startswith("."))
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            self._closed(place, error)
            return []

    def all_files(self, system: str, kinds: Iterable[str]) -> dict[str, Path]:
        """The same of every folder of which `kinds` speaks (`history/*`), by folder and stem."""
        folders = sorted({kind.rpartition("/")[0] for kind in kinds})
        return {f"{at}/{stem}".lstrip("/"): file for at in folders for stem, file in self.files(system, at).items()}

    def candidates(self, system: str, stem: str) -> list[Path]:
        """Where a file may be, the one that counts first. A stem that no file can be called by is in none."""
        places = (folder / system / f"{stem}.yaml" for folder in reversed(self.folders))
        return [place for place in places if self._is_file(place)]

    def _is_file(self, place: Path) -> bool:
        try:
            return stat.S_ISREG(os.stat(place).st_mode)
        except PermissionError as error:
            self._closed(place.parent, error)
        except (OSError, ValueError):  # not there, or no name for a file
            pass
        return False

    def _closed(self, place: Path, error: OSError) -> None:
        """A folder that cannot be looked into: said once."""
        problem = Problem(key="cannot_open", args={"reason": error.strerror or str(error)}, file=str(place))
        if problem not in self.problems:
            self._note([problem], place, last=True)

    def has(self, system: str, stem: str) -> bool:
        return bool(self.candidates(system, stem))

    def open(self, system: str, stem: str, kind: Kind[Any]) -> compiled.Compiled | None:
        """The compiled form of a file, or None if there is none. A broken file of the user's is named and left out."""
        if (system, stem) not in self._opened:
            found = self._found(system, stem, kind)
            if found is None:
                return None
            self._opened[system, stem] = found
        return self._opened[system, stem]

    def _found(self, system: str, stem: str, kind: Kind[Any]) -> compiled.Compiled | None:
        candidates = self.candidates(system, stem)
        if kind.laid_over and candidates and not _shipped(candidates[0]):
            return self._laid_over(candidates, kind)
        for place in candidates:
            if place in self._loaded:
                return self._loaded[place]
            try:
                raw = reader.read_bytes(place, reader.DATA_BYTES)
                if kind.name in self.usable and not _shipped(place):
                    done = self._looked_through(system, place, raw, kind)
                else:
                    done = compiled.load(place, raw, partial(self._sections, system, kind, place), kind.always)
            except Unreadable as error:
                self._note(error.problems, place, last=place == candidates[-1])
                continue
            self._loaded[place] = done
            return done
        return None

    def _laid_over(self, candidates: Sequence[Path], kind: Kind[Any]) -> compiled.Compiled | None:
        """The shipped file with the user's over it, one after the other. One that does not fit is named and left out."""
        raws = {place: raw for place in reversed(candidates) if (raw := self._raw(place, candidates)) is not None}
        if not raws:
            return None
        told = len(self.problems)

        def build(_: bytes) -> compiled.Sections:
            model = None
            under: Document | None = None
            for place, raw in raws.items():
                both: Document | None = None
                try:
                    document = reader.read_text(raw, str(place), reader.DATA_BYTES)
                    both = overlay.laid_over(document, under) if under is not None else overlay.alone(document)
                    model, under = convert(both, kind.model, kind.schema), both
                except Unreadable as error:
                    found = overlay.by_entry(error.problems, both, under) if both is not None else error.problems
                    self._note(found, place, last=place == candidates[-1])
            if model is None:
                raise Unreadable(self.problems[told:])
            return kind.cut(model)

        whole = b"\0".join(raws.values())
        done = compiled.load(candidates[0], whole, build, kind.always)
        if len(self.problems) > told:
            compiled.forget(candidates[0], whole)  # what is wrong with a file is to be said each time
        return done

    def _raw(self, place: Path, candidates: Sequence[Path]) -> bytes | None:
        try:
            return reader.read_bytes(place, reader.DATA_BYTES)
        except Unreadable as error:
            self._note(error.problems, place, last=place == candidates[-1])
            return None

    def _sections(self, system: str, kind: Kind[Any], place: Path, raw: bytes) -> compiled.Sections:
        """Of a file that has to be wholly right."""
        if kind.name in self.usable:
            _, problems = self.usable[kind.name](system, reader.read_text(raw, str(place), reader.DATA_BYTES))
            if problems:
                raise Unreadable(problems)
        return kind.sections(place, raw)

    def _looked_through(self, system: str, place: Path, raw: bytes, kind: Kind[Any]) -> compiled.Compiled:
        """Not kept in the cache: what is wrong with the file is to be said each time."""
        document, problems = self.usable[kind.name](system, reader.read_text(raw, str(place), reader.DATA_BYTES))
        sections = kind.cut(convert(document, kind.model, kind.schema))
        self.problems.extend(problems)
        return compiled.of(raw, sections)

    def _note(self, problems: Sequence[Problem], place: Path, last: bool) -> None:
        if _shipped(place):
            raise Unreadable(problems)
        self.problems.extend(problems)
        self.problems.append(Problem(key="own_data_left_out", file=str(place)))

    def section(self, system: str, stem: str, kind: Kind[Any], name: str, model: type[T]) -> T | None:
        opened = self.open(system, stem, kind)
        if opened is None or name not in opened:
            return None
        return decoder(model).decode(opened.section(name))

    def digest(self, used: Iterable[compiled.Compiled]) -> str:
        """One hash over all the data a verdict rests on."""
        return hashlib.sha256("".join(sorted({each.sha256 for each in used})).encode()).hexdigest()


def _shipped(place: Path) -> bool:
    return place.is_relative_to(paths.factions())


_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}


def decoder(model: type[T]) -> msgspec.json.Decoder[T]:
    """One decoder for each model: making one costs more than using it."""
    if model not in _decoders:
        _decoders[model] = msgspec.json.Decoder(model)
    return _decoders[model]
