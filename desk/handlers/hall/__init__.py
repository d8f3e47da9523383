"""Commands of the playing hall judged against the book: check-in and claims. After handlers."""
