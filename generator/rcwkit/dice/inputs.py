"""What is answered before a procedure is walked: texts from a command line or page as values, checked against the questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rcwkit.diagnostics import Diagnostic, InputError, Span, nearest
from rcwkit.models.procedures import Input

__all__ = ["inputs_of", "refusal", "scalar"]


def inputs_of(
    procedure_id: str, questions: Mapping[str, Input], given: Mapping[str, Any], span: Span
) -> dict[str, Any]:
    """The answers to a procedure's questions, given as texts or values. Raises InputError for unknown, missing or wrong ones."""
    for name in given:
        if name not in questions:
            raise refusal(
                f"procedure '{procedure_id}' has no input '{name}'",
                span,
                nearest(name, questions) or f"it has: {', '.join(questions) or 'none'}",
            )
    answered = {}
    for name, question in questions.items():
        if name not in given and question.default is None:
            raise refusal(
                f"procedure '{procedure_id}' needs an answer: {question.title} --set {name}=...",
                span,
                _choices(question),
            )
        answered[name] = _answer(name, question, given.get(name, question.default), span)
    return answered


def _choices(question: Input) -> str:
    if question.choices is not None:
        return f"one of: {', '.join(map(str, question.choices))}"
    return f"a number in {question.run}" if question.range else f"numbers in {question.run}, joined by '+'; none: -"


def _answer(name: str, question: Input, value: Any, span: Span) -> Any:
    wrong = refusal(f"'{value}' is no answer to '{name}': {question.title}", span, _choices(question))
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
    texts = (
        [text for text in str(value).split("+") if text not in ("", "-")]
        if not isinstance(value, tuple)
        else [str(part) for part in value]
    )
    numbers = tuple(scalar(text) for text in texts)
    if any(number not in question.run for number in numbers):
        raise wrong
    return numbers


def scalar(text: str) -> Any:
    """A text as a number, if it is one."""
    return int(text) if text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 12 else text


def refusal(message: str, span: Span, hint: str = "") -> InputError:
    """An input that cannot be taken, as an error."""
    return InputError([Diagnostic("E500", message, span, hint)])
