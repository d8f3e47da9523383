"""Round robin by Berger tables: engine, explanations. After the Swiss on resistance points."""
