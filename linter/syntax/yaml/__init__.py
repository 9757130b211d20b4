"""YAML: text to positioned nodes, the texts inside scalars, comments, and edits."""
