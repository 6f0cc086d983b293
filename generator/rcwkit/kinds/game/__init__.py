"""The game itself."""
