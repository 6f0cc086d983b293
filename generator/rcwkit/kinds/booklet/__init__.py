"""Booklets of long prose."""
