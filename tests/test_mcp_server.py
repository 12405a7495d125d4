"""The server for assistants, asked by a real client: what it offers, answers and refuses."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import listbuilder as lb
from listbuilder import mcp_server

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples" / "40k-11e"
LEGAL = (EXAMPLES / "legal" / "necrons-two-detachments.yaml").read_text("utf-8")
ILLEGAL = (EXAMPLES / "illegal" / "11E-10-unit-limit-incursion.yaml").read_text("utf-8")


def ask(tool: str, **arguments: Any) -> tuple[bool, str]:
    """Return whether the answer of a tool is an error, and its text."""
    from mcp import Client

    async def call() -> Any:
        async with Client(mcp_server.make_server()) as client:
            return await client.call_tool(tool, arguments)

    result = asyncio.run(call())
    return bool(result.is_error), result.content[0].text


def test_the_tools_are_described() -> None:
    from mcp import Client

    async def call() -> Any:
        async with Client(mcp_server.make_server()) as client:
            return await client.list_tools()

    tools = {tool.name: tool for tool in asyncio.run(call()).tools}
    assert list(tools) == ["check", "fix", "why", "find", "show"]
    assert all(
        (tool.description or "").endswith(".") or "..." in str(tool.description)
        for tool in tools.values()
    )
    assert tools["why"].input_schema["required"] == ["text", "thing"]


def test_answers_are_short_and_right() -> None:
    failed, text = ask("check", text=ILLEGAL)
    answer = json.loads(text)
    assert (failed, answer["verdict"], answer["faction"]) == (False, "illegal", "Necrons")
    assert answer["errors"] == ["11E-10: 3 × Lychguard; the limit is 2 per datasheet"]
    assert json.loads(ask("fix", text=ILLEGAL)[1])["offers"][0]["changes"] == [
        "Remove Lychguard (-80)"
    ]
    told = json.loads(ask("why", text=ILLEGAL, thing="lychguard")[1])
    assert not told["allowed"]
    assert told["reasons"]
    found = json.loads(ask("find", words="lychguard", system="warhammer-40k-11e")[1])["found"]
    assert found[0]["name"] == "Lychguard"
    assert ask("show", text=LEGAL)[1].startswith(lb.export(LEGAL, "text").decode()[:40])


def test_no_answer_is_longer_than_it_may_be() -> None:
    for file in sorted(EXAMPLES.rglob("*.yaml")):
        text = file.read_text("utf-8")
        for tool in (mcp_server.check, mcp_server.fix, mcp_server.show):
            assert len(tool(text)) <= mcp_server.MOST
    long = json.loads(mcp_server.check(LEGAL + "".join(f"\n# {n}" for n in range(9))))
    assert long["verdict"] == "legal"


def test_what_is_left_out_is_counted() -> None:
    answer = {"verdict": "legal", "units": [f"unit {number:03}" for number in range(300)]}
    told = json.loads(mcp_server._shorten(answer, ("units",)))
    assert len(told["units"]) + told["left_out"] == 300
    assert told["verdict"] == "legal"


def test_what_cannot_be_used_is_told_as_a_sentence() -> None:
    assert ask("why", text=LEGAL, thing="monolyth of doom")[0]
    failed, text = ask("check", text=LEGAL, as_of="soon")
    assert failed
    assert '"soon" is not a date' in text


@pytest.mark.slow
def test_the_program_serves_on_its_standard_streams() -> None:
    from mcp import ClientSession, StdioServerParameters, stdio_client

    async def call() -> str:
        program = StdioServerParameters(
            command=sys.executable, args=["-m", "listbuilder.mcp_server"], cwd=str(ROOT)
        )
        async with stdio_client(program) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            result: Any = await session.call_tool("check", {"text": LEGAL})
            return str(result.content[0].text)

    assert json.loads(asyncio.run(call()))["verdict"] == "legal"
