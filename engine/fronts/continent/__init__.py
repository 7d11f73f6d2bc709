"""Rules of a continent that is found land by land."""
