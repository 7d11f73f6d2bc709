"""The plain table: the whole game line by line."""
