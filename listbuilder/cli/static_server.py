"""A small server for the built page, with the security headers that a host should send.

It is for trying the page on this machine or in a private network. Any host of static files can
serve the page.
"""

from __future__ import annotations

import http.server
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from listbuilder.data import paths

INDEX = "index.html"
HEADERS = "_headers"  # lines `Name: value` that the build writes for this server and for hosts
_PACKED = ".gz"
_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".part": "application/octet-stream",
    ".txt": "text/plain; charset=utf-8",
}


def get_default_folder() -> Path:
    """Return the folder that `make site` writes the page to, in a checkout."""
    return paths.PACKAGE.parent / "build" / "site"


def open_server(folder: Path, host: str, port: int) -> http.server.ThreadingHTTPServer:
    """Return a server for the files in `folder` that already listens; port 0 means any free port.

    Raises OSError if the address can't be used.
    """
    headers = _read_headers(folder)

    class Handler(_PageHandler):
        """The handler of one request, which knows the folder and the headers."""

        root = folder.resolve()
        own_headers = headers

    return http.server.ThreadingHTTPServer((host, port), Handler)


def get_link(server: http.server.ThreadingHTTPServer) -> str:
    """Return the address of the page on `server`, to be opened in a browser."""
    host, port = server.server_address[:2]
    name = "localhost" if host in ("127.0.0.1", "0.0.0.0") else str(host)
    return f"http://{name}:{port}/"


def _read_headers(folder: Path) -> list[tuple[str, str]]:
    """Return (name, value) of the headers for every answer, from the file that the build wrote.

    Empty if there is no such file.
    """
    try:
        lines = (folder / HEADERS).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []
    pairs = [line.partition(": ") for line in lines if line.startswith("  ")]
    return [(name.strip(), value.strip()) for name, _, value in pairs]


class _PageHandler(http.server.BaseHTTPRequestHandler):
    """A handler of requests for files of the page; everything else is not found."""

    root: Path
    own_headers: list[tuple[str, str]]
    protocol_version = "HTTP/1.1"
    timeout = 30  # seconds that a silent client keeps a thread

    def do_GET(self) -> None:
        """Answer with the file asked for."""
        self._answer(with_content=True)

    def do_HEAD(self) -> None:
        """Answer with the headers of the file asked for."""
        self._answer(with_content=False)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing. Why: a request says who looked at which page."""

    def _answer(self, with_content: bool) -> None:
        """Send the file in the address, packed with gzip if the browser accepts that."""
        file = self._find_file()
        if file is None:
            self._send(404, "text/plain; charset=utf-8", b"404\n", with_content)
            return
        packed = file.with_name(file.name + _PACKED)
        takes_packed = "gzip" in self.headers.get("Accept-Encoding", "")
        use_packed = takes_packed and packed.is_file()
        content = (packed if use_packed else file).read_bytes()
        self._send(200, _KINDS[file.suffix], content, with_content, packed=use_packed)

    def _find_file(self) -> Path | None:
        """Return the file in the address, or None if there is none or it isn't part of the page.

        Only files below the folder, of a kind that the page has, are served.
        """
        place = urlsplit(self.path).path.lstrip("/") or INDEX
        if "\0" in place or "\\" in place or "%" in place:  # no file of the page needs them
            return None
        file = (self.root / place).resolve()
        if not file.is_relative_to(self.root) or file.suffix not in _KINDS:
            return None
        return file if file.is_file() else None

    def _send(
        self, code: int, kind: str, content: bytes, with_content: bool, packed: bool = False
    ) -> None:
        """Send an answer with all its headers."""
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Vary", "Accept-Encoding")
        if packed:
            self.send_header("Content-Encoding", "gzip")
        for name, value in self.own_headers:
            self.send_header(name, value)
        self.end_headers()
        if with_content:
            self.wfile.write(content)
