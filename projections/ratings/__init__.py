"""What games are worth for a rating and for a title, by editions of the rules of FIDE.

An edition (`edition.py`) has what its text says in numbers, and the readings of it; the other
modules compute with plain values. Everything is a forecast: FIDE alone rates.
"""
