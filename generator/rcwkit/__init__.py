"""Print-and-play kits for wargames, made from YAML."""

__version__ = "0.2.0"
