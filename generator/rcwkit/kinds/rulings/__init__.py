"""Decisions on what the sources leave open."""
