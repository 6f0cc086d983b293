"""What the tests of hostile templates share: a page to put them in, and the way to set it."""

from __future__ import annotations

from generator.draw.documents import Rendered, render
from generator.layout.text import Setter
from generator.models.game import GameInfo, Source
from generator.views import Head, TextDocument

INFO = GameInfo(kind="game", id="toy", title="Toy", source=Source(title="Rules"), credits="Nobody’s.", sides={})
HEAD = Head("Toy", "Sheet", "Rules 1", "Nobody’s.")
PAGE = (
    '<!doctype html><html lang="en"><title>t</title><style>@page {{ size: 210mm 297mm }} html {{ font: 10pt "PT Sans" }} {css}</style>{head}'
    '<body><article class="part"><div class="blocks" data-columns="1"><div class="block"><p>text</p>{body}</div></div></article>'
)


def press(template: str, **more: str) -> Rendered:
    document = TextDocument("t.html", HEAD, ())
    return render(document, paper=(210.0, 297.0), templates={"t.html": template, **more}, setter=Setter(), info=INFO)
