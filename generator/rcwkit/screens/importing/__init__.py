"""Import VASSAL modules: read a module's pieces, decks, boards and stacks, and write them as a game to print."""
