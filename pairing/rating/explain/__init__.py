"""What is answered about a round on rating: judge, what if, explanations."""
