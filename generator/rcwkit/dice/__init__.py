"""Roll, record and verify procedures, and compute their odds."""
