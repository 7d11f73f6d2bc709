"""The screens of the house, besides the table itself."""
