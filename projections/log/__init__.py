"""The facts in words: log, dossier, what made a point, what changed. After views."""
