"""The answer of each question, for any front end. After render."""
