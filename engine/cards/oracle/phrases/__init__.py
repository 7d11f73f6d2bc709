"""The rules of the grammar, a module for each kind of phrase."""
