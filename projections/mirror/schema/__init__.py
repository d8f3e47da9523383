"""The tables of a mirror by subject, with a meaning for every column."""
