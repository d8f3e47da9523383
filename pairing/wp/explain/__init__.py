"""What is answered about a round on resistance points: judge, what if, explanations."""
