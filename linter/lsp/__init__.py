"""The language server: what ``check`` finds while it is being written, in editors. Only ``server`` knows pygls."""
