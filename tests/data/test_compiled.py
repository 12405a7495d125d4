"""The compiled form: never wrong when stale, damaged, shared or impossible to write."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from listbuilder.data import compiled, paths

SECTIONS = {"": b"{}", "one": b"[1]", "two": b"[2,2]"}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LISTBUILDER_CACHE", str(tmp_path / "cache"))
    return tmp_path / "game" / "faction.yaml"


def built(
    place: Path,
    raw: bytes,
    log: list[int],
    sections: compiled.Sections | None = None,
    wanted: Sequence[str] = (),
) -> compiled.Compiled:
    def build(content: bytes) -> compiled.Sections:
        assert content == raw
        log.append(1)
        return sections or SECTIONS

    return compiled.load_compiled(place, raw, build, wanted)


def only_file(place: Path) -> Path:
    (found,) = (place.parent.parent / "cache" / "compiled").glob("*.lbc")
    return found


def test_built_once_and_then_read(place: Path) -> None:
    log: list[int] = []
    for _ in range(3):
        done = built(place, b"a: 1", log)
    assert log == [1]
    assert done.get_section("two") == b"[2,2]"
    assert "three" not in done


def test_another_content_is_another_key(place: Path) -> None:
    log: list[int] = []
    built(place, b"a: 1", log)
    assert built(place, b"a: 2", log, {"one": b"[9]"}).get_section("one") == b"[9]"
    assert built(place, b"a: 1", log).get_section("one") == b"[1]"
    assert len(log) == 2


@pytest.mark.parametrize("damage", [b"", b"garbage", b"listbuilder-compiled 1 x 0\n{}", None])
def test_damage_is_mended_silently(place: Path, damage: bytes | None) -> None:
    log: list[int] = []
    built(place, b"a: 1", log)
    file = only_file(place)
    content = file.read_bytes()
    file.write_bytes(damage if damage is not None else content[:-3] + b"xyz")
    assert built(place, b"a: 1", log).get_section("one") == b"[1]"
    assert len(log) == 2
    assert only_file(place).read_bytes() == content


def test_a_form_without_the_wanted_section_is_built_anew(place: Path) -> None:
    built(place, b"a: 1", [], {"": b"{}"})
    log: list[int] = []
    assert built(place, b"a: 1", log, wanted=["one"]).get_section("one") == b"[1]"
    assert log == [1]
    assert built(place, b"a: 1", log, wanted=["one", "two"]).get_section("two") == b"[2,2]"
    assert log == [1]


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data file of a package, whose compiled form lacks the section "two" although its checksum is right."""
    monkeypatch.setenv("LISTBUILDER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(paths, "get_factions_folder", lambda: tmp_path / "factions")
    monkeypatch.setattr(paths, "get_shipped_compiled_folder", lambda: tmp_path / "compiled")
    source = tmp_path / "factions" / "game" / "faction.yaml"
    place = tmp_path / "compiled" / "factions" / "game" / "faction.lbc"
    for file, content in (
        (source, b"a: 1"),
        (place, compiled.pack_sections(hashlib.sha256(b"a: 1").hexdigest(), {"": b"{}"})),
    ):
        file.parent.mkdir(parents=True)
        file.write_bytes(content)
    return source


def test_a_shipped_form_without_a_section_is_built_anew_when_it_is_asked_for(shipped: Path) -> None:
    """Not every section can be wanted beforehand: which datasheets a faction has, only its file says."""
    log: list[int] = []
    done = built(shipped, b"a: 1", log, wanted=[""])
    assert log == [] and "two" not in done
    assert [done.get_section("two"), done.get_section("one"), done.get_section("")] == [
        b"[2,2]",
        b"[1]",
        b"{}",
    ]
    with pytest.raises(KeyError):
        done.get_section("three")  # the source has none
    assert log == [1]


def test_a_section_is_not_taken_from_a_source_that_has_changed(shipped: Path) -> None:
    log: list[int] = []
    done = built(shipped, b"a: 1", log, wanted=[""])
    shipped.write_bytes(b"a: 2")
    with pytest.raises(KeyError):
        done.get_section("two")
    assert log == []


def test_a_cache_that_cannot_be_written_only_costs_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    monkeypatch.setenv("LISTBUILDER_CACHE", str(blocked))
    log: list[int] = []
    for _ in range(2):
        assert built(tmp_path / "game" / "f.yaml", b"a: 1", log).get_section("one") == b"[1]"
    assert log == [1, 1]


def _many_times(place: str, cache: str) -> None:
    os.environ["LISTBUILDER_CACHE"] = cache
    for number in range(40):
        raw = b"a: %d" % (number % 4)
        done = compiled.load_compiled(Path(place), raw, lambda _, n=number: {"n": b"%d" % (n % 4)})  # type: ignore[misc]
        assert done.get_section("n") == b"%d" % (number % 4)


@pytest.mark.slow
def test_processes_may_build_at_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [
        context.Process(
            target=_many_times, args=(str(tmp_path / "g" / "f.yaml"), str(tmp_path / "c"))
        )
        for _ in range(4)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0, 0, 0, 0]
    assert not list((tmp_path / "c" / "compiled").glob("*.tmp"))


@pytest.mark.parametrize("damage", [b"0" * 63, b"g" * 64, b"../" * 21 + b"a", b"\xff" * 64, b""])
def test_a_damaged_stub_is_a_file_like_any_other(
    damage: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the page a built-in file has one line with the hash of the original; nothing else is taken for one."""
    monkeypatch.setenv("LISTBUILDER_CACHE", str(tmp_path / "cache"))
    source = paths.get_factions_folder() / "game" / "faction.yaml"
    stub = compiled.make_stub(b"a: 1")
    damaged = stub[: stub.rindex(b" ") + 1] + damage + b"\n"
    log: list[int] = []
    assert built(source, damaged, log).get_section("one") == b"[1]" and log == [1]
    (file,) = (tmp_path / "cache" / "compiled").glob("*.lbc")
    assert hashlib.sha256(damaged).hexdigest()[:8] in file.name
