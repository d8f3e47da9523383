"""The answer of each question, for any front end: reports, and what the hall looks at. After render."""
