"""Commands judged against the book: they return facts, or all refusals. After imports."""
