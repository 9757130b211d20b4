"""The settings file: found, read with places, and checked; ``schemas/config.json`` describes the same for editors."""
