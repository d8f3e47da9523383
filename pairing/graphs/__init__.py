"""Matchings of graphs, without any notion of chess. First of pairing."""
