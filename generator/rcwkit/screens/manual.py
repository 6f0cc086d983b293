"""The manual: guides, the gallery, the reference, commands and messages in one HTML file that works offline.

The reference is generated from the models' schemas. Each model has one table, where a kind needs it first; wherever it
is taken, a link leads there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Any, NamedTuple

from rcwkit import __version__
from rcwkit.bundled import bundled
from rcwkit.frame import MM
from rcwkit.game.schema import COMMON, explanations, schema_of
from rcwkit.kinds.booklet.markdown import html_of
from rcwkit.screens.companion.page import bundle, embedded
from rcwkit.screens.pictures import Sample, keys, pictures, samples
from rcwkit.sheets.svg import svg
from rcwkit.source.base import FROM
from rcwkit.source.kinds import KINDS
from rcwkit.source.splicing import flow
from rcwkit.type.fonts import FontBook

MARK = b"<!-- rcwkit manual -->"
"""In every manual, so that it replaces nothing else."""

GUIDES = {
    "play": "Play tonight",
    "browser": "In the browser",
    "tutorial": "From a spreadsheet to a kit",
    "counters": "Counters",
    "cards": "Cards",
    "maps": "Maps",
    "tables": "Tables and dice",
    "setups": "Set-ups",
    "pages": "Pages for play",
    "booklets": "Booklets",
    "looks": "Looks",
    "print": "Print",
    "share": "Drafts and playtests",
    "screens": "Screens",
    "change": "Change a game",
    "sheets": "Spreadsheets",
    "languages": "Languages",
    "python": "From Python",
}
"""The pages of `data/manual/` in reading order, with what lists call them."""
GAME = "tutorial"
"""The page whose game those after it add to."""

MANY = 12
"""So many words that a key takes stand in the reference as they are; more are folded up."""
WIDEST, NARROW = 85.0, 34.0
"""Width in mm to which larger pictures are reduced, in the gallery and beside a key."""
SMALL, LARGE, COLUMN = 45.0, 130.0, 150.0
"""Widths in mm: what is narrower than the first is enlarged in guides; what is wider than the second has the third."""


_COPY = '<button type="button" class="take" aria-label="Copy"></button>'


class OptionHelp(NamedTuple):
    """An option or argument as it is written, and what it does."""

    written: str
    text: str


class CommandHelp(NamedTuple):
    """A command as it is written, what it does, and its options."""

    name: str
    usage: str
    text: str
    options: Sequence[OptionHelp]


class _Page(NamedTuple):
    """A page of the manual: its address, its title, what stands on it, its pictures, and what lists call it."""

    id: str
    title: str
    html: str
    shown: Sequence[Sample] = ()
    short: str = ""


def manual(commands: Iterable[CommandHelp]) -> str:
    """Return the manual as one HTML file."""
    book = FontBook()
    gallery = list(_gallery())
    chapters = {
        "Guides": list(_guides()),
        "Data": list(_data()),
        "Gallery": gallery,
        "Reference": [_kind(kind, gallery) for kind in KINDS],
        "Commands": [_command(command) for command in commands],
        "Messages": list(_messages()),
    }
    folder = bundled("templates") / "manual"
    style = (folder / "manual.css").read_text(encoding="utf-8")
    paths = folder / "manual.js", bundled("templates") / "companion" / "spelling.js"
    scripts = {path.name: path.read_text(encoding="utf-8") for path in paths}
    _lead(chapters)
    contents = "".join(_contents(title, pages) for title, pages in chapters.items())
    pages = "".join(map(_section, (page for chapter in chapters.values() for page in chapter)))
    shown = (one for chapter in chapters.values() for page in chapter for one in page.shown)
    drawn = ((one.fonts or book, frame.items) for one in shown for frame in one.frames)
    heads = "".join(f'<a href="#{pages[0].id}">{escape(title)}</a>' for title, pages in chapters.items() if pages)
    parts = {
        "version": __version__,
        "chapters": heads,
        "contents": contents,
        "pages": pages,
        "style": embedded(pages, book, drawn) + style,
        "script": bundle(("manual.js",), scripts),
    }
    text = (folder / "manual.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{ (\w+) \}\}", lambda found: parts[found[1]], text)


def _lead(chapters: dict[str, list[_Page]]) -> None:
    """Lead links of the guides to models, and to the reference as a whole, to the pages of kinds."""
    kinds = chapters["Reference"]
    models = {"reference": kinds[0].id}
    for kind in kinds:
        for name in re.findall(rf'<a id="{kind.id}-(\w+)">', kind.html):
            models.setdefault(name, f"{kind.id}-{name}")
    known = {page.id for chapter in ("Guides", "Data") for page in chapters[chapter]}

    def led(found: re.Match[str]) -> str:
        return f'href="#{found[1] if found[1] in known else models.get(found[1], found[1])}"'

    for chapter in ("Guides", "Data"):
        pages = chapters[chapter]
        chapters[chapter] = [page._replace(html=re.sub(r'href="#([\w-]+)"', led, page.html)) for page in pages]


def _contents(title: str, pages: Sequence[_Page]) -> str:
    items = "".join(f'<li><a href="#{page.id}">{escape(page.short or page.title)}</a></li>' for page in pages)
    return f"<details><summary>{escape(title)}</summary><ul>{items}</ul></details>"


def _section(page: _Page) -> str:
    # What scrolls has to be reached by keyboard, and readers announce no empty headings. Words of buttons are in the
    # style sheet, so that nobody finds them.
    html = re.sub(r'(?<=<code class="language-yaml">)(.*?)(?=</code>)', _coloured, page.html, flags=re.S)
    html = html.replace("<pre>", f'<div class="code">{_COPY}<pre tabindex="0">').replace("</pre>", "</pre></div>")
    html = html.replace("<th></th>", "<td></td>")
    return f'<section class="page" id="{page.id}"><h1>{escape(page.title)}</h1>{html}</section>\n'


def _coloured(code: re.Match[str]) -> str:
    """Tell keys and comments from values in a block of YAML, and lead from its kind to the reference."""
    text = re.sub(r"(?m)^( *(?:- )*)([\w-]+|&quot;[^\n:]+?&quot;)(?=:(?: |$))", r"\1<b>\2</b>", code[1])
    text = re.sub(r"(?m)^(<b>kind</b>: )(\w+)$", r'\1<a href="#kind-\2">\2</a>', text)
    return re.sub(r"(?m)(?:^|(?<= ))# .*$", lambda found: f"<i>{re.sub('</?b>', '', found[0])}</i>", text)


def _guides() -> Iterator[_Page]:
    """Yield the pages of the manual's folder."""
    game: dict[str, str] = {}
    for name, short in GUIDES.items():
        head, _, body = page_of(name).partition("\n")
        parts = list(drawn_in(_inside(body), dict(game)))
        html = _linked(_illustrated(parts), f"guide-{name}-")
        yield _Page(f"guide-{name}", head.removeprefix("# "), html, [shown for _, shown in parts if shown], short)
        if name == GAME:
            game = blocks_of(body)


