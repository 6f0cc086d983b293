"""Sheets to cut, and files: PDF, SVG and pictures."""
