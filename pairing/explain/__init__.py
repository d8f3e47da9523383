"""Parts of explanations: questions about a round, claims, and writers. After norms."""