def page_of(name: str) -> str:
    """Return the text of a guide."""
    return (bundled("data") / "manual" / f"{name}.md").read_text(encoding="utf-8")


def _data() -> Iterator[_Page]:
    """Yield the sections of the data's README but for its reference."""
    text = (bundled("data") / "README.md").read_text(encoding="utf-8")
    prose = text.partition("\n## Reference")[0]
    for part in re.split(r"^## (?![^`]*```\n)", prose, flags=re.M)[1:]:
        title, _, body = part.partition("\n")
        yield _Page(slug(title), title, _linked(html_of(re.sub("^###", "##", body, flags=re.M))))


def _inside(text: str) -> str:
    """Lead links to other guides, and to sections of the data's README, to their pages in the manual."""
    text = re.sub(r"\]\(\.\./README\.md#", "](#", text)
    return re.sub(rf"\]\(({'|'.join(GUIDES)})\.md\)", r"](#guide-\1)", text)


def blocks_of(text: str) -> dict[str, str]:
    """Return the files of a page's game: blocks of code under their names."""
    return dict(re.findall(r"^`\w+/([\w./]+)`:\n\n```\w+\n(.*?)```", text, re.M | re.S))


def drawn_in(text: str, files: dict[str, str]) -> Iterator[tuple[str, Sample | None]]:
    """Yield the parts of a page, each with the picture that its comment asks for: `picture: FILE`, `picture: FILE ID`.

    They are of a kit of `files`, and of the blocks that the page has had so far, which are added. The file below the
    comment shows the same picture where the guide is read without the tool.
    """
    before, *rest = re.split(r"^<!-- picture: ([^>]+) -->\n(?:!\[.*\]\(.*\)\n)?", text, flags=re.M)
    for part, asked in zip([before, *rest[1::2]], [*rest[::2], ""], strict=True):
        files |= blocks_of(part)
        stem, *ids = asked.split() or [""]
        yield part, pictures(files, stem, ids) if stem else None


