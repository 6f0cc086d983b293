"""Blocks and pieces become sheets.

`document` puts blocks into columns and pages, `setting` says how each kind of block is set; `imposition` puts pieces onto
sheets that can be cut.
"""
