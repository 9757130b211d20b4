"""The version as a constant: reading a distribution's metadata would cost more than a check."""

VERSION = "0.1.0"
