"""The form of every command: shown, read back, with what others recorded since. After web."""
