"""`listbuilder serve --static`: only the files of the page, with the headers that its build wrote."""

from __future__ import annotations

import gzip
import http.client
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder.cli import static_server
from tests.cli.conftest import Call

HEADERS = "/*\n  Content-Security-Policy: default-src 'none'\n  X-Content-Type-Options: nosniff\n"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A built page: two files, one of them packed too, and beside it a file that isn't its own."""
    folder = tmp_path / "site"
    (folder / "engine").mkdir(parents=True)
    (folder / "index.html").write_text("<p>page</p>", encoding="utf-8")
    (folder / "engine" / "worker.js").write_text("1", encoding="utf-8")
    (folder / "engine" / "worker.js.gz").write_bytes(gzip.compress(b"1"))
    (folder / "_headers").write_text(HEADERS, encoding="utf-8")
    (tmp_path / "secret.html").write_text("secret", encoding="utf-8")
    return folder


@pytest.fixture
def port(page: Path) -> Iterator[int]:
    server = static_server.open_server(page, "127.0.0.1", 0)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    thread.join()
    server.server_close()


def get(port: int, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers={"Accept-Encoding": "", **headers})
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer, content


def test_the_page_comes_with_its_headers(port: int) -> None:
    answer, content = get(port, "/?from=a-chat")
    assert (answer.status, content) == (200, b"<p>page</p>")
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_file_comes_packed_to_whoever_takes_it_so(port: int) -> None:
    plain, content = get(port, "/engine/worker.js")
    assert (plain.headers["Content-Encoding"], content) == (None, b"1")
    packed, content = get(port, "/engine/worker.js", **{"Accept-Encoding": "br, gzip"})
    assert (packed.headers["Content-Encoding"], gzip.decompress(content)) == ("gzip", b"1")
    assert packed.headers["Content-Type"] == "text/javascript; charset=utf-8"


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.html",
        "/engine/../../secret.html",
        "/%2e%2e/secret.html",
        "//etc/passwd",
        "/_headers",
        "/engine",
        "/engine/worker.js.gz",
        "/none.html",
        "/\\..\\secret.html",
    ],
)
def test_nothing_else_is_served(port: int, path: str) -> None:
    answer, content = get(port, path)
    assert (answer.status, content) == (404, b"404\n")


def test_it_says_where_the_page_is_and_stops_when_asked(
    call: Call, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(server: http.server.ThreadingHTTPServer) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(http.server.ThreadingHTTPServer, "serve_forever", interrupt)
    done = call("serve", "--static", str(page), "--port", "0")
    assert done.code == 0
    assert done.out.startswith("The page is at http://localhost:")
    assert done.out.endswith("\nstopped\n")


def test_a_port_in_use_is_said(call: Call, page: Path, port: int) -> None:
    done = call("serve", "--static", str(page), "--port", str(port))
    assert done.code == 2
    assert done.err.startswith(f"can't use 127.0.0.1:{port}: ")
