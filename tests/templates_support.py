"""Shared by the tests of hostile templates: a page to put them in, and a function to render it."""

from __future__ import annotations

from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.document.blocks import TextDocument
from rcwkit.document.templates import html
from rcwkit.type.text import Setter

PAGE = (
    '<!doctype html><html lang="en"><title>t</title><style>p {{ margin: 0 }} {css}</style>{head}<body><p>text</p>{body}'
)


def filled(template: str, **more: str) -> tuple[str, list[Diagnostic]]:
    """Return a template's page, and the errors in it."""
    context = {"head": TextDocument("Sheet", (), "Toy", "Rules 1", "Nobody’s."), "parts": ()}
    try:
        return html("t.html", context, {"t.html": template, **more}, Setter()), []
    except InputError as error:
        return "", error.diagnostics


ESCAPES = [
    "''.__class__",
    "''.__class__.__mro__",
    "''['__class__']",
    "''|attr('__class__')",
    "().__class__.__bases__[0].__subclasses__()",
    "[].__class__.__base__.__subclasses__()[40]('/etc/passwd').read()",
    "{}.__class__.__init__.__globals__",
    "self.__init__.__globals__.__builtins__",
    "self._TemplateReference__context",
    "cycler.__init__.__globals__.os.popen('id').read()",
    "joiner.__init__.__globals__",
    "namespace.__init__.__globals__",
    "lipsum.__globals__",
    "lipsum.__globals__['os'].popen('id').read()",
    "range.__self__",
    "dict.__subclasses__()",
    "head.__class__",
    "head.__init__.__globals__",
    "head.__dataclass_fields__['title'].default_factory.__globals__",
    "head.__reduce_ex__(2)",
    "theme.__class__.__init__.__globals__",
    "parts.__class__.__mro__[1]",
    "parts.__getitem__.__func__",
    "'{0.__class__}'.format(head)",
    "'{0.__class__.__init__.__globals__}'.format(head)",
    "'{x.__class__}'.format_map({'x': 1})",
    "('%s' % head).__class__",
    "(1).__class__.__bases__",
    "true.__class__",
    "none.__class__",
    "head|map(attribute='__class__')|list",
    "[head]|sum(attribute='__class__')",
    "request.application.__globals__",
    "config.items()",
    "get_flashed_messages.__globals__",
    "url_for.__globals__",
    "open('/etc/passwd').read()",
    "__import__('os')",
    "loop.__class__",
    "caller.__globals__",
    "varargs.__class__",
    "undefined_name.anything",
    "head.nothing",
    "theme._asdict.__globals__",
    "'x'.join(head.title.__class__.__mro__)",
]
