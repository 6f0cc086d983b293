"""Audit a game: every check, in order; among them those of colours, signs, letters, type sizes and translations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from rcwkit.art.colours import contrast, mix
from rcwkit.art.figures import ROLES
from rcwkit.art.theme import LEGIBLE
from rcwkit.diagnostics import Diagnostic, InputError, Severity, Span, nearest
from rcwkit.faces.inherited import known, layout_of
from rcwkit.game import references
from rcwkit.game.game import Document, Game
from rcwkit.game.languages import Translation, codes, shipped
from rcwkit.game.references import family_of, unknown
from rcwkit.kinds.kind import Markup, files_of, kinds_in
from rcwkit.source.base import Model
from rcwkit.source.cells import assumed
from rcwkit.source.kinds import KINDS
from rcwkit.source.language import CODES, ENGLISH, part_names
from rcwkit.source.markup import IN_BRACES, SHIPPED, Sign, marked, neighbours, parts, written
from rcwkit.source.yaml import Node, Root
from rcwkit.type.fonts import lacking
from rcwkit.type.scripts import is_shaped

FONTS = ("sans", "sans-bold", "narrow-bold")
READING = frozenset({"booklet", "folder", "maps"})
"""Kinds whose texts are also set in the font for reading."""
ASCII = "\n" + "".join(map(chr, range(32, 127)))
"""Characters that all fonts have, so that no font has to be loaded for them."""


def missing_glyphs(game: Game) -> Iterator[Diagnostic]:
    """Report every text, keys included, with a character that one of the fonts lacks (E320)."""
    sets = {False: set(ASCII), True: set(ASCII)}
    for document in _printed(game):
        is_read = document.kind in READING or document is game.root and not game.kinds.isdisjoint(READING)
        known, fonts = sets[is_read], (*FONTS, "serif") if is_read else FONTS
        # Most documents have only characters that are known, or that the fonts have.
        letters = document.node.letters if isinstance(document.node, Root) and document.attached is None else None
        if letters is not None:
            if new := letters - known:
                known |= new - _lacked(game, "".join(new), fonts).keys()
            if letters <= known:
                continue
        for node in _written(document, _drawn(game, document)):
            text = node.value
            # Booklets are set by another program, with fonts that have no tables for shaping.
            unset = [one for one in dict.fromkeys(text) if is_shaped(ord(one))] if document.attached else []
            if known.issuperset(text) and not unset:
                continue
            strange = _lacked(game, text.replace("\n", " "), fonts) | dict.fromkeys(unset)
            known.update(character for character in text if character not in strange)
            if strange:
                names, hint = lacking([*strange])
                yield Diagnostic("E320", f"the fonts have no {names}", node.span, hint)


def _lacked(game: Game, text: str, fonts: Iterable[str]) -> dict[str, None]:
    """Return the characters of a text that one of the fonts lacks, in order."""
    book = game.book
    return dict.fromkeys(character for font in fonts for character in book.missing(text, font))


def _printed(game: Game) -> Iterator[Document]:
    """Yield the documents that this kit prints: of translations, those into its language."""
    for document in game.documents:
        if document.kind != "translation" or document.model.language == game.say.code:
            yield document


def _drawn(game: Game, document: Document) -> Container[int]:
    """Return the ids of the nodes that only layouts of the game's own print: not titles, which the index lists.

    Of the game, they are the characters of signs, which are set in fonts of their own.
    """
    if document is game.root:
        return {id(node) for key, node in _at(document.node) if key in ("characters", "signs")}
    paths = KINDS[document.kind].drawn(game, document)
    entries = (entry for path in paths for entry in _at(document.node, *path))
    return {id(node) for key, node in entries if key != "title"}


def _at(node: Node, *path: Any) -> list[tuple[Any, Node]]:
    """Return the entries of a mapping at a path in a node."""
    for step in path:
        node = node.value[step][1]
    return [(key, entry[1]) for key, entry in node.value.items()]


def _written(document: Document, drawn: Container[int]) -> Iterator[Node]:
    """Yield the texts of a document that are not `drawn`; a booklet's word by word, so that each has its place."""
    prose = document.attached.prose if document.attached else None
    if prose is None:
        yield from _texts(document.node, drawn)
    else:
        yield from (node for node in _texts(document.node, drawn) if node.value != prose.text)
        for row, line in enumerate(prose.text.splitlines()):
            for word in re.finditer(r"\S+", line):
                yield Node(word[0], prose.origin.span(row, word.start(), len(word[0])))


