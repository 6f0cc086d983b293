"""The press of a preview: pages counted, kits and exports made as jobs, prints noted, and what changed since."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from rcwkit.screens.preview.press import PrintJobs
from rcwkit.screens.preview.site import Site
from rcwkit.screens.preview.workshop import Workshop
from tests_support import TOY, write

SMALL = {name: TOY[name] for name in ("game.yaml", "red.yaml")}


class _Here:
    """A pool that does its work at once, in this process."""

    def submit(self, work: Callable[..., Any], *given: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(work(*given))
        except Exception as error:
            done.set_exception(error)
        return done

    def close(self) -> None:
        """Nothing runs."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    workshop = Workshop(write(tmp_path / "toy", SMALL).as_posix())
    workshop.refresh()
    press = PrintJobs(workshop.name)
    press._pool = _Here()  # type: ignore[assignment]
    yield Site(workshop, press, out=tmp_path / "build")
    press.close()


def _asked(site: Site, address: str, data: Any = None) -> Any:
    answer = site.get(address) if data is None else site.post(address, data)
    assert answer.status == 200, answer.body
    return json.loads(answer.body)


def test_a_kit_is_counted_made_noted_as_printed_and_printed_again(site: Site, tmp_path: Path) -> None:
    kit = _asked(site, "print")
    assert [(file["stem"], file["shelf"]) for file in kit["files"]][0] == ("counters", "table")
    assert kit["printed"] is None and kit["options"]["paper"] == "a4"
    found = _asked(site, "count", {"stem": "counters", "options": {"paper": "letter", "backs": "gutterfold"}})
    assert (found["pages"], found["sheets"], found["paper"]) == (1, 1, "letter")
    assert 0 < found["ink"] < 100 and found["first"].startswith("data:image/png;base64,")
    assert found["changed"] is None and found["cuts"] > 3
    pale = _asked(site, "count", {"stem": "counters", "options": {"paper": "letter", "ink": "low"}})
    full = _asked(site, "count", {"stem": "counters", "options": {"paper": "letter", "ink": "full"}})
    assert pale["ink"] < full["ink"]
    assert site.post("count", {"stem": "counters", "options": {"paper": "papyrus"}}).status == 404
    assert site.post("printed", {}).status == 422, "it is not built yet"

    made = _asked(site, f"job/{_asked(site, 'make', {'what': 'kit', 'options': {'shelves': ['table']}})['job']}")
    assert made["state"] == "done" and made["pages"]["counters.pdf"] == 2
    names = [one["name"] for one in made["files"]]
    assert {"0-print-guide.pdf", "counters.pdf"} <= set(names)
    assert Path(made["path"]) == tmp_path / "build" / "toy"
    answer = site.get(f"made/0/{names.index('counters.pdf')}")
    assert answer.body == (tmp_path / "build" / "toy" / "counters.pdf").read_bytes()
    assert (answer.type, answer.name) == ("application/pdf", "counters.pdf")
    for address in ("made/0/99", "made/7/0", "job/7", "made/0/../game.yaml"):
        assert site.get(address).status == 404, address

    assert _asked(site, "printed", {}) == {"name": "v1"}
    assert _asked(site, "print")["printed"]["name"] == "v1"
    write(tmp_path / "toy", {"red.yaml": SMALL["red.yaml"].replace("name: 1 Army", "name: Guards")})
    site.workshop.refresh()
    found = _asked(site, "count", {"stem": "counters", "options": {}})
    assert [(one["title"], one["why"]) for one in found["changed"]["add"]] == [("Guards", "changed")]
    leaf = _asked(site, "leaf", {"stem": "counters", "number": 0, "options": {}})
    ((left, top, width, height),) = leaf["changed"]
    assert found["marks"] == leaf["changed"], "on top"
    assert leaf["count"] == 1 and leaf["picture"].startswith("data:image/png;base64,")
    assert 0 < left < 1 - width and 0 < top < 1 - height
    assert width * 210 / 297 == pytest.approx(height, abs=0.0005), "a square counter on a page of A4"
    assert _asked(site, "count", {"stem": "counters", "options": {"ink": "low"}})["changed"] is None
    for number in (-1, 1, None, True):
        assert site.post("leaf", {"stem": "counters", "number": number, "options": {}}).status in (400, 404)
    made = _asked(site, f"job/{_asked(site, 'make', {'what': 'changes'})['job']}")
    assert [(one["title"], one["why"]) for one in made["add"]] == [("Guards", "changed")]
    assert made["files"]


