"""Faces of cards, counters and pieces, drawn by layouts."""
