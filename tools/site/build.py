"""Put the page together: its own files, the engine, the data of each game, and what is loaded on demand.

Everything is a static file. A part is unpacked by the worker into the memory of its Python: `engine` has what a first
verdict needs, `rest` the rest of the program without its builder, `game-<id>` the data of one game, the others libraries
that few lists need.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import lzma
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from listbuilder.data import compiled
from listbuilder.data.library import CORRECTIONS
from listbuilder.data.library import SOURCES as KEPT_SOURCES
from listbuilder.formats.registry import WRITERS, get_export_forms
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n.languages import load_languages
from listbuilder.i18n.messages import LANGS, load_texts
from listbuilder.pages.parts import (
    CATALOGUES,
    MODULES_FILE,
    REST,
    get_catalogues_part,
    get_game_part,
)
from listbuilder.rules.messages import say_severity, say_verdict
from listbuilder.version import VERSION
from tools.compile_data import compile_all
from tools.site.contents import ENGINE_WHEELS, LEFT_OUT, PART_WHEELS, STDLIB_LEFT_OUT
from tools.site.first_modules import find_first_modules
from tools.site.packages import ROOT, SOURCES, Unavailable, fetch_npm, fetch_wheels, unpack_wheel

DEFAULT = ROOT / "build" / "site"
PACKAGE = ROOT / "listbuilder"
PART = ".part"
STDLIB = "stdlib"  # folder in which Python's own library is compiled
ENGINE = "engine"  # the part that a first verdict needs
NO_FORMS = ("pdf",)  # the browser prints the html export as PDF
LEFT_OUT_NAME = re.compile(f"(?:{'|'.join(STDLIB_LEFT_OUT)})[./]")
PACKED = (
    ".css",
    ".html",
    ".js",
    ".json",
    ".mjs",
    ".svg",
    ".wasm",
    ".webmanifest",
    ".txt",
)  # smaller as .gz
SCRIPTS = "script-src 'self' 'wasm-unsafe-eval'"
_DAY = (1980, 1, 1, 0, 0, 0)  # in every zip, so that equal content has equal bytes
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def build_site(target: Path) -> list[str]:
    """Build the page in the folder `target`, replacing what was there; return a report on its sizes.

    Raises Unavailable if a package of the page can't be fetched on this machine.
    """
    if shutil.which("node") is None:
        raise Unavailable("needs the program node")
    pyodide, wheels = fetch_npm("pyodide"), fetch_wheels()
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as made:
        work, whole = Path(made, "work"), Path(made, "site")
        _gather_parts(work, wheels)
        _unpack_stdlib(pyodide, work / STDLIB)
        for name in _compile_modules(pyodide, work):
            shutil.move(work / STDLIB / name, work / ENGINE / name)
        later = _move_modules(work / ENGINE, work / REST, find_first_modules())
        modules = json.dumps({REST: later}, indent=1)
        (work / ENGINE / "listbuilder" / "_data" / MODULES_FILE).write_text(
            modules, encoding="utf-8"
        )
        (whole / "parts").mkdir(parents=True)
        for folder in sorted(work.iterdir()):
            if folder.name != STDLIB:
                packed = pack_part(folder, for_start=folder.name == ENGINE)
                (whole / "parts" / f"{folder.name}{PART}").write_bytes(packed)
        _copy_pyodide(pyodide, work / STDLIB, whole / "pyodide")
        _write_own_files(whole, wheels)
        _write_list_of_files(whole)
        report = _describe_sizes(whole)
        _pack_files(whole)
        shutil.rmtree(target, ignore_errors=True)
        whole.rename(target)
    return [f"the page is in {target}", *report]


def _gather_parts(work: Path, wheels: dict[str, Path]) -> None:
    """Lay the files of each part into a folder of `work` with its name."""
    engine = work / ENGINE
    _copy_package(engine / "listbuilder")
    for name in ENGINE_WHEELS:
        unpack_wheel(wheels[name], engine)
    data = work / "compiled"
    compile_all(data)
    inside = engine / "listbuilder" / "_data"
    _copy_shared_data(data, inside)
    for game in SYSTEMS:
        _copy_game(game, data, work)
    for part, names in PART_WHEELS.items():
        for name in names:
            unpack_wheel(wheels[name], work / part)
    shutil.copytree(ROOT / "schemas", work / "explain" / "listbuilder" / "_data" / "schemas")
    shutil.rmtree(data)


def _copy_package(target: Path) -> None:
    """Copy the program without the packages that the page has no use for."""
    for file in sorted(PACKAGE.rglob("*")):
        place = file.relative_to(PACKAGE)
        unused = {"_data", "__pycache__"} & set(place.parts) or is_left_out(place)
        if file.is_file() and not unused:
            (target / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target / place)


def is_left_out(place: Path) -> bool:
    """Return whether the page has no use for the file at `place` in the package."""
    return any(place.as_posix().startswith(left_out) for left_out in LEFT_OUT)


def _copy_shared_data(data: Path, inside: Path) -> None:
    """Copy the data and the compiled words that are no game's own: languages, names, texts."""
    (inside / "factions").mkdir(parents=True)
    for file in sorted((ROOT / "factions").glob("*.yaml")):
        (inside / "factions" / file.name).write_bytes(compiled.make_stub(file.read_bytes()))
    for place, file in list_package_files(inside.parent):
        if (data / place.with_suffix(".lbc")).is_file():
            file.write_bytes(compiled.make_stub(file.read_bytes()))
    for file in sorted(data.rglob("*.lbc")):
        place = file.relative_to(data)
        if place.parts[1] not in SYSTEMS and not is_left_out(place.relative_to(place.parts[0])):
            (inside / "compiled" / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, inside / "compiled" / place)


