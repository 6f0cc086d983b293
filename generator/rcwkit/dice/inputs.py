"""A procedure's inputs: answers from the command line or the page, parsed and checked against its questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rcwkit.diagnostics import Diagnostic, InputError, Span, nearest
from rcwkit.models.procedures import Input

__all__ = ["inputs_of", "refusal", "scalar"]


def inputs_of(
    procedure_id: str, questions: Mapping[str, Input], given: Mapping[str, Any], span: Span
) -> dict[str, Any]:
    """Return the answers to a procedure's questions, given as text or values.

    Raises InputError if one is unknown, missing or invalid.
    """
    for name in given:
        if name not in questions:
            hint = nearest(name, questions) or f"inputs: {', '.join(questions) or 'none'}"
            raise refusal(f"procedure '{procedure_id}' has no input '{name}'", span, hint)
    answered = {}
    for name, question in questions.items():
        if name not in given and question.default is None:
            message = f"procedure '{procedure_id}' needs an answer: {question.title} --set {name}=..."
            raise refusal(message, span, _choices(question))
        answered[name] = _answer(name, question, given.get(name, question.default), span)
    return answered


def _choices(question: Input) -> str:
    if question.choices is not None:
        return f"one of: {', '.join(map(str, question.choices))}"
    return f"a number in {question.run}" if question.range else f"numbers in {question.run}, joined by '+'; none: -"


def _answer(name: str, question: Input, value: Any, span: Span) -> Any:
    wrong = refusal(f"'{value}' is not an answer to '{name}': {question.title}", span, _choices(question))
    if question.choices is not None:
        found = [choice for choice in question.choices if str(choice) == str(value)]
        if not found:
            raise wrong
        return found[0]
    assert question.run is not None
    if question.range is not None:
        number = scalar(str(value))
        if number not in question.run:
            raise wrong
        return number
    parts = value if isinstance(value, tuple) else [text for text in str(value).split("+") if text not in ("", "-")]
    numbers = tuple(scalar(str(part)) for part in parts)
    if any(number not in question.run for number in numbers):
        raise wrong
    return numbers


def scalar(text: str) -> Any:
    """Return the text as an integer if it is one, else unchanged."""
    return int(text) if text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 12 else text


def refusal(message: str, span: Span, hint: str = "") -> InputError:
    """Return the error for an input that is not accepted."""
    return InputError([Diagnostic("E500", message, span, hint)])
