"""Characters only: decoded files, views of them, edits. Knows no format."""
