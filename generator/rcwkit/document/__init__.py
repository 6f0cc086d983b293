"""Text documents: blocks set as slabs on pages."""
