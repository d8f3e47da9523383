"""A ledger: appended by one writer at a time, read as of any position. After state."""
