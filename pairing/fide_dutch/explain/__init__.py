"""What is answered about a round of FIDE's Dutch System: judge, what if, explanations."""
