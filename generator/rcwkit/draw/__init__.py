"""Finished frames and sheets into PDF, SVG and pictures; nothing here decides where anything goes."""
