"""What every code of a diagnostic means, read from `templates/explain.yaml`."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from rcwkit.bundled import bundled
from rcwkit.diagnostics import Diagnostic, InputError, Span, nearest
from rcwkit.reading.source import parse

__all__ = ["Explanation", "explain", "explanations"]


@dataclass(frozen=True)
class Explanation:
    """One code: its title, why it comes, an example, and what to do."""

    code: str
    title: str
    cause: str
    example: str
    cure: str

    def as_json(self) -> dict[str, str]:
        """The same facts as plain data."""
        return asdict(self)

    def lines(self) -> list[str]:
        """As text."""
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
    """Every code with what it means, in the order of the file."""
    path = bundled("templates") / "explain.yaml"
    found = parse(path.read_text(encoding="utf-8"), path.name).plain()
    return {
        code: Explanation(code=code, **{key: str(text) for key, text in entry.items()}) for code, entry in found.items()
    }


def explain(code: str) -> Explanation:
    """What a code means; case does not matter, nor O for 0. Raises InputError for one that there is not."""
    known = explanations()
    wanted = code.strip().strip("[]").upper().replace("O", "0")
    if wanted not in known:
        # A mistyped letter first, then the same number under another letter, then the nearest number.
        hint = next((f"did you mean '{other}'?" for other in known if wanted[1:] == other[1:]), "") or nearest(
            wanted, known
        )
        raise InputError([Diagnostic("E523", f"no code '{code}'", Span("CODE", 0), hint or "rcwkit explain lists all")])
    return known[wanted]
