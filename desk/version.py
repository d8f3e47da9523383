"""The version of the program, and its licence."""

VERSION = "0.9.0"
"""That of the program and its packages; a ledger has a version of its own (docs/format.md)."""

LICENCE = "Apache-2.0"
