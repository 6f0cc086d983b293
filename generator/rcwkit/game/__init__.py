"""A game: all documents of a folder, with its theme, fonts and pictures."""
