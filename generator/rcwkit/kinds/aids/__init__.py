"""Quick references, and decisions on what the sources leave open."""
