"""Scores, tie-breaks, rankings, Keizer values and prizes. After games."""
