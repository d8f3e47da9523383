"""Questions about any system: why, why not, colours, checks, decisions. Last of pairing."""
