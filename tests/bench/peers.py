"""Make the same cards from the same `cards.yaml` in Typst and in plain WeasyPrint, each in a process of its own.

python peers.py typst FOLDER OUT.pdf
"""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path

FONTS = Path(__file__).resolve().parents[2] / "fonts"

TYPST = r"""
#set page("a4", margin: 0pt)
#set text(font: "PT Sans", size: 7pt, fill: rgb("#1B1A18"))
#set par(leading: 0.45em, justify: false)
#let deck = yaml("cards.yaml")
#let owners = (red: rgb("#B3201F"), white: rgb("#27425F"))
#let (across, down, left, top) = (63mm, 88mm, 10.5mm, 16.5mm)
#let rich(words) = {
  for (index, part) in words.split("**").enumerate() { if calc.odd(index) { strong(part) } else { part } }
}
#let card(entry) = box(width: across, height: down, clip: true, {
  let colour = owners.at(entry.owner)
  place(rect(width: 100%, height: 100%, fill: rgb("#F4ECDD")))
  place(polygon(fill: colour.lighten(88%), (38mm, 88mm), (63mm, 88mm), (63mm, 63mm)))
  place(polygon(fill: rgb("#1B1A18"), (0mm, 17mm), (63mm, 11mm), (63mm, 12.8mm), (0mm, 18.8mm)))
  place(polygon(fill: colour, (0mm, 0mm), (63mm, 0mm), (63mm, 11.6mm), (0mm, 17.4mm)))
  place(dx: 51.5mm, dy: 2mm, circle(radius: 4.3mm, fill: rgb("#F4ECDD"),
    align(center + horizon, text(stretch: 75%, weight: "bold", size: 11pt, fill: colour, entry.number))))
  place(dx: 4mm, dy: 4mm, text(stretch: 75%, weight: "bold", size: 14pt, fill: rgb("#F4ECDD"), upper(entry.title)))
  place(dx: 4mm, dy: 21mm, block(width: 55mm, {
    text(stretch: 75%, weight: "bold", fill: rgb("#B3201F"), upper(entry.sections.at(0).head))
    linebreak()
    rich(entry.sections.at(0).text)
  }))
  place(dx: 4mm, dy: 83.5mm, box(width: 55mm, text(stretch: 75%, size: 6.5pt, fill: rgb("#6B655A"), {
    deck.source
    h(1fr)
    strong[#deck.title #entry.number of #deck.cards.len()]
  })))
})
#let mark(x, y, w, h) = place(dx: x, dy: y, line(end: (w, h), stroke: 0.4pt))
#let cards = deck.cards.values()
#for first in range(0, cards.len(), step: 9) {
  if first > 0 { pagebreak() }
  for index in range(first, calc.min(first + 9, cards.len())) {
    let (row, column) = (calc.quo(index - first, 3), calc.rem(index - first, 3))
    place(dx: left + column * across, dy: top + row * down, card(cards.at(index)))
  }
  for column in range(4) {
    mark(left + column * across, 10mm, 0mm, 5mm)
    mark(left + column * across, 282mm, 0mm, 5mm)
  }
  for row in range(4) {
    mark(4mm, top + row * down, 5mm, 0mm)
    mark(201mm, top + row * down, 5mm, 0mm)
  }
}
"""

PICTURED = r"""
#set page("a4", margin: 0pt)
#set text(font: "PT Sans", size: 8pt, fill: rgb("#1B1A18"))
#set par(leading: 0.45em, justify: false)
#let deck = yaml("cards.yaml")
#let owners = (red: rgb("#B3201F"), white: rgb("#27425F"))
#let (across, down, left, top) = (63mm, 88mm, 10.5mm, 16.5mm)
#let sign = box(baseline: 0.1em, image("noise.svg", height: 0.8em))
#let signed(words) = words.split(":noise:").join(sign)
#let rich(words) = {
  for (index, part) in words.split("**").enumerate() { if calc.odd(index) { strong(part) } else { signed(part) } }
}
#let card(entry) = box(width: across, height: down, clip: true, {
  let fields = entry.fields
  place(rect(width: 100%, height: 100%, fill: rgb("#F4ECDD")))
  place(image("art/" + fields.art, width: 63mm, height: 40mm, fit: "cover"))
  place(dx: 4mm, dy: 42mm, box(width: 44mm, height: 8mm, align(horizon,
    text(stretch: 75%, weight: "bold", size: 15pt, upper(entry.title)))))
  place(dx: 50mm, dy: 41mm, circle(radius: 4.5mm, fill: owners.at(entry.owner),
    align(center + horizon, text(stretch: 75%, weight: "bold", size: 12pt, fill: rgb("#F4ECDD"), str(fields.cost)))))
  place(dx: 4mm, dy: 52mm, block(width: 55mm, rich(fields.rules)))
  if "lacks" in fields {
    place(dx: 4mm, dy: 80mm, text(stretch: 75%, size: 7pt, "Lacks " + fields.lacks.join(", ")))
  }
})
#let mark(x, y, w, h) = place(dx: x, dy: y, line(end: (w, h), stroke: 0.4pt))
#let cards = deck.cards.values()
#for first in range(0, cards.len(), step: 9) {
  if first > 0 { pagebreak() }
  for index in range(first, calc.min(first + 9, cards.len())) {
    let (row, column) = (calc.quo(index - first, 3), calc.rem(index - first, 3))
    place(dx: left + column * across, dy: top + row * down, card(cards.at(index)))
  }
  for column in range(4) {
    mark(left + column * across, 10mm, 0mm, 5mm)
    mark(left + column * across, 282mm, 0mm, 5mm)
  }
  for row in range(4) {
    mark(4mm, top + row * down, 5mm, 0mm)
    mark(201mm, top + row * down, 5mm, 0mm)
  }
}
"""

