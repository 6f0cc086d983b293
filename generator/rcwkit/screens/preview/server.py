"""The preview over HTTP, behind a token, at the same port from start to start; and watched folders."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import queue
import re
import secrets
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, Protocol
from urllib.parse import unquote

from watchfiles import Change, DefaultFilter, watch

from rcwkit.diagnostics import Surroundings
from rcwkit.screens.preview.played import Listeners
from rcwkit.screens.preview.site import FILE, Response
from rcwkit.source.project import LOCK

LOOPBACK = "127.0.0.1"
MOST = 2 * 2**20
"""Most bytes in a request."""
PART = 2**20
"""Bytes of such a file to read at once."""
SUFFIX = re.compile(r"[^.\w]")
GUESTS = re.compile(r"(game/[^/]+/)?companion/")
"""How the addresses begin that guests may open."""
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


class Pages(Protocol):
    """What a server serves. Addresses are relative, without the token or a leading slash."""

    def get(self, address: str) -> Response:
        """Answer a GET request."""

    def post(self, address: str, data: Any) -> Response:
        """Answer a POST request with data."""

    def most(self, address: str) -> int:
        """Return the most bytes of a file that an address takes."""

    def take(self, address: str, name: str, path: Path) -> Response:
        """Answer a file that was sent under a name; it lies at a path until then."""

    def stream(self, address: str) -> Listeners | None:
        """Return whose states an address streams, if it streams any."""


class Server(ThreadingHTTPServer):
    """Serves pages at `address`; port 0 takes any free port.

    Pages of an earlier server go on if it had the same port and token. With a host, an address of this machine in its
    network, other devices there can open the page, too.
    """

    daemon_threads = True
    # On Windows this would let two servers listen on one port.
    allow_reuse_address = os.name != "nt"

    def __init__(self, site: Pages, port: int = 0, token: str = "", host: str = "") -> None:
        super().__init__((host or LOOPBACK, port), _Handler)
        self.site, self.token, self.host, self.closing = site, token or secrets.token_urlsafe(16), host, False
        # Who joins a game gets an address that opens the companion alone.
        self.guest = hashlib.sha256(f"guest {self.token}".encode()).hexdigest()[:32]
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
        if address is None:
            return
        told = self.server.site.stream(address)
        if told is not None:
            self._stream(told)
        elif GUESTS.fullmatch(address.removesuffix("guest")) and address.endswith("/guest"):
            self._send(Response.json({"token": self.server.guest}))
        else:
            self._send(self.server.site.get(address))

    def do_HEAD(self) -> None:
        """Answer like GET, without the body."""
        address = self._address()
        if address is not None:
            self._send(self.server.site.get(address))

    def do_POST(self) -> None:
        """Answer questions with JSON, and files, from our own pages."""
        address = self._address()
        if address is None:
            return
        length, file = self.headers.get("Content-Length", ""), self.headers.get_content_type() == FILE
        if not length.isdecimal() or int(length) > (self.server.site.most(address) if file else MOST):
            self._refuse(413)
        elif file:
            self._take(address, int(length))
        elif self.headers.get_content_type() != "application/json":
            self._refuse(415)
        else:
            try:
                data = json.loads(self.rfile.read(int(length)))
            except (ValueError, RecursionError):
                self._send(Response.json({"error": "this is not JSON"}, 400))
                return
            self._send(self.server.site.post(address, data))

    def _take(self, address: str, length: int) -> None:
        """Read a file to a folder of its own, under the suffix of its name; it is gone after the answer.

        The header X-Name has the name: no form of another site could set it.
        """
        name = Path(unquote(self.headers.get("X-Name", ""))).name[:200]
        with TemporaryDirectory(prefix="rcwkit-") as folder:
            path = Path(folder) / f"sent{SUFFIX.sub('', Path(name).suffix)}"
            with path.open("wb") as target:
                while length and (data := self.rfile.read(min(length, PART))):
                    target.write(data)
                    length -= len(data)
            if length:  # the page went away
                self.close_connection = True
            else:
                self._send(self.server.site.take(address, name, path))

    def _address(self) -> str | None:
        """The path after the token, or None once a request with another host, origin or token was refused."""
        origin = self.headers.get("Origin")
        if self.headers.get("Host") not in self.server.hosts or (
            origin is not None and origin.removeprefix("http://") not in self.server.hosts
        ):
            self._refuse(403)
            return None
        head, slash, address = self.path.partition("?")[0].removeprefix("/").partition("/")
        own, guest = (
            hmac.compare_digest(head.encode(), one.encode()) for one in (self.server.token, self.server.guest)
        )
        if not own and not (guest and GUESTS.match(address)):
            self._refuse(404)
            return None
        if not slash:  # addresses on the page are relative to its folder
            self.close_connection = True
            self._send(Response(b"", "text/plain", 308), {"Location": f"/{head}/"})
            return None
        return address

    def _refuse(self, status: int) -> None:
        # The body stays unread, so the connection cannot be reused.
        self.close_connection = True
        self._send(Response(b"", "text/plain", status))

    def _send(self, answer: Response, more: Mapping[str, str] = MappingProxyType({})) -> None:
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

    def _stream(self, told: Listeners) -> None:
        """Server-sent events: the current state and each new one, until the page disconnects."""
        heard = told.listen()
        self.close_connection = True
        with contextlib.suppress(ConnectionError, TimeoutError):
            self.send_response(200)
            for name, value in {**HEADERS, "Content-Type": "text/event-stream", "Connection": "close"}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(b"retry: 500\n\n")  # milliseconds until a page looks for a preview that has stopped
            state: dict[str, Any] | None = told.state()
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
        told.leave(heard)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: the terminal is for the user's own actions."""