def _illustrated(parts: Iterable[tuple[str, Sample | None]]) -> str:
    """Return a page with its pictures; one stands beside the block before it."""
    html = ""
    for part, shown in parts:
        html += html_of(part)
        if shown:
            drawn = (svg(one, width=_wide(one.width / MM), label=shown.name, fonts=shown.fonts) for one in shown.frames)
            tiles = f'<div class="tiles drawn">{"".join(f"<figure>{one}</figure>" for one in drawn)}</div>'
            before, code, rest = html.rpartition("<pre>")
            narrow = len(shown.frames) <= 2 and all(one.width <= LARGE * MM for one in shown.frames)
            beside = code and narrow and rest.rstrip().endswith("</pre>")
            html = f'{before}<div class="beside">{code}{rest}{tiles}</div>' if beside else html + tiles
    return html


def _wide(width: float) -> float:
    """Return the width in mm at which a picture is shown: counters enlarged, what is wider than a column reduced."""
    if width > LARGE:
        return min(width, COLUMN)
    return min(2 * width if width < SMALL else width, WIDEST)


def slug(title: str) -> str:
    """Return the address of a heading, as code hosts make it."""
    return re.sub(r"[^\w -]", "", title.lower()).strip().replace(" ", "-")


def _linked(html: str, page: str = "") -> str:
    """Give headings their addresses on a page; links to files, which are not in the manual, become their text."""

    def headed(found: re.Match[str]) -> str:
        level, text = found.groups()
        return f'<h{level} id="{page}{slug(text)}">{text}</h{level}>'

    html = re.sub(r"<h(\d)>(.*?)</h\1>", headed, html)
    return re.sub(r'<a href="(?!#|https?:)[^"]*">(.*?)</a>', r"\1", html, flags=re.S)


def _gallery() -> Iterator[_Page]:
    for group in samples():
        tiles = "".join(map(_tile, group.samples))
        where = html_of(f"{group.where[:1].upper()}{group.where[1:]}.")
        yield _Page(
            f"gallery-{slug(group.title)}",
            group.title,
            f'{where}<div class="tiles gallery">{tiles}</div>',
            group.samples,
        )


def _tile(one: Sample, widest: float = WIDEST) -> str:
    sizes = (min(frame.width / MM, widest) for frame in one.frames)
    drawn = zip(one.frames, sizes, strict=True)
    pictures = "".join(svg(frame, width=wide, label=one.name, fonts=one.fonts) for frame, wide in drawn)
    line = f'<button type="button" class="copy">{escape(one.line)}</button>'
    return f"<figure>{pictures}<figcaption>{line}</figcaption></figure>"


