"""Browsers for tests of pages: windows that collect errors, and a preview that follows its folder.

They need Chromium, and under `make screens` run in Firefox, too; nothing is downloaded. `make` installs them on Debian,
or says how to.
"""

from __future__ import annotations

import json
import os
import queue
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from rcwkit import workers
from rcwkit.screens.preview.press import PrintJobs
from rcwkit.screens.preview.server import Server, watching
from rcwkit.screens.preview.site import Site
from rcwkit.screens.preview.workshop import Workshop
from tests_support import TOY, write

# root may not use Chromium's sandbox.
FLAGS = ["--disable-gpu", *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else [])]


def _starts(program: str) -> bool:
    """Return whether a browser starts on this machine; it is asked before tests run, which may leave it no memory."""
    asked = [program, "--headless", *FLAGS, "--dump-dom", "about:blank"]
    try:
        return subprocess.run(asked, capture_output=True, check=False, timeout=120).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


CHROMIUM = next(
    (
        program
        for program in map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"))
        if program and _starts(program)
    ),
    None,
)
FIREFOX = next(filter(None, map(shutil.which, ("firefox", "firefox-esr"))), None)
ALL = os.environ.get("SCREENS") == "all"
"""Whether everything is looked at: `make screens`."""
BIDI = Path(__file__).parent / "bidi.cjs"
PREFERENCES = {
    "layout.css.prefers-color-scheme.content-override": 1,  # light; it asks the desktop otherwise
    "network.socket.ip_addr_any.disabled": False,  # 0.0.0.0 stands for an address in a network
}
OF_FONTS = ("kern: Too large subtable", "Table discarded")
"""What Firefox says of PT Sans."""
BLOBS = """() => {
  window.downloaded = null;
  const made = URL.createObjectURL;
  URL.createObjectURL = (blob) => (blob.text().then((text) => (window.downloaded = text)), made(blob));
}"""
LABELLED = """{
  queryAll(root, asked) {
    const [wanted, exact] = JSON.parse(asked);
    const plain = (text) => (exact ? text : text.toLowerCase()).replace(/\\s+/g, " ").trim();
    const fits = (text) => (exact ? plain(text) === plain(wanted) : plain(text).includes(plain(wanted)));
    const said = (one) => one.getAttribute("aria-label")?.trim();
    const named = (one) =>
      (one.getAttribute("aria-labelledby") ?? "").split(/\\s+/).flatMap((id) => document.getElementById(id) ?? []);
    const found = new Set();
    for (const one of root.querySelectorAll("label, [aria-label], [aria-labelledby]")) {
      const names = named(one);
      if (names.length ? names.some((name) => fits(name.textContent)) : said(one) && fits(said(one))) found.add(one);
      const field = one.localName === "label" && fits(one.textContent) ? one.control : null;
      if (field && root.contains(field) && !said(field) && !named(field).length) found.add(field);
    }
    const behind = (one, other) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING;
    return [...found].sort((one, other) => (behind(one, other) ? 1 : -1));
  },
  query(root, asked) {
    return this.queryAll(root, asked)[0];
  },
}"""
"""An engine that finds by label what Playwright's own does."""
EDITOR = "edit://{path}#{line}"
WIDTHS = {390: 844, 1280: 800, 1440: 900}
NEEDED = pytest.mark.skipif(
    CHROMIUM is None, reason="Chromium is missing, or does not start (Debian: apt-get install chromium-headless-shell)"
)


@pytest.fixture(scope="module", params=("chromium", "firefox") if ALL else ("chromium",))
def browser(request: pytest.FixtureRequest) -> Iterator[Any]:
    if request.param == "firefox" and FIREFOX is None:
        pytest.skip("Firefox is missing (Debian: apt-get install firefox-esr)")
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is missing: it has no wheel for this machine")
    with ExitStack() as held:
        held.enter_context(pytest.MonkeyPatch.context()).setenv("NODE_OPTIONS", f"--require={BIDI}")
        try:
            playwright = held.enter_context(api.sync_playwright())
        except Exception as error:
            pytest.skip(f"Playwright's driver does not start (Debian: apt-get install libatomic1): {error}")
        playwright.selectors.register("labelled", script=LABELLED, content_script=True)
        # A process forked meanwhile holds the pipes of Playwright's driver open, which would wait for it for ever.
        held.callback(workers._helper.cache_clear)
        running = started(playwright, request.param)
        yield running
        running.close()


