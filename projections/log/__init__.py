"""The facts in words: log, dossier, the origin of each point, differences. After views."""
