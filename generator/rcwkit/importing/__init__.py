"""Import VASSAL modules as games."""
