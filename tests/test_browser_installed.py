"""The companion as served: browsers may install it, it works without its host, and a new version takes its place."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from browser_support import NEEDED, browser, served, toy, visit
from rcwkit.game.loader import load
from rcwkit.screens.companion.page import site
from rcwkit.source.project import Project
from tests_support import TOY, write

pytestmark = NEEDED
OFFLINE = ("ERR_CONNECTION", "ERR_FAILED", "ServiceWorker")


class _Host(SimpleHTTPRequestHandler):
    def send_head(self) -> Any:
        """Answer with the file, always: two versions within one second have the same date."""
        del self.headers["If-Modified-Since"]
        return super().send_head()

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


@contextmanager
def _hosted(folder: Path) -> Iterator[str]:
    """Serve a folder; give its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Host, directory=str(folder)))
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def _publish(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir(exist_ok=True)
    for name, data in site(load(Project(write(folder.parent / "toy", files)))).items():
        (folder / name).write_bytes(data)


def test_a_served_companion_is_kept_for_use_without_its_host(visit: Any, tmp_path: Path) -> None:
    _publish(tmp_path / "site", TOY)
    page = (one := visit(errors=OFFLINE)).page
    with _hosted(tmp_path / "site") as address:
        page.goto(address)
        assert page.locator('link[rel="manifest"]').get_attribute("href") == "app.webmanifest"
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        if not one.firefox:
            errors = one.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
            assert {error["errorId"] for error in errors} <= {"in-incognito"}, "as all windows of tests are"

        _publish(tmp_path / "site", {**TOY, "game.yaml": TOY["game.yaml"].replace("title: Toy\n", "title: Newer\n")})
        page.reload(wait_until="commit")  # the new version loads the page again, whenever it is complete
        page.locator("#game", has_text="Newer").wait_for()
    page.goto("about:blank")
    page.goto(f"{address}#roller")
    page.locator("#game", has_text="Newer").wait_for()
    page.locator("#digital").click()
    page.locator("#result h2").wait_for()


def test_the_preview_serves_the_companion(visit: Any, served: tuple[str, Path]) -> None:
    page = visit().page
    page.goto(f"{served[0]}roller")
    page.get_by_role("link", name="Companion").click()
    page.get_by_role("heading", name="Toy", level=1).wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def test_a_companion_opened_as_a_file_asks_for_nothing(visit: Any, tmp_path: Path) -> None:
    _publish(tmp_path / "site", TOY)
    page = (one := visit()).page
    page.goto((tmp_path / "site" / "index.html").as_uri())
    page.get_by_role("heading", name="Toy", level=1).wait_for()
    assert page.locator("link").count() == 0
    assert one.asked <= {(tmp_path / "site" / "index.html").as_uri(), "data:"}
