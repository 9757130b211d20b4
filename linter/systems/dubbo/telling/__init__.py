"""Rules in words: from the facts that policies judge, and from nothing else."""
