"""What configurations say: values with evidence, entities, and the neutral kinds in which systems meet."""