def _texts(node: Node, drawn: Container[int]) -> Iterator[Node]:
    """Yield every text in a node, keys included, in order, but those in nodes that are `drawn`."""
    left = [node]
    while left:
        node = left.pop()
        value = node.value
        if id(node) in drawn:
            continue
        if type(value) is str:
            yield node
        elif type(value) is dict:
            left += [one for entry in reversed(value.values()) for one in reversed(entry)]
        elif type(value) is tuple:
            left += reversed(value)


_FEW = 20
"""Up to so many texts without a translation are named; more are only counted."""
_MOST = 2
"""The most rulings at one place: a word, a task, a row. Titles cite as many as they are about."""
_ELSEWHERE = frozenset({"booklet", "translation"})
"""Kinds whose texts are Markdown, or checked against those that they translate."""
_SPACED = re.compile(r":([A-Za-z0-9]+(?: [A-Za-z0-9]+){1,4}):")
"""What is meant as a sign if there is one of that name, but for the spaces."""
_EXPRESSION = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.S)


class _Text(NamedTuple):
    """A text with markup: its document, what may be marked in it, its path in it, its field, and its words."""

    document: Document
    markup: Markup
    path: tuple[Any, ...]
    field: str
    said: str

    @property
    def span(self) -> Span:
        """Its place."""
        return self.document.at(*self.path)


def signs(game: Game) -> Iterator[Diagnostic]:
    """Check that markup names known signs, dice, owners, rulings and colours, and stands where it is printed."""
    yield from _pictures(game)
    colours, known = {"accent", *game.owners, *game.info.look.colours}, {*SHIPPED, *game.info.own_signs}
    for document in game.documents:
        for reference in document.attached.prose.signs if document.attached else ():
            yield from unknown("sign", reference.name, known, reference.span, "E245")
    for text in _marked_texts(game):
        for found in _SPACED.finditer(text.said) if ":" in text.said else ():
            if meant := known & {found[1].replace(" ", "-"), found[1].replace(" ", "_")}:
                yield Diagnostic("E245", f"'{found[0]}' is not a sign", text.span, f"write :{min(meant)}:")
        styled, more = False, ""
        named: set[str] = set()
        for part in parts(_EXPRESSION.sub("", text.said) if "{" in text.said else text.said):
            if not isinstance(part.what, str):
                yield from _sign(game, part.what, text, known)
            if part.colour:
                named.add(part.colour)
            styled = styled or part.bold or part.italic or bool(part.colour) or bool(part.more)
            more = more or "".join(part.more[:1])
        if more and not text.markup.laid:
            message = f"'[{more}]' is printed on cards and pieces, and not here"
            yield Diagnostic("E266", message, text.span, "leave it out")
        elif styled and not text.markup.runs(text.field):
            message = "a name is printed in one style: marks of bold, italic or colour would stand in lists and files"
            yield Diagnostic("E266", message, text.span, "leave them out")
        else:
            for name in sorted(named):
                yield from unknown("colour", name, colours, text.span, "E267")


def _pictures(game: Game) -> Iterator[Diagnostic]:
    """Check that the game's own signs and drawings can be drawn, and that only drawings are tinted."""
    artwork, found = game.artwork, list[Diagnostic]()
    for character, name in game.info.characters.items():
        named = {*game.info.signs, *SHIPPED, *game.info.fonts}
        found += unknown("sign or font", name, named, game.root.at("characters", character), "E245")
        if name in game.info.fonts and name not in {*game.info.signs, *SHIPPED}:
            found += _glyphs(game, name, character, game.root.at("characters", character, key=True))
    for name, sign in game.info.own_signs.items():
        if sign.file is None:
            if name in game.info.signs:
                found += unknown("font", sign.font or "", game.info.fonts, game.root.at("signs", name, "font"), "E275")
                found += _glyphs(game, sign.font or "", sign.character or "", game.root.at("signs", name, "character"))
            continue
        path = ("signs", name) if isinstance(game.info.signs[name], str) else ("signs", name, "file")
        art = artwork.find(sign.file, partial(game.root.at, *path), found, None)
        if art and art.pixels and sign.tint:
            message = f"the sign '{name}' is a picture: only drawings (SVG) take the colour of the words beside them"
            found.append(Diagnostic("E245", message, game.root.at("signs", name, "tint"), "leave tint out"))
    for folder in ROLES:
        for name, file in getattr(game.info.drawings, folder, {}).items():
            try:
                artwork.figure(file, game.root.at("drawings", folder, name), ROLES[folder])
            except InputError as error:
                found += error.diagnostics
    yield from found


