"""The table without its widgets: the selection, what can be done, and how it is worded."""
