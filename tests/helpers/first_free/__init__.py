"""A pairing system of a few lines, which proves that a system needs only its own folder."""