def _kind(kind: str, gallery: Sequence[_Page]) -> _Page:
    """Return the page of a kind. Several kinds have models in common, so their addresses begin with the kind's.

    Words that the gallery shows lead to it, folded up if they are many; what a key does by itself is shown beside it.
    """
    html = _linked(html_of(kind_page(kind)))

    def led(listed: re.Match[str]) -> str:
        words = re.findall(r"<code>(.+?)</code>", listed[0])
        groups = [page for page in gallery if {one.name for one in page.shown if "+" not in one.name} <= {*words}]
        links = ", ".join(f'<a href="#{page.id}">{escape(page.title)}</a>' for page in groups)
        folded = f"<details><summary>{len(words)} words</summary>{listed[0]}</details>"
        return (folded if len(words) > MANY else listed[0]) + (f" ({links})" if links else "")

    html = re.sub(r"<code>[^<]+</code>(?:, <code>[^<]+</code>)+", led, html)
    shown = tuple(keys(kind))
    for (model, key), some in groupby(shown, lambda one: (one[0], one[1].name)):
        row = html.index(f"<td><code>{key}</code></td>", html.index(f'<a id="{model}">') if model else 0)
        end = html.index("</td>\n</tr>", row)
        tiles = "".join(_tile(one, WIDEST if one.frames[0].width > LARGE * MM else NARROW) for _, one in some)
        html = f'{html[:end]}<div class="tiles">{tiles}</div>{html[end:]}'
    for name in re.findall(r'<a id="(\w+)">', html):
        html = re.sub(rf'(id="|href="#){name}"', rf'\1kind-{kind}-{name}"', html)
    return _Page(f"kind-{kind}", f"kind: {kind}", html, tuple(one for _, one in shown))


def _command(command: CommandHelp) -> _Page:
    rows = "".join(
        f"<tr><td><code>{escape(one.written)}</code></td><td>{escape(one.text)}</td></tr>" for one in command.options
    )
    table = f'<table class="options"><tbody>{rows}</tbody></table>' if rows else ""
    text = "".join(f"<p>{escape(part)}</p>" for part in command.text.split("\n\n"))
    return _Page(f"command-{slug(command.name)}", command.name, f"<pre>{escape(command.usage)}</pre>{text}{table}")


def _messages() -> Iterator[_Page]:
    for code, one in explanations().items():
        parts = (("Cause", one.cause), ("Cure", one.cure))
        said = "".join(f"<h2>{head}</h2>{html_of(text)}" for head, text in parts)
        yield _Page(code, f"{code}: {one.title}", f"{said}<h2>Example</h2><pre>{escape(one.example)}</pre>")


LINE = 64
"""Most characters of an example of a key."""
BEGIN, END = (
    "<!-- generated from the models; pytest --update rewrites it -->",
    "<!-- end of the generated reference -->",
)


def reference() -> str:
    """Return every kind, folded up, with the models that no kind before it has."""
    said: set[str] = set()
    return "\n".join(_folded(kind, "\n\n".join(_models(kind, said))) for kind in KINDS)


def kind_page(kind: str) -> str:
    """Return a kind with all of its models."""
    return "\n\n".join((_described(schema_of(kind)), *_models(kind, set())))


def replaced(page: str) -> str:
    """Return a page with its reference regenerated."""
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    return f"{before}{BEGIN}\n\n{reference()}\n{END}{after}"


def _models(kind: str, said: set[str]) -> list[str]:
    """Return the tables of a kind and of the models that it needs, but for those that are `said`."""
    schema = schema_of(kind)
    parts = [_model(schema)]
    waiting = _references(schema.get("properties", {}))
    while waiting:
        name = waiting.pop(0)
        if name not in said:
            said.add(name)
            inner = schema["$defs"][name]
            heading = f"**{name}.**{_anchor(name)} {_described(inner)}"
            forms = _alternatives(schema, inner)
            parts.append(_either(forms, heading) if forms else _model(inner, heading))
            waiting += _references(
                [form["properties"] for form in _alternatives(schema, inner)] or inner.get("properties", {})
            )
    return parts


def _folded(kind: str, text: str) -> str:
    described = _described(schema_of(kind))
    return f"<details>\n<summary><code>kind: {kind}</code> – {described}</summary>\n\n{text}\n\n</details>\n"


def _anchor(name: str) -> str:
    return f'<a id="{name.lower()}"></a>'


def _link(name: str) -> str:
    return f"[{name}](#{name.lower()})"


