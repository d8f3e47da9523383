"""How a score group on resistance points is paired: who waits, who meets whom. Before wp."""
