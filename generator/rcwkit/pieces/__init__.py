"""What is cut out or lies on the table is drawn: cards, counters, tracks, gauges, boxes.

A model and a theme come in, frames of one piece go out. Begin with `counters`.
"""
