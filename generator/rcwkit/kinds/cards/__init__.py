"""Decks of cards."""
