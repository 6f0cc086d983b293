"""Models into frames, and frames onto sheets: finished geometry in points."""
