"""Decks during a walk: the cards left in each, and the reshuffle when the first one runs out."""

from __future__ import annotations

from collections import Counter

from rcwkit.dice.plan import Plan
from rcwkit.dice.state import RESHUFFLED, State, keep

__all__ = ["Pile", "drawn", "pile", "reshuffles"]

Pile = tuple[tuple[str, int], ...]
"""Card class → cards left, sorted by class."""


def reshuffles(plan: Plan, state: State, deck: str) -> bool:
    """Return whether a draw from a deck finds no card, so that all decks first take back their discards."""
    back = dict(state.values).get(RESHUFFLED)
    return not back and bool(plan.decks[deck].discards) and not any(left for _, left in _left(plan, state, deck))


def pile(plan: Plan, state: State, deck: str) -> Pile:
    """Return the cards that a draw from a deck finds; after a reshuffle, if one is due."""
    return _full(plan, state, deck) if reshuffles(plan, state, deck) else _left(plan, state, deck)


def drawn(plan: Plan, state: State, deck: str, card_class: str) -> State:
    """Return the state after a card of this class is drawn."""
    if reshuffles(plan, state, deck):
        full = {name: _full(plan, state, name) for name, one in plan.decks.items() if one.discards}
        state = keep(state, RESHUFFLED, 1)
        for name, found in full.items():
            state = keep(state, f"deck.{name}", found)
    left = ((name, count - (name == card_class)) for name, count in _left(plan, state, deck))
    return keep(state, f"deck.{deck}", tuple(left))


def _full(plan: Plan, state: State, deck: str) -> Pile:
    """Return the cards of a deck with its discards."""
    counts = Counter(dict(_left(plan, state, deck)))
    counts.update(plan.decks[deck].discards.values())
    return tuple(sorted(counts.items()))


def _left(plan: Plan, state: State, deck: str) -> Pile:
    kept = dict(state.values).get(f"deck.{deck}")
    return tuple(kept) if kept is not None else tuple(sorted(Counter(plan.decks[deck].cards.values()).items()))
