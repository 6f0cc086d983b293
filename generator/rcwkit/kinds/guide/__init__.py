"""The print guide and the index."""
