"""What FIDE's pairing systems share: the players of a round, their colours and floats."""