def list_package_files(package: Path) -> list[tuple[Path, Path]]:
    """Return place and path of each YAML file beside the code in `package`, by which its compiled form is found."""
    return [
        (Path("listbuilder") / file.relative_to(package), file)
        for file in sorted(package.rglob("*.yaml"))
    ]


def _copy_game(game: str, data: Path, work: Path) -> None:
    """Copy the compiled data of a game, and of each file the line that names its hash.

    The ids of public catalogues are a part of their own: only roster files of other apps need them.
    """
    for file in sorted((ROOT / "factions" / game).rglob("*.yaml")):
        place = file.relative_to(ROOT / "factions")
        if KEPT_SOURCES in place.parts or file.name == CORRECTIONS:
            continue
        part = get_catalogues_part(game) if CATALOGUES in place.parts else get_game_part(game)
        inside = work / part / "listbuilder" / "_data"
        from_compiled = data / "factions" / place.with_suffix(".lbc")
        to_compiled = inside / "compiled" / "factions" / place.with_suffix(".lbc")
        source = inside / "factions" / place
        for made in (source, to_compiled):
            made.parent.mkdir(parents=True, exist_ok=True)
        raw = file.read_bytes()
        if from_compiled.is_file():
            shutil.copyfile(from_compiled, to_compiled)
            source.write_bytes(compiled.make_stub(raw))
        else:
            source.write_bytes(raw)


