"""The verbs, and the program that lists them. Last of all but `cli`."""