def started(playwright: Any, name: str, attempts: int = 3) -> Any:
    """Start a browser, which sometimes crashes at its start on a busy machine. Fails if it never starts."""
    chromium: dict[str, Any] = {"executable_path": CHROMIUM, "args": FLAGS}
    # Playwright drives the Firefox of a distribution over WebDriver BiDi.
    firefox: dict[str, Any] = {"executable_path": FIREFOX, "channel": "moz-firefox", "firefox_user_prefs": PREFERENCES}
    said = ""
    for _ in range(attempts):
        try:
            if name == "firefox":
                return playwright.firefox.launch(timeout=120_000, **firefox)
            return playwright.chromium.launch(timeout=120_000, **chromium)
        except Exception as error:
            said = str(error).splitlines()[0]
    pytest.fail(f"{name} did not start in {attempts} attempts: {said}")


class Visit:
    """A window on a page that collects the addresses it requests, and its errors but for those that hold `errors`."""

    def __init__(self, browser: Any, width: int = 1280, errors: tuple[str, ...] = (), **options: Any) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": WIDTHS[width]}, **options)
        self.page = self.context.new_page()
        # Both as Playwright's own, which walk through all of the page, a companion's tens of thousands of elements.
        self.locate, self.page.locator, self.page.get_by_label = self.page.locator, self.located, self.labelled
        self.firefox = browser.browser_type.name == "firefox"
        self.page.set_default_timeout(60_000)
        self.faults: list[str] = []
        self.asked: set[str] = set()
        self.errors = errors
        self.page.on("pageerror", lambda error: self._failed(str(error)))
        self.page.on("console", lambda said: self._failed(said.text) if said.type == "error" else None)
        self.page.on(
            "request", lambda request: self.asked.add(re.sub(r"^(data|blob):.*", r"\1:", request.url, flags=re.S))
        )

    def _failed(self, said: str) -> None:
        """Keep an error, unless the test expects it."""
        if not any(error in said for error in (*self.errors, *OF_FONTS)):
            self.faults.append(said)

    def fits(self) -> bool:
        """Return whether the page is no wider than its window."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))

    def downloaded(self, name: str) -> str:
        """Return the text that a button downloads; Firefox tells nothing of downloads, so there, of what it makes."""
        button = self.page.get_by_role("button", name=name)
        if self.firefox:
            self.page.evaluate(BLOBS)
            button.click()
            return str(self.page.wait_for_function("() => window.downloaded").json_value())
        with self.page.expect_download() as found:
            button.click()
        return Path(found.value.path()).read_text(encoding="utf-8")

    def record(self) -> Any:
        """Return the record of the roll that is shown."""
        share(self.page)
        return json.loads(self.downloaded("Record (JSON)"))

    def located(self, selector: str, **options: Any) -> Any:
        """Return what a selector finds; no page has a shadow tree, which Playwright would look for in every element."""
        return self.locate(selector if re.match(r"[\w:]+=", selector) else f"css:light={selector}", **options)

    def labelled(self, text: str, *, exact: bool = False) -> Any:
        """Return what has a label, without asking each field for its labels."""
        return self.locate(f"labelled={json.dumps([text, exact])}")

    def type_number(self, label: str, text: str) -> None:
        """Type into a number's field: Playwright cannot replace what stands there in Firefox."""
        field = self.page.get_by_label(label, exact=True)
        field.press("Control+a")
        field.press_sequentially(text)


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
        assert one.faults == [], one.faults


HOLD = """(addresses) => {
  const fetched = window.fetch;
  window.fetch = async (address, ...rest) => {
    const answer = await fetched(address, ...rest);
    if (!address.startsWith(addresses)) return answer;
    const text = await answer.text();
    await new Promise((go) => (window.go = go));
    return new Response(text, answer);
  };
}"""
"""Holds the answers of addresses that begin so, until `go()`."""
LATE = "async (go) => { go(); await new Response('[]').json(); await new Promise(requestAnimationFrame); }"
"""Lets an answer that was held arrive after a newer one, and the page do with it what it does."""


