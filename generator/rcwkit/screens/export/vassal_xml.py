"""VASSAL components as XML."""

from __future__ import annotations

from xml.etree import ElementTree as ET

__all__ = ["PREFIX", "Value", "add", "given", "written"]

PREFIX = "VASSAL.build."
"""Prefix of all components' names."""
Value = str | int | bool


def add(parent: ET.Element, kind: str, **values: Value) -> ET.Element:
    """Add a component to another."""
    return given(ET.SubElement(parent, PREFIX + kind), **values)


def given(element: ET.Element, **values: Value) -> ET.Element:
    """Set attributes of an element, and return it."""
    for name, value in values.items():
        element.set(name, str(value).lower() if isinstance(value, bool) else str(value))
    return element


def written(root: ET.Element) -> bytes:
    """Return the document as bytes."""
    ET.indent(root)
    return bytes(ET.tostring(root, encoding="UTF-8", xml_declaration=True)) + b"\n"
