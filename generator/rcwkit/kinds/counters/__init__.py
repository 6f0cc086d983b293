"""The counter mix, and values that are printed on counters."""
