"""A Discord bot that checks the lists people post: `pip install listbuilder discord.py`, then

DISCORD_TOKEN=... python discord_bot.py

It answers messages that mention it, with a list in the message or in an attached file.
"""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import listbuilder as lb

MOST_BYTES = 200_000  # of an attached file
MOST_LETTERS = 1900  # of an answer; Discord takes 2000
SECONDS = 20


def answer(text: str | bytes) -> str:
    """Return what the bot says about a list."""
    try:
        report = lb.check(text, as_of="today")
    except lb.ListbuilderError as error:
        return str(error)
    lines = [f"**{report.verdict.upper()}** {report.faction_name or ''}".strip()]
    if report.limit:
        lines.append(
            f"{report.points} of {report.limit} points, led by {report.warlord or 'nobody'}"
        )
    lines += [f"- {finding.message}" for finding in report.findings if finding.severity == "error"]
    lines += [f"- line {line.line}: {line.message}" for line in report.unread]
    if report.verdict == "illegal":
        lines += [f"Fix: {'; '.join(offer.changes)}" for offer in lb.fix(text).offers[:1]]
    said = "\n".join(lines).replace("@", "@\u200b")  # a list must not call people
    return said if len(said) <= MOST_LETTERS else said[:MOST_LETTERS].rpartition("\n")[0] + "\n…"


def make_client() -> Any:
    """Return the client of Discord that answers messages; judging happens in processes."""
    import discord

    intents = discord.Intents.default()
    intents.message_content = True
    client = discord.Client(intents=intents)
    workers = ProcessPoolExecutor(max_workers=2)

    @client.event
    async def on_message(message: discord.Message) -> None:
        if client.user not in message.mentions or message.author.bot:
            return
        text: str | bytes = message.clean_content
        if message.attachments and message.attachments[0].size <= MOST_BYTES:
            text = await message.attachments[0].read()
        loop = asyncio.get_running_loop()
        try:
            said = await asyncio.wait_for(loop.run_in_executor(workers, answer, text), SECONDS)
        except TimeoutError:
            said = "This list took too long."
        await message.reply(said, mention_author=False)

    return client


if __name__ == "__main__":
    make_client().run(os.environ["DISCORD_TOKEN"])
