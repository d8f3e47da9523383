"""How a bracket on rating is paired, and how brackets follow one another. Before rating."""
