"""Rulebooks as data: the model, the Keizer keys, and the files that ship. After facts."""
