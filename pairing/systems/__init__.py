"""The registry of pairing systems, and rounds of ledgers and files paired through it."""
