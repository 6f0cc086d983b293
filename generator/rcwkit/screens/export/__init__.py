"""Export kits to virtual tables: lay out a game and its set-up; write VASSAL modules, saved objects and deck files."""
