"""Commands judged against the book: facts, or everything against them. After imports."""
