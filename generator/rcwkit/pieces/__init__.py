"""The pieces to cut out or lay on the table: cards, counters, tracks, gauges, boxes.

Takes a model and a theme, returns the frames of one piece. Begin with `faces`, which draws cards and counters by
layouts.
"""
