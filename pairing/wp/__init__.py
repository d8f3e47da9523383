"""The federation's Swiss on resistance points: system, engine, judge, explainer. After explain."""
