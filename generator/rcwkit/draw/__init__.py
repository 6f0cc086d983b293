"""Write sheets and frames as files: PDF (`sheets`), SVG (`svg`) and pictures.

`html` shows blocks on a screen, `booklet` sets long prose. Nothing here decides where things go.
"""
