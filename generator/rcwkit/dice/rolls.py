"""A walk with real faces: each die comes from a source, and each roll becomes an entry of a record (see `record`)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rcwkit.dice.odds import request_odds
from rcwkit.dice.plan import Plan
from rcwkit.dice.sources import FaceSource, NeedsFace, draw_path, paths
from rcwkit.dice.values import WalkError
from rcwkit.dice.walk import DrawnCard, Event, Request, begin, onward, take

MOST_AGAIN = 1000
"""The limit of rerolls, of one roll by its step's rule and of steps in one record."""


def fraction_text(part: Fraction) -> str:
    """Return a chance as records write it: `91/216`, in lowest terms, of any length."""
    return f"{_digits(part.numerator)}/{_digits(part.denominator)}"


def _digits(number: int) -> str:
    """Return an integer in decimal, even beyond Python's limit of 4,300 digits."""
    high, low = divmod(abs(number), 10**4000)
    return f"{'-' * (number < 0)}{_digits(high)}{low:04000}" if high else str(number)


class Walker:
    """One walk. `rolls` are the entries so far, `faces` each die's (face, sides), `typed` its face if it was typed."""

    def __init__(self, plan: Plan, source: FaceSource, attempts: Mapping[str, int]) -> None:
        self.plan, self.source, self.attempts = plan, source, attempts
        self.rolls: list[dict[str, Any]] = []
        self.events: list[Event] = []
        self.faces: list[tuple[int, int]] = []
        self.typed: list[int | None] = []
        self.decks = {name: list(deck.cards) for name, deck in plan.decks.items()}
        self.drawn = dict.fromkeys(plan.decks, 0)
        self.chance = Fraction(1)
        self._seen: set[str] = set()

    def run(self) -> list[Event]:
        """Walk to the end. Raises NeedsFace, DiceError and WalkError."""
        self.state, self.events, request = begin(self.plan)
        while request is not None:
            outcome = self._draw(request) if request.node.step.draw is not None else self._roll(request)
            state, effects = take(request, outcome)
            self.state, quiet, request = onward(self.plan, state)
            self.events = [*self.events, *effects, *quiet]
        self.source.close()
        return self.events

    def _roll(self, request: Request) -> Any:
        dice = request.dice
        assert dice is not None
        first = self.attempts.get(request.path, 1)
        for attempt in range(first, first + MOST_AGAIN):
            shown = [self._face(request, path, dice.faces) for path in paths(request.path, dice.count, attempt)]
            faces = [value for value, _ in shown]
            result = request.resolve(sum(faces))
            entry: dict[str, Any] = {
                "path": request.path,
                "label": label(request),
                "dice": str(dice),
                "faces": faces,
                "typed": [typed for _, typed in shown],
                "drm": [[text, add] for text, add in request.drm],
                "total": result.total,
                "read": result.read,
                "row": result.row,
                "result": result.result,
                "attempt": attempt,
            }
            if request.bound is not None:
                entry["against"] = [request.bound[0].replace("_", " "), request.bound[1]]
            if not result.again:
                part = request_odds(request, result.result)
                self.chance *= part
                self.rolls.append({**entry, "chance": fraction_text(part)})
                return result
            self.rolls.append({**entry, "rolled_again": True})
        raise WalkError(request.node, f"rolled again more than {MOST_AGAIN} times")

    def _face(self, request: Request, path: str, sides: int) -> tuple[int, bool]:
        if path in self._seen:
            raise WalkError(request.node, f"two dice have the path '{path}': an item is listed twice")
        self._seen.add(path)
        try:
            value, typed = self.source.face(path, sides)
        except NeedsFace as need:
            need.request, need.rolls, need.events = request, self.rolls, self.events
            if request.node.step.draw is not None:
                deck = request.node.step.draw.deck
                need.cards = self.decks[deck][self.drawn[deck] :]
            raise
        self.faces.append((value, sides))
        self.typed.append(value if typed else None)
        return value, typed

    def _draw(self, request: Request) -> DrawnCard:
        """Draw one card by Fisher-Yates: swap the card at the die's face to the front of the remaining deck."""
        assert request.node.step.draw is not None
        name = request.node.step.draw.deck
        if request.reshuffles:
            for other, pile in self.decks.items():
                pile += self.plan.decks[other].discards
        deck, done = self.decks[name], self.drawn[name]
        left = len(deck) - done
        if left == 0:
            raise WalkError(request.node, self.plan.decks[name].exhausted)
        value, typed = self._face(request, draw_path(request.path), left)
        chosen = done + value - 1
        deck[done], deck[chosen] = deck[chosen], deck[done]
        self.drawn[name] = done + 1
        card = deck[done]
        card_class = self.plan.decks[name].whole[card]
        part = Fraction(1, left)
        self.chance *= part
        self.rolls.append(
            {
                "path": draw_path(request.path),
                "label": label(request),
                "dice": f"1 of {left}",
                "faces": [value],
                "typed": [typed],
                "drm": [],
                "total": value,
                "read": value,
                "row": None,
                "result": card_class,
                "card": card,
                "attempt": 1,
                "chance": fraction_text(part),
            }
        )
        return DrawnCard(card_class)


def label(request: Request) -> str:
    """Return the step's title and, except for draws, the items that it is rolled for."""
    items = []
    if request.node.step.draw is None:
        items = [str(value) for name, value in request.state.local if name.startswith("item.")]
    return ": ".join([request.node.title, *(request.plan.names.get(item, item) for item in items)])
