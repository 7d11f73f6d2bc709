"""The SSH side of a server: connections, terminals, files, and commands."""
