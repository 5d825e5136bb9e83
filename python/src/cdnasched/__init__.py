"""cdnasched."""
