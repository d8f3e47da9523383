"""The pages of players, spectators and the wall, and prints. After pages."""
