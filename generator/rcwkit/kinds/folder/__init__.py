"""Pages composed for play."""
