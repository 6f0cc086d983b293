"""Texts in another language."""
