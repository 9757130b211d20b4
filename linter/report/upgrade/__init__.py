"""What changes between two releases, as text, JSON and Markdown."""
