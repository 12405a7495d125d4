"""The version, stated once; pyproject.toml reads it from here."""

VERSION = "1.0.0"