def test_some_files_alone_and_exports(site: Site, tmp_path: Path) -> None:
    job = _asked(site, "make", {"what": "kit", "options": {"only": ["counters", "no-such"]}})["job"]
    assert [one["name"] for one in _asked(site, f"job/{job}")["files"] if one["name"].endswith(".pdf")] == [
        "counters.pdf"
    ]
    job = _asked(site, "make", {"what": "csv"})["job"]
    made = _asked(site, f"job/{job}")
    assert made["state"] == "done" and any(one["name"].endswith(".csv") for one in made["files"])
    index = next(index for index, one in enumerate(made["files"]) if one["name"].endswith(".csv"))
    assert site.get(f"made/{job}/{index}").type == "application/octet-stream", "no page of a game runs here"
    shared = _asked(site, f"job/{_asked(site, 'make', {'what': 'share'})['job']}")
    assert shared["state"] == "done" and [Path(one["name"]).suffix for one in shared["files"]] == [".zip"]
    assert site.post("make", {"what": "everything"}).status == 404
    failed = _asked(site, f"job/{_asked(site, 'make', {'what': 'decks'})['job']}")
    assert failed["state"] == "failed" and failed["problems"]


DECK = """\
kind: cards
id: tides
title: Tides
source: Ours
cards:
  calm: {title: Calm, sections: [{text: Wait for **one** turn.}]}
  gale: {title: Gale, sections: [{text: Wait for **one** turn.}]}
"""


def test_words_on_a_page_lead_to_their_piece(tmp_path: Path) -> None:
    workshop = Workshop(write(tmp_path / "toy", {"game.yaml": TOY["game.yaml"], "deck.yaml": DECK}).as_posix())
    workshop.refresh()
    site = Site(workshop, PrintJobs(workshop.name))
    site.press._pool = _Here()  # type: ignore[assignment]
    (page, *_) = _asked(site, f"pages/cards-tides/{workshop.components['cards-tides'].hash}")["pages"]
    said = [text for text, _ in page["words"]]
    assert said.count("Wait for one turn.") == 2, "a line is one, whatever its fonts"
    title = next(text for text in said if text.casefold() == "gale")
    for _, (x, y, wide, high) in page["words"]:
        assert x > 0 and y > 0 and x + wide < page["width"] and y + high < page["height"]
    found = _asked(site, "words", {"stem": "cards-tides", "texts": ["Wait for one turn.", title]})
    assert (found["key"], found["at"].rpartition("/")[2], found["edit"]) == ("tides/gale", "deck.yaml:7", True)
    assert _asked(site, "words", {"stem": "cards-tides", "texts": ["Cut here", title]})["at"] == "", "on no piece"
    assert _asked(site, "words", {"stem": "cards-tides", "texts": []})["at"] == ""


def test_what_is_printed_on_shared_sheets_is_seen_on_them(tmp_path: Path) -> None:
    """Bug: the sheets of a component that shares them with another could not be seen, nor its PDF opened."""
    shared = "sheets: {pieces: {title: Pieces, of: [cards-tides, counters]}}\n"
    files = {**SMALL, "deck.yaml": DECK, "game.yaml": TOY["game.yaml"] + shared}
    workshop = Workshop(write(tmp_path / "toy", files).as_posix())
    workshop.refresh()
    site = Site(workshop, PrintJobs(workshop.name))
    site.press._pool = _Here()  # type: ignore[assignment]
    for stem in ("counters", "cards-tides"):
        pages = _asked(site, f"pages/{stem}/{workshop.components[stem].hash}")["pages"]
        said = {text.casefold() for page in pages for text, _ in page["words"]}
        assert {"calm", "1 army"} <= said
        assert site.get(f"pdf/{stem}.pdf").body.startswith(b"%PDF")
