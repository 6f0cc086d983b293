"""The local pages: a kit that is redrawn as its files are saved, and the roller; served on this machine alone."""
