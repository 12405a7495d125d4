"""`make demo`: the main job, done before your eyes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def call(*words: str) -> int:
    print(f"\n$ listbuilder {' '.join(words)}", flush=True)
    return subprocess.run(
        [sys.executable, "-m", "listbuilder", *words], cwd=ROOT, check=False
    ).returncode


def main() -> int:
    codes = [
        call("check", "examples/40k-10e/legal/necrons-awakened-dynasty.yaml"),
        call(
            "check",
            *(
                str(file.relative_to(ROOT))
                for file in sorted((ROOT / "examples" / "40k-10e" / "illegal").glob("40K-06*.yaml"))
            ),
        ),
        call("show", "examples/40k-10e/legal/necrons-awakened-dynasty.yaml"),
        call("find", "necron", "wariors"),
    ]
    print(
        "\nOpen the builder: .venv/bin/listbuilder   (or: .venv/bin/listbuilder edit examples/40k-10e/legal/orks-war-horde.yaml)"
    )
    print("Check a list of your own: .venv/bin/listbuilder check FILE")
    return 0 if codes == [0, 1, 0, 0] else 1


if __name__ == "__main__":
    raise SystemExit(main())
