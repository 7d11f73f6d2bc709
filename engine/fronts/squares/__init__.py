"""Rules of boards of squares, on which each creature is a piece."""
