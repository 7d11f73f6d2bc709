"""Alembic migrations from earlier versions of the database to the tables of `schema.py`."""
