"""Files of other programs: one module a program, one form for what they hold."""
