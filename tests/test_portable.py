"""libyaml, PyYAML's own parser and ruamel.yaml agree on every accepted text; differences are refused in place."""

from __future__ import annotations

import re

import pytest
from faults_support import ROOT
from parsers_support import alike
from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError
from rcwkit.source.yaml import parse
from tests_support import TOY

FILES = [*bundled("data").rglob("*.yaml"), *bundled("templates").rglob("*.yaml")]
DOCUMENTS = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in sorted(FILES)}
DOCUMENTS |= {f"toy/{name}": text for name, text in TOY.items()}
PAGES = [ROOT / name for name in ("README.md", "data/README.md", "templates/README.md", "tests/README.md")]
EXAMPLES = {
    f"{page.relative_to(ROOT)} {number}": text
    for page in PAGES
    for number, text in enumerate(
        re.findall(r"^```yaml\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    )
}


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in (DOCUMENTS | EXAMPLES).items()])
def test_our_documents_and_examples_are_read_alike(text: str) -> None:
    alike(text)


def test_all_documents_are_among_them() -> None:
    assert len(DOCUMENTS) > 120
    assert len(EXAMPLES) >= 8


DIFFERENT = [
    ("a: {b: who?}", 1, 8, "put it in quotes"),
    ("a: [b, who? me]", 1, 8, "put it in quotes"),
    ("a:\n  - {who?: 1}", 2, 6, "put it in quotes"),
    ("a: b\t", 1, 5, "write spaces, not tabs"),
    ("a: {\tb: 1}", 1, 5, "write spaces, not tabs"),
    ("a: ' #'\t", 1, 8, "write spaces, not tabs"),
    ("a: 'x\n  #y'\t# z", 2, 6, "write spaces, not tabs"),
    ("a: b\t# a note", 1, 5, "write spaces, not tabs"),
    ("a: 1\u2028b: 2", 1, 5, "leave it out, or write an ordinary line break"),
    ("a: \x85b: 2", 1, 4, "leave it out, or write an ordinary line break"),
    ("# note\u2029a: 1", 1, 7, "leave it out, or write an ordinary line break"),
    ("\ufeff# note\na: 1", 1, 1, "leave it out, or write an ordinary line break"),
    ("a:\n\ufeff", 2, 1, "leave it out, or write an ordinary line break"),
    ("a: |#note\n  b", 1, 4, "put a space before the '#'"),
    ("a: |\n    \n    b", 1, 4, "leave that line out"),
    ("a: |\n \n  b", 1, 4, "leave that line out"),
    ("a: >-\n\n \n  b", 1, 4, "leave that line out"),
    ("a: |\n  ", 1, 4, "leave that line out"),
    ('a: ["b" : c]', 1, 5, "put braces around the two"),
    ("a: [{'b': c}, 'b':c]", 1, 15, "put braces around the two"),
    ("a: [? ]]", 1, 5, "write 'key: value'"),
    ("# who ?\na: b\n? c\n: d", 3, 1, "write 'key: value'"),
    ("%YAML 1.1\n---\na: yes", 1, 1, "leave the line out"),
]


@pytest.mark.parametrize(("text", "line", "column", "hint"), DIFFERENT)
def test_what_parsers_read_differently_is_refused_at_its_place(text: str, line: int, column: int, hint: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(text, "f.yaml")
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.line, found.span.column, found.hint) == ("E107", line, column, hint)


@pytest.mark.parametrize(
    "text",
    [
        "a: who ?\nb: |\n  ? c\nc: ['? d', ]",
        "a: [b, 'who?']",
        'a: {b: "who? #"} # why?',
        "a: 1 #\tnote",
        "#\tnote\na: 1",
        "a: ' #' #\tnote",
        "a: | # note\n  b\n\n",
        "a: |\n\n  b\n \n  c",
        "a: >2\n   b\n",
        "--- # note\na: 1\n...\n# note\n",
        "{a: 1, b: [c:d, 'e' ]}",
        '{"a":1}',
    ],
)
def test_what_they_read_alike_is_accepted(text: str) -> None:
    alike(text)
