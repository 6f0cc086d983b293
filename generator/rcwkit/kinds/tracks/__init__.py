"""Tracks and displays."""
