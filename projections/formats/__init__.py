"""How each format scores its players: standing, order, the origin of points. After season."""
