"""The federation's Swiss on rating: system, engine, judge, explainer. After explain."""
