"""Run many listbuilder commands in the installation of the Python that runs this file, and record what each did.

    python driver.py PLAN RESULTS

This file is copied out of the checkout before it runs, so that nothing of the checkout can be imported by accident.
Each command runs in a process of its own, forked after every module of the package was imported: as isolated as a
command of its own, and a tenth of the cost.
"""

from __future__ import annotations

import base64
import gc
import importlib
import json
import os
import pkgutil
import resource
import sys
import time
from pathlib import Path
from typing import Any

LAZY = (  # what the package imports only where it is needed
    "jinja2", "jsonschema", "pypdf", "rapidfuzz.fuzz", "reportlab.pdfgen.canvas", "rich.table", "ruamel.yaml", "segno",
)  # fmt: skip
EXTRAS = (
    "mcp",
    "starlette",
    "uvicorn",
)  # what only `listbuilder[web]` and `listbuilder[mcp]` bring
CPU_SECONDS = 300  # of one command; no load on the machine changes them, and none takes more than a tenth of it
SECONDS = 3600  # until a command that waits for something is ended; `data check` took ten minutes at a load of 30


def import_everything() -> list[str]:
    """Import every module of the installed package and return their names. A module that is missing fails here."""
    package = importlib.import_module("listbuilder")
    names = [found.name for found in pkgutil.walk_packages(package.__path__, "listbuilder.")]
    for name in names:
        if name.endswith("__main__"):
            continue
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in EXTRAS:
                raise
    for lazy in LAZY:
        importlib.import_module(lazy)
    return names


def run_command(argv: list[str], folder: Path, own: Path) -> dict[str, Any]:
    """Run one command in `folder` and return its exit code, output, diagnostics and the files it made.

    `own` is a folder of this process alone, for what the command prints: other processes run other commands.
    """
    before = {file: file.stat().st_mtime_ns for file in folder.rglob("*") if file.is_file()}
    out, err = own / "out.tmp", own / "err.tmp"
    child = os.fork()
    if child == 0:
        _be_the_command(argv, folder, out, err)
    code = _wait(child)
    made = {
        file.relative_to(folder).as_posix(): _encode(file.read_bytes())
        for file in sorted(folder.rglob("*"))
        if file.is_file() and before.get(file) != file.stat().st_mtime_ns
    }
    return {
        "code": code,
        "out": _encode(out.read_bytes()),
        "err": _encode(err.read_bytes()),
        "made": made,
    }


def _be_the_command(argv: list[str], folder: Path, out: Path, err: Path) -> None:
    """Become the command: end this process with its exit code."""
    code = 99
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 10))
        os.chdir(folder)
        for number, source in ((0, os.devnull), (1, out), (2, err)):
            mode = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            os.dup2(os.open(source, mode), number)
        sys.argv = ["listbuilder", *argv]
        from listbuilder.__main__ import main

        code = main()
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 98
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _wait(child: int) -> int:
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return -9


def _encode(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")


def main() -> int:
    plan, results = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")), Path(sys.argv[2])
    modules = import_everything()
    gc.freeze()  # or each command would copy the memory of this process when it looks for garbage
    with results.open("w", encoding="utf-8") as file:
        for step in plan:
            done = run_command(step["argv"], Path(step["folder"]), results.parent)
            file.write(json.dumps({"key": step["key"], **done}) + "\n")
    print(len(modules))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
