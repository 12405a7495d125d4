"""The GitHub Action (action.yml): check the lists of a folder and write a comment on those that changed.

It uses only what `import listbuilder` promises, so that it can be copied.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import listbuilder as lb

if TYPE_CHECKING:
    from listbuilder.reports.check import CheckedRoster

ENDINGS = {".yaml", ".yml", ".txt", ".md", ".ros", ".rosz", ".json"}
WORST = ("unread", "illegal", "legal")
SIGNS = {"legal": "✅", "illegal": "❌", "unread": "❓"}
MOST_REASONS = 10


def main() -> int:
    """Check the lists, write the comment and the summary, and return 0 if all of them are legal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--event", default="")
    parser.add_argument("--lang", default="en")
    parser.add_argument(
        "--base", default="", help="commit before the change; without it all lists changed"
    )
    parser.add_argument("--comment", type=Path, help="file to write the comment into")
    args = parser.parse_args()
    files = sorted(file for file in args.folder.rglob("*") if file.suffix.lower() in ENDINGS)
    reports: dict[Path, CheckedRoster] = {}
    for file in files:
        try:
            reports[file] = lb.check(
                file.read_bytes(), name=file.name, event=args.event or None, lang=args.lang
            )
        except lb.ListbuilderError as error:
            print(f"{file}: {error}", file=sys.stderr)
            return 2
    changed = list_changed(files, args.base)
    text = describe_lists([(file, reports[file]) for file in files if file in changed])
    if args.comment and text:
        args.comment.write_text(text, encoding="utf-8")
    verdicts = {report.verdict for report in reports.values()}
    worst = next((verdict for verdict in WORST if verdict in verdicts), "legal")
    append_to_file(
        "GITHUB_STEP_SUMMARY", describe_lists(reports.items()) or "There are no lists.\n"
    )
    append_to_file("GITHUB_OUTPUT", f"verdict={worst}\n")
    print(text, end="")
    return 0 if worst == "legal" else 1


def list_changed(files: Iterable[Path], base: str) -> set[Path]:
    """Return the files that changed since the commit `base`; all of them if there is none."""
    if not base:
        return set(files)
    words = ["git", "diff", "--name-only", "-z", "--diff-filter=d", "--relative", base]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return {Path(name) for name in done.stdout.split("\0") if name} & set(files)


def describe_lists(reports: Iterable[tuple[Path, CheckedRoster]]) -> str:
    """Return the verdicts on the lists with the reasons, as Markdown; "" if there are no lists."""
    parts: list[str] = []
    for file, report in reports:
        army = " · ".join(filter(None, [report.faction_name, *report.detachments]))
        points = f" · {report.points} / {report.limit}" if report.limit else ""
        parts.append(
            f"{SIGNS[report.verdict]} **{escape_markdown(str(file))}** {escape_markdown(army)}{points}\n"
        )
        reasons = [finding.message for finding in report.findings if finding.severity == "error"]
        reasons += [f"line {line.line}: {line.message}" for line in report.unread]
        parts += [f"- {escape_markdown(reason)}\n" for reason in reasons[:MOST_REASONS]]
        if len(reasons) > MOST_REASONS:
            parts.append(f"- and {len(reasons) - MOST_REASONS} more\n")
        parts.append("\n")
    return "".join(parts)


def escape_markdown(text: str) -> str:
    """Return a text so that Markdown shows it as it is: lists are written by strangers."""
    for sign, entity in (("&", "&amp;"), ("<", "&lt;"), ("@", "&#64;")):  # @ would call people
        text = text.replace(sign, entity)
    return "".join(f"\\{sign}" if sign in "\\`*_[]!|~" else sign for sign in text)


def append_to_file(variable: str, text: str) -> None:
    """Append `text` to the file that a variable of the Action names, if it is set."""
    if file := os.environ.get(variable):
        with open(file, "a", encoding="utf-8") as stream:
            stream.write(text)


if __name__ == "__main__":
    raise SystemExit(main())
