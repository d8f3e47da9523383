"""Made-up tournaments, seasons and simulations, and the examples that ship. After the desk."""
