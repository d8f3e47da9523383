"""The command line: options, output, verbs as objects. After answers."""
