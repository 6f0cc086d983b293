"""Lists of values that are printed on counters."""
