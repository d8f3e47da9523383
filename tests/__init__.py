"""The tests: they mirror the product's folders, under the same names."""
