"""Kits on screen: the preview and the companion."""
