"""What the program says today, kept to be compared with what it says after a change that must change nothing.

    python -m tools.goldens OUT [CORPUS]

Writes, below OUT, for every example and every list of the corpus: the report as JSON, the verdict and the table in three
languages, and every export. Two such folders are compared with `diff -rq`.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LANGS = ("en", "ja", "zh")


def main() -> int:
    out = Path(sys.argv[1])
    corpus = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT.parent / "shared" / "corpus"
    examples = [file for file in sorted((ROOT / "examples").rglob("*")) if file.is_file()]
    lists = [
        corpus / row["file"]
        for index in sorted(corpus.glob("index*.jsonl"))
        for row in _rows(index)
    ]
    jobs = [(file, ROOT, out / "examples") for file in examples] + [
        (file, corpus, out / "corpus") for file in lists
    ]
    with get_context("spawn").Pool(2) as pool:
        for count, _ in enumerate(pool.imap_unordered(_keep, jobs, chunksize=4), start=1):
            if count % 100 == 0:
                print(count, "of", len(jobs), file=sys.stderr)
    print(f"{len(jobs)} lists kept in {out}")
    return 0


def _rows(index: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in index.read_text(encoding="utf-8").splitlines()]


def _keep(job: tuple[Path, Path, Path]) -> None:
    file, base, out = job
    name = str(file.relative_to(base))
    place = out / name.replace("/", "__")
    place.mkdir(parents=True, exist_ok=True)
    own = file.suffix == ".yaml"
    os.chdir(base)  # what is printed names the file as it was given
    _write(place / "check.json", ["check", "--format", "json", name])
    _write(place / "import.yaml", ["import", name])
    for lang in LANGS:
        _write(place / f"check.{lang}.txt", ["check", "--lang", lang, name])
        if own:
            _write(place / f"show.{lang}.txt", ["show", "--formations", "--lang", lang, name])
    if own:
        from listbuilder.formats.registry import WRITERS

        for form in WRITERS:
            for lang in LANGS if form in ("text", "html") else ("en",):
                _write(
                    place / f"export.{lang}.{form}", ["export", "--lang", lang, name, "--to", form]
                )


def _write(place: Path, words: list[str]) -> None:
    """What a command prints on both ways out, and its exit code."""
    from listbuilder.cli.main import run

    out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code: object = run(words)
        except SystemExit as stop:
            code = stop.code
        except Exception as error:  # what the program does not expect is kept as well
            code = repr(error)
    out.flush()
    content = out.buffer.getvalue()
    place.write_bytes(content + f"\n--- {code}\n{err.getvalue()}".encode())


if __name__ == "__main__":
    raise SystemExit(main())