def shared_sheets(game: Game) -> Iterator[Diagnostic]:
    """Check that sheets are shared by files that are there, have nothing but pieces, and are on no other ones."""
    if not game.info.sheets:
        return
    files, taken = {file.stem: file for file in files_of(game)}, set[str]()
    apart = [stem for stem, file in files.items() if file.pieces and file.kind != "tracks"]
    for name, shared in game.info.sheets.items():
        if name in files:
            message = f"a file of the kit is called '{name}' already"
            yield Diagnostic("E334", message, game.root.at("sheets", name, key=True), "call it otherwise")
        for index, stem in enumerate(shared.of):
            span = game.root.at("sheets", name, "of", index)
            yield from unknown("file of pieces", stem, apart, span, "E334")
            if stem in taken:
                yield Diagnostic("E334", f"'{stem}' is on shared sheets already", span, "name it once")
            taken.add(stem)


def _glyphs(game: Game, font: str, text: str, span: Span) -> Iterator[Diagnostic]:
    """Report characters that a font of the game's own does not have itself."""
    own = game.book.own.get(font)
    if own and (strange := [one for one in dict.fromkeys(text) if ord(one) not in own.glyphs]):
        yield Diagnostic("E320", f"{font} has no {lacking(strange)[0]}", span, "give one that it has")


def crowded(game: Game) -> Iterator[Diagnostic]:
    """Report the places where more rulings have their numbers than one looks up (W291)."""
    numbers = references.ruling_numbers(game)
    for document in game.documents:
        places: list[tuple[tuple[Any, ...], Sequence[str]]]
        places = [(path, names) for path, _, said in document.texts for names in neighbours(said)]
        places += [(path, getattr(model, "rulings", ())) for path, model in document.models if len(path) > 2]
        for path, names in places:
            shown = [f"{numbers[name]} '{name}'" for name in dict.fromkeys(names) if name in numbers]
            if len(shown) > _MOST:
                message = f"{len(shown)} rulings at one place, where {_MOST} are read: {', '.join(shown)}"
                hint = f"move those from '{names[_MOST]}' on to the words that they are about"
                yield Diagnostic("W291", message, document.at(*path), hint)


def _marked_texts(game: Game) -> Iterator[_Text]:
    """Yield every text that may have markup."""
    for document in game.documents:
        if document.kind in _ELSEWHERE:
            continue
        markup = KINDS[document.kind].markup
        for path, field, said in document.texts:
            if marked(said) or _SPACED.search(said):
                yield _Text(document, markup, path, field, said)


def _sign(game: Game, sign: Sign, text: _Text, known: Collection[str]) -> Iterator[Diagnostic]:
    sort = "blank" if sign.kind == "die" and not sign.value else sign.kind
    drawn = sign.kind != "flag" and text.markup.draws(sort, text.field)
    if drawn and sign.kind == "sign" and sign.value in known:
        return  # as nearly all are
    span = text.span
    if not drawn and (sign.kind != "sign" or sign.value in known):
        message = f"signs such as '{written(sign)}' are not drawn here"
        yield Diagnostic("E245", message, span, "say it in words")
    elif sign.kind == "ruling":
        yield from unknown("ruling", sign.value, [*family_of("rulings", game).ids(game)], span, "E225")
    elif sign.kind == "mark":
        yield from unknown("side or faction", sign.value, game.owners, span, "E220")
    elif sign.kind == "boxes":
        for box in sign.boxes:
            yield from unknown("side or faction", box.owner, game.owners, span, "E220")
    elif sign.kind == "windows" and not sign.windows:
        message = f"'{sign.value}' are not windows of a die or a row of numbers"
        yield Diagnostic("E245", message, span, "write which of which: {windows 7-10 of 1-10}")
    elif sign.kind == "sign":
        yield from unknown("sign", sign.value, known, span, "E245")
    elif sign.kind == "die" and len(sign.faces) != len(sign.value.split()):
        yield Diagnostic("E245", f"'{sign.value}' are not die faces", span, "write faces from 1 to 6: {die 4 5}")


