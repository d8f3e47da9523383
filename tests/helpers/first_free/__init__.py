"""A pairing system of a few lines, made to prove that one needs nothing but its own folder."""
