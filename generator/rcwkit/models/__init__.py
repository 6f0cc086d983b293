"""Frozen models of a game's documents, a file a family."""
