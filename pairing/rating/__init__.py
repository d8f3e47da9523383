"""The federation's Swiss on rating: engine, judge, explainer. After explain."""
