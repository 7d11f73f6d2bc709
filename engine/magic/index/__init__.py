"""Values derived from a position, and the indexes by which they are found."""
