"""The lobby: tables that are listed, made, joined and begun, and chat."""
