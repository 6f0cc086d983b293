"""The game itself, and its texts in other languages."""
