"""The Dubov System of FIDE, C.04.4.1: scoregroups from the top, each filled up by upfloaters."""
