"""What the text documents show, as plain frozen data, so that templates hold no logic: one function a document, each gives a `TextDocument`."""

from generator.views.base import Head, Part, TextDocument

__all__ = ["Head", "Part", "TextDocument"]
