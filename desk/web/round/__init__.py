"""The page of a round: what was typed, its boards as rows, what stands around them."""
