"""Lists of what a run knows: pairs of clients and servers, and versions; collected from the facts, then printed."""
