"""Sheets that are published on the web: which a game names, how old its copies are, and fetching them, within limits.

Only `rcwkit fetch` goes to the network. What it gets is kept in the game's folder, and read from there.
"""

from __future__ import annotations

import hashlib
import ipaddress
import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from datetime import date
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urljoin, urlsplit

from rcwkit.diagnostics import Diagnostic, InputError, Span, Surroundings
from rcwkit.source.columns import SUFFIXES, TEXTS
from rcwkit.source.project import LIMIT, LINES, Project, located
from rcwkit.source.sheets import grid_of
from rcwkit.source.workbooks import WorkbookPlace
from rcwkit.source.yaml import Node, parse

if TYPE_CHECKING:
    from http.client import HTTPResponse

RECORD = ".fetched.json"
"""Where a game's folder keeps, for each sheet that was fetched: address, date and SHA-256."""
ADDRESS = "address"
"""Key of the address of a sheet, beside `file`."""
REDIRECTS = 5
"""Most addresses that lead to others, as those of published sheets do."""
SECONDS = 60.0
"""Longest time for one sheet, redirects among it."""
PATIENCE = 15.0
"""Longest time without an answer."""
LONGEST = 2000
"""Most characters of an address."""
_MOVED = (301, 302, 303, 307, 308)
_BLOCK = 2**16
_TUNNELS = tuple(map(ipaddress.ip_network, ("2002::/16", "64:ff9b::/96")))
"""Networks whose addresses have one of IPv4 in them, which may be a local one."""

Connect = Callable[[str, int, float], socket.socket]
"""Connects to a host and port with a time-out. Raises InputError for hosts that are not to be asked, and OSError."""


class PublishedSheet(NamedTuple):
    """A sheet with an address: its file in the game's folder, its address, and where the game says so."""

    file: str
    address: str
    span: Span


def published(project: Project) -> list[PublishedSheet]:
    """Return the sheets with addresses that a game's own documents name, each file once.

    Raises InputError, also for a file with two addresses.
    """
    known, found = dict[str, PublishedSheet](), list[Diagnostic]()
    for path in project.documents():
        text = project.read(path)
        root = parse(text, project.name(path)) if ADDRESS in text else None
        for sheet in _named(root) if root is not None and ADDRESS in root.keys else ():
            first = known.setdefault(sheet.file, sheet)
            if first.address != sheet.address:
                related = (("first here", first.span),)
                message = f"'{sheet.file}' has two addresses"
                found.append(Diagnostic("E289", message, sheet.span, "name two files", related))
    if found:
        raise InputError(found)
    return [*known.values()]


def _named(node: Node) -> Iterator[PublishedSheet]:
    """Yield the sheets with addresses within a node: mappings with an address beside the file of a spreadsheet."""
    parts = node.value if isinstance(node.value, dict) else {}
    file, address = (parts[key][1] if key in parts else None for key in ("file", ADDRESS))
    if file and address and isinstance(file.value, str) and isinstance(address.value, str):
        if PurePosixPath(file.value).suffix.lower() in SUFFIXES:
            yield PublishedSheet(file.value, address.value, address.span)
    elif isinstance(node.value, (dict, tuple)):
        for inner in [value for _, value in parts.values()] if parts else node.value:
            yield from _named(inner)


def record_of(project: Project) -> dict[str, dict[str, str]]:
    """Return what the game's folder says of sheets that were fetched, by file; nothing if that cannot be read."""
    with suppress(InputError, ValueError, RecursionError):
        data = json.loads(project.open(project.root / RECORD))
        keys = (ADDRESS, "sha256", "fetched")
        if isinstance(data, dict):
            return {
                file: {key: one[key] for key in keys}
                for file, one in data.items()
                if isinstance(one, dict) and all(isinstance(one.get(key), str) for key in keys)
            }
    return {}


