"""The federation's Swiss on resistance points: engine, judge, explainer. After explain."""
