"""The port and token of a game's preview, the same from start to start, so that open pages find it again."""

from __future__ import annotations

import hashlib
import os
import secrets
from contextlib import suppress
from pathlib import Path

from rcwkit.screens.preview.server import Server
from rcwkit.screens.preview.site import Site

__all__ = ["port_of", "serving", "token"]

_FIRST, _PORTS = 49152, 16384
"""The ports that nobody registers."""


def serving(site: Site, folder: Path, port: int | None = None, host: str = "") -> Server:
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


def token(folder: Path) -> str:
    """Return a game's token: from a secret of this user's, made at the first start and readable by nobody else.

    Where the secret cannot be kept, each start has another.
    """
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "rcwkit"
    path = cache / "preview.secret"
    try:
        cache.mkdir(parents=True, exist_ok=True, mode=0o700)
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
