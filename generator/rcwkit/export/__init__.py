"""Kits for other programs: VASSAL, Tabletop Simulator, print shops, spreadsheets."""
