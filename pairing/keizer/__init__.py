"""The Keizer system: engine, explainer. After explain."""
