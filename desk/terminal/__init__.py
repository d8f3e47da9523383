"""The command line: options, output, what a verb is. After reports."""
