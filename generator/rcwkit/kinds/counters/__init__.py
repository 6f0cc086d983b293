"""The counter mix, and values on counters."""
