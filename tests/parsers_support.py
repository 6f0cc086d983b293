"""Read a text with three parsers: libyaml, PyYAML's own, and ruamel.yaml.

Each uses the composer and the scalars of `source`.
"""

from __future__ import annotations

from typing import Any
from unittest import mock

import ruamel.yaml
import yaml
from rcwkit.diagnostics import InputError
from rcwkit.source import yaml as source


class Ruamel:
    """Return the events of ruamel's parser for YAML 1.2 as PyYAML's."""

    def __init__(self, text: str) -> None:
        self.events = ruamel.yaml.YAML(typ="safe", pure=True).parse(text)

    def get_event(self) -> Any:
        found = next(self.events)
        names = (
            "anchor",
            "tag",
            "implicit",
            "value",
            "style",
            "flow_style",
            "explicit",
            "version",
            "tags",
            "start_mark",
            "end_mark",
        )
        event = object.__new__(getattr(yaml, type(found).__name__))
        event.__dict__.update({name: getattr(found, name) for name in names if hasattr(found, name)})
        return event


PARSERS = {"libyaml": yaml.CSafeLoader, "PyYAML": yaml.SafeLoader, "ruamel": Ruamel}


def read(text: str, parser: str) -> Any:
    """Return the plain value of a text. Raises InputError, or what ruamel raises."""
    with mock.patch.object(source, "LOADER", PARSERS[parser]):
        return source.parse(text, "f.yaml").plain()


def accepted(text: str) -> bool:
    """Return whether rcwkit accepts a text as a mapping, as every document is."""
    try:
        return isinstance(read(text, "libyaml"), dict)
    except InputError:
        return False


def alike(text: str) -> None:
    """Assert that every parser reads the same values in an accepted text."""
    value = read(text, "libyaml")
    for parser in ("PyYAML", "ruamel"):
        try:
            other = read(text, parser)
        except Exception as error:
            raise AssertionError(f"{parser} refuses {text!r}: {error}") from error
        # Compared as text, since 1, 1.0 and true are equal.
        assert repr(other) == repr(value), f"{parser} reads {text!r} as {other!r}, not as {value!r}"