def _alternatives(schema: dict[str, Any], inner: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the alternatives of a definition."""
    return [schema["$defs"][form["$ref"].rpartition("/")[2]] for form in inner.get("oneOf", ())]


def _either(forms: list[dict[str, Any]], heading: str) -> str:
    """Return one table for several models: the key that each requires, then the optional ones."""
    rows, beside = [], dict[str, list[str]]()
    for form in forms:
        (needed,) = form["required"]
        for key, value in form["properties"].items():
            row = f"{_takes(value)} | {_cell(value.get('description', ''))}{_line(key, value)}"
            if key == needed:
                rows.append(f"| **`{key}`** | {row} |")
            else:
                beside.setdefault(f"| `{key}` | {row}", []).append(f"`{needed}`")
    rows += [f"{row} With {', '.join(with_)}. |" for row, with_ in beside.items()]
    return "\n".join([heading, "", "| key | takes | |", "| --- | --- | --- |", *rows])


def _model(schema: dict[str, Any], heading: str = "") -> str:
    needed = set(schema.get("required", ()))
    rows = [
        f"| {_key(key, key in needed)} | {_takes(value)} | {_cell(value.get('description', ''))}{_line(key, value)} |"
        for key, value in schema.get("properties", {}).items()
        if key != "kind"
    ]
    return "\n".join([*([heading, ""] if heading else []), "| key | takes | |", "| --- | --- | --- |", *rows])


def _line(key: str, schema: dict[str, Any]) -> str:
    """Return a line of YAML with a key, from its examples, unless what it takes tells it; a test reads it."""
    if key in COMMON or "such as" in _takes(schema):
        return ""
    lines = (f"{key}: {flow(one)}" for one in schema.get("examples", ()))
    line = next((one for one in lines if len(one) <= LINE and not {"`", "<", "|"} & {*one}), "")
    return f" `{line}`" if line else ""


def _key(key: str, needed: bool) -> str:
    return f"**`{key}`**" if needed else f"`{key}`"


def _takes(schema: dict[str, Any]) -> str:
    """Return a value's type, and its default if that is a word, a number or true."""
    match schema.get("default"):
        case None | False | "":
            return _form(schema)
        case True:
            return f"{_form(schema)}; default true"
        case str(usual):
            return f"{_form(schema)}; default `{usual}`"
        case int(usual) | float(usual):
            return f"{_form(schema)}; default {usual:g}"
    return _form(schema)


def _form(schema: dict[str, Any]) -> str:
    """Return a value's type in a few words."""
    if "$ref" in schema:
        return _link(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_form(form) for form in schema["anyOf"]))
    if schema.get("type") == "array":
        return f"list of {_form(schema.get('items', {}))}"
    if schema.get("type") == "object":
        inner = schema.get("additionalProperties")
        sheet = f", or `from:` {_link('Sheet')}" if FROM in schema.get("properties", {}) else ""
        return f"mapping to {_form(inner)}{sheet}" if isinstance(inner, dict) else _link("condition")
    if "format" in schema:
        return f"{schema['format']}, {schema['minimum']:g} to {schema['maximum']:g} mm"
    if schema.get("type") in ("integer", "number"):
        least, most = schema.get("minimum", schema.get("exclusiveMinimum")), schema.get("maximum")
        return "number" if least is None or most is None else f"number, {least:g} to {most:g}"
    if schema.get("type") in ("boolean", "null"):
        return "true or false" if schema["type"] == "boolean" else "`~`"
    if schema.get("maxLength", 0) > 1000:
        return "text"
    if not schema.get("maxLength"):
        return f"such as `{schema['examples'][0]}`" if schema.get("examples") else "word"
    return "name" if schema["maxLength"] == 64 else "line"


def _references(value: Any) -> list[str]:
    """Return the names of models that a schema refers to, in order."""
    if isinstance(value, dict):
        own = [value["$ref"].rpartition("/")[2]] if isinstance(value.get("$ref"), str) else []
        return list(dict.fromkeys(own + [name for part in value.values() for name in _references(part)]))
    return list(dict.fromkeys(name for part in value for name in _references(part))) if isinstance(value, list) else []


def _described(schema: dict[str, Any]) -> str:
    """Return a description on one line."""
    return _cell(schema.get("description", ""))


def _cell(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("|", "\\|").replace("<", "&lt;")
