"""Local pages: a kit that is redrawn as its files are saved, and the dice roller."""
