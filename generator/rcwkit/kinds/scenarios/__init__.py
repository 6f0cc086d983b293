"""Scenarios and their checklists."""
