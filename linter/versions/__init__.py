"""Version schemes and ranges: how versions of a package are ordered, and which of them a range holds."""
