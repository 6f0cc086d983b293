"""Sheets become files.

Sheets and frames come in; PDF (`sheets`), SVG (`svg`) and pictures go out. `html` shows blocks on a screen, `booklet` sets
long prose. Nothing here decides where anything goes.
"""
