"""A server for assistants that use the Model Context Protocol: `listbuilder-mcp`.

Its tools call the functions that `import listbuilder` promises, and keep answers short, because an
assistant pays for every word that it reads. The package `mcp` comes with the extra
`listbuilder[mcp]`.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import listbuilder as lb
from listbuilder.version import VERSION

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from listbuilder.reports.check import CheckedRoster

MOST = 2000  # characters of an answer
INSTRUCTIONS = (
    "Checks army lists of Warhammer games against the rules and points of a date. Pass a list as"
    " the text that an app exports or a player typed. Verdicts are legal, illegal or unread; unread"
    " means that a line was not understood, and says which."
)


def check(text: str, as_of: str = "", lang: str = "en") -> str:
    """Say whether an army list is legal, and why not. as_of: a date such as 2026-11-20."""
    report = lb.check(text, as_of=as_of or None, lang=lang)
    answer = {
        "verdict": report.verdict,
        "game": report.game,
        "faction": report.faction_name,
        "detachments": report.detachments,
        "points": report.points,
        "limit": report.limit,
        "as_of": report.data.as_of if report.data else None,
        "errors": _list_messages(report, "error"),
        "warnings": _list_messages(report, "warning"),
        "unread": [f"line {line.line}: {line.message}" for line in report.unread],
        "not_checked": report.not_checked,
        "units": [
            f"{unit.models} {unit.name} {unit.points or ''}".strip() for unit in report.units
        ],
    }
    return _shorten(answer, ("units", "not_checked", "warnings", "unread", "errors"))


def fix(text: str, as_of: str = "", lang: str = "en") -> str:
    """Say the smallest changes that make an army list legal."""
    report = lb.fix(text, as_of=as_of or None, lang=lang)
    offers = [
        {"changes": offer.changes, "points": offer.points, "units_lost": offer.units_lost}
        for offer in report.offers
    ]
    answer = {
        "verdict": report.verdict,
        "errors": [finding.message for finding in report.findings],
        "offers": offers,
        "unread": report.unread,
    }
    return _shorten(answer, ("offers", "unread", "errors"))


def why(text: str, thing: str, to: str = "", as_of: str = "", lang: str = "en") -> str:
    """Say whether a unit, enhancement or item may be added to a list, and which rules forbid it."""
    report = lb.why(text, thing, to=to or None, as_of=as_of or None, lang=lang)
    answer = report.answer
    assert answer is not None
    summary = {
        "name": answer.name,
        "allowed": answer.allowed,
        "points": answer.points,
        "reasons": [f"{reason.code}: {reason.message}" for reason in answer.reasons],
        "possible_after": [offer.changes for offer in answer.offers],
    }
    return _shorten(summary, ("possible_after", "reasons"))


def find(words: str, system: str = "", faction: str = "", as_of: str = "") -> str:
    """Find datasheets by name or keyword, with sizes and points. system: warhammer-40k-11e, ..."""
    found = lb.find(
        words, system=system or None, faction=faction or None, as_of=as_of or None, limit=10
    )
    rows = [
        {
            "name": row.name,
            "system": row.system,
            "faction": row.faction,
            "sizes": row.sizes,
            "points": row.points,
            "keywords": row.keywords,
        }
        for row in found
    ]
    return _shorten({"found": rows}, ("found",))


def show(text: str, lang: str = "en") -> str:
    """Show a list as plain text, with wargear and points."""
    shown = lb.export(text, "text", lang=lang).decode()
    return shown if len(shown) <= MOST else shown[: MOST - 2].rpartition("\n")[0] + "\n…"


TOOLS = (check, fix, why, find, show)


def _list_messages(report: CheckedRoster, severity: str) -> list[str]:
    """Return the rule's code and the sentence of each finding with that severity."""
    return [
        f"{finding.code}: {finding.message}"
        for finding in report.findings
        if finding.severity == severity
    ]


def _shorten(answer: dict[str, Any], lists: Sequence[str]) -> str:
    """Return the answer as JSON of at most MOST characters.

    `lists` are the keys of lists whose last entries may be left out, the first key first; the key
    `left_out` is added with their number.
    """
    left_out = 0
    text = json.dumps(answer, ensure_ascii=False)
    for name in lists:
        while len(text) > MOST and answer[name]:
            answer[name] = answer[name][:-1]
            left_out += 1
            text = json.dumps({**answer, "left_out": left_out}, ensure_ascii=False)
    return text


def make_server() -> MCPServer[Any]:
    """Return the server with its tools. Raises ModuleNotFoundError without the package `mcp`."""
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError

    server: MCPServer[Any] = MCPServer("listbuilder", version=VERSION, instructions=INSTRUCTIONS)

    def say_errors(tool: Callable[..., str]) -> Callable[..., str]:
        """Return `tool` with errors as sentences that the assistant can read."""

        @functools.wraps(tool)
        def call(*args: Any, **options: Any) -> str:
            """Return the answer of the tool. Raises ToolError with the sentences of an error."""
            try:
                return tool(*args, **options)
            except lb.ListbuilderError as error:
                raise ToolError(str(error)) from None

        return call

    for tool in TOOLS:
        server.tool()(say_errors(tool))
    return server


def main() -> int:
    """Serve on standard input and output until they are closed, and return the exit code."""
    try:
        server = make_server()
    except ModuleNotFoundError as error:
        raise SystemExit(f"{error}; install listbuilder[mcp]") from None
    server.run()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
