"""How things look: colours, type, symbols, paper. Independent of any game.

Begin with `frame`, the geometry of everything drawn; `theme` decides colours and sizes, and `text` sets lines of text.
"""
