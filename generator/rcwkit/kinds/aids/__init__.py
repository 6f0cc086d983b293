"""Quick references."""
