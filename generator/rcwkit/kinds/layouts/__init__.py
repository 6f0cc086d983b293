"""Layouts of faces."""
