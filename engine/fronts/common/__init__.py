"""Rules that all kinds of maps share."""
