"""Chromium for tests of pages: windows that collect errors, and a preview that follows its folder.

They need Chromium; nothing is downloaded. `make test` installs it on Debian, or says how to.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from rcwkit.screens.preview.press import Press
from rcwkit.screens.preview.server import Server
from rcwkit.screens.preview.site import Site
from rcwkit.screens.preview.watching import watching
from rcwkit.screens.preview.workshop import Workshop
from tests_support import TOY, write

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
WIDTHS = {390: 844, 1280: 800}
NEEDED = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is missing (Debian: apt-get install chromium)")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is missing: it has no wheel for this machine")
    # root may not use Chromium's sandbox.
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with ExitStack() as held:
        try:
            playwright = held.enter_context(api.sync_playwright())
        except Exception as error:
            pytest.skip(f"Playwright's driver does not start (Debian: apt-get install libatomic1): {error}")
        running = started(playwright, ["--disable-gpu", *root])
        yield running
        running.close()


def started(playwright: Any, arguments: list[str], attempts: int = 3) -> Any:
    """Start Chromium, which sometimes crashes at its start on a busy machine; skip these tests if it never starts."""
    said = ""
    for _ in range(attempts):
        try:
            return playwright.chromium.launch(timeout=120_000, executable_path=CHROMIUM, args=arguments)
        except Exception as error:
            said = str(error).splitlines()[0]
    pytest.skip(f"Chromium did not start in {attempts} attempts: {said}")


class Visit:
    """A window on a page that collects the addresses it requests, and its errors but for those that hold `errors`."""

    def __init__(self, browser: Any, width: int = 1280, errors: tuple[str, ...] = (), **options: Any) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": WIDTHS[width]}, **options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.faults: list[str] = []
        self.asked: set[str] = set()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.errors = errors
        self.page.on("console", self._said)
        self.page.on(
            "request", lambda request: self.asked.add(re.sub(r"^(data|blob):.*", r"\1:", request.url, flags=re.S))
        )

    def _said(self, said: Any) -> None:
        """Keep an error, unless the test expects it."""
        if said.type == "error" and not any(error in said.text for error in self.errors):
            self.faults.append(said.text)

    def fits(self) -> bool:
        """Return whether the page is no wider than its window."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))

    def downloaded(self, button: str) -> Any:
        """Return the JSON that a button downloads."""
        with self.page.expect_download() as found:
            self.page.get_by_role("button", name=button).click()
        return json.loads(Path(found.value.path()).read_text(encoding="utf-8"))


@pytest.fixture
def visit(browser: Any) -> Iterator[Any]:
    """Open windows, and assert at the end that nothing failed in them."""
    opened: list[Visit] = []

    def open_one(width: int = 1280, **options: Any) -> Visit:
        opened.append(Visit(browser, width, **options))
        return opened[-1]

    yield open_one
    for one in opened:
        one.context.close()
        assert one.faults == []


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Run a preview that watches its folder; return its address and the folder."""
    folder = write(tmp_path_factory.mktemp("served") / "toy", TOY)
    workshop = Workshop(folder.as_posix(), editor="edit://{path}#{line}")
    workshop.refresh()
    press = Press(workshop.name, ())
    server = Server(Site(workshop, press))
    stop = threading.Event()
    threads = [
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}),
        threading.Thread(target=watching, args=(workshop.folders, workshop.refresh, stop)),
    ]
    for thread in threads:
        thread.start()
    yield server.address, folder
    stop.set()
    server.shutdown()
    for thread in threads:
        thread.join()
    server.server_close()
    press.close()
