"""A ledger in a file: SQLite."""