STYLE = """
@font-face { font-family: "PT Sans"; src: url(FONTS/PTS55F.ttf) }
@font-face { font-family: "PT Sans"; src: url(FONTS/PTS75F.ttf); font-weight: bold }
@font-face { font-family: "PT Sans Narrow"; src: url(FONTS/PTN57F.ttf) }
@font-face { font-family: "PT Sans Narrow"; src: url(FONTS/PTN77F.ttf); font-weight: bold }
@page { size: A4; margin: 0 }
body { margin: 0; font: 7pt/1.22 "PT Sans"; color: #1B1A18 }
.page { position: relative; width: 210mm; height: 297mm; break-after: page }
.card { position: absolute; width: 63mm; height: 88mm; background: #F4ECDD; overflow: hidden }
.band { position: absolute; width: 63mm; height: 17mm; border-bottom: 1.2mm solid #1B1A18 }
.circle { position: absolute; left: 51.5mm; top: 2mm; width: 8.6mm; height: 8.6mm; border-radius: 50%;
  background: #F4ECDD; text-align: center; font: bold 11pt/8.6mm "PT Sans Narrow" }
.title { position: absolute; left: 4mm; top: 4mm; font: bold 14pt "PT Sans Narrow"; color: #F4ECDD;
  text-transform: uppercase }
.text { position: absolute; left: 4mm; top: 21mm; width: 55mm }
.text h2 { font: bold 7pt "PT Sans Narrow"; color: #B3201F; margin: 0; text-transform: uppercase }
.foot { position: absolute; left: 4mm; top: 83.5mm; width: 55mm; font: 6.5pt "PT Sans Narrow"; color: #6B655A }
.foot b { float: right }
.mark { position: absolute; background: #1B1A18 }
"""
COLOURS = {"red": "#B3201F", "white": "#27425F"}


def typst(folder: Path, out: Path) -> None:
    import typst as engine

    source = folder / "cards.typ"
    source.write_text(PICTURED if (folder / "layouts.yaml").exists() else TYPST, "utf-8")
    engine.compile(str(source), output=str(out), font_paths=[str(FONTS)], ignore_system_fonts=True)


def weasyprint(folder: Path, out: Path) -> None:
    import yaml
    from weasyprint import HTML

    deck = yaml.load((folder / "cards.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    cards = [_card(card, number, deck) for number, card in enumerate(deck["cards"].values())]
    marks = "".join(
        f'<i class="mark" style="left:{10.5 + 63 * at}mm;top:{y}mm;width:.4pt;height:5mm"></i>'
        for at in range(4)
        for y in (10, 282)
    )
    marks += "".join(
        f'<i class="mark" style="left:{x}mm;top:{16.5 + 88 * at}mm;width:5mm;height:.4pt"></i>'
        for at in range(4)
        for x in (4, 201)
    )
    pages = "".join(
        f'<div class="page">{"".join(cards[first : first + 9])}{marks}</div>' for first in range(0, len(cards), 9)
    )
    style = STYLE.replace("FONTS", FONTS.as_uri())
    HTML(string=f"<html><style>{style}</style><body>{pages}</body></html>").write_pdf(str(out))


def _card(card: dict, number: int, deck: dict) -> str:  # type: ignore[type-arg]
    row, column = divmod(number % 9, 3)
    colour, section = COLOURS[card["owner"]], card["sections"][0]
    parts = section["text"].split("**")
    text = "".join(f"<b>{escape(part)}</b>" if index % 2 else escape(part) for index, part in enumerate(parts))
    return (
        f'<div class="card" style="left:{10.5 + 63 * column}mm;top:{16.5 + 88 * row}mm">'
        f'<div class="band" style="background:{colour}"></div>'
        f'<div class="circle" style="color:{colour}">{card["number"]}</div>'
        f'<div class="title">{escape(card["title"])}</div>'
        f'<div class="text"><h2>{section["head"]}</h2>{text}</div>'
        f'<div class="foot"><b>{deck["title"]} {card["number"]} of {len(deck["cards"])}</b>{deck["source"]}</div></div>'
    )


if __name__ == "__main__":
    {"typst": typst, "weasyprint": weasyprint}[sys.argv[1]](Path(sys.argv[2]), Path(sys.argv[3]))