def ready(page: Any) -> None:
    """Wait until a companion has its fonts, its first part, and what it makes when it is idle: folder, roller."""
    page.evaluate("document.fonts.ready.then(() => true)")
    page.locator(".page.shown").wait_for()
    page.wait_for_function("() => modules['turn.js'].settled()")
    if page.locator("#roller.shown").count():
        page.locator("#procedure option, #trouble:not([hidden])").first.wait_for(state="attached")


ANSWER = """() => {
  for (let field; (field = document.querySelector("#questions :is(input, select):invalid")); ) {
    if (field.type === "radio") field.checked = true;
    else field.value = field.matches("select") ? field.options[1].value : field.min || "1";
    for (const told of ["input", "change"]) field.dispatchEvent(new Event(told, { bubbles: true }));
  }
}"""
"""Give the answers that a roll needs and that the game does not know."""


ASKED = (
    "id => document.querySelector('#procedure').value === id && document.querySelector('#questions').childElementCount"
)
"""Whether the questions of a roll are those that are shown."""
GIVEN = {
    "political_cards": {
        f"{side}_value.{box}_box": "3" for side in ("red", "white") for box in ("red", "white", "other")
    },
    "net_influence": {"ip.belarus": "-3", "ip.ukraine": "-3", "ip.britain": "3"},
}
"""What the rolls of a turn are given; all else that they ask is answered as it comes."""


OPEN = """async (id) => {
  const { questions } = (await modules["kit.js"].ask("offer")).procedures.find((one) => one.id === id);
  const fields = [...document.querySelectorAll("#questions :is(input, select)")];
  const asked = new Set(fields.filter((field) => !field.closest("#tracked")).map((field) => field.name));
  const noted = (one) => one.known?.fact?.startsWith("note|");
  return questions.filter((one) => asked.has(one.name) && !noted(one)).map((one) => one.title);
}"""
"""The titles of the questions that the game does not answer, but for those whose answers it keeps for every roll."""


def rolled(page: Any, procedure: str, asked: dict[str, str], paused: Callable[[str], None] = lambda _: None) -> None:
    """Answer what the procedure that is shown asks, roll it, and apply what it does; `paused` is called after each.

    Asserts that no other procedure has `asked` the same, except how far the odds look ahead.
    """
    page.wait_for_function(ASKED, arg=procedure)
    for title in page.evaluate(OPEN, procedure):
        assert "look ahead" in title or asked.setdefault(title, procedure) == procedure, f"asked twice: {title}"
    for name, answer in GIVEN.get(procedure, {}).items():
        page.locator(f"#questions [name='{name}']").fill(answer)
    page.evaluate(ANSWER)
    paused("answered")
    page.locator("#digital").click()
    page.locator("#result h2").wait_for()
    paused("rolled")
    if page.locator("#apply").count():
        page.locator("#apply").click()
    paused("applied")


def share(page: Any) -> None:
    """Unfold how the roll that is shown can be shared."""
    page.locator("#share").evaluate("share => { share.open = true; }")


def onward(page: Any) -> None:
    """Go to the next step of the turn, and wait until the page shows it."""
    before = page.locator("#due").text_content()
    page.locator("#next").click()
    page.wait_for_function("(before) => document.getElementById('due').textContent !== before", arg=before)


def undo(page: Any, times: int) -> None:
    """Take back what was drawn or moved by hand, one after another, as the line below tells."""
    for _ in range(times):
        page.evaluate("document.querySelector('.written').textContent = ''")
        page.locator(".foot").get_by_role("button", name="Undo").click()
        page.locator(".written", has_text="Undone.").wait_for()


AXE = """async (rules) => {
  // A die that is still being thrown is pale.
  for (const one of document.getAnimations()) if (one.effect.getComputedTiming().endTime < Infinity) one.finish();
  const only = rules.length ? { runOnly: rules } : {};
  // The hidden parts of a companion are taken out meanwhile: axe would walk through them, which takes minutes.
  const hidden = [...document.querySelectorAll(".page:not(.shown)")].map((page) => [page, new Comment("hidden")]);
  for (const [page, mark] of hidden) page.replaceWith(mark);
  const apart = { "skip-link": { enabled: false } }; // what they lead to may be hidden
  const { violations } = await axe.run(document, { resultTypes: ["violations"], rules: apart, ...only });
  for (const [page, mark] of hidden) mark.replaceWith(page);
  const why = (node) => [...node.any, ...node.all, ...node.none].map((check) => check.message).join("; ");
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}: ${why(node)}`));
}"""


