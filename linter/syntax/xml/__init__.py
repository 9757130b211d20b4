"""XML: text to elements with exact places, and back to edits."""