LOOK = "look.size"
"""The size of running text of cards, as layouts name it."""


def sizes(game: Game) -> Iterator[Diagnostic]:
    """Report sizes in `game.yaml` that set nothing; pages are in every kit."""
    given = game.info.look.sizes.model_fields_set
    if "cards" in given and not _sets_text(game):
        hint = "give the texts of their layouts a `size`, such as `{{ look.size }}`"
        yield from _unused(game, "cards", "no layout of this game uses it", hint)
    if "booklets" in given and "booklet" not in game.kinds:
        yield from _unused(game, "booklets", "this game has no booklets", "leave it out")


def _unused(game: Game, key: str, why: str, hint: str) -> Iterator[Diagnostic]:
    at = game.root.at("look", "sizes", key)
    if at.file == game.root.file:  # and not in the look that the game's is like
        yield Diagnostic("W271", f"the size of {key} changes nothing: {why}", at, hint)


def _sets_text(game: Game) -> bool:
    """Return whether a text of cards, counters or other pieces may have the look's size."""
    waiting, seen = [name for kind in kinds_in(game) for name in kind.layouts(game)], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen or name not in known(game):
            continue
        seen.add(name)
        drawn = layout_of(game, name)
        if any(LOOK in str(value) for value, _ in drawn.let.values()):
            return True
        for placed in drawn.boxes:
            box = placed.box
            if (box.size is None and (box.text or box.sections)) or any(LOOK in raw for _, raw in box.templates()):
                return True
            waiting += [box.layout] if box.layout is not None else []
    return False


def languages(game: Game) -> Iterator[Diagnostic]:
    """Report codes of two letters that no language has (W386)."""
    for document in game.documents:
        code = getattr(document.model, "language", None) or ENGLISH.code
        if len(code.partition("-")[0]) == 2 and code.partition("-")[0] not in CODES:
            message, hint = f"no language has the code '{code}'", "such as de, fr, ru or en-GB; not that of a country"
            yield Diagnostic("W386", message, document.at("language"), hint)


def untranslated(game: Game) -> Iterator[Diagnostic]:
    """Report a language without words of the tool (W383), and texts without a translation (N384, if few, W385)."""
    code = game.say.code
    if code != ENGLISH.code and not any(one.language == code for _, one in _own(game)) and shipped(code) is None:
        hint = (
            nearest(code, codes()) or f"there are words in {', '.join(codes())}; a kind: translation may bring others"
        )
        yield Diagnostic("W383", f"there is nothing in the language '{code}'", Span("--language", 0), hint)
        return
    if game.texts is None:
        return
    missing = list(game.texts.missing)
    for text, span in missing if len(missing) <= _FEW else ():
        yield Diagnostic("N384", f"not translated into '{code}': {_short(text)}", span, "add it to kind: translation")
    if missing:
        message = f"{len(missing):,} of {len(game.texts.found):,} texts are not translated into '{code}'"
        yield Diagnostic("W385", message, game.root.at("title"), f"rcwkit translate {game.info.id} {code} lists them")


def out_of_date(game: Game) -> Iterator[Diagnostic]:
    """Report translations of texts that neither the game nor the tool has (W382); only those of the kit's language."""
    if game.texts is None:
        return
    known = {*game.texts.found, *game.texts.known, *words()}
    texts = (getattr(one.model, "text", None) for one in game.documents if one.kind == "booklet")
    read = {getattr(text, "file", "") for text in texts}
    for document, one in _own(game):
        for name, file in one.files.items() if one.language == game.say.code else ():
            if file not in read:
                message, span = f"no booklet has the text '{name}'", document.at("files", name, key=True)
                yield Diagnostic("W382", message, span, nearest(name, read) or "leave it out")
        for text in one.texts if one.language == game.say.code else ():
            if text not in known:
                hint = nearest(text, known) if len(text) < 80 else ""
                message = f"nothing says this any more: {_short(text)}"
                yield Diagnostic("W382", message, document.at("texts", text, key=True), hint or "leave it out")


