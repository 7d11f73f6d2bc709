"""The behavior of a table: controllers that keys reach, and the model that they change."""
