"""What the systems share: players, pairings, absolute norms, colours, proofs. After graphs."""
