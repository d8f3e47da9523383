"""The rules of prizes, their division among equal players, and who gets which. After views."""