def ages(project: Project, today: date) -> Iterator[Diagnostic]:
    """Yield how old the copy of each published sheet is, or that it is not what was fetched. Raises InputError."""
    # A project of its own: this one's log is that of what the game was made from.
    project = Project(project.root, project.shown)
    record = record_of(project)
    for file, address, span in published(project):
        known, name = record.get(file), project.name(located(project, file, span)[1])
        with suppress(InputError):
            digest = _digest(project, file, span)
            if known is None or known[ADDRESS] != address:
                yield Diagnostic("W289", f"'{name}' was not fetched from this address", span, "rcwkit fetch")
            elif digest != known["sha256"]:
                hint = "write it in the sheet itself, too: `rcwkit fetch --replace` takes the copy's place"
                yield Diagnostic("W289", f"'{name}' was changed since it was fetched", span, hint)
            else:
                yield Diagnostic("N108", f"'{name}' was fetched {_ago(known['fetched'], today)}", span, "rcwkit fetch")


def _ago(day: str, today: date) -> str:
    try:
        days = (today - date.fromisoformat(day[:10])).days
    except ValueError:
        return "on an unknown day"
    said = "today" if days <= 0 else "yesterday" if days == 1 else f"{days:,} days ago"
    return f"{said}, on {day[:10]}"


def _digest(project: Project, file: str, span: Span) -> str:
    """Return the SHA-256 of a sheet's file. Raises InputError if it cannot be read."""
    home, path = located(project, file, span)
    return hashlib.sha256(home.open(path)).hexdigest()


