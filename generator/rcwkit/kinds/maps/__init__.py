"""Maps of hexes, areas, or points and links."""
