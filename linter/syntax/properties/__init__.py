"""Java properties: text to pairs with exact places, and back to edits."""
