"""Find the modules that the first verdict on a list needs, so that a visitor waits for no others.

The rest of the program is a part that the page loads while the verdict is being read.
`python -m tools.site.first_modules FOLDER` checks the lists in FOLDER and prints the modules loaded by then.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.site.packages import ROOT

TEXTS = ("gw", "aos-app", "text")  # forms of the apps that most lists come from
EXAMPLES = ROOT / "examples"
ROSTERS_ONLY = "ruamel"  # the YAML parser: large, and no list of another app needs it


def find_first_modules() -> set[str]:
    """Return the names of the modules that are loaded when lists of every game have a verdict.

    Without those that only rosters need. They are found in a process of their own, which starts as the page does.
    """
    with tempfile.TemporaryDirectory() as folder:
        _write_lists(Path(folder))
        done = subprocess.run(
            [sys.executable, "-m", "tools.site.first_modules", folder],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
    if done.returncode:
        raise SystemExit(f"lists could not be checked as in the page:\n{done.stderr}")
    loaded: list[str] = json.loads(done.stdout)
    return {name for name in loaded if name.partition(".")[0] != ROSTERS_ONLY}


def _write_lists(folder: Path) -> None:
    """Write the examples, legal and illegal, as the apps' texts into `folder`."""
    from listbuilder.cli.context import Context
    from listbuilder.cli.judge_file import judge_named_file
    from listbuilder.data.library import Library
    from listbuilder.formats.make_printout import make_printout
    from listbuilder.formats.printout import Wish
    from listbuilder.formats.registry import export_printout, get_export_forms

    library = Library()
    context = Context("en", "text", None, library, False)
    examples = sorted(EXAMPLES.glob("*/legal/*.yaml")) + sorted(EXAMPLES.glob("*/illegal/*.yaml"))
    for number, example in enumerate(examples):
        position = judge_named_file(str(example), None, context)
        assert position.system is not None, example
        forms = get_export_forms(position.system)
        form = next(name for name in TEXTS if name in forms)
        printout = make_printout(position, library, Wish(form, "en"))
        if printout is not None:
            (folder / f"{number}.txt").write_bytes(export_printout(printout))


def main() -> int:
    """Check every list in the folder that is the argument, as the page does; print the modules as JSON."""
    from platformdirs import PlatformDirs

    from listbuilder.pages.start import start

    assert PlatformDirs("listbuilder").user_data_dir  # Linux does without it, browsers don't
    answer = start()
    for file in sorted(Path(sys.argv[1]).iterdir()):
        told = json.loads(answer(json.dumps({"words": ["check", str(file), "--format", "json"]})))
        if "needs" in told or not json.loads(told["out"])["rosters"]:
            raise SystemExit(f"{file.name} has no verdict: {told}")
    print(json.dumps(sorted(sys.modules)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
