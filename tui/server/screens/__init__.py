"""The screens of a server, except the table itself."""
