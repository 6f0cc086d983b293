"""Boxes, trays and labels."""