def faithful(game: Game) -> Iterator[Diagnostic]:
    """Check that each translation has the signs and parts of its text, and is one line if that is (E380)."""
    for document, one in _own(game):
        for text, said in one.texts.items():
            for form, own in said.items() if isinstance(said, Mapping) else ((None, said or text),):
                if wrong := _wrong(text, own):
                    path = ("texts", text) if form is None else ("texts", text, form)
                    yield Diagnostic("E380", wrong, document.at(*path), "keep what is in braces or between colons")


def twice(game: Game) -> Iterator[Diagnostic]:
    """Check that a text has one translation into a language (E381)."""
    seen: dict[tuple[str, str], Span] = {}
    for document, one in _own(game):
        for text in one.texts:
            span = document.at("texts", text, key=True)
            first = seen.setdefault((one.language, text), span)
            if first is not span:
                message = f"two translations into '{one.language}' of: {_short(text)}"
                yield Diagnostic("E381", message, span, "keep one", (("first here", first),))


def alike(game: Game) -> Iterator[Diagnostic]:
    """Check that places without numbers, which have names of their own, keep them in the kit's language (W387)."""
    if not game.texts:
        return
    found, places = game.texts.found, references.family_of("places", game)
    for name, count in Counter(places.ids(game)).items():
        said = [
            (document, text)
            for document, one in _own(game)
            for text, own in one.texts.items()
            if own == name and one.language == game.say.code
        ]
        if count > 1 and len(said) + (name in found) > 1:
            document, text = said[-1]
            message = f"{count} places are called {_short(name)} in '{game.say.code}'"
            yield Diagnostic("W387", message, document.at("texts", text), "give each a name of its own")


def decimals(game: Game) -> Iterator[Diagnostic]:
    """Note what numbers with a comma in cells were read as, once for each document (N284)."""
    for document in game.documents:
        if cells := [*assumed(document.node)]:
            first, *more = cells
            alike = f", and {len(more)} more with a comma likewise" if more else ""
            hint = "write a point, or a number as such, if another is meant"
            yield Diagnostic("N284", f"'{first.said}' is read as {first.value:g}{alike}", first.span, hint)


@cache
def words() -> frozenset[str]:
    """Return every text of the tool that has a translation."""
    found = (one for code in codes() if (one := shipped(code)) is not None)
    return frozenset(text for one in found for text in one.texts)


def _own(game: Game) -> Iterator[tuple[Document, Translation]]:
    yield from game.all(Translation)


def _wrong(text: str, said: str) -> str:
    if "\n" not in text and "\n" in said:
        return "the translation of one line is one line"
    if _styled(said) and not _styled(text):
        return "the translation is bold, italic or coloured, and the text is not"
    lost, strange = (
        [*(_signs(first) - _signs(second)), *(part_names(first) - part_names(second))]
        for first, second in ((text, said), (said, text))
    )
    if lost:
        return f"the translation lacks '{lost[0]}'"
    return f"the translation has '{strange[0]}', and the text does not" if strange else ""


def _styled(text: str) -> bool:
    return any(part.bold or part.italic or part.colour or part.more for part in parts(text))


def _signs(text: str) -> Counter[str]:
    return Counter(written(part.what) for part in parts(text) if isinstance(part.what, Sign))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return f"‘{line[:57]}…’" if len(line) > 60 else f"‘{line}’"


WHITE = "#FFFFFF"
"""What sheets are printed on."""
PAIRS = (("ink", "paper"), ("ink", "page"), ("ink", "gold"), ("quiet", "paper"), ("quiet", "page"))
"""Colours of text, and their grounds."""


def legible(game: Game) -> Iterator[Diagnostic]:
    """Check that each colour of text is legible on each of its grounds, and on white paper."""
    look = game.info.look
    for text, ground in PAIRS:
        colour, below = getattr(look, text), getattr(look, ground)
        if contrast(colour, below) >= LEGIBLE:
            continue
        at, span = _given(game, text, ground)
        found = f"{contrast(colour, below):.1f}"
        message = f"{text} {colour} on {ground} {below} has a contrast of {found}: text needs {LEGIBLE:g}"
        yield Diagnostic("E278", message, span, _hint(at, colour, below, text))
    for text in ("ink", "quiet"):
        colour = getattr(look, text)
        if contrast(colour, WHITE) < LEGIBLE <= contrast(colour, look.page):
            found = f"{contrast(colour, WHITE):.1f}"
            message = f"{text} {colour} on white sheets has a contrast of {found}: text needs {LEGIBLE:g}"
            yield Diagnostic("E278", message, _given(game, text)[1], _hint(text, colour, WHITE, text))


