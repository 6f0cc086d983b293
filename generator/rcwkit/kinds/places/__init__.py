"""Regions with their spaces."""
