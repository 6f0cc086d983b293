"""How things look: colours, type, symbols, paper.

It knows no game. `frame` is the geometry that everything drawn is made of, `theme` every decision about colour and size,
`text` sets lines of text.
"""
