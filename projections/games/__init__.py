"""Who played whom: the crosstable, colours, floats, moments. First of the projections."""
