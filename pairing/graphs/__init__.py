"""Matchings of graphs. It knows no chess. First of pairing."""