def bold(game: Game) -> Iterator[Diagnostic]:
    """Check that a font of the game's own that sets running text has a bold style."""
    for role in ("text", "reading"):
        name = getattr(game.info.look.type, role)
        if name in game.info.fonts and not game.info.fonts[name].bold:
            message = f"the font '{name}' has no bold style: bold words in texts look like the others"
            span = game.root.at("fonts", name, key=True)
            yield Diagnostic("W275", message, span, "add `bold:`, or use it for `head:`")


def _given(game: Game, *keys: str) -> tuple[str, Span]:
    """Return the first of some colours that the game itself gives, and its place."""
    whole = game.root.at("look")
    places = {key: game.root.at("look", key) for key in keys}
    own = (key for key, span in places.items() if span.file == whole.file and span != whole)
    key = next(own, keys[0])
    return key, places[key]


def _hint(key: str, colour: str, ground: str, text: str) -> str:
    """Propose the nearest legible colour: darker text, or a lighter ground."""
    changed, towards = (colour, "#000000") if key == text else (ground, WHITE)
    other = ground if key == text else colour
    steps = (mix(changed, towards, step / 20) for step in range(1, 21))
    better = next((shade for shade in steps if contrast(shade, other) >= LEGIBLE), "")
    return f"such as {better}" if better else "make the text darker and its ground lighter"


def _kinds(game: Game) -> Iterator[Diagnostic]:
    """Run the checks of each kind of documents that the game has."""
    for kind in kinds_in(game):
        yield from kind.check(game)


def gaps(game: Game) -> Iterator[Diagnostic]:
    """Report what the source mentions but does not contain, and how to supply it."""
    for index, gap in enumerate(game.info.missing):
        message = f"not in the source: {gap.what} ({gap.rule})"
        yield Diagnostic("N290", message, game.root.at("missing", index), gap.supply)


_BRACED = re.compile(r"\{([a-z]+)( [^{}\n]*)?\}")


def braces(game: Game) -> Iterator[Diagnostic]:
    """Report words in braces that are nearly a sign, and bold words without an end: both are printed as written."""
    for document in game.documents:
        if document.kind in _ELSEWHERE or document.kind == "layouts":
            continue
        for path, _, said in document.texts:
            for found in _BRACED.finditer(said) if "{" in said else ():
                if found[1] not in IN_BRACES and (near := nearest(found[1], IN_BRACES)):
                    message = f"'{found[0]}' is no sign, and is printed as it is written"
                    yield Diagnostic("W245", message, document.at(*path), near)
            if "**" in said and any("**" in one.what for one in parts(said) if isinstance(one.what, str)):
                message, hint = "'**' has no other, and is printed as it is written", "write it at both ends: **so**"
                yield Diagnostic("W245", message, document.at(*path), hint)


def idle(game: Game) -> Iterator[Diagnostic]:
    """Report keys that change nothing beside the others of their entry; boxes of layouts inherit some of theirs."""
    for document in game.documents:
        for path, model in document.models if document.kind != "layouts" else ():
            for inner, why in model.idle() if isinstance(model, Model) else ():
                span = document.at(*path, *inner, key=True)
                yield Diagnostic("W242", f"`{inner[-1]}` changes nothing {why}", span, "leave it out")


CHECKS: tuple[Callable[[Game], Iterable[Diagnostic]], ...] = (
    references.repeated_ids,
    references.names,
    gaps,
    legible,
    bold,
    signs,
    braces,
    crowded,
    idle,
    _kinds,
    sizes,
    faithful,
    twice,
    alike,
    decimals,
    languages,
    untranslated,
    out_of_date,
)


def check(game: Game) -> list[Diagnostic]:
    """Run all checks on a game."""
    found = [diagnostic for function in CHECKS for diagnostic in function(game)]
    if not any(one.severity is Severity.ERROR for one in found):
        found += [diagnostic for kind in kinds_in(game) for diagnostic in kind.check_sound(game)]
        found += shared_sheets(game)
    return found
