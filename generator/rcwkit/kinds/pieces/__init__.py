"""Tiles, figures and dice to cut and fold."""
