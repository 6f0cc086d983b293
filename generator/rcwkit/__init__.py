"""Print-and-play kits for wargames, made from YAML."""

__version__ = "0.1.0"
