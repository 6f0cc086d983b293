"""The preview's pages in other languages: they show no word of ours but in the language of the kit."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from rcwkit.bundled import bundled
from rcwkit.game.catalogue import language_of
from rcwkit.game.languages import codes, spoken
from rcwkit.screens.companion.page import dictionary, texts, told
from rcwkit.screens.preview.press import PrintJobs
from rcwkit.screens.preview.site import Site
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.source.language import ENGLISH
from tests_support import TOY, write

PAGES = bundled("templates") / "preview"
NEW = (bundled("templates") / "new").as_posix()
"""The game of `rcwkit new`, which is in all languages."""
_CODE = re.compile(
    r"(?<!:)//[^\n]*|/\*.*?\*/|/(?![*/ ])(?:\\.|\[(?:\\.|[^\]])*\]|[^/\n\\])+/[dgimsuy]*(?=[,.);])", re.S
)
"""Comments and regular expressions."""
_LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
_SHOWN = re.compile(r'("aria-label"|\balt|\btitle|\bplaceholder): $|textContent = $|Error\($|\btell\($')
"""What stands before a text that is shown or read aloud."""
_CHILD = re.compile(r'\bel\("\w+", (?:\{[^{}]*\}|\{\s*\.\.\.[^{}]*\{[^{}]*\}[^{}]*\}), (?:[^()]*\? )?$')
"""What stands before the first child of an element."""
_PROSE = re.compile("[A-Za-z]{2,}[,;]? [A-Za-z]{2,}|^[A-Z][a-z]+")
_SAID = re.compile(
    r'\bsay\($|\bsay\.count\([^"]*$|\bsay\.count\([^"]*"[^"]*", $|^import .*from $|querySelector(All)?\($', re.M
)
"""What stands before a text that is translated, and before what is no text: names of modules, and selectors."""
TECHNICAL = {
    *("Content-Type", "Escape", "Backspace", "id"),
    *("small quiet", "thrown owner-", "piece gone", "face was", "face back", "faces plain"),
    *(
        "input, textarea, select",
        "input, select, textarea",
        "td input",
        ".face, img",
        "header nav",
        ".section, section",
    ),
    " bytes are too many for a code; the limit is ",
}
"""Names of headers, keys, classes and elements, and an error that no page of ours can cause."""


def unsaid(script: str) -> list[str]:
    """Return the literals of a script that people would read, but for those that are said."""
    script, found = _CODE.sub("", script), []
    for one in _LITERAL.finditer(script):
        before = script[max(0, one.start() - 160) : one.start()]
        text = re.sub(r"\$\{(?:[^{}]|\{[^{}]*\})*\}", "", one[2] or one[1] or "")
        read = re.search("[A-Za-z]", text) and (_SHOWN.search(before) or _CHILD.search(before))
        if (read or _PROSE.search(text)) and text not in TECHNICAL and not text.startswith("<svg"):
            found += [] if _SAID.search(before) else [text]
    return found


@pytest.mark.parametrize("path", sorted(PAGES.glob("*.js")), ids=lambda path: path.name)
def test_scripts_show_no_text_that_is_not_said(path: Path) -> None:
    assert unsaid(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ('el("p", {}, "open")', ["open"]),
        ('el("p", { class: "x" }, `${n} pages`)', [" pages"]),
        ('button.textContent = "save";', ["save"]),
        ('({ "aria-label": "close" })', ["close"]),
        ('tell("nothing has changed"); // Not this one.', ["nothing has changed"]),
        ('el("p", {}, say("open")); say.count(n, "{n} page", "{n} pages");', []),
        ('import { el } from "./common.js";', []),
        ('el("option", { value: "none" }, one ? "Hidden" : say("Shown"))', ["Hidden"]),
    ],
)
def test_such_texts_would_be_found(script: str, expected: list[str]) -> None:
    assert unsaid(script) == expected


@pytest.mark.parametrize("name", ["preview.html", "roller.html"])
def test_pages_are_told_as_a_whole(name: str) -> None:
    page = (PAGES / name).read_text(encoding="utf-8")
    assert told(page, ENGLISH) == page
    body = page[page.index("<body") :]
    shown = {text.strip() for text in re.findall(r">([^<>]*)<", body)}
    shown |= set(re.findall(r' (?:aria-label|placeholder|title|alt)="([^"]*)"', body))
    assert {text for text in shown if re.search("[A-Za-z]", text)} <= set(texts(page))


@pytest.mark.parametrize("code", codes())
def test_a_translated_page_keeps_its_elements(code: str) -> None:
    tags = re.compile(r"<[^>]*>")
    bare = re.compile(r' (?:aria-label|placeholder|lang)="[^"]*"')
    for name in ("preview.html", "roller.html"):
        page = (PAGES / name).read_text(encoding="utf-8")
        german = told(page, spoken(code, ()))
        assert f'<html lang="{code}">' in german
        assert [bare.sub("", tag) for tag in tags.findall(german)] == [bare.sub("", tag) for tag in tags.findall(page)]


def test_scripts_get_what_they_say_with_all_forms() -> None:
    script = 'say("Save"); say.count(n, "{n} error", "{n} errors"); say(`not ${this}`); say("No such text")'
    assert dictionary(script, spoken("de", ())) == {
        "language": "de",
        "texts": {"Save": "Speichern", "{n} errors": {"one": "{n} Fehler", "other": "{n} Fehler"}},
    }
    assert dictionary(script, ENGLISH) == {"language": "en", "texts": {}}


def site(name: str, language: str, overlays: tuple[Path, ...] = ()) -> Site:
    return Site(Workshop(name, overlays, language), PrintJobs(name, overlays, language))


@pytest.mark.parametrize("game", ["soviet_dawn", NEW])
@pytest.mark.parametrize("code", codes())
def test_pages_are_served_in_the_language_asked_for(code: str, game: str) -> None:
    served = site(game, code)
    words = spoken(code, ())
    for address in ("", "roller"):
        page = served.get(address).body.decode()
        assert page.count(f'<html lang="{code}">') == 1
        body = page[page.index("<body") :]
        assert not [text for text in texts(body) if text in words.texts and words(text) != text]
        given = re.search(r'<script type="application/json" id="words">(.*?)</script>', page)
        assert given is not None
        told_by_scripts = json.loads(given[1])
        assert told_by_scripts["language"] == code
        scripts = "".join(path.read_text(encoding="utf-8") for path in PAGES.glob("*.js"))
        wanted = set(re.findall(r'\bsay(?:\.count\([^"]*"[^"]*", |\()"([^"]*)"', scripts))
        assert len(wanted) > 80
        assert wanted <= set(told_by_scripts["texts"])


def test_pages_are_in_the_games_own_language(tmp_path: Path) -> None:
    german = TOY["game.yaml"].replace("kind: game\n", "kind: game\nlanguage: de\n")
    folder = write(tmp_path / "toy", {**TOY, "game.yaml": german})
    assert language_of(folder) == "de"
    # Before the game is read, and while it has errors.
    served = site(folder.as_posix(), "")
    assert "Bestandteile" in served.get("").body.decode()
    write(tmp_path / "toy", {"game.yaml": "kind: game\nlanguage: [\n"})
    assert language_of(folder) == ""
    assert "Components" in served.get("").body.decode()


@pytest.mark.parametrize(("game", "title"), [("soviet_dawn", "Leisten, Ablagen und Spielmarker"), (NEW, "Spielmarker")])
def test_answers_are_in_the_language_of_the_kit(game: str, title: str) -> None:
    served = site(game, "de")
    served.workshop.refresh()
    assert title in [one["title"] for one in served.workshop.state()["components"]]
    assert served.past.offer()[0]["title"] == "zu Beginn der Vorschau"
    document = next(one for one in served.workshop.components.values() if one.form == "document")
    assert document.shown[0].key == "Blatt 1"
    assert served.workshop.place(document.stem, "Blatt 1", 0)