class FetchedSheet(NamedTuple):
    """A sheet as it was fetched; `was` is the SHA-256 of the copy that is there, empty if there is none."""

    sheet: PublishedSheet
    data: bytes
    was: str

    @property
    def sha256(self) -> str:
        """The SHA-256 of its contents."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def change(self) -> str:
        """What becomes of the copy."""
        return "new" if not self.was else "as before" if self.was == self.sha256 else "changed"


def fetched(
    project: Project, record: Mapping[str, Any], connect: Connect, *, replace: bool = False
) -> Iterator[FetchedSheet]:
    """Fetch each published sheet of a game; nothing is written.

    Raises InputError for a copy that somebody changed, unless it is to be replaced; for addresses that are not to be
    asked, and for what they give if it is no sheet. Raises Surroundings if they do not answer.
    """
    for sheet in published(project):
        home, path = located(project, sheet.file, sheet.span)
        if home is not project or not path.resolve().is_relative_to(project.root.resolve()):
            raise InputError.of("E101", f"'{sheet.file}' is not in the game's own folder", sheet.span)
        was = _digest(project, sheet.file, sheet.span) if path.exists() or path.is_symlink() else ""
        if was and not replace and record.get(sheet.file, {}).get("sha256") != was:
            hint = "`--replace` puts the published sheet in its place; keep a copy of what you wrote"
            raise InputError.of("E535", f"'{sheet.file}' is not as it was fetched", sheet.span, hint)
        data = _content(sheet, connect)
        _require_sheet(sheet, data)
        yield FetchedSheet(sheet, data, was)


def _content(sheet: PublishedSheet, connect: Connect) -> bytes:
    """Return what the address gives. Raises InputError and Surroundings."""
    address, until = sheet.address, time.monotonic() + SECONDS
    for _ in range(REDIRECTS + 1):
        found = _answer(address, sheet.span, connect, until)
        if isinstance(found, bytes):
            return found
        address = urljoin(address, found)
    raise InputError.of("E289", f"the address leads to more than {REDIRECTS} others", sheet.span)


def _answer(address: str, span: Span, connect: Connect, until: float) -> bytes | str:
    """Return what one address gives: contents, or another address. Raises InputError and Surroundings."""
    from http.client import HTTPConnection, HTTPException

    host, port, target = _parts(address, span)
    late = threading.Event()
    try:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        with (
            closing(HTTPConnection(host, port)) as connection,
            closing(connect(host, port, min(PATIENCE, left))) as own,
        ):
            connection.sock = own
            # A host that sends a letter a second is never without an answer.
            timer = threading.Timer(left, _end, (own, late))
            timer.daemon = True
            timer.start()
            try:
                connection.request("GET", target, headers={"User-Agent": "rcwkit", "Accept": "*/*"})
                with closing(connection.getresponse()) as reply:
                    if reply.status in _MOVED and (onward := reply.getheader("Location")):
                        return onward
                    if reply.status != 200:
                        said = f"{host} answers {reply.status} {reply.reason[:80]!r}"
                        raise Surroundings(f"{said}: is the sheet published?")
                    data = _body(reply, span)
                    if late.is_set() or reply.length:
                        raise TimeoutError
                    return data
            finally:
                timer.cancel()
    except InputError as error:
        if error.diagnostics[0].span.file:
            raise
        raise InputError([one._replace(span=span) for one in error.diagnostics]) from error
    except TimeoutError as error:
        raise Surroundings(f"{host} takes too long, or ended early; nothing was changed") from error
    except (OSError, HTTPException, ValueError) as error:
        why = "takes too long" if late.is_set() else str(error) or type(error).__name__
        raise Surroundings(f"cannot fetch from {host}: {why}; nothing was changed") from error


def _body(reply: HTTPResponse, span: Span) -> bytes:
    """Return the contents of an answer. Raises InputError for too many."""
    data = bytearray()
    while block := reply.read(_BLOCK):
        data += block
        if len(data) > LIMIT:
            raise InputError.of("E289", f"the sheet is larger than {LIMIT // 2**20} MiB", span)
    return bytes(data)


def _end(own: socket.socket, late: threading.Event) -> None:
    late.set()
    with suppress(OSError):
        own.shutdown(socket.SHUT_RDWR)


def _parts(address: str, span: Span) -> tuple[str, int, str]:
    """Return host, port and target of an address. Raises InputError if it is not one of https."""
    hint = "an address as the spreadsheet program gives it: https://…"

    def refused(why: str) -> InputError:
        return InputError.of("E289", why, span, hint)

    if len(address) > LONGEST or not address.isascii() or re.search(r"[\x00-\x20\x7f\\]", address):
        raise refused("this is no address")
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise refused("this is no address") from error
    if parts.scheme != "https":
        raise refused(f"only addresses of https are fetched, not of '{parts.scheme}'")
    if not host or parts.username is not None or parts.password is not None:
        raise refused("an address with a name and password, or without a host")
    target = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    return host, port or 443, target + (f"?{parts.query}" if parts.query else "")


def safely(host: str, port: int, timeout: float) -> socket.socket:
    """Connect to a host of the public network by TLS, at the very address that was looked up.

    Raises InputError, without a place, for a host in a local network; OSError.
    """
    import ssl

    found = [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not found or not all(map(_is_public, found)):
        hint = "publish the sheet on the web, or put the file into the game's folder yourself"
        raise InputError.of("E289", f"'{host}' is in a local network, which is not asked", Span("", 0), hint)
    own = socket.create_connection((found[0], port), timeout)
    try:
        return ssl.create_default_context().wrap_socket(own, server_hostname=host)
    except BaseException:
        own.close()
        raise


def _is_public(address: str) -> bool:
    """Return whether an address is of the public network, and does not lead into a local one."""
    one = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(one, ipaddress.IPv6Address) and (one.ipv4_mapped or any(one in net for net in _TUNNELS)):
        return False
    return one.is_global and not one.is_multicast


def _require_sheet(sheet: PublishedSheet, data: bytes) -> None:
    """Raise InputError if contents are no sheet of the kind that the file's name says."""
    suffix = PurePosixPath(sheet.file).suffix.lower()
    where, hint = sheet.span, f"publish the sheet to the web as {suffix[1:].upper()}, and give that address"
    try:
        text = data.decode("utf-8-sig") if suffix in TEXTS else data
    except UnicodeDecodeError as error:
        raise InputError.of("E289", "what the address gives is not text in UTF-8", where, hint) from error
    if data.lstrip()[:1] == b"<":
        raise InputError.of("E289", "what the address gives is a page, not a sheet", where, hint)
    if isinstance(text, str) and (not text.strip() or text.count("\n") > LINES):
        raise InputError.of("E289", "what the address gives is empty, or has too many lines", where, hint)
    try:
        grid_of(text, WorkbookPlace(sheet.file, where), None)
    except InputError as error:
        why = f"what the address gives cannot be read: {error.diagnostics[0].message}"
        raise InputError.of("E289", why, where, error.diagnostics[0].hint or hint) from error
