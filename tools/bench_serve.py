"""How many lists the desk of an event checks: `python -m tools.bench_serve [--seconds 20] [--jobs 1]`.

A server is started, one player checks lists as fast as eight connections can (by wrk, the Debian package), then twenty
lists a second come at their own times, every third of them handed in. Every text is different, so that none is
remembered. CPU time is that of the server with its processes; on a machine that does other things only it means
something. Nothing leaves this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode

import httpx2

from tools import bench_event

CLOCK = os.sysconf("SC_CLK_TCK")
PLAYERS = 300
ARMIES, NAMED = 400, 8  # different lists, and how often each comes with other bytes
_SCRIPT = """\
local bodies, place = {{}}, 0
for line in io.lines("{bodies}") do bodies[#bodies + 1] = line end
request = function()
  place = place % #bodies + 1
  return wrk.format("POST", "/check", {{
    ["Cookie"] = "{cookie}", ["Content-Type"] = "application/x-www-form-urlencoded", ["HX-Request"] = "true"
  }}, bodies[place])
end
"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench_serve")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--per-second", type=float, default=20.0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="listbuilder-serve-") as folder:
        _measure(Path(folder), args.seconds, args.jobs, args.per_second)


def _measure(folder: Path, seconds: int, jobs: int, per_second: float) -> None:
    """Start a server in `folder`, ask it, and print what it took."""
    texts = _make_texts(folder / "texts")
    names = [f"Player {number}" for number in range(PLAYERS)]
    (folder / "players.csv").write_text("player\n" + "\n".join(names) + "\n")
    event = folder / "event.yaml"
    event.write_text("event: Load\nplayers: players.csv\n")
    begin = time.monotonic()
    words = ("serve", "--event", str(event), "--port", "0", "--rate", "0", "--jobs", str(jobs))
    server = subprocess.Popen(
        [sys.executable, "-m", "listbuilder", *words], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        link = server.stdout.readline().partition(": ")[2].strip()
        print(f"links after {time.monotonic() - begin:.2f} s, {_count_cpu(server.pid):.2f} s CPU")
        codes = _read_codes(folder)
        asyncio.run(_ask_all(link, codes, texts, seconds, per_second, server.pid, folder))
    finally:
        server.terminate()
        server.wait(30)


def _make_texts(folder: Path) -> list[str]:
    """Return texts of lists of all games, each with a name of its own, in a random order."""
    bench_event.write(folder, ARMIES, 1)
    texts = []
    for place, file in enumerate(sorted(folder.glob("*.txt"))):
        text = file.read_text(encoding="utf-8", errors="replace")
        texts += [f"{text}\n" + "\n" * (place % 7 + 7 * number) for number in range(NAMED)]
    random.Random(1).shuffle(texts)
    return texts


def _read_codes(folder: Path) -> dict[str, str]:
    """Return the code of each player."""
    rows = (folder / "codes.csv").read_text(encoding="utf-8-sig").splitlines()[1:]
    return {row.split(",")[1]: row.split(",")[2] for row in rows}


async def _ask_all(
    link: str,
    codes: dict[str, str],
    texts: list[str],
    seconds: int,
    per_second: float,
    pid: int,
    folder: Path,
) -> None:
    """Ask in both ways, and print what it took."""
    clients = [await _enter(link, name, codes[name]) for name in list(codes)[:40]]
    for client, token in clients[:4]:  # every book is opened once
        for text in texts[:60]:
            await client.post("/check", data={"token": token, "text": text})
    texts = texts[60:]
    if shutil.which("wrk"):
        await asyncio.to_thread(
            _run_wrk, link, clients[0], texts[: len(texts) // 2], seconds, pid, folder
        )
    await _ask_steadily(clients, texts[len(texts) // 2 :], seconds, per_second, pid)
    print(f"memory of the server and its processes: {_sum_memory(pid) / 1e6:.0f} MB")
    for client, _ in clients:
        await client.aclose()


async def _enter(link: str, name: str, code: str) -> tuple[httpx2.AsyncClient, str]:
    """Return a visitor who is known as `name`, and the token of its forms."""
    client = httpx2.AsyncClient(base_url=link, follow_redirects=True, timeout=120)
    token = _get_token((await client.get("/")).text)
    page = await client.post("/enter", data={"token": token, "name": name, "code": code})
    return client, _get_token(page.text)


def _get_token(page: str) -> str:
    """Return the token in the forms of a page."""
    found = re.search(r'name="token" value="([^"]+)"', page)
    assert found, page
    return found[1]


def _run_wrk(
    link: str,
    visitor: tuple[httpx2.AsyncClient, str],
    texts: list[str],
    seconds: int,
    pid: int,
    folder: Path,
) -> None:
    """Let wrk check lists on eight connections, as many as the server can."""
    client, token = visitor
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    bodies = folder / "bodies.txt"
    bodies.write_text("".join(urlencode({"token": token, "text": text}) + "\n" for text in texts))
    script = folder / "check.lua"
    script.write_text(_SCRIPT.format(bodies=bodies, cookie=cookie))
    before = _count_cpu(pid)
    words = [
        "wrk",
        "-t1",
        "-c8",
        f"-d{seconds}s",
        "--latency",
        "--timeout",
        "60s",
        "-s",
        str(script),
        link,
    ]
    done = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    used = _count_cpu(pid) - before
    count = int(re.search(r"(\d+) requests in", done)[1])  # type: ignore[index]
    wrong = re.search(r"Non-2xx or 3xx responses: (\d+)", done)
    print(done.strip())
    print(
        f"wrk: {count} lists, {count / seconds:.0f} a second, {count / used:.1f} for each second of CPU"
        f" ({used / seconds:.2f} cores), {wrong[1] if wrong else 0} refused"
    )


async def _ask_steadily(
    clients: list[tuple[httpx2.AsyncClient, str]],
    texts: list[str],
    seconds: int,
    per_second: float,
    pid: int,
) -> None:
    """Send `per_second` lists a second, whether or not those before are answered."""
    times: list[float] = []
    failed = 0

    async def send(number: int) -> None:
        """Check one list, or hand it in."""
        nonlocal failed
        client, token = clients[number % len(clients)]
        path = "/hand-in" if number % 3 == 2 else "/check"
        begin = time.monotonic()
        headers = {"hx-request": "true"} if path == "/check" else {}
        data = {"token": token, "text": texts[number]}
        answer = await client.post(path, data=data, headers=headers, follow_redirects=False)
        times.append(time.monotonic() - begin)
        failed += answer.status_code not in (200, 303)

    before, tasks = _count_cpu(pid), []
    begin = time.monotonic()
    count = min(len(texts), int(seconds * per_second))
    for number in range(count):
        wait = begin + number / per_second - time.monotonic()
        await asyncio.sleep(max(0.0, wait))
        tasks.append(asyncio.create_task(send(number)))
    await asyncio.gather(*tasks)
    used = _count_cpu(pid) - before
    times.sort()
    print(
        f"{per_second:g} a second: {count} lists, p50 {times[count // 2] * 1000:.0f} ms, "
        f"p99 {times[int(count * 0.99)] * 1000:.0f} ms, most {times[-1] * 1000:.0f} ms, {failed} failed, "
        f"{used / (time.monotonic() - begin):.2f} cores"
    )


def _list_processes(pid: int) -> list[int]:
    """Return a process and all that it started."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            found += _list_processes(int(child))
    return found


def _count_cpu(pid: int) -> float:
    """Return the seconds of CPU that a process and all that it started have taken."""
    ticks = 0
    for process in _list_processes(pid):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
        ticks += sum(map(int, fields[11:15]))
    return ticks / CLOCK


def _sum_memory(pid: int) -> int:
    """Return the bytes of memory of a process and all that it started."""
    pages = 0
    for process in _list_processes(pid):
        pages += int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main()
