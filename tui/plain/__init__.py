"""Plain table: the whole game line by line."""
