"""Generated tournaments, seasons and simulations, and the shipped examples. After the desk."""
