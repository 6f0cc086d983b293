"""A game's folder is read into a `Game`.

Files come in; a game goes out, or errors with file, line and column. `project` reads files, `source` makes nodes of YAML,
`loader` validates and assembles them, `game` is the index of all ids.
"""
