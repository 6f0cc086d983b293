"""The counter mix."""
