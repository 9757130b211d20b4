"""What tries policies out: the examples of a policy file are its tests, for ours and for the house's own."""
