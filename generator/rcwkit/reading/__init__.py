"""Read a game's folder into a `Game`, or report errors with file, line and column.

`project` reads files, `source` parses YAML into nodes with positions, `loader` validates and assembles them, and `game`
indexes all ids. Start with `loader`.
"""
