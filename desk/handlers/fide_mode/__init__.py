"""What FIDE mode keeps as it is, asks about or refuses, as functions for the handlers."""
