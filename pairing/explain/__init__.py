"""The language of explanations: rounds asked about, claims, words, writers. After norms."""
