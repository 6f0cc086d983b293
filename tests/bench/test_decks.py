"""The benchmark games are valid, and have the size that they claim."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import decks
from rcwkit.dice.counters import Counter
from rcwkit.game.loader import load
from rcwkit.kinds.cards.model import Deck
from rcwkit.kit.checks import check
from rcwkit.source.project import Project


def test_a_deck_of_so_many_cards_of_sixty_words(tmp_path: Path) -> None:
    game = load(Project(decks.deck(tmp_path, 30)))
    assert check(game) == []
    cards = game[Deck]["deck"].value.cards
    assert len(cards) == 30
    assert {len(card.sections[0].text.split()) for card in cards.values() if card.sections[0].text} == {60}
    assert all(card.sections[0].text and card.sections[0].text.count("**") == 2 for card in cards.values())


def test_a_deck_of_cards_with_pictures_signs_and_a_layout(tmp_path: Path) -> None:
    game = load(Project(decks.pictured(tmp_path, 30)))
    assert check(game) == []
    cards = game[Deck]["deck"].value.cards
    assert len(cards) == 30
    assert all(str(card.fields["rules"]).count(":noise:") == 2 for card in cards.values())
    assert len({card.fields["art"] for card in cards.values()}) == decks.PICTURES


@pytest.mark.parametrize("units", [200, 2200])
def test_two_sided_counters_are_all_in_the_set_up(tmp_path: Path, units: int) -> None:
    """Bug: 4,000 counters could not be built, since a force declares at most 999 units of a type."""
    game = load(Project(decks.counters(tmp_path, units)))
    assert check(game) == []
    assert len(game[Counter]) == units
    assert {game.info.unit_types[item.value.type].reverse for item in game[Counter].values()} == {"reduced"}


def test_an_edit_changes_one_card(tmp_path: Path) -> None:
    before = load(Project(decks.deck(tmp_path, 30)))[Deck]["deck"].value.cards
    decks.edit(tmp_path, 7)
    after = load(Project(tmp_path))[Deck]["deck"].value.cards
    assert [name for name in before if before[name] != after[name]] == ["card7"]
