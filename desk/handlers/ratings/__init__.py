"""Judges of the commands about rating lists, the start rank, numbers by hand, rating periods."""
