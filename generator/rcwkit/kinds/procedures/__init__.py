"""Dice procedures on paper: forms and odds."""
