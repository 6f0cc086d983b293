"""Explanations of diagnostic codes, read from `templates/explain.yaml`."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError, Span, nearest
from rcwkit.reading.source import parse

__all__ = ["Explanation", "explain", "explanations"]


@dataclass(frozen=True)
class Explanation:
    """A code explained: its title, cause, an example, and the cure."""

    code: str
    title: str
    cause: str
    example: str
    cure: str

    def as_json(self) -> dict[str, str]:
        """Return it as plain data."""
        return asdict(self)

    def lines(self) -> list[str]:
        """Return it as lines of text."""
        level = {"E": "error", "W": "warning", "N": "note"}[self.code[0]]
        return [
            f"{level}[{self.code}]: {self.title}",
            "",
            self.cause,
            "",
            *(f"    {line}" for line in self.example.splitlines()),
            "",
            self.cure,
        ]


def explanations() -> dict[str, Explanation]:
    """Return all explanations by code, in the order of the file."""
    path = bundled("templates") / "explain.yaml"
    found = parse(path.read_text(encoding="utf-8"), path.name).plain()
    texts = {code: {key: str(text) for key, text in entry.items()} for code, entry in found.items()}
    return {code: Explanation(code=code, **entry) for code, entry in texts.items()}


def explain(code: str) -> Explanation:
    """Explain a code, ignoring case and O for 0. Raises InputError for an unknown one."""
    known = explanations()
    wanted = code.strip().strip("[]").upper().replace("O", "0")
    if wanted not in known:
        # The same number under another letter first, then the nearest code.
        hint = next((f"did you mean '{other}'?" for other in known if wanted[1:] == other[1:]), nearest(wanted, known))
        raise InputError.of("E523", f"no code '{code}'", Span("CODE", 0), hint or "rcwkit explain lists all")
    return known[wanted]
