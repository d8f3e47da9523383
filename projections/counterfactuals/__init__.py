"""Every round of a ledger paired again, as rows of its mirror. After mirror."""
