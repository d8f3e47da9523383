"""The tables of a ledger, whatever keeps them: facts, hashes, people; the port to a place."""
