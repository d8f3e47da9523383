"""What FIDE's pairing systems share: the players of a round and their colours."""