def _compile_modules(pyodide: Path, work: Path) -> list[str]:
    """Replace each module below `work` by its form compiled for the Python of `pyodide`.

    Return the names in Python's library that its start doesn't load. They go with the engine, where they are packed better.
    """
    script = Path(__file__).with_name("compile.mjs")
    done = subprocess.run(
        ["node", str(script), str(pyodide), str(work)], capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(f"modules could not be compiled:\n{done.stdout}{done.stderr}")
    loaded = set(json.loads(done.stdout))
    return sorted(
        file.name for file in (work / STDLIB).iterdir() if file.name.partition(".")[0] not in loaded
    )


def _move_modules(source: Path, target: Path, kept: set[str]) -> list[str]:
    """Move modules from `source` to `target` and return their names, except those that are `kept`.

    Packages of which something stays keep their `__init__`, because a folder without one would be found as an empty package.
    """
    moved = []
    for file in sorted(source.rglob("*")):
        name = _name_module(file.relative_to(source)) if file.suffix in (".pyc", ".so") else None
        if name is None or name in kept or file.name == "__init__.pyc":
            continue
        moved.append(name)
        _move_file(file, source, target)
    # The deepest first, so that a package goes with the packages in it.
    for file in sorted(source.rglob("__init__.pyc"), key=lambda file: -len(file.parts)):
        name = _name_module(file.relative_to(source))
        if name not in kept and len(list(file.parent.iterdir())) == 1:
            moved.append(name)
            _move_file(file, source, target)
    return sorted(moved)


def _name_module(place: Path) -> str:
    """Return the name by which the module at `place` is imported."""
    words = [*place.parts[:-1], place.name.partition(".")[0]]
    return ".".join(words[:-1] if words[-1] == "__init__" else words)


def _move_file(file: Path, source: Path, target: Path) -> None:
    """Move a file below `source` to the same place below `target`, and remove its folder if that is empty now."""
    place = target / file.relative_to(source)
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(file, place)
    if not any(file.parent.iterdir()):
        file.parent.rmdir()


def pack_part(folder: Path, for_start: bool = False) -> bytes:
    """Return the files below `folder` as one part: a list of places and lengths, then the contents, all packed.

    `for_start`: packed by gzip, which browsers unpack themselves while it arrives; else by xz, which is little more than half
    as large. Why no zip: packed as a whole, compiled modules are much smaller.
    """
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    places = [[file.relative_to(folder).as_posix(), file.stat().st_size] for file in files]
    head = json.dumps(places).encode()
    whole = b"".join((len(head).to_bytes(4, "big"), head, *(file.read_bytes() for file in files)))
    if for_start:
        return gzip.compress(whole, 9, mtime=0)
    return lzma.compress(whole, preset=9 | lzma.PRESET_EXTREME)


def _zip_folder(folder: Path) -> bytes:
    """Return a zip of `folder` whose bytes depend on its content alone."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for file in sorted(file for file in folder.rglob("*") if file.is_file()):
            entry = zipfile.ZipInfo(file.relative_to(folder).as_posix(), _DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, file.read_bytes())
    return out.getvalue()


def _unpack_stdlib(pyodide: Path, target: Path) -> None:
    """Unpack Python's own library into `target`, without modules that nothing here imports."""
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as whole:
        for name in whole.namelist():
            if not name.endswith("/") and not LEFT_OUT_NAME.match(name):
                whole.extract(name, target)


def _copy_pyodide(pyodide: Path, stdlib: Path, target: Path) -> None:
    """Copy what of Pyodide runs in the page, with its library from `stdlib`; no packages."""
    target.mkdir(parents=True)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        shutil.copyfile(pyodide / name, target / name)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    (target / "pyodide-lock.json").write_text(
        json.dumps({**lock, "packages": {}}), encoding="utf-8"
    )
    (target / "python_stdlib.zip").write_bytes(_zip_folder(stdlib))


def _write_own_files(whole: Path, wheels: dict[str, Path]) -> None:
    """Write the page itself: html, css, scripts, words, headers and licences."""
    policy = _make_policy()
    texts = {lang: _read_words(lang) for lang in LANGS}
    for file in sorted(SOURCES.iterdir()):
        if file.suffix in (".css", ".js", ".svg", ".webmanifest"):
            shutil.copyfile(file, whole / file.name)
    page = (SOURCES / "index.html").read_text(encoding="utf-8").replace("{policy}", policy)
    (whole / "index.html").write_text(page, encoding="utf-8")
    spoken = load_languages().languages
    content = {
        "version": VERSION,
        "languages": {lang: spoken[lang].tag for lang in LANGS},
        "names": {lang: spoken[lang].name for lang in LANGS},
        "forms": {game: _list_forms(game) for game in SYSTEMS},
        "texts": texts,
    }
    words = json.dumps(content, ensure_ascii=False, indent=1)
    (whole / "words.js").write_text(f"export const WORDS = {words};\n", encoding="utf-8")
    headers = {
        "Content-Security-Policy": f"{policy}; frame-ancestors 'none'",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }
    lines = ["/*", *(f"  {name}: {value}" for name, value in headers.items()), ""]
    (whole / "_headers").write_text("\n".join(lines), encoding="utf-8")
    (whole / "licenses.txt").write_text(_list_licenses(wheels), encoding="utf-8")


def _read_words(lang: str) -> dict[str, str]:
    """Return the texts of the page in a language, by key: its own, and the program's words for verdicts and forms."""
    texts = dict(load_texts(PACKAGE / "pages" / "words.yaml", lang))
    for verdict in ("legal", "illegal", "unread"):
        texts[f"verdict.{verdict}"] = say_verdict(verdict, lang)
    labels = load_texts(PACKAGE / "tui" / "words.yaml", lang)
    for name in WRITERS:
        texts[f"forms.{name}"] = labels[f"export.form.{name.replace('-', '_')}"]
    for severity in ("error", "warning", "info"):
        texts[f"severity.{severity}"] = say_severity(severity, lang)
    return texts


def _list_forms(game: str) -> list[dict[str, str]]:
    """Return the forms in which the page exports lists of a game, each with the ending of its files."""
    forms = [
        {"name": name, "ending": form.ending}
        for name, form in get_export_forms(get_game(game)).items()
        if name not in NO_FORMS
    ]
    return [*forms, {"name": "yaml", "ending": ".yaml"}]


def _make_policy() -> str:
    """Return the content security policy of the page.

    Scripts, data and styles come from the page's own host alone. The frame that shows a list as its html export draws it
    has the style of that export, which is named by its hash, one for each language.
    """
    hashes = sorted({f"'sha256-{base}'" for lang in LANGS for base in _hash_styles(lang)})
    return "; ".join(
        (
            "default-src 'none'",
            SCRIPTS,
            " ".join(("style-src 'self'", *hashes)),
            "img-src 'self' blob: data:",
            "connect-src 'self'",
            "worker-src 'self'",
            "manifest-src 'self'",
            "frame-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _hash_styles(lang: str) -> list[str]:
    """Return the hashes of the styles in the html export of a list, in a language, as a policy writes them."""
    import base64

    from listbuilder.cli.context import Context
    from listbuilder.cli.judge_file import judge_named_file
    from listbuilder.data.library import Library
    from listbuilder.formats.make_printout import make_printout
    from listbuilder.formats.printout import Wish
    from listbuilder.formats.registry import export_printout

    library = Library()
    example = next(iter(sorted((ROOT / "examples" / "40k-11e" / "legal").glob("*.yaml"))))
    position = judge_named_file(str(example), None, Context(lang, "text", None, library, False))
    printout = make_printout(position, library, Wish("html", lang))
    assert printout is not None
    styles = _STYLE.findall(export_printout(printout).decode())
    assert styles
    return [base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in styles]


def _list_licenses(wheels: dict[str, Path]) -> str:
    """Return the licences of all that the page is made of, one below the other."""
    parts = [f"listbuilder {VERSION}\n\n{(ROOT / 'LICENSE').read_text(encoding='utf-8')}"]
    about = json.loads((fetch_npm("pyodide") / "package.json").read_text(encoding="utf-8"))
    parts.append(f"pyodide {about['version']} (with CPython): {about['license']}\n")
    for name, wheel in sorted(wheels.items()):
        with zipfile.ZipFile(wheel) as packed:
            texts = [
                packed.read(entry).decode("utf-8", "replace")
                for entry in packed.namelist()
                if ".dist-info/" in entry
                and re.search(r"(?i)/(licen[cs]e|copying|notice)[^/]*$", entry)
            ]
        parts.append(f"{name} {wheel.name.split('-')[1]}\n\n" + "\n".join(texts))
    rule = "\n" + "-" * 72 + "\n\n"
    return rule.join(parts)


def _write_list_of_files(whole: Path) -> None:
    """Write `files.js`, with size and hash of every file, and name the version in the service worker.

    The version is a hash of all files, so that a new build is a new version exactly if something changed.
    """
    files = {
        file.relative_to(whole).as_posix(): [
            file.stat().st_size,
            hashlib.sha256(file.read_bytes()).hexdigest()[:16],
        ]
        for file in sorted(whole.rglob("*"))
        if file.is_file() and file.name not in ("_headers", "sw.js")
    }
    listed = json.dumps(files, indent=1)
    worker = (whole / "sw.js").read_text(encoding="utf-8")
    version = hashlib.sha256((listed + worker).encode()).hexdigest()[:16]
    lines = f'const VERSION = "{version}";\nconst FILES = {listed};\n'
    (whole / "sw.js").write_text(lines + worker, encoding="utf-8")
    (whole / "files.js").write_text(f"export const FILES = {listed};\n", encoding="utf-8")


def _describe_sizes(whole: Path) -> list[str]:
    """Return lines on what a visitor downloads: for the start, and for each game."""
    first = sum(measure_download(whole, name) for name in list_first_files(whole))
    lines = [f"  start: {first / 1e6:.2f} MB"]
    for file in sorted((whole / "parts").glob(f"*{PART}")):
        lines.append(f"  {file.stem}: {file.stat().st_size / 1e6:.2f} MB")
    return lines


def list_first_files(whole: Path) -> Iterable[str]:
    """Return the places of the files that every visitor downloads."""
    own = [
        file.name
        for file in sorted(whole.iterdir())
        if file.is_file() and file.suffix in PACKED and file.suffix != ".txt"
    ]
    return [
        *own,
        *(
            f"pyodide/{file.name}"
            for file in sorted((whole / "pyodide").iterdir())
            if file.suffix != ".gz"
        ),
        f"parts/{ENGINE}{PART}",
        f"parts/{REST}{PART}",
    ]


def measure_download(whole: Path, place: str) -> int:
    """Return how many bytes a file is on its way to a browser, which takes text and wasm packed."""
    raw = (whole / place).read_bytes()
    return len(gzip.compress(raw, 9, mtime=0)) if Path(place).suffix in PACKED else len(raw)


def _pack_files(whole: Path) -> None:
    """Write beside each file that packs well its packed form, for hosts that send such files."""
    for file in sorted(whole.rglob("*")):
        if file.is_file() and file.suffix in PACKED:
            file.with_name(f"{file.name}.gz").write_bytes(
                gzip.compress(file.read_bytes(), 9, mtime=0)
            )
