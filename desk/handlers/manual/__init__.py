"""Pairing by hand in FIDE mode: its begin and end, the engine beside it, what it asks."""
