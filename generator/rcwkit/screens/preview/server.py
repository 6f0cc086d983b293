"""The preview over HTTP: on this machine unless another host is named, behind a token, closed to other pages."""

from __future__ import annotations

import contextlib
import hmac
import json
import os
import queue
import secrets
import sys
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import Any

from rcwkit.screens.preview.site import Answer, Site

__all__ = ["Server"]

LOOPBACK = "127.0.0.1"
MOST = 2 * 2**20
"""Most bytes in a request."""
PULSE = 15.0
"""Seconds of silence before an empty line tests whether a listener is still there."""
POLICY = "; ".join(
    (
        "default-src 'none'",
        *(f"{kind}-src 'self'" for kind in ("script", "style", "font", "connect", "frame")),
        "img-src 'self' data:",  # a page to read contains its pictures
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Server(ThreadingHTTPServer):
    """Serves one site at `address`; port 0 takes any free port.

    Pages of an earlier server go on if it had the same port and token. With a host, an address of this machine in its
    network, other devices there can open the page, too.
    """

    daemon_threads = True
    # On Windows this would let two servers listen on one port.
    allow_reuse_address = os.name != "nt"

    def __init__(self, site: Site, port: int = 0, token: str = "", host: str = "") -> None:
        super().__init__((host or LOOPBACK, port), _Handler)
        self.site, self.token, self.host, self.closing = site, token or secrets.token_urlsafe(16), host, False
        self.hosts = {f"{name}:{self.server_port}" for name in (host, LOOPBACK, "localhost") if name}

    @property
    def address(self) -> str:
        """URL of the page."""
        return f"http://{self.host or LOOPBACK}:{self.server_port}/{self.token}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore pages that disconnect in mid-answer; report other errors as usual."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def shutdown(self) -> None:
        """Stop, and release listeners."""
        self.closing = True
        super().shutdown()


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"
    # An answer is two writes; with Nagle's algorithm, the second would wait 40 ms for an acknowledgement.
    disable_nagle_algorithm = True
    timeout = 60

    def do_GET(self) -> None:
        """Serve pages, data and the stream of states."""
        address = self._address()
        if address == "events":
            self._stream()
        elif address is not None:
            self._send(self.server.site.get(address))

    def do_HEAD(self) -> None:
        """Answer like GET, without the body."""
        address = self._address()
        if address is not None:
            self._send(self.server.site.get(address))

    def do_POST(self) -> None:
        """Answer questions with JSON from our own pages."""
        address = self._address()
        if address is None:
            return
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > MOST:
            self._refuse(413)
        elif self.headers.get_content_type() != "application/json":
            self._refuse(415)
        else:
            try:
                data = json.loads(self.rfile.read(int(length)))
            except (ValueError, RecursionError):
                self._send(Answer.json({"error": "this is not JSON"}, 400))
                return
            self._send(self.server.site.post(address, data))

    def _address(self) -> str | None:
        """The path after the token, or None once a request with another host, origin or token was refused."""
        origin = self.headers.get("Origin")
        if self.headers.get("Host") not in self.server.hosts or (
            origin is not None and origin.removeprefix("http://") not in self.server.hosts
        ):
            self._refuse(403)
            return None
        head, slash, address = self.path.partition("?")[0].removeprefix("/").partition("/")
        if not hmac.compare_digest(head.encode(), self.server.token.encode()):
            self._refuse(404)
            return None
        if not slash:  # addresses on the page are relative to its folder
            self.close_connection = True
            self._send(Answer(b"", "text/plain", 308), {"Location": f"/{head}/"})
            return None
        return address

    def _refuse(self, status: int) -> None:
        # The body stays unread, so the connection cannot be reused.
        self.close_connection = True
        self._send(Answer(b"", "text/plain", status))

    def _send(self, answer: Answer, more: Mapping[str, str] = MappingProxyType({})) -> None:
        self.send_response(answer.status)
        policy = {"Content-Security-Policy": answer.policy} if answer.policy else {}
        for name, value in {**HEADERS, **policy, **more}.items():
            self.send_header(name, value)
        self.send_header("Content-Type", answer.type)
        self.send_header("Content-Length", str(len(answer.body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        if answer.name and "inline" not in self.path.partition("?")[2]:
            self.send_header("Content-Disposition", f'attachment; filename="{answer.name}"')
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.body)

    def _stream(self) -> None:
        """Server-sent events: the current state and each new one, until the page disconnects."""
        workshop = self.server.site.workshop
        heard = workshop.listen()
        self.close_connection = True
        with contextlib.suppress(ConnectionError, TimeoutError):
            self.send_response(200)
            for name, value in {**HEADERS, "Content-Type": "text/event-stream", "Connection": "close"}.items():
                self.send_header(name, value)
            self.end_headers()
            state: dict[str, Any] | None = workshop.state()
            waited = 0.0
            while not self.server.closing:
                if state is not None:
                    self.wfile.write(f"data: {json.dumps(state, ensure_ascii=False)}\n\n".encode())
                elif waited >= PULSE:
                    self.wfile.write(b":\n\n")
                    waited = 0.0
                try:
                    state = heard.get(timeout=1.0)
                except queue.Empty:
                    state, waited = None, waited + 1.0
        workshop.leave(heard)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: the terminal is for the user's own actions."""
