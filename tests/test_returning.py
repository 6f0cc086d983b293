"""A game's preview comes back at the same address, which only this user knows."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from rcwkit.screens.preview.press import PrintJobs
from rcwkit.screens.preview.server import port_of, serving, token
from rcwkit.screens.preview.site import Site
from rcwkit.screens.preview.workshop import Workshop
from tests_support import TOY, write


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "rcwkit" / "preview.secret"


def test_a_game_has_one_token_and_others_have_others(cache: Path, tmp_path: Path) -> None:
    first = token(tmp_path / "one")
    assert token(tmp_path / "one") == first
    assert token(tmp_path / "two") != first
    assert len(first) == 32
    assert port_of(tmp_path / "one") == port_of(tmp_path / "one")
    assert 49152 <= port_of(tmp_path / "two") <= 65535


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes of files")
def test_the_secret_is_readable_by_its_user_alone(cache: Path, tmp_path: Path) -> None:
    first = token(tmp_path)
    assert cache.stat().st_mode & 0o077 == 0
    cache.chmod(0o644)
    assert len({token(tmp_path), token(tmp_path), first}) == 3, "a secret that others can read is not used"
    cache.chmod(0o600)
    cache.write_bytes(b"")
    assert token(tmp_path) != token(tmp_path)


def test_where_nothing_can_be_kept_each_start_has_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert token(tmp_path) != token(tmp_path)


def test_the_second_preview_of_a_game_takes_another_port(cache: Path, tmp_path: Path) -> None:
    folder = write(tmp_path / "toy", TOY)
    site = Site(Workshop(str(folder)), PrintJobs(str(folder), ()))
    first, second = serving(site, folder), serving(site, folder)
    assert first.token == second.token
    assert first.server_port != second.server_port
    third = serving(site, folder, host="127.0.0.1")
    assert third.address.startswith("http://127.0.0.1:")
    for server in (first, second, third):
        server.server_close()
    site.press.close()
