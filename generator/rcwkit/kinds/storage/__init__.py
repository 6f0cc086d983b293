"""Boxes, trays and labels to keep a kit in."""
