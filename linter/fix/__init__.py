"""From intended changes to edits, to a proof that they help, to a diff or to files."""