FOCUS = """() => {
  const node = document.activeElement;
  if (!node || node === document.body || node === document.documentElement || node === window.first) return null;
  window.first ??= node;
  const bar = document.querySelector("header");
  const marked = (one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    const { width, height, top, bottom } = one.getBoundingClientRect();
    const drawn = one.checkVisibility({ checkOpacity: true }) && width > 0 && height > 0;
    const within = bottom > (bar.contains(one) ? 0 : bar.getBoundingClientRect().bottom) && top < innerHeight;
    return drawn && within && outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  };
  // A drawn label may stand for its radio button.
  const seen = marked(node) || (node.matches("[type=radio]") && marked(node.nextElementSibling));
  const before = window.before && window.before.compareDocumentPosition(node);
  const onward = !before || Boolean(before & Node.DOCUMENT_POSITION_FOLLOWING);
  window.before = node;
  const id = node.id || node.closest("nav, form, fieldset, section, main, aside")?.id || "";
  return { seen, onward, id, what: node.outerHTML.slice(0, 80) };
}"""


def tabbed(page: Any, most: int = 250) -> set[str]:
    """Press Tab until the page is left; return the ids of what is reached, or around it.

    Asserts that each Tab leads onward in the order of the page, and that what has the focus is marked and in sight.
    """
    page.evaluate("document.body.tabIndex = -1; document.body.focus(); delete window.before; delete window.first")
    reached: set[str] = set()
    for _ in range(most):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUS)
        if found is None:
            return reached
        assert found["seen"], found
        assert found["onward"], found
        reached.add(found["id"])
    raise AssertionError(f"{most} Tabs do not lead out of the page")


def violations(page: Any, *rules: str) -> list[str]:
    """Return what axe finds wrong with a page as it is shown, by all rules or these: rule, element and reason."""
    if not page.evaluate("'axe' in window"):
        page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    return list(page.evaluate(AXE, rules))


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path, Workshop]]:
    """Run a preview of the small game that watches its folder; return its address, the folder and what it shows."""
    folder = write(tmp_path_factory.mktemp("served") / "toy", TOY)
    workshop = Workshop(folder.as_posix(), editor=EDITOR)
    with running(workshop) as address:
        heard = workshop.listen()
        for number in count():  # until the watch has begun
            (folder / "seen.svg").write_text(f"<!-- {number} -->", encoding="utf-8")
            with suppress(queue.Empty):
                heard.get(timeout=1)
                break
        workshop.leave(heard)
        yield address, folder, workshop


@pytest.fixture
def served(toy: tuple[str, Path, Workshop]) -> tuple[str, Path]:
    """Have the preview show the small game as it is at the start; return its address and the folder."""
    address, folder, workshop = toy
    if any((folder / name).read_text(encoding="utf-8") != text for name, text in TOY.items()):
        write(folder, TOY)
        workshop.refresh()
    return address, folder


@contextmanager
def serving(folder: Path, overlays: tuple[Path, ...] = (), language: str = "") -> Iterator[str]:
    """Run a preview that watches a folder; give its address."""
    with running(Workshop(folder.as_posix(), overlays, language, editor=EDITOR)) as address:
        yield address


@contextmanager
def running(workshop: Workshop) -> Iterator[str]:
    """Run a preview; give its address."""
    workshop.refresh()
    press = PrintJobs(workshop.name, workshop.overlays, workshop.language)
    server = Server(Site(workshop, press))
    stop = threading.Event()
    threads = [
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}),
        threading.Thread(target=watching, args=(workshop.folders, workshop.refresh, stop)),
    ]
    for thread in threads:
        thread.start()
    try:
        yield server.address
    finally:
        stop.set()
        server.shutdown()
        for thread in threads:
            thread.join()
        server.server_close()
        press.close()
