"""What is answered about an evening of a season: explanations, their words, decisions."""
