"""Lay out blocks and pieces as sheets.

`document` flows blocks into columns and pages, `setting` says how each kind of block is set, and `imposition` puts
pieces on sheets that can be cut. Start with `document`.
"""
