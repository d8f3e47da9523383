"""The pairing of brackets on rating, and the order of the brackets. Before rating."""
