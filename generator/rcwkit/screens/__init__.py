"""Kits on screen: the preview, the companion, pictures, and exports to other programs.

Each takes a game and shows or writes it; none depends on another.
"""
