"""The systems: each a folder that is found by being there."""