_FIRST, _PORTS = 49152, 16384
"""The ports that nobody registers."""


def serving(site: Pages, folder: Path, port: int | None = None, host: str = "") -> Server:
    """Return a server of a game's preview, at its own port or else any free one. Raises OSError."""
    if port is not None:
        return Server(site, port, token(folder), host)
    try:
        return Server(site, port_of(folder), token(folder), host)
    except OSError:
        return Server(site, 0, token(folder), host)


def port_of(folder: Path) -> int:
    """Return a game's own port, which another program may have taken."""
    digest = hashlib.sha256(str(folder.resolve()).encode("utf-8", "surrogateescape")).digest()
    return _FIRST + int.from_bytes(digest[:4], "big") % _PORTS


def cache() -> Path:
    """Return the folder of what this user's previews keep. Raises RuntimeError without a home folder."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "rcwkit"


def token(folder: Path) -> str:
    """Return a game's token: from a secret of this user's, made at the first start and readable by nobody else.

    Where the secret cannot be kept, each start has another.
    """
    try:
        path = cache() / "preview.secret"
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with suppress(FileExistsError):
            made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            try:
                os.write(made, secrets.token_hex(32).encode())
            finally:
                os.close(made)
        if path.stat().st_mode & 0o077 or path.is_symlink():
            return secrets.token_urlsafe(16)
        secret = path.read_bytes()
    except (OSError, RuntimeError):  # no home folder
        return secrets.token_urlsafe(16)
    folder_name = str(folder.resolve()).encode("utf-8", "surrogateescape")
    return (
        hashlib.sha256(secret + b"\0" + folder_name).hexdigest()[:32]
        if len(secret) >= 64
        else secrets.token_urlsafe(16)
    )


READ = (".yaml", ".yml", ".md", ".png", ".jpg", ".jpeg", ".svg", ".csv", ".tsv", ".xlsx", ".ods", ".ttf", ".otf")
"""Suffixes of files that a game is read from."""
SETTLE = 20
"""Milliseconds without changes before a batch is reported: editors save a file in several steps."""
LONGEST = 200
"""Milliseconds after which a batch is reported in any case."""
PAUSE = 0.5
"""Seconds between two looks at whether the folders are still there."""
MOST_FAILURES = 5
"""Failures in a row after which watching ends."""


class _Data(DefaultFilter):
    """Documents, texts, pictures and sheets, but not the backups and locks that other programs leave beside them.

    Folders, too: what was in one before it was watched, or when it was moved away, has no notices of its own.
    """

    def __call__(self, change: Change, path: str) -> bool:
        name = Path(path).name
        is_folder = not Path(path).suffix if change is Change.deleted else Path(path).is_dir()
        is_read = path.lower().endswith(READ) or is_folder
        return is_read and not name.startswith((".", LOCK)) and super().__call__(change, path)


def check_watchable(folders: Iterable[Path]) -> None:
    """Raise Surroundings for a folder whose name is not text in this locale, as the watching library needs it to be."""
    for folder in folders:
        try:
            str(folder).encode()
        except UnicodeEncodeError:
            raise Surroundings(f"cannot watch {folder}: its name cannot be read in this locale") from None


def watching(
    folders: Iterable[Path], changed: Callable[[set[Path]], None], stop: threading.Event | None = None
) -> None:
    """Call `changed` with the paths of each batch, until `stop` is set or Ctrl-C raises KeyboardInterrupt.

    The set is empty where changes may have been missed: after a folder vanished or came back, or the system's
    notices failed. Raises Surroundings if the folders cannot be watched.
    """
    roots = [*folders]
    for batch in _batches(roots, stop or threading.Event()):
        changed(batch)


def _batches(roots: list[Path], stop: threading.Event) -> Iterator[set[Path]]:
    """Yield batches; an empty one whenever watching begins again."""
    failures, missed, polls = 0, False, False
    while not stop.is_set():
        known = [_identity(root) for root in roots]
        there = [root for root, identity in zip(roots, known, strict=True) if identity]
        try:
            for batch in _watch(there, stop, polls=polls) if there else _waits(stop):
                if batch or missed:
                    yield {Path(path) for _, path in batch}
                failures, missed = 0, False
                if [_identity(root) for root in roots] != known:
                    missed = True
                    break
        except (RuntimeError, OSError) as error:
            # The library gives up at a name that is not text, and where a folder vanishes while it is read. Polling
            # needs no notices, in which such names come up whenever a file is merely opened.
            failures, missed, polls = failures + 1, True, True
            if failures > MOST_FAILURES:
                raise Surroundings(f"cannot watch {', '.join(map(str, roots))}: {error}") from None
            stop.wait(PAUSE)


def _watch(folders: list[Path], stop: threading.Event, *, polls: bool) -> Iterable[set[tuple[Any, str]]]:
    """Yield batches of changes, and an empty one after each pause without any."""
    return watch(
        *folders,
        watch_filter=_Data(),
        debounce=LONGEST,
        step=SETTLE,
        stop_event=stop,
        rust_timeout=round(PAUSE * 1000),
        yield_on_timeout=True,
        force_polling=polls or None,
    )


def _waits(stop: threading.Event) -> Iterator[set[tuple[Any, str]]]:
    """Yield an empty batch after each pause."""
    while not stop.wait(PAUSE):
        yield set()


def _identity(folder: Path) -> tuple[int, int] | None:
    """Return what tells a folder from another of its name; None if there is none."""
    try:
        found = folder.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
