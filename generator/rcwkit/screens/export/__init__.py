"""The kit for screen tables: a game and its set-up into a table, and the table into modules of VASSAL, saved objects and deck files."""
