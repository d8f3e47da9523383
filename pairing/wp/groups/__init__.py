"""The pairing of a score group on resistance points: who waits, who meets whom. Before wp."""
