"""Launch screen and its forms."""
