"""Fonts, and text set in lines and columns."""
