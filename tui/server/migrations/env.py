"""Alembic's environment: runs in the connection of `database.Store`, without a config file."""

from alembic import context

from tui.server.storage.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
