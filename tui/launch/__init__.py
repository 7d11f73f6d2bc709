"""The launch screen and its forms."""
