"""Sticks, tapes, templates and compasses."""
