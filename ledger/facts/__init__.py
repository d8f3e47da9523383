"""The facts a ledger records, one class each, and how they become bytes. After the root."""
