"""Components of VASSAL as XML elements, and their bytes."""

from __future__ import annotations

from xml.etree import ElementTree as ET

__all__ = ["PREFIX", "Value", "add", "given", "written"]

PREFIX = "VASSAL.build."
"""What the names of all components begin with."""
Value = str | int | bool


def add(parent: ET.Element, kind: str, **values: Value) -> ET.Element:
    """A component within another."""
    return given(ET.SubElement(parent, PREFIX + kind), **values)


def given(element: ET.Element, **values: Value) -> ET.Element:
    """The element with these attributes."""
    for name, value in values.items():
        element.set(name, str(value).lower() if isinstance(value, bool) else str(value))
    return element


def written(root: ET.Element) -> bytes:
    """The whole document."""
    ET.indent(root)
    return bytes(ET.tostring(root, encoding="UTF-8", xml_declaration=True)) + b"\n"
