"""Dice: notation, sources of faces, the walk through a procedure, exact odds and records. Pure: no files, no printing."""
