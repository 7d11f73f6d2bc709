"""The screens of settings and keys."""
