"""Parts shared by the systems: players, pairings, absolute norms, colours, proofs. After graphs."""
