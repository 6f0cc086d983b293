"""Colours, symbols, pictures and drawings as frame items."""
