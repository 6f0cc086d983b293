"""Turn a game and build options into a folder of files."""
