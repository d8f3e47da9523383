"""What is answered about a round of the Dubov System: judge, what if, explanations."""
