"""Rules of a continent that players explore land by land."""
