"""The terminal: its capabilities, colors and symbols, and the bytes sent to it."""
