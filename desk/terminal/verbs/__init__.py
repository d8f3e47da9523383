"""The verbs that people type, and the program that lists them. Last of all but `cli`."""
