"""Rules of maps whose spaces are areas that armies hold, attack and march between."""
